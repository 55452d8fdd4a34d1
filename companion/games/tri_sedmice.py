"""Tri sedmice: Trešento with hearts as trumps for ever; tricks rich in figures count, single cards do not.

The rules are told in the order they happen at the table: the Hvalež, the tricks, the scoring with its premiums.
Turn order goes to the left; the dealer is the last of the four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.cards import SUITS, Card, Cards
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands
from companion.events import BadRecord, Event
from companion.rules.declared import ORDER, Declared, by_hand, declare, figures, forty, height, of_rank, run
from companion.rules.forms import Form
from companion.rules.plays import Play, follow
from companion.rules.tricks import Trick, lay_down, play_trick, take_rest, take_trick
from companion.table.outcome import How, Outcome
from companion.table.sides import by_seat, first_to, members, side
from companion.table.table import Seat, Table, hand
from companion.texts import Text

TRICKS, TARGET, TRUMP, DOUBLE_WIN = 10, 21, "H", 11
SETS = {"7": 4, "3": 3, "2": 3, "A": 3}
AS_IN_TRESENTO = {"K": 1, "Q": 1, "J": 1}
FOUR, ALL_TRICKS, NINE_TRICKS = 4, 4, 6
RUN, RUN_OF_HEARTS, EACH_MORE = 3, 5, 3
TREN, TREN_OF_HEARTS = 16, 18
MOST_WORTH, FIGURES = 40, 24
"""more than any ten cards can be worth; figures in the pack"""


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/tri_sedmice")


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """The Hvalež, which may end the match; then ten tricks."""
    t.reasons["show"] = words("combinations are declared before the first lead, each player in his turn")
    t.board["trump"] = words("hearts")
    hvalez, won = Hvalez(t), [0, 0]
    leader = t.after(t.dealer)
    if t.to_act is not None:
        leader = t.to_act
    elif await declare(t, leader, hvalez.hear, hvalez.stops):
        return unplayed(t, hvalez.points())
    for number in range(TRICKS - t.size(hand(leader)) + 1, TRICKS + 1):
        trick = await play_trick(t, number, leader, card_for)
        if trick.claimed is not None:
            won[side(trick.claimed)] += await rest(t, trick.claimed, TRICKS - number + 1)
            break
        leader = trick.best([TRUMP, trick.led.suit], height)
        take_trick(t, leader)
        won[side(leader)] += trick_points(figures(trick.cards))
    return score(t, hvalez.points(), won, t.tricks)


def card_for(t: Table, trick: Trick, seat: Seat) -> Play:
    """Follow suit if able; otherwise anything, trumping is free."""
    duties = (follow(t.faces, trick.led.suit),) if trick.laid else ()
    return Play(seat, duties, lead=not trick.laid)


def trick_points(number: int) -> int:
    """Three figures in a trick are worth 1, four 2."""
    return max(0, number - 2)


async def rest(t: Table, seat: Seat, tricks: int) -> int:
    """ "The rest are mine": how the cards would have fallen is not known, so that only what is sure counts.

    However they fall, each figure above two a trick makes a point.
    """
    await lay_down(t)
    left = figures(t.known("trick", *(hand(other) for other in range(t.seats))))
    take_rest(t, seat, tricks)
    return max(0, left - 2 * tricks)


# The Hvalež ---------------------------------------------------------------------------------------------------------


@dataclass
class Hvalez:
    """What has been shown, and what it is worth."""

    t: Table
    shown: dict[Seat, Cards] = field(default_factory=dict)

    def hear(self, one: Declared) -> None:
        """Somebody has shown combinations; his side scores at once."""
        shown = self.shown.setdefault(one.seat, Counter())
        shown |= Counter(set(one.cards))
        cards = " ".join(card.pretty for card in sorted(shown, key=lambda c: (c.suit, -height(c))))
        self.t.marks[one.seat] = {"hvalez": words("{cards}: {n}", cards=cards, n=worth(shown, self.t.rules))}

    def points(self) -> list[int]:
        """The points of both sides."""
        points = [0, 0]
        for seat, cards in self.shown.items():
            points[side(seat)] += worth(cards, self.t.rules)
        return points

    def stops(self, last: bool) -> bool:
        """Whether the game is won by now; at equal totals it is not."""
        if self.t.rules["hvalez_stop"] == "finish_round" and not last:
            return False
        totals = [self.t.scores[one] + points for one, points in enumerate(self.points())]
        return max(totals) >= TARGET and totals[0] != totals[1]


def worth(cards: Cards, rules: Mapping[str, str]) -> int:
    """What shown cards are worth; a card may serve several times."""
    return sum(run_worth(run(cards, suit), suit, rules) for suit in SUITS) + sum(
        set_worth(rank, len(of_rank(cards, rank)), rules) for rank in ORDER
    )


def run_worth(cards: Sequence[Card], suit: str, rules: Mapping[str, str]) -> int:
    """3-2-A, each of K, Q, J that continues it; with the seven it is a Tren."""
    if not cards:
        return 0
    more = min(len(cards) - 3, 3 if rules["run_jack"] == "plus_three" else 2)
    on_five = suit == TRUMP and (rules["hearts_run_extension"] == "on_five" or more == 0)
    total = (RUN_OF_HEARTS if on_five else RUN) + EACH_MORE * more
    if len(cards) < 7:
        return total
    tren = TREN_OF_HEARTS if suit == TRUMP and rules["tren_hearts"] == "eighteen" else TREN
    return tren if rules["tren_replaces_run"] == "yes" else tren + total


def set_worth(rank: str, number: int, rules: Mapping[str, str]) -> int:
    """Three sevens 4; three threes, twos or aces 3; four count as three, or other sets too, as house rules."""
    as_in_tresento = rules["tresento_melds"] == "used"
    if number == 4 and (as_in_tresento or (rank in SETS and rules["four_of_rank"] == "four_points")):
        return FOUR
    if number < 3:
        return 0
    return SETS.get(rank, AS_IN_TRESENTO.get(rank, 0) if as_in_tresento else 0)


# Scoring ------------------------------------------------------------------------------------------------------------


def unplayed(t: Table, shown: Sequence[int]) -> Outcome:
    """The game has ended in the Hvalež: the deal is not played."""
    return outcome(t, [{"hvalez": n} for n in shown], note="hvalez")


def score(t: Table, shown: Sequence[int], won: Sequence[int], tricks: Mapping[Seat, int]) -> Outcome:
    """Combinations and tricks; 4 for all ten tricks of a side, 6 for nine of one player."""
    parts = []
    for one in (0, 1):
        mine = [n for seat, n in tricks.items() if side(seat) == one]
        nine = (TRICKS - 1,) if t.rules["nine_tricks"] == "exactly_nine" else (TRICKS - 1, TRICKS)
        everything = ALL_TRICKS * (sum(mine) == TRICKS)
        alone = NINE_TRICKS * any(n in nine for n in mine)
        if t.rules["all_tricks"] == "larger" and alone:
            everything = 0
        parts.append({"hvalez": shown[one], "tricks": won[one], "all": everything, "nine": alone})
    return outcome(t, parts)


def outcome(t: Table, parts: Sequence[Mapping[str, int]], note: str = "") -> Outcome:
    """Both sides' points, and whether the game, if it ends with them, counts twice."""
    points = [sum(of.values()) for of in parts]
    totals = [t.scores[one] + points[one] for one in (0, 1)]
    how = []
    for one in (0, 1):
        told = explain(parts[one])
        games = 0
        if totals[one] >= TARGET and totals[one] > totals[1 - one]:
            games = 2 if totals[1 - one] <= DOUBLE_WIN else 1
            if games == 2:
                told = words("{sum}; a double win", sum=told)
        how.append(How((), {**parts[one], **({"games": games} if games else {})}, told))
    return Outcome(by_seat(points, t.seats), {seat: how[side(seat)] for seat in range(t.seats)}, note=note)


