"""Foreign faces: every face of a deck differs from the others, repeats exactly, and promises no index."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import vision.training
from companion.cards import Card
from companion.ports import Trouble
from vision.decks.emblems import EMBLEMS, random_emblem
from vision.decks.foreign import foreign_deck
from vision.decks.foreign_suits import ARRANGEMENTS, crossed, spots
from vision.decks.patterns import named_deck


@given(seed=st.integers(0, 1 << 30))
@example(17864582)  # (two signs of one kind looked alike)
@settings(max_examples=12, deadline=None)
def test_faces_of_a_foreign_deck_all_differ_and_repeat_exactly(seed: int) -> None:
    deck = foreign_deck(random.Random(seed))
    faces = {code: deck.picture(code, 1.5).tobytes() for code in deck.codes}
    assert len(deck.codes) >= 20
    assert len(set(faces.values())) == len(deck.codes)
    again = foreign_deck(random.Random(seed))
    assert all(again.picture(code, 1.5).tobytes() == faces[code] for code in deck.codes[::7])
    assert deck.index_mm == 0


def test_foreign_faces_and_backs_are_cards() -> None:
    deck = foreign_deck(random.Random(3))
    for code in (deck.codes[0], None):
        picture = deck.picture(code, 3.0)
        assert picture.shape == (264, 189, 4)
        assert picture[0, 0, 3] == 0
        assert picture[132, 94, 3] == 255
    with pytest.raises(KeyError):
        deck.picture("AS", 3.0)
    with pytest.raises(ValueError, match="px/mm"):
        deck.picture(None, 0.1)


@given(seed=st.integers(0, 1 << 30), kind=st.sampled_from(sorted(EMBLEMS)))
@settings(max_examples=60, deadline=None)
def test_emblems_fill_their_square(seed: int, kind: str) -> None:
    emblem = random_emblem(random.Random(seed), kind)
    every = np.concatenate([points for points, _ in emblem])
    assert np.abs(every).max() == pytest.approx(1)


@pytest.mark.parametrize("kind", ARRANGEMENTS)
@pytest.mark.parametrize("count", range(1, 11))
def test_arrangements_hold_as_many_signs_as_they_say_on_the_card(kind: str, count: int) -> None:
    places = crossed(count) if kind == "crossed" else spots(kind, count, True)
    assert len(places) == len(set(places)) == count
    assert all(5 < x < 58 and 7 < y < 81 for x, y, _ in places)


@pytest.mark.parametrize(("name", "seed", "count"), [("italian", 0, 40), ("italian", 1, 40), ("spanish", 0, 40),
                                                     ("spanish", 1, 48), ("german", 0, 32)])  # fmt: skip
def test_named_packs_hold_their_faces_all_different(name: str, seed: int, count: int) -> None:
    deck = named_deck(name, seed)
    assert len(deck.codes) == len(set(deck.codes)) == count
    assert all(Card.parse(code).suit for code in deck.codes)
    faces = {deck.picture(code, 1.5).tobytes() for code in deck.codes}
    assert len(faces) == count
    assert named_deck(name, seed).picture("7C", 1.5).tobytes() in faces
    assert named_deck(name, seed + 2).picture("KH", 1.5).tobytes() not in faces


def test_german_faces_are_two_headed() -> None:
    deck = named_deck("german", 3)
    for code in ("8S", "TH", "JD", "QC", "KS", "AH"):
        face = deck.picture(code, 3.0)[..., :3].astype(int)
        assert np.abs(face - face[::-1, ::-1]).mean() < 3


def test_a_pattern_that_is_not_there_is_refused() -> None:
    with pytest.raises(Trouble, match="italian, spanish, german"):
        named_deck("klingon")


def test_no_training_module_imports_the_named_patterns() -> None:
    """What is measured on must not be trained on."""
    folder = Path(vision.training.__file__).parent
    held = {"vision.decks.patterns", "vision.decks.latin_suits", "vision.decks.court_people"}
    drawn = ("foreign", "foreign_suits", "emblems", "picture_cards", "figures")
    pool = [*folder.glob("*.py"), *(folder.parent / "decks" / f"{name}.py" for name in drawn)]
    for path in pool:
        nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
        assert not held & {node.module for node in nodes}, path.name
