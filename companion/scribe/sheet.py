"""One look laid beside what the table awaits: which cards are new where, and what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import Card, Cards
from companion.deal.deal import Deal
from companion.place.layout import Layout
from companion.ports import Sighting
from companion.rules.requests import Act, Request
from companion.scribe.arms import Arms
from companion.scribe.found import Found, Question, Told
from companion.scribe.ledger import Account, Ledger, likeliest
from companion.scribe.memory import LOOKS, Memory
from companion.scribe.purse import Pots
from companion.scribe.weighing import IMPOSSIBLE, Weighed, named, surely_a_card, weigh_all
from companion.table.table import Seat, Table, before, hand
from companion.texts import Text, text

BREACH = 0.02
"""how much less likely a face is that would be against the rules, as far as everybody can see"""
ODD_MS = 3500
"""so long a card that cannot be there may lie before it is asked about: it was laid by mistake, and goes back"""
HAND_MS = 1500
"""so long a hand may stay over a card that breaks a rule until that is told: another comes with it, or it goes back"""
ODD = 0.9
"""odds from which a card looks like one that cannot be there"""
NOTHING_NEW = "nothing_new"
"""the word for: what is asked about is no card, or one that was told of before"""
LIKELY = 3
"""so many faces are offered as buttons"""


@dataclass
class Sheet:
    """A look beside the table; ``wants_look``: the camera should look again though nothing moved."""

    deal: Deal
    layout: Layout
    places: Sequence[int]
    ledger: Ledger
    memory: Memory
    lying: Sequence[Sighting]
    at_ms: int
    pots: Pots
    """the money cards"""
    arms: Arms
    """whose hands were over the table"""
    wants_look: bool = False

    @property
    def t(self) -> Table:
        """The table."""
        return self.deal.table

    # what is new ----------------------------------------------------------------------------------------------------

    def zone(self, s: Sighting | Account) -> str:
        """Where it lies."""
        return self.layout.zone_of(s.x, s.y)

    def fresh(self, zone: str) -> list[Sighting]:
        """New cards that lie face up in a zone."""
        return [s for s in self.ledger.fresh if self.zone(s) == zone]

    def taken_up(self, s: Sighting) -> bool:
        """Whether a new card lies there no more: it was taken up before it was told of."""
        return all(s is not one for one in self.lying)

    def patience(self, ms: int = 0, over: object = None, early: bool = False) -> bool:
        """Whether to look once more before asking; for so long at least since what it is ``over`` has changed.

        ``early``: it is too early to ask in any case.
        """
        if over != self.memory.over:
            self.memory.over, self.memory.since_ms = over, self.at_ms
        self.memory.looks += 1
        self.wants_look = early or self.memory.looks < LOOKS or self.at_ms - self.memory.since_ms < ms
        return self.wants_look

    # what it is -----------------------------------------------------------------------------------------------------

    def key(self, s: Sighting) -> object:
        """What a card is remembered by."""
        return self.memory.key(s)

    def odds(self, s: Sighting) -> Mapping[str, float]:
        """How a card looks over the looks at it."""
        return self.memory.odds(s)

    def weigh(
        self, cards: Sequence[Sighting], possible: Cards, ask: Request[Any] | None = None, complete: bool = False
    ) -> list[Weighed]:
        """New cards together, with what is possible and what each face would mean.

        ``complete``: as many lie there as must: hardly one of them is none. A breach shows in all the cards of a play
        that would be one, or in none of them, and is as rare as one alone.
        """
        answered = [self.memory.answers.get(self.key(s)) for s in cards]
        told = Counter(card for card in answered if card is not None)
        odds = [surely_a_card(self.odds(s)) if complete else self.odds(s) for s in cards]

        def breaks(card: Card) -> bool:
            return ask is not None and possible[card] > 0 and card not in told and ask.unlikely(self.t, card)

        looks = [max(named(one, possible).items(), key=lambda item: item[1], default=None) for one in odds]
        number = sum(look is not None and breaks(look[0]) for look in looks)

        def prior(card: Card) -> float:
            return BREACH ** (1 / max(1, number)) if breaks(card) else 1.0

        return weigh_all(cards, odds, possible | told, prior)

    def remember(self, cards: Iterable[Sighting]) -> None:
        """These stay in doubt: what they look like now counts at the next look too."""
        self.memory.remember(cards, self.at_ms)

    # what to say ----------------------------------------------------------------------------------------------------

    def told(self, act: Act, weighed: Sequence[Weighed], backs: Sequence[Sighting] = ()) -> Told:
        """An act whose cards are these; in the order they lie, unless they have an order already."""
        odds = tuple({str(card): p for card, p in (*w.faces, *w.cannot)} for w in weighed)
        return Told(act, tuple(w.sighting for w in weighed), odds, tuple(backs))

    def cards(
        self, ask: Request[Any], cards: Sequence[Sighting], possible: Cards, seat: Seat, backs: Sequence[Sighting] = (),
        beside: Sequence[Sighting] = (), more: int = 0, complete: bool = False,
    ) -> Found:  # fmt: skip
        """New cards that make an act if all are sure; else one more look, or the question about the first in doubt.

        ``beside``: further new cards that want the same faces and are told of later. ``more``: so many more may have
        been laid with them. ``complete``: as many lie there as must.
        """
        weighed = self.weigh([*cards, *beside], possible, ask, complete)[: len(cards)]
        doubtful = [w for w in weighed if not w.sure]
        if not doubtful:
            faces = tuple(w.faces[0][0] for w in weighed)
            if self.being_laid(ask, cards, faces):
                return None
            return replace(self.told(Act(ask.sight_verb, seat, faces, len(backs)), weighed, backs), more=more)
        odd = any(w.impossible >= IMPOSSIBLE and likeliest(w.sighting) not in self.memory.guessed for w in doubtful)
        hidden = any(not w.sighting.seen for w in doubtful)  # (it may be being taken back)
        taken = any(self.taken_up(w.sighting) for w in doubtful)
        new = odd and self.at_ms - max(w.sighting.since_ms for w in doubtful) < ODD_MS
        new = new or any(self.memory.unread(w.sighting, self.at_ms) for w in doubtful)
        if not taken and self.patience(ODD_MS if hidden else 0, "hidden" if hidden else None, new):
            self.remember(w.sighting for w in doubtful)
            return None
        first = doubtful[0]
        others = tuple(w.faces[0][0] for w in weighed if w is not first and w.faces)
        asked = self.question(first, self.words(ask.sight_verb, seat), others)
        face = self.odd(ask, first)
        if face is None or len(others) < len(weighed) - 1:
            return asked
        looks = tuple(face if w is first else w.faces[0][0] for w in weighed)
        return replace(asked, would=Act(ask.sight_verb, seat, looks, len(backs)))

    def being_laid(self, ask: Request[Any], cards: Sequence[Sighting], faces: Sequence[Card]) -> bool:
        """Whether cards that break a rule are still being laid, or taken back: a hand is over them."""
        breaks = any(ask.unlikely(self.t, face) for face in faces)
        over = breaks and any(self.arms.over(s.x, s.y, self.at_ms) for s in cards)
        return over and self.patience(HAND_MS, ("being laid", len(cards)))

    def odd(self, ask: Request[Any], w: Weighed) -> Card | None:
        """The face a card clearly looks like, if it cannot be there or would break a rule."""
        odds = named(self.odds(w.sighting), self.t.pack)
        face = max(odds, key=lambda card: odds[card], default=None)
        if face is None or odds[face] < ODD or face not in self.t.pack:
            return None
        cannot = any(card == face for card, _ in w.cannot)
        return face if cannot or ask.unlikely(self.t, face) else None

    def words(self, do: str, seat: Seat) -> Text:
        """What is asked about a card."""
        if do == "show":
            return text("Which card does {name} show?", name=self.t.names[seat])
        if do == "play":
            return text("Which card does {name} play?", name=self.t.names[seat])
        return text("Which card is this?")

    def question(self, w: Weighed, words: Text, sure: tuple[Card, ...] = ()) -> Question:
        """One tap: the card's picture and its likeliest faces, one that cannot be among them; or nothing new."""
        s = w.sighting
        faces = sorted((*w.faces, *w.cannot[:1]), key=lambda item: -item[1])
        choices = tuple(faces[:LIKELY]) or tuple((card, 0.0) for card in sorted(+self.t.unseen())[:LIKELY])

        def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
            if cards:
                self.memory.answers[self.key(s)] = cards[0]
            elif option == NOTHING_NEW:
                self.memory.is_nothing(s)
            return None

        if self.taken_up(s):  # (only its picture tells)
            return Question(words, choices, 1, s.crop, settle, sure, guessed=True)
        no = (no_new_card(),) if s.track else ()
        return Question(words, choices, 1, s.crop, settle, sure, (s.x, s.y), no, track=s.track)

    def known(self, seat: Seat) -> Cards:
        """The cards of a seat that lie open before it."""
        open_hand = [hand(seat)] if seat in self.t.showing else []
        return Counter(self.t.cards(before(seat), *open_hand))


def no_new_card() -> tuple[str, Text]:
    """The answer that what is asked about is no card, or one that was told of before."""
    return NOTHING_NEW, text("No new card lies there")
