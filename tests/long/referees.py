"""The table of the referees: ``python -m tests.long.referees GAME [GAME ...] [--deals 1000] [--state FILE]``.

For each game: random legal deals, deals with planted breaches, deals with one misread card. Resumable: the counts are
kept in the state file after every deal, and a later call goes on from there. A false finding ends the run.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.deal.game import Game
from companion.games import all_games, find_game
from tests.companion import house
from tests.companion.oracle import Oracle, cheating_deal, go_on_cheating, misread_deal, unfound, watching

MATCH_EVERY = 25
"""deals to a whole match"""
MOST_DEALS = 40
"""of a match (some house rules let one go on for hundreds)"""
COUNTS = (
    "matches", "deals", "at_once", "planted", "found", "unprovable",
    "misread", "noticed", "asked", "right_card", "accused",
)  # fmt: skip


def legal(game: Game, seed: int, counts: dict[str, int]) -> None:
    """One legal deal: nothing is found, nothing is lost."""
    told = house.random_deal(game, seed)
    house.check(told)
    assert told.match.ends()[-1].findings == (), f"{game.id}: false finding in the legal deal {seed}"
    counts["deals"] += 1


def cheated(game: Game, seed: int, counts: dict[str, int], oracle: Oracle) -> None:
    """One deal with breaches: all that can be proved is found, nothing else."""
    told = cheating_deal(game, seed, oracle)
    about = {finding.about for finding in told.match.now.deal.table.findings if not finding.among}
    found = sum(number in about for number in oracle.guilty)
    assert not unfound(told, oracle), f"{game.id}: a breach was missed in deal {seed}"
    counts["at_once"] += len(oracle.at_once)
    counts["planted"] += len(oracle.guilty)
    counts["found"] += found
    counts["unprovable"] += len(oracle.guilty) - found


def misread(game: Game, seed: int, counts: dict[str, int]) -> None:
    """One legal deal with a misread card: asked, or not noticed; never an accusation."""
    one = misread_deal(game, seed)
    if one is None:
        return
    counts["misread"] += 1
    counts["noticed"] += one.noticed
    if one.noticed:
        counts["asked"] += one.doubted is not None
        counts["accused"] += one.doubted is None
        counts["right_card"] += one.doubted is not None and one.doubted.event == one.event


def match(game: Game, seed: int, counts: dict[str, int], oracle: Oracle) -> None:
    """A whole match by the dealer, one deal in five with breaches; its log tells the same again."""
    dice = random.Random(f"match/{game.id}/{seed}")
    rules = house.random_rules(game, dice)
    told = house.Told()
    head = house.header(game, dice.choice(house.numbers_of_players(game, rules)), rules, dice)
    while len(told.match.deals) < MOST_DEALS and not (told.match.deals and told.match.ends()[-1].match_over):
        name = told.match.deals[-1].names[told.match.next_dealer()] if told.match.deals else head.dealer
        told.begin(replace(head, dealer=name))
        oracle.truth = None
        if len(told.match.deals) % 5 == 0:
            go_on_cheating(told, dice, oracle)
        else:
            house.play_deal(told, dice)
    oracle.truth = None
    house.check(told)
    house.same(told)
    counts["matches"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(all_games()))
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--state", type=Path, default=Path(tempfile.gettempdir()) / "dalje_referees.json")
    args = parser.parse_args()
    table = json.loads(args.state.read_text()) if args.state.exists() else {}
    for name in args.games:
        game = find_game(name)
        counts = {**dict.fromkeys((*COUNTS, "seed"), 0), **table.get(name, {})}
        started = time.monotonic()
        while counts["seed"] < args.deals:
            seed = counts["seed"]
            legal(game, seed, counts)
            with watching(pytest.MonkeyPatch()) as oracle:
                cheated(game, seed, counts, oracle)
                if seed % MATCH_EVERY == 0:
                    match(game, seed, counts, oracle)
            misread(game, seed, counts)
            counts["seed"] = seed + 1
            table[name] = counts
            args.state.write_text(json.dumps(table))
        print(f"{name}: {counts} ({time.monotonic() - started:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
