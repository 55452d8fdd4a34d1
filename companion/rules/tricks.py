"""Trick-taking: one trick from its lead to its last card, who wins, and where the cards go.

``play_trick`` runs one trick for a game whose rules it gets as functions; the cards won lie at ``taken(seat)``, each
player's apart. What a player is asked is in ``companion.rules.plays``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card, Cards
from companion.rules.plays import Play, Rest
from companion.rules.requests import AnyOf, Request
from companion.rules.turning import Show
from companion.table.table import Laid, Seat, Table, hand, taken

LAID_DOWN = "laid down"
"""the part of a deal in which all hands are laid open"""


@dataclass
class Trick:
    """A trick being played, or over: what was laid by whom, in order."""

    number: int
    leader: Seat
    players: list[Seat]
    before: Seat | None = None
    """who played the last card of the trick before"""
    laid: list[Laid] = field(default_factory=list)
    claimed: Seat | None = None
    """somebody said that the rest is his"""

    @property
    def led(self) -> Card:
        """The card led."""
        return self.laid[0].card

    @property
    def cards(self) -> Cards:
        """All its cards."""
        return Counter([card for laid in self.laid for card in laid.cards])

    def by(self, seat: Seat) -> Card:
        """What a seat has played."""
        return next(laid.card for laid in self.laid if laid.seat == seat)

    def best(self, suits: Sequence[str], height: Callable[[Card], int]) -> Seat:
        """Who has the highest card of the first of these suits that lies in the trick; else the leader."""
        for suit in suits:
            there = [laid for laid in self.laid if laid.card.suit == suit]
            if there:
                return max(there, key=lambda laid: height(laid.card)).seat
        return self.leader


Must = Callable[[Table, Trick, Seat], Play]
"""what a seat is to play"""
Offers = Callable[[Table, Trick], Sequence[Request[Any]]]
"""what may be answered by anybody meanwhile: announcements, interrupts"""
Heard = Callable[[Table, Request[Any], Any], bool | None]
"""takes such an answer; true: the trick is broken off"""
Seen = Callable[[Table, Trick], None]
"""looks at a trick after each card, which may be taken back in part (``take_back``)"""


async def play_trick(
    t: Table,
    number: int,
    leader: Seat,
    must: Must,
    *,
    offers: Offers = lambda t, trick: (),
    heard: Heard = lambda t, request, answer: None,
    seen: Seen = lambda t, trick: None,
    players: Sequence[Seat] | None = None,
    rest: bool = True,
    stops: Callable[[Table], bool] = lambda t: False,
) -> Trick:
    """Everybody plays in turn, the leader first. ``players``: in the order of play, where not all play.

    ``rest``: the tricks that are left may be claimed by one player. ``stops``: whether the deal is over by what the
    last card has proved; the trick is broken off.
    """
    order = list(players or t.round_from(leader))
    before = t.trick[-1].seat if t.trick else None
    trick = Trick(number, leader, order[order.index(leader) :] + order[: order.index(leader)], before)
    t.trick_number = number
    t.stage = f"trick {number} lead"
    rests = [Rest(seat) for seat in order] if rest else []
    while len(trick.laid) < len(trick.players):
        seat = trick.players[len(trick.laid)]
        asked, answer = await AnyOf(must(t, trick, seat), *offers(t, trick), *rests)
        if isinstance(asked, Rest):
            trick.claimed = asked.seat
            return trick
        if not isinstance(asked, Play):
            if heard(t, asked, answer):
                return trick
            continue
        trick.laid.append(answer)
        t.trick = trick.laid  # (the last one lies there until the next is led)
        if answer.seat != seat:  # a wrong lead that the table let stand: the round goes on from there
            at = trick.players.index(answer.seat)
            trick.leader, trick.players = answer.seat, trick.players[at:] + trick.players[:at]
        t.stage = f"trick {number}"
        seen(t, trick)
        if stops(t):
            break
    return trick


def take_back(t: Table, trick: Trick, kept: Sequence[Card]) -> None:
    """Everybody takes back what he has put to this trick; of the lead only these cards stay. Then it goes on."""
    pile, first = t.places["trick"], trick.laid[0]  # (they lie in the order they were played)
    stay: list[Card | None] = list(kept)
    t.places["trick"] = []
    for laid in trick.laid:
        for lying in pile[: len(laid.cards)]:
            if stays := laid is first and lying.card in stay:
                stay.remove(lying.card)
            t.places["trick" if stays else hand(laid.seat)].append(lying)
        pile = pile[len(laid.cards) :]
    trick.laid[:] = [Laid(first.seat, tuple(kept), first.event)]
    t.stage = f"trick {trick.number} again"


def take_trick(t: Table, winner: Seat) -> None:
    """The winner draws the trick to himself."""
    t.move_all("trick", taken(winner))
    t.tricks[winner] = t.tricks.get(winner, 0) + 1


async def lay_down(t: Table) -> None:
    """Everybody lays his cards open: what is left is not played."""
    t.stage = LAID_DOWN
    while waiting := [Show(seat) for seat in range(t.seats) if t.unknown(hand(seat))]:
        await AnyOf(*waiting)


def breaches(t: Table, *rules: str) -> dict[int, Seat]:
    """The proven breaches of these rules that the table did not let pass: by event who it was."""
    return {
        f.about: f.seat for f in t.findings if f.rule in rules and f.seat is not None and not f.accepted and not f.among
    }


def take_rest(t: Table, seat: Seat, tricks: int) -> None:
    """Somebody gets all tricks that are left: the cards of all hands go to him, those nobody has seen unseen."""
    for place in ("trick", *(hand(other) for other in range(t.seats))):
        t.move_all(place, taken(seat))
    t.tricks[seat] = t.tricks.get(seat, 0) + tricks
    t.claims.clear()
