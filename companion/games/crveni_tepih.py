"""Crveni tepih ("red carpet"): buy pairs of open cards at auction, then keep the dearest four-card poker hand.

The rules are told in the order they happen at the table: ``deal``, ``auction``, ``pay``, ``take``, ``showdown``;
what a hand is worth stands in ``companion.games.crveni_tepih_hands``. Turn order goes to the right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.bids import Bid, Call
from companion.cards import SUITS, BadCard, Card, Cards, pack, parse_cards
from companion.deal import How, Outcome
from companion.discards import Discard
from companion.events import BadRecord, Event
from companion.game import Game, Option, Start, Verb
from companion.games.crveni_tepih_hands import RANKS, Hand, best_hand
from companion.money import Purse
from companion.requests import AnyOf, Request, Show, Take, Turn
from companion.table import Lying, Seat, Table, before, hand
from companion.texts import Text

PURSE, COINS, LOWEST_BID = 20, (2, 3, 4, 5, 6), 2
DEALT, LOT, MOST_CARDS = 2, 2, 8
BEST_HAND, TARGET = 25, 250
TWO_PACKS_FROM = 5


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/crveni_tepih")


def packs(players: int) -> int:
    """One pack up to four players, two from five."""
    return 2 if players >= TWO_PACKS_FROM else 1


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


def holds(t: Table, seat: Seat) -> int:
    """How many cards a seat holds."""
    return t.size(hand(seat), before(seat))


def capped(t: Table) -> bool:
    """Whether nobody may hold more than eight cards."""
    return not (packs(t.seats) == 2 and t.rules["two_deck_players"] == "up_to_12")


async def turn(t: Table, opener: Seat, sold: Take | None) -> tuple[Card, ...]:
    """The opener turns the next two; until then the last buyer may be seen drawing his cards to himself."""
    ask: list[Request[Any]] = [Turn(opener, "stock", "lot", LOT, frozenset(money_pack(t.seats)))]
    while True:
        asked, answer = await AnyOf(*ask, *([sold] if sold else []))
        if isinstance(asked, Turn):
            turned: tuple[Card, ...] = answer
            return turned


# The auction --------------------------------------------------------------------------------------------------------


async def auction(t: Table, opener: Seat) -> Seat | None:
    """Bids go round from the opener's neighbour; a pass is final for this lot; all that was thrown is paid."""
    pot = Pot(t)
    bidding = t.round_from(t.after(opener))
    early = t.rules["early_discard"] == "on"
    spoken: set[Seat] = set()
    while True:
        for seat in [s for s in bidding if s != pot.holder and not pot.can_bid(s)]:
            bidding.remove(seat)
            t.passed.add(seat)
            t.barred[seat] = words("{name} has no money to beat what stands", name=t.names[seat])
        if not bidding or bidding == [pot.holder]:
            break
        seat = bidding[0]
        ask: list[Request[Any]] = [pot.request(seat)]
        if early and capped(t) and seat not in spoken and holds(t, seat) >= MOST_CARDS:
            ask.append(Discard(seat, LOT, hidden_face_up=t.rules["hidden_discard"] == "face_up"))
        asked, call = await AnyOf(*ask)
        if isinstance(asked, Discard):
            spoken.add(seat)
            continue
        if call.fault:
            fault(t, pot, bidding, call)
            continue
        spoken.add(seat)
        bidding.pop(0)
        if call.amount is None:
            t.passed.add(seat)
            t.barred[seat] = words("{name} has said Dalje on this lot", name=t.names[seat])
        else:
            pot.throw(call)
            bidding.append(seat)
    pot.settle()
    t.barred = {}
    return pot.holder


class Pot:
    """The money thrown for one lot: what stands, whose it is, and what each has in it."""

    def __init__(self, t: Table) -> None:
        self.t = t
        self.standing: int | None = None
        self.holder: Seat | None = None
        self.thrown: dict[Seat, list[tuple[int, tuple[int, ...]]]] = {}
        self.cumulative = t.rules["bid_size"] == "cumulative"

    def in_pot(self, seat: Seat) -> int:
        """What counts towards the seat's bid: his own total, or nothing where each call stands alone."""
        return sum(amount for amount, _ in self.thrown.get(seat, [])) if self.cumulative else 0

    def reach(self, seat: Seat) -> int:
        """The highest bid the seat could make."""
        return self.in_pot(seat) + self.t.purses[seat].units

    def lowest(self, seat: Seat) -> int:
        """The lowest opening bid of this seat: two, or his last unit where the table lets it."""
        lone = self.t.rules["lone_unit_opening"] == "on" and self.reach(seat) == 1
        return 1 if lone else LOWEST_BID

    def low(self, seat: Seat) -> int:
        """The lowest bid open to the seat now."""
        return self.lowest(seat) if self.standing is None else self.standing + 1

    def can_bid(self, seat: Seat) -> bool:
        """Whether his money allows any call at all."""
        return self.reach(seat) >= self.low(seat)

    def request(self, seat: Seat) -> Bid:
        """What this seat is asked."""
        return Bid(
            seat, self.low(seat), self.reach(seat), self.lowest(seat), self.standing, self.holder, self.in_pot(seat),
            faults=self.t.rules["illegal_call"] != "void", secret=self.t.rules["units_held"] == "hidden",
        )  # fmt: skip

    def throw(self, call: Call) -> None:
        """Units leave the purse for the pot; the bid stands."""
        assert call.amount is not None
        seat, purse = call.seat, self.t.purses[call.seat]
        more = call.amount - self.in_pot(seat)
        left = purse.throw(more, call.coins)
        gone = list(purse.coins or ())
        for coin in left.coins or ():
            gone.remove(coin)
        self.t.purses[seat] = left
        self.t.thrown[seat] = self.t.thrown.get(seat, 0) + more
        self.thrown.setdefault(seat, []).append((more, tuple(gone)))
        self.standing, self.holder = call.amount, seat
        self.t.bids[seat] = call.amount

    def settle(self) -> None:
        """All that was thrown is out of this deal, unless only the winner pays."""
        if self.t.rules["money_lost"] == "all_bids":
            return
        for seat, throws in self.thrown.items():
            if seat != self.holder:
                for amount, coins in throws:
                    self.t.purses[seat] = self.t.purses[seat].give_back(amount, coins)
                    self.t.thrown[seat] -= amount


