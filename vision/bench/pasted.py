"""Real cards on rendered tables: crops of photographed cards as decks, for tests alone and only while they run.

A card is cut out where its whole outline shows: a light shape with four straight sides that fills the labelled box.
The label says which card it is, so no reader has a say in what is cut.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.ports import CARD_MM, Trouble
from vision.arrays import Float, Matrix, Picture, f32, f64, u8
from vision.pictures.pictures import load_picture
from vision.training.sources import rounded

Box = tuple[float, float, float, float]
WHOLE = "card"
"""The kind of label whose box is that of a whole card."""

LEAST_FILL = 0.96
"""An outline fills this much of the quadrangle through its sides unless something lies on the card or sticks out."""
LEAST_MATCH = 0.86
"""Least overlap (intersection over union) of the quadrangle's box with the labelled one."""
MOST_OTHER = 0.02
"""How much of a quadrangle may lie in the box of another card."""
SIDES = (1.2, 1.6)
"""Ratio of a card's sides, seen a little from the side."""
LEAST_PX_PER_MM = 1.6
"""Smaller cards are too coarse to be shown again."""
INSET_MM = 0.3
"""The outline is cut this far inside, so that nothing of the old table comes along."""
RADIUS_MM = 3.4
PAPER = 225.0
"""Dark crops are brightened until their paper is this light: the table has a light of its own."""
STEPS = 7
"""Thresholds tried between the darkness around a card and its paper."""


class PhotoDeck:
    """Photographed cards as a `vision.decks.printed.PrintedDeck`; one picture a code, its back is plain."""

    size_mm = CARD_MM
    index_mm = 7.5
    """The photographed deck of the development set is an ordinary one; its rank is about this high."""

    def __init__(self, name: str, faces: dict[str, Picture]) -> None:
        self.name, self._faces = name, faces
        self.codes = tuple(sorted(faces))

    def picture(self, code: str | None, px_per_mm: float) -> Picture:
        """A card as BGRA at this scale, rounded; the back for None."""
        size = round(CARD_MM[0] * px_per_mm), round(CARD_MM[1] * px_per_mm)
        if code is None:
            face: Picture = np.full((size[1], size[0], 3), (150, 70, 40), np.uint8)
        else:
            face = self._faces[code]
        shrink = size[0] < face.shape[1]
        sized = u8(cv2.resize(face, size, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_CUBIC))
        return np.dstack([sized, rounded(size, RADIUS_MM * px_per_mm)])

    def px_per_mm(self) -> float:
        """Median scale of the crops: a table should not show them larger."""
        return float(np.median([face.shape[1] / CARD_MM[0] for face in self._faces.values()]))


def photo_decks(folder: Path, seed: int = 0) -> Iterator[PhotoDeck]:
    """Decks of cards cut out of a folder of photographs with labels.json, each crop in one of them.

    The cards of one deck come from different pictures and lights. Raises Trouble when no card could be cut out.
    """
    crops = list(cut_all(folder))
    if not crops:
        raise Trouble(
            f"no card in {folder} lies apart with its whole outline in sight: give photographs of whole cards"
        )
    random.Random(seed).shuffle(crops)
    number = 0
    while crops:
        faces: dict[str, Picture] = {}
        left = []
        for code, face in crops:
            if code in faces:
                left.append((code, face))
            else:
                faces[code] = face
        yield PhotoDeck(f"photographed {number}", faces)
        crops, number = left, number + 1


def cut_all(folder: Path) -> Iterator[tuple[str, Picture]]:
    """Code and picture (BGR, upright, either way up) of every card that can be cut out of the photographs."""
    try:
        told = json.loads((folder / "labels.json").read_text())
    except FileNotFoundError:
        raise Trouble(f"{folder} holds no labels.json: give a folder of labelled photographs") from None
    except OSError as error:
        raise Trouble(f"{folder} holds no labels.json that can be read ({error.strerror})") from None
    except ValueError as error:
        raise Trouble(f"{folder} holds no labels.json that can be read ({error})") from None
    for name, label in sorted(told.items()):
        boxes = [tuple(card.get("box") or ()) for card in label["cards"]]
        if label.get("box_kind") != WHOLE or not all(boxes):
            continue
        image = load_picture(folder / name)
        for card, box in zip(label["cards"], boxes, strict=True):
            quad = outline(image, box)
            if quad is not None and not any(_overlap(quad, other) > MOST_OTHER for other in boxes if other != box):
                face = cut(image, quad)
                if face.shape[1] >= LEAST_PX_PER_MM * CARD_MM[0]:
                    yield str(card["card"]), face


