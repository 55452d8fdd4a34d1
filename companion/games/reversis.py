"""Reversis: 48 cards, each for himself, as few card points as possible; chips move during the deal and after it.

The rules are told in the order they happen at the table: the bank, the exchange, the announcements, the tricks with
their payments, the settlement. Turn order goes to the right; the dealer is the last of the four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards import Card, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands
from companion.events import BadRecord, Event
from companion.games.reversis_chips import (
    DEALERS_STAKE,
    JACK,
    STAKE,
    TRICKS,
    Deal,
    Reward,
    payments,
    stakes,
    win_bank,
    worth,
)  # fmt: skip
from companion.rules.drawing import Draw, LayOff
from companion.rules.forms import Form, whole
from companion.rules.plays import Play, follow
from companion.rules.requests import Act, AnyOf, Request
from companion.rules.spoken import Say
from companion.rules.stakes import dues, pay
from companion.rules.tricks import Trick, breaches, play_trick, take_rest, take_trick
from companion.table import claims
from companion.table.outcome import How, Outcome
from companion.table.table import Seat, Table, hand, taken
from companion.table.truth import Dice, Truth
from companion.texts import Text

HANDS, TALON, FREE_TRICKS, DEALS, CHIPS = 11, 3, 9, 24, 1110
ESPANJOLETE = frozenset({JACK, *(Card("A", suit) for suit in "SHDC")})
HEIGHT = {rank: height for height, rank in enumerate("23456789JQKA")}


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/reversis")


def several(english: str, plural: str, n: int) -> Text:
    """A sentence of this game that counts something."""
    return Text(english, {"n": n}, "games/reversis", plural)


CALLS = {"espanjolete": words("Espanjolete"), "reversis": words("Reversis")}


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Stakes, the exchange, eleven tricks, the settlement."""
    t.reasons["say espanjolete"] = words("Espanjolete is announced before the first lead")
    t.reasons["say reversis"] = words("Reversis needs every trick so far, and is announced before the lead to trick 10")
    it, first = Deal(), t.after(t.dealer)
    stakes(t, STAKE, DEALERS_STAKE)
    leader = t.to_act if t.to_act is not None else first
    if t.places["talon"]:
        await exchange(t, first)
    for number in range(TRICKS - t.size(hand(leader)) + 1, TRICKS + 1):
        trick = await play_trick(t, number, leader, card_for, offers=offers, heard=announce)
        if trick.claimed is not None:
            take_rest(t, trick.claimed, TRICKS - number + 1)
            break
        leader = trick.best([trick.led.suit], lambda card: height(t, card))
        take_trick(t, leader)
        t.due = {}
        payments(t, it, trick, leader)
    return settle(t, it)


async def exchange(t: Table, first: Seat) -> None:
    """The three non-dealers take a card of the talon each; then all four lay one off, in any order."""
    early = t.rules["espanjolete_when"] == "before_exchange"
    takers = t.round_from(first)[:TALON]
    laying = list(range(t.seats))
    t.stage = "exchange"
    while takers or laying:
        ask: list[Request[Any]] = [Draw(takers[0], 1, "talon")] if takers else [LayOff(seat, 1) for seat in laying]
        asked, answer = await AnyOf(*ask, *(espanjolete(t) if early else ()), *dues(t))
        if isinstance(asked, Draw):
            takers.pop(0)
        elif isinstance(asked, LayOff):
            laying.remove(asked.seat)
        elif isinstance(asked, Say):
            announce(t, asked, answer)


def card_for(t: Table, trick: Trick, seat: Seat) -> Play:
    """Follow suit if able; who announced Espanjolete (and no Reversis in its place) need not for nine tricks."""
    said = [word for who, word in t.said if who == seat]
    free = said == ["espanjolete"] and trick.number <= FREE_TRICKS
    duties = (follow(t.faces, trick.led.suit),) if trick.laid and not free else ()
    return Play(seat, duties, lead=not trick.laid)


def height(t: Table, card: Card) -> int:
    """Ace high; the jack of hearts above the ace, or as a house rule in its place."""
    return 99 if card == JACK and t.rules["heart_jack"] == "highest" else HEIGHT[card.rank]


# The announcements --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Espanjolete(Say):
    """Announced by who holds four of the four aces and the jack of hearts."""

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        held = sum(n for card, n in truth.hand(t, self.seat).items() if card in ESPANJOLETE)
        return Act("say", self.seat, word="espanjolete") if held >= 4 else None


def espanjolete(t: Table) -> list[Request[Any]]:
    """Anybody may announce it, once."""
    if any(word == "espanjolete" for _, word in t.said):
        return []
    return [Espanjolete(seat, {"espanjolete": CALLS["espanjolete"]}) for seat in range(t.seats)]


