"""Which face a file's name means, and what faces are called in each pattern."""

from __future__ import annotations

import pytest

from companion.cards import SUITS, Card
from companion.face_names import PATTERNS, face_in, face_name, listed
from companion.texts import LANGUAGES


@pytest.mark.parametrize(
    ("name", "pattern", "face"),
    [
        ("7C", "french", "7C"),
        ("10h-2", "french", "TH"),
        ("td (3)", "french", "TD"),
        ("XR", "french", "XR"),
        ("AS", "french", "AS"),
        ("as herc", "french", "AH"),
        ("queen_of_spades", "french", "QS"),
        ("joker red", "french", "XR"),
        ("Joker", "french", "X"),
        ("seven of acorns", "german", "7C"),
        ("ober_laub", "german", "QS"),
        ("10 schellen", "german", "TD"),
        ("deuce of leaves", "german", "AS"),
        ("banner rosen", "swiss", "TH"),
        ("7 of cups 2", "spanish", "7H"),
        ("11 copas", "spanish", "QH"),
        ("cavallo di denari", "italian", "QD"),
        ("7C", "spanish", "7C"),
        ("IMG_1234", "french", None),
        ("2 seven of acorns", "german", "7C"),
        ("photo of a seven of acorns", "german", "7C"),
        ("laub könig", "german", "KS"),
        ("grün ober", "german", "QS"),
        ("sieben eichel", "german", "7C"),
        ("sedmica žir", "german", "7C"),
        ("sette di coppe", "italian", "7H"),
        ("herz bube", "french", "JH"),
        ("herz ass", "french", "AH"),
        ("coeur roi", "french", "KH"),
        ("3 seven of acorns", "german", "7C"),
        ("deck 2 - 7 of clubs", "french", "7C"),
        ("2 sieben acorns 7", "german", None),
        ("hearts", "french", None),
        ("7C and 8C", "french", None),
        ("", "french", None),
    ],
)
def test_names_of_files(name: str, pattern: str, face: str | None) -> None:
    found = face_in(name, pattern)
    assert (None if found is None else str(found)) == face


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_has_a_name_of_its_own(pattern: str, language: str) -> None:
    faces = [Card(rank, suit) for rank in PATTERNS[pattern] for suit in SUITS]
    names = [face_name(card, pattern).say(language) for card in faces]
    assert len(set(names)) == len(faces)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_english_name_as_a_file_name_means_the_face(pattern: str) -> None:
    for card in [Card(rank, suit) for rank in PATTERNS[pattern] for suit in SUITS]:
        assert face_in(str(face_name(card, pattern)), pattern) == card


def test_lists_are_told_as_people_do() -> None:
    names = [face_name(Card.parse(code)) for code in ("7C", "8C", "XR")]
    assert str(listed(names[:1])) == "seven of clubs"
    assert str(listed(names)) == "seven of clubs, eight of clubs and red joker"
