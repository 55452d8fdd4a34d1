"""New cards that have gone from the middle: taken up with others they still count, alone they went back."""

from __future__ import annotations

from collections import Counter

from companion.cards import Card
from companion.ports import Sighting
from companion.scribe.ledger import Ledger
from companion.scribe.unread import LAY_MS, WITH_MS, Unread

MIDDLE = (100.0, 100.0)
NOTHING: Counter[Card] = Counter()


def card(face: str, track: int, x: float = MIDDLE[0], since_ms: int = 1000) -> Sighting:
    """A card in doubt that lies in the middle."""
    return Sighting(x, MIDDLE[1], 0.0, {face: 0.6, "KH": 0.1}, track=track, since_ms=since_ms)


def in_middle(at: tuple[float, float]) -> bool:
    """Whether a point lies in the middle."""
    return at[0] < 200


def looks(*lying: tuple[int, list[Sighting]], known: Sighting | None = None, rest: Counter[Card] = NOTHING,
          pile: Counter[Card] | None = None) -> list[str]:  # fmt: skip
    """The faces of the cards that are new after the last of these looks (ms, what lies there)."""
    ledger, unread = Ledger(), Unread()
    for n, (at_ms, cards) in enumerate(lying):
        ledger.see(cards, at_ms)
        if not n and known is not None:
            ledger.enter([known], event=1)
        unread.see(ledger, cards, in_middle)
        unread.among(ledger, rest, pile)
    return [max(s.odds, key=lambda face: s.odds[face]) for s in ledger.fresh]


def test_a_new_card_that_is_taken_up_with_a_known_one_stays_new() -> None:
    old, new = card("7C", 1, 50.0), card("9D", 2)
    assert looks((1300, [old, new]), (2000, [old, new]), (2500, []), known=old) == ["9D"]


def test_a_new_card_that_is_taken_up_to_somebodys_cards_stays_new_where_it_lay() -> None:
    old, new = card("7C", 1, 50.0), card("9D", 2)
    carried = [card("7C", 1, 350.0), card("9D", 2, 350.0, 2400)]
    assert looks((1300, [old, new]), (2000, [old, new]), (2700, carried), known=old) == ["9D"]


def test_a_new_card_that_goes_alone_went_back() -> None:
    old, new = card("7C", 1, 50.0), card("9D", 2)
    gone = [(2000 + n * 500, [old]) for n in range(4)]
    assert looks((1300, [old, new]), *gone, known=old) == []


def test_it_went_back_long_before_the_others_were_taken_up() -> None:
    old, new = card("7C", 1, 50.0), card("9D", 2)
    assert looks((1300, [old, new]), (1400, [old]), (1400 + 2 * WITH_MS, [old]), (6000, []), known=old) == []


def test_two_new_cards_that_go_together_both_stay_new_in_the_order_they_came() -> None:
    later, first = card("7C", 1, 50.0, 1800), card("9D", 2)
    assert looks((2100, [later, first]), (2600, [])) == ["9D", "7C"]


def test_won_cards_that_were_looked_at_are_not_new() -> None:
    seen = [card("7C", 1, 50.0), card("9D", 2)]
    won = Counter([Card.parse("7C"), Card.parse("9D")])
    assert looks((2100, seen), (2600, []), rest=won) == []


def test_a_card_that_the_eyes_have_lost_and_found_is_new_only_once() -> None:
    old, new = card("7C", 1, 50.0), card("9D", 2)
    assert looks((1300, [old, new]), (2500, []), (2900, [card("9D", 5)]), known=old) == ["9D"]


def test_a_single_card_is_taken_from_an_empty_pile_if_it_lay_there_for_a_while() -> None:
    new, long, short = card("9D", 2), 1000 + LAY_MS, 1200
    assert looks((long, [new]), (long + 500, []), pile=NOTHING) == ["9D"]
    assert looks((short, [new]), (short + 500, []), pile=NOTHING) == []
    assert looks((long, [new]), (long + 500, [])) == [], "nobody takes up a trick of one card"


def test_a_pile_that_lies_there_says_that_a_single_card_went_back() -> None:
    old, new = card("7C", 1, 50.0), card("9D", 2)
    pile = Counter([Card.parse("7C")])
    assert looks((1300, [old, new]), (3000, [old, new]), (3500, [old]), known=old, pile=pile) == []


def test_what_was_told_after_it_had_gone_is_known_to_be_gone() -> None:
    ledger, unread, old, new = Ledger(), Unread(), card("7C", 1, 50.0), card("9D", 2)
    for at_ms, cards in ((1300, [old, new]), (2000, [old, new]), (2500, [])):
        ledger.see(cards, at_ms)
        if at_ms == 1300:
            ledger.enter([old], event=1)
        unread.see(ledger, cards, in_middle)
        unread.among(ledger, NOTHING)
    ledger.enter(ledger.fresh, ["9D"], event=2)
    unread.told(ledger)
    (account,) = ledger.of([2])
    assert account.here is None and account.missed_ms == 2500
    ledger.see([], 2600)
    unread.see(ledger, [], in_middle)
    unread.among(ledger, NOTHING)
    assert ledger.fresh == []