def offers(t: Table, trick: Trick) -> Sequence[Request[Any]]:
    """Between two tricks: Espanjolete before the first, Reversis by who has won all; payments may be told."""
    if trick.laid:
        return ()
    found: list[Request[Any]] = list(dues(t))
    if trick.number == 1 and t.rules["espanjolete_when"] == "after_exchange":
        found += espanjolete(t)
    if trick.number <= FREE_TRICKS + 1 and not any(word == "reversis" for _, word in t.said):
        able = [seat for seat in range(t.seats) if t.tricks.get(seat, 0) == trick.number - 1]
        if t.rules["both_announcements"] == "no":
            able = [seat for seat in able if (seat, "espanjolete") not in t.said]
        found += [Say(seat, {"reversis": CALLS["reversis"]}, often=0.05) for seat in able]
    return found


def announce(t: Table, asked: Request[Any], answer: Any) -> None:
    """What was said holds for the deal; Espanjolete claims the cards."""
    if not isinstance(asked, Say):
        return
    t.said.append((asked.seat, answer))
    t.marks.setdefault(asked.seat, {})[answer] = CALLS[answer]
    if answer == "espanjolete":
        what = words("{name} announced Espanjolete", name=t.names[asked.seat])
        least = 4 - (t.rules["espanjolete_when"] == "before_exchange")
        claims.holds(t, asked.seat, "espanjolete", ESPANJOLETE, least, what)


# The settlement -----------------------------------------------------------------------------------------------------


def settle(t: Table, it: Deal) -> Outcome:
    """Card points are counted and the bank is won."""
    if t.rules["revoke"] == "deal_void" and (guilty := set(breaches(t, "follow_suit").values())):
        return revoked(t, sorted(guilty))
    for player, leader, amount, _ in it.forced:
        it.reward(t, leader, player, amount, ace=True)
    t.infer("aside")
    points = {seat: worth(t.known(taken(seat))) for seat in range(t.seats)}
    return score(t, it.rewards, points, {seat: t.tricks.get(seat, 0) for seat in range(t.seats)})


def revoked(t: Table, guilty: Sequence[Seat]) -> Outcome:
    """A revoke voids the deal as the table plays: each guilty player puts the amount of the bank into the next one."""
    fine = STAKE * (t.seats - 1) + DEALERS_STAKE
    bank = t.carried.get("bank", 0) + fine * len(guilty)
    return Outcome(dict.fromkeys(guilty, -fine), void=True, note="revoke", carry={"bank": bank})


def score(t: Table, rewards: Sequence[Reward], points: Mapping[Seat, int], tricks: Mapping[Seat, int]) -> Outcome:
    """The bank is won; a deal's points are the chips won and lost."""
    win_bank(t, rewards, points, tricks, {word: seat for seat, word in t.said})
    gained = {seat: t.chips[seat] - CHIPS - t.scores.get(seat, 0) for seat in range(t.seats)}
    return Outcome(gained, {seat: explain(points[seat], tricks[seat], gained[seat]) for seat in gained})


