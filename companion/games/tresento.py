"""Trešento: two partnerships, 40 cards without trumps; combinations are declared, then figures are won in tricks.

The rules are told in the order they happen at the table: the Hvalež (``tresento_hvalez``), the tricks, the scoring
with its premiums. Turn order goes to the right; the dealer is the last of the four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.cards import Cards
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands
from companion.events import BadRecord, Event
from companion.games.tresento_hvalez import TARGET, Hvalez, words, worth
from companion.rules.declared import by_hand, declare, figures, forty, height, of_rank, proved
from companion.rules.forms import Form
from companion.rules.plays import Play, follow
from companion.rules.tricks import Trick, breaches, lay_down, play_trick, take_rest, take_trick
from companion.table.outcome import How, Outcome
from companion.table.sides import Side, by_seat, first_to, members, side
from companion.table.table import Seat, Table, hand, taken

TRICKS, FIGURE_POINTS = 10, 6
PREMIUM = {"stramaseta": 3, "stramasona": 6, "kalada": 4, "kaladona": 4}
NAMES = ("Stramaseta", "Stramasona", "Kalada", "Kaladona")
MOST_WORTH = 26
"""what ten cards can be worth: a whole suit"""


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """The Hvalež, which may end the match; then ten tricks."""
    for verb in ("show", "say"):
        t.reasons[verb] = words("combinations are declared before the first lead, each player in his turn")
    hvalez = Hvalez(t)
    leader = t.after(t.dealer)
    if t.to_act is not None:
        leader = t.to_act
    else:
        spoken = t.rules["announcing"] == "spoken"
        if await declare(t, leader, hvalez.hear, hvalez.stops, spoken=spoken):
            return unplayed(t, hvalez.points())
        leader = hvalez.kaladondrina() or leader
    last = leader
    for number in range(TRICKS - t.size(hand(leader)) + 1, TRICKS + 1):
        trick = await play_trick(t, number, leader, card_for)
        if trick.claimed is not None:
            await lay_down(t)
            proved(t)
            last = trick.claimed
            take_rest(t, last, TRICKS - number + 1)
            break
        last = leader = trick.best([trick.led.suit], height)
        take_trick(t, leader)
    proved(t)
    return settle(t, hvalez, last)


def card_for(t: Table, trick: Trick, seat: Seat) -> Play:
    """Follow suit if able; otherwise anything, there are no trumps."""
    duties = (follow(t.faces, trick.led.suit),) if trick.laid else ()
    return Play(seat, duties, lead=not trick.laid)


# Scoring ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tricks:
    """What each player's own tricks hold: aces, other figures, how many they are; and who took the last."""

    aces: Mapping[Seat, int]
    others: Mapping[Seat, int]
    number: Mapping[Seat, int]
    last: Seat

    def of(self, counts: Mapping[Seat, int], one: Side) -> int:
        """A side's part of a count."""
        return sum(n for seat, n in counts.items() if side(seat) == one)

    def points(self, one: Side) -> int:
        """Aces, and one for each three other figures."""
        return self.of(self.aces, one) + self.of(self.others, one) // 3


def settle(t: Table, hvalez: Hvalez, last: Seat) -> Outcome:
    """Count the cards of each player's tricks."""
    mine = {seat: t.known(taken(seat)) for seat in range(t.seats)}
    aces = {seat: len(of_rank(cards, "A")) for seat, cards in mine.items()}
    others = {seat: figures(cards) - aces[seat] for seat, cards in mine.items()}
    number = {seat: t.tricks.get(seat, 0) for seat in mine}
    guilty = {side(seat) for seat in breaches(t, "combination").values()}
    return score(t, hvalez.points(), Tricks(aces, others, number, last), guilty)


def unplayed(t: Table, announced: Sequence[int]) -> Outcome:
    """The match has ended in the Hvalež: the deal is not played."""
    how = {seat: explain({"announced": announced[side(seat)]}) for seat in range(t.seats)}
    return Outcome(by_seat(announced, t.seats), how, note="hvalez")


