"""A whole deal of Crveni tepih by real touches alone, through the real session and its journal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.cards import pack
from companion.evening.session import Session
from companion.evening.viewer import view
from companion.kept.journal import Journal
from companion.view import Intent, StartView, TableView

if TYPE_CHECKING:
    from ui.driver import Driver

NAMES = ("Ana", "Đorđe", "Vera")


class Evening:
    """People who touch the screen: the cards they deal are known here, to nobody else."""

    def __init__(self, driver: Driver, session: Session, seed: int) -> None:
        self.driver, self.session, self.dice = driver, session, random.Random(seed)
        self.deck = [str(card) for card in pack("789TJQKA").elements()]
        self.dice.shuffle(self.deck)
        driver.forward = self.take
        driver.fresh(view(session, "none"))

    def take(self, intent: Intent) -> None:
        """What the command line does with an intent."""
        self.session.handle(intent)
        self.driver.app.show(view(self.session, "none"))

    @property
    def table(self) -> TableView:
        """What the screen shows."""
        shown = self.driver.app.view
        assert isinstance(shown, TableView)
        return shown

    def tap(self, *names: str) -> None:
        """Tap one after another."""
        for name in names:
            self.driver.tap(name)

    def write(self, name: str) -> None:
        """Type a name for the chosen place."""
        self.tap("type", *(f"key.{sign}" for sign in name.lower()), "ok")

    def sit_down(self) -> None:
        """Three people, named by the keyboard; the second deals first."""
        self.tap("new match", "game.crveni_tepih", "people.minus")
        for name in NAMES:
            self.write(name)
        self.tap("place.1", "dealer", "begin")
        self.hidden = {place: [self.deck.pop(), self.deck.pop()] for place in range(3)}

    def step(self) -> str:
        """Do by touch the next thing that is awaited; tells what."""
        wants = {want.do: want for want in self.table.awaits}
        if "turn" in wants:
            self.tap("enter.turn", *(f"pick.{self.deck.pop()}" for _ in range(2)), "ok")
            return "turn"
        if "bid" in wants:
            acting = next(seat for seat in self.table.seats if seat.to_act)
            eager = acting.low is not None and acting.low <= 4 and self.dice.random() < 0.7
            self.tap(self.dice.choice(("bid ok", f"quick.{acting.low}")) if eager else "dalje")
            return "bid"
        if "discard" in wants:
            place = wants["discard"].places[0]
            bought = [card.code for card in self.table.seats[place].cards][-2:]
            picks = [f"pick.{code}" for code in bought]
            self.tap("enter.discard", *picks, "ok")
            return "discard"
        places = wants["show"].places
        name = "enter.show" if len(places) == 1 else f"enter.show.{places[0]}"
        self.tap(name, *(f"pick.{code}" for code in self.hidden[places[0]]), "ok")
        return "show"


@pytest.fixture
def evening(driver: Driver, tmp_path: Path) -> Iterator[Evening]:
    driver.resize((800, 480))
    driver.speak("en")
    with Journal(tmp_path / "journal.db") as journal:
        yield Evening(driver, Session(journal, "en"), seed=4)


def test_a_whole_deal_by_touch(evening: Evening) -> None:
    driver = evening.driver
    assert isinstance(driver.app.view, StartView)
    evening.sit_down()
    assert [seat.name for seat in evening.table.seats] == list(NAMES)
    assert evening.table.seats[1].dealer
    done: list[str] = []
    while not evening.table.deal_over:
        message = evening.table.message
        done.append(evening.step())
        assert not evening.table.message, (done, message, evening.table.message)
        assert len(done) < 200
    assert set(done) == {"turn", "bid", "discard", "show"}
    row = evening.table.sheet[-1]
    for place, seat in enumerate(evening.table.seats):
        assert seat.score == row.totals[place] == row.points[place] > 0
        assert f"+{row.points[place]}" in driver.words(), "the result is on the screen"
        assert evening.table.seats[place].hidden == 0
    evening.tap("next deal")
    assert evening.table.deal == 2 and evening.table.seats[0].dealer, "the deal passes to the right"


def test_a_wrong_card_is_corrected_and_taken_back_by_touch(evening: Evening) -> None:
    evening.sit_down()
    evening.tap("enter.turn", "pick.AS", "pick.7H", "ok", "dalje", "quick.3", "dalje")
    (buyer,) = (seat for seat in evening.table.seats if seat.cards)
    assert {card.code for card in buyer.cards} == {"AS", "7H"}
    evening.tap(f"seat.{buyer.place}", "hand.3", "pick.7D")
    (buyer,) = (seat for seat in evening.table.seats if seat.cards)
    assert {card.code for card in buyer.cards} == {"AS", "7D"}
    evening.tap("undo")
    (buyer,) = (seat for seat in evening.table.seats if seat.cards)
    assert {card.code for card in buyer.cards} == {"AS", "7H"}
    evening.tap("redo")
    (buyer,) = (seat for seat in evening.table.seats if seat.cards)
    assert {card.code for card in buyer.cards} == {"AS", "7D"}


def test_score_only_by_touch(evening: Evening) -> None:
    evening.tap("score only", "game.crveni_tepih", "people.minus", "people.minus")
    evening.write("Ana")
    evening.write("Boris")
    evening.tap("begin", *(f"pick.{code}" for code in ("AH", "AD", "7H", "7D")), "units", "units.3", "next person")
    evening.tap("pick.KS", "pick.KC", "ok")
    assert evening.table.deal_over and not evening.table.message
    assert evening.table.sheet[-1].points == {0: 100 + 25 + 3, 1: 12 + 20}
