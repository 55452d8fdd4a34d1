"""Which face a file's name means, and what faces are called in each pattern."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

import pytest

from companion.cards import SUITS, Card
from companion.pack.face_names import PATTERNS, face_in, face_name, folded, listed
from companion.pack.face_words import WORDS
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
        ("7 of clubs", "german", "7C"),
        ("jack of diamonds", "spanish", "JD"),
        ("10 of clubs", "spanish", "JC"),
        ("two of cups", "italian", "2H"),
        ("Herzkönig", "german", "KH"),
        ("schellen10", "german", "TD"),
        ("7herz", "french", "7H"),
        ("Pikdame (2)", "french", "QS"),
        ("makk ász", "german", "AC"),
        ("zöldfelső", "german", "QS"),
        ("hetes tök", "german", "7D"),
        ("дама пик", "french", "QS"),
        ("семёрка червей", "french", "7H"),
        ("седмица жир", "german", "7C"),
        ("sept de cœur", "french", "7H"),
        ("siete de espadas", "spanish", "7S"),
        ("asso di bastoni", "italian", "AC"),
        ("četvorka karo", "french", "4D"),
        ("fünf kreuz", "french", "5C"),
        ("joker2", "french", "X"),
        ("crveni džoker", "german", "XR"),
        ("красный джокер", "french", "XR"),
        ("photographer", "french", None),
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


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_name_that_is_shown_means_the_face_as_a_file_name(
    pattern: str, language: str, form: Literal["NFC", "NFD"]
) -> None:
    for card in [Card(rank, suit) for rank in PATTERNS[pattern] for suit in SUITS] + [Card("XB", ""), Card("XR", "")]:
        name = unicodedata.normalize(form, face_name(card, pattern).say(language))
        assert face_in(name, pattern) == card, name
        assert face_in(name.upper(), pattern) == card, name


@pytest.mark.parametrize("part", WORDS)
def test_no_word_means_two_things(part: str) -> None:
    meanings = {(folded(w), meant) for meant, words in WORDS[part].items() for w in re.findall(r"\w+", words)}
    assert meanings and len({word for word, _ in meanings}) == len(meanings)


def test_lists_are_told_as_people_do() -> None:
    names = [face_name(Card.parse(code)) for code in ("7C", "8C", "XR")]
    assert str(listed(names[:1])) == "seven of clubs"
    assert str(listed(names)) == "seven of clubs, eight of clubs and red joker"
