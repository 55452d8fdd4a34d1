"""The bids of Rikken: what each promises and pays, the order of the auction, and what a call says about the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from companion.cards import Card, Cards
from companion.referee import Doubtful, Illegal
from companion.rules.dealt import DealtHands, Said, all_but
from companion.rules.requests import Act, AnyOf, Request
from companion.rules.turning import Show
from companion.table.table import Seat, Table
from companion.table.truth import Dice, Truth
from companion.texts import Text

ACES = frozenset(Card("A", suit) for suit in "SHDC")
TROELA = 10
JOINED = (4, 9, 11)
"""levels at which another player may make a bid of the same level"""


def words(english: str, **values: object) -> Text:
    """A sentence of the bids."""
    return Text(english, values, "games/rikken_bids")


# The bids -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contract:
    """A bid: who makes trumps, how many tricks, what it pays.

    ``needed`` tricks or more, exactly so many if ``exact``; ``base`` points and ``extra`` for each trick more or fewer.
    """

    level: int
    title: Text
    needed: int
    base: int
    extra: int = 1
    trump: Literal["bidder", "hearts", "partner", "none"] = "bidder"
    partner: Literal["called", "fourth_ace", ""] = ""
    opened: Literal["", "bidder", "all"] = ""
    """whose hands are laid open"""

    @property
    def exact(self) -> bool:
        """Whether just so many tricks are promised."""
        return self.trump == "none"


BIDS = {
    "rich": Contract(1, words("Rich"), 8, 1, partner="called"),
    "rich_better": Contract(2, words("Rich Better"), 8, 1, trump="hearts", partner="called"),
    "alone_8": Contract(3, words("8 Alone"), 8, 1),
    "misery": Contract(4, words("Misery"), 0, 5, trump="none"),
    "piek": Contract(4, words("1 Alone"), 1, 5, trump="none"),
    "alone_9": Contract(5, words("9 Alone"), 9, 1),
    "alone_10": Contract(6, words("10 Alone"), 10, 1),
    "alone_11": Contract(7, words("11 Alone"), 11, 1),
    "alone_12": Contract(8, words("12 Alone"), 12, 1),
    "open_misery": Contract(9, words("Open Misery"), 0, 10, trump="none", opened="bidder"),
    "open_piek": Contract(9, words("Open 1 Alone"), 1, 10, trump="none", opened="bidder"),
    "troela": Contract(TROELA, words("Troela"), 8, 2, trump="partner", partner="fourth_ace"),
    "open_misery_all": Contract(11, words("Open Misery, all players"), 0, 15, trump="none", opened="all"),
    "open_piek_all": Contract(11, words("Open 1 Alone, all players"), 1, 15, trump="none", opened="all"),
    "alone_13": Contract(12, words("13 Alone"), 13, 15, 0),
    "open_13": Contract(13, words("Open 13 Alone"), 13, 20, 0, opened="bidder"),
}
TITLES = {word: contract.title for word, contract in BIDS.items()}


# The auction --------------------------------------------------------------------------------------------------------


@dataclass
class Auction:
    """Who holds the highest bid, and who has spoken."""

    level: int = 0
    holders: dict[Seat, str] = field(default_factory=dict)
    spoken: set[Seat] = field(default_factory=set)
    redeal: bool = False
    """somebody has shown four aces, as a house rule"""

    def open_to(self, word: str) -> bool:
        """Whether this bid may follow the highest one: a higher level, or the same where it may be joined."""
        level = BIDS[word].level
        return level > self.level or (level == self.level and level in JOINED)

    def take(self, t: Table, seat: Seat, word: str) -> None:
        """A bid, or a pass if no bid is named."""
        self.spoken.add(seat)
        if not word:
            t.passed.add(seat)
            t.barred[seat] = words("{name} has passed", name=t.names[seat])
            t.marks[seat] = {"bid": words("pass")}
            return
        if BIDS[word].level > self.level:
            if t.rules["overbid_again"] == "one_bid":
                for other in self.holders:
                    t.passed.add(other)
                    t.barred[other] = words("{name} has made a bid", name=t.names[other])
            self.level, self.holders = BIDS[word].level, {}
        self.holders[seat] = word
        t.marks[seat] = {"bid": TITLES[word]}


async def hold_auction(t: Table, hands: DealtHands) -> Auction:
    """Clockwise from the dealer's left, until nobody is left who has neither passed nor holds the highest bid."""
    auction, seat = Auction(), t.after(t.dealer)
    t.stage = "auction"
    t.reasons["play"] = words("the auction is not over")
    while waiting := [s for s in t.round_from(seat) if s not in t.passed and s not in auction.holders]:
        asked, answer = await AnyOf(*ask(t, auction, waiting[0]))
        if isinstance(asked, ShowAces):
            auction.redeal = True
            return auction
        hands.say(t, hand_told(t, auction, asked.seat, answer))
        auction.take(t, asked.seat, answer)
        seat = t.after(asked.seat)
    t.barred.clear()
    del t.reasons["play"]
    return auction


def ask(t: Table, auction: Auction, seat: Seat) -> list[Request[Any]]:
    """A bid or a pass; as a house rule four aces may be shown before one's first call."""
    free = [word for word in BIDS if auction.open_to(word)]
    found: list[Request[Any]] = [CallBid(seat, tuple(free), auction)]
    if t.rules["four_aces"] == "redeal" and seat not in auction.spoken:
        found.append(ShowAces(seat))
    return found


