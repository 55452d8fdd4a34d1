"""What the options of ``dalje table`` say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.kept.tables import last_table
from companion.ports import Trouble
from companion.texts import text

if TYPE_CHECKING:
    from vision.setup.plane import Lens

CARDS = {"poker": (63.0, 88.0), "bridge": (57.0, 88.0)}
LEAST_CARD_MM, MOST_CARD_MM = 30, 150
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
camera_option = click.option(
    "--camera", metavar="pi|usb:N|FILE|FOLDER|table", help="Where pictures come from (default: settings.toml)."
)
lens_option = click.option("--lens", type=click.Choice(("pi", "pi-wide", "usb")), help="Which lens the camera has.")


def name_or_last(home: Path, name: str | None) -> str:
    """The table that is meant; Trouble if none was named and none set up."""
    found = name or last_table(home)
    if found is None:
        raise Trouble(text("no table was set up yet: 'dalje table set' does it"))
    return found


def card_size(told: str) -> tuple[float, float]:
    """What --card says (mm)."""
    if told in CARDS:
        return CARDS[told]
    wide, _, high = told.lower().partition("x")
    try:
        size = (float(wide), float(high))
    except ValueError:
        size = (0.0, 0.0)
    if size[0] and not (LEAST_CARD_MM <= size[0] < size[1] <= MOST_CARD_MM):
        words = text(
            "--card {told!r} is no size of cards: from {least} to {most} mm, the width before the larger height",
            told=told, least=LEAST_CARD_MM, most=MOST_CARD_MM,
        )  # fmt: skip
        raise Trouble(words)
    if not size[0]:
        words = text("--card {told!r} is not understood: poker, bridge, or width and height in mm as 63x88", told=told)
        raise Trouble(words)
    return size


def lens_of(told: str | None) -> Lens | None:
    """What --lens says."""
    from vision.setup.plane import Lens
    from vision.setup.reach import LENSES

    return None if told is None else Lens.across(LENSES[told][0])
