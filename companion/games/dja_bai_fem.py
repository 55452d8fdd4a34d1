"""Dja-Bai-Fem: two partnerships, 54 cards drawn one by one, trumps made by showing a level card; points of the Defence.

The rules are told in the order they happen at the table: drawing and making trumps (``drawn``), the exchange, hands
without a trump, the tricks with leads of several top cards (``topleads``), the scoring. Turn order goes to the right;
the Starter, who draws first, sits to the dealer's right.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import RANKS, Card, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands, named
from companion.events import BadRecord, Event
from companion.games.dja_bai_fem_tricks import Ended, Playing
from companion.rules.dealt import Said
from companion.rules.drawn import STOCK, Declared, draw_all, exchange
from companion.rules.forms import Form, whole
from companion.rules.levels import Trumps, rank_of, worth
from companion.rules.plays import SUIT_NAMES
from companion.rules.topleads import TopLeads
from companion.rules.tricks import breaches, lay_down, play_trick, take_rest
from companion.rules.turning import Turn
from companion.table.outcome import How, Outcome
from companion.table.sides import by_seat, members, side
from companion.table.table import Seat, Table, hand
from companion.texts import Text

HANDS, TALON, FIRST_LEVEL, TARGET, ALL, CHANGE = 12, 6, 2, 15, 100, 40
TABLES = {
    "classic": ((0, 2, 0), (35, 1, 0), (75, 0, 0), (95, 0, 1), (ALL, 0, 2)),
    "modern": ((0, 3, 0), (15, 2, 0), (35, 1, 0), (55, 0, 0), (75, 0, 1), (95, 0, 2), (ALL, 0, 3)),
}
"""up to so many points of the Defence: what the Declarers score, and what the Defence does"""


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/dja_bai_fem")


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Drawing, trumps, the exchange, hands without a trump, the tricks."""
    it = position(t) if t.said else await make_trumps(t)
    if it is None:
        return again(t, "no_trumps")
    if t.places["talon"]:
        await exchange(t, it.leader, TALON)
    leader = t.to_act if t.to_act is not None else it.leader
    number = HANDS - t.size(hand(leader))
    try:
        while t.size(hand(leader)):
            number += 1
            trick = await play_trick(t, number, leader, it.card_for, offers=it.offers, heard=it.heard)
            if trick.claimed is not None:
                await lay_down(t)
                it.leads.watch(t)
                it.last = trick.claimed
                take_rest(t, trick.claimed, t.size(hand(leader)))
                break
            leader = it.finish(t, trick)
    except Ended:
        return again(t, "no_trump_hand") if it.now is None else score(t, it.leader, it.lost_by(it.now.seat))
    return settle(t, it)


def again(t: Table, note: str) -> Outcome:
    """The cards are drawn again: same Starter, same sides."""
    zeros = dict.fromkeys(range(t.seats), 0)
    return Outcome(zeros, void=True, note=note, next_dealer=t.dealer, carry=dict(t.carried))


# Trumps -------------------------------------------------------------------------------------------------------------


async def make_trumps(t: Table) -> Playing | None:
    """Who shows a card of the level makes trumps; else the Starter turns up the talon, but not in the first deal."""
    starter, declarers = t.after(t.dealer), t.carried.get("declarers")
    entitled = [seat for seat in range(t.seats) if declarers in (None, side(seat))]
    level, may = level_of(t, starter), {seat: level_of(t, seat) for seat in entitled}
    t.board["level"] = words("level {rank}", rank=level.replace("T", "10"))
    t.reasons["turn"] = words("the Starter turns up the talon when all have drawn and nobody has made trumps")
    must = declarers is None and t.rules["first_two"] == "drawn"
    declared = await draw_all(t, starter, HANDS, may, must, last_passes=declarers is None)
    if declared is not None:
        it = playing(t, declared.seat, declared.card.suit)
        it.hands.said += unshown(t, declared) if must else []
        return it
    return None if declarers is None else playing(t, starter, await turned_trump(t, starter, level))


def level_of(t: Table, seat: Seat) -> str:
    """The rank of the level card when this player's side declares."""
    return rank_of(t.scores.get(seat, FIRST_LEVEL))


def unshown(t: Table, declared: Declared) -> list[Said]:
    """Where the first level card drawn had to be shown: the others can have got theirs only after that."""
    faces = frozenset(card for card in t.pack if card.rank == declared.card.rank)
    found = []
    for seat in range(t.seats):
        after = HANDS - declared.held[seat]
        what = words("{name} had drawn a level card before and did not show it", name=t.names[seat])
        if seat != declared.seat:
            found.append(Said(seat, "first_two", what, faces, frozenset(range(after + 1, 5)), event=declared.event))
    return found


