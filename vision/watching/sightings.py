"""Readings of several frames fused into sightings on the table, in millimetres, with the picture of each card."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.ports import CARD_MM, Reading, Sighting
from vision.arrays import Matrix, Picture, f32, f64
from vision.optics import apply
from vision.watching.fuse import Pool

SAME_CARD_MM, SAME_CARD_DEGREES = 14.0, 30.0
"""Readings nearer than this in two frames may be of one card ..."""
CLOSE_MM = 5.0
"""... and are of one, whatever they say, if they are this near: cards of a pile lie further apart ..."""
LIKELY_P, ACROSS_MM = 0.5, 85.0
"""... unless both are read as surely as this, and indices of theirs lie further apart than those of one card"""
UNLIKE_MM = 30.0
"""... since a face that differs counts like so much distance."""
DOUBTFUL, PLAIN = 0.8, 0.9
"""An index that is half covered is read with less than these odds; what is plainly read, with more than those."""
FAINT = 0.25
"""Of what is likelier than the rest of this to be none at all the faces together are no surer."""
STACK_MM = 25.0
"""Backs nearer to each other than this are of one stack."""
NEWS_MM, NEWS_ODDS = 3.0, 0.02
"""No less is worth being told again."""
MOST_FRAMES = 12
"""No more frames than this are pooled for one card: they would say nothing new."""
CORNER_MM = 6.0
"""So far cards that lie side by side may reach over each other."""
CROP_PX_PER_MM = 2.0
CROP_MARGIN_MM = 2.0


@dataclass(frozen=True)
class Spot:
    """A reading on the table: centre (mm), turn (degrees clockwise, above -90 to 90) and the outline in px."""

    x: float
    y: float
    angle: float
    reading: Reading
    quad: tuple[tuple[float, float], ...]
    marks: tuple[tuple[float, float], ...] = ()
    """the indices it was read from (mm)"""

    @property
    def back(self) -> bool:
        """Whether it lies face down."""
        return not self.reading.card


def spot(reading: Reading, to_mm: Matrix, shift: tuple[float, float] = (0.0, 0.0)) -> Spot:
    """Place a reading; ``shift`` is where the cut-out that was read begins in the frame (px)."""
    x, y, w, h = reading.box
    outline = reading.quad or ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    quad = tuple((px + shift[0], py + shift[1]) for px, py in outline)
    corners = apply(to_mm, f64(quad))
    centre, up = corners.mean(0), (corners[0] + corners[1] - corners[2] - corners[3]) / 2
    angle = math.degrees(math.atan2(up[0], -up[1]))
    angle = angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle
    marks = [(x + shift[0], y + shift[1]) for x, y in reading.marks]
    on_table = tuple((float(x), float(y)) for x, y in apply(to_mm, marks)) if marks else ()
    return Spot(float(centre[0]), float(centre[1]), angle, reading, quad, on_table)


def distance(a: Spot | Sighting, b: Spot | Sighting) -> float:
    """Between the centres (mm)."""
    return math.hypot(a.x - b.x, a.y - b.y)


def clusters(frames: Sequence[Sequence[Spot]]) -> list[list[Spot]]:
    """Spots of several frames, those of one card together; cards seen in half of the frames or less are left out.

    Cards of a pile lie a few mm apart: the nearest that say the same are joined first. A stack of backs is one.
    """
    groups: list[list[Spot]] = []
    for spots in frames:
        own = one_a_stack(spots)
        pairs = sorted(
            (cost, i, j)
            for i, one in enumerate(own)
            for j, group in enumerate(groups)
            if (cost := apartness(one, group[-1])) < SAME_CARD_MM
        )
        taken: set[int] = set()
        joined: set[int] = set()
        for _, i, j in pairs:
            if i not in taken and j not in joined:
                groups[j].append(own[i])
                taken.add(i)
                joined.add(j)
        groups += [[one] for i, one in enumerate(own) if i not in taken]
    return [group for group in groups if 2 * len(group) > len(frames)]


def one_a_stack(spots: Sequence[Spot]) -> list[Spot]:
    """The spots, of each stack of backs only the surest, and no card twice: the upper of two faces that lie so close
    hides both indices of the lower."""
    kept: list[Spot] = []
    for one in sorted(spots, key=lambda s: -s.reading.p):
        near = STACK_MM if one.back else CLOSE_MM
        if not any(one.back == other.back and distance(one, other) < near and not two(one, other) for other in kept):
            kept.append(one)
    return kept


def two(a: Spot, b: Spot) -> bool:
    """Whether two faces are surely of two cards, however near: both are likely, and an index of the one lies further
    from one of the other than the indices of one card. Of a card known by one index the middle is less certain than
    `CLOSE_MM`."""
    if a.reading.card == b.reading.card or min(a.reading.p, b.reading.p) < LIKELY_P:
        return False
    return any(math.dist(one, other) > ACROSS_MM for one in a.marks for other in b.marks)


def apartness(a: Spot, b: Spot) -> float:
    """How little two spots of two frames are of one card: mm, and what their faces add to it; infinite if they lie
    otherwise."""
    away = distance(a, b)
    if a.back or b.back:
        return away if a.back and b.back else math.inf
    if turned(a, b) > SAME_CARD_DEGREES:
        return math.inf
    return away if away < CLOSE_MM else away + UNLIKE_MM * (1 - alike(a.reading.odds, b.reading.odds))


def alike(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    """How well two odds agree on a face, 0 to 1."""
    both = sum(p * b.get(face, 0.0) for face, p in a.items())
    most = math.sqrt(sum(p * p for p in a.values()) * sum(p * p for p in b.values()))
    return both / most if most > 0 else 0.0


def turned(a: Spot | Sighting, b: Spot | Sighting) -> float:
    """Angle between two cards (degrees, 0 to 90), which look the same upside down."""
    return abs((a.angle - b.angle + 90) % 180 - 90)


@dataclass(frozen=True)
class Card:
    """A card known to lie on the table, with what all frames of it said.

    ``order`` grows with the time when cards were laid: of two that overlap the greater lies above. ``marks`` are the
    indices that were seen last (mm).
    """

    sighting: Sighting
    pool: Pool
    order: int = 0
    marks: tuple[tuple[float, float], ...] = ()
    corners: int = 0
    """so many indices told where it lies"""

    @classmethod
    def of(cls, group: Sequence[Spot], image: Picture, since_ms: int = 0) -> Card:
        """One card over the frames of a look; ``image`` is the last of them."""
        x, y, angle = mean_place(group)
        cut = crop(image, group[-1].quad)
        if group[0].back:
            return cls(Sighting(x, y, angle, {}, len(group), cut, back=True, since_ms=since_ms), Pool({}, 0))
        pool, marks = Pool.of(one.reading.odds for one in group), group[-1].marks
        return cls(Sighting(x, y, angle, pool.odds(), pool.frames, cut, since_ms=since_ms), pool, 0, marks, len(marks))

    def after(self, old: Card) -> Card:
        """The card with what was seen of it before."""
        if self.back or old.back:
            return self
        pool = self.pool.joined(old.pool) if old.pool.frames < MOST_FRAMES else old.pool
        return replace(self, sighting=replace(self.sighting, odds=pool.odds(), frames=pool.frames), pool=pool)

    def lying_as(self, old: Card) -> Card:
        """The card where it was seen to lie more surely before."""
        x, y, angle = old.sighting.x, old.sighting.y, old.sighting.angle
        return replace(self, sighting=replace(self.sighting, x=x, y=y, angle=angle), corners=old.corners)

    def followed(self, track: int, order: int, since_ms: int) -> Card:
        """The card as that of a track."""
        return replace(self, sighting=replace(self.sighting, track=track, since_ms=since_ms), order=order)

    def shown(self, seen: bool) -> Card:
        """The card seen, or remembered only."""
        return self if self.sighting.seen == seen else replace(self, sighting=replace(self.sighting, seen=seen))

    @property
    def back(self) -> bool:
        """Whether it lies face down."""
        return self.sighting.back

    @staticmethod
    def surest_of(group: Sequence[Spot]) -> float:
        """Odds of the likeliest face over some frames of one card."""
        return max(Pool.of(one.reading.odds for one in group).odds().values(), default=0.0)

    def doubled(self, plain: Card) -> bool:
        """Whether it is a doubtful index in the place of a card of which two indices are plainly read: a part of it, or
        of what lies under it, for that card hides all but a strip of one that lies there."""
        alone = not self.back and len(self.marks) == 1 and self.surest < DOUBTFUL
        return alone and len(plain.marks) == 2 and plain.surest >= PLAIN and same(self.sighting, plain.sighting)

    @property
    def faint(self) -> bool:
        """Whether it is most likely no card."""
        return not self.back and sum(self.sighting.odds.values()) < FAINT

    @property
    def surest(self) -> float:
        """Odds of its likeliest face."""
        return max(self.sighting.odds.values(), default=0.0)


def holds(card: Sighting, x: float, y: float, inset: float = 0.0) -> bool:
    """Whether a point of the table (mm) lies under a card, so far from its edge."""
    turn, dx, dy = math.radians(card.angle), x - card.x, y - card.y
    across, along = math.cos(turn) * dx + math.sin(turn) * dy, math.cos(turn) * dy - math.sin(turn) * dx
    return abs(across) < CARD_MM[0] / 2 - inset and abs(along) < CARD_MM[1] / 2 - inset


def overlap(a: Sighting, b: Sighting) -> bool:
    """Whether one of two cards lies over the other, so that it hides more than a corner."""
    turn, dx, dy = math.radians(a.angle), b.x - a.x, b.y - a.y
    across, along = math.cos(turn) * dx + math.sin(turn) * dy, math.cos(turn) * dy - math.sin(turn) * dx
    return abs(across) < CARD_MM[0] - CORNER_MM and abs(along) < CARD_MM[1] - CORNER_MM


def same(a: Spot | Sighting, b: Spot | Sighting) -> bool:
    """Whether two findings lie so near each other that they are of one card."""
    return distance(a, b) < SAME_CARD_MM and turned(a, b) < SAME_CARD_DEGREES


def changed(before: Sequence[Sighting], after: Sequence[Sighting]) -> bool:
    """Whether there is any news in what is told of the cards."""
    return len(before) != len(after) or any(_news(a, b) for a, b in zip(before, after, strict=True))


def _news(a: Sighting, b: Sighting) -> bool:
    if (a.track, a.back, a.seen, a.since_ms) != (b.track, b.back, b.seen, b.since_ms) or distance(a, b) > NEWS_MM:
        return True
    return any(abs(a.odds.get(face, 0.0) - b.odds.get(face, 0.0)) > NEWS_ODDS for face in {*a.odds, *b.odds})


def mean_place(group: Sequence[Spot]) -> tuple[float, float, float]:
    """Mean centre (mm) and turn (degrees) of one card over frames."""
    first = group[0].angle
    lean = sum((one.angle - first + 90) % 180 - 90 for one in group) / len(group)
    angle = (first + lean + 90) % 180 - 90
    return sum(one.x for one in group) / len(group), sum(one.y for one in group) / len(group), angle


def crop(image: Picture, quad: Sequence[tuple[float, float]]) -> bytes:
    """The card cut out of a frame and straightened, as PNG of about 134 x 184 px."""
    m, w, h = CROP_MARGIN_MM, *CARD_MM
    size = (round((w + 2 * m) * CROP_PX_PER_MM), round((h + 2 * m) * CROP_PX_PER_MM))
    target = f32([[m, m], [m + w, m], [m + w, m + h], [m, m + h]]) * CROP_PX_PER_MM
    onto = cv2.getPerspectiveTransform(f32(quad), target)
    cut = cv2.warpPerspective(image, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.imencode(".png", np.asarray(cut), [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes()
