"""A free score sheet, for any game that is not in the list: the points of each deal are entered, the sheet adds up.

No cards are followed. Everything else is as in every match: journaled, undone, corrected, shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.cards import Cards
from companion.deal.game import Game, Option, Verb
from companion.events import LONGEST_NAME, BadRecord, Event, good_name
from companion.rules.forms import Form, whole
from companion.rules.requests import Request
from companion.table.outcome import How, Outcome
from companion.table.table import Seat, Table
from companion.texts import Text

MOST_POINTS = 10**6


def words(english: str, **values: object) -> Text:
    """A sentence of the score sheet."""
    return Text(english, values, "games/score_sheet")


@dataclass(frozen=True)
class Points(Request[None]):
    """The points of the deal: they come as a ``result``."""

    verbs: ClassVar = ("result",)

    def describe(self, t: Table) -> Text:
        return words("Enter the points of the deal")


async def deal(t: Table) -> Outcome:
    """Wait until the points are entered."""
    await Points(t.dealer)
    raise AssertionError("a result ends the deal")


def result(t: Table, event: Event) -> Outcome:
    """The points of each player, none for who is not named; and, if people like, what it was."""
    form = Form(t, event, ("points", "note"))
    points = {seat: whole(n, "points", -MOST_POINTS, MOST_POINTS) for seat, n in form.by_seat("points").items()}
    note = form.facts.get("note", "")
    if not isinstance(note, str) or (note and not good_name(note)):
        raise BadRecord(f"a note is up to {LONGEST_NAME} printed characters, not {note!r:.60}")
    if not points:
        raise BadRecord('a result needs "points", a table by player')
    every = {seat: points.get(seat, 0) for seat in range(t.seats)}
    told = words("{note}", note=note) if note else words("entered by hand")
    return Outcome(every, {seat: How((), {"note": note} if note else {}, told) for seat in every})


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """Once somebody has the target: the best score, or all equal ones."""
    if rules["target"] == "none" or max(scores.values()) < int(rules["target"]):
        return ()
    best = min(scores.values()) if rules["best"] == "lowest" else max(scores.values())
    return tuple(seat for seat, points in scores.items() if points == best)


OPTIONS = (
    Option("target", words("The match ends"), {
        "none": words("when the players like"), "11": words("when somebody has 11"),
        "21": words("when somebody has 21"), "51": words("when somebody has 51"), "101": words("when somebody has 101"),
        "151": words("when somebody has 151"), "301": words("when somebody has 301"),
        "501": words("when somebody has 501"), "1001": words("when somebody has 1001")}),
    Option("best", words("The winner has"), {
        "highest": words("the highest score"), "lowest": words("the lowest score")}),
)  # fmt: skip

GAME = Game(
    id="score_sheet",
    title=words("Score sheet"),
    players=tuple(range(2, 13)),
    direction="right",
    target=0,
    options=OPTIONS,
    pack=lambda players, rules: Cards(),
    money_pack=lambda players: Cards(),
    set_up=lambda t, start: None,
    deal=deal,
    result=result,
    winners=winners,
    verbs=(
        Verb("result", words("the points of a deal, and what it was (may be left out)"),
             {"id": 1, "do": "result", "facts": {"points": {"Ana": 12, "Boris": -3}, "note": "Tablanet"}}),
    ),
    start_keys=("scores", "dealer"),
    sees=words("nothing: all is entered by hand"),
    deck=words("any cards"),
    summary=words("rules.summary"),
    lowest_wins=lambda rules: rules["best"] == "lowest",
    sheet=True,
)  # fmt: skip
