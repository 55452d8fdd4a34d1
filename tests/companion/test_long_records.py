"""Words about earlier events without end: each costs what the story costs, not what all words before it cost."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from companion.match.match import Header
from tests.companion.house import Told, state

FEW, MANY = 40, 160
HEADER = Header("crveni_tepih", ("Ana", "Boris", "Vera"), "Ana")
TURN = {"do": "turn", "cards": ["AS", "7H"]}
EDITS: dict[str, list[dict[str, Any]]] = {
    "undo and redo": [{"do": "undo"}, {"do": "redo"}],
    "corrections": [{"do": "correct", "about": 1, "cards": ["AS", "8H"]}] * 2,
    "corrections undone": [{"do": "correct", "about": 1, "cards": ["AS", "8H"]}, {"do": "undo"}],
    "insertions undone": [{"do": "insert", "after": 0, "event": {"do": "note", "what": "pause"}}, {"do": "undo"}],
}


def calls(what: Callable[[], object]) -> int:
    """How many functions are called."""
    count = 0

    def seen(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        what()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("kind", ["undo and redo", "corrections"])
def test_the_last_of_many_words_costs_as_much_as_the_first(kind: str) -> None:
    told = Told()
    told.begin(HEADER)
    told.tell(TURN)
    cost = [calls(lambda: [told.tell(edit) for edit in EDITS[kind]]) for _ in range(MANY)]
    assert cost[-1] < 1.2 * cost[FEW]


@pytest.mark.parametrize("kind", EDITS)
def test_many_words_leave_the_deal_as_one_of_each(kind: str) -> None:
    once, often = Told(), Told()
    for told, times in ((once, 1), (often, FEW)):
        told.begin(HEADER)
        told.tell(TURN)
        for edit in EDITS[kind] * times:
            assert told.tell(edit).verdict.kind == "ok"
    assert state(once.match) == state(often.match) == state(often.again())
