"""``dalje enrol``: learn what the faces of a deck look like."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cards import SUITS, BadCard, Card, parse_cards
from companion.cli import wiring
from companion.cli.decks import in_words as known_in_words
from companion.face_names import PATTERNS, face_in, face_name, listed
from companion.ports import Trouble
from companion.texts import Text, counted, text

if TYPE_CHECKING:
    from companion.cli.lessons import Teacher
    from vision.enrol import Lesson
    from vision.profiles import Profile


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("--camera", metavar="pi|usb:N|FILE|FOLDER", help="Learn from a camera instead of pictures.")
@click.option("--deck", "name", required=True, help="Name of the deck.")
@click.option(
    "--suits", type=click.Choice(list(PATTERNS)), default="french", show_default=True,
    help="Which suits the deck has; in all but French ones only names that you give count.",
)  # fmt: skip
@click.option("--name", "named", multiple=True, metavar="N=CARD", help="The unnamed face number N is this card.")
@click.option("--order", metavar="CARDS", help='The faces in the order in which they are first seen: "7C 8C ...".')
@click.option("--ask", is_flag=True, help="With --camera: ask for each card by name (always so in foreign suits).")
@click.option("--ranks", help="With --camera: the ranks that the deck has, for example 6789TJQKA.")
@click.option("--packs", type=click.IntRange(1, 8), default=1, show_default=True, help="Equal cards on one picture.")
@click.option("--once", is_flag=True, help="Each face lies in the pictures only once: join none that look alike.")
@click.option("--add", is_flag=True, help="Add to what is known of this deck.")
@click.option("--replace", is_flag=True, help="Forget what was known of this deck.")
@click.option("--draw", type=click.Path(path_type=Path, file_okay=False), help="Write copies with numbers and names.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@wiring.data_option
@wiring.language_option
def enrol(
    paths: tuple[str, ...], camera: str | None, name: str, suits: str, named: tuple[str, ...], order: str | None,
    ask: bool, ranks: str | None, packs: int, once: bool, add: bool, replace: bool, draw: Path | None,
    as_json: bool, data: Path | None, language: str | None,
) -> int:  # fmt: skip
    """Learn the deck --deck from the pictures PATH... (files or folders), or from a camera.

    Lay the cards open, one at a time or spread so that none covers another, any order, one view of each or more. A
    face is named by its file or folder (7C.jpg, "seven of acorns.jpg", XR.jpg), by its corner if that can be read, by
    --order, or by --name after a first run has numbered what it could not name.
    """
    from vision.profiles import profile_path

    speech, folder = wiring.language_of(language, data), wiring.decks_folder(data)
    there = profile_path(folder, name).exists()
    if not paths and camera is None:
        return rename(folder, name, named, as_json, speech)
    if paths and camera is not None:
        raise Trouble("give pictures or --camera, not both")
    if there and not (add or replace):
        raise Trouble(f"there is a deck {name!r} already: use --add to learn more of it, or --replace to begin anew")
    if not there and add:
        raise Trouble(f"there is no deck {name!r} to add to: leave --add away")
    numbers, cards = [split_name(one, suits) for one in named], cards_in(order)
    asked = asked_for(suits, checked_ranks(ranks or PATTERNS[suits]))
    wiring.check_libraries()
    from companion.cli.lessons import Teacher

    teacher = Teacher(suits, packs, as_json, speech)
    if camera is None:
        teacher.pictures(paths)
    else:
        teacher.camera(camera, data, asked if ask or suits != "french" else [])
    lesson = teacher.lesson(cards, once)
    profile = finished(folder, name, teacher, lesson, add, once, numbers)
    if draw is not None:
        teacher.draw(draw, lesson)
    told = as_data(profile, folder, lesson, teacher)
    click.echo(json.dumps(told, ensure_ascii=False) if as_json else "\n".join(lines(told, suits, speech)))
    return 2 if teacher.errors else 0


# What the options say ------------------------------------------------------------------------------------------------


def split_name(option: str, suits: str) -> tuple[int, str]:
    """``--name 3=7C``: the number and the card's code."""
    number, equals, words = option.partition("=")
    card = face_in(words, suits)
    if not equals or not number.strip().isdecimal() or card is None:
        raise Trouble(f"--name {option!r} is not understood: write number=card, for example 3=7C")
    return int(number), str(card)


def cards_in(order: str | None) -> tuple[Card, ...]:
    """The cards of ``--order``."""
    try:
        return parse_cards((order or "").replace(",", " "))
    except BadCard as error:
        raise Trouble(f"--order: {error}") from error


