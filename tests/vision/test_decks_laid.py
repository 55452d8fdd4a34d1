"""Any deck on the rendered table: pictures of faces, coins, hands, fans, prints and a lens that bends."""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ports import Placement, Scene, Trouble
from vision.decks.faces import draw_face
from vision.decks.printed import FACTS, DrawnDeck, Facts, PictureDeck, picture_decks
from vision.decks.styles import random_style
from vision.optics import apply
from vision.scenes.extras import EXTRA_KINDS, Extras, deck_scene, hand_over, index_width
from vision.scenes.measure import KINDS
from vision.scenes.table import AREA_MM, TableRenderer

SMALL = (640, 360)
CODES = ("AS", "7H", "KD", "TC", "9C", "XR")
STYLE = random_style(random.Random(5), held_out=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of one deck whose cards are of bridge width."""
    home = tmp_path_factory.mktemp("decks")
    (home / "tiny").mkdir()
    for code in CODES:
        face = cv2.resize(draw_face(code, STYLE, 2.0), (114, 176), interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(home / "tiny" / f"{code}.png"), face)
    facts = Facts("tiny", "drawn", "ours", "international", "international", CODES, (57.0, 88.0), 9.0, (6.0, 12.0))
    (home / "tiny" / FACTS).write_bytes(msgspec.json.encode(facts))
    return home


@pytest.fixture(scope="module")
def deck(folder: Path) -> PictureDeck:
    return picture_decks(folder)[0]


def test_a_deck_of_pictures_lies_on_the_table_in_its_own_size(deck: PictureDeck) -> None:
    table = TableRenderer(deck, size=SMALL, seed=4)
    empty = table.frame(Scene(), 0).image.astype(int)
    shown = table.frame(Scene((Placement("7H", 380, 210, 0),)), 1).image.astype(int)
    rows, columns = np.nonzero(np.abs(shown - empty).max(2) > 60)
    spots = apply(table.view.to_mm, np.column_stack([columns, rows]).astype(float))
    wide, high = spots.max(0) - spots.min(0)
    assert wide == pytest.approx(57, abs=3) and high == pytest.approx(88, abs=4)


def test_a_back_is_there_even_without_a_picture_of_it(deck: PictureDeck) -> None:
    back = deck.picture(None, 2.0)
    assert back.shape == (176, 114, 4) and back[88, 57, 3] == 255


def test_broken_folders_are_told_in_a_sentence(folder: Path, deck: PictureDeck, tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"run `python -m vision\.training\.unseen"):
        picture_decks(tmp_path)
    with pytest.raises(Trouble, match=r"run `python -m vision\.training\.unseen"):
        picture_decks(folder, kinds=("swiss",))
    with pytest.raises(Trouble, match="is missing"):
        deck.picture("2S", 2.0)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / FACTS).write_text('{"name": 3}')
    with pytest.raises(Trouble, match="no deck of pictures"):
        PictureDeck(tmp_path / "bad")


@given(seed=st.integers(0, 10_000), kind=st.sampled_from([*KINDS, *EXTRA_KINDS]))
@settings(max_examples=60, deadline=None)
def test_scenes_hold_each_card_of_the_deck_once_inside_the_area(seed: int, kind: str) -> None:
    drawn = DrawnDeck(STYLE)
    scene = deck_scene(random.Random(seed), kind, AREA_MM, drawn)
    faces = [card.card for card in scene.cards if card.card is not None]
    assert len(set(faces)) == len(faces) > 1 and set(faces) <= set(drawn.codes)
    assert kind != "jokers" or "XB" in faces or "XR" in faces or len(faces) < 6
    assert kind != "dense" or len(faces) == 13
    for card in scene.cards:
        assert 25 < card.x < AREA_MM[0] - 25 and 25 < card.y < AREA_MM[1] - 25


@given(seed=st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_dense_fans_leave_every_index_and_little_more(seed: int) -> None:
    drawn = DrawnDeck(STYLE)
    cards = deck_scene(random.Random(seed), "dense", AREA_MM, drawn).cards
    for below, above in itertools.pairwise(cards):
        # The upper left corner of the card above, in the frame of the card below.
        turn, own = math.radians(above.angle), math.radians(-below.angle)
        x = above.x - math.cos(turn) * 31.5 + math.sin(turn) * 32 - below.x
        y = above.y - math.sin(turn) * 31.5 - math.cos(turn) * 32 - below.y
        strip = math.cos(own) * x - math.sin(own) * y + 31.5
        assert index_width(drawn) - 0.7 < strip < index_width(drawn) + 5.5


def test_a_hand_covers_a_card_and_leaves_it_readable() -> None:
    drawn, laid = DrawnDeck(STYLE), (Placement("KD", 300, 200, 30),)
    table, found = TableRenderer(drawn, size=SMALL, seed=6), 0
    bare = table.frame(Scene(laid), 0).image.astype(int)
    for seed in range(6):
        hand = hand_over(random.Random(seed), laid, AREA_MM, drawn)
        if hand is None:
            continue
        found += 1
        changed = np.abs(table.frame(Scene(laid, (hand,)), 1).image.astype(int) - bare).max(2) > 40
        turn = math.radians(30)
        free = []
        for side in (-1, 1):
            x = 300 + side * (math.cos(turn) * 25.5 - math.sin(turn) * 32)
            y = 200 + side * (math.sin(turn) * 25.5 + math.cos(turn) * 32)
            column, row = np.round(apply(table.view.to_px, [(x, y)])[0]).astype(int)
            free.append(changed[row - 4 : row + 5, column - 3 : column + 4].mean() < 0.05)
        assert any(free)
    assert found >= 3


def test_coins_change_the_middle_of_a_card_only() -> None:
    scene = Scene((Placement("AS", 380, 210, 0),))
    plain, coins = (TableRenderer(STYLE, size=SMALL, seed=9, extras=Extras(coins=c)) for c in (0.0, 1.0))
    changed = np.abs(plain.frame(scene, 0).image.astype(int) - coins.frame(scene, 0).image.astype(int)).max(2) > 45
    rows, columns = np.nonzero(changed)
    spots = apply(plain.view.to_mm, np.column_stack([columns, rows]).astype(float)) - (380, 210)
    assert len(spots) > 30
    assert np.abs(spots[:, 0]).max() < 31 and np.abs(spots[:, 1]).max() < 40
    assert not (np.hypot(spots[:, 0] + 26, spots[:, 1] + 34) < 5).any()


@pytest.mark.parametrize("cloth", ["blooms", "aces"])
def test_printed_cloths_are_printed(cloth: str) -> None:
    plain, print_ = (TableRenderer(STYLE, size=SMALL, seed=3, extras=Extras(cloth=c)) for c in ("", cloth))
    changed = np.abs(plain.frame(Scene(), 0).image.astype(int) - print_.frame(Scene(), 0).image.astype(int)).max(2) > 30
    assert 0.01 < changed.mean() < 0.6


def test_a_bent_lens_moves_the_edge_and_keeps_the_middle() -> None:
    scene = Scene((Placement("AS", 380, 210, 0), Placement("KD", 60, 60, 0)))
    straight, bent = (TableRenderer(STYLE, size=SMALL, seed=2, extras=Extras(distortion=d)) for d in (0.0, 0.06))
    a, b = (table.frame(scene, 0).image.astype(int) for table in (straight, bent))
    middle, edge = (apply(straight.view.to_px, [at])[0].astype(int) for at in ((380, 210), (60, 60)))

    def difference(at: np.ndarray) -> float:
        x, y = (int(v) for v in at)
        return float(np.abs(a[y - 20 : y + 20, x - 15 : x + 15] - b[y - 20 : y + 20, x - 15 : x + 15]).mean())

    assert difference(middle) < 6 < difference(edge)
