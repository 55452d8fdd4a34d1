"""Packs for rendered tables: every face there is, backs that differ, real faces named."""

from __future__ import annotations

import json
import random
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.cards import JOKERS
from companion.ports import CARD_MM, Placement, Scene, Trouble
from vision.bench.deckbox import ART, PAPER, PHOTOS, FilledDeck, packs_for, photo_folder, whitened
from vision.decks.faces import draw_face
from vision.decks.printed import FACTS, DrawnDeck, Facts, PrintedDeck
from vision.decks.styles import HELD_OUT, random_style
from vision.optics import apply
from vision.reading.names import FACES
from vision.scenes.sprites import pose_at
from vision.scenes.table import TableRenderer

STYLE = random_style(random.Random(5), held_out=True)
SHOT = ("7S", "9H", "AD")
PLACES = ((140.0, 110.0, 4.0), (330.0, 130.0, -12.0), (560.0, 220.0, 60.0))


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rendered 'photograph' of three cards that lie apart, in warm light, with labels as real ones have."""
    home = tmp_path_factory.mktemp("photos")
    table = TableRenderer(STYLE, "clean", (1600, 890), 41)
    scene = Scene(tuple(Placement(code, *at) for code, at in zip(SHOT, PLACES, strict=True)))
    cv2.imwrite(str(home / "one.png"), (table.frame(scene, 0).image * (0.75, 0.9, 1.0)).astype(np.uint8))
    cards = []
    for card in scene.cards:
        w, h = CARD_MM[0] / 2, CARD_MM[1] / 2
        corners = apply(table.view.to_px @ pose_at(card.x, card.y, card.angle), [(-w, -h), (w, -h), (w, h), (-w, h)])
        cards.append({"card": card.card, "box": [float(v) for v in (*corners.min(0), *np.ptp(corners, 0))]})
    told = {"one.png": {"box_kind": "card", "complete": True, "deck": "drawn", "cards": cards}}
    (home / "labels.json").write_text(json.dumps(told))
    return home


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one deck of a single face and a back."""
    home = tmp_path_factory.mktemp("decks")
    (home / "tiny").mkdir()
    for code in ("AS", "back"):
        face = np.full((176, 126, 4), 255, np.uint8)
        face[:, :, 0] = 0 if code == "back" else 255
        cv2.imwrite(str(home / "tiny" / f"{code}.png"), face)
    facts = Facts("tiny", "drawn", "ours", "international", "international", ("AS",), (63.0, 88.0), 9.0, (6.0, 12.0))
    (home / "tiny" / FACTS).write_bytes(msgspec.json.encode(facts))
    return home


def same(one: PrintedDeck, other: PrintedDeck, code: str | None) -> bool:
    first, second = one.picture(code, 1.5), other.picture(code, 1.5)
    return first.shape == second.shape and bool((first == second).all())


@pytest.mark.parametrize("art", ["drawn", "varied"])
def test_drawn_packs_are_of_held_out_parts_with_jokers_and_two_backs(art: str) -> None:
    for seed in range(4):
        first, second = packs_for(seed, 2, art)
        assert isinstance(first, DrawnDeck) and first.style.back in HELD_OUT.backs
        assert first.style.font in HELD_OUT.fonts or art == "varied"
        assert first.style.pip_family in HELD_OUT.pips and first.style.court in HELD_OUT.courts
        assert {*FACES, *JOKERS[:2]} <= set(first.codes)
        assert same(first, second, "7C") and same(first, second, "XR") and not same(first, second, None)
        assert first.picture("X", 1.5).shape[2] == 4
    assert packs_for(1, 1, art)[0].codes == packs_for(1, 1, art)[0].codes
    assert not same(packs_for(1, 1, art)[0], packs_for(2, 1, art)[0], "KD")


def test_the_pack_of_the_demo_is_the_one_it_always_was() -> None:
    style = random_style(random.Random("deck 7"), held_out=True)
    assert packs_for(7)[0].style == style  # type: ignore[attr-defined]


def test_a_deck_of_pictures_is_filled_up_and_says_what_is_its_own(pictures: Path) -> None:
    first, second = packs_for(3, 2, "pictures", pictures)
    assert isinstance(first, FilledDeck) and first.real == {"AS"}
    assert {*FACES, *JOKERS[:2]} <= set(first.codes)
    assert first.picture(None, 2.0)[88, 63, 0] == 0, "its own back"
    assert same(first, second, "AS") and not same(first, second, None)
    assert first.picture("2C", 2.0)[60:120, 30:90].std() > 5


def test_photographed_faces_are_pasted_and_the_others_drawn(photographs: Path) -> None:
    first, second = packs_for(4, 2, "photographed", photographs)
    assert isinstance(first, FilledDeck) and first.real == set(SHOT)
    for code in SHOT:
        face, drawn = first.picture(code, 2.0)[..., :3], draw_face(code, STYLE, 2.0)[..., :3]
        alike = [
            np.corrcoef(one[8:-8, 8:-8].ravel(), drawn[8:-8, 8:-8].ravel())[0, 1] for one in (face, face[::-1, ::-1])
        ]
        assert max(alike) > 0.6
    assert not same(first, second, None)
    table = TableRenderer((first, second), size=(640, 360), seed=4)
    empty = table.frame(Scene(), 0).image.astype(int)
    for code in ("7S", "2C", "XB", None):
        image = table.frame(Scene((Placement(code, 380, 210, 20),)), 5000).image.astype(int)
        assert np.abs(image - empty).max() > 60


def test_photographed_paper_becomes_white(photographs: Path) -> None:
    face = draw_face("5C", STYLE, 2.5)[..., :3]
    warm = (face * (0.5, 0.7, 0.9)).astype(np.uint8)
    assert np.abs(np.median(whitened(warm).reshape(-1, 3), axis=0) - PAPER).max() <= 3


def test_what_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PHOTOS, raising=False)
    assert photo_folder() is None
    for art in ("pictures", "photographed"):
        with pytest.raises(Trouble, match="name the folder"):
            packs_for(1, 1, art)
    with pytest.raises(Trouble, match="drawn, varied, pictures, photographed"):
        packs_for(1, 1, "painted")
    with pytest.raises(Trouble, match=r"no labels\.json"):
        packs_for(1, 1, "photographed", tmp_path)
    monkeypatch.setenv(PHOTOS, str(tmp_path))
    assert photo_folder() == tmp_path and photo_folder(Path("/else")) == Path("/else")
    assert len(ART) == 4


@pytest.mark.skipif(photo_folder() is None, reason=f"{PHOTOS} names no folder of labelled photographs")
def test_real_photographs_give_the_faces_they_show() -> None:
    (deck,) = packs_for(1, 1, "photographed", photo_folder())
    assert isinstance(deck, FilledDeck) and len(deck.real) >= 20
    for code in sorted(deck.real):
        face = deck.picture(code, 2.0)
        paper = np.median(face[4:-4, 3:6, :3].reshape(-1, 3), axis=0)
        assert paper.min() > 150 and np.ptp(paper) < 40
