"""What is announced in Rikken after the auction: trumps, the called card, the partner of a Troela; open hands.

And what follows from a blind call: a card led face down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import RANKS, Card, Cards
from companion.games.rikken_bids import ACES
from companion.referee import Doubtful, Illegal
from companion.rules.dealt import DealtHands, Said, any_, none
from companion.rules.plays import SUIT_NAMES, Play, of_suit
from companion.rules.requests import Act, AnyOf, Request
from companion.rules.spoken import Choose, Say
from companion.rules.tricks import LAID_DOWN
from companion.rules.turning import Show
from companion.table.table import Laid, Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text


def words(english: str, **values: object) -> Text:
    """A sentence of the announcements."""
    return Text(english, values, "games/rikken_calls")


BLIND = {"blind": words("blind: the caller has no card of that suit")}
FOURTH_ACE = {"fourth_ace": words("the fourth ace is here")}
NO_CALL = {"no_call": words("there is no ace that may be called: a new deal")}

# The called card ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Called:
    """The card whose holder becomes partner."""

    card: Card
    blind: bool = False


def callable_cards(held: Cards, trump: str) -> tuple[frozenset[Card], bool]:
    """Which cards may be called with a known hand, and whether blind.

    An ace that is not held and not of trumps, of a suit that is held; else blind. If all these aces are held a king
    by the same rules, and so on down.
    """
    mine = {card.suit for card in held}
    for rank in reversed(RANKS):
        free = {Card(rank, suit) for suit in "SHDC" if suit != trump} - set(held)
        if free:
            seen = frozenset(card for card in free if card.suit in mine)
            return (seen, False) if seen else (frozenset(free), True)
    return frozenset(), False


def hand_told(t: Table, seat: Seat, card: Card, blind: bool) -> list[Said]:
    """What a call says about the caller's hand."""
    what = words("{name} called {card}", name=t.names[seat], card=card.pretty)
    if blind:
        what = words("{name} called {card} blind", name=t.names[seat], card=card.pretty)
    suit, found = SUIT_NAMES[card.suit], []

    def say(rule: str, why: Text, kind: frozenset[Card], wrong: frozenset[int], *unless: Card) -> None:
        sentence = words("{what}; {why}", what=what, why=why)
        found.append(Said(seat, rule, sentence, kind, wrong, frozenset(unless)))

    of_called = of_suit(t.faces, card.suit)
    say("called_own", words("a card of one's own cannot be called"), frozenset({card}), any_())
    if blind:
        say("called_blind", words("that is only for a player without {suit}", suit=suit), of_called, any_())
        for other in "SHDC":
            same = Card(card.rank, other)
            if other not in (t.trump, card.suit):
                why = words("{other} could be called without being blind", other=same.pretty)
                say("called_blind", why, of_suit(t.faces, other) - {same}, any_(), same)
    else:
        say("called_void", words("that needs a card of {suit}, else it is blind", suit=suit), of_called, none())
    if card.rank != "A":
        above = higher(t, card)
        say("called_low", words("there was a higher card to call"), above, frozenset(range(len(above))))
    return found


def higher(t: Table, card: Card) -> frozenset[Card]:
    """The cards that go before this one in a call: those of higher ranks that are not trumps.

    Under the house rule that no king may be called otherwise all four aces.
    """
    if t.rules["king_call_when_no_ace"] == "redeal":
        return ACES
    at = RANKS.index(card.rank)
    return frozenset(Card(rank, suit) for rank in RANKS[at + 1 :] for suit in "SHDC" if suit != t.trump)


