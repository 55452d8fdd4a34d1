"""Cards laid to a trick: whose they are by where they lie, how many, face up or face down; and cards that are gone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.cards import Card
from companion.ports import Sighting
from companion.rules.requests import Act, Request
from companion.scribe import missed
from companion.scribe.arms import HOLDS_MM
from companion.scribe.found import Found, Question, Told
from companion.scribe.ledger import ANOTHER, Account, looks_like
from companion.scribe.middle import STUCK_MS, TOGETHER_MS, stuck
from companion.scribe.sheet import NOTHING_NEW, Sheet, no_new_card
from companion.scribe.weighing import IMPOSSIBLE, explained
from companion.table.table import Seat, taken
from companion.texts import text

OUT_MS = 4500
"""so long a card before somebody who is not to play may lie until it is asked whose it is: what follows may tell"""
CROSSED_MS = 2000
"""so long his own card may come to light, where the hand of the player to act seems to have laid one before another"""
EARLIER_MS = 2000
"""a card that lay there so long before that of the player to act was laid before its turn"""
WON_MS = 4000
"""so long it is not asked what was laid to a trick that is gone while nobody has been seen to win it"""
LOOKED_AT = 3
"""so many cards that somebody has won, side by side before him, are looked at"""
BESIDE_MM = 40.0
"""cards of a fan lie so near to each other"""
NEARLY_MM = 12.0
"""a card that lies at most so much nearer to another's place than to that of the player to act may be his"""


def laid(sheet: Sheet, ask: Request[Any]) -> Found:
    """Cards new in the middle: his who is to play if they lie before him, else out of turn or laid astray."""
    release_equal(sheet, ask)
    fresh = by_place(sheet, sheet.ledger.fresh)
    backs = by_place(sheet, sheet.ledger.backs) if ask.lays_backs() else {}
    own = sheet.places[ask.seat]
    for place in list(fresh):
        for s in list(fresh[place]):
            if place != own and sheet.memory.seats.get(sheet.key(s), -1) == ask.seat:
                fresh.setdefault(own, []).append(s)  # (the people have said that it is his)
                fresh[place].remove(s)
    possible = ask.faces(sheet.t)
    for place in [place for place in fresh if place != own]:  # (what looks like an old card is somebody's won trick)
        weighed = sheet.weigh(fresh[place], possible)
        fresh[place] = [w.sighting for w in weighed if w.impossible < IMPOSSIBLE]
    fresh = {place: cards for place, cards in fresh.items() if cards}
    since = trick_gone(sheet, own in fresh or reached(sheet, ask.seat))
    if since is not None and not any(s.since_ms < since for s in fresh.get(own, [])):
        return gathered(sheet, ask)
    if not fresh and not backs:
        return None
    if (ahead := before_turn(sheet, ask, fresh)) is not None:
        return his(sheet, ask, ahead, fresh[sheet.places[ahead]], [])
    if own in fresh or own in backs:
        return his(sheet, ask, ask.seat, fresh.get(own, []), backs.get(own, []))
    place, cards = next(iter(fresh.items()), (own, []))
    if not cards:
        return None
    seat = list(sheet.places).index(place)
    if follower_played(sheet, ask, fresh, cards[0]):
        return his(sheet, ask, ask.seat, cards[:1], [])
    return others(sheet, ask, seat, cards)


def release_equal(sheet: Sheet, ask: Request[Any]) -> None:
    """A card of a trick that is over and lies where the next is to be played: it is an equal one of another pack.

    The eyes have followed the one that was drawn in to the one that was laid. Where no equal card is left it is the old
    one itself, that somebody looks at; unless it hardly looks like that.
    """
    own, now = sheet.places[ask.seat], {laid.event for laid in sheet.t.trick} if unfinished(sheet) else set()
    possible = ask.faces(sheet.t)
    for account in list(sheet.ledger.accounts):
        s = account.here
        if s is None or not s.seen or s.back or account.event in now or not account.face:
            continue
        if account.stays and not (account.won and drawn_in(sheet, account, s)):
            continue
        able = possible[Card.parse(account.face)] > 0 or (account.stays and looks_like(s, account.face) < ANOTHER)
        if able and sheet.layout.trick_place(s.x, s.y) == own:
            sheet.ledger.release(account)


def drawn_in(sheet: Sheet, account: Account, s: Sighting) -> bool:
    """Whether a card of a won trick was drawn in before an equal one came to rest where it had lain.

    Its place was bare in between, or all the others of the trick were gone by then.
    """
    others = [a for laid in sheet.t.trick for a in sheet.ledger.of([laid.event]) if a is not account]
    mine = any(laid.event == account.event for laid in sheet.t.trick)
    gone = mine and len(others) > 1 and all(a.here is None and 0 < a.gone_ms < s.since_ms for a in others)
    return gone or 0 < account.bared_ms < s.since_ms


