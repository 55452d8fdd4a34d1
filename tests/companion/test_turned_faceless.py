"""A card that is turned up without its face being told: the game asks for it where it goes on by it, never breaks."""

from __future__ import annotations

import pytest

from companion.deal.game import Game
from companion.games import all_games
from companion.rules.turning import Turn
from tests.companion import house
from tests.companion.house import random_deal

DEALS = 12


def turns(game: Game) -> list[tuple[int, int]]:
    """Deals of the game and where in them something is to be turned up, as (seed, events before it)."""
    found = []
    for seed in range(DEALS):
        whole = random_deal(game, seed)
        told = house.base_events(whole)
        found += [(seed, at) for at, event in enumerate(told) if event.do == "turn"][:3]
    return found


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)
def test_a_turn_without_a_face_is_asked_for_or_stays_a_question(game: Game) -> None:
    for seed, at in turns(game):
        told = random_deal(game, seed, stop=at)
        asked = next((r for r in told.match.now.deal.asking if isinstance(r, Turn)), None)
        if asked is None:
            continue
        before = house.state(told.match)
        answer = told.tell({"do": "turn", "seat": told.match.now.names[asked.seat], "count": asked.number})
        assert answer.verdict.kind in ("ok", "question")
        if answer.verdict.kind == "question":
            assert house.state(told.match) == before
        house.check(told)


def test_a_trump_is_needed_by_name() -> None:
    """Lu and Trolistak cannot go on without knowing trumps."""
    for name in ("lu", "trolistak"):
        found = False
        for seed, at in turns(all_games()[name]):
            told = random_deal(all_games()[name], seed, stop=at)
            asked = next((r for r in told.match.now.deal.asking if isinstance(r, Turn)), None)
            if asked is not None:
                event = {"do": "turn", "seat": told.match.now.names[asked.seat], "count": 1}
                answer = told.tell(event)
                assert answer.verdict.kind == "question" and "turned up" in str(answer.verdict.text)
                found = True
        assert found, name
