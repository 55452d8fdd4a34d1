"""Setting up Crveni tepih: packs, money and the cap of eight cards; a position; and a deal entered by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.cards import SUITS, Cards, pack
from companion.deal.game import Start
from companion.events import BadRecord, Event
from companion.games.crveni_tepih_hands import RANKS, score
from companion.rules.forms import Form, to_cards
from companion.table.money import Purse
from companion.table.outcome import Outcome
from companion.table.table import Lying, Seat, Table, before, hand

PURSE, COINS, LOWEST_BID = 20, (2, 3, 4, 5, 6), 2
DEALT, LOT, MOST_CARDS = 2, 2, 8
TWO_PACKS_FROM = 5


# Packs and hands ----------------------------------------------------------------------------------------------------


def packs(players: int) -> int:
    """One pack up to four players, two from five."""
    return 2 if players >= TWO_PACKS_FROM else 1


def dealt_pack(players: int, rules: Mapping[str, str]) -> Cards:
    """32 cards, doubled from five players on."""
    return pack(RANKS, packs(players))


def money_pack(players: int) -> Cards:
    """The cards 2 to 6, which are money and never dealt."""
    return pack("23456", packs(players))


def max_players(rules: Mapping[str, str]) -> int:
    """Eight, or twelve where the table plays without the cap."""
    return 12 if rules["two_deck_players"] == "up_to_12" else 8


def holds(t: Table, seat: Seat) -> int:
    """How many cards a seat holds."""
    return t.size(hand(seat), before(seat))


def capped(t: Table) -> bool:
    """Whether nobody may hold more than eight cards."""
    return not (packs(t.seats) == 2 and t.rules["two_deck_players"] == "up_to_12")


# The start of a deal ------------------------------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Two hidden cards each and 20 units, or the position given."""
    seats = range(t.seats)
    hands = {seat: to_cards(cards) for seat, cards in start.by_seat("hands").items()}
    opened = {seat: to_cards(cards) for seat, cards in start.by_seat("open").items()}
    aside = to_cards(start.fields.get("aside", ()))
    money = start.by_seat("money")
    t.purses = [to_purse(money.get(seat, PURSE), t.rules) for seat in seats]
    for seat in seats:
        dealt = [Lying(card) for card in hands[seat]] if seat in hands else [Lying()] * DEALT
        t.places[hand(seat)] = dealt
        t.places[before(seat)] = [Lying(card) for card in opened.get(seat, ())]
    t.places["lot"], t.places["aside"] = [], [Lying(card) for card in aside]
    t.places["stock"] = []
    for seat in seats:
        if t.size(hand(seat)) > DEALT:
            raise BadRecord(f"start: {t.names[seat]} has more than {DEALT} hidden cards")
        if capped(t) and holds(t, seat) > MOST_CARDS:
            raise BadRecord(f"start: {t.names[seat]} holds more than {MOST_CARDS} cards")
    if t.known() - t.pack:
        raise BadRecord(f"start: {next(iter(t.known() - t.pack))} is there more often than the pack has it")
    left = t.pack.total() - t.size(*t.places)
    if left < 0:
        raise BadRecord(f"start: more cards than the {t.pack.total()} of the pack")
    stock = start.fields.get("stock", left)
    if isinstance(stock, bool) or not isinstance(stock, int) or not 0 <= stock <= left:
        raise BadRecord(f"start: stock is how many cards are left, at most {left}, not {stock!r}")
    t.places["stock"] = [Lying()] * stock
    t.places["aside"] += [Lying()] * (left - stock)
    if "to_act" in start.fields:
        name = start.fields["to_act"]
        if not isinstance(name, str) or name not in start.seats:
            raise BadRecord(f"start: to_act names {name!r}, who does not play")
        t.dealer = start.seats[name]


def to_purse(value: Any, rules: Mapping[str, str]) -> Purse:
    """A number of units, or the list of money cards held; raises BadRecord."""
    cards = rules["money_form"] == "cards"
    if isinstance(value, list | tuple):
        faces = {name: coin for coin in COINS for name in (coin, str(coin), *(f"{coin}{suit}" for suit in SUITS))}
        coins = tuple(faces.get(v, 0) if isinstance(v, int | str) else 0 for v in value)
        if 0 in coins or len(set(coins)) != len(coins):
            raise BadRecord(f"money cards are 2 to 6, one of each, not {value!r:.60}")
        return Purse.of_cards(coins) if cards else Purse(sum(coins))
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= PURSE:
        raise BadRecord(f"a player has 0 to {PURSE} units, not {value!r:.60}")
    if not cards:
        return Purse(value)
    ways = Purse.of_cards(COINS).ways(value) if value else [()]
    if len(ways) != 1:
        raise BadRecord(f"{value} units in money cards: list the cards held, for example [4, 5]")
    return Purse.of_cards(ways[0])


# A deal entered by hand ---------------------------------------------------------------------------------------------


def result(t: Table, event: Event) -> Outcome:
    """Score-only play: what each holds at the showdown, and the units each has left."""
    Form(t, event, (), also=("hands", "money"))  # (other facts are refused)
    hands = {name: to_cards(codes) for name, codes in (event.hands or {}).items()}
    money = event.money or {}
    for name in t.names:
        if name not in hands or name not in money:
            raise BadRecord(f"a result needs hands and money for every player; {name} is missing")
        most = MOST_CARDS if capped(t) else t.pack.total()
        if not DEALT <= len(hands[name]) <= most or len(hands[name]) % LOT:
            raise BadRecord(f"{name} cannot hold {len(hands[name])} cards at the end: 2 are dealt, 2 make a lot")
    if stray := next((name for name in [*hands, *money] if name not in t.names), None):
        raise BadRecord(f"the result names {stray!r}, who does not play")
    everything: Cards = Cards()
    for cards in hands.values():
        everything.update(cards)
    if extra := everything - t.pack:
        raise BadRecord(f"{next(iter(extra))} is there more often than the pack has it")
    seats = {name: t.names.index(name) for name in t.names}
    units = {seats[name]: to_purse(value, {**t.rules, "money_form": "chips"}).units for name, value in money.items()}
    return score({seats[name]: cards for name, cards in hands.items()}, units, t.rules)
