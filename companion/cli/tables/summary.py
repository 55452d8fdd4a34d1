"""The figures of many deals, by game and level and in all, beside what is to be reached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.cli.tables.rows import Row
from companion.cli.tables.sample import LEVELS

FIRST_EXACT = {"clean": 1.0, "home": 0.98, "pub": 0.9}
"""share of deals to be exact when every question takes the product's own first choice"""
MOST_ASKED = {"clean": 0.0, "home": 1.0, "pub": 4.0}
"""questions to a hundred cards"""


def summary(rows: Iterable[Row]) -> dict[str, Any]:
    """All figures: by game and level, by level, and the deals that are not exact."""
    rows = sorted(rows, key=lambda row: (row.game, LEVELS.index(row.level), row.seed, row.answers))
    keys = list(dict.fromkeys((row.game, row.level) for row in rows))
    return {
        "games": [
            {"game": game, "level": level, **figures([r for r in rows if (r.game, r.level) == (game, level)])}
            for game, level in keys
        ],
        "levels": [
            {"level": level, **figures(mine), "goals": goals(level, figures(mine))}
            for level in LEVELS
            if (mine := [row for row in rows if row.level == level])
        ],
        "not_exact": [failure(row) for row in rows if not row.exact],
    }


def figures(rows: Sequence[Row]) -> dict[str, Any]:
    """The figures of some deals. What depends on how questions are answered is told of truthful answers, but for
    ``first``; what depends on pictures, time and load, of deals with pictures."""
    truth, first = [r for r in rows if r.answers == "truth"], [r for r in rows if r.answers == "first"]
    delays = sorted(delay for row in truth if row.eyes == "camera" for delay in row.delays_ms)
    cards, asked = sum(row.cards for row in truth), sum(len(row.asked) for row in truth)
    seen = [row for row in rows if row.eyes == "camera"]
    table_s = sum(row.table_s for row in seen)
    return {
        "deals": len(truth),
        "exact": sum(row.exact for row in truth),
        "silently_wrong": sum(row.end == "played" and not row.exact for row in truth),
        "stuck": sum(row.end == "stuck" for row in truth),
        "broke": sum(row.end == "broke" for row in truth),
        "first_deals": len(first),
        "first_exact": sum(row.exact for row in first),
        "no_touch": sum(row.end == "played" and not row.touches for row in truth),
        "cards": cards,
        "asked": asked,
        "asked_per_100": round(100 * asked / (cards + asked), 2) if cards + asked else None,
        "touches": sum(row.touches for row in truth),
        "wrong": sum(len(row.wrong) for row in truth),
        "other_seat": sum(len(row.other_seat) for row in truth),
        "hasty": sum(len(row.hasty) for row in truth),
        "planted": sum(row.planted for row in truth),
        "unproved": sum(row.unproved for row in truth),
        "found": sum(row.found for row in truth),
        "accidents": sum(len(row.accidents) for row in truth),
        "false": sum(len(row.false) for row in rows),
        "delay_ms": {"median": quantile(delays, 0.5), "p95": quantile(delays, 0.95)},
        "frames": sum(row.frames for row in rows),
        "sizes": sorted({f"{row.size[0]}x{row.size[1]}" for row in rows if row.size[0]}),
        "index_px": min((row.index_px for row in rows if row.index_px), default=None),
        "busy": round(sum(row.busy_s for row in seen) / table_s, 3) if table_s else None,
    }


def quantile(ordered: Sequence[int], share: float) -> int | None:
    """The least value that so much of the whole does not exceed."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


def goals(level: str, told: Mapping[str, Any]) -> dict[str, bool | None]:
    """Which goals these figures reach; None where nothing was measured."""
    first, asked = told["first_deals"], told["asked_per_100"]
    return {
        "exact": told["exact"] == told["deals"] if told["deals"] else None,
        "first": told["first_exact"] >= FIRST_EXACT[level] * first if first else None,
        "asked": asked <= MOST_ASKED[level] if asked is not None else None,
        "false": not told["false"],
        "silently_wrong": not told["silently_wrong"],
    }


def failure(row: Row) -> dict[str, Any]:
    """A deal that is not exact, with what is needed to play it again."""
    return {
        "game": row.game, "level": row.level, "seed": row.seed, "players": row.players, "answers": row.answers,
        "end": row.end, "why": row.why or row.differs, "wrong": row.wrong, "other_seat": row.other_seat,
    }  # fmt: skip
