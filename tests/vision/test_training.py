"""Training data: nothing held out gets in, and labels say where things really are."""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import vision.training
from companion.cards import SUITS
from vision.decks.fonts import HELD_OUT_FONTS, NoFonts, font_path, suit_fonts, text_mask, training_fonts
from vision.decks.lettering import random_type
from vision.decks.styles import HELD_OUT, Style, random_style, refuse_held_out
from vision.training.conventions import (
    BODY_STRIDE,
    BODY_UNIT_PX,
    FACE_HEIGHT,
    FACE_WIDTH,
    GLYPHS,
    PATCH_HEIGHT,
    PATCH_PX_PER_MM,
    PATCH_WIDTH,
    STRIDE,
    VECTOR_UNIT,
)
from vision.training.data import JUNK, crop, mined_patches, scene_patches
from vision.training.decks import Deck, DeckSource, StyleDeck
from vision.training.faces_data import FaceMaker, class_of, cut_card, wrong_pose
from vision.training.scenes import (
    BODY_COLUMNS,
    COLUMNS,
    SceneMaker,
    Stage,
    View,
    body_label,
    camera,
    corner_labels,
    project,
)
from vision.training.targets import body_targets, finder_targets, quarter_turn, turn_bodies

try:
    FONTS: tuple[str, ...] = training_fonts()
except NoFonts:
    FONTS = ()
needs_fonts = pytest.mark.skipif(not FONTS, reason="no training fonts: install fontconfig and fonts-dejavu")