@dataclass(frozen=True)
class CallCard(Request[Called]):
    """A card is called, ``blind`` or not."""

    verbs: ClassVar = ("call",)

    def apply(self, t: Table, act: Act, force: bool = False) -> Called:
        name = t.names[self.seat]
        if len(act.cards) != 1:
            raise Doubtful("no_cards", words("Which card does {name} call?", name=name))
        card, blind = act.cards[0], act.word == "blind"
        if act.word not in ("", "blind"):
            raise Illegal("wrong_word", words("A call may be blind, nothing else"))
        if card.suit == t.trump:
            said = words("{card} is a trump: another card must be called", card=card.pretty)
            raise Illegal("called_trump", said, act.cards)
        low = "K" if t.rules["king_call_when_no_ace"] == "redeal" else "2"
        if RANKS.index(card.rank) < RANKS.index(low):
            raise Illegal("called_low", words("An ace is called, with all four aces a king"), act.cards)
        if blind and card.rank != "A":
            raise Illegal("called_blind", words("Only an ace can be called blind"), act.cards)
        return Called(card, blind)

    def describe(self, t: Table) -> Text:
        return words("{name} calls the card whose holder is the partner", name=t.names[self.seat])

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        told = hand_told(t, self.seat, act.cards[0], act.word == "blind")
        return any(said.false_of(held) for said in told)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        cards, blind = callable_cards(truth.hand(t, self.seat), t.trump)
        fair = [card for card in sorted(cards)
                if not self.against(t, self._act(card, blind), truth.hand(t, self.seat), truth)]  # fmt: skip
        if not fair or (t.rules["king_call_when_no_ace"] == "redeal" and fair[0].rank not in "AK"):
            return None
        return self._act(dice.choice(fair), blind)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        """Any ace or king, blind or not."""
        return self._act(dice.choice([Card(rank, suit) for rank in "AAK" for suit in "SHDC"]), dice.random() < 0.4)

    def _act(self, card: Card, blind: bool) -> Act:
        return Act("call", self.seat, (card,), word="blind" if blind else "")


@dataclass(frozen=True)
class NoCall(Say):
    """As a house rule: no ace can be called and the cards are dealt again."""

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        fair = CallCard(self.seat).at_random(t, truth, dice)
        return None if fair is not None else Act("say", self.seat, word="no_call")


async def call(t: Table, bidder: Seat, hands: DealtHands) -> Called | None:
    """The bid winner calls a card; nothing only where the house rule asks for a new deal then."""
    t.stage = "call"
    offers = [NoCall(bidder, NO_CALL)] if t.rules["king_call_when_no_ace"] == "redeal" else []
    asked, answer = await AnyOf(CallCard(bidder), *offers)
    if not isinstance(asked, CallCard):
        return None
    called: Called = answer
    hands.say(t, hand_told(t, bidder, called.card, called.blind))
    return called


@dataclass(frozen=True)
class PlayOne(Play):
    """A card to the trick; ``blind``: it may be led face down."""

    blind: bool = False

    def apply(self, t: Table, act: Act, force: bool = False) -> Laid:
        if not act.count:
            return super().apply(t, act, force)
        if not self.blind or act.seat not in (None, self.seat) or act.cards or act.count != 1:
            why = words("A card is led face down by the bid winner only, once, after a blind call, while the called "
                        "card has not been seen")  # fmt: skip
            raise Illegal("blind_lead", why)
        t.move(hand(self.seat), self.target, unknown=1)
        return Laid(self.seat, (), t.event, hidden=1)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        if self.blind and (self.barred or dice.random() < 0.3):
            return Act("play", self.seat, count=1)
        return super().at_random(t, truth, dice)


# The partner of a Troela --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FourthAce(Request[str]):
    """The holder of the fourth ace announces himself."""

    bidder: Seat = 0
    verbs: ClassVar = ("say",)

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        if act.word not in ("", *FOURTH_ACE):
            raise Illegal("wrong_word", words("Only the holder of the fourth ace announces himself now"))
        return "fourth_ace"

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"words": list(FOURTH_ACE)}

    def describe(self, t: Table) -> Text:
        return words("{name}, if he holds the fourth ace, announces himself", name=t.names[self.seat])

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return not any(card in ACES for card in held)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        others = [seat for seat in range(t.seats) if seat != self.bidder]
        holders = [seat for seat in others if any(card in ACES for card in truth.hand(t, seat))]
        return Act("say", self.seat, word="fourth_ace") if self.seat in (holders or others) else None

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("say", self.seat, word="fourth_ace")


