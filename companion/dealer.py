"""An all-knowing dealer: plays any game at random through what the game asks, and lays the cards on a table.

He knows the order of the stock and every hidden hand, and he is honest when asked. All chance comes from the dice
that are handed in; the same dice and the same table give the same act, so that he can go on after a restart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar
from zlib import crc32

from companion.cards import Card
from companion.deal import Deal
from companion.layout import ASIDE_AT, LOT_AT, PAIR_GAP, STOCK_AT, Layout
from companion.ports import Placement, Scene
from companion.requests import Act, Bid, Discard, Request, Show, Turn
from companion.table import Seat, Table, before, hand

T = TypeVar("T")


class Dice(Protocol):
    """A source of chance, such as ``random.Random``."""

    def random(self) -> float: ...

    def randint(self, a: int, b: int) -> int: ...

    def choice(self, seq: Sequence[T]) -> T: ...

    def shuffle(self, x: list[Any]) -> None: ...


@dataclass(frozen=True)
class Truth:
    """What lies face down: the stock in its order, the hidden hands."""

    stock: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]

    def next_cards(self, t: Table, source: str, number: int) -> tuple[Card, ...]:
        """The next cards of the stock as they really are."""
        gone = len(self.stock) - t.unknown(source)
        found: list[Card] = []
        for lying in t.places[source][:number]:
            if lying.card is None:
                found.append(self.stock[gone])
                gone += 1
            else:
                found.append(lying.card)
        return tuple(found)

    def hidden(self, t: Table, seat: Seat) -> tuple[Card, ...]:
        """The cards a seat still holds face down. Hidden cards are discarded in the order they were dealt."""
        mine = self.hands[seat]
        left = mine[len(mine) - t.size(hand(seat)) :]
        return tuple((Counter(left) - t.known(hand(seat))).elements())


def shuffle(t: Table, dice: Dice) -> Truth:
    """Shuffle what nobody has seen and lay it where the table has unknown cards."""
    cards = sorted(t.unseen().elements())
    dice.shuffle(cards)
    hands = []
    for seat in range(t.seats):
        n = t.unknown(hand(seat))
        hands.append(tuple(cards[:n]))
        cards = cards[n:]
    return Truth(tuple(cards[: t.unknown("stock")]), tuple(hands))


def next_act(deal: Deal, truth: Truth, dice: Dice) -> Act:
    """A legal act for what is awaited."""
    request = dice.choice([r for r in deal.asking if type(r) in ACTS])
    return ACTS[type(request)](deal.table, request, truth, dice)


def turn_up(t: Table, ask: Request[Any], truth: Truth, dice: Dice) -> Act:
    """Turn what really comes next."""
    assert isinstance(ask, Turn)
    return Act("turn", ask.seat, truth.next_cards(t, ask.source, ask.number))


def bid(t: Table, ask: Request[Any], truth: Truth, dice: Dice) -> Act:
    """Pass half of the time, else a small raise, now and then a jump."""
    assert isinstance(ask, Bid)
    sums = sorted(s + ask.thrown for s in t.purses[ask.seat].sums() if ask.low <= s + ask.thrown <= ask.high)
    if not sums or dice.random() < (0.35 if ask.standing is None else 0.6):
        return Act("pass", ask.seat)
    amount = sums[min(len(sums) - 1, dice.randint(0, 2) if dice.random() < 0.9 else dice.randint(0, 6))]
    purse = t.purses[ask.seat]
    ways = purse.ways(amount - ask.thrown)
    coins = tuple(Card(str(coin), "S") for coin in ways[0]) if len(ways) > 1 else ()
    return Act("bid", ask.seat, coins, amount=amount)


def discard(t: Table, ask: Request[Any], truth: Truth, dice: Dice) -> Act:
    """The lot itself, or older cards, hidden ones among them."""
    assert isinstance(ask, Discard)
    older: list[Card | None] = list((t.known(before(ask.seat)) - Counter(ask.bought)).elements())
    hidden = truth.hidden(t, ask.seat)
    older += [None] * len(hidden)
    if len(ask.bought) >= ask.number and (dice.random() < 0.4 or len(older) < ask.number):
        return Act("discard", ask.seat, ask.bought[: ask.number])
    dice.shuffle(older)
    chosen = older[: ask.number]
    away = sum(card is None for card in chosen)
    cards = tuple(card for card in chosen if card is not None)
    if ask.hidden_face_up:
        return Act("discard", ask.seat, cards + hidden[:away])
    return Act("discard", ask.seat, cards, away)


def show(t: Table, ask: Request[Any], truth: Truth, dice: Dice) -> Act:
    """Turn up what is hidden."""
    return Act("show", ask.seat, truth.hidden(t, ask.seat))


ACTS = {Turn: turn_up, Bid: bid, Discard: discard, Show: show}


# The cards on the table ---------------------------------------------------------------------------------------------


def scene(deal: Deal, truth: Truth, places: Sequence[int]) -> Scene:
    """What lies on the table now. ``places`` gives the physical place of each seat."""
    t, layout = deal.table, Layout(deal.table.seats)
    waiting = next((r for r in deal.asking if isinstance(r, Discard) and r.bought), None)
    cards: list[Placement] = [
        Placement(None, STOCK_AT[0] + i, STOCK_AT[1] - i, 2.0 * i) for i in range(stock_height(t))
    ]
    cards += set_aside(t)
    lot = t.cards("lot") if waiting is None else list(waiting.bought)
    cards += [
        tossed(card, LOT_AT[0] + (i - (len(lot) - 1) / 2) * PAIR_GAP, LOT_AT[1], 0.0, i) for i, card in enumerate(lot)
    ]
    for seat in range(t.seats):
        opened = t.cards(before(seat))
        if waiting is not None and waiting.seat == seat:
            for card in waiting.bought:
                opened.reverse()
                opened.remove(card)
                opened.reverse()
        cards += row(t, layout, seat, places[seat], opened)
    return Scene(tuple(cards))


def row(t: Table, layout: Layout, seat: Seat, place: int, opened: Sequence[Card]) -> list[Placement]:
    """A seat's cards: open ones fanned, the hidden ones (turned up at the end) beside them."""
    found = [tossed(card, *layout.slot(place, i, len(opened), False), i) for i, card in enumerate(opened)]
    for i, lying in enumerate(t.places[hand(seat)]):
        x, y, angle = layout.slot(place, i, len(opened), True)
        found.append(Placement(None, x, y, angle) if lying.card is None else tossed(lying.card, x, y, angle, i))
    return found


def set_aside(t: Table) -> list[Placement]:
    """The newest two cards set aside, side by side on the pile."""
    pile = t.places["aside"]
    found = []
    for i, lying in list(enumerate(pile))[-4:]:
        x = ASIDE_AT[0] + (PAIR_GAP if i % 2 else 0.0)
        if lying.card is None:
            found.append(Placement(None, x, ASIDE_AT[1], 0.0))
        else:
            found.append(tossed(lying.card, x, ASIDE_AT[1], 0.0, i))
    return found


def stock_height(t: Table) -> int:
    """How many backs to draw for the stock."""
    return min(3, t.size("stock"))


def tossed(card: Card, x: float, y: float, angle: float, salt: int) -> Placement:
    """A card as people lay it: a little off and a little turned, always the same for the same spot."""
    mix = crc32(f"{card}{x:.0f}{y:.0f}{salt}".encode())
    dx, dy, turn = (mix % 61 - 30) / 20, (mix // 61 % 61 - 30) / 20, (mix // 3721 % 61 - 30) / 10
    return Placement(str(card), x + dx, y + dy, angle + turn)
