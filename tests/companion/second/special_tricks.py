"""Counts the ways to play tiny positions of the trick games with duties, calls and leads of several cards.

By the words of the rules pages alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from tests.companion.second.plain_tricks import Hands, Laid, Position, Tricks, suited, without

# Lu -----------------------------------------------------------------------------------------------------------------


class Lu(Tricks):
    """Who is void must trump. For the bank the first of them turns trumps up; else all say first who plays."""

    def count(self) -> int:
        if "to_act" in self.at.start:
            return self.lead(self.at.hands, self.at.trump, tuple(range(self.at.n)), self.at.first)
        return self.say((), self.at.first)

    def say(self, players: tuple[int, ...], seat: int) -> int:
        """In or out, the dealer last: against one player he must play, for himself or for the honour of the bank."""
        if seat != self.at.dealer:
            after = (seat + 1) % self.at.n
            return self.say((*players, seat), after) + self.say(players, after)
        if not players:
            return 1
        playing = self.lead(self.at.hands, self.at.trump, (*players, seat), players[0])
        if len(players) == 1:
            return 2 * playing
        return playing + self.lead(self.at.hands, self.at.trump, players, players[0])

    def lead(self, hands: Hands, trump: str, players: tuple[int, ...], leader: int) -> int:
        """A trick, if cards are left."""
        at = players.index(leader)
        return self.trick(hands, trump, (*players[at:], *players[:at]), ()) if hands[leader] else 1

    def trick(self, hands: Hands, trump: str, players: tuple[int, ...], laid: Laid) -> int:
        """The ways from here; ``players`` in the order of this trick."""
        if len(laid) == len(players):
            return self.lead(hands, trump, players, self.best(laid, trump, laid[0][1][1]))
        seat = players[len(laid)]
        may: Sequence[str] = hands[seat]
        if laid and suited(may, laid[0][1][1]):
            may = suited(may, laid[0][1][1])
        elif laid:
            turned = not trump
            trump = trump or self.at.stock[0][1]
            if not turned or not self.at.rule("turner_trumps", "may"):
                may = suited(may, trump) or may
        return sum(self.trick(without(hands, seat, card), trump, players, (*laid, (seat, card))) for card in may)


# Rikken -------------------------------------------------------------------------------------------------------------


class Rikken(Tricks):
    """The called ace falls when its suit is first led; a blind caller may once lead a card face down (a dash)."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.called = self.at.start.get("called", "")
        self.bidder = self.at.names.index(next(iter(self.at.start["bids"])))

    def count(self) -> int:
        return self.walk(self.at.hands, self.at.first, (), bool(self.called), bool(self.at.start.get("blind")))

    def walk(self, hands: Hands, leader: int, laid: Laid, owed: bool, blind: bool) -> int:
        """``owed``: its suit has not been led and it has not been seen; ``blind``: a card may still be led so."""
        if len(laid) == 4:
            led = self.called[1] if laid[0][1][0] == "-" else laid[0][1][1]
            cards = tuple((seat, card.removeprefix("-")) for seat, card in laid)
            owed = owed and led != self.called[1] and self.called not in dict(cards).values()
            return self.walk(hands, self.best(cards, self.at.trump, led), (), owed, blind and laid[0][1][0] != "-")
        seat = (leader + len(laid)) % 4
        if not hands[seat]:
            return 1
        unseen = any(self.called in hand for hand in hands)
        total = 0
        for card in self.choices(hands[seat], laid, owed, blind and unseen and seat == self.bidder):
            total += self.walk(without(hands, seat, card), leader, (*laid, (seat, card)), owed, blind)
        return total

    def choices(self, hand: Sequence[str], laid: Laid, owed: bool, blind: bool) -> Sequence[str]:
        """What may be played: face up by the duties, face down anything."""
        mine = owed and self.called in hand
        if not laid:
            up = [card for card in hand if not mine or card[1] != self.called[1] or card == self.called]
            return [*up, *("-" + card for card in hand)] if blind else up
        led = self.called[1] if laid[0][1][0] == "-" else laid[0][1][1]
        if mine and led == self.called[1]:
            return [self.called]
        return suited(hand, led) or hand


# Leads of several cards ---------------------------------------------------------------------------------------------


