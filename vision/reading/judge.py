"""What the corners and the body of a card say together, and how it is told as a reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.ports import CARD_MM, Reading
from vision.arrays import Float, Matrix, f32
from vision.reading.bodies import NO_BODIES, Bodies
from vision.reading.calibrate import Calibration
from vision.reading.evidence import INDEX_MM, NOTHING, Evidence, floored
from vision.reading.find import Corners
from vision.reading.names import ALL_FACES, BLACK_JOKER, JOKER, RED_JOKER, of_faces, ranks
from vision.reading.pair import Group, Pose, group
from vision.reading.patches import Marks
from vision.reading.places import near_places, places

NAMED = 5e-4
"""Faces less likely than this are left out of the odds."""
SURE_COLOUR = 0.9
"""A joker whose colour is less sure than this is just a joker."""
LEAST_WEIGHT = 0.02
"""What a corner says counts by the probability of its likeliest face, and this much however unclear it is."""
REDDEST, LEAST_RED = 0.9, 0.2
"""This share of a picture's indices is no redder than its red ink, which has at least LEAST_RED."""
BODY_MM, BODY_DEGREES, BODY_RATIO = 12.0, 14.0, 1.3
"""A body is of a card whose pose differs by no more than this."""
CLAIM_MM = 16.0
"""A card without a body has one if its index lies on it, no further than this from where indices are printed."""
BODY_HEAT = 0.4
"""From this the finder's body tells better where a card lies than one corner does."""
FAINT_HEAT, PRINTED_HEAT = 0.5, 0.6
"""A card of one index is accepted only if the finder is surer of it than this, and of a lonely one than that: what is
printed on backs and papers is fainter than an index, however clear its letter. It costs a thousandth of all cards."""
LONELY_MM = 85.0
"""Cards whose middles are further apart than this hardly cover each other."""
UPON_MM, UPON_DEGREES = 18.0, 15.0
"""Cards closer and turned more alike than this hide corners of each other."""
ALONE_HEAT, ALONE_BACK, ALONE_MM = 0.55, 0.3, 25.0
"""A body without a corner is a card if it is hotter than this, no back, and this far from all others."""


@dataclass(frozen=True)
class Judged:
    """One card: its corners and pose, and the evidence for its face."""

    group: Group
    evidence: Evidence


def judge(corners: Corners, scales: Matrix, marks: Marks, language: Matrix, bodies: Bodies = NO_BODIES) -> list[Judged]:
    """Join corners to cards, find their bodies, and gather what they say.

    Open cards of which no corner was found follow at the end; only their faces can tell what they are.
    """
    logs = floored(ranks(marks, language), marks.suit)
    faces = f32(np.exp(of_faces(logs[:, :14], logs[:, 14:])))
    names = faces.argmax(1) if len(faces) else np.zeros(0, np.intp)
    clarity = float((marks.glyph.max(1) + marks.suit.max(1)).mean()) if len(faces) else 0.0
    red = relative(marks)
    groups = _apart(group(corners, scales, faces, bodies), corners, faces)
    owned = claimed(corners, groups, match(groups, bodies), bodies)
    lie = places(corners, scales, [one.rows for one in groups], owned, bodies)
    judged = []
    for number, (one, body) in enumerate(zip(groups, owned, strict=True)):
        rows = list(one.rows)
        heat = float(bodies.heat[body]) if body is not None else 0.0
        if body is not None and len(rows) == 1 and heat > BODY_HEAT:
            one = replace(one, pose=body_pose(bodies, body))
        evidence = Evidence(
            corner=f32(np.average(logs[rows], axis=0, weights=faces[rows].max(1) + LEAST_WEIGHT)),
            corners=len(rows),
            heat=float(corners.heat[rows].max()),
            index=float((-marks.junk[rows]).max()),
            conflict=len({int(names[row]) for row in rows}) > 1,
            clarity=clarity,
            index_px=INDEX_MM * one.pose.px_per_mm,
            body=heat,
            red=_mean(red[rows]),
            off_mm=lie.off_mm[number],
            inside=lie.inside[number],
            back=lie.back[number],
            short=lie.short[number],
        )
        judged.append(Judged(one, evidence))
    judged = [replace(one, evidence=replace(one.evidence, lonely=_lonely(one, judged, bodies))) for one in judged]
    taken = {body for body in owned if body is not None}
    return judged + [
        Judged(Group((), pose), Evidence(NOTHING, 0, 0.0, 0.0, False, clarity, INDEX_MM * pose.px_per_mm, heat))
        for pose, heat in _alone(bodies, taken, [one.group.pose for one in judged])
    ]


