"""What was learned of a deck, for programs and for people."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cards import SUITS, Card
from companion.cli.decks import in_words as known_in_words
from companion.pack.face_names import face_name, listed
from companion.texts import Text, counted, text

if TYPE_CHECKING:
    from companion.cli.lessons import Teacher
    from vision.enrolled.enrol import Lesson
    from vision.enrolled.profiles import Profile

MOST_LISTED = 8
"""More names that an order overrules are only counted."""
MOST_NAMED = 4
"""In the command that names faces so many are written out."""


def as_data(profile: Profile, folder: Path, lesson: Lesson, teacher: Teacher, saved: bool) -> dict[str, Any]:
    """What was learned, for programs; ``saved``: whether it is in the deck's file now."""
    from vision.enrolled.profiles import profile_path

    seen = {face.number: face for face in lesson.unnamed}
    unnamed = [(one.number, seen.get(one.number)) for one in profile.unnamed]
    return {
        "deck": profile.name,
        "file": str(profile_path(folder, profile.name)),
        "suits": profile.suits,
        "indices": profile.indices,
        "faces": [{"card": face.card, "views": len(face.views)} for face in profile.named],
        "unnamed": [
            {
                "number": number,
                "doubt": face.doubt.say(teacher.language) if face and face.doubt else "",
                "views": [teacher.view_data(view) for view in face.views] if face else [],
            }
            for number, face in unnamed
        ],
        "doubted": [
            {
                "card": face.card,
                "doubt": face.doubt.say(teacher.language),
                "views": [teacher.view_data(view) for view in face.views],
            }
            for face in lesson.faces
            if face.card and face.doubt
        ],
        "overruled": [list(pair) for pair in lesson.overruled],
        "saved": saved,
        "alike": [list(pair) for pair in lesson.alike],
        "covered": teacher.covered,
        "errors": teacher.errors,
    }


def lines(told: dict[str, Any], suits: str, language: str, data: Path | None = None) -> Iterator[str]:
    """What was learned, for people; ``data``: the folder that was named by --data."""
    yield f"{told['deck']}: {known_in_words(len(told['faces']), len(told['unnamed']), language)}"
    for face in told["unnamed"]:
        yield _with_places(str(face["number"]), face, language)
    for face in told["doubted"]:
        yield _with_places(called(face["card"], suits).say(language), face, language)
    if any(len(face["views"]) > 1 for face in told["unnamed"]):
        yield text(
            "Where several places stand at one number, the cards there look like one face: if they are not, enrol "
            "again with --once"
        ).say(language)
    if told["unnamed"] and told["saved"]:
        numbers = [face["number"] for face in told["unnamed"]]
        yield text(
            "Name them, or drop what is no card with '-' in place of its name: {command}",
            command=naming(told["deck"], numbers, data),
        ).say(language)
    if told["overruled"]:
        yield _overruled(told["overruled"], suits).say(language)
    for one, other in told["alike"]:
        names = {"one": called(one, suits), "other": called(other, suits)}
        if one.startswith("X"):
            yield text("The jokers look alike: each is read as X").say(language)
        else:
            yield text("{one} and {other} look alike: it will be asked which it is", **names).say(language)
    if told["covered"]:
        yield counted(
            "{n} card lies under others and was not learned: lay it apart",
            "{n} cards lie under others and were not learned: lay them apart",
            told["covered"],
        ).say(language)
    if missing := not_seen([face["card"] for face in told["faces"]]):
        yield text("Not seen yet: {cards}", cards=listed(called(card, suits) for card in missing)).say(language)


def naming(deck: str, numbers: Sequence[int], data: Path | None) -> str:
    """The command that names the faces with these numbers, ready for a shell but for the cards."""
    words = ["dalje", "enrol", "--deck", deck, *([] if data is None else ["--data", str(data)])]
    names = [f"--name {number}=CARD" for number in numbers[:MOST_NAMED]]
    return " ".join([shlex.join(words), *names, *(["..."] if len(numbers) > MOST_NAMED else [])])


def _with_places(name: str, face: dict[str, Any], language: str) -> str:
    """A face with all places where it was seen, and what is doubtful about it."""
    places = [
        text("{file}, card {n}, line by line from the upper left", file=view["file"], n=view["place"])
        for view in face["views"]
    ] or [text("seen in an earlier lesson")]
    where = "; ".join(place.say(language) for place in places)
    return f"  {name}: {where}" + (f" ({face['doubt']})" if face["doubt"] else "")


def _overruled(pairs: Sequence[Sequence[str]], suits: str) -> Text:
    """Which names of files and corners the order replaced."""
    if len(pairs) > MOST_LISTED:
        return counted(
            "--order names {n} card otherwise than its file or corner",
            "--order names {n} cards otherwise than their files or corners",
            len(pairs),
        )
    names = [text("{new} instead of {old}", new=called(new, suits), old=called(old, suits)) for old, new in pairs]
    return text("--order overrules files and corners: {names}", names=listed(names))


def in_sequence(lesson: Lesson, teacher: Teacher) -> Iterator[str]:
    """All faces in the order in which they were first seen, as --order counts them; nothing if numbers tell that."""
    if not any(face.card for face in lesson.faces):
        return
    for number, face in enumerate(lesson.faces, 1):
        view = teacher.view_data(face.views[0])
        name = called(face.card, teacher.suits) if face.card else text("no name yet")
        place = text("{file}, card {n}, line by line from the upper left", file=view["file"], n=view["place"])
        yield f"  {number}. {place.say(teacher.language)}: {name.say(teacher.language)}"


def called(code: str, suits: str) -> Text:
    """The name of a face in this pattern."""
    return face_name(Card.parse(code), suits)


def not_seen(codes: Sequence[str]) -> list[str]:
    """Faces of ranks that the deck has, but that are not known; nothing if few are known yet."""
    cards = {Card.parse(code) for code in codes} - {Card("XB", ""), Card("XR", ""), Card("X", "")}
    ranks = dict.fromkeys(card.rank for card in cards)
    missing = [f"{rank}{suit}" for suit in SUITS for rank in ranks if Card(rank, suit) not in cards]
    return missing if len(missing) < len(cards) else []


def what_went_wrong(wrong: Text | None, unusable: int, kept: bool, language: str) -> str:
    """What of a lesson went wrong, and what became of it; empty if nothing did."""
    if wrong is None and unusable and kept:
        return counted(
            "the deck was learned without {n} picture that cannot be used: give it again with --add when it is mended",
            "the deck was learned without {n} pictures that cannot be used: give them again with --add when they are "
            "mended",
            unusable,
        ).say(language)
    if wrong is None and unusable:
        wrong = text("some pictures cannot be used")
    return "" if wrong is None else text("{wrong} ({kept})", wrong=wrong, kept=what_was_kept(kept)).say(language)


def what_was_kept(kept: bool) -> Text:
    """What became of a lesson in which something was wrong."""
    if kept:
        return text("the faces are learned all the same: name them by their numbers, or enrol again with --replace")
    return text("the deck stays as it was: enrol again")