def asked_for(suits: str, ranks: str) -> list[Card]:
    """The cards that the terminal asks for, suit by suit."""
    jokers = [Card("XB", ""), Card("XR", "")] if suits == "french" else []
    return [Card(rank, suit) for suit in SUITS for rank in ranks] + jokers


def checked_ranks(ranks: str) -> str:
    """Ranks that a deck may have; raises Trouble for a letter that is none."""
    known = PATTERNS["french"]
    wrong = [rank for rank in ranks.upper() if rank not in known]
    if wrong or not ranks:
        raise Trouble(f"--ranks {ranks!r} is not understood: write the ranks from {known}, T for ten")
    return "".join(dict.fromkeys(ranks.upper()))


# What comes of it ----------------------------------------------------------------------------------------------------


def rename(folder: Path, name: str, named: Sequence[str], as_json: bool, language: str) -> int:
    """Name faces of a deck that is known already."""
    from vision.profiles import load_profile, save_profile, with_names

    if not named:
        raise Trouble("give pictures of the cards, or --camera ('dalje enrol --help' tells more)")
    profile = load_profile(folder, name)
    profile = with_names(profile, [split_name(one, profile.suits) for one in named])
    path = save_profile(folder, profile)
    if as_json:
        told = {"deck": name, "file": str(path), "faces": [face.card for face in profile.named]}
        click.echo(json.dumps({**told, "unnamed": len(profile.unnamed)}, ensure_ascii=False))
    else:
        click.echo(f"{name}: {known_in_words(len(profile.named), len(profile.unnamed), language)}")
    return 0


def finished(
    folder: Path, name: str, teacher: Teacher, lesson: Lesson, add: bool, once: bool, numbers: Sequence[tuple[int, str]]
) -> Profile:
    """Write the profile of what was learned."""
    from vision.enrol import enlarged, make_profile
    from vision.profiles import load_profile, save_profile, with_names

    if add:
        old = load_profile(folder, name)
        if old.net != teacher.net or old.suits != teacher.suits:
            raise Trouble(f"the deck {name!r} has other suits, or was learned by another version: use --replace")
        profile = enlarged(old, lesson, teacher.likeness, once)
    else:
        profile = make_profile(lesson, name, teacher.suits, teacher.net)
    profile = with_names(profile, numbers)
    for face in lesson.unnamed:
        face.card = dict(numbers).get(face.number, "")
    save_profile(folder, profile)
    return profile


def as_data(profile: Profile, folder: Path, lesson: Lesson, teacher: Teacher) -> dict[str, Any]:
    """What was learned, for programs."""
    from vision.profiles import profile_path

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
                "doubt": face.doubt if face else "",
                "views": [teacher.view_data(view) for view in face.views] if face else [],
            }
            for number, face in unnamed
        ],
        "alike": [list(pair) for pair in lesson.alike],
        "covered": teacher.covered,
        "errors": teacher.errors,
    }


def lines(told: dict[str, Any], suits: str, language: str) -> Iterator[str]:
    """What was learned, for people."""
    yield f"{told['deck']}: {known_in_words(len(told['faces']), len(told['unnamed']), language)}"
    for face in told["unnamed"]:
        places = [
            text("{file}, card {n}, line by line from the upper left", file=view["file"], n=view["place"])
            for view in face["views"]
        ] or [text("seen in an earlier lesson")]
        where = "; ".join(place.say(language) for place in places)
        yield f"  {face['number']}: {where}" + (f" ({face['doubt']})" if face["doubt"] else "")
    if any(len(face["views"]) > 1 for face in told["unnamed"]):
        yield text(
            "Where several places stand at one number, the cards there look like one face: if they are not, enrol "
            "again with --once"
        ).say(language)
    if told["unnamed"]:
        yield text("Name them: dalje enrol --deck {deck} --name 1=7C ...", deck=repr(told["deck"])).say(language)
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


def called(code: str, suits: str) -> Text:
    """The name of a face in this pattern."""
    return face_name(Card.parse(code), suits)


def not_seen(codes: Sequence[str]) -> list[str]:
    """Faces of ranks that the deck has, but that are not known; nothing if few are known yet."""
    cards = {Card.parse(code) for code in codes} - {Card("XB", ""), Card("XR", ""), Card("X", "")}
    ranks = dict.fromkeys(card.rank for card in cards)
    missing = [f"{rank}{suit}" for suit in SUITS for rank in ranks if Card(rank, suit) not in cards]
    return missing if len(missing) < len(cards) else []
