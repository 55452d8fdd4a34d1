"""Playing cards of a hand: the request, the duty to follow suit, and what a play claims.

Duties are data (``companion.table.claims``), so that legal cards, claims and proofs come from one source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from companion.cards import Card, Cards, Faces
from companion.referee import Doubtful, Illegal, Impossible
from companion.rules.requests import Act, Request
from companion.rules.turning import seen_otherwise
from companion.table import claims
from companion.table.claims import Duties, Duty
from companion.table.table import Laid, Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text, counted, text

SUIT_NAMES = {"S": text("spades"), "H": text("hearts"), "D": text("diamonds"), "C": text("clubs")}


@lru_cache(maxsize=256)
def of_suit(faces: frozenset[Card], suit: str) -> frozenset[Card]:
    """The faces of a suit."""
    return frozenset(card for card in faces if card.suit == suit)


@lru_cache(maxsize=256)
def follow(faces: frozenset[Card], suit: str, number: int = 1, exempt: frozenset[Card] = frozenset()) -> Duty:
    """The duty to follow suit, with as many cards as were led; ``exempt`` faces may be played all the same."""
    words = text("{suit} had to be followed", suit=SUIT_NAMES[suit])
    return Duty("follow_suit", of_suit(faces, suit), words, number, exempt=exempt)


@dataclass(frozen=True)
class Play(Request[Laid]):
    """Play ``number`` cards of the hand (or up to ``most``), face up, under these duties.

    ``lead``: to a new trick; the table may let it stand that a wrong player led. ``barred`` cards may not be played
    though they lie there and count if they are: by face the sentence that says why, and the rule it breaks.
    ``face_down``: cards may be laid face down (told as a count); a ``Turn`` turns them up later.
    """

    duties: Duties = ()
    number: int = 1
    most: int = 0
    lead: bool = False
    barred: Mapping[Card, tuple[str, Text]] = field(default_factory=dict)
    target: str = "trick"
    face_down: bool = False
    verbs: ClassVar = ("play",)
    early: ClassVar = True
    own: ClassVar = True
    sight: ClassVar = "trick"

    @property
    def anyones(self) -> bool:
        return self.lead

    def apply(self, t: Table, act: Act, force: bool = False) -> Laid:
        seat = self.seat if act.seat is None else act.seat
        name = t.names[seat]
        if not act.cards and not (self.face_down and act.count):
            raise Doubtful("no_cards", text("Which card does {name} play?", name=name))
        seen = len(act.cards) + act.count
        if not self.number <= seen <= max(self.number, self.most):
            words = counted(
                "{name} plays {n} card at a time, not {seen}", "{name} plays {n} cards at a time, not {seen}",
                self.number, name=name, seen=seen,
            )  # fmt: skip
            raise Illegal("wrong_number", words)
        if act.count and not self.face_down:
            raise Illegal("face_up", text("{name} must play face up", name=name))
        new = in_hand(t, seat, act)
        play, place = Counter(act.cards), hand(seat)
        known = t.known(place)
        self._judge(t, seat, play, known - play if known else known)
        t.uncover(place, new)
        if self.duties and t.unknown(place):
            claims.claim(t, seat, self.duties, play, self.what(t, seat, act.cards))
        t.move(place, self.target, act.cards, act.count)
        return Laid(seat, act.cards, t.event, act.count)

    def _judge(self, t: Table, seat: Seat, play: Cards, rest: Cards) -> None:
        """What is wrong with the play at once: it lies there and counts, but it is found."""
        for card in play:
            if card in self.barred:
                rule, words = self.barred[card]
                t.find(rule, seat, words, (card,))
        if rest and (wrong := claims.broken(self.duties, play, rest)) is not None:
            duty, proof = wrong
            what = text("{what}; {duty}", what=self.what(t, seat, tuple(play)), duty=duty.words)
            words = text("{what}; but {card} was in the hand", what=what, card=proof[0].pretty)
            t.find(duty.rule, seat, words, proof)

    def what(self, t: Table, seat: Seat, cards: Sequence[Card]) -> Text:
        """The play in words."""
        return text("{name} played {cards} in trick {n}", name=t.names[seat], cards=Faces(cards), n=t.trick_number)

    def faces(self, t: Table) -> Cards:
        return t.unseen() + t.known(hand(self.seat))

    def unlikely(self, t: Table, card: Card) -> bool:
        return card in self.barred or super().unlikely(t, card)

    def lays_backs(self) -> bool:
        return self.face_down

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": self.number} | ({"most": self.most} if self.most else {})

    def describe(self, t: Table) -> Text:
        if self.lead:
            return text("{name} leads", name=t.names[self.seat])
        return counted("{name} plays {n} card", "{name} plays {n} cards", self.number, name=t.names[self.seat])

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        play = Counter(act.cards)
        barred = any(card in self.barred for card in play)
        return barred or claims.broken(self.duties, play, held - play) is not None

    def legal(self, held: Cards) -> list[Card]:
        """The cards of a known hand that may be played, where one is played at a time."""
        free = [card for card in claims.legal_cards(self.duties, held) if card not in self.barred]
        return free or list(held)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        held = truth.hand(t, self.seat)
        if self.number > 1:
            return Act("play", self.seat, self.several(held, dice))
        return Act("play", self.seat, (dice.choice(sorted(self.legal(held))),))

    def several(self, held: Cards, dice: Dice) -> tuple[Card, ...]:
        """Several cards of a known hand that serve every duty as far as it can, the rest at random."""
        chosen: Cards = Counter()
        for duty in self.duties:
            while duty.served(chosen) < duty.number and self.number - chosen.total() >= duty.group:
                left = held - chosen
                groups = sorted(card for card in duty.kind if left[card] >= duty.group)
                if not groups:
                    break
                chosen[dice.choice(groups)] += duty.group
        others = sorted((held - chosen).elements())
        dice.shuffle(others)
        return (*sorted(chosen.elements()), *others[: self.number - chosen.total()])

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        """A card that should have stayed in the hand, or somebody plays before his turn."""
        held = truth.hand(t, self.seat)
        wrong = sorted(set(held) - set(self.legal(held)))
        if wrong and dice.random() < 0.8:
            return Act("play", self.seat, (dice.choice(wrong),))
        others = [seat for seat in range(t.seats) if seat != self.seat and truth.hand(t, seat)]
        if not others:
            return None
        other = dice.choice(others)
        return Act("play", other, (dice.choice(sorted(truth.hand(t, other))),))


def in_hand(t: Table, seat: Seat, act: Act) -> list[Card]:
    """Which of the named cards come to light by being played; raises Impossible if they cannot come from this hand."""
    place = hand(seat)
    known = t.known(place)
    new = list((Counter(act.cards) - known).elements() if known else act.cards)
    if act.revealed is not None and len(new) != act.revealed:
        raise seen_otherwise(t, len(new) < act.revealed, Counter(act.cards))
    if new and not t.size(place):
        raise Impossible("no_cards_left", text("{name} has no cards left", name=t.names[seat]), act.cards)
    t.check_new(place, new)
    if act.count:
        if act.count > t.size(place) - len(act.cards):
            raise Impossible("no_cards_left", text("{name} has no cards left", name=t.names[seat]), act.cards)
        if act.count > t.unknown(place) - len(new):
            t.forget(place)  # (a card that everybody knows may be among those that go away face down)
    return new


@dataclass(frozen=True)
class Rest(Request[Seat]):
    """ "The rest are mine": told by ``note`` ``rest_mine``, never waited for."""

    verbs: ClassVar = ("rest_mine",)
    silent: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> Seat:
        return self.seat

    def describe(self, t: Table) -> Text:
        return text("{name} claims the rest", name=t.names[self.seat])
