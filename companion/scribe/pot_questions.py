"""Questions about money cards that were thrown: whose they are, how much, and what one of them is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from companion.cards import Card
from companion.ports import Sighting
from companion.rules.bids import Bid
from companion.rules.requests import Act
from companion.scribe.coins import cards_of, ranks
from companion.scribe.found import Question
from companion.scribe.sheet import Sheet
from companion.table.table import Seat
from companion.texts import text


def whose_money(sheet: Sheet, ask: Bid, s: Sighting, others: Sequence[Seat], own: bool) -> Question:
    """Money before whoever is asked, that another one misses in his row: one tap. ``own``: it may be his as well."""
    t = sheet.t
    name, key = t.names[ask.seat], sheet.key(s)
    following = next(
        seat % t.seats for seat in range(ask.seat + 1, ask.seat + t.seats) if seat % t.seats not in t.passed
    )
    options = [
        *([(f"seat {ask.seat}", text("The bid is {name}'s", name=name))] if own else []),
        ("pass", text("{name} has said Dalje", name=name)),
        *((f"seat {seat}", text("{name} was too early", name=t.names[seat])) for seat in others),
    ]

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        if option not in dict(options):
            return None
        if option == "pass":
            if following in others:
                sheet.memory.seats[key] = following
            return Act("pass", ask.seat)
        sheet.memory.seats[key] = int(option.split()[1])
        return None

    return Question(
        text("Whose money lies before {name}?", name=name), (), 1, s.crop, settle, (), (s.x, s.y), tuple(options)
    )


def how_much(sheet: Sheet, ask: Bid, seen: Sequence[int], plain: Sequence[int], hidden: Sequence[int]) -> Question:
    """Which money was thrown, where some of it may lie under the other, or is not what people said: one tap."""
    rest = sorted((Counter([*seen, *hidden]) - Counter(plain)).elements())
    more = (
        sorted([*plain, *way]) for n in range(len(seen) - len(plain), len(rest) + 1) for way in combinations(rest, n)
    )
    ways = dict.fromkeys([tuple(seen), *(tuple(way) for way in more)])
    options = tuple(("+".join(map(str, way)), text("{what}", what=" + ".join(map(str, way)))) for way in ways)

    def settle(cards: tuple[Card, ...], option: str, more: int) -> Act | None:
        return Act("bid", ask.seat, cards_of([int(r) for r in option.split("+")])) if option in dict(options) else None

    words = text("Which money cards does {name} throw?", name=sheet.t.names[ask.seat])
    return Question(words, settle=settle, options=options)


def which(sheet: Sheet, seat: Seat, s: Sighting) -> Question:
    """What a money card is worth: one tap."""
    held = sheet.t.purses[seat].coins or ()
    likely = [rank for rank in ranks(sheet.odds(s)) if rank in held]
    choices = [*likely, *(rank for rank in held if rank not in likely)]
    options = tuple((str(rank), text("{what}", what=str(rank))) for rank in choices)

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        if option in dict(options):
            sheet.memory.answers[sheet.key(s)] = cards_of([int(option)])[0]
        return None

    words = text("Which money card has {name} thrown?", name=sheet.t.names[seat])
    return Question(words, (), 1, s.crop, settle, (), (s.x, s.y), options)


def for_this_lot(sheet: Sheet, s: Sighting) -> Question:
    """Money that was thrown between two lots: one tap."""
    pots = sheet.pots
    seat = pots.seat(s)
    name = "" if seat is None else sheet.t.names[seat]
    options = (("bid", text("The bid is {name}'s", name=name)), ("none", text("It is no bid")))

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        now = next((one for one in pots.ledger.fresh if (one.track, one.since_ms) == (s.track, s.since_ms)), None)
        if option in dict(options):
            pots.stale = [one for one in pots.stale if (one.track, one.since_ms) != (s.track, s.since_ms)]
        if option == "none" and now is not None:
            pots.ledger.enter([now])
        return None

    words = text("Money lay before {name} before this lot did: is it a bid?", name=name)
    return Question(words, (), 1, s.crop, settle, (), (s.x, s.y), options, track=s.track)
