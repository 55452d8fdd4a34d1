"""What belongs to the newest event though it was told otherwise: a card laid with its own that a hand has hidden, and a
card that was laid instead of one taken back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from companion.cards import Card, Cards
from companion.deal.deal import Deal
from companion.ports import Sighting
from companion.rules.requests import Act
from companion.scribe.found import Amended, Found, Told
from companion.scribe.ledger import Account
from companion.scribe.middle import STUCK_MM, STUCK_MS, TOGETHER_MS, in_middle, middle, vanished
from companion.scribe.sheet import Sheet
from companion.scribe.takes import LATE_MS, newest_alone
from companion.table.table import hand

BACK_MS = 400
"""so long a card must be gone before it counts as taken back"""


@dataclass(frozen=True)
class Last:
    """What was told last of cards that were laid, and when the first and the last of them came to rest."""

    event: int
    act: Act
    more: int
    """how many more cards might have been laid with them"""
    since_ms: tuple[int, int]


def last_of(event: int, told: Told) -> Last | None:
    """What to remember of an event that has been taken; None if it laid no cards that were seen to come to rest."""
    if told.act.do != "play" or not told.cards:
        return None
    rests = [s.since_ms for s in told.cards]
    if not all(rests):
        return None  # (eyes that cannot tell since when a card lies there)
    return Last(event, told.act, told.more, (min(rests), max(rests)))


def amended(sheet: Sheet, last: Last | None) -> Amended | None:
    """The newest event as it must have been, if new cards say so."""
    act, followed = _newest(sheet)
    if last is None or act is None or act.id != last.event or act.seat is None:
        return None
    found = (None if followed else _joined(sheet, last, act)) or _instead(sheet, last, act) or _one_of(sheet, last, act)
    return None if found is None else replace(found, followed=followed)


def _newest(sheet: Sheet) -> tuple[Act | None, tuple[int, ...]]:
    """The newest event that did not go without saying; and those that did after it, the newest first."""
    followed: list[int] = []
    for act in reversed(sheet.deal.story):
        if act.do != "draw" or act.cards:
            return act, tuple(followed)
        followed.append(act.id)
    return None, tuple(followed)


def followers(deal: Deal, event: int | None) -> tuple[int, ...]:
    """The draws that went without saying right after an event, the newest first."""
    ids = [act.id for act in deal.story]
    if event not in ids:
        return ()
    after = deal.story[ids.index(event) + 1 :]
    return tuple(act.id for act in takewhile(lambda act: act.do == "draw" and not act.cards, after))[::-1]


def _joined(sheet: Sheet, last: Last, act: Act) -> Amended | None:
    """New cards that came to rest together with those of the event."""
    first, latest = last.since_ms
    cards = [
        s for s in sheet.ledger.fresh
        if in_middle(sheet, s) and first - TOGETHER_MS <= s.since_ms <= latest + TOGETHER_MS
    ]  # fmt: skip
    if not 0 < len(cards) <= last.more:
        return None
    return _as(sheet, last, act.cards, cards, sheet.t.unseen() + _held(sheet, act))


def unclear(sheet: Sheet, last: Last | None) -> bool:
    """Whether a card lies with that of the newest event, stuck to it: one of the two goes back, or is just gone."""
    act, _ = _newest(sheet)
    if last is None or last.more or act is None or act.id != last.event:
        return False
    mine = sheet.ledger.of([last.event])
    just = [a for a in mine if a.here is None and sheet.at_ms - a.missed_ms < BACK_MS and not sheet.t.trick]
    if any(_lies_for(sheet, s, a, None) for a in just for s in sheet.ledger.fresh):
        return True
    turning = any(r.sight == "lot" for r in sheet.deal.asking)  # (then it may well be the card that is turned up)
    return any(
        _partner(s, last, a) or (not turning and _laid_again(s, last, a))
        for a in mine if a.here is not None for s in sheet.ledger.fresh
    )  # fmt: skip


def _partner(s: Sighting, last: Last, account: Account) -> bool:
    """Whether a card came to lie there in one go with that of the event."""
    first, latest = last.since_ms
    near = math.hypot(s.x - account.laid[0], s.y - account.laid[1]) <= STUCK_MM
    return near and first - TOGETHER_MS <= s.since_ms <= latest + TOGETHER_MS


def _laid_again(s: Sighting, last: Last, account: Account) -> bool:
    """Whether a card came to lie there with that of the event when this was laid once more, or was lifted."""
    latest, here = last.since_ms[1], account.here
    if here is None or here.since_ms <= latest + BACK_MS:
        return False
    with_it = abs(s.since_ms - here.since_ms) <= TOGETHER_MS  # (it was laid once more, with the other)
    lifted = not here.seen and latest + STUCK_MS >= s.since_ms < here.since_ms  # (later it is the next card)
    lifted = lifted and (s.since_ms >= account.left_ms - BACK_MS or _with_it(s, account))  # (else it was laid to it)
    return (with_it or lifted) and math.hypot(s.x - here.x, s.y - here.y) <= STUCK_MM


def _instead(sheet: Sheet, last: Last, act: Act) -> Amended | None:
    """Another card of the same player, where the only one of the event lay that is there no more."""
    gone = [a for a in sheet.ledger.of([last.event]) if a.missed_ms]
    if len(act.cards) != 1 or len(gone) != 1 or any(sheet.taken_up(s) for s in sheet.ledger.fresh):
        return None
    partners = [s for s in sheet.ledger.fresh if _partner(s, last, gone[0]) or _laid_again(s, last, gone[0])]
    cards = partners
    own = _own_hand(sheet, act, gone[0])
    if not partners and sheet.at_ms - gone[0].missed_ms >= BACK_MS and (own or _others_lie(sheet, last)):
        place = None if _piles(sheet, last) else sheet.layout.trick_place(*gone[0].laid)
        cards = [s for s in sheet.ledger.fresh if _lies_for(sheet, s, gone[0], place)]
        if own:  # (he was seen to take it back himself, however long he thinks about another)
            new = [s for s in middle(sheet) if not _laid_to(s, gone[0])]
            cards = [s for s in new if sheet.arms.at(s.x, s.y, s.since_ms) in (act.seat, None)]
    if len(cards) != 1:
        return None
    return _as(sheet, last, (), cards, sheet.t.unseen() + _held(sheet, act), gone[0])


def _one_of(sheet: Sheet, last: Last, act: Act) -> Amended | None:
    """Of several cards one had come along under the others, and went back: that which a hand hid belongs to them."""
    mine = sheet.ledger.of([last.event])
    gone = [a for a in mine if a.missed_ms]
    if len(act.cards) < 2 or len(gone) != 1 or sheet.at_ms - gone[0].missed_ms < BACK_MS:
        return None
    partners = [s for s in sheet.ledger.fresh if any(_partner(s, last, account) for account in mine)]
    if len(partners) != 1:
        return None
    before = tuple(card for index, card in enumerate(act.cards) if index != gone[0].index)
    return _as(sheet, last, before, partners, sheet.t.unseen() + _held(sheet, act), gone[0])


def _own_hand(sheet: Sheet, act: Act, gone: Account) -> bool:
    """Whether he who laid a card was seen to take it, it alone, where another may take it up."""
    takes = {r.takes_from for r in sheet.deal.asking if r.takes_from and not r.takes_with and r.seat != act.seat}
    able = {r.seat for r in sheet.deal.asking if r.takes_from in takes}
    if act.seat is None or sheet.arms.took(gone, act.seat, {act.seat, *able}) != act.seat:
        return False
    return any(gone in there and len(there) == 1 for there in (vanished(sheet, place) for place in takes))


def _others_lie(sheet: Sheet, last: Last) -> bool:
    """Whether what lay there with the card lies there still: it alone was taken away, not the trick, nor the pile."""
    piles = _piles(sheet, last)
    if piles or not sheet.t.trick:
        places = {r.takes_from for r in sheet.deal.asking if r.takes_from} | set(piles)
        return newest_alone(sheet, [a for place in places for a in vanished(sheet, place)])
    with_it = {laid.event for laid in sheet.t.trick} - {last.event}
    lie = [a for a in sheet.ledger.of(with_it) if a.here is not None and a.stays and not a.missed_ms]
    if sheet.t.size("trick"):
        return bool(lie) or (not with_it and sheet.t.seats > 2)  # (nobody can have won a single card yet)
    return len(lie) > 1 and len(lie) == sum(len(laid.cards) for laid in sheet.t.trick if laid.event in with_it)


def _piles(sheet: Sheet, last: Last) -> list[str]:
    """The places that end with the cards of the event, though nobody may take them up: they are laid aside, too."""
    ends = [(place, [lying.card for lying in cards][-len(last.act.cards) :]) for place, cards in sheet.t.places.items()]
    return [place for place, cards in ends if place in ("pile", "attack") and cards == list(last.act.cards)]


def _lies_for(sheet: Sheet, s: Sighting, gone: Account, place: int | None) -> bool:
    """Whether a card lies for the one that is gone: where it lay, or in the middle soon after."""
    if place is not None:
        return sheet.layout.trick_place(s.x, s.y) == place
    if _laid_to(s, gone):
        return False
    near = min(math.hypot(s.x - x, s.y - y) for x, y in (gone.laid, (gone.x, gone.y))) <= STUCK_MM
    return in_middle(sheet, s) and (near or BACK_MS <= s.since_ms - gone.missed_ms <= LATE_MS)


def _laid_to(s: Sighting, gone: Account) -> bool:
    """Whether a card had come to lie by another well before this was gone, not stuck to it: it was laid to that, not
    instead of it."""
    return s.since_ms < gone.missed_ms - BACK_MS and not _with_it(s, gone)


def _with_it(s: Sighting, account: Account) -> bool:
    """Whether a card came to lie there when another last did."""
    return abs(s.since_ms - account.rested_ms) <= TOGETHER_MS


def _held(sheet: Sheet, act: Act) -> Cards:
    return sheet.t.known(hand(act.seat)) if act.seat is not None else sheet.t.known("")


def _as(
    sheet: Sheet, last: Last, before: tuple[Card, ...], cards: Sequence[Sighting], possible: Cards,
    gone: Account | None = None,
) -> Amended | None:  # fmt: skip
    """The event with these cards after those it named ``before``; None while they are in doubt."""
    weighed = sheet.weigh(cards, possible)
    if not all(w.sure for w in weighed):
        return None
    told = sheet.told(last.act, weighed)
    return Amended(last.event, before, tuple(w.faces[0][0] for w in weighed), told.cards, told.odds, gone)


def taken_back(sheet: Sheet) -> Found:
    """A card that lay there before its turn, or against the rules, and is gone before anything else was laid."""
    waiting = [act for act, _ in sheet.deal.early] + ([sheet.deal.pending[0]] if sheet.deal.pending else [])
    for act in reversed(waiting):
        accounts: list[Account] = sheet.ledger.of([act.id])
        if accounts and all(a.here is None for a in accounts):
            return Told(Act("take_back", act.seat))
    return None