async def find_partner(t: Table, bidder: Seat, hands: DealtHands) -> Seat:
    """Who holds the fourth ace announces himself, and names trumps as the table plays it."""
    t.stage = "partner"
    asked, _ = await AnyOf(*(FourthAce(seat, bidder) for seat in t.round_from(t.after(bidder)) if seat != bidder))
    partner = asked.seat
    what = words("{name} announced the fourth ace without holding one", name=t.names[partner])
    hands.say(t, [Said(partner, "fourth_ace", what, ACES, none())])
    t.marks.setdefault(partner, {})["partner"] = words("the fourth ace")
    return partner


def doubt_troela(t: Table, bidder: Seat, partner: Seat, hands: DealtHands) -> None:
    """A third player has shown an ace: the bidder or the partner was wrong, and it is not known yet which."""
    told = [f for f in t.findings if f.rule in ("troela", "fourth_ace")]
    if any(f.seat is not None for f in told):
        t.findings = [f for f in t.findings if f not in told or f.seat is not None]
        return
    others = [seat for seat in range(t.seats) if seat not in (bidder, partner)]
    stray = tuple(sorted(card for seat in others for card in hands.shown.get(seat, ()) if card in ACES))
    said = next((one for one in hands.said if one.rule == "fourth_ace"), None)
    if stray and said is not None and not told:
        what = words("{ace} is in a third hand: {bidder} has not three aces, or {partner} not the fourth",
                     ace=stray[0].pretty, bidder=t.names[bidder], partner=t.names[partner])  # fmt: skip
        t.find("fourth_ace", None, what, stray, about=said.event)


@dataclass(frozen=True)
class NotAceSuit(Choose):
    """Trumps named by a partner who may not name the suit of his ace, as a house rule."""

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return held[Card("A", act.word)] > 0

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        fair = [suit for suit in sorted(self.options) if not truth.hand(t, self.seat)[Card("A", suit)]]
        return Act("choose", self.seat, word=dice.choice(fair or sorted(self.options)))

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("choose", self.seat, word=dice.choice(sorted(self.options)))


async def name_trump(t: Table, bidder: Seat, partner: Seat | None, hands: DealtHands) -> None:
    """The bid winner names trumps, in a Troela his partner."""
    t.stage = "trump"
    if partner is None or t.rules["troela_trump"] == "bidder_names":
        t.trump = await Choose(bidder, SUIT_NAMES)
    elif t.rules["troela_trump"] == "any_suit":
        t.trump = await Choose(partner, SUIT_NAMES)
    else:
        t.trump = await NotAceSuit(partner, SUIT_NAMES)
        what = words("{name} named the suit of his own ace", name=t.names[partner])
        hands.say(t, [Said(partner, "troela_trump", what, frozenset({Card("A", t.trump)}), any_())])


# Open hands ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LayOpen(Show):
    """The whole hand is laid open, to stay so."""

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        number = t.size(hand(self.seat))
        if len(act.cards) != number:
            said = words("{name} lays all {n} cards open, not {seen}", name=t.names[self.seat], n=number,
                         seen=len(act.cards))  # fmt: skip
            raise Illegal("wrong_number", said)
        return super().apply(t, act, force)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("show", self.seat, tuple(sorted(truth.hand(t, self.seat).elements())))

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("show", self.seat, tuple(sorted(truth.hand(t, self.seat).elements()))[1:])


async def lay_open(t: Table, seats: Iterable[Seat]) -> None:
    """These hands are laid open before the next lead, in any order."""
    t.stage = LAID_DOWN
    t.reasons["play"] = words("the hands are laid open first")
    while waiting := [LayOpen(seat) for seat in seats if t.unknown(hand(seat))]:
        await AnyOf(*waiting)
    del t.reasons["play"]
