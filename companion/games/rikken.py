"""Rikken: four players, an auction of sixteen contracts, thirteen tricks; partners are found by a called ace.

The rules are told in the order they happen at the table: the auction (``rikken_bids``), trumps and the called card
(``rikken_calls``), the tricks with the duty of the called ace and the blind lead, the scoring. Turn order goes to the
left; the dealer is the last of the four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.cards import RANKS, Card, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands, named
from companion.events import BadRecord
from companion.games.rikken_bids import ACES, BIDS, TITLES, Contract, hold_auction
from companion.games.rikken_calls import (
    BLIND,
    FOURTH_ACE,
    NO_CALL,
    PlayOne,
    call,
    doubt_troela,
    find_partner,
    lay_open,
    name_trump,
)
from companion.games.rikken_score import bid_named, result, score
from companion.rules.dealt import DealtHands
from companion.rules.forms import to_cards, whole
from companion.rules.plays import SUIT_NAMES, follow
from companion.rules.tricks import Trick, breaches, lay_down, play_trick, take_rest, take_trick
from companion.rules.turning import Turn
from companion.table import claims
from companion.table.claims import Duty
from companion.table.outcome import Outcome
from companion.table.table import Seat, Table, hand
from companion.texts import Text

TRICKS = 13


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/rikken")


# The deal -----------------------------------------------------------------------------------------------------------


@dataclass
class Playing:
    """What the contract is, and what is known of the called card."""

    holders: dict[Seat, Contract]
    hands: DealtHands
    partner: Seat | None = None
    called: Card | None = None
    blind: bool = False
    """called blind, and no card has been led face down yet"""
    called_led: bool = False

    @property
    def bidder(self) -> Seat:
        """Who plays the contract (the first of several)."""
        return next(iter(self.holders))

    @property
    def contract(self) -> Contract:
        """The contract; several who play at once have bids of the same level."""
        return self.holders[self.bidder]


async def deal(t: Table) -> Outcome:
    """The auction, the announcements, thirteen tricks."""
    it = await contract(t)
    if isinstance(it, Outcome):
        return it
    leader = t.to_act if t.to_act is not None else t.after(t.dealer)
    if it.contract.partner == "fourth_ace" and t.rules["troela_lead"] == "partner_leads_ace" and it.partner is not None:
        leader = it.partner
    opening = 1 if t.rules["open_when"] == "before_trick_1" else 2
    for number in range(TRICKS - t.size(hand(leader)) + 1, TRICKS + 1):
        if number == opening and it.contract.opened:
            await lay_open(t, range(t.seats) if it.contract.opened == "all" else it.holders)
        trick = await play_trick(t, number, leader, lambda t, trick, seat: card_for(t, it, trick, seat))
        if trick.claimed is not None:
            await lay_down(t)
            find_called(t, it)
            take_rest(t, trick.claimed, TRICKS - number + 1)
            break
        leader = await finish_trick(t, it, trick)
    return settle(t, it)


async def contract(t: Table) -> Playing | Outcome:
    """What is played: by the auction and the announcements, or by a position; or the deal is void."""
    hands = DealtHands()
    if t.said:
        return from_position(t, hands)
    auction = await hold_auction(t, hands)
    if not auction.holders or auction.redeal:
        left = t.dealer if auction.redeal else t.after(t.dealer)
        note = "four_aces" if auction.redeal else "all_pass"
        return Outcome(dict.fromkeys(range(t.seats), 0), void=True, note=note, next_dealer=left)
    t.said = list(auction.holders.items())
    it = Playing({seat: BIDS[word] for seat, word in t.said}, hands)
    names = ", ".join(t.names[seat] for seat in it.holders)
    t.board["contract"] = words("{bid}: {names}", bid=TITLES[t.said[0][1]], names=names)
    if it.contract.partner == "fourth_ace":
        it.partner = await find_partner(t, it.bidder, hands)
        allied(t, it)
    if it.contract.trump == "hearts":
        t.trump = "H"
    elif it.contract.trump != "none":
        await name_trump(t, it.bidder, it.partner, hands)
    if t.trump:
        t.board["trump"] = SUIT_NAMES[t.trump]
    if it.contract.partner == "called":
        called = await call(t, it.bidder, hands)
        if called is None:
            return Outcome(dict.fromkeys(range(t.seats), 0), void=True, note="no_call")
        it.called, it.blind = called.card, called.blind
        t.board["called"] = words("{card}, blind" if it.blind else "{card}", card=called.card.pretty)
    hands.check(t)
    return it


def allied(t: Table, it: Playing) -> None:
    """The partnership has become public."""
    side = frozenset({it.bidder, it.partner} - {None})
    t.partners = (side, frozenset(range(t.seats)) - side)  # type: ignore[assignment]


# The tricks ---------------------------------------------------------------------------------------------------------


def card_for(t: Table, it: Playing, trick: Trick, seat: Seat) -> PlayOne:
    """Follow suit if able; the called card falls when its suit is first led, and is led by its holder first of all."""
    watch(t, it, trick)
    unseen = it.called is not None and it.partner is None
    if not trick.laid:
        return lead(t, it, trick, seat)
    led = it.called.suit if trick.laid[0].hidden and it.called else trick.led.suit
    duties: tuple[Duty, ...] = (follow(t.faces, led),)
    if unseen and not it.called_led and it.called is not None and led == it.called.suit:
        duties = (called_duty(it.called), *duties)
    return PlayOne(seat, duties)


def lead(t: Table, it: Playing, trick: Trick, seat: Seat) -> PlayOne:
    """Any card may be led; of the called suit first the called card; face down once after a blind call."""
    duties: tuple[Duty, ...] = ()
    if it.called is not None and it.partner is None and not it.called_led:
        others = frozenset(card for card in t.faces if card.suit != it.called.suit)
        duties = (replace(called_duty(it.called), exempt=others),)
    elif trick.number == 1 and it.contract.partner == "fourth_ace" and t.rules["troela_lead"] == "partner_leads_ace":
        duties = (Duty("troela_lead", ACES, words("the fourth ace had to be led")),)
    blind = it.blind and seat == it.bidder and it.partner is None
    barred = {}
    if blind and t.rules["blind_lead_once"] == "compulsory":
        barred = dict.fromkeys(t.pack, ("blind_lead", words("the first lead after a blind call goes face down")))
    return PlayOne(seat, duties, lead=True, barred=barred, blind=blind)


def called_duty(card: Card) -> Duty:
    """The called card must fall."""
    return Duty("called_card", frozenset({card}), words("the called card, {card}, had to be played", card=card.pretty))


def watch(t: Table, it: Playing, trick: Trick) -> None:
    """What the cards on the table prove and bring to light."""
    it.hands.watch(t, trick)
    find_called(t, it)
    if it.contract.partner == "fourth_ace" and it.partner is not None:
        doubt_troela(t, it.bidder, it.partner, it.hands)


def find_called(t: Table, it: Playing) -> None:
    """Who has played the called card (or holds it openly) is the partner; the caller himself is nobody's."""
    if it.called is None or it.partner is not None or t.unseen()[it.called]:
        return
    shown = {seat: it.hands.shown.get(seat, Counter()) + t.known(hand(seat)) for seat in range(t.seats)}
    it.partner = next((seat for seat, cards in shown.items() if cards[it.called]), None)
    if it.partner is not None:
        allied(t, it)