async def turned_trump(t: Table, starter: Seat, level: str) -> str:
    """The first level card in the talon gives trumps, else the highest card, of equal ones the first; no jokers."""
    turned: list[Card] = []
    while t.places["talon"]:
        t.stage = f"talon {len(turned) + 1}"
        turned += await Turn(starter, "talon", "lot", 1, plain=True)
    t.move_all("lot", "talon")
    suited = [card for card in turned if card.suit]
    shown = next((card for card in suited if card.rank == level), None)
    return (shown or max(suited, key=lambda card: RANKS.index(card.rank))).suit


def playing(t: Table, leader: Seat, suit: str) -> Playing:
    """The Leader and his trumps, as everybody sees them."""
    trumps = Trumps(level_of(t, leader), suit, "XB" if t.rules["strong_joker"] == "black" else "XR")
    t.trump = suit
    t.board["trump"] = SUIT_NAMES[suit]
    t.board["level"] = words("level {rank}", rank=trumps.level.replace("T", "10"))
    t.board["leader"] = words("{name} leads the Declarers", name=t.names[leader])
    return Playing(leader, trumps, TopLeads(aside_refutes=t.rules["higher_in_discards"] == "refutes"))


# Scoring ------------------------------------------------------------------------------------------------------------


def settle(t: Table, it: Playing) -> Outcome:
    """The points of the Defence decide; as house rules the discards, a revoke and a lead proved false too late."""
    t.infer("aside")
    it.leads.watch(t)
    points = it.defence(t)
    if t.rules["discard_points"] == "double_last" and not it.declares(it.last):
        points += 2 * worth(t.known("aside"))
    rules = ["follow_suit"] if t.rules["revoke_penalty"] == "deal_lost" else []
    rules += ["false_lead"] if t.rules["late_false_lead"] == "retroactive" else []
    lost = {it.lost_by(seat) for seat in breaches(t, *rules).values()}
    return score(t, it.leader, lost.pop() if len(lost) == 1 else points)


def score(t: Table, leader: Seat, points: int) -> Outcome:
    """By the points of the Defence; who declares next, and who draws first then."""
    declarers, defence = next(row[1:] for row in TABLES[t.rules["score_table"]] if min(points, ALL) <= row[0])
    sides = [0, 0]
    sides[side(leader)], sides[1 - side(leader)] = declarers, defence
    if t.rules["match_to"] == "win_at_14":
        sides = [capped(t, one, points_of, one == side(leader)) for one, points_of in enumerate(sides)]
    kept = points < CHANGE
    starter = t.after(t.after(leader)) if kept else t.after(leader)
    how = {}
    for seat in range(t.seats):
        role = words("Declarers") if side(seat) == side(leader) else words("Defence")
        parts = {"defence": points, "points": sides[side(seat)]}
        how[seat] = How((), parts, words("{role}; Defence took {points}", role=role, points=points))
    before = (starter - 1) % t.seats
    return Outcome(by_seat(sides, t.seats), how, next_dealer=before, carry={"declarers": side(starter)})


def capped(t: Table, one: int, points: int, declares: bool) -> int:
    """As a house rule nobody goes beyond level 14 except by winning a deal as Declarers at that level."""
    now = t.scores.get(one, FIRST_LEVEL)
    if now >= TARGET - 1:
        return points if declares else 0
    return min(points, TARGET - 1 - now)


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """The first side to 15."""
    return tuple(seat for seat, points in scores.items() if points >= TARGET)


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """All cards in the middle; a position may say who declares, or who leads which trumps with the hands dealt."""
    leader = start.fields.get("leader")
    deal_hands(t, start, 0 if leader is None else HANDS, stock=STOCK if leader is None else "")
    t.places.setdefault(STOCK, [])
    t.places["talon"], t.places["lot"] = [], []
    t.partners = members(t.seats)
    if leader is not None:
        if not t.trump:
            raise BadRecord("start: a leader needs trump, one of S, H, D, C")
        t.said.append((named(start, leader, "leader"), "leader"))
    if "declarers" in start.fields:
        t.carried = {**t.carried, "declarers": side(named(start, start.fields["declarers"], "declarers"))}


def position(t: Table) -> Playing:
    """A position with its Leader and trumps."""
    leader = t.said.pop()[0]
    return playing(t, leader, t.trump)