def explain(parts: Mapping[str, int]) -> Text:
    """How a side's points came about."""
    told = words("combinations {n}", n=parts["hvalez"])
    if "tricks" in parts:
        told = words("{sum}, trick points {n}", sum=told, n=parts["tricks"])
    if parts.get("all"):
        told = words("{sum}, all tricks {n}", sum=told, n=parts["all"])
    if parts.get("nine"):
        told = words("{sum}, nine tricks of one player {n}", sum=told, n=parts["nine"])
    return told


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """The side with 21, the higher total if both have; equal totals play another deal."""
    return first_to(TARGET, scores, shared=False)


def surplus(
    scores: Mapping[Seat, int], won: tuple[Seat, ...], outcome: Outcome, rules: Mapping[str, str]
) -> dict[Seat, int]:
    """What the winners have above 21 begins the next game."""
    return {seat: max(0, scores[seat] - TARGET) for seat in won} if rules["carry_over"] == "surplus" else {}


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Ten cards each; ``to_act`` says that the Hvalež is over and who leads."""
    deal_hands(t, start, TRICKS)
    t.trump, t.partners = TRUMP, members(t.seats)


def result(t: Table, event: Event) -> Outcome:
    """Score only: what was shown (cards or points), each player's tricks, those of them with three or four figures."""
    form = Form(t, event, ("shown", "tricks", "three", "four"))
    shown, won = [0, 0], [0, 0]
    for seat, points in by_hand(form, "shown", MOST_WORTH, lambda cards: worth(cards, t.rules)).items():
        shown[side(seat)] += points
    if "tricks" not in form.facts:
        if max(t.scores[one] + shown[one] for one in (0, 1)) < TARGET:
            raise BadRecord("a deal that was not played ends with 21 points of a side: else tell the tricks")
        return unplayed(t, shown)
    tricks, three, four = (form.numbers(key, TRICKS) for key in ("tricks", "three", "four"))
    if sum(tricks.values()) != TRICKS:
        raise BadRecord(f"there are {TRICKS} tricks in a deal, not {sum(tricks.values())}")
    for seat in range(t.seats):
        if three[seat] + four[seat] > tricks[seat]:
            raise BadRecord(f"{t.names[seat]} has more tricks with figures than tricks")
        won[side(seat)] += three[seat] + 2 * four[seat]
    if 3 * sum(three.values()) + 4 * sum(four.values()) > FIGURES:
        raise BadRecord(f"there are {FIGURES} figures in the pack, too few for these tricks")
    return score(t, shown, won, tricks)


