"""``dalje --version``: of what is installed, or of the clone that is run as it lies."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import click

from companion.ports import Trouble

PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"
"""of a clone"""


def version(project: Path = PROJECT) -> str:
    """The version that runs; raises Trouble where it is neither installed nor a clone.

    A clone knows best what it is: another version may be installed beside it.
    """
    try:
        told = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
        if told["name"] == "dalje":
            return str(told["version"])
    except (OSError, ValueError, KeyError):  # no clone
        pass
    try:
        return metadata.version("dalje")
    except metadata.PackageNotFoundError as error:
        raise Trouble(
            "the version is not known: install Dalje with pip, or run it in a clone of its repository"
        ) from error


def show(context: click.Context, option: click.Parameter, told: bool) -> None:
    """Print it and end the command."""
    if told and not context.resilient_parsing:
        click.echo(f"dalje, version {version()}")
        context.exit()


def version_option(command: Any) -> Any:
    """The option --version."""
    return click.option(
        "--version", is_flag=True, is_eager=True, expose_value=False, callback=show, help="Show the version and exit."
    )(command)
