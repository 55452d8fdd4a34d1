"""What a folder of labelled photographs says of the reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.ports import Reader
from vision.bench.photos import QUARTERS, Label, labels, read_photo, same
from vision.bench.tally import Row, share, summary, totals


@dataclass(frozen=True)
class _Look:
    """One photograph at one turn: its rows and every card named on it."""

    label: Label
    rows: list[Row]
    named: list[str]


def photo_report(reader: Reader, folder: Path, turns: Sequence[int] = QUARTERS) -> dict[str, Any]:
    """Figures of the photographs in a folder; ``turns``: quarters by which each is turned, 0 first.

    The foil deck is told apart from the rest, and turned pictures are set against the same pictures upright.
    """
    chosen = labels(folder)
    upright = [_Look(label, *read_photo(reader, folder, label)) for label in chosen]
    plain = [look for look in upright if not look.label.foil]
    unseen = [look for look in plain if look.label.unseen]
    foil = _rows(look for look in upright if look.label.foil)
    turned = {str(90 * turn): _turned(reader, folder, plain, turn) for turn in turns if turn}
    return {
        "pictures": len(plain),
        **summary(_rows(plain)),
        "unseen_third": {
            "pictures": len(unseen),
            "fans": sum(look.label.fans for look in unseen),
            **totals(_rows(unseen)),
        },
        "fans": totals(_rows(look for look in plain if look.label.fans)),
        "foil": {"pictures": len(upright) - len(plain), **totals(foil), "wrong": _told(foil, accepted=False)},
        "wrongly_accepted_readings": _told(_rows(upright), accepted=True),
        "wrong_readings": _told(_rows(plain), accepted=False),
        "turned": turned,
        "turned_change": {turn: abs(part["recall_change"]) for turn, part in turned.items()},
    }


def _turned(reader: Reader, folder: Path, before: Sequence[_Look], turn: int) -> dict[str, Any]:
    """The same pictures turned: figures, the change of recall, and the share of readings that stay the same."""
    after = [_Look(look.label, *read_photo(reader, folder, look.label, turn)) for look in before]
    pairs = [same(one.named, other.named) for one, other in zip(before, after, strict=True)]
    told = totals(_rows(after))
    change = (told["recall"] or 0.0) - (totals(_rows(before))["recall"] or 0.0)
    kept = share(sum(shared for shared, _ in pairs), sum(most for _, most in pairs))
    return {**told, "recall_change": round(change, 5), "same_readings": kept}


def _rows(looks: Iterable[_Look]) -> list[Row]:
    return [row for look in looks for row in look.rows]


def _told(rows: Sequence[Row], accepted: bool) -> list[dict[str, Any]]:
    """Wrong readings, the surest first; with ``accepted`` only those that the product would have taken."""
    wrong = [row for row in rows if row.card is not None and not row.right and (row.accepted or not accepted)]
    wrong.sort(key=lambda row: -row.p)
    return [
        {"picture": row.fact("picture"), "truth": row.truth, "read": row.card, "p": round(row.p, 4),
         "accepted": row.accepted}
        for row in wrong
    ]  # fmt: skip