def result(t: Table, event: Event) -> Outcome:
    """Score only: who was Leader and the points that the Defence took; 100 after a false lead."""
    form = Form(t, event, ("leader", "defence"))
    most = ALL + (10 * TALON if t.rules["discard_points"] == "double_last" else 0)
    leader, points = form.must("leader"), whole(form.facts.get("defence"), "defence", 0, most)
    if points % 5:
        raise BadRecord(f"the points of the Defence are a multiple of 5, not {points}")
    if t.carried.get("declarers", side(leader)) != side(leader):
        raise BadRecord(f"{t.names[leader]} cannot be Leader: the other side declares")
    return score(t, leader, points)


# What the product needs to know -------------------------------------------------------------------------------------

OPTIONS = (
    Option("score_table", words("What the points of the Defence bring"), {
        "classic": words("0: Declarers 2; to 35: 1; to 75 nothing; to 95: Defence 1; 100: 2"),
        "modern": words("0: Declarers 3; to 15: 2; to 35: 1; to 55 nothing; to 75: Defence 1; to 95: 2; 100: 3")}),
    Option("strong_joker", words("The stronger joker"), {
        "black": words("is the black one"), "red": words("is the red one")}),
    Option("first_two", words("In the first deal a Two makes its drawer Leader"), {
        "shown": words("when he shows it"), "drawn": words("when it is the first drawn: it must be shown")}),
    Option("discard_points", words("Points among the cards laid away"), {
        "nobody": words("count for nobody"),
        "double_last": words("count double for the Defence if it wins the last trick")}),
    Option("max_multi", words("Top cards led at once"), {
        "3": words("at most three"), "unlimited": words("as many as one likes")}),
    Option("multi_by", words("Several top cards may be led by"), {
        "declarers": words("the Declarers only"), "anyone": words("anybody")}),
    Option("ruffed_multi", words("Several cards of a plain suit beaten by trumps"), {
        "trumps_win": words("go to the trumps"), "beaten": words("were a false lead: the deal is lost")}),
    Option("higher_in_discards", words("A higher card among those laid away"), {
        "harmless": words("does no harm to a lead of top cards"), "refutes": words("makes it false")}),
    Option("late_false_lead", words("A lead of top cards that proves false after its trick"), {
        "record": words("is told and counts no further"), "retroactive": words("loses the deal")}),
    Option("no_trump_hand", words("A hand without a trump"), {
        "must": words("must be shown before the first lead"), "right": words("may be shown"),
        "not_leader": words("must be shown, but not by the Leader")}),
    Option("match_to", words("The match is won"), {
        "15": words("with 15 points"), "win_at_14": words("by the Declarers who win a deal at level 14")}),
    Option("revoke_penalty", words("A proven revoke"), {
        "report": words("is told and counts no further"), "deal_lost": words("loses the deal")}),
)  # fmt: skip

VERBS = (
    Verb("draw", words("one card, or all draw on until this player has drawn so many more; the Leader the last six"),
         {"id": 1, "seat": "Boris", "do": "draw", "count": 9}),
    Verb("show", words("a card of the level: its suit is trump; a hand without a trump; a card that beats a lead"),
         {"id": 2, "seat": "Boris", "do": "show", "cards": ["2H"]}),
    Verb("pass", words("the last player does not make trumps either (first deal)"),
         {"id": 3, "seat": "Ana", "do": "pass"}),
    Verb("turn", words("the talon turned up by the Starter, one card at a time"),
         {"id": 4, "seat": "Goran", "do": "turn", "cards": ["9D"]}),
    Verb("discard", words("six cards laid away face down"), {"id": 6, "seat": "Boris", "do": "discard", "count": 6}),
    Verb("play", words("a card to the trick, or two or three at once"),
         {"id": 7, "seat": "Boris", "do": "play", "cards": ["AS", "KS"]}),
    Verb("result", words("a deal scored by hand: the Leader and the points of the Defence"),
         {"id": 1, "do": "result", "facts": {"leader": "Boris", "defence": 35}}),
)  # fmt: skip

GAME = Game(
    id="dja_bai_fem",
    title=words("Dja-Bai-Fem"),
    players=(4,),
    direction="right",
    target=TARGET,
    options=OPTIONS,
    pack=lambda players, rules: pack(jokers=("XB", "XR")),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=winners,
    verbs=VERBS,
    start_keys=(*TRICK_GAME_START, "leader", "declarers"),
    together=3,
    sees=words("the level card shown, the talon if it is turned up, the cards of each trick before their players"),
    deck=words("52 cards and two jokers that can be told apart"),
    summary=words("rules.summary"),
    first_score=FIRST_LEVEL,
    looks_back=True,
)
