"""The figures of many deals for people: one table by level with its goals, one by game, and what to play again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.cli.tables.rows import Row
from companion.cli.tables.summary import FIRST_EXACT, MOST_ASKED

HEAD = (
    "game", "level", "deals", "exact", "first", "no touch", "asked/100", "wrong", "seat", "breaches", "false",
    "ms", "p95", "picture", "index", "busy", "not ended",
)  # fmt: skip
MOST_FAULTS = 30
"""so many deals are told; --json tells all"""


def in_words(told: Mapping[str, Any], rows: Iterable[Row], failures: Path | None = None) -> Iterator[str]:
    """The summary of these rows for people. ``failures``: the folder in which what went wrong is kept."""
    from vision.bench.report import columns

    levels = told["levels"]
    if not levels:
        yield "No deal has been played yet."
        return
    yield from columns([["", *(one["level"] for one in levels)], *by_level(levels)])
    yield "In brackets: the goal, and MISSED where it is not reached."
    yield ""
    yield from columns([HEAD, *((one["game"], one["level"], *cells(one)) for one in told["games"])])
    if load := told.get("load"):
        yield ""
        yield (
            f"without the renderer ({load['game']}, {load['level']}, {load['size']}): {load['busy']:.0%} of one core, "
            f"{load['ms_a_frame']} ms a frame, {load['factor']} times as fast as the table on one core, "
            f"at most {load['peak_mb']} MB"
        )
    faulty = [(row, said) for row in rows if (said := faults(row))]
    if faulty:
        yield ""
        yield "What was not as it should be, and how to play it again:"
    for row, said in faulty[:MOST_FAULTS]:
        yield f"- {named(row)}: {'; '.join(said)}"
        yield f"    {again(row, failures)}"
    if len(faulty) > MOST_FAULTS:
        yield f"- and {len(faulty) - MOST_FAULTS} more: --json tells all"


def by_level(levels: Sequence[Mapping[str, Any]]) -> Iterator[list[str]]:
    """A line for each figure, with its goal and whether that was missed, for each level."""
    yield ["deals", *(str(one["deals"]) for one in levels)]
    yield goal_line("exact after truthful answers", levels, "exact", lambda one: f"{one['exact']}/{one['deals']} (all)")
    yield goal_line(
        "exact by the first choices", levels, "first",
        lambda one: f"{one['first_exact']}/{one['first_deals']} ({FIRST_EXACT[one['level']]:.0%})",
    )  # fmt: skip
    yield goal_line(
        "wrong in the end without a word", levels, "silently_wrong", lambda one: f"{one['silently_wrong']} (0)"
    )
    yield goal_line(
        "questions to 100 cards", levels, "asked",
        lambda one: f"{decimal(one['asked_per_100'])} ({MOST_ASKED[one['level']]:g})",
    )  # fmt: skip
    yield goal_line("findings that the truth lacks", levels, "false", lambda one: f"{one['false']} (0)")
    yield ["no touch but bids", *(f"{one['no_touch']}/{one['deals']}" for one in levels)]
    yield ["cards wrongly taken", *(f"{one['wrong']} of {one['cards']}" for one in levels)]
    yield ["put down to another player", *(str(one["other_seat"]) for one in levels)]
    yield ["breaches found", *(f"{one['found']} of {one['planted']}" for one in levels)]
    yield ["breaches that nothing proves", *(str(one["unproved"]) for one in levels)]
    yield ["accidents", *(str(one["accidents"]) for one in levels)]
    yield ["did not end", *(str(one["stuck"] + one["broke"]) for one in levels)]
    yield ["ms to the event: median, p95", *(milliseconds(one["delay_ms"]) for one in levels)]
    yield ["busy, of one core", *("-" if one["busy"] is None else f"{one['busy']:.0%}" for one in levels)]


def goal_line(name: str, levels: Sequence[Mapping[str, Any]], goal: str, cell: Any) -> list[str]:
    """A figure that has a goal, for each level."""
    return [name, *(cell(one) + (" MISSED" if one["goals"][goal] is False else "") for one in levels)]


def milliseconds(delay: Mapping[str, int | None]) -> str:
    """Median and p95 of a delay."""
    return "-" if delay["median"] is None else "{median}, {p95}".format(**delay)


def decimal(value: float | None) -> str:
    """A rate."""
    return "-" if value is None else f"{value:.1f}"


def cells(one: Mapping[str, Any]) -> Iterator[str]:
    """A line of the table by game."""
    yield str(one["deals"])
    yield f"{one['exact']}/{one['deals']}"
    yield f"{one['first_exact']}/{one['first_deals']}"
    yield f"{one['no_touch']}/{one['deals']}"
    yield decimal(one["asked_per_100"])
    yield f"{one['wrong']}"
    yield f"{one['other_seat']}"
    yield f"{one['found']}/{one['planted']}"
    yield f"{one['false']}"
    yield "-" if one["delay_ms"]["median"] is None else str(one["delay_ms"]["median"])
    yield "-" if one["delay_ms"]["p95"] is None else str(one["delay_ms"]["p95"])
    yield " ".join(one["sizes"]) or "-"
    yield "-" if one["index_px"] is None else f"{one['index_px']:.0f}"
    yield "-" if one["busy"] is None else f"{one['busy']:.0%}"
    yield f"{one['stuck'] + one['broke']}"


# What went wrong ------------------------------------------------------------------------------------------------------


def faults(row: Row) -> list[str]:
    """What of a deal was not as it should be; empty where all was."""
    said = []
    if row.end != "played":
        said.append(f"{'did not go on' if row.end == 'stuck' else 'the program failed'}: {row.why}")
    elif not row.exact:
        said.append(f"wrong in the end without a word: {row.differs}")
    said += [f"wrongly taken: {one}" for one in row.wrong]
    said += [f"put down to another player: {one}" for one in row.other_seat]
    said += [f"found, and not true: {one}" for one in row.false]
    if row.answers == "truth" and row.found < row.planted:
        said.append(f"{row.planted - row.found} of {row.planted} breaches not found")
    if row.answers == "truth" and 100 * len(row.asked) > MOST_ASKED[row.level] * (row.cards + len(row.asked)):
        said.append(f"{len(row.asked)} question{'s' * (len(row.asked) > 1)} to {row.cards} cards")
    return said


def named(row: Row) -> str:
    """Which deal it was."""
    art = "" if row.art == "drawn" else f", {row.art}"
    answers = "truthful answers" if row.answers == "truth" else "first choices"
    return f"{row.game} {row.level}, seed {row.seed}, {row.players} players{art}, {answers}"


def again(row: Row, failures: Path | None) -> str:
    """The command that plays a deal again: what was kept of it if something was, else all of it."""
    kept = sorted(failures.glob(f"{kept_as(row)}-*.json")) if failures is not None else []
    if kept:
        return f"dalje bench table --again {shlex.quote(str(kept[0]))}"
    art = "" if row.art == "drawn" else f" --art {row.art}"
    return (
        f"dalje bench table --anew --games {row.game} --level {row.level} --seed {row.seed} --players {row.players} "
        f"--answers {row.answers}{art}{' --paper' if row.eyes == 'paper' else ''}"
    )


def kept_as(row: Row) -> str:
    """How the name of a file begins that was kept of this deal; see `companion.cli.tables.clips`."""
    return f"{row.game}-{row.level}-{row.seed}-{row.players}-{row.answers}-{row.art}"
