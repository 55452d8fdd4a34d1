"""Kvinto: two partnerships, 53 cards, and a cutting suit that changes with every lead; tricks and quints count.

The rules are told in the order they happen at the table: ``deal``, the announcements, who wins a trick, the scoring.
Turn order goes to the right; the dealer is the last of the four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards import Card, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands
from companion.events import BadRecord, Event
from companion.rules.forms import Form, to_cards
from companion.rules.plays import Play, follow
from companion.rules.requests import Request
from companion.rules.spoken import Say
from companion.rules.sums import item
from companion.rules.tricks import Trick, breaches, lay_down, play_trick, take_rest, take_trick
from companion.table.claims import Duty
from companion.table.outcome import How, Outcome
from companion.table.sides import by_seat, first_to, members, side
from companion.table.table import Seat, Table, hand
from companion.texts import Text

HANDS, TALON, TRICKS, TARGET, CONTRACT = 12, 5, 12, 555, 7
JOKER = Card("X", "")
STRENGTH = {rank: height for height, rank in enumerate("A23456789TJQK")}
SUITS = "SCDH"  # low to high: a suit is cut by the next one
QUINT = {"S": 5, "C": 10, "D": 15, "H": 20}
LOW = {suit: [Card(rank, suit) for rank in "A2345"] for suit in SUITS}
TRICK, MISSING = 5, 10


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/kvinto")


def several(english: str, plural: str, n: int) -> Text:
    """A sentence of this game that counts something."""
    return Text(english, {"n": n}, "games/kvinto", plural)


CALLS = {"duplo": words("Duplo"), "cetiri_puta": words("Četiri puta")}

# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Twelve tricks, with Duplo and Četiri puta announced during the first; the last trick brings the talon."""
    t.reasons["say duplo"] = words("Duplo is said once, with one's own card to the first trick")
    t.reasons["say cetiri_puta"] = words("Četiri puta answers a Duplo of the other side before the second trick")
    won = [Won(side(seat), 0, Cards()) for seat, tricks in t.tricks.items() for _ in range(tricks)]
    leader = t.to_act if t.to_act is not None else t.after(t.dealer)
    for number in range(TRICKS - t.size(hand(leader)) + 1, TRICKS + 1):
        trick = await play_trick(t, number, leader, card_for, offers=calls, heard=announce)
        if trick.claimed is not None:
            won += await rest(t, trick.claimed, TRICKS - number + 1)
            break
        leader = winner(trick, t.rules)
        take_trick(t, leader)
        won.append(Won(side(leader), quints(trick.cards), trick.cards, tuple(laid.event for laid in trick.laid)))
    t.infer("talon")
    return settle(t, won)


def card_for(t: Table, trick: Trick, seat: Seat) -> Play:
    """Any card may be led except the joker; follow suit if able; the joker only when void."""
    lead = not trick.laid
    barred = {}
    if lead and t.rules["joker_lead"] == "last_card_only" and t.size(hand(seat)) > 1:
        barred[JOKER] = ("joker_lead", words("the joker may be led only as the last card"))
    suit = led_suit(trick)
    duties: tuple[Duty, ...] = ()
    if suit:
        anytime = frozenset({JOKER}) if t.rules["joker_play"] == "any_time" else frozenset()
        duties = (follow(t.faces, suit, exempt=anytime),)
    return Play(seat, duties, lead=lead, barred=barred)


def led_suit(trick: Trick) -> str:
    """The suit to be followed: a joker led leaves it to the next card."""
    return next((laid.card.suit for laid in trick.laid if laid.card != JOKER), "")


def winner(trick: Trick, rules: Mapping[str, str]) -> Seat:
    """The highest card of the suit above the one led, else of the suit led (or of any higher suit, as a house rule)."""
    led = SUITS.index(led_suit(trick))
    cutting = SUITS[led + 1 : led + 2] if rules["cutting_suit"] == "next_only" else SUITS[led + 1 :]
    return trick.best([*reversed(cutting), SUITS[led]], lambda card: STRENGTH[card.rank])


async def rest(t: Table, seat: Seat, tricks: int) -> list[Won]:
    """ "The rest are mine": all lay down their cards; fives and the joker among them go with the last of the tricks."""
    await lay_down(t)
    cards = t.known("trick", *(hand(other) for other in range(t.seats)))
    take_rest(t, seat, tricks)
    fives = Counter({card: n for card, n in cards.items() if card == JOKER or card.rank == "5"})
    return [Won(side(seat), 0, Cards()) for _ in range(tricks - 1)] + [Won(side(seat), quints(fives), Cards())]


# The announcements --------------------------------------------------------------------------------------------------


