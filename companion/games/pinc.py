"""Pinč: three players, 36 cards; every trick is won by two of them together or by nobody.

The rules are told in the order they happen at the table: twelve tricks, who owns a trick, the scoring. There is no
trump and nothing is announced. Turn order goes to the right; the dealer is the last of the three.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from companion.cards import Card, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands
from companion.events import BadRecord, Event
from companion.referee import Illegal
from companion.rules.forms import Form, whole
from companion.rules.plays import Play, follow
from companion.rules.requests import Act, Request
from companion.rules.tricks import Trick, play_trick
from companion.table.outcome import How, Outcome
from companion.table.table import Laid, Seat, Table, hand, taken
from companion.texts import Text

TRICKS, TARGET, IN_PACK, LEAST = 12, 11, 136, 3
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
HEIGHT = {"ten_second": "6789JQKTA", "natural": "6789TJQKA"}
NOBODYS = "taken"
"""the place of the tricks that nobody has won"""
Pair = frozenset[Seat]
PAIRS: tuple[Pair, ...] = (frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 2}))


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/pinc")


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Twelve tricks; of the two who win one the earlier leads to the next."""
    t.reasons["take"] = words("a trick is laid away when its three cards lie there, before the next lead")
    heaps = Heaps()
    leader = t.to_act if t.to_act is not None else t.after(t.dealer)
    for number in range(TRICKS - t.size(hand(leader)) + 1, TRICKS + 1):
        trick = await play_trick(t, number, leader, card_for, offers=heaps.told, rest=False)
        winners = owners(trick, t.rules)
        heaps.take(t, trick, winners)
        leader = next_leader(t, trick, winners)
    return score(t, heaps.won)


def card_for(t: Table, trick: Trick, seat: Seat) -> Play:
    """Any card may be led; follow suit if able; there is no duty to beat."""
    duties = (follow(t.faces, trick.led.suit),) if trick.laid else ()
    return Play(seat, duties, lead=not trick.laid)


def next_leader(t: Table, trick: Trick, winners: Pair) -> Seat:
    """Of the two winners the one who played earlier; after a trick that nobody won the same leader again."""
    if winners:
        return next(laid.seat for laid in trick.laid if laid.seat in winners)
    return t.after(trick.leader) if t.rules["lead_after_nobody"] == "leaders_right" else trick.leader


# Who owns a trick ---------------------------------------------------------------------------------------------------


def owners(trick: Trick, rules: Mapping[str, str]) -> Pair:
    """The two who win a trick, nobody if it is empty: king and queen, else jack and the lower of the others."""
    laid = trick.laid
    if royal := king_and_queen(laid, rules):
        return royal
    jack = court(laid, "J", rules)
    if jack is None:
        return plain(trick, rules)
    if any(one.card.rank == "A" for one in laid):
        return frozenset()
    others = [one for one in laid if one is not jack]
    if rules["jack_other_suits"] == "nobody" and others[0].card.suit != others[1].card.suit:
        return frozenset()
    return frozenset({jack.seat, lower(others, trick.led.suit, rules).seat})


def king_and_queen(laid: Sequence[Laid], rules: Mapping[str, str]) -> Pair:
    """A king and a queen always win together, as a house rule only in one suit."""
    if rules["kq_suits"] == "any":
        king, queen = court(laid, "K", rules), court(laid, "Q", rules)
        return frozenset({king.seat, queen.seat}) if king and queen else frozenset()
    for king in laid:
        for queen in laid:
            if (king.card.rank, queen.card) == ("K", Card("Q", king.card.suit)):
                return frozenset({king.seat, queen.seat})
    return frozenset()


def court(laid: Sequence[Laid], rank: str, rules: Mapping[str, str]) -> Laid | None:
    """The card of this rank that counts: of several the one played first, as a house rule the last."""
    of_rank = [one for one in laid if one.card.rank == rank]
    if not of_rank:
        return None
    return of_rank[-1] if rules["double_court"] == "last" else of_rank[0]


def lower(others: Sequence[Laid], led: str, rules: Mapping[str, str]) -> Laid:
    """The lower of two cards, of equal ones the first played; as a house rule the one not of the suit led."""
    off = [one for one in others if one.card.suit != led]
    if rules["jack_other_suits"] == "off_suit_lower" and len(off) == 1:
        return off[0]
    return min(others, key=lambda one: height(one.card, rules))


