"""The card renderer: what a face must have, whatever the style."""

from __future__ import annotations

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import RANKS, SUITS, BadCard
from vision.decks.faces import draw_back, draw_face, index_points
from vision.decks.fonts import HELD_OUT_FONTS, font_path, is_held_out_font, text_mask
from vision.decks.fools import joker_box
from vision.decks.pips import suit_mask
from vision.decks.styles import HELD_OUT, Style, random_style
from vision.decks.unseen_styles import measuring_style

CODES = [rank + suit for rank in RANKS for suit in SUITS]
seeds = st.integers(0, 1 << 30)


def style_of(seed: int) -> Style:
    return random_style(random.Random(seed), held_out=True)


@given(seed=seeds)
@settings(max_examples=200, deadline=None)
def test_held_out_styles_are_readable_and_made_of_held_out_parts(seed: int) -> None:
    style = style_of(seed)
    assert style.rank_mm >= 8.5
    assert style.locale == "int"
    assert style.font in HELD_OUT.fonts
    assert style.pip_family in HELD_OUT.pips
    assert style.court in HELD_OUT.courts
    assert style.back in HELD_OUT.backs
    assert style == style_of(seed)


@pytest.mark.parametrize("font", sorted(HELD_OUT_FONTS))
def test_held_out_fonts_are_installed_and_known_as_held_out_by_their_own_names(font: str) -> None:
    assert is_held_out_font(font)
    assert is_held_out_font(str(font_path(font)))


@given(seed=seeds, code=st.sampled_from(CODES))
@settings(max_examples=40, deadline=None)
def test_face_is_the_same_upside_down_where_its_indices_are(seed: int, code: str) -> None:
    """Two-headed: both index corners of a face show the same thing."""
    style = replace(style_of(seed), corners=2)
    face = draw_face(code, style, 4.0)
    assert face.shape == (352, 252, 4)
    turned = face[::-1, ::-1]
    (x, y, up), (other_x, other_y, other_up) = index_points(style)
    assert (up, other_up) == (1, -1)
    assert (other_x, other_y) == pytest.approx((63 - x, 88 - y))
    box = np.s_[round((y - 8) * 4) : round((y + 8) * 4), round((x - 3) * 4) : round((x + 3) * 4), :3]
    assert np.abs(face[box].astype(int) - turned[box]).mean() < 6


@given(seed=seeds, code=st.sampled_from([code for code in CODES if code[0] not in "JQK"]))
@settings(max_examples=40, deadline=None)
def test_index_point_is_the_middle_of_the_index_ink(seed: int, code: str) -> None:
    """Courts apart, whose frame may begin beside the index."""
    style = style_of(seed)
    scale = 8.0
    face = draw_face(code, style, scale)[..., :3].astype(int)
    x, y, _ = index_points(style)[0]
    left, right = round((x - 2.6) * scale), round((x + 2.6) * scale)
    column = np.abs(face[round(1.5 * scale) : round(y * 2 * scale), left:right] - style.ground).sum(2) > 120
    rows = np.flatnonzero(column.any(1))
    # Round figures reach a little beyond the cap height that the layout counts with.
    assert (rows[0] + rows[-1] + 1) / 2 / scale + 1.5 == pytest.approx(y, abs=1.2)


def test_faces_of_a_deck_all_differ_and_repeat_exactly() -> None:
    style = style_of(7)
    faces = {code: draw_face(code, style, 2.0).tobytes() for code in CODES}
    assert len(set(faces.values())) == len(CODES)
    assert all(draw_face(code, style, 2.0).tobytes() == faces[code] for code in CODES[::9])


def test_corners_are_transparent_and_the_middle_is_not() -> None:
    style = style_of(3)
    for picture in (draw_face("TD", style, 3.0), draw_back(style, 3.0)):
        assert picture.shape == (264, 189, 4)
        assert [picture[row, column, 3] for row in (0, -1) for column in (0, -1)] == [0, 0, 0, 0]
        assert picture[132, 94, 3] == 255


def test_suits_have_their_colours() -> None:
    style = replace(style_of(11), colours=((20, 20, 20), (20, 20, 220), (220, 20, 20), (20, 220, 20)))
    for suit, channel in (("H", 2), ("D", 0), ("C", 1)):
        face = draw_face("A" + suit, style, 3.0)[..., :3]
        ink = face[(face.min(2) < 100) & (face.max(2) > 150)]
        assert len(ink) > 300
        assert (ink.argmax(1) == channel).mean() > 0.95