def by_place(sheet: Sheet, cards: Sequence[Sighting]) -> dict[int, list[Sighting]]:
    """New cards in the middle by the place whose trick card lies there; a fan laid in one go lies there as a whole."""
    found: dict[int, list[Sighting]] = {}
    for fan in fans(sheet, cards):
        x, y = (sum(s.x for s in fan) / len(fan), sum(s.y for s in fan) / len(fan))
        place = sheet.layout.trick_place(x, y)
        if place is not None and not looked_at(sheet, place, fan):
            found.setdefault(place, []).extend(fan)
    return found


def looked_at(sheet: Sheet, place: int, fan: Sequence[Sighting]) -> bool:
    """Whether somebody has fanned out what he has won before him: so many of just these cards are no play."""
    won = sheet.t.known(taken(list(sheet.places).index(place)))
    return len(fan) >= LOOKED_AT and all(explained(s, won) for s in fan)


def fans(sheet: Sheet, cards: Sequence[Sighting]) -> list[list[Sighting]]:
    """Cards that came to rest side by side in one go, where several may be played at once; else each by itself."""
    found: list[list[Sighting]] = []
    for s in cards:
        with_it = [fan for fan in found if sheet.layout.needs.together > 1 and any(beside(s, other) for other in fan)]
        found = [fan for fan in found if fan not in with_it] + [[*(o for fan in with_it for o in fan), s]]
    return sorted(found, key=lambda fan: fan[0].since_ms)


def beside(one: Sighting, other: Sighting) -> bool:
    """Whether two cards came to rest side by side in one go."""
    apart = math.hypot(one.x - other.x, one.y - other.y)
    return apart <= BESIDE_MM and abs(one.since_ms - other.since_ms) <= TOGETHER_MS


def his(sheet: Sheet, ask: Request[Any], seat: Seat, cards: list[Sighting], backs: list[Sighting]) -> Found:
    """Cards of one player, as many as he is to play; where he may play more, what came to rest together."""
    told = ask.awaited(sheet.t)
    number, most = int(told["count"]), max(int(told["count"]), int(told.get("most", 0)))
    if len(cards) > number:
        cards = without_old(sheet, ask, seat, cards)
    there = len(cards) + len(backs)
    if there < number:
        sheet.patience()
        return None
    if there < most and sheet.memory.looks == 0 and len(cards) > 0:
        sheet.patience()  # (perhaps more are being laid)
        return None
    if cards and stuck(cards, most) and sheet.patience(STUCK_MS, ("stuck", len(cards))):
        return None
    cards, backs = cards[:most], backs[: max(0, most - len(cards))]
    cards = sorted(cards, key=lambda s: (s.x, s.y))
    more = most - len(cards) - len(backs)
    return sheet.cards(ask, cards, replace(ask, seat=seat).faces(sheet.t), seat, backs, more=more)


def without_old(sheet: Sheet, ask: Request[Any], seat: Seat, cards: list[Sighting]) -> list[Sighting]:
    """Without those that look like cards which lie elsewhere (a won trick is looked at), if any are left.

    What came to rest in one fan with a card that may be played was played with it, whatever it looks like.
    """
    weighed = sheet.weigh(cards, replace(ask, seat=seat).faces(sheet.t), ask)
    able = [w.sighting for w in weighed if w.impossible < IMPOSSIBLE]
    if sheet.layout.needs.together > 1:
        able = [s for s in cards if any(s is one or beside(s, one) for one in able)]
    return able or cards


def before_turn(sheet: Sheet, ask: Request[Any], fresh: dict[int, list[Sighting]]) -> Seat | None:
    """Who had laid his card long before that of the player to act came: out of turn; None if nobody."""
    mine = fresh.get(sheet.places[ask.seat])
    if not mine:
        return None
    for place, cards in fresh.items():
        if cards[0].since_ms + EARLIER_MS <= mine[0].since_ms:
            return list(sheet.places).index(place)
    return None


def follower_played(sheet: Sheet, ask: Request[Any], fresh: dict[int, list[Sighting]], first: Sighting) -> bool:
    """Whether the player after the one to act has laid a card since: what lay there before was no card of his."""
    follower = sheet.places[sheet.t.after(ask.seat)]
    later = [s for s in fresh.get(follower, []) if s is not first]
    return bool(later) and later[0].since_ms > first.since_ms + TOGETHER_MS


def others(sheet: Sheet, ask: Request[Any], seat: Seat, cards: list[Sighting]) -> Found:
    """Cards before somebody who is not to play: his, out of turn, or laid there by the player to act."""
    first = cards[0]
    x, y, _ = sheet.layout.trick_slot(sheet.places[seat])
    own_x, own_y, _ = sheet.layout.trick_slot(sheet.places[ask.seat])
    apart = ((first.x - x) ** 2 + (first.y - y) ** 2) ** 0.5
    own = ((first.x - own_x) ** 2 + (first.y - own_y) ** 2) ** 0.5
    if sheet.arms.at(first.x, first.y, first.since_ms, within=HOLDS_MM) == ask.seat:
        if own - apart > NEARLY_MM and sheet.patience(CROSSED_MS, sheet.key(first)):
            return None  # (two arms that cross look like one: a card of his may come to light yet)
        return his(sheet, ask, ask.seat, cards, [])  # (his own hand was seen to lay it there)
    if sheet.patience(OUT_MS, sheet.key(first)):
        return None
    if own - apart <= NEARLY_MM:
        return his(sheet, ask, ask.seat, cards, [])
    found = his(sheet, ask, seat, cards, [])
    if not isinstance(found, Told) or sheet.memory.seats.get(sheet.key(first), -1) == seat:
        return found
    return astray(sheet, ask, seat, found)


