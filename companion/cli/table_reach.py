"""What a camera reads of a table, in words and numbers: for ``dalje table show`` and ``dalje table reach``."""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.games import all_games
from companion.kept.tables import StoredTable
from companion.place.watchable import watched_whole
from companion.texts import text
from vision.setup.reach import LEAST_PX, STREAMS, Reach

CARD_MM = (63, 88)
"""of a usual card"""


def from_lens(across_deg: float, height_mm: float) -> list[dict[str, Any]]:
    """What is read in each size of picture by a camera that looks straight down."""
    return [as_data(Reach.above(across_deg, height_mm, size)) for size in STREAMS]


def at_table(stored: StoredTable) -> dict[str, Any]:
    """What is read at a table that was set up."""
    return as_data(Reach.of(np.reshape(stored.to_mm, (3, 3)), stored.camera, stored.area))


def as_data(reach: Reach) -> dict[str, Any]:
    """For programs: ``games``: the most players for which all of a game is watched, 0: only the middle is."""
    return {
        "size": list(reach.size),
        "seen_mm": [round(side) for side in reach.seen_mm],
        "index_px": round(reach.index_px(), 1),
        "readable_mm": [round(side) for side in reach.readable_mm()],
        "games": watched_whole(sorted(all_games()), reach.reads),
    }


def reach_lines(told: dict[str, Any], language: str) -> list[str]:
    """For people."""
    wide, high = (round(side / 10) for side in told["seen_mm"])
    words = text(
        "the camera sees {width} x {height} cm; an index is {px} px high in the middle",
        width=wide, height=high, px=round(told["index_px"]),
    )  # fmt: skip
    lines = [words.say(language)]
    if min(told["seen_mm"]) < CARD_MM[0] or max(told["seen_mm"]) < CARD_MM[1]:
        near = text("the camera hangs too low: not even one card is in the picture")
        return [f"  {line}" for line in [*lines, near.say(language)]]
    if told["readable_mm"][0] == 0:
        low = text("too small to be read surely: {least} px are needed; hang the camera lower, or take larger pictures",
                   least=round(LEAST_PX))  # fmt: skip
        return [f"  {line}" for line in [*lines, low.say(language)]]
    wide, high = (round(side / 10) for side in told["readable_mm"])
    lines.append(text("cards are read within {width} x {height} cm", width=wide, height=high).say(language))
    whole = [f"{game} {most}" for game, most in told["games"].items() if most]
    part = [game for game, most in told["games"].items() if not most]
    if whole:
        words = text("watched as a whole up to so many players: {games}", games=", ".join(whole))
        lines.append(words.say(language))
    if part:
        words = text("only the middle is watched, the rest is asked by touch: {games}", games=", ".join(part))
        lines.append(words.say(language))
    return [f"  {line}" for line in lines]
