"""Every game at a table that is seen perfectly: dealer, layout, scribe, session and view, without a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.cards import Card
from companion.deal.game import Game
from companion.evening.session import Session
from companion.evening.sitting import Sitting
from companion.evening.viewer import view
from companion.events import Event
from companion.games import all_games
from companion.kept.journal import Journal
from companion.match.match import Header
from companion.place.layout import Layout
from companion.ports import Look, Sighting
from companion.scribe.weighing import weigh
from companion.view import AnswerQuestion, EnterResult, NewMatch, NextDeal, SayWord, TableView
from tests.companion import house
from tests.companion.house import NAMES, Told
from tests.companion.perfect import perfect_table

TWO_MAY = {"trojke_dvojke"}
"""games in which two people may lay a card on the same pile at the same moment, so that only they know who did"""

each_game = pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)


@each_game
def test_a_deal_is_followed_without_a_question(game: Game, tmp_path: Path) -> None:
    players = min(game.players)
    session = Session(Journal(tmp_path / "journal"))
    with perfect_table(session, players, 1) as croupier:
        croupier.evening.inbox.put(NewMatch(game.id, NAMES[:players]))
        croupier.evening.step()
        assert session.sitting is not None
        for _ in range(500):
            if session.sitting.match.ends()[0].outcome.note != "open":
                break
            croupier.step()
            shown = view(session)
            assert isinstance(shown, TableView) and shown.sentence
        assert session.sitting.deal.outcome is not None
        assert croupier.same_table(session.sitting)
        whose = [asked for asked in croupier.tally.asked if game.id in TWO_MAY and asked.startswith("Who plays")]
        assert croupier.tally.wrong_accepted == 0 and croupier.tally.wrong_seats == 0, croupier.tally
        assert croupier.tally.questions == len(whose) <= 1, croupier.tally.asked
        assert session.sitting.match.ends()[0].findings == ()


# One misread card, through the session -------------------------------------------------------------------------------


def sitting_down(told: Told, folder: Path) -> tuple[Session, Sitting]:
    """A session with the people of a deal, each on his seat."""
    session = Session(Journal(folder))
    played = told.match.now
    n = len(played.names)
    places = [-seat % n if played.game.direction == "right" else seat for seat in range(n)]
    names = tuple(played.names[places.index(place)] for place in range(n))
    session.handle(NewMatch(played.game.id, names, names.index(played.names[played.dealer]), dict(played.rules)))
    assert session.sitting is not None and session.sitting.deal.table.names == played.names
    return session, session.sitting


def show(session: Session, sitting: Sitting, event: Event, odds: Mapping[str, float]) -> None:
    """One card is laid to the trick; before a lead the old one has been drawn to its winner."""
    layout, t = Layout(len(sitting.people)), sitting.deal.table
    lying = [Sighting(*layout.trick_slot(sitting.place_of(laid.seat)), {str(laid.card): 0.9995}) for laid in t.trick]
    at_ms = session.last_look.at_ms if session.last_look is not None else 0
    if len(lying) == len(sitting.people):
        session.look(Look((), at_ms + 1000))
        lying = []
    seat = t.names.index(event.seat or "")
    there = (*lying, Sighting(*layout.trick_slot(sitting.place_of(seat)), odds, since_ms=at_ms + 1700))
    session.look(Look(there, at_ms + 2000))
    while session.wants_look and sitting.question is None:
        session.look(Look(there, session.last_look.at_ms + 100 if session.last_look is not None else 0))


def misreadable(events: list[Event]) -> tuple[Event, str, str]:
    """A card played after some tricks whose like in the other suit of its colour has not been seen by then."""
    for i, event in enumerate(events[16:], 16):
        right = (event.cards or ("X",))[0]
        wrong = right[0] + {"S": "C", "C": "S", "H": "D", "D": "H"}[right[1:]] if right != "X" else "X"
        if event.do == "play" and right != "X" and not any((wrong,) == other.cards for other in events[:i]):
            return event, right, wrong
    raise AssertionError("no such card in this deal")


@pytest.mark.parametrize("seed", range(6))
def test_a_misread_card_becomes_a_question_and_the_answer_puts_it_right(seed: int, tmp_path: Path) -> None:
    """Nobody is accused; once the people have said which card it was, all is as if it had been read."""
    told = house.random_deal(all_games()["kvinto"], seed)
    session, sitting = sitting_down(told, tmp_path / "journal")
    events = [item for item in told.log if isinstance(item, Event)]
    victim, right, wrong = misreadable(events)
    asked = 0
    for event in events:
        if event.do == "say":
            place = sitting.place_of(sitting.deal.table.names.index(event.seat or ""))
            session.handle(SayWord(place, event.word or ""))
        else:
            code = (event.cards or ("",))[0]
            show(session, sitting, event, {wrong: 0.986, right: 0.013} if event is victim else {code: 0.9995})
        shown = view(session)
        assert isinstance(shown, TableView) and shown.findings == ()
        if sitting.question is not None:
            asked += 1
            # Where it would be a breach that everybody can see, it is asked at once.
            doubted = f"Is this the {Card.parse(right).pretty}?"
            words = f"Which card does {event.seat} play?" if event is victim else doubted
            assert str(sitting.question.words) == words
            session.handle(AnswerQuestion(sitting.question.number, (right,)))
            assert sitting.question is None
    assert asked == 1
    assert sitting.match.ends()[0].outcome.points == told.match.ends()[0].outcome.points
    assert session.peek(sitting.name).readings == sitting.readings, "kept over a restart"


def test_a_breach_is_told_when_the_people_say_the_card_was_read_rightly(tmp_path: Path) -> None:
    told = Told()
    told.begin(Header("kvinto", NAMES[:4], NAMES[3]))
    session, sitting = sitting_down(told, tmp_path / "journal")
    plays = ("Ana 7H", "Boris 2D", "Vera 8H", "Goran 9H", "Goran KC", "Ana 3C", "Boris QH")
    for name, code in map(str.split, plays):
        odds = {code: 0.99, "2H": 0.009} if code == "2D" else {code: 0.9995}
        show(session, sitting, Event(do="play", seat=name, cards=(code,)), odds)
    assert sitting.question is not None and str(sitting.question.words) == "Is this the 2♥?"
    shown = view(session)
    assert isinstance(shown, TableView) and shown.findings == () and shown.message == ""
    session.handle(AnswerQuestion(sitting.question.number, ("2D",)))
    assert sitting.question is not None and str(sitting.question.words) == "Which card does Boris play?"
    session.handle(AnswerQuestion(sitting.question.number, ("QH",)))
    shown = view(session)
    assert isinstance(shown, TableView) and sitting.question is None
    assert [f.sentence for f in shown.findings] == [shown.message]
    assert shown.message == "Boris played 2♦ in trick 1; hearts had to be followed; but Q♥ was in the hand"


def test_a_game_with_one_kind_of_joker_does_not_mind_which_it_is() -> None:
    odds, joker = {"XB": 0.6, "XR": 0.39}, Card("X", "")
    found = weigh(Sighting(0, 0, 0, odds), odds, Counter({joker: 1}))
    assert found.sure and found.faces[0][0] == joker
    assert weigh(Sighting(0, 0, 0, odds), odds, Counter({Card("A", "S"): 1})).impossible > 0.9


def test_a_result_is_entered_by_hand_through_the_session(tmp_path: Path) -> None:
    session = Session(Journal(tmp_path / "journal"))
    session.handle(NewMatch("kvinto", NAMES[:4], score_only=True))
    shown = view(session)
    assert isinstance(shown, TableView) and shown.sentence == "Enter the result of the deal"
    facts = {"tricks": {"Ana": 8, "Boris": 4}, "last": "Ana", "quints": {"Ana": ["5H"]}}
    session.handle(EnterResult(facts=facts))
    assert session.sitting is not None
    assert session.sitting.match.ends()[0].scores == {0: 65, 1: 20, 2: 65, 3: 20}
    session.handle(NextDeal())
    session.handle(EnterResult(facts={"tricks": {"Ana": 99}}))
    shown = view(session)
    assert isinstance(shown, TableView) and shown.message.startswith("tricks is a whole number, 0 to 12")