async def finish_trick(t: Table, it: Playing, trick: Trick) -> Seat:
    """A card led face down is turned up; the highest trump wins, else the highest card of the suit led."""
    watch(t, it, trick)
    led = trick.laid[0].card.suit if trick.laid[0].cards else ""
    if trick.laid[0].hidden and it.called is not None:
        led, it.blind = it.called.suit, False
        t.stage = f"trick {trick.number} turned up"
        cards = await Turn(trick.leader, "trick", "trick", 1, plain=True)
        trick.laid[0] = replace(trick.laid[0], cards=cards, hidden=0)
        it.hands.face_down = {}
        it.hands.show(trick.leader, Counter(cards))
        claims.shown(t, trick.leader, cards)
        watch(t, it, trick)
    it.called_led = it.called_led or (it.called is not None and led == it.called.suit)
    winner = trick.best([suit for suit in (t.trump, led) if suit], lambda card: RANKS.index(card.rank))
    take_trick(t, winner)
    return winner


# The end, and a position to begin from -----------------------------------------------------------------------------


def settle(t: Table, it: Playing) -> Outcome:
    """Everybody's tricks decide; a proven revoke too, as the table plays."""
    guilty = set(breaches(t, "follow_suit").values()) if t.rules["revoke_penalty"] == "side_loses" else set()
    return score(t, it.holders, it.partner, {seat: t.tricks.get(seat, 0) for seat in range(t.seats)}, guilty)


