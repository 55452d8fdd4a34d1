"""Golden playthroughs: one readable deal for each game and number of players, in ``tests/records/golden``.

They change only when somebody means it: ``DALJE_GOLDEN=write pytest tests/companion/test_golden.py`` writes them anew.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.deal.game import Game
from companion.events import Event
from companion.games import all_games
from companion.match.match import Header
from companion.match.totals import DealEnd
from tests.companion import house
from tests.companion.house import Told

FOLDER = Path(__file__).parents[1] / "records" / "golden"
CASES = [(game, players) for game in all_games().values() for players in game.players]


def playthrough(game: Game, players: int) -> str:
    """One deal by the default rules, as people would tell it."""
    dice = random.Random(f"golden/{game.id}/{players}")
    told = Told()
    told.begin(Header(game.id, house.NAMES[:players], house.NAMES[0]))
    house.play_deal(told, dice)
    return "\n".join(transcript(told)) + "\n"


def transcript(told: Told) -> Iterator[str]:
    """What was done, what was awaited then, and the score."""
    for match, item in told_again(told):
        deal = match.match.now.deal
        if isinstance(item, Header):
            yield f"{match.match.now.game.title}: {', '.join(item.players)}; {item.dealer} deals"
            yield f"     {deal.describe()}"
            continue
        yield f"{item.id:>3}  {in_words(item)}"
        if deal.table.stage != match.stage:
            match.stage = deal.table.stage
            yield f"     -- {match.stage}"
        yield f"     {deal.describe()}"
    yield from score(told, told.match.ends()[-1])


class Again(Told):
    """A match told again, with the part of the deal that was last spoken of."""

    stage = ""


def told_again(told: Told) -> Iterator[tuple[Again, Header | Event]]:
    """The log from the beginning, with the match after each line."""
    again = Again()
    for item in told.log:
        if isinstance(item, Header):
            again.match.begin(item)
        else:
            again.match.add(item)
        yield again, item


def in_words(event: Event) -> str:
    """One event on one line."""
    parts = [event.seat or "", event.do, *(event.cards or ())]
    parts += ["face down"] * (event.count or 0)
    parts += [word for word in (event.word, event.option) if word]
    return " ".join([*parts, str(event.amount)] if event.amount is not None else parts)


def score(told: Told, end: DealEnd) -> Iterator[str]:
    """The score with its reasons."""
    for seat, points in end.outcome.points.items():
        how = end.outcome.how[seat]
        kept = " ".join(card.pretty for card in how.cards)
        yield f"{told.match.now.names[seat]}: {points}  ({kept}: {how.words})"


@pytest.mark.parametrize(("game", "players"), CASES, ids=lambda value: getattr(value, "id", value))
def test_golden_playthrough(game: Game, players: int) -> None:
    path = FOLDER / f"{game.id}_{players}.txt"
    text = playthrough(game, players)
    if os.environ.get("DALJE_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
