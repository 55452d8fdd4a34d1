"""Card art from packages: what is done with a drawing once it is fetched (fetching itself needs the network)."""

from __future__ import annotations

import json
import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ports import CARD_MM, Placement, Scene, Trouble
from vision.bench.pasted import cut_all, outline, photo_decks
from vision.decks.faces import draw_face, index_points
from vision.decks.printed import FACTS, PictureDeck
from vision.decks.styles import random_style
from vision.optics import apply
from vision.scenes.measure import random_scene
from vision.scenes.sprites import pose_at
from vision.scenes.table import TableRenderer
from vision.training import sources, unseen
from vision.training.indices import measure_index
from vision.training.unseen_decks import DECKS, Source, cropped

STYLE = random_style(random.Random(11), held_out=True)
RANKS = "A23456789TJQK"


def test_paper_becomes_white_and_corners_round() -> None:
    drawing = np.zeros((352, 252, 4), np.uint8)
    drawing[100:120, 100:140] = (0, 0, 200, 255)
    card = sources.as_card(drawing, 2.0)
    assert card.shape == (176, 126, 4)
    assert card[0, 0, 3] == 0 and card[88, 63, 3] == 255
    assert card[30, 60, :3].tolist() == [255, 255, 255] and card[55, 60, 2] > 190 > card[55, 60, 0]


def test_margins_are_cut_off_and_nothing_is_refused() -> None:
    drawing = np.zeros((50, 40, 4), np.uint8)
    drawing[5:45, 8:32] = 255
    assert cropped(drawing).shape == (40, 24, 4)
    with pytest.raises(Trouble, match="empty"):
        cropped(np.zeros((5, 5, 4), np.uint8))


def test_the_index_of_a_deck_is_measured() -> None:
    scale = 4.0
    cards = {rank + suit: draw_face(rank + suit, STYLE, scale) for rank in "23456789" for suit in "SH"}
    height, at = measure_index(cards, scale)
    x, y, _ = index_points(STYLE)[0]
    assert height == pytest.approx(STYLE.rank_mm, abs=0.6)
    assert at is not None and at[0] == pytest.approx(x, abs=1.2) and at[1] == pytest.approx(y, abs=1.2)
    assert measure_index({"AS": draw_face("AS", STYLE, scale)}, scale) == (0.0, None)


def test_a_deck_is_drawn_once_and_a_broken_one_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = []

    def faces(folder: Path) -> unseen.Faces:
        calls.append(folder)
        for rank in RANKS:
            for suit in "SHDC":
                yield rank + suit, draw_face(rank + suit, STYLE, 3.0)

    def broken(folder: Path) -> unseen.Faces:
        yield "AS", draw_face("AS", STYLE, 3.0)
        raise Trouble("the package is gone")

    made = {"good": Source(faces, "test", "ours"), "bad": Source(broken, "test", "ours")}
    monkeypatch.setattr(unseen, "DECKS", made)
    assert unseen.make_all(tmp_path) == 1 == unseen.make_all(tmp_path)
    assert len(calls) == 1 and "bad: left out: the package is gone" in capsys.readouterr().out
    deck = PictureDeck(tmp_path / "good")
    assert len(deck.codes) == 52 and not (tmp_path / "bad" / FACTS).exists()
    assert deck.index_mm == pytest.approx(STYLE.rank_mm, abs=0.6)
    monkeypatch.setattr(unseen, "DECKS", {"bad": made["bad"]})
    with pytest.raises(Trouble, match="no deck could be fetched"):
        unseen.make_all(tmp_path)


def test_test_decks_are_of_known_kinds_and_languages() -> None:
    from vision.reading.names import LANGUAGES

    assert len(DECKS) >= 45
    for deck in DECKS.values():
        assert deck.kind in ("international", "odd", "german", "swiss", "tarot") and deck.licence
        assert deck.language is None or deck.language in LANGUAGES
        assert deck.kind != "international" or deck.language


def test_commands_that_fail_say_why() -> None:
    with pytest.raises(Trouble, match=r"ls failed: .*no-such-file"):
        sources.run(["ls", "no-such-file"])
    with pytest.raises(Trouble, match="came out empty"):
        sources.read_image(b"")


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rendered 'photographs' of cards that lie apart, with labels as the real ones have."""
    home = tmp_path_factory.mktemp("photos")
    told = {}
    for seed in range(3):
        table = TableRenderer(STYLE, "clean", (1600, 890), seed + 40)
        scene = random_scene(random.Random(seed), "singles", table.view.area)
        cv2.imwrite(str(home / f"{seed}.png"), table.frame(scene, 0).image)
        cards = []
        for card in scene.cards:
            w, h = CARD_MM[0] / 2, CARD_MM[1] / 2
            onto = table.view.to_px @ pose_at(card.x, card.y, card.angle)
            corners = apply(onto, [(-w, -h), (w, -h), (w, h), (-w, h)])
            low, size = corners.min(0), np.ptp(corners, 0)
            cards.append({"card": card.card, "box": [float(v) for v in (*low, *size)]})
        told[f"{seed}.png"] = {"box_kind": "card", "complete": True, "deck": "drawn", "cards": cards}
    (home / "labels.json").write_text(json.dumps(told))
    return home


def test_photographed_cards_are_cut_out_upright(photographs: Path) -> None:
    found = list(cut_all(photographs))
    labelled = sum(len(one["cards"]) for one in json.loads((photographs / "labels.json").read_text()).values())
    assert len(found) > 0.6 * labelled
    for code, face in found:
        expected = cv2.resize(draw_face(code, STYLE, 2.0)[..., :3], (face.shape[1], face.shape[0]))
        wanted = expected[6:-6, 6:-6].ravel()
        alike = [np.corrcoef(one[6:-6, 6:-6].ravel(), wanted)[0, 1] for one in (face, face[::-1, ::-1])]
        assert max(alike) > 0.65
        others = [draw_face(other, STYLE, 2.0)[..., :3] for other in ("7D", "KS") if other != code]
        for other in others:
            sized = cv2.resize(other, (face.shape[1], face.shape[0]))[6:-6, 6:-6].ravel()
            assert np.corrcoef(face[6:-6, 6:-6].ravel(), sized)[0, 1] < max(alike)


def test_photographed_cards_become_decks_of_different_cards(photographs: Path) -> None:
    decks = list(photo_decks(photographs))
    assert sum(len(deck.codes) for deck in decks) == len(list(cut_all(photographs)))
    first = decks[0]
    assert len(set(first.codes)) == len(first.codes) and 1 < first.px_per_mm() < 3
    image = (
        TableRenderer(first, "clean", (640, 360), 1).frame(Scene((Placement(first.codes[0], 300, 200, 45),)), 0).image
    )
    assert image.shape == (360, 640, 3)


def test_a_covered_or_wrongly_labelled_card_is_not_cut(photographs: Path) -> None:
    image = cv2.imread(str(photographs / "0.png"))
    box = tuple(json.loads((photographs / "labels.json").read_text())["0.png"]["cards"][0]["box"])
    shifted = (box[0] + 0.4 * box[2], box[1], box[2], box[3])
    assert outline(image, shifted) is None
    covered = image.copy()
    x, y, wide, high = (int(v) for v in box)
    cv2.circle(covered, (x + wide // 3, y + high // 3), wide // 2, (30, 30, 30), -1)
    assert outline(covered, box) is None
    with pytest.raises(Trouble, match=r"no labels\.json"):
        list(cut_all(photographs / "nowhere"))
