"""The deal record: JSON lines in, verdicts and scores out. The interchange format of the product."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.events import BadRecord, Event, to_data, to_event
from companion.match.match import Answer, DealOver, Header, Match
from companion.match.played import Played
from companion.match.totals import DealEnd
from companion.referee import Finding

VERSION = 1
HEADER_FIELDS = ("record", "game", "players", "places", "dealer", "rules", "start", "goes_on")
BIGGEST_LINE = 1_000_000
"""characters; a longer line is no record"""
BIGGEST, DEEPEST = 10**12, 8
"""no number and no nesting in a record goes beyond"""


def to_header(data: Mapping[str, Any]) -> Header:
    """A Header from its JSON form; raises BadRecord."""
    if data.get("record") != VERSION:
        raise BadRecord(f"this is record version {data.get('record')!r}; this Dalje reads version {VERSION}")
    if unknown := next((key for key in data if key not in HEADER_FIELDS), None):
        raise BadRecord(f"a header has no field {unknown!r}; its fields are {', '.join(HEADER_FIELDS)}")
    players, places = data.get("players"), data.get("places", [])
    if not isinstance(data.get("game"), str):
        raise BadRecord("a header names its game")
    if not isinstance(players, list) or not isinstance(places, list):
        raise BadRecord("a header lists its players by name")
    if not all(isinstance(p, str) for p in [*players, *places]):
        raise BadRecord("a header lists its players by name")
    rules, start = data.get("rules", {}), data.get("start", {})
    if not isinstance(rules, Mapping) or not isinstance(start, Mapping):
        raise BadRecord("rules and start are tables")
    dealer = data.get("dealer")
    if dealer is not None and not isinstance(dealer, str):
        raise BadRecord("the dealer is named like a player")
    goes_on = data.get("goes_on", False)
    if not isinstance(goes_on, bool):
        raise BadRecord("goes_on is true or false: whether the match goes on though people have come or left")
    return Header(str(data["game"]), tuple(players), dealer, tuple(places), dict(rules), dict(start), goes_on)


def header_data(header: Header) -> dict[str, Any]:
    """The JSON form of a header."""
    data: dict[str, Any] = {"record": VERSION, "game": header.game, "players": list(header.players)}
    for key, value in (("dealer", header.dealer), ("places", list(header.places)), ("rules", dict(header.rules)),
                       ("start", dict(header.start)), ("goes_on", header.goes_on)):  # fmt: skip
        if value:
            data[key] = value
    return data


def parse_line(line: str) -> Header | Event:
    """One line of a record; raises BadRecord."""
    if len(line) > BIGGEST_LINE:
        raise BadRecord("this line is too long for a record")
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadRecord(f"this is not JSON: {error.msg}") from None
    except RecursionError:
        raise BadRecord("this JSON is nested too deep") from None
    except ValueError:  # of a number with thousands of digits
        raise BadRecord("this holds a number that is too big") from None
    if not isinstance(data, dict):
        raise BadRecord("a line of a record is a JSON object")
    check_sane(data)
    return to_header(data) if "record" in data else to_event(data)


def check_sane(data: Any, depth: int = 0) -> None:
    """Whether nothing is nested deeper, or bigger, than any record needs; raises BadRecord."""
    if depth > DEEPEST:
        raise BadRecord("this JSON is nested too deep")
    if isinstance(data, str):
        if not data.isascii() and any("\ud800" <= c <= "\udfff" for c in data):
            raise BadRecord("this holds half a character")
    elif isinstance(data, dict | list):
        for inner in [*data, *data.values()] if isinstance(data, dict) else data:
            check_sane(inner, depth + 1)
    elif isinstance(data, float) or (isinstance(data, int) and abs(data) > BIGGEST):
        raise BadRecord(f"numbers in a record are whole and not beyond {BIGGEST}, not {data!r:.40}")


def replay(lines: Iterable[str], language: str = "en", *, beginnings: bool = False) -> Iterator[dict[str, Any]]:
    """Play a record: one answer an event, and a line for each deal that ends (``beginnings``: and that begins).

    Raises BadRecord naming the line; what came before it stands.
    """
    match = Match()
    number = last = 0
    try:
        for number, line in enumerate(lines, 1):  # noqa: B007
            if not line.strip():
                continue
            item = parse_line(line)
            if isinstance(item, Header):
                played = match.begin(item)
                if beginnings:
                    yield {"begins": played.number, "awaits": played.deal.awaits()}
                if played.deal.outcome is not None:  # a position from which nothing is left to do
                    yield deal_line(match, match.ends()[-1], language)
                continue
            if not match.deals:
                raise BadRecord(
                    "a record begins with its header, for example "
                    '{"record": 1, "game": "crveni_tepih", "players": ["Ana", "Boris", "Vera"]}'
                )
            if item.id == 0:
                item = to_event(to_data(item) | {"id": last + 1})
            last = max(last, item.id)
            answer = match.add(item)
            yield told(match, item, answer, language)
            for end in answer.ended:
                yield deal_line(match, end, language)
    except DealOver as error:
        raise BadRecord(f"line {number}: {error}; the next deal begins with its own header") from None
    except BadRecord as error:
        raise BadRecord(f"line {number}: {error}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"line {number + 1}: this is not UTF-8 text") from None
    if not match.deals:
        raise BadRecord("this record is empty")


def told(match: Match, event: Event, answer: Answer, language: str = "en") -> dict[str, Any]:
    """The output line of one event."""
    played, about = match.now, match.deals[answer.deal - 1]
    line: dict[str, Any] = {
        "id": event.id,
        "verdict": answer.verdict.kind,
        "awaits": played.deal.awaits(),
        "findings": [finding_data(about, found, language) for found in answer.verdict.findings],
    }
    if answer.verdict.text is not None:
        line["sentence"] = answer.verdict.text.say(language)
    if answer.verdict.stands:
        line["stands"] = True
    if answer.verdict.also:
        line["also"] = [finding_data(about, found, language) for found in answer.verdict.also]
    if answer.open:
        line["open"] = list(answer.open)
    return line


def finding_data(played: Played, found: Finding, language: str = "en") -> dict[str, Any]:
    """The JSON form of a finding."""
    return {
        "about": found.about,
        "seat": None if found.seat is None else played.names[found.seat],
        "rule": found.rule,
        "proof": [str(card) for card in found.proof],
        "sentence": found.text.say(language),
    }


def pot_after(played: Played, end: DealEnd) -> int | None:
    """What lies in the pot (or bank) after a deal, in chips; None if the game has none, or the deal is a question.

    A pot that people have shared when the match ended is empty.
    """
    carried = end.outcome.carry.get("pot", end.outcome.carry.get("bank"))
    if end.outcome.note == "open" or (carried is None and not played.deal.table.chips):
        return None
    if end.outcome.ends_match and played.game.last_share:
        return 0
    if carried is None and played.by_hand:
        return None
    return played.deal.table.pot if carried is None else int(carried)


def deal_line(match: Match, end: DealEnd, language: str = "en") -> dict[str, Any]:
    """The output line of a deal that ended."""
    played = match.deals[end.number - 1]
    names, outcome = played.names, end.outcome
    line: dict[str, Any] = {
        "deal": end.number,
        "points": {names[seat]: points for seat, points in outcome.points.items()},
        "scores": {names[seat]: points for seat, points in end.scores.items()},
        "how": {
            names[seat]: {"cards": [str(card) for card in how.cards], **how.parts, "sentence": how.words.say(language)}
            for seat, how in outcome.how.items()
        },
        "findings": [finding_data(played, found, language) for found in end.findings],
        "match_over": end.match_over,
    }
    if penalties := played.deal.penalties:
        line["penalties"] = {names[seat]: points for seat, points in penalties.items()}
    if (pot := pot_after(played, end)) is not None:
        line["pot"] = pot
    if end.winners:
        line["winners"] = [names[seat] for seat in end.winners]
    if outcome.note:
        line["note"] = outcome.note
    if end.open:
        line["open"] = list(end.open)
    return line