def calls(t: Table, trick: Trick) -> Sequence[Request[Any]]:
    """Who may say what now: Duplo with one's own card to trick 1, Četiri puta against it till the second lead."""
    opening = trick.number == 1 or (trick.number == 2 and not trick.laid)
    if not opening or any(word == "cetiri_puta" for _, word in t.said):
        return ()
    playing = [trick.laid[-1].seat if trick.laid else trick.before]  # whose card has just been played,
    if trick.number == 1:
        playing.append(trick.players[len(trick.laid)])  # or is to be played
    if not t.said:
        return [Say(seat, {"duplo": CALLS["duplo"]}) for seat in t.round_from(0) if seat in playing]
    against = [seat for seat in range(t.seats) if side(seat) != side(t.said[0][0])]
    if t.rules["cetiri_puta_until"] == "own_card":
        against = [seat for seat in against if seat in playing]
    return [Say(seat, {"cetiri_puta": CALLS["cetiri_puta"]}) for seat in against]


def announce(t: Table, asked: Request[Any], word: Any) -> None:
    """What was said holds for the deal."""
    t.said.append((asked.seat, word))
    t.marks.setdefault(asked.seat, {})["said"] = CALLS[word]


# Scoring ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Won:
    """A trick: the side that has it, what its quints are worth, its cards, and the events that played them."""

    side: int
    quints: int
    cards: Cards
    events: tuple[int, ...] = ()


def quints(cards: Cards) -> int:
    """Fives, and A+4 or 2+3 of a suit, by the worth of the suit; the joker is 25."""
    total = 25 * cards[JOKER]
    for suit, worth in QUINT.items():
        ace, two, three, four, five = [cards.get(card, 0) for card in LOW[suit]]
        total += worth * (five + min(ace, four) + min(two, three))
    return total


def settle(t: Table, won: Sequence[Won]) -> Outcome:
    """The talon goes with the last trick; a trick with a revoke may go to the other side, as the table plays."""
    revokes = breaches(t, "follow_suit")
    if revokes and t.rules["revoke"] == "deal_void":
        return Outcome(void=True, note="revoke")
    tricks, worth, last = [0, 0], [0, 0], 0
    for trick in won:
        owner = trick.side
        for event in trick.events:
            if t.rules["revoke"] == "trick_lost" and event in revokes:
                owner = 1 - side(revokes[event])
        tricks[owner] += 1
        worth[owner] += trick.quints
        last = owner
    talon = t.known("talon")
    worth[last] += quints(talon)
    if won and t.rules["talon_quints"] == "with_last_trick":
        worth[last] += quints(talon + won[-1].cards) - quints(talon) - quints(won[-1].cards)
    said = {word: side(seat) for seat, word in t.said}
    return score(t, tricks, worth, last, said)


def score(t: Table, tricks: Sequence[int], worth: Sequence[int], last: int, said: Mapping[str, int]) -> Outcome:
    """5 a trick and 10 for the last, doubled or quadrupled; quints; 10 for each trick missing to a Duplo."""
    times = 4 if "cetiri_puta" in said else 2 if "duplo" in said else 1
    premium = [0, 0]
    if "duplo" in said:
        each = 2 * MISSING if times == 4 and t.rules["shortfall"] == "twenty" else MISSING
        bound = {said["duplo"]}
        if times == 4 and t.rules["shortfall"] == "both_sides":
            bound.add(said["cetiri_puta"])
        for one in bound:
            premium[1 - one] += each * max(0, CONTRACT - tricks[one])
    points, how = [], []
    for one in (0, 1):
        play = TRICK * times * (tricks[one] + (one == last))
        points.append(play + worth[one] + premium[one])
        parts = {"tricks": tricks[one], "trick_points": play, "quints": worth[one], "premium": premium[one]}
        how.append(How((), parts, explain(parts)))
    return Outcome(by_seat(points, t.seats), {seat: how[side(seat)] for seat in range(t.seats)})


