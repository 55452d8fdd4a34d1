"""Counts the ways to play tiny positions of the games in which cards are got rid of, by the rules pages alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

from tests.companion.second.plain_tricks import Hands, Position, without

Cards = tuple[str, ...]
Sizes = tuple[int, ...]


def given(hands: Hands, seat: int, cards: Sequence[str]) -> Hands:
    """The hands after cards have come to one."""
    return (*hands[:seat], (*hands[seat], *cards), *hands[seat + 1 :])


class Shedding:
    """Hands, a stock, and turns to the right."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.at = Position(data)
        self.pile: Cards = tuple(self.at.start.get("pile", ()))

    def next_in(self, hands: Hands, seat: int) -> int:
        """This seat or the next one that has cards."""
        return next((seat + i) % self.at.n for i in range(self.at.n) if hands[(seat + i) % self.at.n])


class Cuhna(Shedding):
    """Part two: the next higher rank, or take the top card. An ace clears the pile, and its player leads."""

    def count(self) -> int:
        """The number of ways."""
        return self.turn(self.at.hands, self.pile[-1] if self.pile else "", self.at.first, ())

    def turn(self, hands: Hands, top: str, seat: int, quiet: tuple[Sizes, ...]) -> int:
        """The ways from here; ``quiet``: the sizes of the hands before each of the last leads and takes in a row."""
        sizes, ranks = tuple(map(len, hands)), "23456789TJQKA"
        rounds = 4 * sum(map(bool, hands))
        if rounds == 4 or (len(quiet) >= rounds and all(a >= b for a, b in zip(sizes, quiet[-rounds], strict=True))):
            return 1
        after, total = seat + 1, 0
        fitting = [card for card in hands[seat] if not top or ranks.index(card[0]) == ranks.index(top[0]) + 1]
        for card in fitting:
            left = without(hands, seat, card)
            again = card[0] == "A" and not self.at.rule("ace_part_two", "right_leads")
            dull = not top and card[0] != "A" and bool(left[seat])
            turn = self.next_in(left, seat if again else after) if any(left) else seat
            total += self.turn(left, "" if card[0] == "A" else card, turn, (*quiet, sizes) if dull else ())
        if top and (not fitting or self.at.rule("part_two_duty", "free")):
            total += self.turn(given(hands, seat, [top]), "", self.next_in(hands, after), (*quiet, sizes))
        return total


class VelikaBudala(Shedding):
    """Beat the top card, or take it; who has played draws. The last one who holds cards is the fool."""

    def count(self) -> int:
        """The number of ways."""
        held = sum(map(bool, self.at.hands))
        return self.turn(self.at.hands, self.at.stock, self.pile, self.at.first, len(self.pile), held, not self.pile)

    def beats(self, card: str, top: str) -> bool:
        """Higher in its suit; small trump over plain, great trump over both."""
        if card[1] == top[1]:
            return "6789TJQKA".index(card[0]) > "6789TJQKA".index(top[0])
        small = {"S": "C", "C": "S", "H": "D", "D": "H"}[self.at.trump]
        power = {self.at.trump: 2, small: 1}
        return power.get(card[1], 0) > power.get(top[1], 0)

    def turn(self, hands: Hands, stock: Cards, pile: Cards, seat: int, played: int, full: int, leads: bool) -> int:
        """The ways from here; ``full``: how many cards make this ruka complete."""
        held = sum(map(bool, hands))
        if not stock and held < 2:
            return 1
        if leads:
            pile, played, full = (), 0, held + self.at.rule("complete_ruka", "leader_again")
        total = 0
        for card in hands[seat]:
            if pile and not self.beats(card, pile[-1]):
                continue
            left = given(without(hands, seat, card), seat, stock[:1])
            done = played + 1 >= full
            turn = self.next_in(left, seat if done else seat + 1) if any(left) else seat
            total += self.turn(left, stock[1:], (*pile, card), turn, played + 1, full, done)
        if pile:
            taken = pile if self.at.rule("take", "pile") else pile[-1:]
            total += self.turn(given(hands, seat, taken), stock, (), self.next_in(hands, seat + 1), 0, 0, True)
        return total


