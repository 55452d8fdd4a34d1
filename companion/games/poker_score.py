"""Dividing the pot of Póker; setting up a deal, and one entered by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import Card
from companion.deal.game import Start
from companion.deal.positions import deal_hands
from companion.events import BadRecord, Event
from companion.games.poker_asks import ranking, words
from companion.games.poker_play import DEALS_EACH, UNCOUNTED, Play, base_of, can_ante
from companion.rules.forms import Form, to_cards, whole
from companion.rules.poker_hands import Worth, worth
from companion.rules.stakes import pay
from companion.table.outcome import How, Outcome
from companion.table.pots import shared, side_pots
from companion.table.table import Seat, Table, hand, taken
from companion.texts import Text

HELD = 5


def settle(
    t: Table, put: Mapping[Seat, int], inside: Sequence[Seat], hands: Mapping[Seat, Sequence[Card]], guilty: Seat | None
) -> Outcome:
    """Divide the pot, or the main pot and the side pots, among the best hands. ``guilty`` must leave it to the others.

    ``hands`` is empty where only one is left.
    """
    values = {seat: worth(cards, ranking(t.rules)) for seat, cards in hands.items()}
    won = dict.fromkeys(range(t.seats), 0)
    for pot in side_pots(put, inside, t.pot - sum(put.values())):
        best = [seat for seat in pot.eligible if seat != guilty]
        if hands and best:
            top = max(values[seat].order for seat in best)
            best = [seat for seat in best if values[seat].order == top]
        elif hands:
            best = list(pot.eligible)  # (nobody else is in it: he has his own units back)
        if best:
            pay_out(t, won, shared(pot.units, best, nearest(t), t.rules["odd_unit"] == "stays"))
    return finish(t, put, won, values)


def nearest(t: Table) -> list[Seat]:
    """Who comes first when an odd unit is given away."""
    left = t.round_from(t.after(t.dealer))
    return left[-2::-1] + left[-1:] if t.rules["odd_unit"] == "dealers_right" else left


def pay_out(t: Table, won: dict[Seat, int], shares: Mapping[Seat, int]) -> None:
    """Units go from the pot to who has won them."""
    for seat, units in shares.items():
        won[seat] += units
        pay(t, None, seat, units)


def dead(it: Play) -> Outcome:
    """Nobody has bet: the antes stay for the next deal, or go back."""
    t, won = it.t, dict.fromkeys(range(it.t.seats), 0)
    if t.rules["all_pass"] == "antes_returned" or (t.rules["match_end"] == "last_player" and len(can_ante(t)) < 2):
        pay_out(t, won, it.put)
    again = t.dealer if t.rules["all_pass"] == "same_dealer" else None
    return finish(t, it.put, won, {}, again)


def finish(
    t: Table, put: Mapping[Seat, int], won: dict[Seat, int], values: Mapping[Seat, Worth], again: Seat | None = None
) -> Outcome:
    """The balance of the deal and how it came about. After the last deal nothing stays in the pot: all share it."""
    poor = t.rules["match_end"] == "last_player" and len(can_ante(t)) < 2
    if poor or last_deal(t):
        pay_out(t, won, shared(t.pot, can_ante(t) or range(t.seats), nearest(t), odd_stays=False))
    points = {seat: won[seat] - put.get(seat, 0) for seat in won}
    how = {}
    for seat in points:
        sums = words("{won} won, {put} put in", won=won[seat], put=put.get(seat, 0))
        parts: dict[str, Any] = {"put": put.get(seat, 0), "won": won[seat]}
        if seat in values:
            parts["hand"] = values[seat].combination
            sums = words("{hand}: {sums}", hand=COMBINATIONS[values[seat].combination], sums=sums)
        how[seat] = How(tuple(t.cards(hand(seat))) if seat in values else (), parts, sums)
    return Outcome(points, how, ends_match=poor, next_dealer=again, carry=carry(t))


def last_deal(t: Table) -> bool:
    """Whether a fixed number of deals is over with this one."""
    return t.rules["match_end"] == "deals" and t.deals_before + 1 >= DEALS_EACH * t.seats


def carry(t: Table) -> dict[str, Any]:
    """What the next deal finds: units that stay in the pot, and with how much money each has sat down."""
    return {"pot": t.pot, "base": dict(base_of(t))}


def too_poor(t: Table) -> dict[Seat, How]:
    """Why nothing was dealt."""
    return {seat: How((), {}, words("fewer than two can pay the ante")) for seat in range(t.seats)}


COMBINATIONS: dict[str, Text] = {
    "high_card": words("High card"), "pair": words("Pair"), "two_pairs": words("Two pairs"),
    "drill": words("Drill (three of a kind)"), "straight": words("Straight"), "flush": words("Flush"),
    "full": words("Full"), "four": words("Four of a kind"), "straight_flush": words("Straight flush"),
    "royal_flush": words("Royal flush"),
}  # fmt: skip


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Five hidden cards for everybody who can pay the ante; the money, and what has stayed in the pot."""
    base = dict(t.carried.get("base", {}))
    if t.rules["stack"] != "open":  # (who sits down later brings as much as the others did)
        base = dict.fromkeys(range(t.seats), int(t.rules["stack"])) | base
    for seat, units in start.by_seat("stack").items():
        base[seat] = whole(units, "stack", 0, UNCOUNTED) - t.scores[seat]
    t.pot = whole(start.fields.get("pot", t.carried.get("pot", 0)), "pot", 0, UNCOUNTED)
    t.carried = {**t.carried, "base": base}
    t.chips = {seat: base[seat] + t.scores[seat] if seat in base else 0 for seat in range(t.seats)}
    named = start.by_seat("hands")
    if wrong := next((seat for seat, codes in named.items() if len(to_cards(codes)) != HELD), None):
        raise BadRecord(f"start: a hand has {HELD} cards; {t.names[wrong]} has {len(to_cards(named[wrong]))}")
    deal_hands(t, start, HELD, stock="stock")
    for seat in sorted(set(range(t.seats)) - set(can_ante(t)) - set(named)):
        t.move_all(hand(seat), "stock")
        t.passed.add(seat)
        t.barred[seat] = words("{name} could not pay the ante", name=t.names[seat])
    for place in ("trick", *(taken(seat) for seat in range(t.seats))):  # (there are no tricks)
        del t.places[place]


