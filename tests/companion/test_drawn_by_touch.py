"""Cuhna: who draws has a choice and tells it by touch; what is told and what lies there never differ without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.ports import Look, Sighting
from companion.scribe.by_touch import COMING_MS
from companion.view import AnswerQuestion, EnterCards, NewMatch

SURE = 0.9995


class Table:
    """A table of two at which cards come to lie on the pile, one on the other, each seen for a moment."""

    def __init__(self, folder: Path) -> None:
        self.session = Session(Journal(folder / "journal"))
        self.session.handle(NewMatch("cuhna", ("Ana", "Boris")))
        self.at_ms = 1000
        self.cards: list[Sighting] = []

    def lay(self, face: str) -> None:
        """One more card comes to rest on the pile."""
        x, y = self.session._sitting().scribe.layout.middle
        n = len(self.cards)
        self.cards.append(Sighting(x + 4 * n, y + 3 * n, 0.0, {face: SURE}, track=n + 1, since_ms=self.at_ms))
        self.wait(400)

    def wait(self, ms: int) -> None:
        """Time passes; the table is looked at four times a second."""
        for _ in range(max(1, ms // 250)):
            self.at_ms += 250
            self.session.look(Look(tuple(self.cards), self.at_ms))

    def draws(self, place: int, *cards: str) -> None:
        """Somebody tells by touch that he has drawn: a card that is seen, or one that he keeps."""
        self.session.handle(EnterCards("draw", place, cards, 0 if cards else 1))

    @property
    def pile(self) -> list[str]:
        """What the product believes to lie there."""
        return [str(card) for card in self.session._sitting().deal.table.cards("pile")]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The first card of the pile is turned up, and Boris draws one that he keeps."""
    told = Table(tmp_path)
    told.lay("7D")
    told.wait(500)
    assert told.pile == ["7D"]
    told.draws(1)
    return told


def test_a_drawn_card_that_lies_there_as_it_was_told_is_told_once(table: Table) -> None:
    table.draws(0, "8C")
    table.lay("8C")
    table.wait(COMING_MS + 1000)
    assert table.pile == ["7D", "8C"] and table.session._sitting().question is None
    assert table.session.message is None


@pytest.mark.parametrize("first", ["told", "laid"])
def test_another_card_than_was_told_is_asked_about_and_put_right(table: Table, first: str) -> None:
    if first == "laid":  # (nobody has told yet: the people are busy with the question whose it is, or it waits)
        x, y = table.session._sitting().scribe.layout.middle
        table.cards.append(Sighting(x + 4, y + 3, 0.0, {"8S": SURE}, track=2, since_ms=table.at_ms))
        table.draws(0, "8C")
        table.wait(250)
    else:
        table.draws(0, "8C")
        table.lay("8S")
    question = table.session._sitting().question
    assert question is not None and "8S" in [str(card) for card, _ in question.choices], table.pile
    table.session.handle(AnswerQuestion(question.number, ("8S",)))
    assert table.pile == ["7D", "8S"], "it is no play of the next one"
    assert table.session._sitting().question is None


def test_the_word_of_the_people_stands_when_they_say_it_was_as_told(table: Table) -> None:
    table.draws(0, "8C")
    table.lay("8S")
    question = table.session._sitting().question
    assert question is not None
    table.session.handle(AnswerQuestion(question.number, ("8C",)))
    table.wait(COMING_MS + 1000)
    assert table.pile == ["7D", "8C"] and table.session._sitting().question is None


def test_a_drawn_card_that_never_comes_is_told_of(table: Table) -> None:
    table.draws(0, "8C")
    table.wait(COMING_MS - 1000)
    assert table.session.message is None, "it may be coming"
    table.wait(2000)
    assert str(table.session.message) == "8♣ was told, but does not lie there"
    assert table.session.message is not None
    assert table.session.message.say("sr") == "8♣ je javljena, ali ne leži na stolu"


def test_a_card_that_is_told_long_after_anything_moved_is_known_when_it_comes(table: Table) -> None:
    """The camera tells of what changes only: how long ago it told of something says nothing of when a card was told."""
    table.at_ms += 5 * COMING_MS
    table.draws(0, "8C")
    table.lay("8C")
    table.wait(5000)
    assert table.pile == ["7D", "8C"] and table.session._sitting().question is None
    assert not table.session._sitting().scribe.ledger.fresh
