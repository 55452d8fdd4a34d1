"""Money cards at a table with people: they lie where the game says, are thrown as bids, and nobody presses one."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli.croupier import Croupier
from companion.cli.ledger import DealLedger
from companion.cli.rendered import Plan, open_match
from companion.deal.dealer import next_act, shuffle
from companion.evening.session import Session
from companion.games import find_game
from companion.kept.journal import Journal
from companion.match.match import Header, Match
from companion.people.habits import Bids
from companion.people.stage import Stage
from companion.place.laying import layout_for
from tests.companion.house import NAMES
from tests.companion.people.acted import HABITS
from tests.companion.perfect import perfect_table

CARDS = {"money_form": "cards"}


@pytest.fixture(autouse=True)
def nobody_presses_out_of_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found is about the money alone."""
    monkeypatch.setattr("companion.cli.screen.MISCHIEF", 0.0)


def played(folder: Path, players: int, seed: int, level: str, bids: Bids = "thrown", breaches: float = 0.0) -> Croupier:
    """A deal played to its end by people of a level, at a table that is seen perfectly."""
    session = Session(Journal(folder / "journal"))
    with perfect_table(session, players, seed) as croupier:
        croupier.habits = replace(HABITS[level], bids=bids, breaches=breaches)
        open_match(session, Plan("crveni_tepih", players, seed), NAMES, resume=False)
        while not croupier.ledgers or croupier.ledger.exact is None:
            croupier.step()
    return croupier


def bids_of(ledger: DealLedger) -> list[tuple[int | None, list[str]]]:
    return [(deed.act.seat, sorted(map(str, deed.act.cards))) for deed in ledger.deeds if deed.act.do == "bid"]


@pytest.mark.parametrize(("level", "players"), [("clean", 3), ("home", 4), ("pub", 2), ("pub", 5)])
def test_bids_that_are_thrown_need_no_touch(level: str, players: int, tmp_path: Path) -> None:
    croupier = played(tmp_path, players, 5, level)
    ledger = croupier.ledger
    assert ledger.exact and ledger.touches == 0 and ledger.asked == []
    bids = [deed for deed in ledger.deeds if deed.act.do == "bid"]
    assert bids and all(deed.seen and deed.event is not None and not deed.touched for deed in bids)
    assert not any(deed.wrong_seat or deed.wrong_cards for deed in bids)
    assert not ledger.told_findings and not ledger.phantoms


@pytest.mark.parametrize("bids", ["pressed", "both"])
def test_buttons_work_beside_money_and_a_bid_is_one_bid(bids: Bids, tmp_path: Path) -> None:
    croupier = played(tmp_path, 3, 5, "clean", bids)
    ledger = croupier.ledger
    assert ledger.exact and not ledger.told_findings and not ledger.phantoms and ledger.asked == []
    lies = any(coin.at != "row" for coin in croupier.table.coins.coins)
    assert lies is (bids == "both")
    sitting = croupier.session.sitting
    assert sitting is not None
    story = [event for line, event in sitting.played.history.story() if event.do == "bid" and line.fate == "ok"]
    assert len(story) == len(bids_of(ledger))


@pytest.mark.parametrize("seed", [1, 3, 6])
def test_money_thrown_against_the_rules_is_found_and_nothing_else(seed: int, tmp_path: Path) -> None:
    ledger = played(tmp_path, 3, seed, "clean", breaches=1.0).ledger
    assert ledger.planted
    assert ledger.exact and not ledger.false_findings and ledger.asked == []
    assert ledger.found == len(ledger.planted)


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), players=st.integers(2, 8), lost=st.sampled_from(["all_bids", "winner_only"]))
def test_every_money_card_lies_in_one_place_and_where_the_purses_say(seed: int, players: int, lost: str) -> None:
    game, names = find_game("crveni_tepih"), tuple(f"P{number}" for number in range(players))
    rules = game.check_rules({**CARDS, "money_lost": lost})
    match = Match()
    match.begin(Header("crveni_tepih", names, names[0], rules=rules))
    deal, dice = match.now.deal, random.Random(seed)
    truth, t = shuffle(deal.table, dice), deal.table
    layout = layout_for(game, players, rules)
    stage = Stage(layout, [-seat % players for seat in range(players)], HABITS["clean"], random.Random(seed))
    stage.set_out(deal, truth, 0)
    at = 1000
    for _ in range(30):
        if deal.outcome is not None:
            break
        act = next_act(deal, truth, dice)
        act = replace(act, cards=stage.coins.thrown(deal, act) or act.cards)
        if stage.behind(deal):
            at = stage.settle(deal, truth, None, at).clear_ms
        assert deal.offer(act).taken
        truth.follow(deal.table)
        if act.do == "bid":
            assert act.seat is not None
            at = stage.coins.throw(act.seat, act.cards, at).clear_ms
        else:
            at = stage.settle(deal, truth, act, at).clear_ms
        at = stage.settle(deal, truth, None, at).clear_ms
        t = deal.table
        lying = stage.scene(at + 1).cards
        for seat in range(players):
            mine = [coin for coin in stage.coins.coins if coin.seat == seat]
            assert Counter(c.worth for c in mine if c.at == "row") == Counter(t.purses[seat].coins)
            assert Counter(c.worth for c in mine if c.at == "pot") == Counter(t.in_pot.get(seat, ()))
            own = stage.places[seat]
            for coin in mine:
                body = next((card for card in lying if card.pack == coin.number), None)
                if coin.at != "paid":  # (of what is paid some lies exactly under other money)
                    assert body is not None and body.card is not None and body.card.startswith(str(coin.worth))
                    thrown = layout.trick_place(body.x, body.y) if coin.at == "pot" else own
                    assert thrown == own