def explain(points: int, tricks: int, gained: int) -> How:
    """How a player's chips came about."""
    parts = {"points": points, "tricks": tricks, "chips": gained}
    taken_points = several("{n} point", "{n} points", points)
    in_tricks = several("in {n} trick", "in {n} tricks", tricks)
    return How((), parts, words("{points} {tricks}", points=taken_points, tricks=in_tricks))


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """As a house rule the match ends when somebody is out of chips."""
    if rules["match_length"] != "broke" or min(scores.values()) > -CHIPS:
        return ()
    return tuple(seat for seat, score in scores.items() if score == max(scores.values()))


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Eleven cards to the non-dealers, twelve to the dealer, three to the talon; no exchange from a position."""
    exchanged = "hands" in start.fields
    deal_hands(t, start, HANDS, {"talon": 0 if exchanged else TALON})
    if not exchanged:
        t.places[hand(t.dealer)].append(t.places["aside"].pop())
    t.chips = {seat: CHIPS + t.scores.get(seat, 0) for seat in range(t.seats)}
    t.pot = whole(start.fields.get("bank", t.carried.get("bank", 0)), "bank", 0)
    for seat, word in start.by_seat("said").items():
        if word not in CALLS:
            raise BadRecord(f"start: said is espanjolete or reversis, not {word!r:.40}")
        t.said.append((seat, str(word)))


def result(t: Table, event: Event) -> Outcome:
    """Score only: card points and tricks of each, rewards paid during the deal by payer, the bank, announcements."""
    form = Form(t, event, ("points", "tricks", "rewards", "bank", "espanjolete", "reversis"))
    points, tricks = form.numbers("points", 44), form.numbers("tricks", TRICKS)
    if sum(tricks.values()) != TRICKS or sum(points.values()) > 44:
        raise BadRecord(f"there are {TRICKS} tricks and at most 44 points, not {sum(tricks.values())} and "
                        f"{sum(points.values())}")  # fmt: skip
    form.need_trick("points", points, tricks)
    it = Deal()
    stakes(t, STAKE, DEALERS_STAKE)
    for seat, table in form.by_seat("rewards").items():
        if not isinstance(table, Mapping):
            raise BadRecord("rewards are a table by who got them and who paid ('bank' for the bank)")
        for name, amount in table.items():
            if name != "bank" and name not in t.names:
                raise BadRecord(f"'rewards' names {name!r:.40}, who does not play")
            payer = None if name == "bank" else t.names.index(name)
            if payer == seat:
                raise BadRecord(f"'rewards': {name} cannot pay himself")
            it.reward(t, seat, payer, whole(amount, "a reward", 0, 10**6), ace=payer is not None)
    bank = whole(form.facts.get("bank", t.pot), "bank", 0, 10**6)
    if bank > t.pot:  # filled again after the jack of hearts was thrown off
        for payer in range(t.seats):
            pay(t, payer, None, 2 * (DEALERS_STAKE if payer == t.dealer else STAKE))
    if bank != t.pot:
        raise BadRecord(f"after these rewards the bank holds {t.pot}, not {bank}")
    t.said = [(who, word) for word in CALLS if (who := form.seat(word)) is not None]
    return score(t, it.rewards, points, tricks)


OPTIONS = (
    Option("heart_jack", words("The jack of hearts"), {
        "highest": words("is the highest heart"), "below_queen": words("ranks below the queen")}),
    Option("discard_points", words("Points of the cards laid off"), {
        "none": words("count for nobody"), "pool": words("are paid by whoever pays the premium")}),
    Option("espanjolete_when", words("Espanjolete is announced"), {
        "after_exchange": words("after the exchange"), "before_exchange": words("before it")}),
    Option("ace_pays", words("An ace that wins on another's lead pays"), {
        "when_it_wins": words("always"), "forced_only": words("only if it was the player's last of the suit")}),
    Option("last_jack", words("Jack of hearts discarded in the last trick"), {
        "four_doubled": words("8 and the bank"), "bank_doubled": words("8, the bank, and as much again")}),
    Option("last_refill", words("The bank is filled again after the last trick"), {
        "off": words("no"), "on": words("yes")}),
    Option("most_points_tie", words("Equal most points"), {
        "one_pays": words("more tricks pays, then the later in turn"), "split": words("pay half each")}),
    Option("match_length", words("The match lasts"), {
        "24_deals": words("24 deals"), "broke": words("until somebody is out of chips")}),
    Option("revoke", words("A proven revoke"), {
        "report": words("is told and counts no further"),
        "deal_void": words("voids the deal and costs the amount of the bank")}),
    Option("espanjolete_aim", words("Espanjolete needs the fewest"), {
        "fewest_points": words("points"), "fewest_tricks": words("tricks")}),
    Option("espanjolete_return", words("After a failed Espanjolete go back twofold"), {
        "all_rewards": words("all rewards"), "aces_only": words("rewards for aces only")}),
    Option("both_announcements", words("Reversis by the Espanjolete player"), {
        "no": words("no"), "yes": words("yes, in its place")}),
    Option("separate_pile", words("A Reversis takes of the others"), {
        "gross": words("all they have won in the deal"), "net": words("what they have won more than paid")}),
)  # fmt: skip

VERBS = (
    Verb("draw", words("a card of the talon, unseen"), {"id": 1, "seat": "Boris", "do": "draw", "count": 1}),
    Verb("discard", words("one card laid off face down"), {"id": 4, "seat": "Boris", "do": "discard", "count": 1}),
    Verb("say", words("an announcement"), {"id": 8, "seat": "Vera", "do": "say", "word": "espanjolete"}, CALLS),
    Verb("play", words("a card to the trick"), {"id": 9, "seat": "Boris", "do": "play", "cards": ["9S"]}),
    Verb("pay", words("a payment that has just fallen due (may be left out)"),
         {"id": 13, "seat": "Vera", "do": "pay", "amount": 2}),
    Verb("result",
         words("a deal scored by hand: card points, tricks, rewards by payer or bank, the last bank, what was said"),
         {"id": 1, "do": "result", "facts": {"points": {"Boris": 12, "Goran": 32}, "tricks": {"Boris": 3, "Goran": 8},
          "rewards": {"Ana": {"Boris": 1}, "Vera": {"Goran": 4, "bank": 10}}, "bank": 20, "espanjolete": "Boris"}}),
)  # fmt: skip

GAME = Game(
    id="reversis",
    title=words("Reversis"),
    players=(4,),
    direction="right",
    target=0,
    options=OPTIONS,
    pack=lambda players, rules: pack("23456789JQKA"),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=winners,
    verbs=VERBS,
    start_keys=(*TRICK_GAME_START, "bank", "said"),
    sees=words("the cards of each trick before their players; who takes and lays off how many cards"),
    deck=words("52 cards without the four tens; chips"),
    summary=words("rules.summary"),
    length=lambda players, rules: DEALS if rules["match_length"] == "24_deals" else None,
    looks_back=True,
)