def outline(image: Picture, box: Box) -> Matrix | None:
    """Corners (px, clockwise, a short side first) of the card in a labelled box (x, y, w, h), None if not sure."""
    x, y, wide, high = box
    margin = 0.12 * max(wide, high)
    left, top = max(0, int(x - margin)), max(0, int(y - margin))
    right, bottom = min(image.shape[1], int(x + wide + margin)), min(image.shape[0], int(y + high + margin))
    grey = cv2.GaussianBlur(cv2.cvtColor(image[top:bottom, left:right], cv2.COLOR_BGR2GRAY), (3, 3), 0)
    dark, light = np.percentile(grey, [4, 90])
    best, best_score = None, 0.0
    for step in range(1, STEPS + 1):
        mask = u8((grey > dark + (light - dark) * step / (STEPS + 1)) * 255)
        mask = u8(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
        for shape in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            if cv2.contourArea(shape) < 0.3 * wide * high:
                continue
            quad = _four_sides(f32(shape.reshape(-1, 2)))
            if quad is None or not _is_card(quad):
                continue
            placed = f64(quad + np.array([left, top]))
            fill, match = _fill(f64(shape.reshape(-1, 2)), quad), _match(placed, box)
            # A printed frame makes a second, smaller outline: the one that fits the label better is the edge.
            sure = fill >= LEAST_FILL and match >= LEAST_MATCH and _inside(placed, image)
            if sure and fill + match > best_score:
                best, best_score = placed, fill + match
    return best


def _four_sides(points: Float) -> Matrix | None:
    """The quadrangle through the straight sides of a closed line of points; None for another shape."""
    hull = cv2.convexHull(points)
    rough = cv2.approxPolyDP(hull, 0.05 * cv2.arcLength(hull, True), True).reshape(-1, 2)
    if len(rough) != 4:
        return None
    lines = []
    for i in range(4):
        start, end = f64(rough[i]), f64(rough[(i + 1) % 4])
        length = float(np.linalg.norm(end - start))
        if length < 20:
            return None
        along = (end - start) / length
        away = points - start
        share, off = away @ along / length, np.abs(away @ np.array([-along[1], along[0]]))
        near = points[(share > 0.14) & (share < 0.86) & (off < 0.05 * length)]
        if len(near) < 10:
            return None
        vx, vy, px, py = (float(v) for v in cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
        lines.append(np.array([vy, -vx, vx * py - vy * px]))
    corners = [np.cross(lines[i - 1], lines[i]) for i in range(4)]
    if any(abs(corner[2]) < 1e-9 for corner in corners):
        return None
    quad = f64([corner[:2] / corner[2] for corner in corners])
    if cv2.contourArea(f32(quad), oriented=True) < 0:
        quad = quad[::-1]
    first, second = (float(np.linalg.norm(quad[i] - quad[(i + 1) % 4])) for i in (0, 1))
    return quad if first < second else f64(np.roll(quad, -1, 0))


def _is_card(quad: Matrix) -> bool:
    """Whether the sides stand to each other as a card's do, opposite ones about equally long."""
    sides = [float(np.linalg.norm(quad[i] - quad[(i + 1) % 4])) for i in range(4)]
    even = all(0.85 < sides[i] / max(1e-6, sides[i + 2]) < 1.18 for i in (0, 1))
    return even and SIDES[0] < (sides[1] + sides[3]) / max(1e-6, sides[0] + sides[2]) < SIDES[1]


def _fill(shape: Matrix, quad: Matrix) -> float:
    """How well an outline (n x 2) and a quadrangle agree: intersection over union, rounded corners left aside."""
    low = np.floor(np.minimum(quad.min(0), shape.min(0))).astype(int)
    high = np.ceil(np.maximum(quad.max(0), shape.max(0))).astype(int) + 1
    size = (int(high[1] - low[1]), int(high[0] - low[0]))
    first, second = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    cv2.fillPoly(first, [(shape - low).astype(np.int32)], 1)
    cv2.fillPoly(second, [np.round(quad - low).astype(np.int32)], 1)
    return float((first & second).sum() / max(1, (first | second).sum()))


def _match(quad: Matrix, box: Box) -> float:
    """Intersection over union of a quadrangle's box and a labelled one."""
    low, high = quad.min(0), quad.max(0)
    x, y, wide, high_px = box
    across = min(high[0], x + wide) - max(low[0], x)
    down = min(high[1], y + high_px) - max(low[1], y)
    both = max(0.0, float(across)) * max(0.0, float(down))
    return both / (float(np.prod(high - low)) + wide * high_px - both)


def _overlap(quad: Matrix, box: Box) -> float:
    """Share of a quadrangle that a box covers."""
    x, y, wide, high = box
    other = f32([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])
    area = cv2.intersectConvexConvex(f32(quad), other)[0]
    return float(area / max(1.0, cv2.contourArea(f32(quad))))


def _inside(quad: Matrix, image: Picture) -> bool:
    height, width = image.shape[:2]
    return bool((quad > 1).all() and (quad < (width - 2, height - 2)).all())


def cut(image: Picture, quad: Matrix) -> Picture:
    """The card inside a quadrangle, upright at its own scale, its paper made light."""
    scale = float(np.linalg.norm(quad[1] - quad[2])) / CARD_MM[1]
    size = round(CARD_MM[0] * scale), round(CARD_MM[1] * scale)
    out = INSET_MM * scale
    onto = f32([(-out, -out), (size[0] + out, -out), (size[0] + out, size[1] + out), (-out, size[1] + out)])
    face = cv2.warpPerspective(image, cv2.getPerspectiveTransform(f32(quad), onto), size, flags=cv2.INTER_CUBIC)
    paper = float(np.percentile(face.max(2), 80))
    return u8(np.clip(face.astype(np.float32) * max(1.0, PAPER / max(1.0, paper)), 0, 255))
