"""Reversis, a second opinion on breaches: what is illegal at once, and what is found later."""

from __future__ import annotations

from itertools import count

import pytest

from tests.companion.second.test_reversis import CLUBS, EXCHANGE, Deal, clubs, make, settle
from tests.companion.second.trickdeals import FOUR, Event, findings, lay, plays, run, say


@pytest.mark.parametrize("seed", range(10))
def test_revokes(seed: int) -> None:
    deal = next(deal for deal in (make(n, cheat=True) for n in count(100 * seed)) if deal.revoked)
    number, seat = deal.revoked[0]
    led = deal.tricks[number - 1][0][1][1]
    events = deal.events()
    where = [event.get("cards", [""])[0] for event in events]
    card = dict(deal.tricks[number - 1])[seat]
    shown = next(c for trick in deal.tricks[number:] for who, c in trick if who == seat and c[1] == led)
    played = run("reversis", events)
    ((by, about, who, proof),) = findings(played)
    assert about == where.index(card) + 1 and who == FOUR[seat]
    assert about <= by <= where.index(shown) + 1 and (by != where.index(shown) + 1 or proof == [shown])
    assert list(played.deals[1]["points"].values()) == settle(deal, {})


def test_the_espanjolete_player_must_follow_in_the_last_two_tricks() -> None:
    """Free in tricks 1 to 9; what he holds back of the suit of trick 10 proves him in trick 11."""
    vera = ["AS", "AH", "AD", "JH", "2C", "3C", "4C", "7S", "8S", "KD", "6S"]
    rows = zip([*CLUBS[:9], "4S", "9D"], [r + "D" for r in "2345678QJ"] + ["3S", "2S"], vera,
               [r + "H" for r in "23456789Q"] + ["5S", "KH"], strict=True)  # fmt: skip
    deal = Deal([list(enumerate(row)) for row in rows], espanjolete=2)
    assert deal.tricks[9] == [(0, "4S"), (1, "3S"), (2, "KD"), (3, "5S")]
    deal.tricks[10] = [(3, "KH"), (0, "9D"), (1, "2S"), (2, "6S")]
    played = run("reversis", deal.events())
    where = [event.get("cards", [""])[0] for event in deal.events()]
    ((by, about, who, _),) = findings(played)
    assert (about, who) == (where.index("KD") + 1, "Vera") and by <= where.index("6S") + 1
    assert list(played.deals[1]["points"].values()) == settle(deal, {})


def test_an_espanjolete_without_the_cards_is_found_by_two_of_them_in_other_hands() -> None:
    events = [*EXCHANGE, say("Vera", "espanjolete"), *lay("A:AS B:2S V:3S G:4S A:AC B:2C V:3C G:4C")]
    ((by, about, who, _),) = findings(run("reversis", events))
    assert (by, about, who) == (13, 8, "Vera")


def test_an_espanjolete_without_the_cards_is_found_when_three_are_left() -> None:
    """Nobody else shows one of the five: her eighth card leaves three."""
    rows = [
        ("KS", "QS", "2S", "3S"),
        ("JS", "9S", "4S", "5S"),
        ("8S", "7S", "6S", "2D"),
        ("KC", "QC", "2C", "3C"),
        ("JC", "9C", "4C", "5C"),
        ("8C", "7C", "6C", "3D"),
        ("KD", "QD", "4D", "5D"),
        ("JD", "9D", "6D", "7D"),
    ]
    tricks = [list(enumerate(row)) for row in rows]
    ((by, about, who, _),) = findings(run("reversis", [*EXCHANGE, say("Vera", "espanjolete"), *plays(tricks)]))
    assert (by, about, who) == (8 + 4 * 7 + 3, 8, "Vera")


def test_illegal_at_once() -> None:
    draw, discard = EXCHANGE[:3], EXCHANGE[3:]
    trick = lay("A:9S B:2S V:3S G:4S")
    more = lay("A:8S B:5S V:6S G:7S")
    bad: list[list[Event]] = [
        [{**draw[0], "count": 2}],
        [*draw, {"do": "draw", "seat": "Goran", "count": 1}],
        [*draw, {**discard[0], "count": 2}],
        [*EXCHANGE, discard[0]],
        [*EXCHANGE, *lay("B:9S")],  # out of turn
        [*EXCHANGE, *trick, say("Boris", "reversis")],  # he has lost a trick
        [*EXCHANGE, *trick[:2], say("Ana", "reversis")],  # not between tricks
        [*EXCHANGE, *trick, say("Boris", "espanjolete")],  # after the first lead
        [*EXCHANGE, say("Vera", "espanjolete"), say("Vera", "reversis")],
        [*EXCHANGE, say("Vera", "reversis"), say("Boris", "reversis")],  # the first one holds
        [*EXCHANGE, *trick, say("Ana", "reversis"), *more, say("Ana", "reversis")],
        [*clubs(1).events()[:44], say("Ana", "reversis")],  # trick 10 is led
        [*clubs(1).events()[:47], say("Ana", "reversis")],
    ]
    for events in bad:
        assert run("reversis", events).verdicts == {len(events): "illegal"}, events
    assert run("reversis", [*EXCHANGE, *trick, say("Ana", "reversis")]).verdicts == {}
    both = [*EXCHANGE, say("Vera", "espanjolete"), say("Vera", "reversis")]
    assert run("reversis", both, rules={"both_announcements": "yes"}).verdicts == {}


def test_a_reversis_in_the_place_of_espanjolete_ends_its_freedom() -> None:
    said = [say("Vera", "espanjolete"), say("Vera", "reversis")]
    tricks = lay("A:2S B:3S V:2C G:4S G:5S A:6S B:7S V:8S")
    found = findings(run("reversis", [*EXCHANGE, said[0], *tricks], rules={"both_announcements": "yes"}))
    assert found == []
    found = findings(run("reversis", [*EXCHANGE, *said, *tricks], rules={"both_announcements": "yes"}))
    assert found == [(17, 12, "Vera", ["8S"])]


def test_payments_follow_from_the_cards() -> None:
    """An ace thrown off: Vera's king wins and she pays Boris 1."""
    events = [*EXCHANGE, *lay("A:9S B:AC V:KS G:4S")]
    for payer, amount, verdict in (("Vera", 1, {}), ("Vera", 2, {12: "illegal"}), ("Ana", 1, {12: "illegal"})):
        assert run("reversis", [*events, {"do": "pay", "seat": payer, "amount": amount}]).verdicts == verdict
