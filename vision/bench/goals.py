"""The figures to reach, and what was measured of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

WITHIN = 0.02
"""The worst rank or suit may be this far below the mean."""


@dataclass(frozen=True)
class Goal:
    """One line of the table: where the figure lies, what it must be, and in which direction."""

    name: str
    path: tuple[str, ...]
    bound: float
    least: bool
    """Whether the bound is the least the figure may be, else the most."""
    unit: str = "%"

    def value(self, told: Mapping[str, Any]) -> float | None:
        """The figure, None where it was not measured."""
        found: Any = told
        for step in self.path:
            if not isinstance(found, Mapping) or step not in found:
                return None
            found = found[step]
        return None if found is None else float(found)

    def reached(self, value: float) -> bool:
        """Whether a figure is good enough."""
        return value >= self.bound if self.least else value <= self.bound


GOALS = (
    Goal("photos without foil: recall", ("photos", "recall"), 0.98, True),
    Goal("photos without foil: precision", ("photos", "precision"), 0.995, True),
    Goal("  unseen third: recall", ("photos", "unseen_third", "recall"), 0.98, True),
    Goal("  unseen third: precision", ("photos", "unseen_third", "precision"), 0.995, True),
    Goal("  dense fans of 13: recall", ("photos", "fans", "recall"), 0.95, True),
    Goal("  worst suit below the mean", ("photos", "suits", "below_mean"), WITHIN, False),
    Goal("  worst rank below the mean", ("photos", "ranks", "below_mean"), WITHIN, False),
    Goal("  turned by 90: change of recall", ("photos", "turned_change", "90"), 0.01, False),
    Goal("  turned by 180: change of recall", ("photos", "turned_change", "180"), 0.01, False),
    Goal("  turned by 270: change of recall", ("photos", "turned_change", "270"), 0.01, False),
    Goal("  foil deck: readings wrongly accepted", ("photos", "foil", "wrongly_accepted"), 0, False, ""),
    Goal(
        "rendered unseen decks: wrong of accepted, 95% bound",
        ("rendered", "wrongly_accepted_upper_95"), 1 / 5000, False, "1 in",
    ),
    Goal("  accepted without a question", ("rendered", "accepted_share"), 0.98, True),
    Goal("  recall", ("rendered", "recall"), 0.98, True),
    Goal("  worst suit below the mean", ("rendered", "suits", "below_mean"), WITHIN, False),
    Goal("  worst rank below the mean", ("rendered", "ranks", "below_mean"), WITHIN, False),
    Goal("pasted real cards: recall", ("pasted", "recall"), 0.98, True),
    Goal("inverted decks after enrolment: right", ("enrolled", "inverted", "right"), 0.98, True),
    Goal("foreign decks after enrolment: right", ("enrolled", "foreign", "right"), 0.98, True),
    Goal("whole frame 1280x720, median", ("speed", "frame", "median_ms"), 60, False, "ms"),
    Goal("one settled card region, median", ("speed", "region", "median_ms"), 10, False, "ms"),
    Goal("models and runtime resident", ("speed", "memory", "resident_mb"), 140, False, "MB"),
)  # fmt: skip

UNITS: dict[str, Callable[[float], str]] = {
    "%": lambda value: f"{value:.2%}",
    "1 in": lambda value: f"1 in {1 / value:,.0f}" if value > 0 else "none",
    "ms": lambda value: f"{value:.1f} ms",
    "MB": lambda value: f"{value:.0f} MB",
    "": lambda value: f"{value:g}",
}


def lines(told: Mapping[str, Any]) -> list[tuple[str, str, str, str]]:
    """Name, figure, goal and "yes", "no" or "" (not measured) of every goal."""
    table = []
    for goal in GOALS:
        value, show = goal.value(told), UNITS[goal.unit]
        bound = f"{'at least' if goal.least else 'at most'} {show(goal.bound)}"
        if value is None:
            table.append((goal.name, "not measured", bound, ""))
        else:
            table.append((goal.name, show(value), bound, "yes" if goal.reached(value) else "no"))
    return table
