"""Cards that have left the middle: taken up, captured, or taken back by who laid them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from companion.cards import Card, parse_cards
from companion.ports import Sighting
from companion.rules.requests import Act, Request
from companion.scribe.found import Found, Question, Suspicion, Told, Unclear
from companion.scribe.ledger import Account
from companion.scribe.middle import STUCK_MS, UNSEEN_MS, came_with, in_middle, middle, vanished
from companion.scribe.sheet import Sheet
from companion.table.table import Seat
from companion.texts import text

MOST_WAYS = 6
"""so many captures are offered"""
BARE_MS = 400
"""what is taken up has been gone for so long when the next card comes to rest there"""
LATE_MS = 3000
"""so long people may take to lay another card instead of one that has been told of"""
TAKING_MS = 2500
"""so long at most it takes until a card that a hand has taken is seen to be gone"""
TAKEN_MS = 2000
"""cards that are captured go at most so long one after the other"""
SOON_MS = 4000
"""so soon people take a card back, if they do"""


def taken_up(sheet: Sheet, ask: Request[Any]) -> Found:
    """What lies there has gone to a hand, before anything was laid to it, or before the next card was laid.

    The newest card alone, where others lie still, is perhaps taken back by who laid it.
    """
    place = ask.takes_from
    there = [lying for lying in sheet.t.places.get(place, ()) if lying.card is not None]
    if not there:
        return None
    gone, laid = vanished(sheet, place), middle(sheet)
    late = newest_alone(sheet, gone)
    whole = len(there) == len(gone) and in_plain_sight(sheet, laid)  # (what lies there now was laid after that)
    if laid and not whole:
        bare = min(s.since_ms for s in laid) - (LATE_MS if late else BARE_MS)
        gone = [a for a in gone if 0 < a.missed_ms <= bare or (0 < a.left_ms <= bare and by_hand(sheet, a, ask.seat))]
    wanted = there if ask.takes_all(sheet.t) else there[-1:]
    faces = [a.face for a in gone]
    if any(str(lying.card) not in faces for lying in wanted):
        return None
    back = back_again(sheet, ask, gone) if late or len(there) == len(gone) else ""
    if back == "wait":
        return None
    if back == "ask":
        return up_or_back(sheet, ask, gone[-1])
    if not laid and sheet.patience(LATE_MS if late else 0, ("late", late)):
        return None
    return Told(Act("take", ask.seat))


def by_hand(sheet: Sheet, gone: Account, seat: Seat) -> bool:
    """Whether the hand that was at a card when it was last seen, and soon after that it was gone, was this player's.

    Where a card in doubt has lain since, he has laid that over it.
    """
    if gone.here is not None or sheet.memory.lay or gone.missed_ms - gone.left_ms > TAKING_MS:
        return False
    return sheet.arms.at(gone.x, gone.y, gone.left_ms) == seat


def back_again(sheet: Sheet, ask: Request[Any], gone: Sequence[Account]) -> Literal["", "wait", "ask"]:
    """Whether the cards of the newest event, that are gone, were perhaps taken back by who had laid them.

    His own hand was seen to take them: then another card may come in their stead (wait), else it is asked. Where no
    hand was seen, people take a card back soon, or never.
    """
    newest = newest_laid(sheet)
    if newest is None or newest.seat in (None, ask.seat) or any(a.event != newest.id for a in gone):
        return ""
    hands = {sheet.arms.took(a, newest.seat, (newest.seat, ask.seat)) for a in gone}
    if hands == {ask.seat} or not sheet.arms.told:
        return ""
    if hands == {newest.seat}:
        return "wait" if sheet.patience(STUCK_MS, ("back", newest.id)) else "ask"
    soon = all(a.left_ms - a.since_ms < SOON_MS for a in gone)
    drawn = any(s.back and s.since_ms > gone[0].since_ms for s in sheet.lying if not in_middle(sheet, s))
    return "ask" if hands - {None} or (soon and not drawn) else ""


def up_or_back(sheet: Sheet, ask: Request[Any], gone: Account) -> Question:
    """Whether a card was taken up, or taken back by who had laid it."""
    newest, names = newest_laid(sheet), sheet.t.names
    assert newest is not None and newest.seat is not None
    his = sheet.arms.took(gone, newest.seat, (newest.seat, ask.seat)) == newest.seat
    up = ("take", text("{name} has taken it up", name=names[ask.seat]))
    back = ("take_back", text("{name} has taken it back", name=names[newest.seat]))

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        return Act("take", ask.seat) if option == "take" else Act("undo", about=newest.id)

    cards = " ".join(card.pretty for card in newest.cards)
    words = text("{card} is gone: who has it?", card=cards)
    return Question(words, options=(back, up) if his else (up, back), settle=settle)


def newest_laid(sheet: Sheet) -> Act | None:
    """The newest event that did not go without saying."""
    return next((act for act in reversed(sheet.deal.story) if act.do != "draw" or act.cards), None)


def newest_alone(sheet: Sheet, gone: Sequence[Account]) -> bool:
    """Whether of all that was laid in the middle only the newest card is gone, or it went well before the others."""
    newest = newest_laid(sheet)
    if newest is None or len(newest.cards) != 1 or any(a.event != newest.id for a in gone):
        return False
    first = max((a.missed_ms for a in sheet.ledger.of([newest.id])), default=0)
    trump = {str(lying.card) for lying in sheet.t.places.get("turned", ())}  # (it lies there all the time)
    others = [a for a in sheet.ledger.accounts if a.event != newest.id and a.face not in trump and in_middle(sheet, a)]
    return first > 0 and any(a.here is not None or a.missed_ms > first + BARE_MS for a in others)


def captured(sheet: Sheet, ask: Request[Any]) -> Found:
    """What has left the middle together with the card that takes it."""
    there = [lying.card for lying in sheet.t.places.get(ask.takes_from, ()) if lying.card is not None]
    accounts, ways = vanished(sheet, ask.takes_from), ask.ways(sheet.t)
    if not there or not accounts:
        return None
    taker = account_of(sheet, str(there[-1])) if ask.takes_with else None
    laid = [s for s in middle(sheet) if taker is None or not came_with(s, taker)]
    if ask.takes_with and taker is None:
        return None  # (nobody has seen it lie there)
    if taker is not None and taker not in accounts:  # (he has not taken it up yet, as far as can be seen)
        return under_an_arm(sheet, ask, taker, [a.face for a in accounts], ways)
    gone = [a.face for a in accounts if a is not taker]
    if laid and not (in_plain_sight(sheet, laid) and is_way(gone, ways)):  # (what is gone made room for what is new)
        bare = min(s.since_ms for s in laid) - BARE_MS
        accounts = [a for a in accounts if 0 < (a.missed_ms or a.left_ms) <= bare]
        gone = [a.face for a in accounts if a is not taker]
    if not accounts or (taker is not None and taker not in accounts):
        return None
    taken = may_be_gone(sheet, ask.takes_from, ways, gone)
    if taken is not None:  # (what others lay upon may have gone unseen; under a hand it is seen again)
        return Unclear() if sheet.patience(UNSEEN_MS, taken) else Told(Act("take", ask.seat, taken))
    if (not laid or not gone) and sheet.patience(0 if gone else STUCK_MS, bool(gone)):
        return None  # (it alone: perhaps it is taken back)
    for way in ways:
        if sorted(map(str, way)) == sorted(gone):
            return Told(Act("take", ask.seat, way))
    if len(ways) == 1 and not Counter(map(str, ways[0])) - Counter(gone):
        return Told(Act("take", ask.seat, ways[0]))  # (at the end of a deal what is left goes with the last capture)
    return which(sheet, ask, sorted(ways, key=lambda way: -overlap(way, gone)))


def account_of(sheet: Sheet, face: str) -> Account | None:
    """The card of the middle that was told last of this face."""
    return next((a for a in reversed(sheet.ledger.accounts) if a.face == face), None)


def is_way(gone: Sequence[str], ways: Sequence[tuple[Card, ...]]) -> bool:
    """Whether what is gone is just what may be taken. What was laid since and lies there still has not taken it, though
    an arm may have hidden its going until then."""
    return any(sorted(map(str, way)) == sorted(gone) for way in ways)


def under_an_arm(
    sheet: Sheet, ask: Request[Any], taker: Account, gone: Sequence[str], ways: Sequence[tuple[Card, ...]]
) -> Found:
    """What has left the middle is what a card takes whose own place an arm hides, and the next card lies there already:
    then it has taken them, and is soon seen to be gone."""
    hidden = taker.here is not None and not taker.here.seen
    way = next((way for way in ways if sorted(map(str, way)) == sorted(gone)), None)
    if not hidden or way is None or not middle(sheet) or not in_plain_sight(sheet, middle(sheet)):
        return None
    return Unclear() if sheet.patience(UNSEEN_MS, ("taker", way)) else Told(Act("take", ask.seat, way))


def in_plain_sight(sheet: Sheet, cards: Sequence[Sighting]) -> bool:
    """Whether all these new cards lie there, and nothing hides them."""
    return all(s.seen and not sheet.taken_up(s) for s in cards)


def unexplained(sheet: Sheet) -> Suspicion | None:
    """A card has left the middle with others and cannot have taken them: it, or one of them, was another."""
    laid = newest_laid(sheet)
    if laid is None or laid.do != "play" or len(laid.cards) != 1 or any(r.takes_from for r in sheet.deal.asking):
        return None
    gone = [a for a in vanished(sheet, "lot") if a.missed_ms]
    taken = [a for a in gone if a.event != laid.id]
    mine = [a for a in gone if a.event == laid.id and any(abs(a.missed_ms - o.missed_ms) <= TAKEN_MS for o in taken)]
    if not mine or sheet.patience(UNSEEN_MS, ("unexplained", len(taken))):
        return None
    cards = tuple(Card.parse(a.face) for a in taken)
    return Suspicion(laid.id, 0, would=Act("take", laid.seat, cards))


def may_be_gone(
    sheet: Sheet, place: str, ways: Sequence[tuple[Card, ...]], gone: Sequence[str]
) -> tuple[Card, ...] | None:
    """The only capture of all that is gone and, beside that, of cards out of sight; None if what is gone is one by
    itself, or several are possible."""
    lying = [str(lying.card) for lying in sheet.t.places.get(place, ()) if lying.card is not None]
    hidden = [a.face for a in sheet.ledger.accounts if a.face in lying and a.here is not None and not a.here.seen]
    able = [
        way for way in ways
        if not Counter(gone) - Counter(map(str, way)) and not Counter(map(str, way)) - Counter([*gone, *hidden])
    ]  # fmt: skip
    return able[0] if len(able) == 1 and sorted(map(str, able[0])) != sorted(gone) else None


def overlap(way: Sequence[Card], gone: Sequence[str]) -> int:
    """How well a capture agrees with what is gone."""
    here, missing = Counter(map(str, way)), Counter(gone)
    return (here & missing).total() - (here - missing).total() - (missing - here).total()


def which(sheet: Sheet, ask: Request[Any], ways: Sequence[tuple[Card, ...]]) -> Question:
    """Which cards are taken, where what is gone is none of the possible captures."""
    options = tuple(
        (" ".join(sorted(map(str, way))), text("{what}", what=" ".join(card.pretty for card in way)))
        for way in ways[:MOST_WAYS]
    )

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        return Act("take", ask.seat, cards or parse_cards(option))

    return Question(text("Which cards does {name} take?", name=sheet.t.names[ask.seat]), options=options, settle=settle)