def score(t: Table, announced: Sequence[int], tricks: Tricks, guilty: set[Side]) -> Outcome:
    """Combinations, trick points and premiums of both sides."""
    points, how, totals = [], [], []
    for one in (0, 1):
        gained = tricks.points(one)
        if one in guilty and t.rules["false_announcement"] == "tricks_lost":
            gained = 0
        if t.rules["last_trick_point"] == "on" and side(tricks.last) == one:
            gained += 1
        earned = premiums(tricks, one, t.rules)
        parts = {"announced": announced[one], "tricks": gained, **earned}
        points.append(sum(parts.values()))
        totals.append(t.scores[one] + points[one])
        how.append(explain(parts))
    return Outcome(by_seat(points, t.seats), {seat: how[side(seat)] for seat in range(t.seats)},
                   winners=first_of_two(t, totals, announced))  # fmt: skip


def premiums(tricks: Tricks, one: Side, rules: Mapping[str, str]) -> dict[str, int]:
    """Stramaseta, Stramasona, Kalada and Kaladona of a side; all that apply, or as a house rule only the best."""
    earned = []
    mine = [seat for seat in tricks.number if side(seat) == one]
    everything = tricks.points(one) == 4 + FIGURE_POINTS
    lost = tricks.of(tricks.number, 1 - one)
    if everything and (lost <= 2 or rules["stramaseta_any_lost"] == "yes"):
        earned.append("stramaseta")
    if any(tricks.aces[seat] == 4 and tricks.others[seat] // 3 == FIGURE_POINTS for seat in mine):
        earned.append("stramasona")
    if tricks.of(tricks.number, one) == TRICKS:
        earned.append("kalada")
    if any(tricks.number[seat] == TRICKS for seat in mine):
        earned.append("kaladona")
    if rules["premiums"] == "best_only":
        earned = sorted(earned, key=lambda name: -PREMIUM[name])[:1]
    return {name: PREMIUM[name] for name in earned}


def explain(parts: Mapping[str, int]) -> How:
    """How a side's points came about."""
    told = words("combinations {n}", n=parts["announced"])
    if "tricks" in parts:
        told = words("{sum}, trick points {n}", sum=told, n=parts["tricks"])
    for name in NAMES:
        if name.lower() in parts:
            told = words("{sum}, {name} {n}", sum=told, name=name, n=parts[name.lower()])
    return How((), dict(parts), told)


def first_of_two(t: Table, totals: Sequence[int], announced: Sequence[int]) -> tuple[Seat, ...]:
    """Both sides have 21 or more after a deal: who has won, as a house rule, whatever the totals."""
    if min(totals) < TARGET:
        return ()
    sides = members(t.seats)
    if t.rules["target_tie"] == "dealers_opponents":
        return tuple(sorted(sides[1 - side(t.dealer)]))
    if t.rules["target_tie"] == "announcers" and bool(announced[0]) != bool(announced[1]):
        return tuple(sorted(sides[0 if announced[0] else 1]))
    return ()


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """The side with 21, the higher total if both have; equal totals play another deal."""
    return first_to(TARGET, scores, shared=False)


def surplus(
    scores: Mapping[Seat, int], won: tuple[Seat, ...], outcome: Outcome, rules: Mapping[str, str]
) -> dict[Seat, int]:
    """What the winners have above 21 begins the next match."""
    if rules["surplus"] == "played_only" and outcome.note == "hvalez":
        return {}
    return {seat: max(0, scores[seat] - TARGET) for seat in won}


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Ten cards each; ``to_act`` says that the Hvalež is over and who leads."""
    deal_hands(t, start, TRICKS)
    t.partners = members(t.seats)


def result(t: Table, event: Event) -> Outcome:
    """Score only: what was declared (cards or points), and of each player's tricks the aces, other figures, number."""
    form = Form(t, event, ("announced", "aces", "figures", "tricks", "last"))
    announced = [0, 0]
    for seat, points in by_hand(form, "announced", MOST_WORTH, lambda cards: worth(cards, t.rules)).items():
        announced[side(seat)] += points
    if not any(key in form.facts for key in ("aces", "figures", "tricks")):
        totals = [t.scores[one] + announced[one] for one in (0, 1)]
        if max(totals) < TARGET:
            raise BadRecord("a deal that was not played ends with 21 points of a side: else tell aces, figures, tricks")
        return unplayed(t, announced)
    aces, others = form.numbers("aces", 4), form.numbers("figures", 20)
    number = form.numbers("tricks", TRICKS)
    if (sum(aces.values()), sum(others.values()), sum(number.values())) != (4, 20, TRICKS):
        raise BadRecord("there are 4 aces, 20 other figures and 10 tricks in a deal")
    for seat in range(t.seats):
        if aces[seat] + others[seat] > t.seats * number[seat]:
            raise BadRecord(f"{t.names[seat]} cannot have so many figures in {number[seat]} tricks")
    form.need_trick("last", {} if (told := form.seat("last")) is None else {told: 1}, number)
    last = form.must("last") if t.rules["last_trick_point"] == "on" else 0
    return score(t, announced, Tricks(aces, others, number, last), set())


OPTIONS = (
    Option("four_of_rank", words("Four of a rank"), {
        "any": words("count for every rank"), "no_low": words("count for 3, 2, A, K, Q, J and 7 only")}),
    Option("shared_cards", words("A card in a sequence and in a set"), {
        "allowed": words("may serve in both"), "not_allowed": words("serves only in one")}),
    Option("announcing", words("Combinations"), {
        "shown": words("are laid open for a moment"), "spoken": words("are only named")}),
    Option("hvalez_end", words("The Hvalež ends the match"), {
        "at_21": words("when a side has 21"), "over_21": words("when a side has more than 21"),
        "after_all": words("when a side has 21 after all four have declared")}),
    Option("premiums", words("Premiums"), {
        "cumulative": words("all that apply add up"), "best_only": words("only the best one counts")}),
    Option("target_tie", words("Both sides at 21 or more after a deal"), {
        "higher_total": words("the higher total wins"), "announcers": words("the side that declared wins"),
        "dealers_opponents": words("the dealer's opponents win")}),
    Option("surplus", words("What the winners have above 21"), {
        "carried": words("begins their next match"),
        "played_only": words("begins their next match only if the last deal was played")}),
    Option("false_announcement", words("A disproved combination"), {
        "struck": words("is struck off"), "to_opponents": words("scores for the other side"),
        "tricks_lost": words("is struck off and costs the side its trick points")}),
    Option("stramaseta_any_lost", words("Stramaseta with three or more lost tricks"), {
        "no": words("no"), "yes": words("yes, if they are empty")}),
    Option("last_trick_point", words("A point for the last trick"), {"off": words("no"), "on": words("yes")}),
)  # fmt: skip

VERBS = (
    Verb("show", words("combinations laid open before the first lead"),
         {"id": 1, "seat": "Boris", "do": "show", "cards": ["3H", "2H", "AH"]}),
    Verb("say", words("combinations that are only named, where the table plays so"),
         {"id": 1, "seat": "Boris", "do": "say", "cards": ["3H", "2H", "AH"]}),
    Verb("pass", words("nothing (more) to declare"), {"id": 2, "seat": "Boris", "do": "pass"}),
    Verb("play", words("a card to the trick"), {"id": 9, "seat": "Boris", "do": "play", "cards": ["7S"]}),
    Verb("result", words("a deal scored by hand: declared cards or points; aces, other figures and tricks of each"),
         {"id": 1, "do": "result", "facts": {"announced": {"Boris": ["3H", "2H", "AH"], "Ana": 3},
          "aces": {"Ana": 3, "Boris": 1}, "figures": {"Ana": 11, "Boris": 9}, "tricks": {"Ana": 6, "Boris": 4}}}),
)  # fmt: skip

GAME = Game(
    id="tresento",
    title=words("Trešento"),
    players=(4,),
    direction="right",
    target=TARGET,
    options=OPTIONS,
    pack=lambda players, rules: forty(),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=winners,
    verbs=VERBS,
    start_keys=TRICK_GAME_START,
    sees=words("the combinations laid open, and the cards of each trick before their players"),
    deck=words("52 cards without the eights, nines and tens"),
    summary=words("rules.summary"),
    surplus=surplus,
    looks_back=True,
)