def set_up(t: Table, start: Start) -> None:
    """Thirteen cards each. A position may name the bids, the called card and the partner."""
    deal_hands(t, start, TRICKS)
    own = start.fields.get("bid_table")
    if own is not None:
        if not isinstance(own, Mapping) or not own.keys() <= BIDS.keys():
            raise BadRecord(f"start: bid_table gives points by bid; the bids are {', '.join(BIDS)}")
        table = {word: whole(value, "the points of a bid", 0, 1000) for word, value in own.items()}
        t.carried = {**t.carried, "bid_table": table}
    for seat, word in start.by_seat("bids").items():
        t.said.append((seat, bid_named(word)))
    if len({BIDS[word].level for _, word in t.said}) > 1:
        raise BadRecord("start: bids that are played at once are of the same level")
    if not t.said and {"called", "blind", "partner"} & start.fields.keys():
        raise BadRecord("start: a called card or a partner needs bids")
    if "called" in start.fields:
        (card,) = to_cards([start.fields["called"]])
        t.said.append((t.said[0][0], f"call {card}" + (" blind" if start.fields.get("blind") else "")))
    if "partner" in start.fields:
        t.said.append((named(start, start.fields["partner"], "partner"), "partner"))


def from_position(t: Table, hands: DealtHands) -> Playing:
    """What a position says of the contract."""
    it = Playing({seat: BIDS[word] for seat, word in t.said if word in BIDS}, hands)
    for seat, word in t.said:
        if word.startswith("call "):
            it.called, it.blind = Card.parse(word.split()[1]), word.endswith("blind")
        elif word == "partner":
            it.partner = seat
            allied(t, it)
    t.said = [(seat, word) for seat, word in t.said if word in BIDS]
    return it


# What the product needs to know -------------------------------------------------------------------------------------

