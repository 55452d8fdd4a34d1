"""``dalje enrol``: learn what the faces of a deck look like."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from companion.cards import SUITS, BadCard, Card
from companion.cli import wiring
from companion.cli.decks import in_words as known_in_words
from companion.cli.learned import as_data, in_sequence, lines, what_went_wrong
from companion.cli.speech import language_option
from companion.cli.stopping import has_done
from companion.pack.face_names import PATTERNS, face_in
from companion.ports import Trouble
from companion.texts import Text, text

if TYPE_CHECKING:
    from companion.cli.lessons import Teacher
    from vision.enrolled.enrol import Lesson
    from vision.enrolled.profiles import Profile


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("--camera", metavar="pi|usb:N|FILE|FOLDER", help="Learn from a camera instead of pictures.")
@click.option("--deck", "name", required=True, help="Name of the deck.")
@click.option(
    "--suits", type=click.Choice(list(PATTERNS)), default="french", show_default=True,
    help="Which suits the deck has; in all but French ones only names that you give count.",
)  # fmt: skip
@click.option(
    "--name", "named", multiple=True, metavar="N=CARD",
    help="The unnamed face number N is this card; N=- drops it."
)  # fmt: skip
@click.option(
    "--order",
    metavar="CARDS",
    help='The faces in the order in which they are first seen: "7C 8C ..."; overrules files and corners.',
)
@click.option("--ask", is_flag=True, help="With --camera: ask for each card by name (always so in foreign suits).")
@click.option("--ranks", help="With --camera: the ranks that the deck has, for example 6789TJQKA.")
@click.option("--packs", type=click.IntRange(1, 8), default=1, show_default=True, help="Equal cards on one picture.")
@click.option("--once", is_flag=True, help="Each face lies in the pictures only once: join none that look alike.")
@click.option("--add", is_flag=True, help="Add to what is known of this deck.")
@click.option("--replace", is_flag=True, help="Forget what was known of this deck.")
@click.option("--draw", type=click.Path(path_type=Path, file_okay=False), help="Write copies with numbers and names.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@wiring.data_option
@language_option
def enrol(
    paths: tuple[str, ...], camera: str | None, name: str, suits: str, named: tuple[str, ...], order: str | None,
    ask: bool, ranks: str | None, packs: int, once: bool, add: bool, replace: bool, draw: Path | None,
    as_json: bool, data: Path | None, language: str | None,
) -> int:  # fmt: skip
    """Learn the deck --deck from the pictures PATH... (files or folders), or from a camera.

    Lay the cards open, one at a time or spread so that none covers another, any order, one view of each or more. A
    face is named by its file or folder (7C.jpg, "seven of acorns.jpg", XR.jpg), by its corner if that can be read, by
    --order (which overrules both), or by --name after a first run has numbered what it could not name. What was taken
    for a face but is no card of the deck, --name N=- drops.
    """
    from vision.enrolled.profiles import load_profile, profile_path, save_profile

    speech, folder = wiring.language_of(language, data), wiring.decks_folder(data)
    there = profile_path(folder, name).exists()
    if paths and camera is not None:
        raise Trouble(text("give pictures or --camera, not both"))
    used = check_together(pictures=bool(paths), camera=camera is not None, foreign=suits != "french")
    if not paths and camera is None:
        return rename(folder, name, named, as_json, speech)
    if there and not (add or replace):
        words = text(
            "there is a deck {name!r} already: use --add to learn more of it, or --replace to begin anew", name=name
        )
        raise Trouble(words)
    if not there and add:
        raise Trouble(text("there is no deck {name!r} to add to: leave --add away", name=name))
    if add and "--suits" not in used:
        suits = load_profile(folder, name).suits
    numbers, cards = [split_name(one, suits) for one in named], cards_in(order)
    asked = asked_for(suits, checked_ranks(ranks or PATTERNS[suits])) if ask or not (suits == "french" or cards) else []
    wiring.check_libraries()
    from companion.cli.lessons import Teacher

    teacher = Teacher(suits, packs, as_json, speech)
    if camera is None:
        teacher.pictures(paths)
    else:
        teacher.camera(camera, data, asked)
    lesson = teacher.lesson(cards, once)
    profile, wrong = named_profile(profile_of(folder, name, teacher, lesson, add, once), lesson, numbers, cards)
    # What does not fit must not spoil a deck that was there; what lay before a camera is kept in any case.
    spoilt = wrong is not None or (replace and bool(teacher.errors))
    keep = not spoilt or not there or camera is not None
    if keep:
        save_profile(folder, profile)
        has_done("The deck was learned and is saved.")
    told = as_data(profile, folder, lesson, teacher, keep)
    sentence = what_went_wrong(wrong, len(teacher.errors), keep, speech)
    if as_json:
        click.echo(json.dumps(told | ({"error": sentence} if sentence else {}), ensure_ascii=False))
    else:
        click.echo(
            "\n".join([*lines(told, suits, speech, data), *(in_sequence(lesson, teacher) if lesson.misordered else ())])
        )
    if draw is not None:
        teacher.draw(draw, lesson)
    if sentence:
        raise Trouble(sentence)
    return 0


# What the options say ------------------------------------------------------------------------------------------------


def check_together(pictures: bool, camera: bool, foreign: bool) -> set[str]:
    """The options that were given; raises Trouble for one that would do nothing beside the others."""
    context = click.get_current_context()
    used = {
        param.opts[0]
        for param in context.command.params
        if isinstance(param, click.Option)
        and context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
    }
    for one, other in (("--ask", "--order"), ("--name", "--order"), ("--add", "--replace"), ("--once", "--packs")):
        if {one, other} <= used:
            raise Trouble(text("{one} and {other} do not go together: leave one away", one=one, other=other))
    useless: set[str]
    place: Text | str
    if not (pictures or camera):
        useless, place = used - {"--deck", "--name", "--json", "--data", "--language"}, text("pictures or --camera")
    elif pictures:
        useless, place = used & {"--ask", "--ranks"}, "--camera"
    elif "--draw" in used:
        useless, place = {"--draw"}, text("pictures")
    elif "--ask" in used or (foreign and "--order" not in used):
        return used
    else:
        useless, place = used & {"--ranks"}, "--ask"
    if useless:
        raise Trouble(text("{option} goes only with {others}: leave it away", option=min(useless), others=place))
    return used


def split_name(option: str, suits: str) -> tuple[int, str]:
    """``--name 3=7C``: the number and the card's code, or DROPPED."""
    from vision.enrolled.profiles import DROPPED

    number, equals, called = option.partition("=")
    card = DROPPED if called.strip() == DROPPED else face_in(called, suits)
    if not equals or not number.strip().isdecimal() or card is None:
        words = text("--name {option!r} is not understood: write number=card, for example 3=7C", option=option)
        raise Trouble(words)
    return int(number), str(card)


