"""Deals with faulty readings, seen without a picture: ``python -m tests.long.readings [GAME ...] --out FILE``.

The real session and the people of the rendered table play; the eyes are ``companion.people.paper_eyes``. FILE gets one
JSON line a deal, so that a stopped run goes on where it was. Kinds of fault: ``none``, ``doubted`` (a tenth of the
readings is not sure, and right as often as it says), ``calibrated`` (so many are not sure that a tenth of all has
another face first), ``confident`` (a share is sure and wrong), ``tenth`` (a tenth is).
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.cards import Card
from companion.cli.croupier import Croupier, Stuck
from companion.cli.evening import Evening
from companion.cli.ledger import DealLedger
from companion.deal.deal import Deal
from companion.deal.game import Game
from companion.evening.session import Session
from companion.evening.suspects import SHOWING
from companion.games import all_games, find_game
from companion.kept.journal import Journal
from companion.kept.settings import SeatPanel
from companion.people.habits import Habits
from companion.people.paper_eyes import Faults, PaperCamera, PaperEyes
from companion.ports import Trouble
from companion.view import NewMatch
from hardware.buttons import MockPanel
from hardware.lights import NoLights
from tests.companion.house import NAMES
from vision.levels import LEVELS

FAULTS: Mapping[str, Faults] = {
    "none": Faults(),
    "doubted": Faults(doubted=0.1),
    "calibrated": Faults(doubted=0.36),
    "confident": Faults(confident=0.02),
    "tenth": Faults(confident=0.1),
}
STEPS = 700
"""acts of a deal, at most"""


@contextmanager
def paper_table(
    session: Session, players: int, seed: int, name: str, faults: Faults, habits: Habits | None = None
) -> Iterator[Croupier]:
    """People at a table that is seen without a picture, by a reader with these faults."""
    panel = MockPanel([SeatPanel(place=i, plus=2 + 3 * i, ok=3 + 3 * i, pass_=4 + 3 * i) for i in range(players)])
    croupier: Croupier
    eyes = PaperEyes(lambda: croupier.now(), random.Random(f"eyes/{name}/{seed}"), faults)
    evening = Evening(session, panel, NoLights(), PaperCamera(), eyes)
    croupier = Croupier(evening, panel, seed, habits)
    session.on_event = croupier.heard
    try:
        yield croupier
    finally:
        panel.close()


def habits_of(level: str) -> Habits:
    """How the people of a level play."""
    row = LEVELS[level]
    return Habits.of(row.overlap, row.hand_rests, row.between_s, row.accidents, row.breaches)


def deal(game: Game, seed: int, faults: Faults, players: int | None = None, level: str = "clean") -> dict[str, Any]:
    """One deal: whether the product's table is the true one in the end, and what it cost."""
    players = players or min(game.players)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal") as journal:
        session = Session(journal)
        with paper_table(session, players, seed, game.id, faults, habits_of(level)) as croupier:
            session.handle(NewMatch(game.id, NAMES[:players]))
            stuck = play(croupier, session)
            ledger = croupier.ledgers[0]
            return {
                "game": game.id, "players": players, "seed": seed, "level": level,
                "exact": bool(ledger.exact) and not stuck, "stuck": stuck,
                "cards": croupier.tally.cards_read, "questions": ledger.questions, "touches": ledger.touches,
                "wrong": croupier.tally.wrong_accepted, "seats": croupier.tally.wrong_seats,
                "left_wrong": len(left := left_wrong(ledger)), "unfindable": unfindable(left, croupier.reality.now[0]),
                "false": len(ledger.false_findings), "planted": len(ledger.planted), "found": ledger.found,
                "told": Counter(deed.act.do for deed in ledger.deeds if not deed.seen),
                "asked": Counter(ledger.asked).most_common(40), "seconds": round(time.monotonic() - began, 2),
            }  # fmt: skip


def left_wrong(ledger: DealLedger) -> list[tuple[int, Card]]:
    """The faces that were told, are not so, and were never put right; each with the deed that they were told for.

    What a capture names is put right with the event that had shown it.
    """
    laid = [deed for deed in ledger.deeds if deed.event is not None and deed.act.do != "take"]
    return [
        (deed.id, card) for deed in laid
        for card in (Counter(deed.told_cards) - Counter(deed.act.cards)).elements()
    ]  # fmt: skip


def unfindable(left: Sequence[tuple[int, Card]], real: Deal) -> int:
    """How many of these nothing can contradict: no card of that face was laid open after it had been told.

    It stayed in a hand or the stock. (What had been laid open before was in a hand again, or it would have been
    contradicted at once.)
    """
    return sum(
        not any(card in act.cards for act in real.story if act.id > deed and act.do in SHOWING) for deed, card in left
    )


def play(croupier: Croupier, session: Session) -> str:
    """Play one deal to its end; why it could not be, empty if it was."""
    try:
        for _ in range(STEPS):
            croupier.step()
            if croupier.ledgers and croupier.ledgers[0].exact is not None:
                return ""
    except Stuck as error:
        return str(error)
    except (Trouble, IndexError, AssertionError, StopIteration, ValueError, KeyError) as error:
        return f"{type(error).__name__}: {error}"  # (told in the row; a run goes on with the next deal)
    return "the deal does not end"


def table(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The rows of a run by game, as lines to read.

    ``wrong``: faces taken without a question that were not so; ``left``: those never put right, ``open`` the ones among
    them that nothing could contradict.
    """
    lines = [f"{'game':14} deals exact  q/100  touches  wrong  left  open  false  stuck"]
    for game in dict.fromkeys(row["game"] for row in rows):
        mine = [row for row in rows if row["game"] == game]
        cards = max(1, sum(row["cards"] for row in mine))
        lines.append(
            f"{game:14} {len(mine):5} {sum(row['exact'] for row in mine):5} "
            f"{100 * sum(row['questions'] for row in mine) / cards:6.2f} "
            f"{sum(row['touches'] for row in mine) / len(mine):8.2f} {sum(row['wrong'] for row in mine):6} "
            f"{sum(row['left_wrong'] for row in mine):5} {sum(row['unfindable'] for row in mine):5} "
            f"{sum(row['false'] for row in mine):6} "
            f"{sum(bool(row['stuck']) for row in mine):6}"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(all_games()))
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", choices=list(FAULTS), default="doubted")
    parser.add_argument("--level", choices=list(LEVELS), default="clean")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    rows = [json.loads(line) for line in args.out.read_text().splitlines()] if args.out and args.out.exists() else []
    done = {(row["game"], row["seed"], row["faults"], row["level"]) for row in rows}
    for name in args.games or all_games():
        for seed in range(args.seed, args.seed + args.deals):
            if (name, seed, args.faults, args.level) in done:
                continue
            row = deal(find_game(name), seed, FAULTS[args.faults], level=args.level) | {"faults": args.faults}
            rows.append(row)
            if args.out:
                with args.out.open("a") as file:
                    file.write(json.dumps(row) + "\n")
            if not row["exact"]:
                print(json.dumps(row)[:600], flush=True)
    wanted = [row for row in rows if (row["faults"], row["level"]) == (args.faults, args.level)]
    print("\n".join(table([row for row in wanted if row["game"] in (args.games or all_games())])))


if __name__ == "__main__":
    main()
