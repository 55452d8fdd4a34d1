"""Counts the ways to play tiny positions of the trick games to their end, by the words of the rules pages alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Laid = tuple[tuple[int, str], ...]
"""seat and card, in the order played"""
Hands = tuple[tuple[str, ...], ...]


@dataclass
class Position:
    """A position as the file has it: players are seats, cards are codes (rank, then suit)."""

    data: dict[str, Any]

    def __post_init__(self) -> None:
        header = self.data["header"]
        self.start, self.names, self.rules = header["start"], header["players"], header.get("rules", {})
        self.n = len(self.names)
        self.dealer = self.names.index(header.get("dealer", self.names[0]))
        hidden = self.data.get("hidden", {})
        given = [self.start["hands"].get(name, hidden.get(f"hand {seat}")) for seat, name in enumerate(self.names)]
        self.hands: Hands = tuple(tuple(cards) for cards in given)
        self.first = self.seat("to_act", (self.dealer + 1) % self.n)
        self.trump = self.start.get("trump", "")
        self.stock = tuple(hidden.get("stock", ()))

    def seat(self, key: str, default: int = 0) -> int:
        """A player that the position names."""
        return self.names.index(self.start[key]) if key in self.start else default

    def rule(self, name: str, value: str) -> bool:
        """Whether a house rule is played."""
        return bool(self.rules.get(name) == value)


def suited(cards: Sequence[str], suit: str) -> list[str]:
    """Those of a suit."""
    return [card for card in cards if card[1:] == suit]


def without(hands: Hands, seat: int, *cards: str) -> Hands:
    """The hands after cards have gone from one."""
    left = list(hands[seat])
    for card in cards:
        left.remove(card.removeprefix("-"))
    return (*hands[:seat], tuple(left), *hands[seat + 1 :])


class Tricks:
    """One card each, follow suit if able, the highest card of the suit led wins and leads; all cards are played."""

    order = "23456789TJQKA"

    def __init__(self, data: dict[str, Any]) -> None:
        self.at = Position(data)

    def count(self) -> int:
        """The number of ways."""
        return self.play(self.at.hands, self.at.first)

    def may(self, seat: int, hand: Sequence[str], laid: Laid) -> Sequence[str]:
        """Which cards may be played."""
        return (suited(hand, laid[0][1][1:]) if laid else ()) or hand

    def best(self, laid: Laid, *suits: str) -> int:
        """Who has the highest card of the first of these suits that lies there."""
        suit = next(one for one in suits if suited([card for _, card in laid], one))
        return max((self.order.index(card[0]), seat) for seat, card in laid if card[1:] == suit)[1]

    def winner(self, laid: Laid) -> int:
        """Who leads next."""
        return self.best(laid, self.at.trump, laid[0][1][1:])

    def over(self, winners: tuple[int, ...]) -> bool:
        """Whether the deal stops though cards are left."""
        return False

    def play(self, hands: Hands, leader: int, laid: Laid = (), winners: tuple[int, ...] = ()) -> int:
        """The ways from here."""
        if len(laid) == self.at.n:
            winners = (*winners, self.winner(laid))
            return 1 if self.over(winners) else self.play(hands, winners[-1], (), winners)
        seat = (leader + len(laid)) % self.at.n
        if not hands[seat]:
            return 1
        return sum(
            self.play(without(hands, seat, card), leader, (*laid, (seat, card)), winners)
            for card in self.may(seat, hands[seat], laid)
        )


class Kvinto(Tricks):
    """The joker is led last and thrown when void; the suit above the one led cuts."""

    order = "A23456789TJQK"

    def led(self, laid: Laid) -> str:
        """The suit to follow: after a joker the next card's."""
        return next((card[1] for _, card in laid if card != "X"), "")

    def may(self, seat: int, hand: Sequence[str], laid: Laid) -> Sequence[str]:
        if not laid:
            return [card for card in hand if card != "X"] or hand
        same = suited(hand, self.led(laid))
        joker = ["X"] if self.at.rule("joker_play", "any_time") and "X" in hand else []
        return same + joker if same else hand

    def winner(self, laid: Laid) -> int:
        higher = "SCDH"["SCDH".index(self.led(laid)) + 1 :]
        cutting = higher[::-1] if self.at.rule("cutting_suit", "any_higher") else higher[:1]
        return self.best(tuple(one for one in laid if one[1] != "X"), *cutting, self.led(laid))


class Reversis(Tricks):
    """The jack of hearts is the highest heart; the Espanjolete player is free in tricks 1 to 9."""

    def may(self, seat: int, hand: Sequence[str], laid: Laid) -> Sequence[str]:
        said = self.at.start.get("said", {}).get(self.at.names[seat])
        return hand if said == "espanjolete" and 12 - len(hand) <= 9 else super().may(seat, hand, laid)

    def winner(self, laid: Laid) -> int:
        jack = [seat for seat, card in laid if card == "JH"]
        if laid[0][1][1] == "H" and jack and not self.at.rule("heart_jack", "below_queen"):
            return jack[0]
        return super().winner(laid)


class Rok(Tricks):
    """It stops as soon as a side has seven tricks; for two each is a side."""

    def over(self, winners: tuple[int, ...]) -> bool:
        before = [seat for seat, name in enumerate(self.at.names) for _ in range(self.at.start["tricks"].get(name, 0))]
        sides = [seat % 2 for seat in (*before, *winners)]
        return 7 in (sides.count(0), sides.count(1))


class Tresento(Tricks):
    """Threes are highest; no trumps."""

    order = "4567JQKA23"


class TriSedmice(Tresento):
    """The same with hearts always trumps."""

    def winner(self, laid: Laid) -> int:
        return self.best(laid, "H", laid[0][1][1])


class Pinc(Tricks):
    """Of the two winners the one who played earlier leads; after a trick that nobody won the same player."""

    def winner(self, laid: Laid) -> int:
        owners = self.owners(laid)
        if not owners:
            return (laid[0][0] + self.at.rule("lead_after_nobody", "leaders_right")) % 3
        return next(seat for seat, _ in laid if seat in owners)

    def owners(self, laid: Laid) -> set[int]:
        """King and queen; else jack and the lower of the others; else nobody."""
        first = {rank: next((one for one in laid if one[1][0] == rank), None) for rank in "KQJA"}
        king, queen, jack = first["K"], first["Q"], first["J"]
        if king and queen:
            return {king[0], queen[0]}
        if not jack or first["A"]:
            return set()
        others = [one for one in laid if one is not jack]
        return {jack[0], min(others, key=lambda one: "6789JQKTA".index(one[1][0]))[0]}


class Trolistak(Tricks):
    """No suit is followed. A stronger card may lie face up; any may go face down (a dash before it) and has lost."""

    order = "89TJQKA"

    def strongest(self, laid: Laid) -> tuple[int, str]:
        """The last card laid face up."""
        return next(one for one in reversed(laid) if one[1][0] != "-")

    def may(self, seat: int, hand: Sequence[str], laid: Laid) -> Sequence[str]:
        if not laid:
            return hand
        up = [card for card in hand if self.stronger(card, self.strongest(laid)[1])]
        must = up and self.at.rule("face_down_strong_card", "must_beat")
        return up if must else [*up, *("-" + card for card in hand)]

    def stronger(self, card: str, top: str) -> bool:
        """Higher rank, or equal rank and trump."""
        more = self.order.index(card[0]) - self.order.index(top[0])
        return more > 0 or (more == 0 and card[1] == self.at.trump != top[1])

    def winner(self, laid: Laid) -> int:
        return self.strongest(laid)[0]
