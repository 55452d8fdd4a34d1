"""The language in which commands speak, also of what goes wrong."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli import wiring
from companion.events import BadRecord
from companion.ports import Trouble
from companion.texts import LANGUAGES, said

T = TypeVar("T")


def language_option(command: Callable[..., T]) -> Callable[..., T]:
    """The option --language for a command with --data; what goes wrong in it is then told in that language."""

    @functools.wraps(command)
    def spoken(*values: Any, **options: Any) -> T:
        try:
            return command(*values, **options)
        except (BadRecord, Trouble) as error:
            context = click.get_current_context()
            language = trouble_language(option_value(context, "language"), option_value(context, "data"))
            raise Trouble(said(error, language)) from error

    return click.option(
        "--language", type=click.Choice(list(LANGUAGES)), help="Language of the sentences (default: settings.toml)."
    )(spoken)


def option_value(context: click.Context, name: str) -> Any:
    """What an option says, here or at the command above."""
    above = option_value(context.parent, name) if context.parent is not None else None
    return context.params.get(name) or above


def trouble_language(chosen: str | None, data: Path | None) -> str:
    """The language to tell trouble in: English where the settings cannot be read, which is then the trouble."""
    try:
        return wiring.language_of(chosen, data)
    except Trouble:
        return "en"


def at_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty()
