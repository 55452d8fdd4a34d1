"""Cards told of by touch: which of those that lie there they are, or that are yet to come to rest there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.cards import Card
from companion.deal.deal import Deal
from companion.ports import Sighting
from companion.rules.requests import Act
from companion.scribe.accounts import LIES, Accounts
from companion.scribe.weighing import EXPLAINS, named

COMING_MS = 6000
"""so long a card that was told by touch may take to come to rest on the table"""
ABOUT_MS = 2500
"""so long before or after a card is told by touch it comes to rest"""


@dataclass(frozen=True)
class Coming:
    """A card told by touch that has not been seen yet: which of the cards of an event, and until when it may come (ms;
    0: nobody has looked since, and how long ago it was told is not known)."""

    card: Card
    event: int
    index: int
    until: int = 0


@dataclass
class ByTouch(Accounts):
    """The books, with what people have told of before it was read, or before it lay there."""

    coming: list[Coming] = field(default_factory=list)
    """cards told by touch that have not been seen yet"""
    unseen: list[Card] = field(default_factory=list)
    """cards that were drawn to lie open, as told by touch, and have not been seen there"""

    def entered(self, event: int, act: Act, deal: Deal) -> None:
        """Something was told otherwise, by touch: which of the new cards it is needs no telling again."""
        self.memory.lay.clear()
        if act.do == "take":
            self.ledger.forget_gone()
            return
        if act.do == "bid" and act.seat is not None and self.money:
            self.pots.entered(event, act.seat, [str(card) for card in act.cards])
            return
        zones = {"lot", "aside", f"seat {self.places[act.seat]}"} if act.seat is not None else {"lot", "aside"}
        if self.memory.missed:
            zones = set()  # (it lies there no more: what lies elsewhere came after it)
        own = None if act.seat is None else self.places[act.seat]
        mine = [
            s for s in self.ledger.fresh
            if self.layout.trick_place(s.x, s.y) == own or self.layout.zone_of(s.x, s.y) in zones
        ]  # fmt: skip
        left = self._found(mine, list(enumerate(act.cards)), event)
        own_new = [s for s in self.ledger.fresh if self.layout.trick_place(s.x, s.y) == own]
        for s in own_new[: 0 if self.memory.missed else len(left)]:
            index, card = left.pop(0)
            self.ledger.enter([s], [str(card)], event, index)
        if not self.memory.missed:  # (what was missed comes no more)
            self.coming = [*self.coming, *(Coming(card, event, index) for index, card in left)]

    def _found(
        self, cards: Sequence[Sighting], told: Sequence[tuple[int, Card]], event: int
    ) -> list[tuple[int, Card]]:  # fmt: skip
        """These new cards are the ones told of by an event, as far as they look like them; which it told of are left.

        ``told``: each with which of the event's cards it is.
        """
        left, lying = list(told), list(cards)
        while pairs := [(self._like(s, one[1]), n, s, one) for n, s in enumerate(lying) for one in left]:
            odds, _, s, best = max(pairs, key=lambda pair: (pair[0], -pair[1]))
            if odds < EXPLAINS:
                break
            left.remove(best)
            lying.remove(s)
            self.ledger.enter([s], [str(best[1])], event, best[0])
        return left

    def _like(self, s: Sighting, card: Card) -> float:
        """How much a new card looks like this face; what people have said that it is, it is."""
        answer = self.memory.answers.get(s.track)
        return named(s.odds, Counter([card])).get(card, 0.0) if answer is None else float(answer == card)

    def _arrived(self, deal: Deal) -> None:
        """Cards that were told by touch before they came to rest, or while something lay over them.

        One that came to lie there later is another, equal one of a second pack. What was refused never comes.
        """
        still: list[Coming] = []
        story = {act.id for act in deal.story}
        for one in self.coming:
            if one.event not in story and not deal.waits(one.event):
                continue
            card, event, until = one.card, one.event, one.until or self.ledger.at_ms + COMING_MS
            able = [s for s in self.ledger.fresh if s.since_ms <= until and self._belongs(deal, card, s)]
            if not self._found(able, [(one.index, card)], event):
                continue
            if (other := self._instead(deal, card, until - COMING_MS)) is not None:
                self.ledger.enter([other], [str(card)], event, one.index)  # (that it looks otherwise is asked about)
            elif until > self.ledger.at_ms:
                still.append(replace(one, until=until))
            elif any(act.id == event and act.do == "draw" for act in deal.story):
                self.unseen.append(card)
            elif self._covered(deal, card):
                still.append(replace(one, until=until))
        self.coming = still

    def _instead(self, deal: Deal, card: Card, told_ms: int) -> Sighting | None:
        """What has come to lie on the pile, or among the cards in the middle, at about the time when another was told
        by touch to come there; None if that is not one card."""
        if not deal.table.known("pile", "lot")[card]:
            return None
        able = [s for s in self.ledger.fresh if self._belongs(deal, card, s) and abs(s.since_ms - told_ms) <= ABOUT_MS]
        return able[0] if len(able) == 1 else None

    def _covered(self, deal: Deal, card: Card) -> bool:
        """Whether the table has more of such cards lying open than are accounted for: one lies under something."""
        there = (name for name in deal.table.places if name.partition(" ")[0] in LIES)
        return deal.table.known(*there)[card] > sum(a.face == str(card) for a in self.ledger.accounts)

    def _belongs(self, deal: Deal, card: Card, s: Sighting) -> bool:
        """Whether the table has such a card about where a new one lies."""
        kind = self._kind((s.x, s.y))
        there = (name for name in deal.table.places if LIES.get(name.partition(" ")[0], "") == kind)
        return deal.table.known(*there)[card] > 0 if kind in LIES.values() else False

    def begin(self) -> None:
        """A new deal: what was awaited in the old one comes no more."""
        super().begin()
        self.coming = []
