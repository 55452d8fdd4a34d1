"""The colour of the ink in the indices: whether a camera has red and blue in the wrong order.

The networks read a blue heart as surely as a red one, so the shape of the suit says which colour its ink should have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.ports import CARD_MM, Reading
from vision.arrays import Float, Matrix, Picture, f32, f64
from vision.reading.pair import OFFSET_MM

ZONE_MM = (12.0, 24.0)
"""What is looked at around the middle of an index: decks differ by some millimetres in where they print it ..."""
INSET_MM = 2.5
"""... without what lies nearer to the card's edge: the table shines into blurred edges, and may be blue."""
PX_PER_MM = 1.5
LEAST_ZONE_PX = 6
"""Narrower zones are not looked at."""
INK = 0.7
"""Ink is what some colour of is darker than this share of the paper ..."""
LEAST_INK = 10
"""... on at least so many px of the cut-out."""
LIGHT_PRINT, BRIGHTEST = 0.7, 0.97
"""A cut-out of which half is darker than this share of the BRIGHTEST part is a dark ground with light print."""
LEAST_PAPER = 0.75
"""Half of the cut-out must be brighter than this share of its brightest quarter: paper, then, is light. On foil the
brightest quarter is a reflection, beside which print may look blue; its middle has 0.68 of that at most, and of 53
photographs of paper with red and blue exchanged as many are noticed at 0.8 as at 0.6."""
COLOURED = 0.1
"""From this difference between red and blue (in shares of the paper's) ink is coloured: black ink stays below it in any
ordinary light, red ink is seldom below 0.2."""
CLEARLY = 0.2
"""Ink this far from black is red or blue beyond doubt."""
LEAST_SEEN, MOST_LOOKED_AT = 0.2, 24
"""Readings less likely than this, and more of them, are not searched for blue ink."""
SKY = 0.35
"""Blue that leans further to green (see `greenish`) is no red ink seen with red and blue exchanged."""
MUCH = 4
"""Red and blue are swapped when so many times more cards are blue that should be red than are red."""
LEAST_P, MOST_CARDS = 0.5, 8
"""Readings less likely than this do not vote, and no more than so many of a suit, the likeliest."""


def order(image: Picture, readings: Sequence[Reading], suits: str = "HD") -> bool | None:
    """Whether a picture is BGR as it should be: False if red and blue are swapped, None if it does not show.

    Hearts are red in all ordinary decks, so they decide alone. Diamonds decide where no heart is, unless
    their blue, or other print that is green or red, shows a deck of four colours. ``suits`` says which may tell.
    """
    likely = sorted((one for one in readings if one.p >= LEAST_P and one.quad is not None), key=lambda one: -one.p)
    for suit in suits:
        cards = [one for one in likely if one.card[-1] == suit][:MOST_CARDS]
        votes = [redness(image, one) for one in cards]
        red, blue = sum(vote >= COLOURED for vote in votes), sum(vote <= -COLOURED for vote in votes)
        if not red and not blue:
            continue
        if blue < MUCH * red:
            return True if red >= blue else None
        return None if suit == "D" and _four_colours(image, likely) else False
    return None


def _four_colours(image: Picture, likely: Sequence[Reading]) -> bool:
    """Whether blue diamonds seem to be meant blue: other print is green or red, or their blue leans to green."""
    diamonds = [one for one in likely if one.card[-1] == "D"]
    others = [one for one in likely if one.card[-1] != "D"][:MOST_LOOKED_AT]
    if any(greenness(image, one) >= COLOURED or redness(image, one) >= CLEARLY for one in others):
        return True
    leanings = [lean for one in diamonds for lean in [greenish(image, one)] if lean is not None]
    return bool(leanings) and float(np.median(leanings)) > SKY


