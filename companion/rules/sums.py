"""Sums told item by item: names and numbers only, so that they read the same in every language."""

from __future__ import annotations

from collections.abc import Sequence

from companion.texts import Text


def item(what: Text | str, number: int | str) -> Text:
    """What something counts: ``stake -2``."""
    template = "{what} {number}"
    return Text(template, {"what": what, "number": number})


def listed(first: Text, items: Sequence[Text]) -> Text:
    """``first: one, another``; ``first`` alone if there is nothing to list."""
    places = {f"item{i}": one for i, one in enumerate(items)}
    template = "{first}" + ": " * bool(items) + ", ".join("{" + name + "}" for name in places)
    return Text(template, {"first": first, **places})
