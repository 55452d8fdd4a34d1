"""What lies on the table without counting yet, in words: that it stays there, and what has become of it."""

from __future__ import annotations

from dataclasses import replace

from companion.referee import Finding
from companion.rules.requests import Act
from companion.table.table import Table
from companion.texts import Text, counted, text


def pretty(act: Act) -> str:
    """The cards of an act, one sign for each that lies face down."""
    return " ".join([*(card.pretty for card in act.cards), *["?"] * act.count])


def stays(act: Act, finding: Finding, may_stand: bool) -> Text:
    """Why a card cannot be played now, and that it lies there until its turn comes.

    ``may_stand``: it counts at once when the next player follows it (a lead out of turn).
    """
    values = {"why": finding.text, "cards": pretty(act)}
    n = len(act.cards) + act.count
    if may_stand:
        return counted(
            "{why}. {cards} stays on the table: it counts when its turn comes, or as soon as others follow it, "
            "unless it is taken back",
            "{why}. {cards} stay on the table: they count when their turn comes, or as soon as others follow them, "
            "unless they are taken back",
            n, **values,
        )  # fmt: skip
    return counted(
        "{why}. {cards} stays on the table and counts when its turn comes, unless it is taken back",
        "{why}. {cards} stay on the table and count when their turn comes, unless they are taken back",
        n, **values,
    )  # fmt: skip


def now_counts(t: Table, act: Act, finding: Finding) -> Finding:
    """A card put down before its turn has become the play of its player."""
    values = {"cards": pretty(act), "event": finding.about, "name": name_of(t, finding)}
    n = len(act.cards) + act.count
    words = counted(
        "{cards} of event {event}, put down early by {name}, counts now",
        "{cards} of event {event}, put down early by {name}, count now", n, **values,
    )  # fmt: skip
    return replace(finding, text=words)


def replaced(t: Table, act: Act, finding: Finding) -> Finding:
    """A card put down before its turn has gone back, for its player has put down something else."""
    values = {"cards": pretty(act), "event": finding.about, "name": name_of(t, finding)}
    n = len(act.cards) + act.count
    words = counted(
        "{cards} of event {event} goes back: {name} has put down something else",
        "{cards} of event {event} go back: {name} has put down something else", n, **values,
    )  # fmt: skip
    return replace(finding, text=words)


def stood(finding: Finding) -> Finding:
    """A breach that lay there stands, for the table has played on."""
    words = text("Event {n} stands, for the table has played on: {why}", n=finding.about, why=finding.text)
    return replace(finding, text=words)


def name_of(t: Table, finding: Finding) -> str:
    """Who put it down."""
    return "" if finding.seat is None else t.names[finding.seat]