class SquareDeck(Deck):
    """White cards with a black block exactly where the index is; needs no fonts."""

    points = ((6.0, 12.0, 1), (57.0, 76.0, -1))
    index_mm = (6.0, 16.0)

    def glyph(self, rank: str) -> str:
        return "10" if rank == "T" else rank

    def _draw(self, code: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        card = np.full((308, 220, 4), 255, np.uint8)
        card[14:70, 10:32, :3] = 0
        card[14:42, 10:32, 2] = 255  # the rank's half is red, the suit's black
        card[-70:-14, -32:-10, :3] = 0
        card[-42:-14, -32:-10, 2] = 255
        return card


class Squares(DeckSource):
    """A source of nothing but square decks."""

    def new(self) -> Deck:
        return SquareDeck()


@needs_fonts
def test_no_training_style_has_a_held_out_part() -> None:
    rng = random.Random(5)
    styles = [random_style(rng, held_out=False) for _ in range(400)]
    assert not {style.font for style in styles} & {str(font_path(font)) for font in HELD_OUT_FONTS}
    assert not {style.pip_family for style in styles} & set(HELD_OUT.pips)
    assert not {style.court for style in styles} & set(HELD_OUT.courts)
    assert not {style.back for style in styles} & set(HELD_OUT.backs)
    assert len({style.font for style in styles}) > min(5, len(FONTS) - 1)


@pytest.mark.parametrize("font", sorted(HELD_OUT_FONTS))
def test_a_held_out_font_cannot_be_trained_on_even_if_the_machine_lists_it(font: str) -> None:
    assert str(font_path(font)) not in FONTS
    for name in (font, str(font_path(font)), random_type(random.Random(font), held_out=True)):
        with pytest.raises(ValueError, match="held-out font must not"):
            refuse_held_out(replace(innocent(), font=name))


@pytest.mark.parametrize(
    ("part", "named"),
    [
        ({"pip_family": HELD_OUT.pips[0]}, "pips"),
        ({"court": HELD_OUT.courts[0]}, "courts"),
        ({"back": HELD_OUT.backs[0]}, "back"),
        ({"pip_family": HELD_OUT.pips[-1]}, "pips"),
        ({"scheme": HELD_OUT.schemes[0]}, "colours"),
        ({"pip_font": str(font_path(HELD_OUT.fonts[0]))}, "suit font"),
    ],
    ids=["pips", "court", "back", "signs", "colours", "suit font"],
)
def test_held_out_ingredients_are_refused(part: dict[str, str], named: str) -> None:
    with pytest.raises(ValueError, match=f"held-out font, {named} must not"):
        refuse_held_out(replace(innocent(), **part))


def innocent() -> Style:
    """A style with nothing held out but its font, which no machine has to look for."""
    return replace(random_style(random.Random(1), held_out=True), pip_family="bezier", court="robes", back="waves")


@needs_fonts
def test_a_style_of_training_parts_passes() -> None:
    style = replace(innocent(), font=FONTS[0])
    assert refuse_held_out(style) is style


@needs_fonts
def test_suit_fonts_draw_spades_pointed_and_clubs_round_on_top() -> None:
    """One free font has them swapped."""
    for font in suit_fonts():
        widths = {}
        for sign in "♠♣":
            mask = text_mask(font, sign)[0] > 128
            widths[sign] = mask[: len(mask) // 6].sum(1).mean() / mask.shape[1]
        assert widths["♠"] < widths["♣"], font


@needs_fonts
def test_deck_source_refuses_a_renderer_that_hands_out_held_out_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    held = random_style(random.Random(2), held_out=True)
    monkeypatch.setattr("vision.training.decks.random_style", lambda *_args, **_kwargs: held)
    with pytest.raises(ValueError, match="held-out"):
        DeckSource(random.Random(1))


def test_only_measuring_asks_for_held_out_styles() -> None:
    """No module of the training package but `measure` says held_out=True, and training never imports it."""
    folder = Path(vision.training.__file__).parent
    for path in folder.glob("*.py"):
        tree = ast.parse(path.read_text())
        asks = [
            node for node in ast.walk(tree)
            if isinstance(node, ast.keyword) and node.arg == "held_out"
            and not (isinstance(node.value, ast.Constant) and node.value.value is False)
        ]  # fmt: skip
        assert not asks or path.name == "measure.py"
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert "vision.training.measure" not in imported or path.name in ("__main__.py", "measure_faces.py")


def maker(seed: int, size: int = 256) -> SceneMaker:
    return SceneMaker(seed, View(size=size, low=90, high=140), decks=Squares(random.Random(seed)))


def test_labels_point_at_the_ink() -> None:
    """Without light and noise: the pixel at an index is dark, half a step up red, half a step down black."""
    rng = np.random.default_rng(4)
    deck = SquareDeck()
    for _ in range(20):
        view = camera(rng, View(size=256), 2.0)
        stage = Stage(rng, np.full((256, 256, 3), 128, np.float32), view, 2.0)
        place = (float(rng.uniform(-20, 20)), float(rng.uniform(-20, 20)), float(rng.uniform(0, 6.28)))
        to_px = stage.lay(deck.face("KS"), place, 1)
        assert to_px is not None
        for row in corner_labels(1, deck, "KS", to_px, stage.owner):
            label = dict(zip(COLUMNS, row, strict=True))
            assert (GLYPHS[int(label["glyph"])], SUITS[int(label["suit"])]) == ("K", "S")
            if label["visible"] < 1:
                continue
            step = 4.0 * label["scale"]
            above, below = (
                stage.image[int(label["y"] + side * label["uy"] * step), int(label["x"] + side * label["ux"] * step)]
                for side in (1, -1)
            )
            assert above[2] > 180 > 60 > above[0]
            assert below.max() < 60


def test_patches_are_upright_and_centred() -> None:
    """The patch of a label has red (rank) above black (suit) in its middle column."""
    image, labels = plain_scene(11)
    seen = 0
    for row in labels[labels[:, 7] > 0.99]:
        patch = crop(image, row[:2].astype(float), row[4:6].astype(float), float(row[6]))
        assert patch.shape == (PATCH_HEIGHT, PATCH_WIDTH, 3)
        middle, step = PATCH_HEIGHT // 2, round(4 * PATCH_PX_PER_MM)
        assert patch[middle - step, PATCH_WIDTH // 2, 2] > 150
        assert patch[middle - step, PATCH_WIDTH // 2, 0] < 90
        assert patch[middle + step, PATCH_WIDTH // 2].max() < 90
        seen += 1
    assert seen > 3


def plain_scene(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A scene before light, lens and sensor."""
    rng = np.random.default_rng(seed)
    deck = SquareDeck()
    stage = Stage(rng, np.full((512, 512, 3), 128, np.float32), camera(rng, View(size=512, tilt=10), 1.6), 1.6)
    rows = []
    for number, x in enumerate((-90, 0, 90), 1):
        to_px = stage.lay(deck.face("7H"), (float(x), 0.0, float(rng.uniform(0, 6.28))), number)
        assert to_px is not None
        rows += corner_labels(number, deck, "7H", to_px, stage.owner)
    return np.clip(stage.image, 0, 255).astype(np.uint8), np.array(rows, np.float32)


def test_covered_index_is_not_visible() -> None:
    rng = np.random.default_rng(1)
    deck = SquareDeck()
    stage = Stage(rng, np.full((256, 256, 3), 128, np.float32), camera(rng, View(size=256, tilt=1), 1.5), 1.5)
    lower = stage.lay(deck.face("2C"), (0.0, 0.0, 0.0), 1)
    stage.lay(deck.face("3C"), (16.0, 22.0, 0.0), 2)
    assert lower is not None
    labels = corner_labels(1, deck, "2C", lower, stage.owner)
    assert [round(row[7], 2) for row in labels] == [1.0]


def test_scenes_repeat_from_their_seed_and_keep_their_bounds() -> None:
    first, second = maker(3), maker(3)
    for _ in range(3):
        image, labels, bodies = first.scene()
        again, same, alike = second.scene()
        assert image.shape == (256, 256, 3)
        assert (image == again).all()
        assert (labels == same).all()
        assert (bodies == alike).all()
        assert bodies.shape[1] == len(BODY_COLUMNS)
        assert np.hypot(bodies[:, 2], bodies[:, 3]) == pytest.approx(np.ones(len(bodies)), abs=1e-4)
        assert labels.shape[1] == len(COLUMNS)
        assert ((labels[:, 7] > 0) & (labels[:, 7] <= 1)).all()
        assert np.hypot(labels[:, 4], labels[:, 5]) == pytest.approx(np.ones(len(labels)), abs=1e-4)
        assert labels[:, 6] == pytest.approx(np.full(len(labels), 1.3), rel=0.9)


def test_junk_is_marked_and_indices_keep_their_class() -> None:
    scene = maker(8)
    patches = [found for _ in range(6) for found in scene_patches(scene.rng, *scene.scene()[:2], copies=2)]
    kinds = {glyph for _, glyph, _ in patches}
    assert JUNK in kinds
    assert len(kinds) > 4
    assert all((glyph == JUNK) == (suit == JUNK) for _, glyph, suit in patches)
    assert {GLYPHS[glyph] for glyph in kinds - {JUNK}} <= set("23456789JQKA") | {"10"}


def test_projection_of_the_middle_is_the_middle() -> None:
    rng = np.random.default_rng(9)
    for _ in range(20):
        view = camera(rng, View(size=300), 1.7)
        assert project(view, [(0.0, 0.0)])[0] == pytest.approx([150, 150])
        step = project(view, [(1.0, 0.0), (0.0, 1.0)]) - 150
        assert 1.0 < np.hypot(*step.T).max() <= 1.75


@needs_fonts
def test_style_decks_say_what_their_indices_say() -> None:
    style = replace(innocent(), font=FONTS[0], locale="fr")
    deck = StyleDeck(style)
    assert [deck.glyph(rank) for rank in "AKQJT9"] == ["A", "R", "D", "V", "10", "9"]
    assert deck.face("KS").shape == (308, 220, 4)


def test_targets_name_the_cell_and_the_vectors_from_its_middle() -> None:
    label = [101.0, 61.0, 160.0, 90.0, 0.6, -0.8, 1.4, 1.0, 3, 2]
    hidden = [30.0, 30.0, 60.0, 60.0, 0.0, -1.0, 1.4, 0.5, 3, 2]
    heat, skip, rows = finder_targets(np.array([label, hidden], np.float32), 256)
    assert np.argwhere(heat == 1).tolist() == [[15, 25]]
    assert skip[7, 7]
    assert not skip[15, 25]
    row = next(row for row in rows if row[2] == 1.0)
    middle = np.array([row[1] + 0.5, row[0] + 0.5]) * STRIDE
    assert middle + np.array(row[3:5]) * VECTOR_UNIT == pytest.approx([160.0, 90.0], abs=1e-4)
    assert row[5:7] == pytest.approx((0.6, -0.8))


def test_quarter_turns_of_labels_follow_their_picture() -> None:
    """The dark pixel of a picture stays under its label through four quarter turns."""
    size = 64
    picture = np.full((size, size), 255, np.uint8)
    picture[10, 40] = 0
    labels = np.array([[40.5, 10.5, 50.5, 30.5, 0.0, -1.0, 1.0, 1.0, 0, 0]], np.float32)
    start = labels
    for _ in range(4):
        picture, labels = np.rot90(picture), quarter_turn(labels, size)
        assert picture[int(labels[0, 1]), int(labels[0, 0])] == 0
        # The card's middle stays to the same side of the up vector.
        offset, up = labels[0, 2:4] - labels[0, 0:2], labels[0, 4:6]
        assert offset[0] * up[1] - offset[1] * up[0] == pytest.approx(-10.0)
    assert labels == pytest.approx(start)


def test_mined_patches_take_the_class_of_the_nearest_index_and_call_far_peaks_junk() -> None:
    image, labels = plain_scene(5)
    rng = np.random.default_rng(2)
    good, (x, y) = labels[0], labels[0, :2]
    up = good[4:6]
    near = [0.9, x + 1.0, y, *good[2:4], *up]
    far = [0.5, good[2], good[3], *good[2:4], *up]
    between = [0.5, *(good[:2] - up * 5 * good[6]), *good[2:4], *up]
    mined = mined_patches(rng, image, labels, np.array([near, far, between], np.float64))
    assert [(glyph, suit) for _, glyph, suit in mined] == [(int(good[8]), int(good[9])), (JUNK, JUNK)]


def test_bodies_say_where_a_card_lies_and_how_much_of_it_shows() -> None:
    rng = np.random.default_rng(6)
    deck = SquareDeck()
    stage = Stage(rng, np.full((256, 256, 3), 128, np.float32), camera(rng, View(size=256, tilt=0), 1.2), 1.2)
    first = stage.lay(deck.face("2C"), (0.0, 0.0, 0.4), 1)
    assert first is not None
    alone = dict(zip(BODY_COLUMNS, body_label(1, first, False, stage.owner), strict=True))
    assert (alone["x"], alone["y"]) == pytest.approx((128, 128), abs=0.5)
    assert alone["height"] == pytest.approx(88 * 1.2, rel=0.05)
    assert (alone["visible"], alone["back"]) == (1.0, 0.0)
    up = project(first, [(31.5, 0.0)])[0] - project(first, [(31.5, 88.0)])[0]
    turn = np.arctan2(up[0], -up[1])
    assert (alone["cos"], alone["sin"]) == pytest.approx((np.cos(2 * turn), np.sin(2 * turn)), abs=1e-6)
    stage.lay(deck.face("3C"), (0.0, 0.0, 0.4), 2)
    assert dict(zip(BODY_COLUMNS, body_label(1, first, True, stage.owner), strict=True))["visible"] < 0.2


def test_body_targets_name_the_cell_and_the_vector_from_its_middle() -> None:
    shown = [101.0, 61.0, 0.6, 0.8, 60.0, 0.9, 1.0]
    half, hidden = [40.0, 200.0, 1.0, 0.0, 60.0, 0.45, 0.0], [200.0, 200.0, 1.0, 0.0, 60.0, 0.1, 0.0]
    heat, skip, rows = body_targets(np.array([shown, half, hidden], np.float32), 256)
    assert np.argwhere(heat == 1).tolist() == [[7, 12]]
    assert skip[24, 4]
    assert not skip[24, 24]
    row = next(row for row in rows if row[2] == 1.0)
    middle = np.array([row[1] + 0.5, row[0] + 0.5]) * BODY_STRIDE
    assert middle + np.array(row[3:5]) * VECTOR_UNIT == pytest.approx([101.0, 61.0], abs=1e-4)
    assert row[5:] == pytest.approx((0.6, 0.8, np.log(60 / BODY_UNIT_PX), 1.0))


def test_quarter_turns_of_bodies_turn_their_direction() -> None:
    bodies = np.array([[40.0, 10.0, *np.array([np.cos(0.6), np.sin(0.6)]), 60.0, 1.0, 0.0]], np.float32)
    once = turn_bodies(bodies, 64)
    # np.rot90 turns against the clock, so a turn of 0.3 becomes 0.3 - pi / 2.
    assert once[0, :4] == pytest.approx([10.0, 24.0, np.cos(0.6 - np.pi), np.sin(0.6 - np.pi)], abs=1e-5)
    assert turn_bodies(turn_bodies(turn_bodies(once, 64), 64), 64) == pytest.approx(bodies, abs=1e-4)


def test_a_card_cut_at_its_pose_is_upright_and_whole() -> None:
    rng = np.random.default_rng(3)
    deck = SquareDeck()
    for scale in (1.0, 2.2):
        stage = Stage(rng, np.full((256, 256, 3), 0, np.float32), camera(rng, View(size=256, tilt=20), scale), scale)
        to_px = stage.lay(deck.face("2C"), (0.0, 0.0, float(rng.uniform(0, 6))), 1)
        assert to_px is not None
        cut = cut_card(np.clip(stage.image, 0, 255).astype(np.uint8), to_px)
        assert cut.shape == (FACE_HEIGHT, FACE_WIDTH, 3)
        assert cut[FACE_HEIGHT // 2, FACE_WIDTH // 2].min() > 180
        rank, suit = cut[round(8 / 88 * FACE_HEIGHT), 8], cut[round(16 / 88 * FACE_HEIGHT), 8]
        assert rank[2] > 150 > 90 > rank[0]
        assert suit.max() < 90


def test_a_wrong_pose_is_a_little_wrong() -> None:
    rng = np.random.default_rng(1)
    middles = np.array([project(wrong_pose(rng, np.eye(3)), [(31.5, 44.0)])[0] for _ in range(300)])
    assert middles.mean(0) == pytest.approx([31.5, 44.0], abs=0.5)
    assert 1.0 < middles.std(0).mean() < 3.0
    assert np.hypot(*(middles - [31.5, 44.0]).T).max() < 15


def test_views_of_faces_repeat_from_their_seed() -> None:
    first, second = (FaceMaker(5, decks=Squares(random.Random(5))) for _ in range(2))
    deck = SquareDeck()
    views = [(first.view(deck, "QH"), second.view(deck, "QH")) for _ in range(3)]
    assert all((one == other).all() for one, other in views)
    assert (views[0][0] != views[1][0]).any()
    assert class_of(deck, "QH") == (10, 1)