def plain(trick: Trick, rules: Mapping[str, str]) -> Pair:
    """Neither king and queen nor a jack: nobody wins; as a house rule the two highest cards of the suit led do."""
    led = [laid for laid in trick.laid if laid.card.suit == trick.led.suit]
    if rules["plain_trick"] == "nobody" or len(led) < 2:
        return frozenset()
    led.sort(key=lambda laid: height(laid.card, rules))
    return frozenset(laid.seat for laid in led[-2:])


def height(card: Card, rules: Mapping[str, str]) -> int:
    """How high a card is: the ten above the king, as a house rule in its usual place."""
    return HEIGHT[rules["height_of_ten"]].index(card.rank)


# Where a trick is put -----------------------------------------------------------------------------------------------


@dataclass
class Heaps:
    """The card points that each pair has won together, and who won the last trick."""

    won: dict[Pair, int] = field(default_factory=lambda: dict.fromkeys(PAIRS, 0))
    last: Pair | None = None

    def take(self, t: Table, trick: Trick, winners: Pair) -> None:
        """The trick goes between its two winners, or aside; the table shows what each pair has."""
        self.last = winners
        if winners:
            self.won[winners] += worth(trick.cards)
            for seat in winners:
                t.tricks[seat] = t.tricks.get(seat, 0) + 1
        t.move_all("trick", between(winners))
        t.board["last"] = words("the last trick: {pair}", pair=together(t, winners))
        for pair, points in self.won.items():
            key = f"pair {'+'.join(map(str, sorted(pair)))}"
            t.board[key] = words("{pair}: {points}", pair=together(t, pair), points=points)

    def told(self, t: Table, trick: Trick) -> list[LayAway]:
        """Between two tricks it may be told where the last one was put."""
        if trick.laid or self.last is None:
            return []
        return [LayAway(seat, self.last) for seat in range(t.seats)]


def between(winners: Pair) -> str:
    """The place between two players: it is named by the one after whom it lies in the order of play."""
    if not winners:
        return NOBODYS
    first, second = sorted(winners)
    return taken(second if (first, second) == (0, 2) else first)


def together(t: Table, pair: Pair) -> Text:
    """A pair by its names."""
    if not pair:
        return words("nobody")
    one, other = sorted(pair)
    return words("{one} and {other}", one=t.names[one], other=t.names[other])


@dataclass(frozen=True)
class LayAway(Request[None]):
    """Where the last trick was laid, told by those who watch it: between ``seat`` and ``act.to``, or aside."""

    winners: Pair = frozenset()
    verbs: ClassVar = ("take",)
    silent: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        place = frozenset() if act.to == "aside" else frozenset({t.names[self.seat], act.to})
        if place != frozenset(t.names[seat] for seat in self.winners):
            said = words("that is not the place for it; the last trick: {pair}", pair=together(t, self.winners))
            raise Illegal("wrong_place", said)

    def describe(self, t: Table) -> Text:
        return words("{name} lays the trick away", name=t.names[self.seat])


# Scoring ------------------------------------------------------------------------------------------------------------


def worth(cards: Cards) -> int:
    """Card points: ace 11, ten 10, king 4, queen 3, jack 2, the others 1."""
    return sum(POINTS.get(card.rank, 1) * n for card, n in cards.items())


