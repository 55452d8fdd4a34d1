"""From what the camera sees to what happened: an event, a question for the people, or patience.

The scribe weighs each reading with what is possible (which faces are still unseen, what the game awaits, in whose
place it lies). A reading that only an impossible face explains is not bent into a possible one: it is looked at
again, and then asked. He never says who broke a rule.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.cards import Card, Cards
from companion.deal import Deal
from companion.discards import Discard
from companion.layout import Layout
from companion.ports import Look, Sighting
from companion.requests import Act, Request
from companion.table import Seat, Table, before, hand
from companion.texts import Text, text
from companion.weighing import Weighed, average, explained, matched, weigh

LOOKS = 4
"""looks at a doubtful card before the people are asked"""
SAME_SPOT_MM = 14.0
"""two sightings nearer than this are one card that has not moved"""
ANOTHER = 0.95
"""odds from which a face at an old spot is another card that was laid there"""
PLAIN = 0.8
"""odds from which a card set aside is seen plainly enough to name a discard by itself"""


@dataclass(frozen=True)
class Spot:
    """Where a card lies that is accounted for, and the face that was read there."""

    x: float
    y: float
    face: str

    def still(self, s: Sighting) -> bool:
        """Whether a sighting is that card. Clearly another face at the same spot is another card."""
        if math.hypot(s.x - self.x, s.y - self.y) >= SAME_SPOT_MM:
            return False
        another = max((p for name, p in s.odds.items() if name != self.face), default=0.0)
        return not (another >= ANOTHER and s.odds.get(self.face, 0.0) <= 1 - ANOTHER)


@dataclass(frozen=True)
class Question:
    """A doubtful card: what to ask, which faces are likely, and its picture.

    ``count`` cards are wanted; with 1, ``settle`` turns the answer into the act.
    """

    words: Text
    choices: tuple[tuple[Card, float], ...]
    count: int
    crop: bytes | None
    settle: Callable[[tuple[Card, ...], int], Act]
    sure: tuple[Card, ...] = ()
    """cards that lie with it and are not in doubt"""


@dataclass
class Scribe:
    """Remembers where known cards lie, so that only what is new is weighed."""

    layout: Layout
    places: Sequence[int]
    """the physical place of each seat"""
    old: list[Spot] = field(default_factory=list)
    """spots whose cards are accounted for"""
    looks: int = 0
    doubts: dict[tuple[int, int], list[Mapping[str, float]]] = field(default_factory=dict)
    wants_look: bool = False
    """the camera should look again, though nothing moved"""
    evidence: tuple[bytes, ...] = ()
    """the pictures that the last act rests on"""
    odds: tuple[Mapping[str, float], ...] = ()
    """and how sure the reader was of each of its cards"""
    later: list[Sighting] = field(default_factory=list)
    """new cards that are told after the one before them"""

    def look(self, look: Look, deal: Deal) -> Act | Question | None:
        """What this look says happened, a question, or None while nothing (or not enough) has."""
        self.wants_look, self.evidence, self.odds = False, (), ()
        lying = list(look.sightings)
        self.old = [spot for spot in self.old if any(spot.still(s) for s in lying)]
        asked = [r for r in deal.asking if r.sight and not r.silent]
        found: Act | Question | None = None
        self.later = []
        for request in asked:
            found = self._answered(deal.table, request, lying)
            if found is not None:
                break
        if not asked or isinstance(found, Act):
            self.account_for([s for s in lying if s not in self.later])
            self.wants_look = bool(self.later)
        return found

    def _answered(self, t: Table, request: Request[Any], lying: Sequence[Sighting]) -> Act | Question | None:
        """Whether a request is answered on the table, by where its answer is to be seen."""
        match request.sight:
            case "lot":
                return self._turned(t, request, lying)
            case "trick":
                return self._laid(t, request, lying)
            case "row":
                return self._shown(t, request, lying)
            case "aside" if isinstance(request, Discard) and request.bought:
                return self._discarded(t, request, lying)
        return None

    def settled(self) -> None:
        """The awaited thing has happened (by whatever way): forget doubts, look afresh."""
        self.looks = 0
        self.doubts.clear()

    def account_for(self, lying: Sequence[Sighting]) -> None:
        """These cards, and no others, are what is known to lie there."""
        self.old = [Spot(s.x, s.y, max(s.odds, key=lambda name: s.odds[name], default="")) for s in lying]
        self.settled()

    def _fresh(self, lying: Sequence[Sighting], zone: str) -> list[Sighting]:
        """Sightings of a zone at spots that are not accounted for."""
        return [
            s for s in lying
            if self.layout.zone_of(s.x, s.y) == zone and not any(spot.still(s) for spot in self.old)
        ]  # fmt: skip

    # lots -----------------------------------------------------------------------------------------------------------

    def _turned(self, t: Table, ask: Request[Any], lying: Sequence[Sighting]) -> Act | Question | None:
        fresh, number = self._fresh(lying, "lot"), int(ask.awaited(t)["count"])
        if len(fresh) < number:
            if fresh:
                self._patience()
            return None
        if len(fresh) > number:
            fresh = sorted(fresh, key=lambda s: -sum(s.odds.values()))[:number]
        return self._weigh_together(t, fresh, ask.faces(t), ask.seat, ask.verbs[0])

    # tricks ---------------------------------------------------------------------------------------------------------

    def _laid(self, t: Table, ask: Request[Any], lying: Sequence[Sighting]) -> Act | Question | None:
        """Cards new in the middle, told by where they lie whose they are: his who is to play, else out of turn."""
        fresh: dict[int, list[Sighting]] = {}
        for s in lying:
            place = self.layout.trick_place(s.x, s.y)
            if place is not None and not any(spot.still(s) for spot in self.old):
                fresh.setdefault(place, []).append(s)
        if not fresh:
            return None
        own = self.places[ask.seat]
        place = own if own in fresh else next(iter(fresh))
        mine, told = fresh.pop(place), ask.awaited(t)
        number = int(told["count"])
        if len(mine) < number:
            self._patience()
            return None
        number = max(number, min(len(mine), int(told.get("most", number))))
        seat = list(self.places).index(place)
        self.later = [s for others in fresh.values() for s in others]
        return self._weigh_together(t, mine[:number], replace(ask, seat=seat).faces(t), seat, ask.verbs[0])

    def _weigh_together(
        self, t: Table, fresh: Sequence[Sighting], possible: Cards, seat: Seat, do: str
    ) -> Act | Question | None:
        """Several new cards at once: the surest first, each with what the others leave."""
        weighed: list[Weighed] = []
        self.evidence = tuple(s.crop for s in sorted(fresh, key=lambda s: (s.x, s.y)) if s.crop is not None)
        left = Counter(possible)
        for s in sorted(fresh, key=lambda s: -max(s.odds.values(), default=0.0)):
            odds = self._remember(s)
            found = weigh(s, odds, left)
            weighed.append(found)
            if found.sure:
                left[found.faces[0][0]] -= 1
        doubtful = [w for w in weighed if not w.sure]
        if not doubtful:
            weighed.sort(key=lambda w: (w.sighting.x, w.sighting.y))
            self.odds = tuple({str(card): p for card, p in w.faces} for w in weighed)
            return Act(do, seat, tuple(w.faces[0][0] for w in weighed))
        if self._patience():
            return None
        sure = tuple(w.faces[0][0] for w in weighed if w.sure)
        return self._ask(t, doubtful, sure, left, seat, do)

    def _ask(
        self, t: Table, doubtful: Sequence[Weighed], sure: tuple[Card, ...], left: Cards, seat: Seat, do: str
    ) -> Question:
        """One tap where one card is doubtful; each doubtful card is asked for by itself."""
        first = doubtful[0]
        words = text("Which card is this?")
        if do == "show":
            words = text("Which card does {name} show?", name=t.names[seat])
        elif do == "play":
            words = text("Which card does {name} play?", name=t.names[seat])
        choices = first.faces[:4] or tuple((card, 0.0) for card in sorted(+left)[:4])

        def settle(cards: tuple[Card, ...], hidden: int) -> Act:
            return Act(do, seat, sure + cards)

        return Question(words, choices, len(doubtful), first.sighting.crop, settle, sure)

    # showdown -------------------------------------------------------------------------------------------------------

    def _shown(self, t: Table, ask: Request[Any], lying: Sequence[Sighting]) -> Act | Question | None:
        wanted = ask.awaited(t).get("count")
        zone = f"seat {self.places[ask.seat]}"
        fresh = self._fresh(lying, zone)
        known = Counter(t.cards(before(ask.seat), *([hand(ask.seat)] if ask.seat in t.showing else [])))
        for s in lying:  # open cards that have not moved account for themselves, so that an equal one shown now is new
            if self.layout.zone_of(s.x, s.y) == zone and s not in fresh:
                explained(s, known)
        fresh = [s for s in fresh if not explained(s, known)]
        if wanted is None:  # as many as he likes: what lies there when nothing more has come for a while
            if not fresh or self._patience():
                return None
            wanted = len(fresh)
        if len(fresh) < wanted:
            if fresh:
                self._patience()
            return None
        if len(fresh) > wanted:
            if self._patience():
                return None
            crop = fresh[0].crop
            words = text("Which cards does {name} show?", name=t.names[ask.seat])

            def settle(cards: tuple[Card, ...], hidden: int) -> Act:
                return Act("show", ask.seat, cards)

            likely = tuple((card, p) for s in fresh for card, p in weigh(s, s.odds, t.unseen()).faces[:1])
            return Question(words, likely, wanted, crop, settle)
        return self._weigh_together(t, fresh, t.unseen(), ask.seat, "show")

    # discards -------------------------------------------------------------------------------------------------------

    def _discarded(self, t: Table, ask: Discard, lying: Sequence[Sighting]) -> Act | Question | None:
        """Open cards that are gone from their row and newly lie aside; hidden ones only if all open ones are seen.

        When all that must go lies aside in plain sight, the row need not be seen card by card.
        """
        mine = Counter(t.cards(before(ask.seat)))
        zone = f"seat {self.places[ask.seat]}"
        in_row = matched([s for s in lying if self.layout.zone_of(s.x, s.y) == zone], mine)
        away = matched(self._fresh(lying, "aside"), mine)
        in_lot = [s for s in lying if self.layout.zone_of(s.x, s.y) == "lot"]
        if in_lot:
            return None  # he has not made up his mind: the lot still lies there
        gone = mine - in_row
        plain = matched(self._fresh(lying, "aside"), mine, PLAIN)
        if plain.total() == ask.number and in_row <= mine - plain:
            gone = away = plain
        clear = gone == away and gone.total() <= ask.number
        if clear and self._legal(t, ask, gone):
            return Act("discard", ask.seat, tuple(gone.elements()), ask.number - gone.total())
        if self._patience():
            return None
        likely = tuple((card, 0.5) for card in (away | gone))
        words = text("Which {n} cards did {name} discard?", n=ask.number, name=t.names[ask.seat])

        def settle(cards: tuple[Card, ...], hidden: int) -> Act:
            return Act("discard", ask.seat, cards, hidden)

        return Question(words, likely, ask.number, None, settle)

    def _legal(self, t: Table, ask: Discard, gone: Cards) -> bool:
        """A discard that would be a breach is never inferred: it is asked."""
        bought = Counter(ask.bought)
        mine = t.known(before(ask.seat))
        return (gone.total() == ask.number and gone <= bought) or gone <= mine - bought

    # doubt ----------------------------------------------------------------------------------------------------------

    def _patience(self) -> bool:
        """Whether to look once more before asking."""
        self.looks += 1
        self.wants_look = self.looks < LOOKS
        return self.wants_look

    def _remember(self, s: Sighting) -> Mapping[str, float]:
        """The odds of a spot over the looks at it: averaged in logarithms, since its errors are alike."""
        key = next(
            (k for k in self.doubts if math.hypot(k[0] - s.x, k[1] - s.y) < SAME_SPOT_MM), (round(s.x), round(s.y))
        )
        told = self.doubts.setdefault(key, [])
        told.append(s.odds)
        if len(told) == 1:
            return s.odds
        return average(told)
