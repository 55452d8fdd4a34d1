"""The card renderer: faces and backs of a style as pictures.

Card coordinates are mm, the origin in the upper left corner, x to the right, y down, 63 x 88 mm.
"""

from __future__ import annotations

import random

import cv2

from companion.cards import JOKERS, Card
from companion.ports import CARD_MM
from vision.decks.backs import draw_pattern
from vision.decks.canvas import Canvas, Image
from vision.decks.courts import draw_court
from vision.decks.fonts import Mask, resize_mask, text_mask
from vision.decks.fools import draw_joker, joker_box
from vision.decks.pips import suit_mask
from vision.decks.styles import Style

_PLACES: dict[int, list[tuple[float, float]]] = {
    2: [(0.5, 0.17), (0.5, 0.83)],
    3: [(0.5, 0.17), (0.5, 0.5), (0.5, 0.83)],
    4: [(0.3, 0.17), (0.7, 0.17), (0.3, 0.83), (0.7, 0.83)],
}
_PLACES[5] = [*_PLACES[4], (0.5, 0.5)]
_PLACES[6] = [*_PLACES[4], (0.3, 0.5), (0.7, 0.5)]
_PLACES[7] = [*_PLACES[6], (0.5, 0.335)]
_PLACES[8] = [*_PLACES[7], (0.5, 0.665)]
_PLACES[9] = [(x, y) for x in (0.3, 0.7) for y in (0.17, 0.39, 0.61, 0.83)] + [(0.5, 0.5)]
_PLACES[10] = [*_PLACES[9][:-1], (0.5, 0.28), (0.5, 0.72)]


def index_points(style: Style, card: str = "") -> tuple[tuple[float, float, int], ...]:
    """Where the corner indices are: the centre of rank and suit together (mm) and the way up.

    The third number is +1 where the index is upright on an upright card, -1 where it stands on its head. Jokers
    (``card`` XB, XR or X) have their own; all other faces of a deck have theirs at the same places.
    """
    if card in JOKERS:
        x0, y0, x1, y1 = joker_box(style)
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
    else:
        x, y = _column(style), style.top_mm + _index_height(style) / 2
        if style.beside:
            x += (style.suit_mm + style.gap_mm) / 2
    wide, high = CARD_MM
    two = ((x, y, 1), (wide - x, high - y, -1))
    return two if style.corners == 2 else (*two, (wide - x, y, 1), (x, high - y, -1))


def draw_face(card: str, style: Style, px_per_mm: float, court: Image | None = None) -> Image:
    """A face as BGRA, 63 x 88 mm at this scale, transparent outside its rounded corners.

    ``card`` is a code of `companion.cards` (raises BadCard otherwise); X is drawn like XB. ``court`` is a picture
    to use in place of our own court figure or jester.
    """
    face = Card.parse(card)
    canvas = Canvas(style, px_per_mm)
    if not face.suit:
        draw_joker(canvas, face.red, court)
        return canvas.finish(px_per_mm)
    if face.rank in "JQK":
        _court(canvas, face, style, court)
    elif face.rank == "A":
        _ace(canvas, face, style)
    else:
        _pips(canvas, face, style)
    _indices(canvas, face, style)
    return canvas.finish(px_per_mm)


def draw_back(style: Style, px_per_mm: float) -> Image:
    """The back as BGRA, 63 x 88 mm at this scale, transparent outside its rounded corners."""
    canvas = Canvas(style, px_per_mm)
    margin = random.Random(style.back_seed + 1).choice([0.0, 2.5, 3.5, 5.0])
    x0, y0 = canvas.px(margin), canvas.px(margin)
    x1, y1 = canvas.px(CARD_MM[0] - margin), canvas.px(CARD_MM[1] - margin)
    canvas.image[y0:y1, x0:x1] = draw_pattern(style, x1 - x0, y1 - y0)
    return canvas.finish(px_per_mm)


def _suit(canvas: Canvas, suit: str, height_mm: float) -> Mask:
    mask, aspect = suit_mask(suit, canvas.style)
    return resize_mask(mask, height_mm * aspect * canvas.scale, height_mm * canvas.scale)


def _rank(canvas: Canvas, text: str) -> Mask:
    style = canvas.style
    mask, cap = text_mask(style.font, text)
    factor = style.rank_mm * canvas.scale / cap
    width = style.width * (style.ten_width if text == "10" else 1.0)
    return resize_mask(mask, mask.shape[1] * factor * width, mask.shape[0] * factor)


def _index_height(style: Style) -> float:
    return max(style.rank_mm, style.suit_mm) if style.beside else style.rank_mm + style.gap_mm + style.suit_mm


def _column(style: Style) -> float:
    """The x (mm) on which rank and suit are centred: wide enough for a 10."""
    mask, cap = text_mask(style.font, "10")
    ten = mask.shape[1] / cap * style.rank_mm * style.width * style.ten_width
    return float(max(style.left_mm + max(style.rank_mm * 0.6 * style.width, style.suit_mm * 0.85) / 2, 1.1 + ten / 2))


