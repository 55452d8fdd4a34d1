"""Reversis, a second opinion on results entered by hand and on a whole match."""

from __future__ import annotations

from itertools import count

import pytest

from tests.companion.second.test_reversis import Deal, counts, during, jack_off, make, settle
from tests.companion.second.trickdeals import FOUR, Event, run


def by_hand(deal: Deal) -> Event:
    points, won = counts(deal, {})
    chips = during(deal, {})
    rewards: dict[str, dict[str, int]] = {}
    for (to, payer, _), amount in chips.rewards.items():
        row = rewards.setdefault(FOUR[to], {})
        row[FOUR[payer]] = row.get(FOUR[payer], 0) + amount
    facts = {"points": dict(zip(FOUR, points, strict=True)), "tricks": dict(zip(FOUR, won, strict=True)),
             "rewards": rewards, "bank": chips.bank}  # fmt: skip
    for seat, amount in enumerate(chips.from_bank):
        if amount:
            rewards.setdefault(FOUR[seat], {})["bank"] = amount
    return {"do": "result", "facts": facts}


@pytest.mark.parametrize("seed", range(8))
def test_results_by_hand(seed: int) -> None:
    """The bank may have been won by the jack; a bank that cannot be so is refused."""
    deal = next(deal for deal in map(make, count(50 * seed)) if any(jack_off(deal, n) for n in range(1, 12)))
    event = by_hand(deal)
    assert list(run("reversis", [event]).deals[1]["points"].values()) == settle(deal, {})
    event["facts"]["bank"] += 3
    with pytest.raises(Exception, match="the bank holds"):
        run("reversis", [event])


def test_twenty_four_deals_the_dealer_going_right() -> None:
    """Results by hand of deals without a jack thrown off: the bank is empty after each, most chips win."""
    deals = [deal for deal in map(make, range(80)) if not any(jack_off(deal, n) for n in range(1, 12))][:24]
    played = run("reversis", *([by_hand(deal)] for deal in deals))
    totals = [0] * 4
    for number, deal in enumerate(deals, 1):
        turned = settle_from(deal, (number - 1) % 4)
        totals = [a + b for a, b in zip(totals, turned, strict=True)]
        assert list(played.deals[number]["scores"].values()) == totals
        assert played.deals[number]["match_over"] is (number == 24)
    assert played.deals[24]["winners"] == [name for name, t in zip(FOUR, totals, strict=True) if t == max(totals)]


def settle_from(deal: Deal, turns: int) -> list[int]:
    """The same figures when the deal has gone round: other antes, and ties go by the new order."""
    points, won = counts(deal, {})
    chips = during(deal, {})
    dealer = (3 + turns) % 4
    chips.own[3] += 2
    chips.own[dealer] -= 2
    order = [(dealer + n) % 4 for n in (1, 2, 3, 4)]
    first = min(order, key=lambda seat: (points[seat], won[seat], order.index(seat)))
    last = max(order, key=lambda seat: (points[seat], won[seat], order.index(seat)))
    chips.take_bank(first)
    chips.pay(last, first, 4)
    return chips.own


def test_broke() -> None:
    """A match until somebody is out of chips ends there: 1110 were his."""
    for lost, over in ((1100, False), (1111, True)):
        start = {"scores": {"Ana": lost, "Boris": 0, "Vera": 0, "Goran": -lost}}
        events = make(5).events()
        played = run("reversis", events, rules={"match_length": "broke"}, start=start)
        assert played.deals[1]["match_over"] is over
