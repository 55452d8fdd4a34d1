"""Where an event belongs, whose it was and which cards it was about: pinned when it comes, kept in every replay."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.cards import Card
from companion.events import Event
from companion.match.acts import find_seat, to_act
from companion.match.history import Line
from companion.referee import Doubtful
from companion.rules.requests import Act
from companion.table.table import Lying, Seat, Table, seat_of
from companion.texts import text

if TYPE_CHECKING:
    from companion.match.played import Played

UNPINNED = ("note", "claim", "accept", "take_back")
"""verbs that belong to no part of the deal; what they were about may be gone after a correction"""


def pin(played: Played, line: Line, event: Event, stage: str, began: int | None) -> None:
    """Remember of an event that counts the part of the deal it came in, whose it was and what it was about."""
    line.stage, line.began = stage, began
    whose = played.deal.whose(event.id)
    if whose is None and event.seat is not None:
        whose = find_seat(played, event.seat, event)
    line.player = whose
    if not played.deal.waits(event.id):  # (else nothing has been moved yet)
        line.named, line.revealed, line.refs = event.cards or (), revealed(played, event.id), cards_meant(played, event)
    line.seat = event.seat or (None if whose is None else played.names[whose])


def revealed(played: Played, event: int) -> int:
    """How many cards an event brought to light, apart from open ones whose face was a question."""
    piles = [pile for place, pile in played.deal.table.places.items() if not place.startswith("open")]
    return sum(lying.event == event and lying.card is not None for pile in piles for lying in pile)


def cards_meant(played: Played, event: Event) -> tuple[tuple[int, int] | None, ...]:
    """Which cards on the table an event was about: so that they stay the same when a face is corrected."""
    moved = [lying for lying in played.deal.table.moved if lying.event not in (0, event.id)]
    if played.deal.table.event != event.id or not moved:
        return ()
    refs: list[tuple[int, int] | None] = []
    for card in map(Card.parse, event.cards or ()):
        lying = next((lying for lying in moved if lying.card == card), None)
        if lying is None:
            refs.append(None)
            continue
        moved.remove(lying)
        named = [Card.parse(code) for code in played.history.told(played.history.lines[lying.event]).cards or ()]
        free = [i for i, face in enumerate(named) if face == card and (lying.event, i) not in refs]
        refs.append((lying.event, free[0]) if free else None)
    return tuple(refs)


def named_now(played: Played, card: Card, ref: tuple[int, int] | None) -> tuple[Card, Lying | None]:
    """A card that an event named, as it is called now, and which one on the table it is; None: it is seen first now.

    An open card that was followed with the eyes has the face that it is corrected to. From a hand another card may
    have come than the one that was known there: the face that was read then is believed, as long as it can be.
    """
    if ref is None:
        return card, None
    codes = played.history.told(played.history.lines[ref[0]]).cards or ()
    now = Card.parse(codes[ref[1]]) if ref[1] < len(codes) else card
    there = Lying(now, ref[0])
    if now != card and hidden_too(played.deal.table, card, there):
        return card, None
    return now, there


def hidden_too(t: Table, card: Card, known: Lying) -> bool:
    """Whether a known card is held in a hand that may as well hold this one, unseen."""
    place = next((place for place, pile in t.places.items() if known in pile), "")
    return seat_of(place) is not None and t.unknown(place) > 0 and t.unseen()[card] > 0


def whose_act(played: Played, line: Line, event: Event) -> Act:
    """The event as an act of him whose it was; raises Doubtful if its name now means somebody else."""
    act = to_act(played, event)
    if line.fate != "ok" or not line.stage:
        return act
    if act.cards and event.cards == line.named and not played.history.corrected(line):
        known = all(played.history.lines[ref[0]].alive for ref in line.refs if ref)  # else by their faces
        pairs = zip(act.cards, line.refs, strict=True) if line.refs and known else ()
        faces = [named_now(played, *pair) for pair in pairs]
        cards, lying = tuple(card for card, _ in faces) or act.cards, tuple(one for _, one in faces)
        fresh = sum(ref is not None and one is None for ref, one in zip(line.refs, lying, strict=False))
        revealed_now = None if line.revealed is None else line.revealed + fresh
        act = replace(act, cards=cards, lying=lying, revealed=revealed_now)
    if act.seat is None:
        return act if line.player is None else replace(act, seat=line.player)
    if line.player is not None and act.seat != line.player and not played.history.reseated(line):
        raise Doubtful("who", text("Was this {name}?", name=played.names[line.player]))
    return act


def in_place(played: Played, line: Line, event: Event, first: bool) -> bool:
    """Whether this is the part of the deal that the event belongs to.

    A bid belongs to the lot that was turned before it, wherever that lot now comes; if the turning has been
    undone, to a lot that was put in its stead.
    """
    t = played.deal.table
    if not line.stage or event.do in UNPINNED:
        return True
    if line.began is None:
        led = event.do == "play" and played.deal.pending is None and trick_of(t.stage) == trick_of(line.stage)
        return led or t.stage == line.stage
    if line.began == 0 or played.history.lines[line.began].alive:
        return line.began in (0, t.began)
    opener = played.history.lines.get(t.began or 0)
    if opener is None:
        return False
    numbers = list(played.history.lines)
    put_before = first and numbers.index(opener.event.id) > numbers.index(line.event.id)
    return put_before or t.stage == line.stage == opener.stage


def trick_of(stage: str) -> str:
    """A part of the deal without telling who leads: that changes when the card that won the last trick is corrected."""
    return stage.removesuffix(" lead")


@dataclass
class Order:
    """Whether a telling has kept the order so far, though what was inserted or undone has shifted the parts' numbers.

    Then the next event belongs where the game has come to: its part only bears another name. Not so if an event of
    the same kind by the same player has been undone just before it: that may be told again, and has its place.
    """

    shifted: bool = False
    kept: bool = True
    """nothing of what was told waits for a place"""
    _shown: set[tuple[Seat | None, str]] = field(default_factory=set)
    """the cards that insertions name, by player"""
    _put_in: set[tuple[str, Seat | None]] = field(default_factory=set)
    _gone: set[tuple[str, Seat | None]] = field(default_factory=set)

    def undone(self, line: Line) -> None:
        """Here stood something that has been undone."""
        verb = str((line.event.event or {}).get("do")) if line.event.do == "insert" else line.event.do
        if verb not in UNPINNED and line.stage:
            self.shifted = True
            if line.event.do != "insert":  # (what an insertion has pushed on goes back to where it was)
                self._gone |= {(verb, line.player)} - self._put_in

    def taken(self, line: Line, event: Event) -> None:
        """This has found its place."""
        if line.event.do != "insert":
            self._put_in, self._gone = set(), set()
        elif event.do not in UNPINNED:
            self.shifted = True
            self._put_in.add((event.do, line.player))
            self._gone -= self._put_in
            self._shown |= {(line.player, code) for code in event.cards or ()}

    def known_by_now(self, act: Act) -> Act:
        """The act, without what it brought to light then if an insertion has shown that before."""
        shown = any((act.seat, str(card)) in self._shown for card in act.cards)
        return replace(act, revealed=None) if shown else act

    def follows(self, played: Played, line: Line, event: Event) -> bool:
        """Whether the event is what the game waits for next, though in a part of another name."""
        if not (self.kept and (self.shifted or line.moved) and line.clean) or (event.do, line.player) in self._gone:
            return False
        deal = played.deal
        asked = any(request.seat == line.player and event.do in request.verbs for request in deal.asking)
        return asked and deal.pending is None and line.began is None and deal.table.began is None
