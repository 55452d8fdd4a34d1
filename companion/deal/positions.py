"""Beginning a deal: the usual one, or from a position that the record's header gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.deal.game import Start
from companion.events import BadRecord
from companion.rules.forms import to_cards, whole
from companion.table.table import Lying, Seat, Table, hand, taken

TRICK_GAME_START = ("scores", "dealer", "hands", "to_act", "tricks", "trump", "talon", "aside")
"""what ``deal_hands`` understands"""


def deal_hands(t: Table, start: Start, each: int, piles: Mapping[str, int] | None = None, stock: str = "") -> None:
    """So many hidden cards to everybody and to the named piles, the rest of the pack to ``stock``.

    A position may name the cards of hands (``hands``) and piles; a hand that is not named is as big as those that
    are. What is missing then has been played before and lies ``aside`` (known cards of it may be named). ``tricks``
    won, ``trump`` and who is ``to_act`` may be given too. Raises BadRecord.
    """
    given = {seat: to_cards(cards) for seat, cards in start.by_seat("hands").items()}
    size = max((len(cards) for cards in given.values()), default=each)
    if size > each:
        raise BadRecord(f"start: nobody holds more than {each} cards in this game, not {size}")
    for seat in range(t.seats):
        t.places[hand(seat)] = [Lying(card) for card in given[seat]] if seat in given else [Lying()] * size
        t.places[taken(seat)] = []
    for pile, number in (piles or {}).items():
        cards = to_cards(start.fields.get(pile, ()))
        if cards and len(cards) != number:
            raise BadRecord(f"start: {pile} has {number} cards, not {len(cards)}")
        t.places[pile] = [Lying(card) for card in cards] or [Lying()] * number
    t.places["trick"] = []
    t.places["aside"] = [Lying(card) for card in to_cards(start.fields.get("aside", ()))]
    if twice := t.known() - t.pack:
        raise BadRecord(f"start: {next(iter(twice))} is there more often than the pack has it")
    left = t.pack.total() - t.size(*t.places)
    if left < 0:
        raise BadRecord(f"start: more cards than the {t.pack.total()} of the pack")
    t.places[stock or "aside"] = t.places.get(stock or "aside", []) + [Lying()] * left
    read_facts(t, start, each - size if given else each)


def read_facts(t: Table, start: Start, played: int) -> None:
    """Tricks won (so many have been played at most), trump and who is to act, as told; raises BadRecord."""
    for seat, number in start.by_seat("tricks").items():
        t.tricks[seat] = whole(number, "start: tricks", 0, played)
    trump = start.fields.get("trump", "")
    if trump not in ("", "S", "H", "D", "C"):
        raise BadRecord(f"start: trump is S, H, D or C, not {trump!r:.20}")
    t.trump = trump
    if "to_act" in start.fields:
        t.to_act = named(start, start.fields["to_act"], "to_act")


def named(start: Start, name: Any, key: str) -> Seat:
    """The seat of a name in a position; raises BadRecord."""
    if not isinstance(name, str) or name not in start.seats:
        raise BadRecord(f"start: {key} names {name!r:.40}, who does not play")
    return start.seats[name]