def cards_in(order: str | None) -> tuple[Card, ...]:
    """The cards of ``--order``."""
    cards: list[Card] = []
    for part in (order or "").replace(",", " ").split():
        try:
            cards.append(Card.parse(part))
        except BadCard as error:
            words = text("--order: {word!r} is no card: write rank and suit, for example TD", word=part[:20])
            raise Trouble(words) from error
        if cards[-1] in cards[:-1]:
            raise Trouble(text("--order names {card} twice: name each face once", card=cards[-1]))
    return tuple(cards)


def asked_for(suits: str, ranks: str) -> list[Card]:
    """The cards that the terminal asks for, suit by suit."""
    jokers = [Card("XB", ""), Card("XR", "")] if suits == "french" else []
    return [Card(rank, suit) for suit in SUITS for rank in ranks] + jokers


def checked_ranks(ranks: str) -> str:
    """Ranks that a deck may have; raises Trouble for a letter that is none."""
    known = PATTERNS["french"]
    wrong = [rank for rank in ranks.upper() if rank not in known]
    if wrong or not ranks:
        words = text(
            "--ranks {ranks!r} is not understood: write the ranks from {known}, T for ten", ranks=ranks, known=known
        )
        raise Trouble(words)
    return "".join(dict.fromkeys(ranks.upper()))


# What comes of it ----------------------------------------------------------------------------------------------------


def rename(folder: Path, name: str, named: Sequence[str], as_json: bool, language: str) -> int:
    """Name faces of a deck that is known already."""
    from vision.enrolled.profiles import load_profile, save_profile, with_names

    if not named:
        raise Trouble(text("give pictures of the cards, or --camera ('dalje enrol --help' tells more)"))
    profile = load_profile(folder, name)
    profile = with_names(profile, [split_name(one, profile.suits) for one in named])
    path = save_profile(folder, profile)
    if as_json:
        told = {"deck": name, "file": str(path), "faces": [face.card for face in profile.named]}
        click.echo(json.dumps({**told, "unnamed": len(profile.unnamed)}, ensure_ascii=False))
    else:
        click.echo(f"{name}: {known_in_words(len(profile.named), len(profile.unnamed), language)}")
    return 0


def profile_of(folder: Path, name: str, teacher: Teacher, lesson: Lesson, add: bool, once: bool) -> Profile:
    """The profile of what was learned, with what was known before if that is to be added to."""
    from vision.enrolled.enrol import enlarged, make_profile
    from vision.enrolled.profiles import load_profile

    if not add:
        return make_profile(lesson, name, teacher.suits, teacher.net)
    old = load_profile(folder, name)
    if old.net != teacher.net or old.suits != teacher.suits:
        words = text("the deck {name!r} has other suits, or was learned by another version: use --replace", name=name)
        raise Trouble(words)
    return enlarged(old, lesson, teacher.likeness, once)


def named_profile(
    profile: Profile, lesson: Lesson, numbers: Sequence[tuple[int, str]], order: Sequence[Card]
) -> tuple[Profile, Text | None]:
    """The profile and, in place, the lesson with the names of --name; and what of --name or --order is wrong."""
    from vision.enrolled.profiles import DROPPED, with_names

    if lesson.misordered:
        return profile, text(
            "--order names {named} cards, but {seen} faces were seen, so it names none",
            named=len(order), seen=lesson.misordered,
        )  # fmt: skip
    try:
        profile = with_names(profile, numbers)
    except Trouble as error:
        return profile, error.args[0]
    for face in lesson.unnamed:
        card = dict(numbers).get(face.number, "")
        face.card = "" if card == DROPPED else card
    return profile, None
