"""Crveni tepih ("red carpet"): buy pairs of open cards at auction, then keep the dearest four-card poker hand.

The rules are told in the order they happen at the table: ``deal``, ``auction`` (``crveni_tepih_auction``), ``take``,
``showdown``; what a hand is worth and how a deal is scored stands in ``crveni_tepih_hands``, what is dealt, and a deal
entered by hand, in ``crveni_tepih_setup``. Turn order goes to the right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.cards import Card
from companion.deal.game import Game, Option, Verb
from companion.games.crveni_tepih_auction import auction
from companion.games.crveni_tepih_hands import score, words
from companion.games.crveni_tepih_setup import (
    LOT,
    LOWEST_BID,
    MOST_CARDS,
    capped,
    dealt_pack,
    holds,
    max_players,
    money_pack,
    packs,
    result,
    set_up,
)
from companion.rules.discards import Discard
from companion.rules.requests import AnyOf, Request
from companion.rules.turning import Show, Take, Turn
from companion.table.outcome import Outcome
from companion.table.table import Seat, Table, before, hand

TARGET = 250


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Auctions of two cards each until nobody can buy, then the showdown."""
    opener, lot_number = t.dealer, 0
    refused = 0  # lots in a row that nobody bought
    sold: Take | None = None  # the last buyer may still be drawing his cards to himself
    t.reasons["discard"] = words("cards are discarded only above eight, right after buying")
    while not auctions_over(t, refused):
        lot_number += 1
        t.stage, t.began, t.bids, t.passed, t.barred = f"lot {lot_number}", 0, {}, set(), {}
        turned = await turn(t, opener, sold)
        if strays := tuple(card for card in turned if card not in t.pack):
            t.find("missorted", None, words("Money cards are in the stock: the deal is void"), strays)
            return Outcome(void=True, note="missorted")
        t.began, sold = t.event, None
        buyer = await auction(t, opener)
        if buyer is None:
            unsold(t)
            refused += 1
            continue
        sold = await take(t, buyer)
        opener, refused = buyer, 0
    if t.places["lot"]:
        t.move_all("lot", "aside")
    return await showdown(t, sold)


