"""What was missed is put in afterwards, what never was is undone: the parts of the deal shift, the story stays."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.deal.game import Game
from companion.events import BadRecord, Event
from companion.games import all_games
from companion.match.match import Header
from tests.companion.house import Told, random_deal, state, to_data
from tests.companion.replays import play, table_of

TRIES = 12
"""of a deal: most gaps are found out at once, and then there is nothing to put in later"""


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_a_missed_event_is_put_in_after_the_others_were_told(game: Game) -> None:
    for seed in range(200, 202):
        full = random_deal(game, seed)
        events = [item for item in full.log if isinstance(item, Event)]
        for gap in random.Random(seed).sample(range(len(events)), min(TRIES, len(events))):
            told = without(full, events[gap])
            if told is None:
                continue
            told.tell({"do": "insert", "after": gap, "event": to_data(events[gap])})
            assert told.match.now.misfits == (), events[gap]
            assert state(told.match, ids=False) == state(full.match, ids=False), events[gap]


def without(full: Told, gap: Event) -> Told | None:
    """The same deal told without one event; None if somebody would have noticed."""
    told = Told()
    for item in full.log:
        if isinstance(item, Header):
            told.begin(item)
        elif item is not gap:
            try:
                if told.tell(item).verdict.kind != "ok":
                    return None
            except BadRecord:  # the deal was over
                return None
    return told


KALABRA = {"record": 1, "game": "kalabra", "players": ["Ana", "Boris"], "dealer": "Ana", "rules": {"refill": "three"}}


def test_a_card_taken_that_nobody_told_is_put_in() -> None:
    lines: list[dict[str, Any]] = [
        KALABRA,
        {"do": "turn", "seat": "Ana", "cards": ["9D", "7D", "JC", "6C", "8C"]},
        {"do": "play", "seat": "Boris", "cards": ["9S"]},
        {"do": "play", "seat": "Ana", "cards": ["KS"]},
        {"do": "insert", "after": 2, "event": {"do": "take", "seat": "Boris", "cards": ["9D"]}},
    ]
    assert len(play(lines[:4]).events[3]["findings"]) == 1, "he laid it though it takes"
    told = play(lines)
    assert told.events[4]["verdict"] == "ok" and "open" not in told.events[4]
    assert table_of(lines).findings == []
    told = play([*lines, {"do": "undo", "about": 4}, {"do": "redo"}])
    assert told.events[5]["verdict"] == told.events[6]["verdict"] == "ok"


def test_what_is_undone_and_told_again_keeps_its_place() -> None:
    """Only Boris has cards: his second one may not be taken for the first while that is told again."""
    start = {"hands": {"Ana": [], "Boris": ["9S", "8H", "QD"]}, "lot": ["2C", "KC"], "to_act": "Boris", "stock": 12}
    puts = [{"do": "play", "seat": "Boris", "cards": [card]} for card in ("9S", "8H")]
    lines = [{**KALABRA, "start": start}, *puts, {"do": "undo", "about": 1}]
    assert play(lines).events[3]["open"] == [2]
    why = "it belongs to another part of the deal; now Boris plays a card"
    assert play(lines).sentence(3) == f"Event 2 no longer fits: {why}"
    for again in (puts[0], {"do": "insert", "after": 0, "event": puts[0]}):
        assert "open" not in play([*lines, again]).events[4]
        assert [str(card) for card in table_of([*lines, again]).cards("lot")] == ["2C", "KC", "9S", "8H"]


def test_what_no_longer_fits_says_why() -> None:
    lines = [
        KALABRA,
        {"do": "turn", "seat": "Ana", "cards": ["9D", "7D", "JC", "6C", "8C"]},
        {"do": "play", "seat": "Boris", "cards": ["9S"]},
        {"do": "take", "seat": "Boris", "cards": ["9D"]},
        {"do": "play", "seat": "Ana", "cards": ["KS"]},
        {"do": "undo", "about": 2},
    ]
    words = "Event 3 no longer fits: Boris may not take cards now: Boris plays a card; and 1 more event"
    assert play(lines).sentence(5) == words


def test_what_an_insertion_has_pushed_on_goes_back_when_it_is_undone() -> None:
    """Čuhna: an ace put before the first card that is turned up shifts that card to the next part of the deal."""
    told = random_deal(all_games()["cuhna"], seed=6, stop=12)
    before = state(told.match)
    told.tell({"do": "insert", "after": 0, "event": {"do": "turn", "cards": ["AD"]}})
    inserted, with_it = told.last, state(told.match)
    assert with_it != before and not with_it[0]["open"]
    told.tell({"do": "undo", "about": inserted})
    assert state(told.match) == before
    told.tell({"do": "redo", "about": told.last})
    assert state(told.match) == with_it