def _apart(groups: Sequence[Group], corners: Corners, faces: Float) -> list[Group]:
    """Without cards that show opposite corners of the same face as another that lies there and shows them more clearly:
    of two cards so close the upper one would hide a corner of the lower. The words and signs of a joker give such a
    second card."""

    def opposite(one: Group) -> bool:
        return float((corners.up[list(one.rows)] @ corners.up[one.rows[0]]).min()) < 0

    def face(one: Group) -> int:
        return int(faces[list(one.rows)].sum(0).argmax())

    whole = sorted((one for one in groups if opposite(one)), key=lambda one: -float(faces[list(one.rows)].max(1).sum()))
    kept: list[Group] = []
    for one in whole:
        if not any(face(one) == face(other) and _one_place(one.pose, other.pose) for other in kept):
            kept.append(one)
    return [one for one in groups if one in kept or not opposite(one)]


def _one_place(one: Pose, other: Pose) -> bool:
    """Whether two cards lie so close that one hides a corner of the other."""
    away = float(np.hypot(one.x - other.x, one.y - other.y)) / max(one.px_per_mm, other.px_per_mm)
    return away < UPON_MM and abs((one.angle - other.angle + 90) % 180 - 90) < UPON_DEGREES


def _lonely(card: Judged, others: Sequence[Judged], bodies: Bodies) -> bool:
    """Whether a card of one corner lies apart from all cards that are surely there, without a body of its own."""
    pose = card.group.pose
    if card.evidence.corners != 1 or card.evidence.body:
        return False
    sure = [(one.group.pose.x, one.group.pose.y) for one in others if one.evidence.corners > 1]
    sure += [(float(x), float(y)) for x, y in bodies.at[bodies.heat > BODY_HEAT]]
    return bool(len(bodies)) and all(np.hypot(pose.x - x, pose.y - y) > LONELY_MM * pose.px_per_mm for x, y in sure)


def relative(marks: Marks) -> Float:
    """Redness of inks against the reddest in the picture: cameras and light make all red ink paler alike."""
    known = marks.red[np.isfinite(marks.red) & (marks.junk < 0)]
    most = float(np.quantile(known, REDDEST)) if len(known) else 0.0
    return f32(marks.red / max(most, LEAST_RED))


def _mean(values: Float) -> float | None:
    """Mean of what is known."""
    known = values[np.isfinite(values)]
    return float(known.mean()) if len(known) else None


def match(groups: Sequence[Group], bodies: Bodies) -> list[int | None]:
    """The body (row) of each card, None where there is none; the nearest pairs first."""
    pairs = []
    for number, one in enumerate(groups):
        for row in range(len(bodies)):
            pose = body_pose(bodies, row)
            away = np.hypot(pose.x - one.pose.x, pose.y - one.pose.y) / one.pose.px_per_mm
            turned = abs((pose.angle - one.pose.angle + 90) % 180 - 90)
            ratio = pose.px_per_mm / one.pose.px_per_mm
            if away < BODY_MM and turned < BODY_DEGREES and 1 / BODY_RATIO < ratio < BODY_RATIO:
                pairs.append((float(away), number, row))
    owned: list[int | None] = [None] * len(groups)
    taken: set[int] = set()
    for _, number, row in sorted(pairs):
        if owned[number] is None and row not in taken:
            owned[number] = row
            taken.add(row)
    return owned


def claimed(corners: Corners, groups: Sequence[Group], owned: Sequence[int | None], bodies: Bodies) -> list[int | None]:
    """The same bodies of each card, and those left over given to cards without one that have an index in a corner of
    them: the place that a single index tells is far off on a card that lies at a slant."""
    told, free = list(owned), np.ones(len(bodies), bool)
    free[[body for body in owned if body is not None]] = False
    near = near_places(corners, bodies)
    for number, one in enumerate(groups):
        if told[number] is None and free.any():
            off = np.where(free, near[list(one.rows)].min(0), np.inf)
            if off.min() < CLAIM_MM:
                told[number] = int(off.argmin())
                free[told[number]] = False
    return told


