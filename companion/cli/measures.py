"""Numbers that options take."""

from __future__ import annotations

import math
from typing import Any

import click


class Measure(click.FloatRange):
    """A number within bounds; "nan", which is neither below nor above any, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; fails in one sentence."""
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return found
