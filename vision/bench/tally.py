"""Counting readings: one row per reading or missed card, and what many rows say together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from vision.bench.statistics import calibration_error, reliability, upper_bound

SUIT_NAMES = "SHDC"
CONFUSIONS = 20
"""So many of the commonest confusions are told."""
FEW = 20
"""A rank or suit seen on fewer cards is not judged."""


@dataclass(frozen=True)
class Row:
    """A card that lies there, a reading, or both.

    ``truth``: what lies there, None where the reading is about nothing. ``card``, ``p``, ``accepted``: the reading,
    card None where the card was missed. ``index_px``: height of the printed rank (px). ``facts``: further ones by
    which rows are told apart, as kind of scene, level, deck.
    """

    truth: str | None
    card: str | None
    p: float
    accepted: bool
    index_px: float | None = None
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def right(self) -> bool:
        """Whether the card was read, and rightly; a joker may be called X, one of two that cannot be told apart."""
        if self.truth is None or self.card is None:
            return False
        return self.card == self.truth or (self.card == "X" and self.truth[0] == "X")

    @property
    def wrongly_accepted(self) -> bool:
        """A silent mistake."""
        return self.accepted and not self.right

    def fact(self, name: str) -> str:
        """A fact by name, "" if it was not noted."""
        return dict(self.facts).get(name, "")


def pack(row: Row) -> list[Any]:
    """A row as JSON holds it."""
    return [row.truth, row.card, round(row.p, 6), row.accepted, row.index_px, dict(row.facts)]


def unpack(data: Sequence[Any]) -> Row:
    """The inverse of `pack`; raises ValueError for anything else."""
    try:
        truth, card, p, accepted, index_px, facts = data
        height = None if index_px is None else float(index_px)
        return Row(truth, card, float(p), bool(accepted), height, tuple(sorted(facts.items())))
    except (TypeError, AttributeError) as error:
        raise ValueError(f"no row: {data!r}") from error


def totals(rows: Sequence[Row]) -> dict[str, Any]:
    """Counts and shares of rows. ``accepted_share``: of the readings of cards, those taken without a question."""
    cards = sum(row.truth is not None for row in rows)
    read = [row for row in rows if row.card is not None]
    right = sum(row.right for row in rows)
    accepted = sum(row.accepted for row in read)
    silent = sum(row.wrongly_accepted for row in read)
    return {
        "cards": cards,
        "readings": len(read),
        "right": right,
        "missed": sum(row.card is None for row in rows),
        "false": sum(row.truth is None for row in read),
        "recall": share(right, cards),
        "precision": share(right, len(read)),
        "accepted": accepted,
        "accepted_share": share(accepted, len(read)),
        "accepted_and_right_of_cards": share(accepted - silent, cards),
        "wrongly_accepted": silent,
        "wrongly_accepted_upper_95": round(upper_bound(silent, accepted), 10) if accepted else None,
    }


def share(part: int, whole: int) -> float | None:
    """A share to five digits, None of nothing."""
    return round(part / whole, 5) if whole else None


def by(rows: Iterable[Row], key: Callable[[Row], str]) -> dict[str, list[Row]]:
    """Rows in groups, by name; rows whose key is "" are left out."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if name := key(row):
            groups.setdefault(name, []).append(row)
    return dict(sorted(groups.items()))


def recall_by(rows: Iterable[Row], key: Callable[[str], str]) -> dict[str, Any]:
    """Recall of each rank or suit (``key`` of a card's code), the worst one, and how far it is below the mean.

    Jokers are told too, but are neither a rank nor a suit to be compared.
    """
    cards, right = Counter[str](), Counter[str]()
    for row in rows:
        if row.truth is not None:
            cards[key(row.truth)] += 1
            right[key(row.truth)] += row.right
    each = {name: {"cards": cards[name], "recall": share(right[name], cards[name])} for name in sorted(cards)}
    judged = [name for name in cards if cards[name] >= FEW and name != "X"]
    mean = share(right.total() - right["X"], cards.total() - cards["X"])
    if not judged or mean is None:
        return {"each": each, "mean": mean, "worst": None, "below_mean": None}
    worst = min(judged, key=lambda name: right[name] / cards[name])
    return {"each": each, "mean": mean, "worst": worst, "below_mean": round(mean - right[worst] / cards[worst], 5)}


def rank_of(code: str) -> str:
    """The rank of a card's code."""
    return code[:1]


def suit_of(code: str) -> str:
    """The suit of a card's code, X for a joker."""
    return code[-1] if code[-1] in SUIT_NAMES else "X"


def confusions(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """The commonest mistakes: what lies there ("-" for nothing), what was read, how often, how often accepted."""
    times, silent = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for row in rows:
        if row.card is not None and not row.right:
            pair = (row.truth or "-", row.card)
            times[pair] += 1
            silent[pair] += row.accepted
    return [
        {"truth": truth, "read": read, "times": count, "accepted": silent[truth, read]}
        for (truth, read), count in times.most_common(CONFUSIONS)
    ]


def summary(rows: Sequence[Row], parts: Mapping[str, Callable[[Row], str]] | None = None) -> dict[str, Any]:
    """All that is told of a set of rows; ``parts`` names further divisions."""
    bins = reliability((row.p, row.right) for row in rows if row.card is not None)
    told = totals(rows)
    told["suits"], told["ranks"] = recall_by(rows, suit_of), recall_by(rows, rank_of)
    told["confusions"] = confusions(rows)
    told["reliability"] = [asdict(one) for one in bins]
    told["calibration_error"] = round(calibration_error(bins), 5)
    for name, key in (parts or {}).items():
        told[name] = {value: totals(found) for value, found in by(rows, key).items()}
    return told
