"""One suite for every game: random deals, and what must hold of them however they are told again.

Nothing here knows a game: deals are played by ``companion.deal.dealer``, and a new game needs no edit.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pytest import MonkeyPatch

from companion.deal import dealer
from companion.deal.game import Game
from companion.events import Event, to_data, to_event
from companion.match.acts import as_event
from companion.match.match import Answer, Header, Match
from companion.rules.requests import Act
from companion.table.table import Table

NAMES = ("Ana", "Boris", "Vera", "Goran", "Dara", "Emil", "Fata", "Hana", "Igor", "Jana", "Luka", "Mila")


@dataclass
class Told:
    """A match with a log that can be told again: headers and events in the order they came."""

    match: Match = field(default_factory=Match)
    log: list[Header | Event] = field(default_factory=list)
    last: int = 0

    def begin(self, header: Header) -> None:
        """A new deal."""
        self.match.begin(header)
        self.log.append(header)

    def tell(self, event: Event | dict[str, Any]) -> Answer:
        """Give an event a fresh id and take it; raises BadRecord and logs nothing if it cannot be read."""
        event = event if isinstance(event, Event) else to_event({"id": 0, **event})
        event = to_event(to_data(event) | {"id": self.last + 1})
        answer = self.match.add(event)
        self.last += 1
        self.log.append(event)
        return answer

    def again(self) -> Match:
        """The same log told to a new match."""
        fresh = Match()
        for item in self.log:
            if isinstance(item, Header):
                fresh.begin(item)
            else:
                fresh.add(item)
        return fresh


def random_rules(game: Game, dice: random.Random, odd: float = 0.5) -> dict[str, str]:
    """House rules at random, about so many of them not the default."""
    return {option.name: dice.choice(list(option.choices)) for option in game.options if dice.random() < odd}


def numbers_of_players(game: Game, rules: dict[str, str]) -> range:
    """How many can play under these rules."""
    return game.numbers(game.check_rules(rules))


def header(game: Game, players: int, rules: dict[str, str], dice: random.Random) -> Header:
    """A deal of so many, dealt by anybody."""
    names = NAMES[:players]
    return Header(game.id, names, dice.choice(names), rules=rules)


def to_event_of(told: Told, act: Act) -> Event:
    """An act of the dealer as the people would write it down."""
    return as_event(act, told.match.now.names)


def play_deal(
    told: Told, dice: random.Random, watch: Callable[[Told], None] = lambda told: None, stop: int | None = None
) -> None:
    """Play the deal that has begun to its end, legally; ``watch`` is called after every event."""
    deal = told.match.now.deal
    truth = dealer.shuffle(deal.table, random.Random(dice.random()))
    number = 0
    while told.match.now.deal.outcome is None and number != stop:
        act = dealer.next_act(told.match.now.deal, truth, dice)
        answer = told.tell(to_event_of(told, act))
        assert answer.verdict.kind == "ok", (act, answer)
        number += 1
        watch(told)


def random_deal(game: Game, seed: int, players: int | None = None, stop: int | None = None) -> Told:
    """One deal of this game with random rules, people and cards."""
    dice = random.Random(f"{game.id}/{seed}")
    rules = random_rules(game, dice)
    told = Told()
    told.begin(header(game, players or dice.choice(numbers_of_players(game, rules)), rules, dice))
    play_deal(told, dice, stop=stop)
    return told


# What must hold of every table --------------------------------------------------------------------------------------


def check_table(t: Table) -> None:
    """Cards and money are conserved: every card in one place, every unit held or thrown."""
    size = sum(len(pile) for pile in t.places.values())
    assert size == t.pack.total(), f"{size} cards, not {t.pack.total()}"
    assert not t.known() - t.pack, "a card is there more often than the pack has it"
    assert t.known().total() + sum(t.unknown(place) for place in t.places) == size
    numbers = [lying.number for pile in t.places.values() for lying in pile]
    assert len(set(numbers)) == size, "two physical cards have become one"
    for seat, purse in enumerate(t.purses):
        assert purse.units >= 0
        assert t.thrown.get(seat, 0) >= 0
        if purse.coins is not None:
            assert sum(purse.coins) == purse.units


def check_money(told: Told) -> None:
    """Held and thrown units make what everybody began with."""
    for played in told.match.deals:
        first = played.new_table()
        t = played.deal.table
        for seat, purse in enumerate(t.purses):
            assert purse.units + t.thrown.get(seat, 0) == first.purses[seat].units
        assert sum(t.chips.values()) + t.pot == sum(first.chips.values()) + first.pot, "chips are conserved"


def check(told: Told) -> None:
    """All invariants of all deals."""
    for played in told.match.deals:
        check_table(played.deal.table)
    check_money(told)


def state(match: Match, ids: bool = True) -> list[Any]:
    """Everything that can be seen of a match, as one value: tables, what is awaited, scores.

    ``ids``: also which event showed each card and each finding.
    """
    found: list[Any] = []
    for played, end in zip(match.deals, match.ends(), strict=True):
        t = played.deal.table
        places = {name: [(lying.card, lying.event if ids else 0) for lying in pile] for name, pile in t.places.items()}
        findings = [replace(f, about=f.about if ids else 0) for f in t.findings]
        found.append(
            {
                "places": places, "purses": list(t.purses), "thrown": {s: n for s, n in t.thrown.items() if n},
                "bids": dict(t.bids), "passed": set(t.passed), "stage": t.stage, "names": list(t.names),
                "asking": played.deal.asking, "awaits": played.deal.awaits(), "findings": findings,
                "outcome": end.outcome, "scores": dict(end.scores), "over": end.match_over,
                "winners": end.winners, "open": end.open if ids else bool(end.open),
                "trick": [(laid.seat, laid.cards) for laid in t.trick], "tricks": dict(t.tricks), "said": list(t.said),
                "chips": dict(t.chips), "pot": t.pot, "trump": t.trump, "board": dict(t.board),
                "marks": {seat: dict(marks) for seat, marks in t.marks.items() if marks},
                "claims": [(c.seat, c.rule, dict(c.most), c.least) for c in t.claims],
            }
        )  # fmt: skip
    return found


def owners(match: Match) -> dict[int, dict[str, int]]:
    """By event that brought cards to light: who did it, and how many of its cards lie in which kind of place now.

    Who wins a trick may change with a card; who played to it may not.
    """
    found: dict[int, dict[str, int]] = {}
    for played in match.deals:
        for place, pile in played.deal.table.places.items():
            kind = f"with {place.split()[1]}" if place.startswith(("hand", "open")) else place
            kind = "trick" if place.startswith("taken") else kind
            for lying in pile:
                if lying.event:
                    counts = found.setdefault(lying.event, {})
                    key = f"{kind}, by {played.history.lines[lying.event].player}"
                    counts[key] = counts.get(key, 0) + 1
    return found


def mixed_again(monkeypatch: MonkeyPatch) -> set[int]:
    """From now on: the events whose cards were seen once and are mixed with unseen ones again, however it is told."""
    found: set[int] = set()
    forget = Table.forget

    def watched(t: Table, place: str) -> None:
        found.update(lying.event for lying in t.places[place])
        forget(t, place)

    monkeypatch.setattr(Table, "forget", watched)
    return found


def doers(owned: dict[int, dict[str, int]]) -> dict[int, set[str]]:
    """By event only who did it."""
    return {event: {kind.rpartition(", by ")[2] for kind in kinds} for event, kinds in owned.items()}


def same(told: Told) -> None:
    """The state equals a fresh replay of the log."""
    assert state(told.again()) == state(told.match)


# Telling it otherwise -----------------------------------------------------------------------------------------------


def base_events(told: Told) -> list[Event]:
    """The events of the table in the log."""
    return [item for item in told.log if isinstance(item, Event) and item.do not in ("undo", "redo", "correct")]


def with_cards(told: Told) -> list[Event]:
    """Events that brought cards to light."""
    return [event for event in base_events(told) if event.cards and event.do in ("turn", "show", "play")]


def other_card(told: Told, event: Event, dice: random.Random, seen: bool) -> tuple[str, ...]:
    """The cards of an event with one of them changed into another of the pack, seen elsewhere or unseen."""
    t = told.match.deals[-1].deal.table
    mine = Counter(event.cards or ())
    pool = [str(card) for card in (t.known() if seen else t.unseen()) if mine[str(card)] == 0]
    if not pool:
        return ()
    cards = list(event.cards or ())
    cards[dice.randrange(len(cards))] = dice.choice(sorted(pool))
    return tuple(cards)


def cuts(told: Told) -> Iterator[tuple[Told, int]]:
    """The log told again event by event: the match after each, and how many events there were."""
    fresh = Told(last=1000)  # what is told in between gets ids of its own
    number = 0
    for item in told.log:
        if isinstance(item, Header):
            fresh.begin(item)
            continue
        fresh.match.add(item)
        fresh.log.append(item)
        number += 1
        yield fresh, number