def _indices(canvas: Canvas, face: Card, style: Style) -> None:
    """Rank and suit in every index corner, on cleared ground so that pips or courts never touch them."""
    rank, suit = _rank(canvas, style.rank_text(face.rank)), _suit(canvas, face.suit, style.suit_mm)
    column, top = _column(style), style.top_mm
    parts = [(rank, column, top + style.rank_mm / 2)]
    if style.beside:
        wide = (rank.shape[1] + suit.shape[1]) / 2 / canvas.scale
        parts.append((suit, column + wide + style.gap_mm * 0.6, top + style.rank_mm / 2))
    else:
        parts.append((suit, column, top + style.rank_mm + style.gap_mm + style.suit_mm / 2))
    wide_mm, high_mm = CARD_MM
    if style.index_line:
        _index_frames(canvas, parts)
    for clear in (0.35, 0.0):
        for mask, x, y in parts:
            canvas.stamp(mask, x, y, style.colour(face.suit), False, clear)
            canvas.stamp(mask, wide_mm - x, high_mm - y, style.colour(face.suit), True, clear)
            if style.corners == 4:
                canvas.stamp(mask, wide_mm - x, y, style.colour(face.suit), False, clear)
                canvas.stamp(mask, x, high_mm - y, style.colour(face.suit), True, clear)


def _index_frames(canvas: Canvas, parts: list[tuple[Mask, float, float]]) -> None:
    """A frame around every index, a millimetre from its ink."""
    half = [(x, y, mask.shape[1] / canvas.scale / 2, mask.shape[0] / canvas.scale / 2) for mask, x, y in parts]
    x0, y0 = min(x - w for x, _, w, _ in half) - 1, min(y - h for _, y, _, h in half) - 1
    x1, y1 = max(x + w for x, _, w, _ in half) + 1, max(y + h for _, y, _, h in half) + 1
    wide, high = CARD_MM
    corners = [(x0, y0, x1, y1), (wide - x1, high - y1, wide - x0, high - y0)]
    if canvas.style.corners == 4:
        corners += [(wide - x1, y0, wide - x0, y1), (x0, high - y1, x1, high - y0)]
    for corner in corners:
        canvas.box(*corner)


def _pips(canvas: Canvas, face: Card, style: Style) -> None:
    count = 10 if face.rank == "T" else int(face.rank)
    mask = _suit(canvas, face.suit, style.pip_mm)
    for x, y in _PLACES[count]:
        at = (0.5 + (x - 0.5) * (1 - style.inset), 0.5 + (y - 0.5) * (1 - style.inset * 1.3))
        canvas.stamp(mask, at[0] * CARD_MM[0], at[1] * CARD_MM[1], style.colour(face.suit), y > 0.51)


def _ace(canvas: Canvas, face: Card, style: Style) -> None:
    height = min(42.0, style.pip_mm * (style.ace * 1.5 if face.suit == "S" and style.ornate_ace else style.ace))
    colour = style.colour(face.suit)
    canvas.stamp(_suit(canvas, face.suit, height), CARD_MM[0] / 2, CARD_MM[1] / 2, colour)
    if face.suit != "S" or not style.ornate_ace:
        return
    # The maker's ace: an inner sign in the ground's colour and lines of small print below.
    canvas.stamp(_suit(canvas, "S", height * 0.45), CARD_MM[0] / 2, CARD_MM[1] / 2 - height * 0.06, style.ground)
    for line, text in enumerate(("FINE CARDS", "No. 7")):
        mask, cap = text_mask(style.font, text)
        factor = 1.8 * canvas.scale / cap
        small = resize_mask(mask, mask.shape[1] * factor, mask.shape[0] * factor)
        canvas.stamp(small, CARD_MM[0] / 2, CARD_MM[1] / 2 + height / 2 + 3 + 3 * line, colour)


def _court(canvas: Canvas, face: Card, style: Style, court: Image | None) -> None:
    """The court figure in its frame, with a suit sign in two of the frame's corners."""
    left = min(17.0, max(6.0, _column(style) + max(style.rank_mm * 0.42 * style.width, style.suit_mm * 0.5) - 0.5))
    top = 6.0 if style.rank_mm < 9 else 12.0
    x0, y0, x1, y1 = (canvas.px(mm) for mm in (left, top, CARD_MM[0] - left, CARD_MM[1] - top))
    width, height = x1 - x0, y1 - y0
    figure = draw_court(face.rank, face.suit, style, width, height) if court is None else court
    canvas.image[y0:y1, x0:x1] = cv2.resize(figure, (width, height), interpolation=cv2.INTER_AREA)
    if style.court_frame:
        line = max(1, canvas.px(0.3))
        cv2.rectangle(canvas.image, (x0, y0), (x1 - 1, y1 - 1), style.court_colours[-1], line, cv2.LINE_AA)
    if style.court_pip:
        pip = _suit(canvas, face.suit, min(style.pip_mm * 0.85, (CARD_MM[0] - 2 * left) * 0.3))
        across, down = pip.shape[1] / canvas.scale * 0.6 + left, pip.shape[0] / canvas.scale * 0.6 + top
        colour = style.colour(face.suit)
        canvas.stamp(pip, across, down, colour)
        canvas.stamp(pip, CARD_MM[0] - across, CARD_MM[1] - down, colour, True)