def body_pose(bodies: Bodies, row: int) -> Pose:
    """Where the finder saw a card."""
    x, y = (float(v) for v in bodies.at[row])
    return Pose(x, y, float(bodies.angle[row]), float(bodies.height[row]) / CARD_MM[1])


def _alone(bodies: Bodies, taken: set[int], poses: Sequence[Pose]) -> list[tuple[Pose, float]]:
    """Open cards whose corners were not found."""
    found = []
    for row in range(len(bodies)):
        pose, heat = body_pose(bodies, row), float(bodies.heat[row])
        far = all(np.hypot(pose.x - p.x, pose.y - p.y) > ALONE_MM * pose.px_per_mm for p in poses)
        if row not in taken and heat > ALONE_HEAT and bodies.back[row] < ALONE_BACK and far:
            found.append((pose, heat))
    return found


def reading(card: Judged, size: tuple[int, int], calibration: Calibration) -> Reading:
    """The judged card as a reading of a picture of ``size`` (width, height px), with calibrated odds."""
    shares = calibration.shares(card.evidence)
    odds = dict(zip(ALL_FACES, (float(p) for p in calibration.odds(card.evidence, shares)), strict=True))
    odds = colourless(odds)
    best = max(odds, key=lambda face: odds[face])
    named = {face: p for face, p in odds.items() if p >= NAMED or face == best}
    ordered = dict(sorted(named.items(), key=lambda item: -item[1]))
    quad = card.group.pose.quad
    p = odds[best]
    # Without a corner only the picture speaks: it may be a card of another pattern. A faint index where no card is seen
    # may be printed on something else, a card's back among them.
    needed = PRINTED_HEAT if card.evidence.lonely else FAINT_HEAT
    faint = card.evidence.corners == 1 and card.evidence.heat < needed
    accepted = p >= calibration.needed(card.evidence) and card.evidence.corners > 0 and not faint
    return Reading(best, p, accepted, box_of(quad, size), quad, ordered, card.group.at)


def colourless(odds: dict[str, float]) -> dict[str, float]:
    """The odds with jokers that may be black or red told as X."""
    black, red = odds[BLACK_JOKER], odds[RED_JOKER]
    if max(black, red) >= SURE_COLOUR * (black + red):
        return odds
    rest = {face: p for face, p in odds.items() if face not in (BLACK_JOKER, RED_JOKER)}
    return rest | {JOKER: black + red}


def box_of(quad: Sequence[tuple[float, float]], size: tuple[int, int]) -> tuple[float, float, float, float]:
    """The upright box (x, y, width, height) of an outline, cut off at the picture's edge."""
    xs = [min(max(x, 0.0), float(size[0])) for x, _ in quad]
    ys = [min(max(y, 0.0), float(size[1])) for _, y in quad]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def weigh_equal(readings: Sequence[Reading], packs: int, accept: float) -> list[Reading]:
    """Weaken readings of a face that is read more often than there are packs; jokers may be alike in pairs.

    With q the probability that the others have used up all its copies, p becomes p (1 - q) / (1 - p q).
    """
    weighed = []
    for one in readings:
        copies = 2 * packs if one.card[0] == "X" else packs
        others = sorted((r.p for r in readings if r is not one and r.card == one.card), reverse=True)
        if len(others) < copies:
            weighed.append(one)
            continue
        q = others[copies - 1]
        p = one.p * (1 - q) / max(1e-9, 1 - one.p * q)
        rest = {face: odds * (1 - p) / max(1e-9, 1 - one.p) for face, odds in one.odds.items() if face != one.card}
        odds = dict(sorted((rest | {one.card: p}).items(), key=lambda item: -item[1]))
        card = next(iter(odds))
        weighed.append(replace(one, card=card, p=odds[card], accepted=one.accepted and p >= accept, odds=odds))
    return weighed