def score(t: Table, won: Mapping[Pair, int]) -> Outcome:
    """Both players of the pair with most points write a tenth of them, rounded up; of tied pairs everybody once."""
    top = max(won.values())
    best = [pair for pair, points in won.items() if points == top > 0]
    if len(best) > 1 and t.rules["tie_top"] == "nobody":
        best = []
    writes = top // 10 + 1 if t.rules["rounding"] == "floor_plus_one" else -(-top // 10)
    points = {seat: writes if any(seat in pair for pair in best) else 0 for seat in range(t.seats)}
    how = {}
    for seat in range(t.seats):
        mine = {pair: has for pair, has in won.items() if seat in pair}
        with_whom = {t.names[next(iter(pair - {seat}))]: has for pair, has in mine.items()}
        (one, first), (other, second) = with_whom.items()
        sentence = words("{first} with {one}, {second} with {other}", first=first, one=one, second=second, other=other)
        if points[seat]:
            tenth = {"top": top, "points": points[seat]}
            sentence = words("{sum}; a tenth of {top}, rounded up: {points}", sum=sentence, **tenth)
        how[seat] = How((), {"together": with_whom}, sentence)
    return Outcome(points, how)


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """Who has most when somebody has 11; equal totals share the win, or as a house rule play one more deal."""
    top = max(scores.values())
    best = tuple(seat for seat, points in scores.items() if points == top >= TARGET)
    return best if len(best) < 2 or rules["match_tie"] == "shared" else ()


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Twelve cards each."""
    deal_hands(t, start, TRICKS)
    t.places[NOBODYS] = []


def result(t: Table, event: Event) -> Outcome:
    """Score only: the card points in the common tricks of each pair."""
    form = Form(t, event, ("pairs",))
    won, told = dict.fromkeys(PAIRS, 0), set[Pair]()
    pairs = form.facts.get("pairs")
    if not isinstance(pairs, list):
        raise BadRecord('a result needs "pairs", a list such as [["Ana", "Boris", 15], ["Boris", "Vera", 21]]')
    for one in pairs:
        if not (isinstance(one, list) and len(one) == 3 and one[0] != one[1]):
            raise BadRecord(f"a pair is two players and their points, not {one!r:.60}")
        if stray := next((name for name in one[:2] if name not in t.names), None):
            raise BadRecord(f"'pairs' names {stray!r:.40}, who does not play")
        pair = frozenset(t.names.index(name) for name in one[:2])
        if pair in told:
            raise BadRecord(f"'pairs' names {one[0]} and {one[1]} twice")
        told.add(pair)
        won[pair] = whole(one[2], "the points of a pair", 0, IN_PACK)
        if 0 < won[pair] < LEAST:
            raise BadRecord(f"a trick that two win holds {LEAST} points at least, not {won[pair]}")
    if sum(won.values()) > IN_PACK:
        raise BadRecord(f"there are {IN_PACK} points in the pack, not {sum(won.values())}")
    return score(t, won)


# What the product needs to know -------------------------------------------------------------------------------------

OPTIONS = (
    Option("plain_trick", words("A trick with neither king and queen nor a jack"), {
        "nobody": words("belongs to nobody"),
        "two_highest_led": words("is won by the two highest cards of the suit led")}),
    Option("lead_after_nobody", words("After a trick that nobody won"), {
        "same_leader": words("the same player leads again"), "leaders_right": words("the player on his right leads")}),
    Option("jack_other_suits", words("A jack with two other cards of different suits"), {
        "height": words("wins with the lower one, whatever the suits"),
        "off_suit_lower": words("wins with the one that is not of the suit led"),
        "nobody": words("wins nothing")}),
    Option("kq_suits", words("King and queen win"), {
        "any": words("in any suits"), "same_suit": words("only in the same suit")}),
    Option("height_of_ten", words("The ten ranks"), {
        "ten_second": words("above the king"), "natural": words("below the jack")}),
    Option("double_court", words("Of two kings, queens or jacks counts"), {
        "first": words("the one played first"), "last": words("the one played last")}),
    Option("rounding", words("Twenty points"), {
        "ceil": words("are written as 2"), "floor_plus_one": words("are written as 3")}),
    Option("tie_top", words("Two pairs with equally many points"), {
        "all_score": words("all score, each player once"), "nobody": words("write nothing")}),
    Option("match_tie", words("Equal best totals at 11 or more"), {
        "shared": words("share the win"), "another_deal": words("play one more deal")}),
)  # fmt: skip

VERBS = (
    Verb("play", words("a card to the trick"), {"id": 1, "seat": "Boris", "do": "play", "cards": ["7S"]}),
    Verb("take", words("the last trick was laid between two players, or to: aside (may be left out)"),
         {"id": 4, "seat": "Boris", "do": "take", "to": "Vera"}),
    Verb("result", words("a deal scored by hand: the card points of each pair"),
         {"id": 1, "do": "result", "facts": {"pairs": [["Ana", "Boris", 15], ["Ana", "Vera", 7]]}}),
)  # fmt: skip

GAME = Game(
    id="pinc",
    title=words("Pinč"),
    players=(3,),
    direction="right",
    target=TARGET,
    options=OPTIONS,
    pack=lambda players, rules: pack("6789TJQKA"),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=winners,
    verbs=VERBS,
    start_keys=TRICK_GAME_START,
    sees=words("the cards of each trick before their players"),
    deck=words("36 cards: of 52 without the twos to the fives; or a German pack, its Ober for queens, Unter for jacks"),
    summary=words("rules.summary"),
)
