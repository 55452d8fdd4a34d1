"""What a game says of itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.cards import Cards
from companion.deal.deal import Script
from companion.events import BadRecord, Event, nearest
from companion.table.outcome import Outcome
from companion.table.table import Seat, Table
from companion.texts import Text, text


@dataclass(frozen=True)
class Option:
    """A house rule: its values (the default first), each in words, and one line of help."""

    name: str
    help: Text
    choices: Mapping[str, Text]

    @property
    def default(self) -> str:
        """The value that holds when the table says nothing."""
        return next(iter(self.choices))


@dataclass(frozen=True)
class Verb:
    """A verb that a record of this game may hold, with an example."""

    do: str
    help: Text
    example: Mapping[str, Any]
    words: Mapping[str, Text] = field(default_factory=dict)
    """the words or options it may hold, with what they mean"""


class Fields(dict[str, Any]):
    """What a position gives; it remembers what the game has looked at, so that nothing is left out without a word."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given)
        self.seen = {"scores", "dealer"}
        """(these are no matter of the game)"""

    def __getitem__(self, key: str) -> Any:
        self.seen.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The value, or the default."""
        self.seen.add(key)
        return super().get(key, default)


@dataclass(frozen=True)
class Start:
    """A position to begin a deal from, by name as in the record's header; empty fields mean the usual deal."""

    fields: Fields = field(default_factory=lambda: Fields({}))
    seats: Mapping[str, Seat] = field(default_factory=dict)

    def by_seat(self, key: str) -> dict[Seat, Any]:
        """A table by player as a table by seat; raises BadRecord for an unknown player."""
        table = self.fields.get(key, {})
        if not isinstance(table, Mapping):
            raise BadRecord(f"start: {key!r} must be a table by player")
        found = {}
        for name, value in table.items():
            if name not in self.seats:
                raise BadRecord(f"start: {key!r} names {name!r}, who does not play")
            found[self.seats[name]] = value
        return found


Surplus = Callable[[Mapping[Seat, int], tuple[Seat, ...], Outcome, Mapping[str, str]], Mapping[Seat, int]]


@dataclass(frozen=True)
class Game:
    """Everything the product needs to know of a game; the rules are in ``deal``."""

    id: str
    title: Text
    players: tuple[int, ...]
    direction: Literal["left", "right"]
    target: int
    options: tuple[Option, ...]
    pack: Callable[[int, Mapping[str, str]], Cards]
    """the cards that are dealt, by number of players and rules"""
    money_pack: Callable[[int], Cards]
    """cards of the same packs that are not dealt: known, but never in play"""
    set_up: Callable[[Table, Start], None]
    """places, money and open cards at the start of a deal"""
    deal: Script
    result: Callable[[Table, Event], Outcome]
    """scores a deal entered by hand; raises BadRecord"""
    winners: Callable[[Mapping[Seat, int], Mapping[str, str]], tuple[Seat, ...]]
    """who has won by these scores; empty while the match goes on"""
    verbs: tuple[Verb, ...]
    start_keys: tuple[str, ...]
    sees: Text
    """what the camera must see of the table"""
    max_players: Callable[[Mapping[str, str]], int] | None = None
    """the most players under these rules, where a house rule changes it"""
    min_players: Callable[[Mapping[str, str]], int] | None = None
    """and the fewest"""
    credit: Text | None = None
    deck: Text | None = None
    """the pack to prepare, in words"""
    summary: Text | None = None
    """the rules on one page"""
    length: Callable[[int, Mapping[str, str]], int | None] | None = None
    """how many deals that count a match has, by players and rules; then the best score wins, equal ones share"""
    last_share: Callable[[Mapping[str, Any], Mapping[Seat, int], Seat], Mapping[Seat, int]] | None = None
    """who gets what is left in the pot when people stop (``note`` ``end``): by what the next deal would have found,
    the scores, and the last dealer"""
    first_score: int = 0
    """everybody's score when a match begins"""
    lowest_wins: bool | Callable[[Mapping[str, str]], bool] = False
    """the best score is the lowest; by the rules, where a house rule says so"""
    sheet: bool = False
    """no game but a score sheet: only results are entered, no cards are followed; not among the games"""
    looks_back: bool = False
    """scores or what the deal before has left matter to the play of a deal"""
    together: int = 1
    """the most cards that are commonly laid to a trick in one go: how much room the table leaves for them"""
    watched: Mapping[str, str] = field(default_factory=dict)
    """house rules under which a camera sees more of the game than under the usual ones: those of a rendered table"""
    surplus: Surplus | None = None
    """by the scores of a match that is over, who has won it, how its last deal ended and the rules: what each begins
    the next one with, where it does not begin at zero"""

    def lowest(self, rules: Mapping[str, str]) -> bool:
        """Whether the best score is the lowest under these rules."""
        return self.lowest_wins(rules) if callable(self.lowest_wins) else self.lowest_wins

    def numbers(self, rules: Mapping[str, str]) -> range:
        """How many can play under these rules."""
        least = self.min_players(rules) if self.min_players else min(self.players)
        most = self.max_players(rules) if self.max_players else max(self.players)
        return range(least, most + 1)

    def check_players(self, n: int, rules: Mapping[str, str]) -> None:
        """Raises BadRecord if so many cannot play."""
        numbers = self.numbers(rules)
        if n not in numbers:
            least, most = numbers[0], numbers[-1]
            words = text(
                "{game} is for {least} to {most} players, not {n}", game=self.title, least=least, most=most, n=n
            )
            if least == most:
                words = text("{game} is for {least} players, not {n}", game=self.title, least=least, n=n)
            raise BadRecord(words)

    def check_rules(self, rules: Mapping[str, Any]) -> dict[str, str]:
        """All house rules with their values, defaults filled in; raises BadRecord naming the nearest."""
        named = {option.name: option for option in self.options}
        for name, value in rules.items():
            if name not in named:
                words = text(
                    "{game} has no house rule {name!r}{nearest}",
                    game=self.title,
                    name=name,
                    nearest=nearest(name, named),
                )
                raise BadRecord(words)
            if not isinstance(value, str) or value not in named[name].choices:
                values = ", ".join(named[name].choices)
                words = text(
                    "the house rule {name!r} is one of {values}, not {value!r}", name=name, values=values, value=value
                )
                raise BadRecord(words)
        return {name: str(rules.get(name, option.default)) for name, option in named.items()}