def explain(parts: Mapping[str, int]) -> Text:
    """How a side's points came about."""
    tricks = item(several("{n} trick", "{n} tricks", parts["tricks"]), f"= {parts['trick_points']}")
    sentence = words("{tricks}, quints {quints}", tricks=tricks, quints=parts["quints"])
    return words("{sum}, premium {premium}", sum=sentence, premium=parts["premium"]) if parts["premium"] else sentence


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """The first side to 555; the higher total if both are there."""
    return first_to(TARGET, scores, shared=rules["target_tie"] == "shared")


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Twelve cards each and five to the talon."""
    deal_hands(t, start, HANDS, {"talon": TALON})
    t.partners = members(t.seats)


def result(t: Table, event: Event) -> Outcome:
    """Score only: tricks of each side, who took the last, the quints captured, and what was announced."""
    form = Form(t, event, ("tricks", "last", "quints", "duplo", "cetiri_puta"))
    tricks, worth = [0, 0], [0, 0]
    for seat, number in form.numbers("tricks", TRICKS).items():
        tricks[side(seat)] += number
    if sum(tricks) != TRICKS:
        raise BadRecord(f"the tricks of both sides make {TRICKS}, not {sum(tricks)}")
    captured: list[Card] = []
    for seat, groups in form.by_seat("quints").items():
        for group in groups if isinstance(groups, list | tuple) else [groups]:
            captured += (cards := quint(group))
            worth[side(seat)] += quints(Counter(cards))
    form.in_pack("quints", captured)
    last = side(form.must("last"))
    for one, key, has in ((last, "last", 1), (0, "quints", worth[0]), (1, "quints", worth[1])):
        if has and not tricks[one]:
            raise BadRecord(f"{key!r} cannot name a side that has no trick")
    said = {word: side(who) for word in CALLS if (who := form.seat(word)) is not None}
    if "cetiri_puta" in said and said.get("duplo") != 1 - said["cetiri_puta"]:
        raise BadRecord("Četiri puta answers a Duplo of the other side")
    return score(t, tricks, worth, last, said)


def quint(group: Any) -> tuple[Card, ...]:
    """The cards of one quint: ``5H``, ``AH+4H`` or ``X``; raises BadRecord."""
    if isinstance(group, str):
        cards = to_cards(group.split("+") if "+" in group else group)
        single = len(cards) == 1 and (cards[0] == JOKER or cards[0].rank == "5")
        if single or (len(cards) == 2 and "5" not in {card.rank for card in cards} and JOKER not in cards
                      and quints(Counter(cards))):  # fmt: skip
            return cards
    raise BadRecord(f"a quint is a five, A+4 or 2+3 of a suit, or the joker X, not {group!r:.40}")


# What the product needs to know -------------------------------------------------------------------------------------

OPTIONS = (
    Option("cutting_suit", words("Which suit cuts"), {
        "next_only": words("only the next higher one"), "any_higher": words("any higher one")}),
    Option("joker_play", words("When the joker may be played"), {
        "when_void": words("only when void in the suit led"), "any_time": words("at any time")}),
    Option("joker_lead", words("When the joker may be led"), {
        "last_card_only": words("only as the last card"), "any_time": words("at any time")}),
    Option("talon_quints", words("Quints in the talon"), {
        "alone": words("are looked for in the talon alone"),
        "with_last_trick": words("are looked for together with the last trick")}),
    Option("cetiri_puta_until", words("Until when Četiri puta may be said"), {
        "second_lead": words("before the second trick is led"), "own_card": words("only with one's own first card")}),
    Option("shortfall", words("What each trick missing to a Duplo is worth"), {
        "ten": words("10, charged to the side that announced Duplo"), "twenty": words("20 after Četiri puta"),
        "both_sides": words("10, charged also to the side that said Četiri puta")}),
    Option("target_tie", words("Both sides equal at 555 or more"), {
        "another_deal": words("one more deal"), "shared": words("they share the win")}),
    Option("revoke", words("A proven revoke"), {
        "report": words("is told and counts no further"), "trick_lost": words("costs the trick"),
        "deal_void": words("makes the deal void")}),
)  # fmt: skip

VERBS = (
    Verb("play", words("a card to the trick"), {"id": 1, "seat": "Boris", "do": "play", "cards": ["7S"]}),
    Verb("say", words("Duplo or Četiri puta"), {"id": 2, "seat": "Boris", "do": "say", "word": "duplo"}, CALLS),
    Verb("turn", words("the talon after the last trick (may be left out)"),
         {"id": 50, "do": "turn", "cards": ["KS", "9C", "5S", "AD", "7H"]}),
    Verb("show", words("the cards left, after somebody has claimed the rest"),
         {"id": 40, "seat": "Ana", "do": "show", "cards": ["KD", "8C"]}),
    Verb("result",
         words("a deal scored by hand: tricks and quints (the talon's too) of each side, last trick, who said what"),
         {"id": 1, "do": "result", "facts": {"tricks": {"Ana": 8, "Boris": 4}, "last": "Ana", "duplo": "Ana",
          "cetiri_puta": "Boris", "quints": {"Ana": ["5H", "2D+3D", "X"], "Boris": ["5C"]}}}),
)  # fmt: skip

GAME = Game(
    id="kvinto",
    title=words("Kvinto"),
    players=(4,),
    direction="right",
    target=TARGET,
    options=OPTIONS,
    pack=lambda players, rules: pack(jokers=("X",)),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=winners,
    verbs=VERBS,
    start_keys=TRICK_GAME_START,
    sees=words("the cards of each trick before their players, and the talon when it is turned up"),
    deck=words("52 cards and one joker"),
    summary=words("rules.summary"),
)
