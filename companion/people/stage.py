"""A physical table: every card has its place on it, and people's hands bring it to where the game says it is.

After each act the table of the game (``Deal``) is compared with where the cards lie; whatever differs is moved by
whoever would move it. So every game is acted out without being named here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.deal.deal import Deal
from companion.people.coins import Coins
from companion.people.habits import Habits
from companion.people.hands import Done, Hands
from companion.people.moves import Moves
from companion.people.spots import Spots
from companion.people.targets import owner
from companion.people.timeline import Body, Timeline
from companion.place.layout import Layout
from companion.ports import Scene
from companion.rules.discards import Discard
from companion.rules.requests import Act
from companion.rules.tricks import LAID_DOWN
from companion.table.table import Lying, Seat, Table, before, hand
from companion.table.truth import Dice, Truth

MIDDLE = ("trick", "lot", "pile", "attack", "turned")
"""where cards lie open in the middle"""
LOOKED_AT_MS = 1500
"""so long everybody looks at a card that is turned up before it goes on"""


@dataclass
class Stage:
    """The table of one deal, and the people round it. ``places``: the physical place of each seat."""

    layout: Layout
    places: Sequence[int]
    habits: Habits
    dice: Dice
    timeline: Timeline = field(default_factory=Timeline)
    at: dict[int, str] = field(default_factory=dict)
    """where each card lies: a place of the game's table, as far as people have brought it there"""
    open_hands: dict[Seat, list[int]] = field(default_factory=dict)
    """cards of a hand that lie open before their player"""
    early: dict[int, Seat] = field(default_factory=dict)
    """cards that were laid down and do not count (yet), and whose they are"""
    wanted_now: dict[int, str] = field(default_factory=dict)
    """where each card belongs, as last compared"""

    def __post_init__(self) -> None:
        self.spots = Spots(self.layout, self.timeline, self.habits, self.dice)
        self.hands = Hands(self.layout, self.timeline, self.habits, self.dice)
        self.moves = Moves(self)
        self.coins = Coins(self)

    def scene(self, ms: int) -> Scene:
        """What the camera sees at a moment."""
        return self.timeline.scene(ms)

    # what should be where -------------------------------------------------------------------------------------------

    def wanted(self, deal: Deal) -> dict[int, str]:
        """Where each card belongs; what was bought lies in the lot until its buyer has made up his mind."""
        t = deal.table
        found = {lying.number: name for name, pile in t.places.items() for lying in pile}
        for request in deal.asking:
            if isinstance(request, Discard) and request.bought:
                mine = list(reversed(t.places[before(request.seat)]))
                for card in request.bought:
                    lying = next((one for one in mine if one.card == card), None)
                    if lying is not None:
                        mine.remove(lying)
                        found[lying.number] = "lot"
        return found | {number: self.at[number] for number in self.early}

    def lying(self, t: Table) -> dict[int, Lying]:
        """Every card of the game's table by its number."""
        return {lying.number: lying for pile in t.places.values() for lying in pile}

    def rows(self, t: Table) -> bool:
        """Whether the cards of hands lie on the table, beside open rows."""
        return before(0) in t.places

    def in_place(self, *names: str) -> list[Body]:
        """The cards that lie in these places, lowest first."""
        return [body for body in self.timeline.resting() if self.at.get(body.number) in names]

    def middle(self) -> list[Body]:
        """The cards that lie open in the middle, lowest first."""
        return self.in_place(*MIDDLE)

    # acting ---------------------------------------------------------------------------------------------------------

    def set_out(self, deal: Deal, truth: Truth, now: int) -> None:
        """Everything lies where it belongs, without a hand: a table as it was left."""
        self.at = {}
        t = deal.table
        self.coins.set_out(t, now)
        order = [name for name in t.places if name != "trick"] + ["trick"]
        self.moves.read(deal, truth)
        wanted, lying = self.wanted(deal), self.lying(t)
        self.wanted_now = wanted
        for name in order:
            lowest_first = [number for number, place in wanted.items() if place == name]
            # Of a stock the next card lies on top, of a pile the last.
            for number in lowest_first if name in MIDDLE else reversed(lowest_first):
                self.at[number] = name
                if name.startswith("hand") and not self.rows(t):
                    continue
                pose, up = self.moves.target(deal, number, name, name)
                self.timeline.lay(number, str(truth.of(lying[number])), pose, up, now)
        for seat in range(t.seats):
            if self.stays_open(deal, seat):
                self.open_hands[seat] = [one.number for one in t.places[hand(seat)] if one.card is not None]
                for number in self.open_hands[seat]:
                    pose = self.moves.row_pose(deal, seat, number)
                    self.timeline.lay(number, str(truth.of(lying[number])), pose, True, now)

    def stays_open(self, deal: Deal, seat: Seat) -> bool:
        """Whether the known cards of a hand lie open before their player."""
        t = deal.table
        whole = bool(t.places[hand(seat)]) and not t.unknown(hand(seat))
        return not self.rows(t) and (t.stage == LAID_DOWN or seat in t.showing or (whole and seat in self.open_hands))

    def play(
        self, deal: Deal, truth: Truth, act: Act, start: int, *, own_slot: bool = False, elsewhere: int | None = None
    ) -> Done:
        """Cards of a hand are laid down. ``deal`` has taken the act already; what follows from it waits for `settle`.

        ``own_slot``: in the player's own slot, wherever they belong in the end. ``elsewhere``: the place in whose slot
        they are laid by mistake.
        """
        assert act.seat is not None
        self.moves.read(deal, truth)
        wanted = self.wanted(deal)
        swept = [n for n, old in self.at.items() if old in ("pile", "attack") and wanted.get(n) == "aside"]
        at = start
        if swept:
            at = self.moves.send(deal, act.seat, swept, "aside", at).rest_ms
        mine = [n for n, old in self.at.items() if old == hand(act.seat) and wanted.get(n) != hand(act.seat)]
        played = self.moves.in_order(mine, act.cards)
        if not played:
            return Done(start, start)
        to = "trick" if own_slot or elsewhere is not None else wanted[played[0]]
        return self.moves.lay_down(act.seat, played, to, at, elsewhere=elsewhere)

    def settle(self, deal: Deal, truth: Truth, act: Act | None, start: int, *, hurry: float = 1.0) -> Done:
        """Everything that does not lie where the game says is brought there by those whom it concerns."""
        self.moves.read(deal, truth)
        self.moves.hurry = hurry
        done = Done(start, start)
        if act is not None and act.do == "show" and act.seat is not None and not self.rows(deal.table):
            done = later(done, self.moves.lay_open(deal, act.seat, act.cards, start))
        seat = act.seat if act is not None else None
        if act is not None and act.do == "turn":
            done = later(done, self.turned_up(deal, act, start))
        done = later(done, self.moves.bring(deal, seat, done.rest_ms))
        done = later(done, self.moves.turn_over(deal, seat, done.rest_ms))
        for shower in [one for one in self.open_hands if not self.stays_open(deal, one)]:
            done = later(done, self.moves.take_up(shower, done.rest_ms + (2500 if shower == seat else 0)))
        if act is None:  # (money stays where it was thrown until everybody has seen what was bought for how much)
            buyer = deal.asking[0].seat if deal.asking else deal.table.dealer
            done = later(done, self.coins.bring(deal.table, buyer, done.rest_ms))
        return later(done, self.moves.straighten(deal, done.rest_ms))

    def turned_up(self, deal: Deal, act: Act, start: int) -> Done:
        """A card that goes on at once to somebody (the last one of a deal) is turned up in the middle all the same."""
        wanted, codes = self.wanted(deal), [str(card) for card in act.cards]
        heaps = [n for n, old in self.at.items() if old not in MIDDLE and owner(old, "hand", "open", "taken") is None]
        passing = [n for n in heaps if self.moves.code(n) in codes and wanted.get(n) not in (*MIDDLE, self.at[n])]
        if not passing:
            return Done(start, start)
        seat = deal.table.dealer if act.seat is None else act.seat
        done = self.moves.send(deal, seat, passing[: len(codes)], "lot", start)
        return Done(done.rest_ms + LOOKED_AT_MS, done.clear_ms)

    def behind(self, deal: Deal) -> bool:
        """Whether cards lie elsewhere than the game says: a trick that has been won, a card that was laid to take."""
        cards = any(self.at.get(number, place) != place for number, place in self.wanted(deal).items())
        return cards or self.coins.behind(deal.table)

    def won(self, deal: Deal) -> bool:
        """Whether a trick lies there that is over: its cards go out of the middle."""
        wanted = self.wanted(deal)
        return any(self.at.get(n) == "trick" and place not in MIDDLE for n, place in wanted.items())

    def offer(
        self, deal: Deal, truth: Truth, act: Act, held: Iterable[int], start: int, *, onto_pile: bool = False
    ) -> Done:
        """Cards of a hand are laid down that do not count (yet): before their turn, or against the rules.

        ``held``: the numbers of the cards that the hand held; they stay its own until they count.
        """
        assert act.seat is not None
        self.moves.read(deal, truth)
        place, numbers = self.places[act.seat], []
        mine = sorted(held)
        for card in act.cards:
            number = next(n for n in mine if self.moves.code(n) == str(card))
            mine.remove(number)
            numbers.append(number)
        poses = self.spots.to_trick(place, len(numbers), self.middle())
        if onto_pile:
            height = len(self.in_place("pile"))
            poses = [self.spots.to_pile(height + i) for i in range(len(numbers))]
        for number in numbers:
            self.at[number], self.early[number] = "pile" if onto_pile else "trick", act.seat
        return self.hands.lay(
            place, [(n, self.moves.code(n), pose, True) for n, pose in zip(numbers, poses, strict=True)], start
        )

    def withdraw(self, seat: Seat, start: int) -> Done:
        """What a player has laid down and does not count goes back into his hand."""
        numbers = [n for n, owner in self.early.items() if owner == seat]
        for number in numbers:
            del self.early[number]
            self.at[number] = hand(seat)
        return self.hands.take(self.places[seat], numbers, start) if numbers else Done(start, start)


def later(one: Done, other: Done) -> Done:
    """When both are over."""
    return Done(max(one.rest_ms, other.rest_ms), max(one.clear_ms, other.clear_ms))
