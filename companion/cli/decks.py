"""``dalje decks``: the decks that were enrolled, to list, show, share and forget."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cards import Card
from companion.cli import speech, wiring
from companion.cli.speech import language_option, option_value
from companion.pack.face_names import face_name
from companion.ports import Trouble
from companion.texts import Text, counted, said, text

if TYPE_CHECKING:
    from vision.enrolled.profiles import Profile


@dataclass(frozen=True)
class Given:
    """Where the decks are, and how to answer."""

    folder: Path
    as_json: bool
    language: str


def answering(command: Callable[..., None]) -> Callable[..., None]:
    """The options that `dalje decks` and each of its commands have, before or after the command's name."""

    @click.option("--json", "as_json", is_flag=True, help="For programs.")
    @wiring.data_option
    @language_option
    @click.pass_context
    def run(context: click.Context, /, as_json: bool, data: Path | None, language: str | None, **others: Any) -> None:
        data, language = option_value(context, "data"), option_value(context, "language")
        as_json = bool(option_value(context, "as_json"))
        command(Given(wiring.decks_folder(data), as_json, wiring.language_of(language, data)), **others)

    functools.update_wrapper(run, command, updated=())
    return run


@click.group(invoke_without_command=True)
@answering
def decks(given: Given) -> None:
    """List the enrolled decks, or show, export, import or delete one. A deck is one file: send it to share it."""
    if click.get_current_context().invoked_subcommand is None:
        tell_all(given)


@decks.command("list")
@answering
def list_decks(given: Given) -> None:
    """The enrolled decks, a line each."""
    tell_all(given)


def tell_all(given: Given) -> None:
    """Print the enrolled decks; a damaged one is told in its place."""
    from vision.enrolled.profiles import profile_names, read_profile

    told: list[dict[str, Any]] = []
    for name in profile_names(given.folder):
        try:
            told.append(deck_data(read_profile(given.folder / f"{name}.json"), given.folder))
        except Trouble as error:
            told.append(
                {"deck": name, "file": str(given.folder / f"{name}.json"), "error": said(error, given.language)}
            )
    if given.as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    if not told:
        click.echo(text("No deck is enrolled yet: 'dalje enrol PICTURES --deck NAME' does it").say(given.language))
    for deck in told:
        line = deck.get("error") or in_words(len(deck["faces"]), int(deck["unnamed"]), given.language)
        click.echo(f"{deck['deck']}: {line}")


@decks.command()
@click.argument("name")
@answering
def show(given: Given, name: str) -> None:
    """Which faces of the deck NAME are known."""
    from vision.enrolled.profiles import load_profile

    profile = load_profile(given.folder, name)
    data = deck_data(profile, given.folder)
    if given.as_json:
        click.echo(json.dumps(data, ensure_ascii=False))
        return
    click.echo(f"{name}: {in_words(len(data['faces']), int(data['unnamed']), given.language)}")
    for face in profile.named:
        card = Card.parse(face.card)
        click.echo(f"  {card.pretty}  {face_name(card, profile.suits).say(given.language)}")


@decks.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@answering
def delete(given: Given, name: str, yes: bool) -> None:
    """Forget the deck NAME. Asks first; where no terminal is, --yes is needed."""
    from vision.enrolled.profiles import delete_profile, load_profile, profile_path

    if not profile_path(given.folder, name).is_file():
        load_profile(given.folder, name)  # tells which decks there are
    if not yes and not speech.at_terminal():
        raise Trouble(text("deleting the deck {name!r} cannot be taken back: add --yes to do it", name=name))
    question = text("Forget the deck {name}? That cannot be taken back", name=name).say(given.language)
    if not yes and not click.confirm(question, err=True):
        click.echo(text("The deck {name} stays", name=name).say(given.language), err=True)
        return
    delete_profile(given.folder, name)
    done(given, {"deleted": name}, text("The deck {name} is forgotten", name=name))


@decks.command("export")
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="In place of the file that is there now.")
@answering
def export_deck(given: Given, name: str, file: Path, replace: bool) -> None:
    """Write the deck NAME to FILE."""
    from vision.enrolled.profiles import load_profile, write_profile

    profile = load_profile(given.folder, name)
    if file.exists() and not replace:
        raise Trouble(text("there is a file {file} already: use --replace, or give another name", file=file))
    if not file.parent.is_dir():  # a slip of the pen makes no folders
        raise Trouble(text("there is no folder {folder}: make it first, or give another", folder=file.parent))
    write_profile(file, profile)
    done(given, {"deck": name, "file": str(file)}, text("{name} is in {file}", name=name, file=file))


@decks.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--deck", "name", help="Under this name (default: its own).")
@click.option("--replace", is_flag=True, help="In place of the deck that has this name now.")
@answering
def import_deck(given: Given, file: Path, name: str | None, replace: bool) -> None:
    """Take over the deck that is in FILE."""
    import msgspec

    from vision.enrolled.profiles import profile_path, read_profile, save_profile

    profile = read_profile(file)
    profile = msgspec.structs.replace(profile, name=name or profile.name)
    if profile_path(given.folder, profile.name).exists() and not replace:
        words = text("there is a deck {name!r} already: use --replace, or another name with --deck", name=profile.name)
        raise Trouble(words)
    path = save_profile(given.folder, profile)
    done(given, {"deck": profile.name, "file": str(path)}, text("{name} is in {file}", name=profile.name, file=path))


def done(given: Given, told: dict[str, str], words: Text) -> None:
    """Say what was done."""
    click.echo(json.dumps(told, ensure_ascii=False) if given.as_json else words.say(given.language))


def deck_data(profile: Profile, folder: Path) -> dict[str, Any]:
    """A deck for programs."""
    from vision.enrolled.profiles import profile_path

    return {
        "deck": profile.name,
        "file": str(profile_path(folder, profile.name)),
        "suits": profile.suits,
        "indices": profile.indices,
        "faces": [face.card for face in profile.named],
        "unnamed": len(profile.unnamed),
    }


def in_words(named: int, unnamed: int, language: str) -> str:
    """How much of a deck is known."""
    words = counted("{n} face is known", "{n} faces are known", named).say(language)
    if unnamed:
        words += ", " + counted("{n} has no name", "{n} have no name", unnamed).say(language)
    return words
