"""The chips of Reversis: what falling aces and the jack of hearts cost, and how the bank is won at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.cards import Card, Cards
from companion.rules.stakes import pay
from companion.rules.tricks import Trick
from companion.table.table import Seat, Table

TRICKS, STAKE, DEALERS_STAKE, PREMIUM, JACK_PAYS = 11, 2, 4, 4, 4
JACK = Card("J", "H")
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
Reward = tuple[Seat, Seat | None, int, bool]
"""who got it, from whom (None: the bank), how much, and whether an ace brought it"""


def worth(cards: Cards) -> int:
    """Card points: aces 4 (diamonds 5), kings 3, queens 2, jacks 1 (hearts 4)."""
    extra = cards[Card("A", "D")] + 3 * cards[JACK]
    return extra + sum(POINTS.get(card.rank, 0) * n for card, n in cards.items())


@dataclass
class Deal:
    """What is remembered of a deal until it is settled: rewards with their payers (None: the bank), who said what."""

    rewards: list[Reward] = field(default_factory=list)
    forced: list[tuple[Seat, Seat, int, str]] = field(default_factory=list)
    """aces that pay only if they were forced: player, leader, amount, suit"""

    def reward(self, t: Table, to: Seat, payer: Seat | None, amount: int, *, ace: bool = False) -> None:
        """Chips won during the deal, kept in a separate pile."""
        pay(t, payer, to, amount)
        self.rewards.append((to, payer, amount, ace))


# During the deal -------------------------------------------------------------------------------------------


def payments(t: Table, it: Deal, trick: Trick, winner: Seat) -> None:
    """Aces and the jack of hearts are paid for when they fall; double in the last trick."""
    times = 2 if trick.number == TRICKS else 1
    followed = {(laid.seat, laid.card.suit) for laid in trick.laid}  # who shows another card was not forced then
    it.forced = [debt for debt in it.forced if (debt[0], debt[3]) not in followed]
    for laid in trick.laid[1:]:
        card, discarded = laid.card, laid.card.suit != trick.led.suit
        worth = times * (2 if card.suit == "D" else 1)
        if card.rank == "A" and discarded:
            it.reward(t, laid.seat, winner, worth, ace=True)
        elif card.rank == "A" and laid.seat == winner and t.rules["ace_pays"] == "forced_only":
            it.forced.append((winner, trick.leader, 2 * worth, card.suit))
        elif card.rank == "A" and laid.seat == winner:
            it.reward(t, trick.leader, winner, 2 * worth, ace=True)
        elif card == JACK and discarded:
            jack_discarded(t, it, laid.seat, winner, last=trick.number == TRICKS)
        elif card == JACK and laid.seat == winner:
            it.reward(t, trick.leader, winner, (t.pot + JACK_PAYS) * times)


def jack_discarded(t: Table, it: Deal, seat: Seat, winner: Seat, last: bool) -> None:
    """Its player takes the bank, and 4 from the winner of the trick; then the bank is filled again."""
    bank = t.pot
    it.reward(t, seat, None, bank)
    it.reward(t, seat, winner, JACK_PAYS * (2 if last else 1))
    if last and t.rules["last_jack"] == "bank_doubled":
        it.reward(t, seat, winner, bank)
    if not last or t.rules["last_refill"] == "on":
        for payer in range(t.seats):
            pay(t, payer, None, 2 * (DEALERS_STAKE if payer == t.dealer else STAKE))


# At the end -----------------------------------------------------------------------------------------------------------


def stakes(t: Table, each: int, dealer: int) -> None:
    """Everybody puts chips into the bank, the dealer more."""
    t.due = {}
    for seat in range(t.seats):
        pay(t, seat, None, dealer if seat == t.dealer else each)


def win_bank(
    t: Table,
    rewards: Sequence[Reward],
    points: Mapping[Seat, int],
    tricks: Mapping[Seat, int],
    said: Mapping[str, Seat],
) -> None:
    """Who wins the bank, who pays the premium, and what became of the announcements."""
    order = t.round_from(t.after(t.dealer))
    best = min(order, key=lambda seat: (points[seat], tricks[seat], order.index(seat)))
    fewest = min(order, key=lambda seat: (tricks[seat], points[seat], order.index(seat)))
    player = said.get("espanjolete")
    won_all = said.get("reversis")
    if won_all is not None and tricks[won_all] == TRICKS:
        for to, payer, amount, _ in rewards if t.rules["separate_pile"] == "gross" else net(rewards):
            if to != won_all and payer != to:
                pay(t, to, won_all, amount)
        if player not in (None, won_all):
            pay(t, player, won_all, 2)
        best = won_all
    else:
        aim = best if t.rules["espanjolete_aim"] == "fewest_points" else fewest
        if player is not None and player != aim and won_all != player:
            failed(t, player, rewards)
        pay_premium(t, best, points, tricks)
    pay(t, None, best, t.pot)


def net(rewards: Sequence[Reward]) -> list[Reward]:
    """Each pile less what its owner paid to others in the deal, as a house rule."""
    piles: dict[Seat, int] = {}
    for to, payer, amount, _ in rewards:
        piles[to] = piles.get(to, 0) + amount
        if payer is not None:
            piles[payer] = piles.get(payer, 0) - amount
    return [(seat, None, amount, False) for seat, amount in piles.items() if amount > 0]


def failed(t: Table, player: Seat, rewards: Sequence[Reward]) -> None:
    """Espanjolete failed: rewards go back twofold, and the bank is doubled."""
    pay(t, player, None, t.pot)
    for to, payer, amount, ace in rewards:
        if to == player and (ace or t.rules["espanjolete_return"] == "all_rewards"):
            pay(t, player, payer, 2 * amount)


def pay_premium(t: Table, best: Seat, points: Mapping[Seat, int], tricks: Mapping[Seat, int]) -> None:
    """Who has most points pays the winner 4; as house rules more for the points laid off, or tied players share."""
    order = t.round_from(t.after(t.dealer))
    amount = PREMIUM + (worth(t.known("aside")) if t.rules["discard_points"] == "pool" else 0)
    most = [seat for seat in order if points[seat] == max(points.values())]
    if t.rules["most_points_tie"] == "split" and len(most) > 1:
        for seat in most:
            pay(t, seat, best, amount // 2)
        return
    pay(t, max(most, key=lambda seat: (tricks[seat], order.index(seat))), best, amount)