def auctions_over(t: Table, refused: int) -> bool:
    """Before each lot: the stock is empty, nobody can open, all hold eight, or every lot left was refused."""
    full = t.rules["all_eight_ends"] == "always" or packs(t.seats) == 2
    return (
        t.size("stock") < LOT
        or not any(can_open(t, seat) for seat in range(t.seats))
        or (full and capped(t) and all(holds(t, seat) >= MOST_CARDS for seat in range(t.seats)))
        or (t.rules["unsold_lot"] == "under_stock" and refused >= t.size("stock") // LOT)
    )


def can_open(t: Table, seat: Seat) -> bool:
    """Whether the seat has money for a legal opening bid."""
    units = t.purses[seat].units
    return units >= LOWEST_BID or (units == 1 and t.rules["lone_unit_opening"] == "on")


async def turn(t: Table, opener: Seat, sold: Take | None) -> tuple[Card, ...]:
    """The opener turns the next two; until then the last buyer may be seen drawing his cards to himself."""
    ask: list[Request[Any]] = [Turn(opener, "stock", "lot", LOT, frozenset(money_pack(t.seats)))]
    while True:
        asked, answer = await AnyOf(*ask, *([sold] if sold else []))
        if isinstance(asked, Turn):
            turned: tuple[Card, ...] = answer
            return turned


def unsold(t: Table) -> None:
    """Nobody wants the lot: it is set aside, goes under the stock, or waits for two more, as the table plays."""
    match t.rules["unsold_lot"]:
        case "out":
            t.move_all("lot", "aside")
        case "under_stock":
            t.move_all("lot", "stock")


async def take(t: Table, buyer: Seat) -> Take:
    """The buyer lays the lot open before him, and above eight cards discards: of the lot only, or older ones only."""
    bought, turns = tuple(t.cards("lot")), frozenset(lying.event for lying in t.places["lot"])
    t.move_all("lot", before(buyer))
    drawn = Take(buyer, "lot", bought)
    too_many = holds(t, buyer) - MOST_CARDS
    if not capped(t) or too_many <= 0:
        return drawn
    discard = Discard(buyer, too_many, bought, t.rules["hidden_discard"] == "face_up", turns)
    while True:
        asked, _ = await AnyOf(discard, drawn)
        if isinstance(asked, Discard):
            return drawn


# The end of the deal ------------------------------------------------------------------------------------------------


async def showdown(t: Table, sold: Take | None) -> Outcome:
    """Everybody turns all his cards up, in any order; the best four of each are found and scored."""
    t.stage, t.began, t.bids, t.passed, t.barred = "showdown", None, {}, set(), {}
    while waiting := [s for s in t.round_from(t.after(t.dealer)) if t.unknown(hand(s)) + t.unknown(before(s))]:
        await AnyOf(*(Show(seat) for seat in waiting), *([sold] if sold else []))
    hands = {seat: t.cards(hand(seat), before(seat)) for seat in range(t.seats)}
    return score(hands, {seat: t.purses[seat].units for seat in hands}, t.rules)


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """The first to reach 250; if several do in one deal the higher total, or all where the table shares."""
    there = [seat for seat, points in scores.items() if points >= TARGET]
    if not there or rules["target_tie"] == "shared":
        return tuple(there)
    top = max(scores[seat] for seat in there)
    highest = tuple(seat for seat in there if scores[seat] == top)
    return highest if len(highest) == 1 else ()


# What the product needs to know -------------------------------------------------------------------------------------

OPTIONS = (
    Option("money_lost", words("Who loses the units thrown into the pot"), {
        "all_bids": words("everybody who bid"), "winner_only": words("only the buyer")}),
    Option("bid_size", words("What a bid is"), {
        "cumulative": words("all that one has thrown for this lot"), "fresh": words("each call by itself")}),
    Option("unsold_lot", words("A lot that nobody buys"), {
        "out": words("is set aside"), "under_stock": words("goes under the stock"),
        "add_two": words("stays, and two more are added")}),
    Option("ace_low_straight", words("Is A-7-8-9 a straight?"), {"off": words("no"), "on": words("yes")}),
    Option("lone_unit_opening", words("May the last single unit open a lot?"), {
        "off": words("no"), "on": words("yes")}),
    Option("early_discard", words("May a player with eight cards discard two before the first bid on a lot?"), {
        "off": words("no"), "on": words("yes")}),
    Option("all_eight_ends", words("The auctions end when all hold eight cards"), {
        "doubled_deck": words("only with two packs"), "always": words("always")}),
    Option("bonus_tie", words("Equal best hands"), {
        "all": words("25 for each"), "split": words("share the 25"), "none": words("get no bonus")}),
    Option("best_hand", words("The best four cards are chosen"), {
        "points": words("by points"), "category": words("by the rank of the combination, then points")}),
    Option("target_tie", words("Several reach 250 in the same deal"), {
        "higher_total": words("the higher total wins; if equal, one more deal"), "shared": words("they share")}),
    Option("illegal_call", words("An illegal bid"), {
        "void": words("is void: bid again or pass"), "forced_pass": words("counts as Dalje for the lot"),
        "forfeit": words("costs the units thrown")}),
    Option("tepih_distinct", words("Crveni tepih needs one of each red ace and red seven (two packs)"), {
        "off": words("no, any two and two"), "on": words("yes")}),
    Option("stacking", words("Several combinations in one hand"), {
        "best_single": words("only the best counts"), "multiply": words("they multiply")}),
    Option("short_hand", words("Fewer than four cards"), {
        "score": words("score what they are worth"), "zero": words("score nothing")}),
    Option("two_deck_players", words("Players with two packs"), {
        "up_to_8": words("up to 8"), "up_to_12": words("up to 12, and no cap of eight cards")}),
    Option("hidden_discard", words("A hidden card that is discarded"), {
        "face_down": words("goes away face down"), "face_up": words("is shown")}),
    Option("units_held", words("The units that each holds"), {
        "public": words("are public"), "hidden": words("are hidden")}),
    Option("money_form", words("Money is"), {
        "chips": words("chips"), "cards": words("the cards 2 to 6, one of each rank")}),
)  # fmt: skip

VERBS = (
    Verb("turn", words("the opener turns two cards of the stock"), {"id": 1, "do": "turn", "cards": ["AS", "7H"]}),
    Verb("bid", words("all that the player has thrown into this lot's pot; money cards may be named"),
         {"id": 2, "seat": "Boris", "do": "bid", "amount": 3}),
    Verb("pass", words("Dalje"), {"id": 3, "seat": "Vera", "do": "pass"}),
    Verb("take", words("the buyer takes the lot (may be left out)"), {"id": 4, "seat": "Ana", "do": "take"}),
    Verb("discard", words("above eight cards: named cards, and count hidden ones face down"),
         {"id": 5, "seat": "Ana", "do": "discard", "cards": ["9S"], "count": 1}),
    Verb("show", words("hidden cards are turned up at the showdown, in any order"),
         {"id": 6, "seat": "Ana", "do": "show", "cards": ["KD", "8C"]}),
    Verb("result", words("a deal scored by hand: cards held at the showdown and units left, for every player"),
         {"id": 1, "do": "result", "money": {"Ana": 12, "Boris": 20, "Vera": 17},
          "hands": {"Ana": ["KD", "8C", "KS", "8D"], "Boris": ["AS", "9D"], "Vera": ["7H", "7C"]}}),
)  # fmt: skip

GAME = Game(
    id="crveni_tepih",
    title=words("Crveni tepih"),
    players=tuple(range(2, 9)),
    direction="right",
    target=TARGET,
    options=OPTIONS,
    pack=dealt_pack,
    money_pack=money_pack,
    set_up=set_up,
    deal=deal,
    result=result,
    winners=winners,
    verbs=VERBS,
    start_keys=("scores", "dealer", "money", "hands", "open", "aside", "stock", "to_act"),
    sees=words(
        "the two cards of the lot, money cards thrown before it, the open cards before each player, "
        "and the cards set aside"
    ),
    deck=words(
        "32 cards: sevens and higher; twice that for five players and more; "
        "as money the cards 2 to 6 of one suit for each player, or 20 chips"
    ),
    summary=words("rules.summary"),
    max_players=max_players,
    watched={"money_form": "cards"},
    credit=words("Crveni tepih is a Serbian form of Red Carpet, invented by Mike Church (2003)."),
)