class Levels:
    """The effective suits and heights of Dja-Bai-Fem and Žiao-Pengju, and how a trick of several cards is played."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.at = Position(data)
        leader = self.at.start["leader"]
        self.level = " 123456789TJQKA"[self.at.start.get("scores", {}).get(leader, 2)]
        self.declarers = self.at.seat("leader") % 2

    def suit(self, card: str) -> str:
        """The effective suit; the trump group is one."""
        return "trumps" if card[0] in (self.level, "X") or card[1] == self.at.trump else card[1]

    def height(self, card: str) -> int:
        """Inside its effective suit."""
        if card[0] == "X":
            return 18 if card == "XB" else 17
        if card[0] == self.level:
            return 16 if card[1] == self.at.trump else 15
        return "23456789TJQKA".index(card[0])

    def highest(self, hands: Hands, seat: int, cards: Sequence[str]) -> bool:
        """Whether no other hand has a higher card than the lowest of these in their suit."""
        others = [card for other, hand in enumerate(hands) for card in hand if other != seat]
        low = min(map(self.height, cards))
        return all(self.suit(card) != self.suit(cards[0]) or self.height(card) <= low for card in others)

    def leads(self, hands: Hands, seat: int) -> Iterator[tuple[str, ...]]:
        """What may be led."""
        raise NotImplementedError

    def duty(self, hand: Sequence[str], led: Sequence[str], cards: Sequence[str]) -> bool:
        """Whether these may be played to what was led: of the suit as many as one has."""
        mine = [card for card in hand if self.suit(card) == self.suit(led[0])]
        return sum(card in mine for card in cards) == min(len(mine), len(led))

    def winner(self, laid: Sequence[tuple[str, ...]]) -> int:
        """Whose cards win, by their place in the trick."""
        raise NotImplementedError

    def count(self) -> int:
        """The number of ways, from a lead that is told if there is one."""
        first = self.at.first
        for led in [tuple(one["cards"]) for one in self.at.data.get("told", ()) if one["do"] == "play"]:
            return self.trick(without(self.at.hands, first, *led), first, (led,))
        return self.lead(self.at.hands, first)

    def lead(self, hands: Hands, seat: int) -> int:
        """A trick, if cards are left."""
        if not hands[seat]:
            return 1
        return sum(self.trick(without(hands, seat, *cards), seat, (cards,)) for cards in self.leads(hands, seat))

    def trick(self, hands: Hands, leader: int, laid: tuple[tuple[str, ...], ...]) -> int:
        """The ways from here, a trick having begun."""
        if len(laid) == self.at.n:
            return self.lead(hands, (leader + self.winner(laid)) % self.at.n)
        seat = (leader + len(laid)) % self.at.n
        choices = set(combinations(sorted(hands[seat]), len(laid[0])))
        good = [cards for cards in choices if self.duty(hands[seat], laid[0], cards)]
        return sum(self.trick(without(hands, seat, *cards), leader, (*laid, cards)) for cards in good)


class DjaBaiFem(Levels):
    """The Declarers may lead two or three cards of a suit that are the highest outstanding."""

    def leads(self, hands: Hands, seat: int) -> Iterator[tuple[str, ...]]:
        yield from ((card,) for card in hands[seat])
        for number in (2, 3) if seat % 2 == self.declarers or self.at.rule("multi_by", "anyone") else ():
            for cards in combinations(hands[seat], number):
                if len(set(map(self.suit, cards))) == 1 and self.highest(hands, seat, cards):
                    yield cards

    def winner(self, laid: Sequence[tuple[str, ...]]) -> int:
        led = self.suit(laid[0][0])
        if len(laid[0]) == 1:
            best = next(one for one in ("trumps", led) if any(self.suit(cards[0]) == one for cards in laid))
            there = [(self.height(cards[0]), -at) for at, cards in enumerate(laid) if self.suit(cards[0]) == best]
            return -max(there)[1]
        ruffs = [at for at, cards in enumerate(laid) if all(self.suit(card) == "trumps" for card in cards)]
        if led == "trumps" or not ruffs:
            return 0
        return max(ruffs, key=lambda at: (max(map(self.height, laid[at])), -at))


class ZiaoPengju(Levels):
    """Groups of equal cards, two adjacent groups, top cards, top pairs."""

    def groups(self, cards: Sequence[str], size: int) -> int:
        """How many groups of so many equal cards."""
        return sum(copies // size for copies in Counter(cards).values())

    def kind(self, cards: Sequence[str]) -> tuple[str, int]:
        """Group, sequence or tops, with the size of its groups; empty if these do not go together."""
        sizes, faces = set(Counter(cards).values()), set(cards)
        if len(sizes) > 1 or len(set(map(self.suit, cards))) > 1:
            return "", 0
        size = sizes.pop()
        if len(faces) == 1:
            return "group", size
        low, *more, high = sorted(faces, key=self.height)
        ranks = "23456789TJQKA".replace(self.level, "")
        plain = len({card[1:] for card in faces}) == 1 and all(card[0] in ranks for card in faces)
        if size in (2, 3) and not more and plain and ranks.index(high[0]) - ranks.index(low[0]) == 1:
            return "sequence", size
        return ("tops", size) if size < 3 else ("", 0)

    def leads(self, hands: Hands, seat: int) -> Iterator[tuple[str, ...]]:
        hand = sorted(hands[seat])
        for cards in {cards for number in range(1, len(hand) + 1) for cards in combinations(hand, number)}:
            kind = self.kind(cards)[0]
            if kind in ("group", "sequence") or (kind == "tops" and self.highest(hands, seat, cards)):
                yield cards

    def duty(self, hand: Sequence[str], led: Sequence[str], cards: Sequence[str]) -> bool:
        kind, size = self.kind(led)
        suit = self.suit(led[0])
        mine = [card for card in hand if self.suit(card) == suit]
        given = [card for card in cards if self.suit(card) == suit]
        if size > 1 and not (kind == "tops" and len(mine) < len(led)):
            owed = min(self.groups(mine, size), len(led) // size)
            if self.groups(given, size) < owed:
                return False
        return super().duty(hand, led, cards)

    def winner(self, laid: Sequence[tuple[str, ...]]) -> int:
        led, kind = self.suit(laid[0][0]), self.kind(laid[0])
        tops, size = kind[0] == "tops", kind[1]
        if tops and led == "trumps":
            return 0
        wins = {0: (0, 0)}
        for at, cards in enumerate(laid):
            suits = set(map(self.suit, cards))
            if suits == {"trumps"} and (
                all(copies % size == 0 for copies in Counter(cards).values()) if tops else self.kind(cards) == kind
            ):
                wins[at] = (2, max(map(self.height, cards)))
            elif suits == {led} and not tops and self.kind(cards) == kind:
                wins[at] = (1, max(map(self.height, cards)))
        return max(wins, key=lambda at: (*wins[at], -at))
