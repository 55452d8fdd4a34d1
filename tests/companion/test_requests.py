"""Requests that several games share, each in a deal of a few lines."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.cards import Card, parse_cards
from companion.deal.deal import Deal
from companion.rules.drawing import LayOff
from companion.rules.plays import Play, follow
from companion.rules.requests import Act, each_of
from companion.rules.spoken import BidWord, CallCard, Called
from companion.rules.turning import Turn
from companion.table.outcome import Outcome
from companion.table.table import Table
from companion.texts import text

PACK = Counter(parse_cards("AS KS QS JS AH KH QH JH"))
WORDS = {"rich": text("spades"), "misery": text("hearts")}


def new_table() -> Table:
    """Two players with three hidden cards each and two in the stock."""
    t = Table(["Ana", "Boris"], 0, PACK, {})
    t.lay_out({"hand 0": 3, "hand 1": 3, "trick": 0, "aside": 0}, stock="stock")
    t.number_cards()
    return t


def asking(*requests: Any) -> tuple[Deal, list[Any]]:
    """A deal that asks these things one after the other, and the answers it gets."""
    answers: list[Any] = []

    async def script(t: Table) -> Outcome:
        for request in requests:
            answers.append(await request)
        return Outcome()

    return Deal(script, new_table), answers


def cards(codes: str) -> tuple[Card, ...]:
    """Cards by their codes."""
    return parse_cards(codes)


def test_named_bids_and_passes() -> None:
    deal, answers = asking(BidWord(0, WORDS), BidWord(1, WORDS))
    assert deal.offer(Act("bid", 0, word="slam")).kind == "illegal"
    assert deal.offer(Act("bid", 0)).kind == "question"
    assert deal.awaits() == {"do": ["bid", "pass"], "seats": ["Ana"], "options": ["rich", "misery"]}
    assert deal.offer(Act("bid", 0, word="rich")).kind == deal.offer(Act("pass", 1)).kind == "ok"
    assert answers == ["rich", "pass"]


def test_called_cards() -> None:
    deal, answers = asking(CallCard(0, frozenset(cards("AS KS")), copies=2, words={"blind": text("hearts")}))
    assert deal.offer(Act("call", 0)).kind == "question"
    assert deal.offer(Act("call", 0, cards("AH"))).kind == "illegal"
    assert deal.offer(Act("call", 0, cards("AS"), ordinal=3)).kind == "illegal"
    assert deal.offer(Act("call", 0, cards("AS"), ordinal=2, word="blind")).kind == "ok"
    assert answers == [Called(cards("AS")[0], 2, "blind")]


def test_a_card_laid_face_down_is_turned_up_later() -> None:
    deal, answers = asking(Play(0, lead=True, face_down=True), Turn(0, "trick", "trick", 1))
    assert deal.offer(Act("play", 0, count=1)).kind == "ok" and answers[0].hidden == 1
    assert deal.offer(Act("turn", 0, cards("QS"))).kind == "ok"
    assert deal.table.cards("trick") == [*cards("QS")] and deal.table.size("hand 0") == 2
    deal, _ = asking(Play(0))
    assert deal.offer(Act("play", 0, count=1)).kind == "question", "face up is the rule"


def test_laying_off_from_a_hand_that_is_known_in_part_makes_it_unknown() -> None:
    deal, _ = asking(LayOff(0, 2))
    deal.table.reveal("hand 0", cards("AS"))
    assert deal.offer(Act("discard", 0, count=1)).kind == "illegal"
    assert deal.offer(Act("discard", 0, count=2)).kind == "ok"
    assert deal.table.known("hand 0", "aside") == Counter(), "the ace may be the one that is left, or not"


def test_several_players_in_any_order() -> None:
    deal, answers = asking(each_of(LayOff(0, 1), LayOff(1, 1, face_up=True)))
    assert deal.awaits()["seats"] == ["Ana", "Boris"]
    assert deal.offer(Act("discard", 1, count=1)).kind == "illegal", "it is shown"
    assert deal.offer(Act("discard", 1, cards("KH"))).kind == deal.offer(Act("discard", 0, count=1)).kind == "ok"
    assert set(answers[0]) == {0, 1}


def test_a_known_card_that_must_be_followed_is_told_at_once() -> None:
    deal, _ = asking(Play(0, (follow(frozenset(PACK), "S"),)), Play(1))
    deal.table.reveal("hand 0", cards("AS"))
    verdict = deal.offer(Act("play", 0, cards("KH")))
    assert verdict.kind == "illegal" and verdict.stands and verdict.findings[0].proof == cards("AS")
    assert deal.asking[0].seat == 1, "it lies there and counts"