def forced(t: Table, auction: Auction, seat: Seat, word: str) -> bool:
    """Whether a first call breaks the duty of three aces: to bid Troela, or higher as far as the table lets him."""
    higher = t.rules["troela_or_higher"] == "higher_allowed"
    if seat in auction.spoken or auction.level > TROELA or (auction.level == TROELA and not higher):
        return False
    return word != "troela" and not (word and BIDS[word].level > TROELA and higher)


def hand_told(t: Table, auction: Auction, seat: Seat, word: str) -> list[Said]:
    """What a call says about the aces in the hand."""
    name, first, found = t.names[seat], seat not in auction.spoken, []
    called = words("{name} bid {bid}", name=name, bid=TITLES[word]) if word else words("{name} passed", name=name)
    if word == "troela":
        what = words("{called}; only exactly three aces allow that", called=called)
        found.append(Said(seat, "troela", what, ACES, all_but(3)))
    if forced(t, auction, seat, word):
        what = words("{called}; three aces must bid Troela at the first turn", called=called)
        found.append(Said(seat, "forced_troela", what, ACES, frozenset({3})))
    if first and t.rules["four_aces"] == "redeal":
        what = words("{called}; four aces had to be shown first", called=called)
        found.append(Said(seat, "four_aces", what, ACES, frozenset({4})))
    return found


@dataclass(frozen=True)
class CallBid(Request[str]):
    """A bid by its name, or a pass (the empty word)."""

    free: tuple[str, ...] = ()
    auction: Auction = field(default_factory=Auction, compare=False)
    verbs: ClassVar = ("bid", "pass")

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        if act.do == "pass":
            return ""
        name = t.names[self.seat]
        if not act.word:
            raise Doubtful("no_word", words("What does {name} bid?", name=name))
        if act.word not in BIDS:
            bids = ", ".join(BIDS)
            raise Illegal("wrong_word", words("There is no bid {bid!r}; the bids are {bids}", bid=act.word, bids=bids))
        if act.word not in self.free:
            highest = TITLES[next(iter(self.auction.holders.values()))]
            bid = TITLES[act.word]
            said = words("{name} bid {bid}, which is not above {highest}", name=name, bid=bid, highest=highest)
            raise Illegal("bid_not_higher", said)
        return act.word

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"words": list(self.free)}

    def describe(self, t: Table) -> Text:
        return words("{name} bids or passes", name=t.names[self.seat])

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return any(said.false_of(held) for said in hand_told(t, self.auction, self.seat, act.word))

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        held = truth.hand(t, self.seat)
        fair = [word for word in ("", *self.free) if not self.against(t, Act("bid", word=word), held, truth)]
        if not fair:  # four aces, to be shown
            return None
        last = len(t.passed) == t.seats - 1 and not self.auction.holders
        if "" in fair and (dice.random() < 0.6 and not last):
            return Act("pass", self.seat)
        bids = [word for word in fair if word]
        return Act("bid", self.seat, word=dice.choice(bids[:4])) if bids else Act("pass", self.seat)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        """A bid that is too low or of a hand that does not allow it; a call out of turn."""
        held = truth.hand(t, self.seat)
        wrong = [word for word in ("", *self.free) if self.against(t, Act("bid", word=word), held, truth)]
        if wrong and dice.random() < 0.7:
            word = dice.choice(wrong)
            return Act("bid", self.seat, word=word) if word else Act("pass", self.seat)
        low = [word for word in BIDS if word not in self.free]
        if low and dice.random() < 0.6:
            return Act("bid", self.seat, word=dice.choice(low))
        return Act("pass", dice.choice([seat for seat in range(t.seats) if seat != self.seat]))


@dataclass(frozen=True)
class ShowAces(Request[tuple[Card, ...]]):
    """Four aces shown before one's first call: the cards are dealt again, as a house rule."""

    verbs: ClassVar = ("show",)
    optional: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        if frozenset(act.cards) != ACES or len(act.cards) != len(ACES):
            raise Illegal("four_aces", words("All four aces are shown for a new deal"), act.cards)
        return Show(self.seat).apply(t, act, force)

    def describe(self, t: Table) -> Text:
        return words("{name} may show four aces", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        held = truth.hand(t, self.seat)
        return Act("show", self.seat, tuple(sorted(ACES))) if all(held[ace] for ace in ACES) else None


# What a contract pays -----------------------------------------------------------------------------------------------


def pays(rules: Mapping[str, str], contract: Contract, base: int, tricks: int, revoked: str = "") -> tuple[bool, int]:
    """Whether a contract is made by so many tricks, and what each winner scores.

    ``revoked``: whose proven revoke the table punishes, of the ``side`` or of the ``others``: then the contract is
    defeated by one at least, or made without more tricks at least.
    """
    if contract.exact:
        made = tricks == contract.needed if not revoked else revoked == "others"
        wrong = abs(tricks - contract.needed) if not made else 0
        return made, base + (max(1, wrong) if not made and rules["misery_fail"] == "per_trick" else 0)
    if revoked == "side":
        tricks = min(tricks, contract.needed - 1)
    elif revoked == "others":
        tricks = max(tricks, contract.needed)
    slam = tricks == 13 and contract.level <= TROELA and rules["slam_bonus"] == "one"
    return tricks >= contract.needed, base + contract.extra * abs(tricks - contract.needed) + slam