OPTIONS = (
    Option("bid_table", words("What the bids are worth"), {
        "standard": words("1, 2, 5, 10, 15 and 20 points as in the summary"),
        "local": words("as the table has it: the header's start names points by bid (bid_table)")}),
    Option("fail_score", words("The deal is settled"), {
        "points": words("in points, nothing is deducted"), "money": words("as money: every pair pays the difference")}),
    Option("misery_fail", words("A defeated Misery or 1 Alone pays each other player"), {
        "flat": words("its value"), "per_trick": words("its value and 1 for each wrong trick")}),
    Option("co_bidder_paid", words("A defeated bidder among several pays"), {
        "all_others": words("all other players"), "non_bidders": words("only those who have no contract")}),
    Option("troela_trump", words("Trumps in Troela"), {
        "any_suit": words("the partner names any suit"),
        "not_ace_suit": words("the partner names any suit but that of his ace"),
        "bidder_names": words("the bid winner names them")}),
    Option("troela_lead", words("The first lead in Troela"), {
        "dealers_left": words("is the dealer's left neighbour's"),
        "partner_leads_ace": words("is the partner's, with the fourth ace")}),
    Option("four_aces", words("Four aces in a hand"), {
        "no_troela": words("neither force nor allow Troela"),
        "redeal": words("are shown before the first call for a new deal")}),
    Option("troela_or_higher", words("Who holds three aces must bid"), {
        "higher_allowed": words("Troela or higher"), "exactly_troela": words("exactly Troela")}),
    Option("overbid_again", words("Who has been overbid"), {
        "until_pass": words("may bid again until he passes"), "one_bid": words("is out: one bid each")}),
    Option("king_call_when_no_ace", words("No ace can be called"), {
        "lower_rank": words("a king is called, or a queen, by the same rules"),
        "redeal": words("with four aces a king; else there is a new deal")}),
    Option("blind_lead_once", words("After a blind call a card is led face down"), {
        "optional": words("once, if the caller likes"), "compulsory": words("with the caller's first lead")}),
    Option("open_when", words("Open hands are laid down"), {
        "after_trick_1": words("after the first trick"), "before_trick_1": words("before it")}),
    Option("slam_bonus", words("All thirteen tricks in contracts below 13 Alone"), {
        "none": words("bring nothing more"), "one": words("bring 1 more to each of the side")}),
    Option("deals", words("The match lasts"), {
        str(number): words("{n} deals", n=number) for number in (12, 4, 8, 16, 20, 24, 28, 32, 36, 40, 48)}),
    Option("revoke_penalty", words("A proven revoke"), {
        "report": words("is told and counts no further"),
        "side_loses": words("loses the contract for the side, or makes it")}),
)  # fmt: skip

VERBS = (
    Verb("bid", words("a bid"), {"id": 1, "seat": "Boris", "do": "bid", "word": "rich"}, TITLES),
    Verb("pass", words("no bid any more"), {"id": 2, "seat": "Vera", "do": "pass"}),
    Verb("choose", words("the trump suit"), {"id": 5, "seat": "Boris", "do": "choose", "option": "S"}, SUIT_NAMES),
    Verb("call", words("the card whose holder is the partner"),
         {"id": 6, "seat": "Boris", "do": "call", "card": "AD", "word": "blind"}, BLIND),
    Verb("say", words("the partner of a Troela announces himself; no card can be called"),
         {"id": 5, "seat": "Goran", "do": "say", "word": "fourth_ace"}, FOURTH_ACE | NO_CALL),
    Verb("show", words("a hand is laid open; four aces are shown"),
         {"id": 12, "seat": "Boris", "do": "show", "cards": ["2S", "3S"]}),
    Verb("play", words("a card to the trick; face down as a count"),
         {"id": 9, "seat": "Boris", "do": "play", "count": 1}),
    Verb("turn", words("the card led face down"), {"id": 13, "seat": "Boris", "do": "turn", "cards": ["4C"]}),
    Verb("result", words("a deal scored by hand: bids, partner, everybody's tricks; no bids if all passed"),
         {"id": 1, "do": "result", "facts": {"bids": {"Boris": "rich"}, "partner": "Goran",
          "tricks": {"Ana": 3, "Boris": 8, "Vera": 1, "Goran": 1}}}),
)  # fmt: skip

GAME = Game(
    id="rikken",
    title=words("Rikken"),
    players=(4,),
    direction="left",
    target=0,
    options=OPTIONS,
    pack=lambda players, rules: pack(),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=lambda scores, rules: (),
    verbs=VERBS,
    start_keys=(*TRICK_GAME_START, "bids", "called", "blind", "partner", "bid_table"),
    sees=words("the cards of each trick before their players, hands laid open, the card led face down"),
    deck=words("52 cards, without jokers"),
    summary=words("rules.summary"),
    length=lambda players, rules: int(rules["deals"]),
    looks_back=True,
)