def result(t: Table, event: Event) -> Outcome:
    """Score only: units put in by each (else the ante), and the hands shown, or who was left, or that all passed."""
    form = Form(t, event, ("put", "winner", "passed"), also=("hands",))
    put = {seat: whole(n, "put", 0, UNCOUNTED) for seat, n in form.by_seat("put").items()}
    shown = {name: to_cards(codes) for name, codes in (event.hands or {}).items()}
    if stray := next((name for name in shown if name not in t.names), None):
        raise BadRecord(f"the result names {stray!r}, who does not play")
    if wrong := next((name for name, cards in shown.items() if len(cards) != HELD), None):
        raise BadRecord(f"a hand has {HELD} cards; {wrong} has {len(shown[wrong])}")
    everything = Counter(card for cards in shown.values() for card in cards)
    if extra := everything - t.pack:
        raise BadRecord(f"{next(iter(extra))} is there more often than the pack has it")
    hands = {t.names.index(name): cards for name, cards in shown.items()}
    winner, passed = form.seat("winner"), form.facts.get("passed", False)
    if [len(hands) > 1, winner is not None, passed is True].count(True) != 1 or (hands and len(hands) < 2):
        raise BadRecord('a result needs the "hands" of all who show, or the "winner" who was left, or "passed": true')
    it = Play(t, list(hands) if winner is None else [winner])
    for seat in (seat for seat in range(t.seats) if seat in put or seat not in t.passed):
        it.pays(seat, put.get(seat, int(t.rules["ante"])))
    if passed and (bet := next((seat for seat in put if put[seat] > int(t.rules["ante"])), None)) is not None:
        raise BadRecord(f"all passed, so {t.names[bet]} has put in the ante of {t.rules['ante']} only, not {put[bet]}")
    if passed:
        return dead(it)
    check_stakes(it)
    return settle(t, it.put, it.inside, hands, None)


def check_stakes(it: Play) -> None:
    """Who shows has called everything, but for side pots; raises BadRecord."""
    most = max(it.put.values())
    if it.t.rules["short_money"] == "fold" and len(it.inside) > 1 and any(it.put[s] != most for s in it.inside):
        raise BadRecord("all who show their hands have put in the same, and nobody more")