class Ziletka(Shedding):
    """Attack with one or two cards; beaten off or taken; six cards put one out, a Zbor may be shown at any moment."""

    def count(self) -> int:
        """The number of ways."""
        self.end = self.at.start.get("stock_end", [])
        stock = (*self.at.stock, *self.end)
        return self.attack(self.at.hands, stock, (), self.at.first, (self.at.first + 1) % self.at.n, ())

    def zbors(self, hands: Hands, out: Sizes) -> int:
        """How many may show one now: each ends the deal."""
        three = [hand for seat, hand in enumerate(hands) if seat not in out and len(hand) == 3]
        return sum(len({card[0] for card in hand}) == 1 or len({card[1] for card in hand}) == 1 for hand in three)

    def beats(self, card: str, attack: str) -> bool:
        """A higher rank of any suit, or a trump; a trump only by a higher trump."""
        higher = "6789TJQKA".index(card[0]) > "6789TJQKA".index(attack[0])
        if attack[1] == self.at.trump:
            return card[1] == self.at.trump and higher
        if self.at.rule("cross_suit", "same"):
            higher = higher and card[1] == attack[1]
        return higher or card[1] == self.at.trump

    def draws(self, hands: Hands, stock: Cards, out: Sizes, *seats: int) -> tuple[int, Hands, Cards]:
        """These draw up to three: before each draw a Zbor may be shown. Those ends, then the hands and the stock."""
        ends = 0
        for seat in seats:
            number = min(3 - len(hands[seat]), len(stock))
            if number > 0 and seat not in out:
                ends += self.zbors(hands, out)
                hands, stock = given(hands, seat, stock[:number]), stock[number:]
        return ends, hands, stock

    def next_one(self, seat: int, out: Sizes) -> int:
        """The next player still in, to the right."""
        return next(one % self.at.n for one in range(seat + 1, seat + 1 + self.at.n) if one % self.at.n not in out)

    def attack(self, hands: Hands, stock: Cards, out: Sizes, attacker: int, target: int, been: tuple[Any, ...]) -> int:
        """The ways from here; ``been``: the situations since something was drawn or beaten off."""
        able = [one % self.at.n for one in range(attacker, attacker + self.at.n)]
        able = [one for one in able if one not in out and hands[one]]
        if not able:
            return 1
        if able[0] != attacker:
            attacker, target = able[0], self.next_one(able[0], out)
        now = (attacker, target, tuple(map(frozenset, hands)))
        if now in been:
            return 1
        total = self.zbors(hands, out)
        for cards in [*combinations(hands[attacker], 1), *combinations(hands[attacker], 2)]:
            if len(cards) == 1 or cards[0][0] == cards[1][0] or cards[0][1] == cards[1][1]:
                left = without(hands, attacker, *cards)
                total += self.zbors(left, out)
                total += self.defend(left, stock, out, attacker, target, (*been, now), cards)
        return total

    def defend(
        self, hands: Hands, stock: Cards, out: Sizes, attacker: int, target: int, been: tuple[Any, ...], attack: Cards
    ) -> int:
        """Who can beat every card must; else he takes them, and the next is attacked."""
        total = 0
        for cards in combinations(hands[target], len(attack)):
            if any(all(map(self.beats, way, attack)) for way in permutations(cards)):
                ends, left, rest = self.draws(without(hands, target, *cards), stock, out, target, attacker)
                total += ends + self.attack(left, rest, out, target, self.next_one(target, out), ())
        if total and not self.at.rule("must_beat", "may_take"):
            return total
        held = given(hands, target, attack)
        gone = (*out, target) if len(held[target]) >= 6 else out
        if len(gone) == self.at.n - 1:
            return total + 1
        ends, left, rest = self.draws(held, stock, gone, attacker)
        been = () if gone != out or rest != stock else been
        after = self.next_one(target, (*gone, attacker))
        return total + ends + self.attack(left, rest, gone, attacker, after, been)


class TrojkeDvojke(Shedding):
    """Same suit or rank, aces and jokers on anything; 2, 3 and joker make the next draw, a seven goes on."""

    def count(self) -> int:
        """The number of ways (with the house rule that an empty stock ends the deal)."""
        assert self.at.rule("stock_empty", "deal_ends")
        suit = self.at.trump or self.pile[-1][1]
        return self.turn(self.at.hands, suit, "" if self.at.trump else self.pile[-1][0], self.at.stock, self.at.first)

    def fits(self, card: str, suit: str, rank: str) -> bool:
        """Whether a card may be put."""
        return card[0] in ("X", "A", rank) or card[1:] == suit

    def turn(self, hands: Hands, suit: str, rank: str, stock: Cards, seat: int, owed: str = "") -> int:
        """The ways from here; ``owed``: the 2, 3 or joker before, for which cards are drawn."""
        number, after = {"": 0, "2": 2, "3": 3, "X": 3}[owed], (seat + 1) % self.at.n
        if number > len(stock):
            return 1
        hands, stock = given(hands, seat, stock[:number]), stock[number:]
        if owed == "X":
            return self.turn(hands, suit, rank, stock, after)
        fitting = sorted({card for card in hands[seat] if self.fits(card, suit, rank)})
        total = sum(self.put(hands, card, suit, stock, seat) for card in fitting)
        if owed:
            return total + self.turn(hands, suit, rank, stock, after)
        if not stock:
            return total + 1
        new, left = given(hands, seat, stock[:1]), stock[1:]
        plays = not fitting and self.fits(stock[0], suit, rank)
        if plays:
            total += self.put(new, stock[0], suit, left, seat)
        if not plays or self.at.rule("drawn_card", "may_keep"):
            total += self.turn(new, suit, rank, left, after)
        return total

    def put(self, hands: Hands, card: str, suit: str, stock: Cards, seat: int) -> int:
        """A card is put, and does what it does."""
        left, after = without(hands, seat, card), (seat + 1) % self.at.n
        if card[0] == "7":
            return self.seven(left, card[1], stock, seat)
        if not left[seat]:
            return 1
        if card[0] == "A":
            return sum(self.turn(left, named, "", stock, after) for named in "SHDC")
        if card == "X":
            return self.turn(left, suit, "", stock, after, "X")
        return self.turn(left, card[1], card[0], stock, after, card[0] if card[0] in "23" else "")

    def seven(self, hands: Hands, suit: str, stock: Cards, seat: int) -> int:
        """Another seven, its suit, an ace or a joker; who has none draws one and puts it if it fits."""
        fitting = sorted({card for card in hands[seat] if self.fits(card, suit, "7")})
        if fitting:
            return sum(self.put(hands, card, suit, stock, seat) for card in fitting)
        if not stock:
            return 1
        hands = given(hands, seat, stock[:1])
        if self.fits(stock[0], suit, "7"):
            return self.put(hands, stock[0], suit, stock[1:], seat)
        return self.turn(hands, suit, "7", stock[1:], (seat + 1) % self.at.n)
