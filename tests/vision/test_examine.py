"""Pictures that cannot be read, or not surely: what is said of them, and what is not believed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ports import Frame, Reading
from vision.arrays import Picture
from vision.decks.faces import draw_face
from vision.decks.styles import Style, random_style
from vision.looking import ink, quality
from vision.looking.examine import busiest, examine
from vision.looking.see import see
from vision.pictures import remarks
from vision.watching.watch import TableWatcher

CARD_PX = (158, 220)


class Told:
    """A reader that has been told what is where, and remembers what it was asked."""

    def __init__(self, *readings: Reading) -> None:
        self.readings, self.asked = readings, list[tuple[tuple[int, ...], float | None]]()

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        self.asked.append((image.shape, px_per_mm))
        return self.readings


def card(name: str, x: float, y: float, size: tuple[float, float] = CARD_PX, p: float = 0.999) -> Reading:
    """A reading of an upright card with its upper left corner at (x, y)."""
    w, h = size
    quad = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return Reading(name, p, p > 0.98, (x, y, w, h), quad, {name: p, "2C": (1 - p) / 2})


def table(names: Sequence[str], style: Style, light: Sequence[float] = (1, 1, 1)) -> tuple[Picture, list[Reading]]:
    """Drawn cards of one deck side by side on brown, upright, with true readings."""
    picture = np.full((CARD_PX[1] + 40, 20 + (CARD_PX[0] + 20) * len(names), 3), (60, 90, 120), np.float32)
    found = []
    for number, name in enumerate(names):
        face = cv2.resize(draw_face(name, style, 4.0), CARD_PX, interpolation=cv2.INTER_AREA).astype(np.float32)
        x, y = 20 + (CARD_PX[0] + 20) * number, 20
        cover = face[..., 3:] / 255
        place = picture[y : y + CARD_PX[1], x : x + CARD_PX[0]]
        place[:] = place * (1 - cover) + face[..., :3] * cover
        found.append(card(name, x, y))
    return np.clip(picture * np.float32(light), 0, 255).astype(np.uint8), found


def codes(image: Picture, *readings: Reading, scale: float | None = None) -> list[str]:
    return [remark.code for remark in examine(Told(*readings), image, scale).remarks]


def deck(ordinary: bool) -> Style:
    """A deck of two colours on white paper, or of one with blue diamonds."""
    for seed in range(400):
        style = random_style(random.Random(seed), held_out=True)
        heart, diamond = style.colour("H"), style.colour("D")
        if not style.scheme and heart[2] > heart[0] + 60 and (diamond[0] > diamond[2] + 60) != ordinary:
            return style
    raise AssertionError("no such deck")


@pytest.mark.parametrize("names", [["KH"], ["7D"], ["2S", "9D", "KC"], ["AS", "TH", "4C", "JC"]])
@pytest.mark.parametrize("light", [(1, 1, 1), (0.55, 0.8, 1), (1, 0.9, 0.7), (0.25, 0.25, 0.25)])
def test_red_and_blue_swapped_is_noticed_in_any_light(names: list[str], light: tuple[float, ...]) -> None:
    image, found = table(names, deck(True), light)
    assert ink.order(image, found) is True
    swapped = np.ascontiguousarray(image[..., ::-1])
    assert ink.order(swapped, found) is False
    told = examine(Told(*found), swapped)
    assert told.readings == () and told.refused and [one.code for one in told.remarks] == ["swapped"]
    assert examine(Told(*found), image).readings == tuple(found)


def test_black_suits_alone_do_not_show_it() -> None:
    image, found = table(["AS", "9C", "KS"], deck(True))
    assert ink.order(image, found) is None and ink.order(np.ascontiguousarray(image[..., ::-1]), found) is None


def test_print_on_foil_beside_a_reflection_is_not_blue() -> None:
    """Dark print looks blue in shares of a yellow reflection: that is no swapped picture."""
    image, found = table(["7D", "9D"], deck(True))
    for one in found:
        x, y = (round(v) for v in one.box[:2])
        shown = image[y : y + CARD_PX[1], x : x + CARD_PX[0]]
        print_ = shown[..., 1] < 150
        shown[:] = (48, 58, 64)  # foil in the shade
        shown[:, ::3] = (69, 106, 124)  # and its reflections, yellow
        shown[print_] = (40, 34, 30)
    assert ink.order(image, found) is None and not ink.blue(image, found)
    assert examine(Told(*found), image).readings == tuple(found)


def test_blue_diamonds_of_four_colour_decks_are_right_beside_hearts() -> None:
    image, found = table(["8D", "8H", "4D"], deck(False))
    assert ink.order(image, found) is True
    assert ink.order(np.ascontiguousarray(image[..., ::-1]), found) is False


def test_a_sky_blue_diamond_alone_is_of_a_four_colour_deck() -> None:
    blue, black = (205, 120, 40), (20, 20, 20)
    style = replace(deck(False), colours=(black, (40, 30, 200), blue, (60, 130, 20)))
    image, found = table(["8D", "4D"], style)
    assert ink.order(image, found) is None
    image, found = table(["8D", "4D", "JC"], style)
    assert ink.order(image, found) is None


@pytest.mark.parametrize(("seen", "p", "refused"), [("KH", 0.999, True), ("KS", 0.999, False), ("KH", 0.8, False)])
def test_blue_print_is_read_both_ways_where_no_heart_was_made_out(seen: str, p: float, refused: bool) -> None:
    image, (heart,) = table(["KH"], deck(True))

    class Swayed(Told):
        """Takes blue hearts for spades, and in the other order sees what it is told."""

        def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
            super().read(image, px_per_mm)
            if len(self.asked) == 1:
                return (replace(heart, card="KS", p=0.98),)
            return (replace(heart, card=seen, p=p),)

    reader = Swayed()
    told = examine(reader, np.ascontiguousarray(image[..., ::-1]), 2.5)
    assert told.refused is refused and len(reader.asked) == 2
    reader = Swayed()
    assert len(examine(reader, image, 2.5).readings) == 1 and len(reader.asked) == 1


@pytest.mark.parametrize("blur", [0.0, 2.5])
def test_a_blue_table_around_cards_is_no_blue_print(blur: float) -> None:
    image, found = table(["KH", "7D", "2S"], deck(True))
    cloth = np.full_like(image, (190, 110, 40))
    inside = np.zeros(image.shape[:2], bool)
    for one in found:
        x, y, wide, high = (round(value) for value in one.box)
        inside[y : y + high, x : x + wide] = True
    shown = np.where(inside[..., None], image, cloth)
    shown = cv2.GaussianBlur(shown, (0, 0), blur) if blur else shown
    assert ink.order(np.asarray(shown, np.uint8), found) is True


def test_light_print_on_dark_grounds_is_not_judged() -> None:
    navy, pink, white = (92, 44, 18), (110, 110, 250), (245, 245, 245)
    dark = replace(deck(True), ground=navy, colours=(white, pink, pink, white))
    image, found = table(["KH", "7D", "2S"], dark)
    assert ink.order(image, found) is not False


def test_a_deck_whose_hearts_are_not_red_is_not_judged() -> None:
    image, found = table(["KH"], deck(True))
    reader = Told(*found)
    reader.red_hearts = False  # type: ignore[attr-defined]
    assert len(examine(reader, np.ascontiguousarray(image[..., ::-1])).readings) == 1


@pytest.mark.parametrize(("level", "code"), [(0, "black"), (7, "black"), (255, "white"), (120, "plain")])
def test_pictures_of_nothing_are_not_read(level: int, code: str) -> None:
    noise = np.random.default_rng(1).integers(0, 3, (240, 320, 3), np.uint8)
    image = np.clip(np.full((240, 320, 3), level, np.int16) + noise, 0, 255).astype(np.uint8)
    reader = Told(card("AS", 0, 0))
    told = examine(reader, image)
    assert [one.code for one in told.remarks] == [code] and told.readings == () and reader.asked == []


def checks(low: int, high: int, blur: float = 0) -> Picture:
    """A chequered picture between two grey levels."""
    squares = (np.indices((300, 400)) // 25).sum(0) % 2
    image = np.repeat((low + (high - low) * squares).astype(np.uint8)[..., None], 3, axis=2)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), blur) if blur else image, np.uint8)


def test_why_nothing_was_found_is_told() -> None:
    assert codes(checks(10, 45)) == ["dark"]
    assert codes(checks(180, 210)) == ["low_contrast"]
    assert codes(checks(30, 220, blur=5)) == ["blurred"]
    assert codes(checks(30, 220)) == []
    assert codes(checks(10, 45), scale=2.0) == [], "a part of a known table may well hold nothing"


def test_cards_too_small_to_read_are_looked_for_when_none_were_found() -> None:
    class Near(Told):
        def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
            super().read(image, px_per_mm)
            return (card("AS", 5, 5, (32, 45)),) if px_per_mm is not None and px_per_mm < 0.6 else ()

    reader = Near()
    told = examine(reader, checks(30, 220))
    assert told.readings == () and [one.code for one in told.remarks] == ["too_small"]
    sentence = str(told.remarks[0].sentence)
    assert sentence.startswith("The cards are about 45 px tall, their indices 4 px: too small to be sure; come nearer")
    assert all(shape[0] * shape[1] <= 420 * 320 for shape, scale in reader.asked if scale is not None)


def test_small_cards_are_never_accepted() -> None:
    small = card("AS", 10, 10, (30, 42))
    large = card("KS", 100, 20)
    told = examine(Told(small, large), checks(30, 220), 2.5)
    assert [(one.card, one.accepted) for one in told.readings] == [("AS", False), ("KS", True)]
    assert told.readings[0].p <= 0.9 and sum(told.readings[0].odds.values()) <= 1
    assert [one.code for one in told.remarks] == ["too_small"]


@pytest.mark.parametrize("light", [1.0, 0.5])
def test_blurred_and_faint_cards_are_told_where_they_are_doubted(light: float) -> None:
    image, found = table(["KS", "9C", "4S"], deck(True), (light,) * 3)
    sure, unsure = found, [card(one.card, *one.box[:2], p=0.7) for one in found]
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 3.5), np.uint8)
    faint = (image.max() - (image.max() - image.astype(int)) * 0.2).astype(np.uint8)
    assert codes(image, *unsure) == []
    assert codes(blurred, *unsure) == ["blurred"]
    assert codes(faint, *unsure) == ["low_contrast"]
    assert codes(blurred, *sure) == [], "whoever reads all the same need not complain"
    assert codes(faint, *sure) == ["no_colour"], "but pale red is no surer than grey"


@pytest.mark.parametrize("sigma", [1.2, 1.8, 2.5, 4.0])
def test_blur_is_measured(sigma: float) -> None:
    step = np.full((120, 120), 220, np.float32)
    step[:, 60:] = 40
    assert quality.blur_px(cv2.GaussianBlur(step, (0, 0), sigma)) == pytest.approx(sigma, rel=0.2)


def test_the_busiest_part_is_found() -> None:
    image = np.full((600, 900, 3), 90, np.uint8)
    image[400:500, 700:850] = checks(0, 255)[:100, :150]
    part = busiest(image, (200, 150))
    assert part.shape == (150, 200, 3) and part.std() > 80
    assert busiest(image[:20, :30], (200, 150)).shape == (20, 30, 3)


def test_all_codes_are_listed() -> None:
    made = [
        remarks.swapped(), remarks.black(), remarks.white(), remarks.plain(), remarks.dark(), remarks.low_contrast(),
        remarks.blurred(), remarks.too_small(40, 3), remarks.crowded(300), remarks.first_only(), remarks.other_table(),
        remarks.unread(), remarks.no_colour(), remarks.moved(True),
    ]  # fmt: skip
    assert tuple(one.code for one in made) == remarks.CODES
    assert [one.code for one in made if one.refused] == ["swapped", "black", "white"]


@pytest.mark.parametrize("turned", [False, True])
def test_files_and_frames_are_believed_alike(tmp_path: Path, turned: bool) -> None:
    """`dalje see` and the watcher of a session go one way: here both read, there both refuse."""
    image, found = table(["KH"], deck(True))
    image = np.ascontiguousarray(image[..., ::-1]) if turned else image
    cv2.imwrite(str(tmp_path / "a.png"), image)
    (told,) = see([tmp_path / "a.png"], reader=Told(*found))
    mm = 63 / CARD_PX[0]
    watcher = TableWatcher(Told(*found))
    frames = (Frame(image, 100 * i, i, (mm, 0, 0, 0, mm, 0, 0, 0, 1)) for i in range(9))
    (look,) = [look for look in map(watcher.watch, frames) if look is not None]
    if turned:
        assert told["swapped"] is True and told["cards"] == []
        assert look.refusal is not None and look.refusal.code == "swapped" and look.sightings == ()
    else:
        assert [one["card"] for one in told["cards"]] == [next(iter(one.odds)) for one in look.sightings] == ["KH"]


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (1, 300), (3, 900), (900, 3), (40, 40)])
def test_tiny_and_thin_pictures_are_taken_too(shape: tuple[int, int]) -> None:
    image = np.random.default_rng(1).integers(0, 255, (*shape, 3), np.uint8)
    assert examine(Told(), image).readings == ()
    one = card("AS", 0, 0, (max(1, shape[1]), max(1, shape[0])), p=0.6)
    assert not examine(Told(one), image, 1.0).readings or not examine(Told(one), image, 1.0).readings[0].accepted


def toned(image: Picture, how: str) -> Picture:
    """The picture grey, brown all over, or with a twentieth of its colour."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float32)
    if how == "brown":
        return np.clip(grey * np.float32([0.53, 0.69, 0.77]), 0, 255).astype(np.uint8)
    return np.clip(grey + (0.05 if how == "pale" else 0.0) * (image - grey), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("how", ["grey", "brown", "pale"])
def test_without_colour_no_suit_is_believed(how: str) -> None:
    image, found = table(["2S", "9D", "KC", "AH"], deck(True))
    assert all(one.accepted for one in examine(Told(*found), image).readings)
    told = examine(Told(*found), toned(image, how))
    assert [one.code for one in told.remarks] == ["no_colour"]
    assert len(told.readings) == 4 and not any(one.accepted or one.p > 0.9 for one in told.readings)


def test_a_cut_out_may_show_nothing_but_black_and_white() -> None:
    image, found = table(["2S", "KC"], deck(True))
    told = examine(Told(*found), toned(image, "grey"), 2.5)
    assert all(one.accepted for one in told.readings) and not told.remarks


def test_in_a_blurred_picture_nothing_is_accepted() -> None:
    image, found = table(["2S", "9D", "KC"], deck(True))
    found[1] = replace(found[1], p=0.6, accepted=False)
    told = examine(Told(*found), cv2.GaussianBlur(image, (0, 0), 4))
    assert [one.code for one in told.remarks] == ["blurred"]
    assert not any(one.accepted for one in told.readings)
