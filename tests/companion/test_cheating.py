"""Deals in which people err and cheat: breaches are found, stand or are taken back, and the story stays one."""

from __future__ import annotations

import random

import pytest

from companion.deal import dealer
from companion.games import find_game
from companion.rules.bids import Bid
from companion.rules.discards import Discard
from companion.rules.requests import Act
from companion.rules.turning import Turn
from companion.table.table import before
from tests.companion import house
from tests.companion.house import Told, state

GAME = find_game("crveni_tepih")


def breach(told: Told, dice: random.Random) -> Act | None:
    """Something against the rules that can be done at this table now, if any."""
    deal = told.match.now.deal
    t, request = deal.table, deal.asking[0]
    others = [seat for seat in range(t.seats) if seat != request.seat]
    if isinstance(request, Turn):
        cards = tuple(dice.sample(sorted(t.unseen()), 2))
        return Act("turn", dice.choice(others), cards)
    if isinstance(request, Bid):
        amount = dice.choice((0, 1, request.standing or 1, 21, 50))
        return Act("bid", dice.choice((request.seat, *others)), amount=amount)
    if isinstance(request, Discard):
        mine = t.cards(before(request.seat))
        return Act("discard", request.seat, tuple(dice.sample(mine, dice.choice((1, 2, 3)))))
    return None


def cheating_deal(seed: int, players: int) -> tuple[Told, int]:
    """A deal with breaches in it, and how many of them the referee refused or noted."""
    dice = random.Random(f"cheat/{seed}")
    rules = house.random_rules(GAME, dice, odd=0.3)
    told = Told()
    told.begin(house.header(GAME, players, rules, dice))
    truth = dealer.shuffle(told.match.now.deal.table, dice)
    found = 0
    while told.match.now.deal.outcome is None and told.last < 400:
        act = breach(told, dice) if dice.random() < 0.25 else None
        if act is not None:
            answer = told.tell(house.to_event_of(told, act))
            found += answer.verdict.kind == "illegal"
            if answer.verdict.kind == "illegal":
                assert answer.verdict.findings and answer.verdict.findings[0].text
            word = dice.choice(("take_back", "accept", ""))
            if told.match.now.deal.pending and word:
                told.tell({"do": word, **({"about": told.last} if word == "accept" else {})})
            house.check(told)
            continue
        try:
            act = dealer.next_act(told.match.now.deal, truth, dice)
        except IndexError:  # (a breach that stood has moved what the dealer thought to be next)
            break
        answer = told.tell(house.to_event_of(told, act))
        if answer.verdict.kind != "ok":  # the dealer's stock no longer is the table's: he turns up what nobody has seen
            t = told.match.now.deal.table
            room = {"turn": 2, "show": len(act.cards)}.get(act.do, 0)
            if not room:
                break
            cards = tuple(dice.sample(sorted(t.unseen().elements()), room))
            told.tell(house.to_event_of(told, Act(act.do, act.seat, cards)))
        house.check(told)
    return told, found


@pytest.mark.parametrize("players", [2, 4, 6])
def test_cheating_is_found_and_the_story_stays_one(players: int) -> None:
    total = 0
    for seed in range(4):
        told, found = cheating_deal(seed, players)
        total += found
        house.same(told)
        final, first = state(told.match), told.last
        events = house.base_events(told)
        undone = 0
        for event in random.Random(seed).sample(events, min(8, len(events))):
            answer = told.tell({"do": "undo", "about": event.id})
            house.check(told)
            undone += answer.verdict.kind != "illegal"
        for number in range(told.last, first, -1):
            told.tell({"do": "undo", "about": number})
        assert undone and state(told.match) == final
        house.same(told)
    assert total > 15


def test_an_honest_deal_has_no_findings() -> None:
    for seed in range(20):
        told = house.random_deal(GAME, seed)
        assert told.match.ends()[-1].findings == ()


def test_a_lot_turned_by_the_wrong_player_stands_with_the_next_bid() -> None:
    told = Told()
    told.begin(house.Header(GAME.id, ("Ana", "Boris", "Vera"), "Ana"))
    answer = told.tell({"do": "turn", "seat": "Vera", "cards": ["AS", "7H"]})
    assert str(answer.verdict.text) == "Vera is not to act: Ana turns up 2 cards"
    answer = told.tell({"do": "bid", "seat": "Boris", "amount": 2})
    assert answer.verdict.kind == "ok"
    findings = told.match.ends()[-1].findings
    assert [(f.about, f.seat, f.rule) for f in findings] == [(1, 2, "out_of_turn")]
    told.tell({"do": "undo"})
    assert told.match.ends()[-1].findings == ()
    told.tell({"do": "take_back"})
    told.tell({"do": "turn", "seat": "Ana", "cards": ["AS", "7H"]})
    assert told.match.ends()[-1].findings == ()
    house.same(told)