def astray(sheet: Sheet, ask: Request[Any], seat: Seat, found: Told) -> Question:
    """Whose card it is: asked, for a card laid in the wrong place is no breach. He before whom it lies comes first only
    if his own hand was seen at it."""
    names, first = sheet.t.names, found.cards[0]
    hand = sheet.arms.at(first.x, first.y, first.since_ms, within=HOLDS_MM)
    likely = (seat, ask.seat) if hand == seat else (ask.seat, seat)
    people = ((f"seat {who}", text("{name}", name=names[who])) for who in likely)
    options = (*people, no_new_card()) if first.track else tuple(people)

    def settle(cards: object, option: str, hidden: int) -> Act | None:
        if option.startswith("seat "):
            sheet.memory.seats[sheet.key(first)] = int(option.split()[1])
        elif option == NOTHING_NEW:
            sheet.memory.is_nothing(first)
        return None

    words = text("Who plays {card}?", card=" ".join(card.pretty for card in found.act.cards))
    at = (first.x, first.y)
    return Question(words, (), 1, first.crop, settle, (), at, options, track=first.track, would=found.act)


# Cards that are gone ------------------------------------------------------------------------------------------------


def trick_gone(sheet: Sheet, answered: bool = False) -> int | None:
    """Since when (ms) an unfinished trick has been drawn to somebody before all its cards were seen; None: it lies.

    The hand that draws it in hides its cards before they are seen to be gone. A single card may have been taken back;
    but of two players the other lays none, nor comes with his hand (``answered``), unless he has won it; and beside one
    that was told from memory it was drawn in.
    """
    there = [a for laid in sheet.t.trick for a in sheet.ledger.of([laid.event]) if laid.event]
    guessed = any(str(card) in sheet.memory.guessed for laid in sheet.t.trick for card in laid.cards)
    alone = len(there) == 1 and (guessed or (sheet.t.seats == 2 and answered))
    if (len(there) < 2 and not alone) or not unfinished(sheet):
        return None
    if any(a.here is not None and sheet.layout.trick_place(a.x, a.y) is not None for a in there):
        return None
    return max(a.left_ms or sheet.at_ms for a in there)


def reached(sheet: Sheet, seat: Seat) -> bool:
    """Whether the hand of a player was where his card would lie when that of the only other one went."""
    there = [a for laid in sheet.t.trick for a in sheet.ledger.of([laid.event]) if laid.event and a.left_ms]
    x, y, _ = sheet.layout.trick_slot(sheet.places[seat])
    return len(there) == 1 and sheet.arms.came(seat, x, y, there[0].left_ms)


def unfinished(sheet: Sheet) -> bool:
    """Whether cards lie in the trick that nobody has won yet."""
    return sheet.t.size("trick") > 0


def gathered(sheet: Sheet, ask: Request[Any]) -> Found:
    """The trick was drawn in before the last card was read: what it was only the people know, or the heap shows it."""
    heap = [s for s in sheet.ledger.fresh if sheet.layout.trick_place(s.x, s.y) is None and near_trick(sheet, s)]
    if len(heap) == 1:
        return his(sheet, ask, ask.seat, heap, [])
    lay = [s for s in sheet.memory.lay.values() if sheet.layout.trick_place(s.x, s.y) == sheet.places[ask.seat]]
    if len(lay) == 1 and int(ask.awaited(sheet.t)["count"]) == 1:
        return missed.seen_before(sheet, ask, lay[0])
    if sheet.patience(0 if missed.drawn_by(sheet) is not None else WON_MS, "won"):
        return None  # (who has won it leads soon, and that tells most)
    name, number = sheet.t.names[ask.seat], int(ask.awaited(sheet.t)["count"])
    choices = tuple((card, 0.0) for card in missed.likely(sheet, ask, number))
    sheet.memory.missed = True

    def settle(cards: tuple[object, ...], option: str, hidden: int) -> Act | None:
        return Act(ask.sight_verb, ask.seat, cards)  # type: ignore[arg-type]

    return Question(missed.words(name, number), choices[:8], number, None, settle, guessed=True)


def near_trick(sheet: Sheet, s: Sighting) -> bool:
    """Whether a card lies with those of the trick that was drawn in."""
    there = [a for laid in sheet.t.trick for a in sheet.ledger.of([laid.event]) if a.here is not None]
    return any((a.x - s.x) ** 2 + (a.y - s.y) ** 2 < 60**2 for a in there)
