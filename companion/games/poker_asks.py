"""What Póker asks of a player: to bet or pass, to call, raise or fold, to exchange cards, to show what he folded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import Cards
from companion.referee import Doubtful, Illegal
from companion.rules.bids import Bid
from companion.rules.drawing import Draw, LayOff
from companion.rules.plays import in_hand
from companion.rules.poker_hands import Ranking, worth
from companion.rules.requests import Act, Request
from companion.rules.spoken import chosen
from companion.rules.turning import Show
from companion.table.table import Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text

BY_TOUCH = 100
"""how many steps of a bet the buttons offer"""


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/poker")


ANSWERS = {"call": words("puts in what the bet asks for"), "fold": words("throws the cards in")}
BETS = {"bet": words("the first bet of a round"), "raise": words("calls and puts in so many more")}


@dataclass(frozen=True)
class Said:
    """What a seat has said: pass, bet, raise, call or fold; ``forced``: it must fold for a fault."""

    seat: Seat
    what: str
    amount: int = 0


def ranking(rules: Mapping[str, str]) -> Ranking:
    """How this table ranks hands."""
    return Ranking(
        four_flush=rules["flush"] == "four", wheel=rules["wheel"] == "on", pair_sum=rules["pair_rest"] == "sum",
        high_card_only=rules["high_card_tie"] == "share",
    )  # fmt: skip


def is_combination(cards: Cards, rules: Mapping[str, str]) -> bool:
    """Whether five cards are a pair or better."""
    return worth(list(cards.elements()), ranking(rules)).combination != "high_card"


class Punished:
    """Who speaks or acts against the rules folds, where the table plays it."""

    def punished(self, t: Table, act: Act, seat: Seat) -> Any | None:
        """A forced fold of who is still in."""
        folds = t.rules["illegal_action"] == "forced_fold" and act.do in ("bid", "pass", "choose", "discard")
        return Said(seat, "forced") if folds and seat not in t.passed else None


@dataclass(frozen=True)
class Stake(Punished, Bid):
    """Put units in that others must match: at least ``low``, at most ``high``."""

    word: ClassVar = ""

    def apply(self, t: Table, act: Act, force: bool = False) -> Any:
        name = t.names[self.seat]
        if act.do == "pass":
            return Said(self.seat, "pass")
        if act.word not in ("", self.word):
            raise Illegal("wrong_word", self.other_word(t))
        if act.cards or act.count:
            raise Illegal("not_money", words("{name} bets units, not cards", name=name), act.cards)
        if act.amount is None:
            raise Doubtful("no_amount", words("How much does {name} put in?", name=name))
        if self.low > self.high:
            raise Illegal("overspent", words("{name} has no money to bet with", name=name))
        if not self.low <= act.amount <= self.high:
            values = {"name": name, "amount": act.amount, "low": self.low, "high": self.high}
            if act.amount < self.low:
                raise Illegal("bet_too_low", words("{name} put in {amount}: it is at least {low}", **values))
            raise Illegal("overspent", words("{name} put in {amount}: it is at most {high}", **values))
        return Said(self.seat, self.word, act.amount)

    def other_word(self, t: Table) -> Text:
        """Why it is not the word that was said."""
        raise NotImplementedError

    def steps(self, t: Table) -> list[int]:
        return list(range(self.low, min(self.high, self.low + BY_TOUCH) + 1))

    def some(self, dice: Dice) -> Act:
        """A small amount at random."""
        return Act("bid", self.seat, amount=min(self.high, self.low + dice.randint(0, 4)))

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("bid", self.seat, amount=dice.choice((0, self.low - 1, self.high + 1)))


@dataclass(frozen=True)
class Open(Stake):
    """Nobody has bet in this round: bet or pass. ``opening``: it would be the first bet of the deal."""

    opening: bool = False
    word: ClassVar = "bet"
    verbs: ClassVar = ("bid", "pass")

    def needs(self, t: Table) -> bool:
        """Whether this bet says that a combination is held."""
        return self.opening and t.rules["openers"] != "none"

    def other_word(self, t: Table) -> Text:
        return words("nobody has bet yet: {name} bets or passes", name=t.names[self.seat])

    def describe(self, t: Table) -> Text:
        if self.low > self.high:
            return words("{name} has no money to bet with and passes", name=t.names[self.seat])
        if self.needs(t):
            return words("{name} bets (with a pair or better) or passes", name=t.names[self.seat])
        return words("{name} bets or passes", name=t.names[self.seat])

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return act.do == "bid" and self.needs(t) and not is_combination(held, t.rules)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        may = not self.needs(t) or is_combination(truth.hand(t, self.seat), t.rules)
        if not may or self.low > self.high or dice.random() < 0.3:
            return Act("pass", self.seat)
        return self.some(dice)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        if self.low <= self.high and self.needs(t) and not is_combination(truth.hand(t, self.seat), t.rules):
            return self.some(dice)
        return super().breach(t, truth, dice)


@dataclass(frozen=True)
class Raise(Stake):
    """A bet stands: call it and add some more."""

    word: ClassVar = "raise"
    verbs: ClassVar = ("bid",)

    def other_word(self, t: Table) -> Text:
        return words("a bet stands: {name} calls, raises or folds", name=t.names[self.seat])

    def describe(self, t: Table) -> Text:
        return words("{name} may raise", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        return self.some(dice) if dice.random() < 0.35 else None


@dataclass(frozen=True)
class Answer(Punished, Request[Said]):
    """A bet stands: call it with ``due`` units, or fold. ``money``: what he has, None where it is not counted."""

    due: int = 0
    money: int | None = None
    all_in: bool = False
    """who has less calls with all he has"""
    verbs: ClassVar = ("choose",)

    @property
    def options(self) -> list[str]:
        """What may be said."""
        return [word for word in ANSWERS if word == "fold" or not self.short]

    @property
    def short(self) -> bool:
        """Whether he cannot pay and must fold."""
        return self.money is not None and self.money < self.due and not self.all_in

    def apply(self, t: Table, act: Act, force: bool = False) -> Said:
        name = t.names[self.seat]
        word = chosen(t, act, ANSWERS)
        if word == "fold":
            self.throw_in(t, act)
            return Said(self.seat, "fold")
        if self.short:
            said = words("{name} has only {money} and cannot call {due}: he folds",
                         name=name, money=self.money, due=self.due)  # fmt: skip
            raise Illegal("cannot_call", said)
        due = self.due if self.money is None else min(self.due, self.money)
        if act.amount not in (None, due):
            said = words("{name} put in {amount}, but the call is {due}", name=name, amount=act.amount, due=due)
            raise Illegal("wrong_call", said)
        return Said(self.seat, "call", due)

    def throw_in(self, t: Table, act: Act) -> None:
        """The cards may be named at once; all of them then."""
        if not act.cards:
            return
        if len(act.cards) != t.size(hand(self.seat)):
            said = words("{name} throws in all the cards, not {n}", name=t.names[self.seat], n=len(act.cards))
            raise Illegal("wrong_number", said)
        t.reveal(hand(self.seat), in_hand(t, self.seat, act))

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"options": self.options, "due": self.due}

    def describe(self, t: Table) -> Text:
        name = t.names[self.seat]
        if self.short:
            return words("{name} cannot pay {due} and folds", name=name, due=self.due)
        return words("{name} calls with {due} or folds", name=name, due=self.due)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        if not self.short and dice.random() < 0.65:
            return Act("choose", self.seat, word="call")
        named = dice.random() < 0.5 and t.rules["folded_cards"] == "face_up"
        return Act("choose", self.seat, tuple(truth.hand(t, self.seat).elements()) if named else (), word="fold")

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        if dice.random() < 0.5:
            return Act("pass", self.seat)
        return Act("choose", self.seat, amount=max(0, self.due - 1) if dice.random() < 0.5 else self.due + 1,
                   word="call")  # fmt: skip


@dataclass(frozen=True)
class Exchange(Punished, Request[int]):
    """Lay up to ``most`` cards of the hand face down; a pass keeps them all. The answer is how many."""

    most: int = 5
    verbs: ClassVar = ("discard", "pass")

    def apply(self, t: Table, act: Act, force: bool = False) -> int:
        number = 0 if act.do == "pass" else len(act.cards) + act.count
        if number > self.most:
            values = {"name": t.names[self.seat], "most": self.most, "n": number}
            raise Illegal("discard_number", words("{name} lays off at most {most} cards, not {n}", **values))
        if number:
            LayOff(self.seat, number).apply(t, act, force)
        return number

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"most": self.most}

    def describe(self, t: Table) -> Text:
        return words("{name} lays off up to {most} cards, or keeps them all", name=t.names[self.seat], most=self.most)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        number = dice.randint(0, self.most)
        return Act("discard", self.seat, count=number) if number else Act("pass", self.seat)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("discard", self.seat, count=6)


@dataclass(frozen=True)
class Drawn(Draw):
    """Take as many cards as were laid off."""

    def describe(self, t: Table) -> Text:
        return words("{name} takes {n} for the cards laid off", name=t.names[self.seat], n=self.number)


@dataclass(frozen=True)
class ShowFolded(Show):
    """The cards that were thrown in lie face up: they may be named while the deal goes on."""

    optional: ClassVar = True
    sight: ClassVar = ""

    def describe(self, t: Table) -> Text:
        return words("the cards that {name} has folded lie open", name=t.names[self.seat])