def greenish(image: Picture, reading: Reading) -> float | None:
    """How far the blue ink of a card's indices leans from blue (0) to cyan (1), None where there is none.

    Red ink whose red and blue are exchanged would be no further than 0.25 on photographs of many decks.
    """
    found = []
    for ink in inks(image, reading):
        third = max(5, len(ink) // 3)
        blue, green, red = ink[np.argsort(ink[:, 2] - ink[:, 0])[:third]].mean(0)
        if blue - red >= COLOURED:
            found.append(float((green - red) / (blue - red)))
    return min(found, default=None)


def blue(image: Picture, readings: Sequence[Reading]) -> bool:
    """Whether some index is printed in what red becomes when red and blue are exchanged, whatever it was taken for, and
    none in red: then it is worth while to read the picture in the other order."""
    shown = [one for one in readings if one.p >= LEAST_SEEN and one.quad is not None][:MOST_LOOKED_AT]
    votes = [redness(image, one) for one in shown]
    if any(vote >= CLEARLY for vote in votes):
        return False
    deep = [one for one, vote in zip(shown, votes, strict=True) if vote <= -CLEARLY]
    return any((lean := greenish(image, one)) is not None and lean <= SKY for one in deep)


def redness(image: Picture, reading: Reading) -> float:
    """How much redder than blue the ink of a card's indices is: red about 0.4, blue -0.4, black 0.

    In shares of the paper's brightness, so that the colour of the light falls out. Of the two indices the more
    coloured counts: the other may lie under a card of a black suit. Where one is red and the other blue, that says
    nothing: 0.
    """
    found = [0.0]
    for ink in inks(image, reading):
        leaning = np.sort(ink[:, 2] - ink[:, 0])
        third = max(5, len(leaning) // 3)
        found.append(max(float(leaning[-third:].mean()), float(leaning[:third].mean()), key=abs))
    return 0.0 if max(found) >= COLOURED and min(found) <= -COLOURED else max(found, key=abs)


def greenness(image: Picture, reading: Reading) -> float:
    """How much greener the ink of a card's indices is than red and blue, on the same scale."""
    return max(
        (float((ink[:, 1] - np.maximum(ink[:, 0], ink[:, 2])).mean()) for ink in inks(image, reading)), default=0
    )


def inks(image: Picture, reading: Reading) -> Iterator[Float]:
    """The ink px of each index of a card that shows enough: n x 3, BGR in shares of the paper's."""
    for zone in zones(image, reading):
        pixels = zone.reshape(-1, 3).astype(np.float32)
        darkest = np.minimum(np.minimum(pixels[:, 0], pixels[:, 1]), pixels[:, 2])
        count = len(darkest) // 4
        lightest = np.argpartition(darkest, -count)[-count:]
        paper = pixels[lightest].mean(0)
        if np.median(darkest) < LEAST_PAPER * darkest[lightest].mean() or _light_print(pixels.mean(1)):
            continue  # light print on a dark ground, or hardly any card
        shares = pixels / np.maximum(paper, 1)
        ink = shares[(shares < INK).any(1)]
        if len(ink) >= LEAST_INK:
            yield f32(ink)


def _light_print(brightness: Float) -> bool:
    """Whether half of a cut-out is much darker than its brightest part, whatever their colours: yellow print on green
    is no lighter in blue."""
    return float(np.median(brightness)) < LIGHT_PRINT * float(np.quantile(brightness, BRIGHTEST))


def zones(image: Picture, reading: Reading, mm: tuple[float, float] = ZONE_MM) -> Iterator[Picture]:
    """What of a card lies around its indices, upright or upside down, PX_PER_MM px per mm: at most ``mm`` (width,
    height) and INSET_MM inside the card's edge."""
    assert reading.quad is not None
    middle = f64(reading.quad).mean(0)
    for at, right, down in index_frames(reading.quad, reading.marks):
        aside = np.linalg.solve(np.column_stack([right, down]), at - middle)
        room = f64(CARD_MM) / 2 - INSET_MM
        low = np.maximum(-f64(mm) / 2, -room - aside)
        high = np.minimum(f64(mm) / 2, room - aside)
        wide, tall = (int(v) for v in np.round((high - low) * PX_PER_MM))
        if wide < LEAST_ZONE_PX or tall < LEAST_ZONE_PX:
            continue  # an outline that does not hold its index says nothing of colours
        across, along = right / PX_PER_MM, down / PX_PER_MM
        start = at + right * low[0] + down * low[1] + (across + along) / 2
        onto = np.column_stack([across, along, start])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        yield np.asarray(
            cv2.warpAffine(image, onto, (wide, tall), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )


def index_frames(
    quad: Sequence[tuple[float, float]], marks: Sequence[tuple[float, float]] = ()
) -> Iterator[tuple[Matrix, Matrix, Matrix]]:
    """Middle of each index of a card, and one mm to the right and down along the card, all in px.

    The middles are ``marks``, where the reader told them, else where decks usually print them.
    """
    corners = f64(quad)
    middle = corners.mean(0)
    right = (corners[1] + corners[2] - corners[0] - corners[3]) / 2 / CARD_MM[0]
    down = (corners[2] + corners[3] - corners[0] - corners[1]) / 2 / CARD_MM[1]
    usual = [middle + side * (right * OFFSET_MM[0] + down * OFFSET_MM[1]) for side in (-1, 1)]
    for at in [f64(mark) for mark in marks] or usual:
        yield at, right, down
