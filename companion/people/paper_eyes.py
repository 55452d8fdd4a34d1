"""Eyes that need no picture: what lies on the table is told as a reader with known faults would tell it.

The scene itself is looked at, not pixels, so that whole deals run in a second. What a camera cannot see these eyes do
not see either: a card whose two indices lie under other cards or under a hand, anything in the air, anything that has
not lain still for ``SETTLE_MS``. All chance comes from the dice that are handed in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.people.in_sight import read, under
from companion.people.paper_reader import Dice, Faults, Tell, odds_of
from companion.ports import CARD_MM, Frame, Look, Placement, Reach, Scene, Sighting

__all__ = ["Faults", "Followed", "PaperCamera", "PaperEyes", "index_of"]

SETTLE_MS = 300
"""so long a card lies still before it is read"""
FRAME_MS = 100
STILL_MM, STILL_DEGREES = 1.0, 3.0
"""what moves less than this between two frames lies still"""
REACH_MM = 150.0
"""how far a card may be carried between two frames and still be followed"""
READ_MS = 300
"""so long it takes until a card has been read once more"""
SAME_MM = 20.0
"""the same of one that lay still when it was lost from sight"""
ARRIVES_MM = 60.0
"""how far from where it comes to rest a card may have been at the frame before"""
LOST_MS = 1500
"""so long a card that is not seen any more may turn up elsewhere and is the same one"""
DARK = 0.2
"""a lamp weaker than this shows nothing"""


@dataclass
class Followed:
    """A physical card as it is followed: where it is, since when, and what was read of it there."""

    track: int
    card: Placement
    since_ms: int
    odds: Mapping[str, float] = field(default_factory=dict)
    read: bool = False
    read_ms: int = 0
    """since when"""
    rest: Placement | None = None
    """where it last came to rest"""
    gone_ms: int | None = None
    rank: int = -1
    """how many cards lay lower"""
    face: str | None = None
    """what it showed when it last lay face up"""


class PaperCamera:
    """Frames without a picture, ten a second."""

    def __init__(self) -> None:
        self.at_ms = 0

    def read(self) -> Frame:
        """The next moment."""
        self.at_ms += FRAME_MS
        nothing: Any = None
        return Frame(nothing, self.at_ms, self.at_ms // FRAME_MS)

    def __enter__(self) -> PaperCamera:
        return self

    def __exit__(self, *_: object) -> None: ...


class PaperEyes:
    """Satisfies `companion.ports.Watcher`: looks at the scene that ``scene`` tells, at the moment of each frame.

    ``tell``: what the reader says of a card; as a rule what follows from its ``faults``.
    """

    def __init__(self, scene: Callable[[], Scene], dice: Dice, faults: Faults | None = None, tell: Tell | None = None):
        self.scene, self.dice, self.faults = scene, dice, faults or Faults()
        self.tell = tell or (lambda card: odds_of(str(card.card), self.faults, self.dice))
        self.followed: list[Followed] = []
        self.readings = 0
        """faces read so far"""
        self._tracks = 0
        self._told: tuple[object, ...] | None = None
        self._reaches: list[Reach] = []

    def refresh(self) -> None:
        """Look again at the next frame, though nothing moved."""
        self._told = None

    def watch(self, frame: Frame) -> Look | None:
        """What lies still and can be seen, whenever that is not what was told last."""
        scene = self.scene()
        if scene.light < DARK:
            return None
        self._reaches += [Reach(hand.x, hand.y, hand.angle, frame.at_ms) for hand in scene.hands]
        self._follow(scene, frame.at_ms)
        moving = any(one.gone_ms is None and frame.at_ms - one.since_ms < SETTLE_MS for one in self.followed)
        lying = [s for one in self._as_they_lie(scene) if (s := self._seen(one, scene, frame.at_ms)) is not None]
        told = tuple((s.track, s.back, round(s.x), round(s.y), s.seen, tuple(s.odds)) for s in lying)
        if told == self._told or (moving and self._told is None and not lying):
            return None
        self._told = told
        reaches, self._reaches = tuple(self._reaches), []
        return Look(tuple(lying), frame.at_ms, frame.number, (), reaches)

    def _as_they_lie(self, scene: Scene) -> list[Followed]:
        """The followed cards, lowest first; those that are gone for a moment at the end."""
        order = {id(card): i for i, card in enumerate(scene.cards)}
        return sorted(self.followed, key=lambda one: order.get(id(one.card), len(order)))

    # following ------------------------------------------------------------------------------------------------------

    def _follow(self, scene: Scene, at_ms: int) -> None:
        """Which card of the scene is which of those followed: the same face (or its back), as near as can be."""
        left = list(self.followed)
        found: list[Followed] = []
        free = []
        for card in scene.cards:  # what has not moved is itself, whatever happens round it
            one = next((o for o in left if o.gone_ms is None and still(o.card, card) and lower(found, o)), None)
            if one is not None and arriving(left, card, scene.cards, at_ms):
                one = None
            if one is None:
                free.append(card)
                continue
            left.remove(one)
            one.card = card
            found.append(one)
        pairs = sorted(
            ((math.hypot(one.card.x - card.x, one.card.y - card.y), n, m)
             for n, one in enumerate(left) for m, card in enumerate(free)
             if may_be(one, card) and not still(one.card, card))
        )  # fmt: skip
        gone, taken = set(), set()
        for _, n, m in pairs:
            if n in gone or m in taken:
                continue
            gone.add(n)
            taken.add(m)
            one = left[n]
            one.card, one.since_ms, one.gone_ms = free[m], at_ms, None
            one.read = False
            found.append(one)
        for m, card in enumerate(free):
            if m not in taken:
                self._tracks += 1
                found.append(Followed(self._tracks, card, at_ms))
        for n, one in enumerate(left):
            if n not in gone:
                one.gone_ms = at_ms if one.gone_ms is None else one.gone_ms
                if at_ms - one.gone_ms <= LOST_MS:
                    found.append(one)
        rank = {id(card): i for i, card in enumerate(scene.cards)}
        for one in found:
            one.face, one.rank = one.card.card or one.face, rank.get(id(one.card), -1)
        self.followed = found

    def _seen(self, one: Followed, scene: Scene, at_ms: int) -> Sighting | None:
        """A card as it is told: read, remembered where it last lay, or not at all."""
        card = one.card
        if one.gone_ms is not None:
            covered = one.rest is not None and any(under(hand, one.rest.x, one.rest.y) for hand in scene.hands)
            return self._remembered(one) if covered or at_ms - one.gone_ms < SETTLE_MS else None
        if card.lift > 0 or at_ms - one.since_ms < SETTLE_MS:
            return self._remembered(one)
        above = scene.cards[index_of(scene.cards, card) + 1 :]
        plain = read(card, above, scene.hands)
        if plain and not one.read:
            one.odds = {} if card.card is None else self.tell(card)
            self.readings += card.card is not None
            one.read, one.rest, one.read_ms = True, card, at_ms
        elif not plain and not one.read:
            return self._remembered(one) if one.rest is None or hidden(one.rest, card, scene) else None
        back = card.card is None
        crop = None if back else b"a picture"
        frames = 2 + (at_ms - one.read_ms) // READ_MS  # (each tells the same)
        return Sighting(card.x, card.y, card.angle, one.odds, frames, crop, one.track, back, one.since_ms, plain)

    def _remembered(self, one: Followed) -> Sighting | None:
        rest = one.rest
        if rest is None:
            return None
        back = rest.card is None
        return Sighting(rest.x, rest.y, rest.angle, one.odds, 2, None, one.track, back, one.since_ms, False)


def hidden(rest: Placement, card: Placement, scene: Scene) -> bool:
    """Whether a hand or another card lies where this one lay: nobody sees then that it is there no more."""
    over = any(math.hypot(one.x - rest.x, one.y - rest.y) < CARD_MM[0] for one in scene.cards if one is not card)
    return over or any(under(hand, rest.x, rest.y) for hand in scene.hands)


def still(a: Placement, b: Placement) -> bool:
    """Whether this is one card that has not moved."""
    return (
        a.card == b.card
        and abs(a.x - b.x) < STILL_MM
        and abs(a.y - b.y) < STILL_MM
        and abs(a.angle - b.angle) < STILL_DEGREES
        and a.lift == b.lift
    )


def lower(found: Sequence[Followed], one: Followed) -> bool:
    """Whether a card lies above those found before it as it did: none comes up from under another by itself."""
    return not any(
        other.rank > one.rank and math.hypot(other.card.x - one.card.x, other.card.y - one.card.y) < CARD_MM[0]
        for other in found
    )


def arriving(left: Sequence[Followed], card: Placement, cards: Sequence[Placement], at_ms: int) -> bool:
    """Whether a card that was moving has come to lie exactly on a like one, which is not seen any more."""
    near = [c for c in cards if c.card == card.card and math.hypot(c.x - card.x, c.y - card.y) < ARRIVES_MM]
    moving = [
        one for one in left
        if one.card.card == card.card and one.gone_ms is None and at_ms - one.since_ms <= FRAME_MS
        and not still(one.card, card)
        and math.hypot(one.card.x - card.x, one.card.y - card.y) < ARRIVES_MM
    ]  # fmt: skip
    return bool(moving) and len(near) <= len(moving)


def may_be(one: Followed, card: Placement) -> bool:
    """Whether a card that was followed may be this one now: carried on, or turned over where it lay."""
    apart = math.hypot(one.card.x - card.x, one.card.y - card.y)
    if card.card is not None and one.face not in (None, card.card):
        return False
    if one.card.card == card.card:
        covered = one.gone_ms is not None and one.gone_ms - one.since_ms >= SETTLE_MS
        return apart <= (SAME_MM if covered else REACH_MM)  # (what was at rest when it was lost has not gone far)
    turned_over = one.gone_ms is None and (one.card.card is None or card.card is None)
    return turned_over and apart <= CARD_MM[0] / 2


def index_of(cards: Sequence[Placement], card: Placement) -> int:
    """Where this very card lies among the others."""
    return next(i for i, other in enumerate(cards) if other is card)
