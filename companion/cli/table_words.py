"""A table that was set up, in words and for programs."""

from __future__ import annotations

from typing import Any

from companion.kept.tables import StoredTable
from companion.texts import text


def as_data(name: str, stored: StoredTable) -> dict[str, Any]:
    """A table for programs."""
    seats = [
        {"place": place, "x": round(seat.x, 1), "y": round(seat.y, 1), "facing": round(seat.facing, 1)}
        for place, seat in enumerate(stored.seats)
    ]
    return {
        "table": name,
        "camera": list(stored.camera),
        "area_mm": [round(side) for side in stored.area],
        "seats": seats,
        "screens": [[list(corner) for corner in screen] for screen in stored.screens],
        "off_mm": round(stored.off_mm, 2),
        "doubt_mm": round(stored.doubt_mm, 1),
    }


def in_words(name: str, stored: StoredTable, language: str) -> str:
    """A table as a sketch in words: who sits at which side, clockwise."""
    sides = {
        0: text("lower side"), 1: text("left side"), 2: text("upper side"), 3: text("right side"),
    }  # fmt: skip
    head = text(
        "{name}: {n} players round {width} x {height} cm, known to {mm} mm",
        name=name, n=len(stored.seats), width=round(stored.area[0] / 10), height=round(stored.area[1] / 10),
        mm=f"{max(0.1, stored.doubt_mm):.1f}",
    )  # fmt: skip
    lines = [head.say(language)]
    for place, seat in enumerate(stored.seats):
        side = sides[round(seat.facing / 90) % 4]
        words = text(
            "place {place}: {side}, {x} cm from the left, {y} cm from the top",
            place=place, side=side, x=round(seat.x / 10), y=round(seat.y / 10),
        )  # fmt: skip
        lines.append(f"  {words.say(language)}")
    if stored.screens:
        lines.append(f"  {text('our own screen is masked').say(language)}")
    return "\n".join(lines)
