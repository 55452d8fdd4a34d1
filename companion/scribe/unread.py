"""Cards that came to lie in the middle and were taken up before anybody could tell what they were.

While one is in doubt people play on: it is captured, or the trick is gathered. It did count, unlike one that was laid
by mistake and goes back alone. So it stays new, where it lay, until it is told or asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from companion.cards import Card, Cards
from companion.ports import Sighting
from companion.scribe.ledger import Account, Ledger, likeliest
from companion.scribe.weighing import EXPLAINS, named

WITH_MS = 1000
"""cards that are taken up together go at most so long one after the other"""
LAY_MS = 1500
"""a card that lay by itself for so long was laid to be played"""
ELSEWHERE = 0.5
"""odds from which a card is one that is known to lie elsewhere: somebody has looked at it"""


@dataclass
class New:
    """A card that nobody has told of yet."""

    card: Sighting
    """how it lay in plain sight"""
    at_ms: int
    """when it was last seen there"""
    gone_ms: int = 0
    """when it was first missed; 0: it lies there"""
    others: bool = False
    """cards that the table knows of went with it"""
    new: set[int] = field(default_factory=set)
    """tracks of other new cards that went with it"""

    @property
    def taken(self) -> bool:
        """Whether it was taken up with others; alone it goes back to whom it fell from."""
        return self.others or bool(self.new)

    def went_with(self, first_ms: int, last_ms: int) -> bool:
        """Whether what was last seen and first missed then may have gone with it."""
        return self.at_ms - WITH_MS <= last_ms and first_ms <= self.gone_ms + WITH_MS


@dataclass
class Unread:
    """The new cards of the middle by track, those that have gone too."""

    new: dict[int, New] = field(default_factory=dict)
    left: dict[Account, int] = field(default_factory=dict)
    """known cards that were laid in the middle and are there no more, and since when (ms)"""

    def see(self, ledger: Ledger, lying: Iterable[Sighting], in_middle: Callable[[tuple[float, float]], bool]) -> None:
        """After a look."""
        told = {account.track for account in ledger.accounts}
        there = {s.track for s in lying if in_middle((s.x, s.y))}
        self.new |= {
            s.track: New(s, ledger.at_ms) for s in ledger.fresh if s.track and s.seen and in_middle((s.x, s.y))
        }
        self.new = {track: one for track, one in self.new.items() if track not in told}
        for track, one in self.new.items():
            one.gone_ms = 0 if track in there else one.gone_ms or ledger.at_ms
        mine = [a for a in ledger.accounts if in_middle(a.laid) and not a.won]  # (a trick that is over is looked at)
        away = [a for a in mine if a.here is None or not in_middle((a.x, a.y))]
        self.left = {account: self.left.get(account, ledger.at_ms) for account in away}
        gone = {track: one for track, one in self.new.items() if one.gone_ms}
        for track, one in gone.items():
            one.others = one.others or any(one.went_with(ms, ms) for ms in self.left.values())
            one.new |= {n for n, other in gone.items() if n != track and one.went_with(other.at_ms, other.gone_ms)}
        self.new = {
            track: one for track, one in self.new.items()
            if not one.gone_ms or one.taken or ledger.at_ms - one.gone_ms <= WITH_MS
        }  # fmt: skip

    def among(self, ledger: Ledger, elsewhere: Cards, pile: Cards | None = None) -> None:
        """What was taken up is new like what lies there. ``elsewhere``: the cards known to lie where none is played.

        ``pile``: the known cards of a pile that people take up, None where there is none: of an empty one a single card
        is taken, too.
        """
        lie = [a for a in ledger.accounts if pile and a.face and a.here is not None and pile[Card.parse(a.face)]]
        for one in self.new.values() if pile is not None and not lie else ():
            one.others = one.others or bool(one.gone_ms and one.at_ms - one.card.since_ms >= LAY_MS)
        mine = [one for one in self.new.values() if one.gone_ms and one.taken and not found_again(one, ledger.fresh)]
        won = {one.card.track for one in mine if not one.others and looks_known(one.card, elsewhere)}
        looked_at = {one.card.track for one in mine if {one.card.track, *one.new} <= won}  # (what he has won)
        self.new = {track: one for track, one in self.new.items() if track not in looked_at}  # (and that is settled)
        mine = [one for one in mine if one.card.track not in looked_at]
        tracks = {one.card.track for one in mine}
        lying = [s for s in ledger.fresh if s.track not in tracks]
        ledger.fresh = sorted([*lying, *(one.card for one in mine)], key=lambda s: s.since_ms)

    def drop(self, tracks: Collection[int]) -> None:
        """These are no new cards."""
        self.new = {track: one for track, one in self.new.items() if track not in tracks}

    def told(self, ledger: Ledger) -> None:
        """Cards have been told of: those that had gone before are known to be gone."""
        for account in ledger.accounts:
            one = self.new.get(account.track)
            if one is not None and account.here is one.card and one.gone_ms:
                account.here = None
                account.gone_ms = account.left_ms = account.missed_ms = one.gone_ms

    def forget(self) -> None:
        """A new deal."""
        self.new, self.left = {}, {}


def found_again(one: New, fresh: Sequence[Sighting]) -> bool:
    """Whether a card that is new now may be one that was lost from sight: the eyes have not followed it.

    What had lain there beside it is another.
    """
    face = likeliest(one.card)
    return any(
        s.track != one.card.track and s.since_ms > one.at_ms - WITH_MS and s.odds.get(face, 0.0) >= EXPLAINS
        for s in fresh
    )


def looks_known(s: Sighting, elsewhere: Cards) -> bool:
    """Whether it looks like one of these cards."""
    return sum(p for card, p in named(s.odds, elsewhere).items() if elsewhere[card] > 0) >= ELSEWHERE
