"""Short forms for tests of trick games: ``A:KC B:QC`` are plays by named players, one card each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def plays(told: str) -> list[dict[str, Any]]:
    """The plays of ``A:KC B:QC C:6C``; several cards at once as ``A:KC+QC``. What holds no colon is left out."""
    found = []
    for part in told.split():
        seat, colon, codes = part.partition(":")
        if colon and codes:
            found.append({"do": "play", "seat": seat, "cards": codes.split("+")})
    return found


def hands(told: Mapping[str, str]) -> dict[str, list[str]]:
    """Hands of a position as lists of codes."""
    return {seat: cards.split() for seat, cards in told.items()}


def findings(events: Mapping[int, Mapping[str, Any]]) -> list[tuple[int, int, str, str]]:
    """What was found, in order: when it was told, about which event, who, which rule."""
    return [
        (n, found["about"], found["seat"], found["rule"])
        for n, line in sorted(events.items())
        for found in line["findings"]
    ]


def numbered(lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Events with ids of their own, in the order given."""
    return [{"id": n, **line} for n, line in enumerate(lines, 1)]
