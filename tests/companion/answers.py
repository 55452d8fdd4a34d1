"""All ways to answer what a game asks, legal or not, for one who sees the hidden cards: for counting (``leaves``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from itertools import combinations
from typing import Any

from companion.cards import Card, Cards
from companion.games import cuhna_asks, dzep_kop_takes, kalabra_asks, lu_asks, trolistak_asks, velika_budala_asks
from companion.games.rikken_calls import PlayOne
from companion.games.trojke_dvojke_asks import Dalje, DrawCards, GoOn, Put
from companion.games.ziletka_asks import Attack, Beat, ShowZbor, TakeUp
from companion.rules.bids import Bid
from companion.rules.discards import Discard
from companion.rules.drawing import Draw
from companion.rules.plays import Play
from companion.rules.requests import Act, Request
from companion.rules.spoken import Choose, Say
from companion.rules.turning import Turn
from companion.table.table import Table, before, hand
from companion.table.truth import Truth


@dataclass(frozen=True)
class Step:
    """An act, and which cards really are in it where they lie face down."""

    act: Act
    secret: tuple[Card, ...] = ()


def at_once(t: Table, asking: Sequence[Request[Any]], truth: Truth) -> Sequence[Request[Any]]:
    """What is to be answered first: Zadnja is always said, a card drawn after a seven is put if it fits."""
    owed = [one for one in asking if isinstance(one, Say) and "zadnja" in one.words]
    return owed or [one for one in asking if isinstance(one, GoOn) and one.candidates(t, truth)] or asking


def plays(held: Cards, *numbers: int) -> Iterator[tuple[Card, ...]]:
    """All choices of so many cards, equal ones once."""
    for number in numbers:
        yield from sorted(set(combinations(sorted(held.elements()), number)))


@singledispatch
def answers(request: Request[Any], t: Table, truth: Truth) -> Iterator[Step]:
    """Every answer to try. Nothing for what may be left out and changes nothing: payments told, claims of the rest."""
    assert request.optional or request.silent, f"how is {request} answered?"
    yield from ()


# What several games ask ---------------------------------------------------------------------------------------------


@answers.register
def _(request: Turn, t: Table, truth: Truth) -> Iterator[Step]:
    yield Step(Act("turn", request.seat, truth.next_cards(t, request.source, request.number)))


@answers.register
def _(request: Play, t: Table, truth: Truth) -> Iterator[Step]:
    held = truth.hand(t, request.seat)
    for cards in plays(held, *range(request.number, max(request.number, request.most) + 1)):
        yield Step(Act("play", request.seat, cards))


@answers.register
def _(request: Draw, t: Table, truth: Truth) -> Iterator[Step]:
    yield Step(Act("draw", request.seat, count=request.number))


@answers.register
def _(request: Choose, t: Table, truth: Truth) -> Iterator[Step]:
    yield from (Step(Act("choose", request.seat, word=word)) for word in request.options)


@answers.register
def _(request: Say, t: Table, truth: Truth) -> Iterator[Step]:
    if "zadnja" in request.words:  # (no other announcement changes what may be played in the positions counted)
        yield Step(Act("say", request.seat, word="zadnja"))


# Auctions of lots ---------------------------------------------------------------------------------------------------


@answers.register
def _(request: Bid, t: Table, truth: Truth) -> Iterator[Step]:
    yield Step(Act("pass", request.seat))
    for amount in range(request.low, request.high + 1):
        yield Step(Act("bid", request.seat, amount=amount))


@answers.register
def _(request: Discard, t: Table, truth: Truth) -> Iterator[Step]:
    older = [card for card in t.cards(before(request.seat)) if card not in request.bought]
    yield Step(Act("discard", request.seat, request.bought))
    for hidden in range(min(request.number, t.unknown(hand(request.seat))) + 1):
        for cards in combinations(older, request.number - hidden):
            yield Step(Act("discard", request.seat, cards, hidden))


# Tricks with something of their own ---------------------------------------------------------------------------------


@answers.register(PlayOne)
@answers.register(trolistak_asks.Put)
def _(request: PlayOne | trolistak_asks.Put, t: Table, truth: Truth) -> Iterator[Step]:
    """Face up or face down."""
    for (card,) in plays(truth.hand(t, request.seat), 1):
        yield Step(Act("play", request.seat, (card,)))
        if not request.lead if isinstance(request, trolistak_asks.Put) else request.blind:
            yield Step(Act("play", request.seat, count=1), (card,))


@answers.register
def _(request: lu_asks.Buy, t: Table, truth: Truth) -> Iterator[Step]:
    yield Step(Act("exchange", request.seat, count=lu_asks.HAND))
    yield Step(Act("pass", request.seat))


# Fishing ------------------------------------------------------------------------------------------------------------


@answers.register(kalabra_asks.PlayCard)
@answers.register(dzep_kop_takes.PlayCard)
@answers.register(velika_budala_asks.Lead)
@answers.register(cuhna_asks.Lead)
def _(request: Request[Any], t: Table, truth: Truth) -> Iterator[Step]:
    """One card of the hand."""
    yield from (Step(Act("play", request.seat, cards)) for cards in plays(truth.hand(t, request.seat), 1))


@answers.register(kalabra_asks.Capture)
@answers.register(dzep_kop_takes.Capture)
def _(request: Request[Any], t: Table, truth: Truth) -> Iterator[Step]:
    """Any cards of the talon, where one is taken also two."""
    talon = t.cards("lot")[:-1]
    for number in range(1, min(2, len(talon)) + 1 if isinstance(request, dzep_kop_takes.Capture) else len(talon) + 1):
        yield from (Step(Act("take", request.seat, cards)) for cards in combinations(talon, number))


@answers.register
def _(request: kalabra_asks.LeaveLast, t: Table, truth: Truth) -> Iterator[Step]:
    yield Step(Act("pass", request.seat))


@answers.register
def _(request: dzep_kop_takes.Triple, t: Table, truth: Truth) -> Iterator[Step]:
    yield from (Step(Act("take", request.seat, cards)) for cards in combinations(t.cards("lot"), 2))


# Getting rid of cards -----------------------------------------------------------------------------------------------


@answers.register(velika_budala_asks.TakeUp)
@answers.register(cuhna_asks.TakeTop)
@answers.register(TakeUp)
def _(request: Request[Any], t: Table, truth: Truth) -> Iterator[Step]:
    """What lies there is taken: it need not be named."""
    yield Step(Act("take", request.seat))


@answers.register
def _(request: Attack, t: Table, truth: Truth) -> Iterator[Step]:
    numbers = (len(request.attack),) if isinstance(request, Beat) else (1, 2)
    yield from (Step(Act("play", request.seat, cards)) for cards in plays(truth.hand(t, request.seat), *numbers))


@answers.register
def _(request: ShowZbor, t: Table, truth: Truth) -> Iterator[Step]:
    yield from (Step(Act("show", request.seat, cards)) for cards in plays(truth.hand(t, request.seat), 3))


@answers.register
def _(request: Put, t: Table, truth: Truth) -> Iterator[Step]:
    """After a draw of one's own only the card drawn, and only by who had none that fits."""
    faces = sorted(set(request.candidates(t, truth))) if request.drawn else sorted(truth.hand(t, request.seat))
    yield from (Step(Act("play", request.seat, (card,))) for card in faces)


@answers.register
def _(request: DrawCards, t: Table, truth: Truth) -> Iterator[Step]:
    """Not after a seven by who can go on: nobody but he knows."""
    seven = request.instead is not None and request.instead.seven
    if not (seven and any(map(request.instead.fits, truth.hand(t, request.seat)))):  # type: ignore[union-attr]
        yield Step(Act("draw", request.seat, count=request.there(t)))


@answers.register
def _(request: Dalje, t: Table, truth: Truth) -> Iterator[Step]:
    """Not with the card drawn by who must put it."""
    drawn = request.put.drawn and t.rules["drawn_card"] == "must" and request.put.candidates(t, truth)
    if not drawn:
        yield Step(Act("pass", request.seat))