OPTIONS = (
    Option("run_jack", words("A jack that continues a run"), {
        "plus_three": words("adds 3, as king and queen do"), "none": words("adds nothing")}),
    Option("hearts_run_extension", words("A run of hearts that is continued"), {
        "on_five": words("adds 3 a card to the 5"), "as_plain": words("is worth what it is in the other suits")}),
    Option("tren_hearts", words("A Tren of hearts"), {"sixteen": words("16"), "eighteen": words("18")}),
    Option("tren_replaces_run", words("A Tren"), {
        "yes": words("counts instead of the run"), "adds": words("counts besides the run")}),
    Option("four_of_rank", words("Four sevens, threes, twos or aces"), {
        "as_three": words("count as three"), "four_points": words("are worth 4")}),
    Option("tresento_melds", words("Three kings, queens or jacks, four of any rank"), {
        "not_used": words("are worth nothing of their own"), "used": words("count as in Trešento")}),
    Option("nine_tricks", words("6 points for the tricks of one player"), {
        "nine_or_more": words("nine or ten"), "exactly_nine": words("exactly nine")}),
    Option("all_tricks", words("4 for all tricks and 6 for nine of one player"), {
        "combined": words("add up"), "larger": words("only the larger counts")}),
    Option("hvalez_stop", words("21 in the Hvalež ends the game"), {
        "immediate": words("as soon as the player has finished"), "finish_round": words("after all four")}),
    Option("carry_over", words("What the winners have above 21"), {
        "surplus": words("begins their next game"), "none": words("is lost")}),
    Option("deal_pattern", words("The cards are dealt"), {
        "3_3_4": words("three, three and four"), "any": words("as the dealer likes")}),
)  # fmt: skip

VERBS = (
    Verb("show", words("combinations laid open before the first lead"),
         {"id": 1, "seat": "Boris", "do": "show", "cards": ["7S", "7D", "7C"]}),
    Verb("pass", words("nothing (more) to declare"), {"id": 2, "seat": "Boris", "do": "pass"}),
    Verb("play", words("a card to the trick"), {"id": 9, "seat": "Boris", "do": "play", "cards": ["7S"]}),
    Verb("result", words("a deal scored by hand: shown cards or points; tricks of each, with three and four figures"),
         {"id": 1, "do": "result", "facts": {"shown": {"Boris": ["7S", "7D", "7C"]}, "tricks": {"Ana": 6, "Boris": 4},
          "three": {"Ana": 2, "Boris": 1}, "four": {"Boris": 1}}}),
)  # fmt: skip

GAME = Game(
    id="tri_sedmice",
    title=words("Tri sedmice"),
    players=(4,),
    direction="left",
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
