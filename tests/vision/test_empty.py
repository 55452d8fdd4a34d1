"""The empty table: printed aces are not cards, real cards on them are."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from companion.ports import Placement, Scene, Trouble
from vision.arrays import Picture
from vision.looking.empty import EmptyTable, shift_between
from vision.looking.examine import examine
from vision.reading.reader import CardReader
from vision.scenes.table import TableRenderer, held_out_renderer

SIZE = (1280, 720)
PRINTED = (
    Placement("AS", 150, 110, 8),
    Placement("AH", 400, 100, -10),
    Placement("AD", 600, 300, 30),
    Placement("AC", 250, 310, 95),
)


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader()


@pytest.fixture(scope="module")
def cloth() -> Picture:
    """A table on which four aces are printed."""
    return held_out_renderer(11, size=SIZE).frame(Scene(PRINTED), 0).image


@pytest.fixture(scope="module")
def dealer() -> TableRenderer:
    """Another deck, whose cards are laid on the cloth."""
    return held_out_renderer(92, size=SIZE)


def laid(cloth: Picture, dealer: TableRenderer, *cards: Placement) -> Picture:
    """The cloth with cards on it: what differs from the dealer's own bare table is pasted."""
    bare, lying = dealer.frame(Scene(), 0).image, dealer.frame(Scene(cards), 0).image
    changed = (np.abs(lying.astype(int) - bare).max(2) > 14).astype(np.uint8)
    changed = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    mask = cv2.drawContours(np.zeros_like(changed), outlines, -1, 1, -1)
    return np.where(mask[..., None] > 0, lying, cloth)


def later(
    image: Picture, shift: tuple[float, float, float] = (0, 0, 0), light: tuple[float, float] = (1, 1)
) -> Picture:
    """The same view after the camera moved (px, px, degrees) and the light changed (from left to right), with noise."""
    high, wide = image.shape[:2]
    onto = cv2.getRotationMatrix2D((wide / 2, high / 2), shift[2], 1)
    onto[:, 2] += shift[:2]
    moved = cv2.warpAffine(image, onto, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    lit = moved * np.linspace(*light, wide)[None, :, None] + np.random.default_rng(1).normal(0, 2, image.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


CHANGES = [((0, 0, 0), (1, 1)), ((1.5, -1, 0.1), (0.7, 1.15)), ((6, 4, 0.3), (1.2, 0.7))]


@pytest.mark.parametrize(("shift", "light"), CHANGES)
def test_printed_cards_are_not_read_but_real_ones_exactly_on_them_are(
    reader: CardReader, cloth: Picture, dealer: TableRenderer,
    shift: tuple[float, float, float], light: tuple[float, float],
) -> None:  # fmt: skip
    scale = dealer.view.px_per_mm
    empty = EmptyTable(cloth, reader, scale)
    assert len(empty.zones) >= 8
    bare = later(cloth, shift, light)
    assert sorted(one.card for one in reader.read(bare, scale)) == ["AC", "AD", "AH", "AS"]
    assert empty.align(bare)
    assert examine(reader, bare, scale, empty).readings == ()
    exactly = [Placement("QH", 150, 110, 8), Placement("AH", 400, 100, -10)]
    full = later(laid(cloth, dealer, *exactly, Placement("2S", 390, 240, 50)), shift, light)
    assert empty.align(full)
    assert sorted(one.card for one in examine(reader, full, scale, empty).readings) == ["2S", "AH", "QH"]


def test_a_part_of_a_picture_is_masked_too(reader: CardReader, cloth: Picture, dealer: TableRenderer) -> None:
    scale = dealer.view.px_per_mm
    empty = EmptyTable(cloth, reader, scale)
    left, top = 140, 60
    part = laid(cloth, dealer, Placement("KD", 260, 110, -20))[top : top + 280, left : left + 420]
    assert "AS" in {one.card for one in reader.read(part, scale)}
    assert [one.card for one in examine(reader, part, scale, empty, (left, top)).readings] == ["KD"]


def test_the_scale_may_be_unknown(reader: CardReader, cloth: Picture) -> None:
    part = cloth[40:300, 120:460]
    assert [one.card for one in reader.read(part)] == ["AS"]
    empty = EmptyTable(part, reader)
    assert empty.align(part) and examine(reader, part, empty=empty).readings == ()


def test_small_shifts_are_found_and_other_views_are_not_taken_for_the_same(cloth: Picture) -> None:
    found = shift_between(cloth, later(cloth, (6, -4, 0)))
    assert found is not None and found[:2, 2] == pytest.approx((6, -4), abs=0.7)
    other = held_out_renderer(13, size=SIZE).frame(Scene(), 0).image
    speckled = np.random.default_rng(2).integers(0, 255, cloth.shape, np.uint8)
    assert shift_between(cloth, other[:, :640]) is None, "another size"
    assert shift_between(cloth, speckled) is None
    assert shift_between(cloth, later(cloth, (300, 200, 0))) is None


def test_a_plain_cloth_has_not_moved(reader: CardReader) -> None:
    plain = np.full((300, 400, 3), 90, np.uint8)
    empty = EmptyTable(plain, reader, 1.5)
    assert empty.zones == () and empty.align(plain) and empty.hide(plain) is plain


def test_another_view_masks_nothing(reader: CardReader, cloth: Picture, dealer: TableRenderer) -> None:
    scale = dealer.view.px_per_mm
    empty = EmptyTable(cloth, reader, scale)
    assert not empty.align(cloth[:-8])
    assert len(examine(reader, cloth, scale, empty).readings) == len(PRINTED)


def test_no_picture_is_trouble(reader: CardReader) -> None:
    with pytest.raises(Trouble, match="take it again"):
        EmptyTable(np.zeros((1, 1, 3), np.uint8), reader)


def test_what_lies_where_nothing_is_printed_is_never_masked(reader: CardReader, dealer: TableRenderer) -> None:
    rng = random.Random(3)
    bare = dealer.frame(Scene(), 0).image
    empty = EmptyTable(bare, reader, dealer.view.px_per_mm)
    cards = [
        Placement(face, 80 + 120 * i, rng.uniform(80, 340), rng.uniform(0, 360))
        for i, face in enumerate(("9H", "JC", "4D"))
    ]
    image = dealer.frame(Scene(tuple(cards)), 0).image
    assert empty.align(image)
    found = examine(reader, image, dealer.view.px_per_mm, empty).readings
    assert {one.card for one in found} == {one.card for one in reader.read(image, dealer.view.px_per_mm)}
