"""Random events, sensible and senseless, for records and matches: everything a hostile or clumsy writer may send."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from companion.deal import dealer
from companion.deal.game import Game
from companion.events import NOTES, VERBS, BadRecord, Event, to_data
from companion.games import all_games
from companion.match.match import Answer, Header
from companion.match.record import header_data
from tests.companion import house
from tests.companion.house import Told, random_deal

CARDS = [rank + suit for rank in "23456" + "789TJQKA" * 8 for suit in "SHDC"]
ODD_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 3.5, 10**9, 10**30, "", "x", "AS", [], ["AS"], [1], {}, {"a": 1}, {"Ana": 3}, [[["AS"]]],
    "\ud800", "Ana\n", float("nan"), {"do": "undo"}, {"do": "pass"}, [None], {"Ana": ["AS", "KD"]}, "²", ["²S"],
)  # fmt: skip


GAMES = list(all_games().values())
WORDS = [*sorted({word for game in GAMES for verb in game.verbs for word in verb.words}), "", "x", "S"]
FACTS = sorted({key for game in GAMES for verb in game.verbs for key in verb.example.get("facts", {})})


def random_event(
    dice: random.Random, names: list[str], ids: list[int], verbs: tuple[str, ...] = VERBS
) -> dict[str, Any]:
    """One event: a verb and fields that may or may not belong to it."""
    event: dict[str, Any] = {"do": dice.choice(verbs)}
    if dice.random() < 0.6:
        event["seat"] = dice.choice([*names, "Nobody"] if dice.random() < 0.02 else names)
    if event["do"] in ("turn", "show", "discard", "take", "play") or dice.random() < 0.15:
        event["cards"] = [dice.choice(CARDS) for _ in range(dice.choice((0, 1, 1, 2, 2, 2, 3)))]
    if event["do"] == "discard" or dice.random() < 0.05:
        event["count"] = dice.choice((0, 1, 2))
    if event["do"] == "bid" or dice.random() < 0.1:
        event["amount"] = dice.choice((0, 1, 2, 3, 5, 8, 20, 21))
    about = {"undo": 0.7, "redo": 0.7, "correct": 1.0, "claim": 0.7, "accept": 0.7}
    if dice.random() < about.get(event["do"], 0.0):
        event["about"] = dice.choice([*ids, 999] if dice.random() < 0.03 else ids or [1])
    if event["do"] == "insert":
        event["after"] = dice.choice([0, *ids])
        inner = random_event(dice, names, ids, tuple(verb for verb in VERBS if verb != "insert"))
        event["event"] = inner
    if event["do"] == "correct" and dice.random() < 0.2:
        event["event"] = random_event(dice, names, ids, ("bid", "pass", "turn", "show", "discard", "undo"))
    if event["do"] == "note":
        event["what"] = dice.choice(NOTES)
        event["name"] = dice.choice([*names, "Zora"])
        event["points"] = dice.choice((5, {names[0]: 10}, {names[-1]: -3}, -7))
    if event["do"] in ("say", "choose") and dice.random() < 0.9:
        event[dice.choice(("word", "option"))] = dice.choice(WORDS)
    if event["do"] in ("draw", "exchange", "pay") and dice.random() < 0.7:
        event[dice.choice(("count", "amount"))] = dice.choice((0, 1, 2, 3, 10**9))
    if event["do"] == "result" and dice.random() < 0.5:
        event["hands"] = {name: [dice.choice(CARDS) for _ in range(2)] for name in names}
        event["money"] = dict.fromkeys(names, dice.choice((0, 20, 21)))
    elif event["do"] == "result":
        event["facts"] = random_facts(dice, names)
    return event


def random_facts(dice: random.Random, names: list[str]) -> dict[str, Any]:
    """What a result form might be filled in with."""
    tables = ({names[0]: 7, names[-1]: 5}, {names[0]: 11}, {names[0]: ["5H", "X"]}, {names[0]: {names[-1]: 2}})
    values = (*tables, names[0], 7)
    return {key: dice.choice((*values, *ODD_VALUES)) for key in FACTS if dice.random() < 0.4}


def spoil(dice: random.Random, event: dict[str, Any]) -> dict[str, Any]:
    """The event with a field of the wrong kind, or one that does not exist."""
    spoilt = dict(event)
    key = dice.choice([*event, "cards", "seat", "amount", "id", "about", "after", "event", "money", "hands", "colour"])
    spoilt[key] = dice.choice(ODD_VALUES)
    return spoilt


def random_header(dice: random.Random, game: Game) -> dict[str, Any]:
    """A header that may be wrong in any field."""
    names = ["Ana", "Boris", "Vera", "Goran", "Dara"][: dice.choice((2, 3, 5))]
    start: dict[str, Any] = {}
    for key, values in {
        "scores": ({}, {"Ana": 240}, {"Ana": "x"}, 5), "stock": (0, 2, 4, 999, -1, "2", True),
        "money": ({"Ana": 3}, {"Boris": [2, 6]}, {"Ana": 99}, {"Ana": ["²S"]}, []),
        "hands": ({"Ana": ["KS", "KD"]}, {"Ana": ["KS"] * 9}, {"Nobody": []}),
        "open": ({"Ana": ["AS", "AD"]}, {"Ana": "AS AD"}, {"Ana": [5]}), "aside": (["7S"], 5, ["ZZ"], None),
        "to_act": ("Ana", "Nobody", ["Ana"]), "trump": ("S", "x", 5),
        "tricks": ({"Ana": 3}, {"Ana": -1}, {"Ana": "x"}, 3),
        "talon": (["AS"], 5), "pile": (["AS"], "x"), "bank": (5, -1, "x"), "said": ({"Ana": "duplo"}, 5),
    }.items():  # fmt: skip
        if dice.random() < 0.02:
            start[key] = dice.choice(values)
    rules = {o.name: dice.choice(list(o.choices)) for o in game.options if dice.random() < 0.2}
    header: dict[str, Any] = {"record": 1, "game": game.id, "players": names, "rules": rules, "start": start}
    if dice.random() < 0.7:
        header["dealer"] = dice.choice(names)
    if dice.random() < 0.08:
        key = dice.choice([*header, "places", "colour"])
        header[key] = dice.choice((*ODD_VALUES, ["Ana"], ["Ana", "Ana"], {"money_lost": "none"}, {"stock": [1]}))
    return header


def stir(told: Told, dice: random.Random, length: int, legal: float = 0.6) -> Iterator[Answer]:
    """Go on with a match: legal play mixed with soup; what cannot be read is left out. Yields the answers."""
    truth = dealer.shuffle(told.match.now.deal.table, random.Random(dice.random()))
    for _ in range(length):
        deal, ids = told.match.now.deal, list(range(1, told.last + 1))
        event: Event | dict[str, Any] = {}
        if dice.random() < legal and deal.outcome is None:
            with suppress(IndexError):  # (the dealer's own cards do not allow for corrected faces)
                event = house.to_event_of(told, dealer.next_act(deal, truth, dice))
        else:
            event = random_event(dice, list(told.match.now.names), ids)
        if event:
            with suppress(BadRecord):
                yield told.tell(event)


def random_record(dice: random.Random, game: Game, length: int = 60) -> list[str]:
    """Lines of a record that was written by play and soup, and then spoilt a little, or a header that is wrong."""
    if dice.random() < 0.3:
        return loose_record(dice, game, length // 2)
    told = random_deal(game, dice.randrange(10**6), stop=dice.randrange(20))
    for _ in stir(told, dice, length):
        if dice.random() < 0.02:
            told.begin(house.header(game, len(told.match.now.names), told.match.now.rules, dice))
    lines = [json.dumps(header_data(item) if isinstance(item, Header) else to_data(item)) for item in told.log]
    for _ in range(dice.choice((0, 0, 1, 3))):
        at = dice.randrange(len(lines))
        lines[at] = broken_line(dice, lines[at])
    return lines


def broken_line(dice: random.Random, line: str) -> str:
    """The line with a field spoilt, or not even JSON."""
    if dice.random() < 0.6:
        with suppress(ValueError, RecursionError):  # (it may be broken already)
            event = json.loads(line)
            if isinstance(event, dict):
                return json.dumps(spoil(dice, event))
    at = dice.randrange(max(1, len(line)))  # (a line may have been broken to nothing before)
    broken = (line[:at], line[:at] + "\x00" + line[at:], "[" * 5000, "9" * 5000, "[]", "null", "\ufeff" + line)
    return dice.choice(broken)


def loose_record(dice: random.Random, game: Game, length: int) -> list[str]:
    """Lines of a record without any play: mostly readable, in part not even JSON."""
    header = random_header(dice, game)
    lines, ids = [json.dumps(header)], [1]
    names = [name for name in header["players"] if isinstance(name, str)] if isinstance(header["players"], list) else []
    names = names or ["Ana"]
    wild = dice.choice((0.0, 0.0, 0.03))
    for number in range(1, length):
        if dice.random() < 0.03:
            lines.append(json.dumps(random_header(dice, game)))
            continue
        event = {"id": number, **random_event(dice, names, ids)}
        event = spoil(dice, event) if dice.random() < wild else event
        ids.append(number)
        line = json.dumps(event)
        line = broken_line(dice, line) if dice.random() < wild / 3 else line
        lines.append(line)
    return lines
