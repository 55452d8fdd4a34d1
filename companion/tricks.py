"""Trick-taking: who plays what, following suit, who wins, where the cards go, and what a play claims.

``play_trick`` runs one trick for a game whose rules it gets as functions; the cards won lie at ``taken(seat)``, each
player's apart. Duties are data (``companion.claims``), so that legal cards, claims and proofs come from one source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion import claims
from companion.cards import Card, Cards
from companion.claims import Duties, Duty
from companion.referee import Doubtful, Illegal, Impossible
from companion.requests import Act, AnyOf, Request, Show, seen_otherwise
from companion.table import Laid, Seat, Table, hand, taken
from companion.texts import Text, counted, text
from companion.truth import Dice, Truth

SUIT_NAMES = {"S": text("spades"), "H": text("hearts"), "D": text("diamonds"), "C": text("clubs")}


def of_suit(pack: Iterable[Card], suit: str) -> frozenset[Card]:
    """The faces of a suit."""
    return frozenset(card for card in pack if card.suit == suit)


def follow(pack: Iterable[Card], suit: str, number: int = 1, exempt: frozenset[Card] = frozenset()) -> Duty:
    """The duty to follow suit, with as many cards as were led; ``exempt`` faces may be played all the same."""
    words = text("{suit} had to be followed", suit=SUIT_NAMES[suit])
    return Duty("follow_suit", of_suit(pack, suit), words, number, exempt=exempt)


@dataclass(frozen=True)
class Play(Request[Laid]):
    """Play ``number`` cards of the hand, face up, under these duties.

    ``lead``: to a new trick; the table may let it stand that a wrong player led. ``barred`` cards may not be played
    though they lie there and count if they are: by face the sentence that says why, and the rule it breaks.
    """

    duties: Duties = ()
    number: int = 1
    lead: bool = False
    barred: Mapping[Card, tuple[str, Text]] = field(default_factory=dict)
    target: str = "trick"
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
        if not act.cards:
            raise Doubtful("no_cards", text("Which card does {name} play?", name=name))
        if len(act.cards) + act.count != self.number:
            seen = len(act.cards) + act.count
            words = counted(
                "{name} plays {n} card at a time, not {seen}", "{name} plays {n} cards at a time, not {seen}",
                self.number, name=name, seen=seen,
            )  # fmt: skip
            raise Illegal("wrong_number", words)
        new = in_hand(t, seat, act)
        play, place = Counter(act.cards), hand(seat)
        known = t.known(place)
        self._judge(t, seat, play, known - play)
        t.reveal(place, new.elements())
        if t.unknown(place):
            claims.claim(t, seat, self.duties, play, self.what(t, seat, act.cards))
        t.move(place, self.target, act.cards)
        return Laid(seat, act.cards, t.event)

    def _judge(self, t: Table, seat: Seat, play: Cards, rest: Cards) -> None:
        """What is wrong with the play at once: it lies there and counts, but it is found."""
        for card in play:
            if card in self.barred:
                rule, words = self.barred[card]
                t.find(rule, seat, words, (card,))
        if (wrong := claims.broken(self.duties, play, rest)) is not None:
            duty, proof = wrong
            what = text("{what}; {duty}", what=self.what(t, seat, tuple(play)), duty=duty.words)
            words = text("{what}; but {card} was in the hand", what=what, card=proof[0].pretty)
            t.find(duty.rule, seat, words, proof)

    def what(self, t: Table, seat: Seat, cards: Sequence[Card]) -> Text:
        """The play in words."""
        told = " ".join(card.pretty for card in cards)
        return text("{name} played {cards} in trick {n}", name=t.names[seat], cards=told, n=t.trick_number)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": self.number}

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
        return Act("play", self.seat, (dice.choice(sorted(self.legal(truth.hand(t, self.seat)))),))

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


def in_hand(t: Table, seat: Seat, act: Act) -> Cards:
    """Which of the named cards come to light by being played; raises Impossible if they cannot come from this hand."""
    place = hand(seat)
    new = Counter(act.cards) - t.known(place)
    if act.revealed is not None and new.total() != act.revealed:
        raise seen_otherwise(t, new.total() < act.revealed, Counter(act.cards))
    if new and not t.size(place):
        raise Impossible("no_cards_left", text("{name} has no cards left", name=t.names[seat]), act.cards)
    t.check_new(place, new.elements())
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


# One trick --------------------------------------------------------------------------------------------------------


@dataclass
class Trick:
    """A trick being played, or over: what was laid by whom, in order."""

    number: int
    leader: Seat
    players: list[Seat]
    before: Seat | None = None
    """who played the last card of the trick before"""
    laid: list[Laid] = field(default_factory=list)
    claimed: Seat | None = None
    """somebody said that the rest is his"""

    @property
    def led(self) -> Card:
        """The card led."""
        return self.laid[0].card

    @property
    def cards(self) -> Cards:
        """All its cards."""
        return Counter(card for laid in self.laid for card in laid.cards)

    def by(self, seat: Seat) -> Card:
        """What a seat has played."""
        return next(laid.card for laid in self.laid if laid.seat == seat)

    def best(self, suits: Sequence[str], height: Callable[[Card], int]) -> Seat:
        """Who has the highest card of the first of these suits that lies in the trick; else the leader."""
        for suit in suits:
            there = [laid for laid in self.laid if laid.card.suit == suit]
            if there:
                return max(there, key=lambda laid: height(laid.card)).seat
        return self.leader


Must = Callable[[Table, Trick, Seat], Play]
"""what a seat is to play"""
Offers = Callable[[Table, Trick], Sequence[Request[Any]]]
"""what may be answered by anybody meanwhile: announcements, interrupts"""
Heard = Callable[[Table, Request[Any], Any], None]
"""takes such an answer"""


async def play_trick(
    t: Table,
    number: int,
    leader: Seat,
    must: Must,
    *,
    offers: Offers = lambda t, trick: (),
    heard: Heard = lambda t, request, answer: None,
    players: Sequence[Seat] | None = None,
    rest: bool = True,
) -> Trick:
    """Everybody plays in turn, the leader first. ``players``: in the order of play, where not all play.

    ``rest``: the tricks that are left may be claimed by one player.
    """
    order = list(players or t.round_from(leader))
    before = t.trick[-1].seat if t.trick else None
    trick = Trick(number, leader, order[order.index(leader) :] + order[: order.index(leader)], before)
    t.trick_number, t.trick = number, trick.laid
    t.stage = f"trick {number} lead"
    while len(trick.laid) < len(trick.players):
        seat = trick.players[len(trick.laid)]
        claim = [Rest(other) for other in trick.players] if rest else []
        asked, answer = await AnyOf(must(t, trick, seat), *offers(t, trick), *claim)
        if isinstance(asked, Rest):
            trick.claimed = asked.seat
            return trick
        if not isinstance(asked, Play):
            heard(t, asked, answer)
            continue
        trick.laid.append(answer)
        if answer.seat != seat:  # a wrong lead that the table let stand: the round goes on from there
            at = trick.players.index(answer.seat)
            trick.leader, trick.players = answer.seat, trick.players[at:] + trick.players[:at]
        t.stage = f"trick {number}"
    return trick


def take_trick(t: Table, winner: Seat) -> None:
    """The winner draws the trick to himself."""
    t.move_all("trick", taken(winner))
    t.tricks[winner] = t.tricks.get(winner, 0) + 1


async def lay_down(t: Table) -> None:
    """Everybody lays his cards open: what is left is not played."""
    t.stage = "laid down"
    while waiting := [Show(seat) for seat in range(t.seats) if t.unknown(hand(seat))]:
        await AnyOf(*waiting)


def breaches(t: Table, *rules: str) -> dict[int, Seat]:
    """The proven breaches of these rules that the table did not let pass: by event who it was."""
    return {
        f.about: f.seat for f in t.findings if f.rule in rules and f.seat is not None and not f.accepted and not f.among
    }


def take_rest(t: Table, seat: Seat, tricks: int) -> None:
    """Somebody gets all tricks that are left: the cards of all hands go to him, those nobody has seen unseen."""
    for place in ("trick", *(hand(other) for other in range(t.seats))):
        t.move_all(place, taken(seat))
    t.tricks[seat] = t.tricks.get(seat, 0) + tricks
    t.claims.clear()