def test_bad_codes_and_scales_are_refused() -> None:
    style = style_of(1)
    with pytest.raises(BadCard):
        draw_face("1Z", style, 3.0)
    with pytest.raises(ValueError, match="px/mm"):
        draw_face("AS", style, 0.1)


@given(seed=seeds)
@settings(max_examples=25, deadline=None)
def test_jokers_differ_in_ink_and_have_it_where_their_index_points_are(seed: int) -> None:
    style = style_of(seed)
    scale = 4.0
    black, red = draw_face("XB", style, scale), draw_face("XR", style, scale)
    assert (black[..., :3] != red[..., :3]).any()
    x0, y0, x1, y1 = joker_box(style)
    (x, y, up), (other_x, other_y, other_up) = index_points(style, "XR")
    assert (x, y, up) == pytest.approx(((x0 + x1) / 2, (y0 + y1) / 2, 1))
    assert (other_x, other_y, other_up) == pytest.approx((63 - x, 88 - y, -1))
    box = np.s_[round(y0 * scale) : round(y1 * scale), round(x0 * scale) : round(x1 * scale), :3]
    ink = np.abs(red[box].astype(int) - style.ground).sum(2) > 90
    assert ink.any(1)[[0, 1, -2, -1]].any()
    assert 0.05 < ink.mean() < 0.95
    around = np.s_[: round(y1 * scale), : max(1, round((x0 - 0.3) * scale)), :3]
    assert (np.abs(red[around].astype(int) - style.ground).sum(2) > 90).mean() < 0.1 or style.border


def test_a_joker_without_colour_is_drawn_black() -> None:
    style = style_of(4)
    assert (draw_face("X", style, 3.0) == draw_face("XB", style, 3.0)).all()


@given(seed=st.integers(0, 1 << 24), text=st.sampled_from([*"A23456789JQKVDRBHT1Д", "10"]))
@settings(max_examples=60, deadline=None)
def test_drawn_letters_have_ink_from_cap_height_to_foot(seed: int, text: str) -> None:
    mask, cap = text_mask(f"drawn:{seed}", text)
    assert 0.03 < (mask > 128).mean() < 0.99
    assert mask.shape[0] == pytest.approx(cap, rel=0.16)
    assert (text_mask(f"drawn:{seed}", text)[0] == mask).all()


def test_drawn_glyphs_of_a_type_all_differ() -> None:
    shapes = {text_mask("drawn:7", letter)[0].tobytes() for letter in "A23456789JQKVDRBH1"}
    assert len(shapes) == 18


@given(p=st.lists(st.floats(0, 1), min_size=18, max_size=18), family=st.sampled_from(["trefoil", "poster", "fleuron"]))
@settings(max_examples=60, deadline=None)
def test_signs_are_symmetric_and_clubs_have_three_lobes(p: list[float], family: str) -> None:
    for suit in "SHDC":
        mask, aspect = suit_mask(suit, replace(style_of(1), pip_family=family, pip_shape=tuple(p)))
        assert (np.abs(mask.astype(int) - mask[:, ::-1]) > 128).mean() < 0.02
        assert 0.5 < aspect < 1.2
        ink = mask > 128
        widest = ink.sum(1).argmax() / len(ink)
        if suit == "H":
            assert widest < 0.5
        if suit in "SC":
            assert widest > 0.35


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_measuring_styles_are_made_of_held_out_parts(seed: int) -> None:
    style = measuring_style(random.Random(seed))
    assert is_held_out_font(style.font)
    assert style.pip_family in HELD_OUT.pips
    assert style.court in HELD_OUT.courts
    assert style.back in HELD_OUT.backs
    dark = measuring_style(random.Random(seed), inverted=True)
    assert sum(dark.ground) < sum(dark.colour("S"))
    assert dark.scheme in HELD_OUT.schemes


@given(scale=st.floats(0.8, 14.0))
@settings(max_examples=25, deadline=None)
def test_a_face_is_the_same_picture_at_every_scale(scale: float) -> None:
    reference = draw_face("9D", style_of(5), 3.0)[..., :3]
    face = draw_face("9D", style_of(5), scale)[..., :3]
    assert face.shape[:2] == (round(88 * scale), round(63 * scale))
    small = [cv2.resize(picture, (63, 88), interpolation=cv2.INTER_AREA).astype(int) for picture in (face, reference)]
    assert np.abs(small[0] - small[1]).mean() < 6