def fault(t: Table, pot: Pot, bidding: list[Seat], call: Call) -> None:
    """An illegal call where the table punishes it: a forced pass for this lot, or the units thrown are forfeited."""
    seat, purse = call.seat, t.purses[call.seat]
    if t.rules["illegal_call"] == "forced_pass":
        if seat in bidding and seat != pot.holder:
            bidding.remove(seat)
            t.passed.add(seat)
            t.barred[seat] = words("{name} must pass on this lot for an illegal call", name=t.names[seat])
        return
    said = sum(call.coins) if call.coins else (call.amount or 0) - pot.in_pot(seat)
    lost = max(0, min(purse.units, said))
    ways = [way for way in purse.ways(lost) if call.coins is None or way == tuple(sorted(call.coins))]
    if lost and ways:
        t.purses[seat] = purse.without(lost, ways[0])
        t.thrown[seat] = t.thrown.get(seat, 0) + lost


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


def score(hands: Mapping[Seat, Sequence[Card]], money: Mapping[Seat, int], rules: Mapping[str, str]) -> Outcome:
    """Hand value, a bonus for the dearest hand, and the units left."""
    best = {seat: best_hand(cards, rules) for seat, cards in hands.items()}
    top = max(found.value for found in best.values())
    winners = [seat for seat, found in best.items() if found.value == top]
    bonus = {"all": BEST_HAND, "split": BEST_HAND // len(winners), "none": BEST_HAND * (len(winners) == 1)}
    points, how = {}, {}
    for seat, found in best.items():
        extra = bonus[rules["bonus_tie"]] if seat in winners else 0
        points[seat] = found.value + extra + money[seat]
        how[seat] = explain(found, extra, money[seat])
    return Outcome(points, how)


def explain(found: Hand, bonus: int, money: int) -> How:
    """How a score came about, in numbers and in words."""
    parts = {"category": found.category, "value": found.value, "bonus": bonus, "money": money}
    hand_words = words("{name}: {sum}", name=CATEGORIES[found.category], sum=found.sum)
    if found.sum != str(found.value):
        hand_words = words("{hand} = {value}", hand=hand_words, value=found.value)
    if bonus:
        hand_words = words("{hand}; best hand + {bonus}", hand=hand_words, bonus=bonus)
    if money:
        hand_words = words("{hand}; units left + {money}", hand=hand_words, money=money)
    return How(found.cards, parts, hand_words)


CATEGORIES = {
    "nothing": words("Nothing"),
    "pair": words("Pair"),
    "two_pairs": words("Two pairs"),
    "triplet": words("Triplet"),
    "straight": words("Straight"),
    "flush": words("Flush"),
    "four": words("Four of a kind"),
    "straight_flush": words("Straight flush"),
    "crveni_tepih": words("Crveni tepih"),
    "short": words("Fewer than four cards"),
}


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """The first to reach 250; if several do in one deal the higher total, or all where the table shares."""
    there = [seat for seat, points in scores.items() if points >= TARGET]
    if not there or rules["target_tie"] == "shared":
        return tuple(there)
    top = max(scores[seat] for seat in there)
    highest = tuple(seat for seat in there if scores[seat] == top)
    return highest if len(highest) == 1 else ()


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def dealt_pack(players: int, rules: Mapping[str, str]) -> Cards:
    """32 cards, doubled from five players on."""
    return pack(RANKS, packs(players))


def money_pack(players: int) -> Cards:
    """The cards 2 to 6, which are money and never dealt."""
    return pack("23456", packs(players))


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


def to_cards(codes: Any) -> tuple[Card, ...]:
    """Card codes of a record; raises BadRecord."""
    if not isinstance(codes, str | list | tuple) or not all(isinstance(code, str) for code in codes):
        raise BadRecord('cards are a list of codes, for example ["TD", "7H"]')
    try:
        return parse_cards(codes)
    except BadCard as error:
        raise BadRecord(str(error)) from None


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


def result(t: Table, event: Event) -> Outcome:
    """Score-only play: what each holds at the showdown, and the units each has left."""
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


def max_players(rules: Mapping[str, str]) -> int:
    """Eight, or twelve where the table plays without the cap."""
    return 12 if rules["two_deck_players"] == "up_to_12" else 8


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
         {"id": 1, "do": "result", "hands": {"Ana": ["KD", "8C"], "Boris": ["AS", "9D"]},
          "money": {"Ana": 20, "Boris": 20}}),
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
    sees=words("the two cards of the lot, the open cards before each player, and the cards set aside"),
    max_players=max_players,
    credit=words("Crveni tepih is a Serbian form of Red Carpet, invented by Mike Church (2003)."),
)
