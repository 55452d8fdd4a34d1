"""A session from the outside: intents, presses and looks in; what is acknowledged, shown and remembered out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.rendered import Plan, open_match, play_on
from companion.cli.wiring import NAMES
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged
from companion.evening.viewer import view
from companion.kept.crops import Crops
from companion.kept.journal import Journal
from companion.ports import Placement, Press, Trouble
from companion.table.table import hand
from companion.view import (
    AnswerQuestion,
    CorrectCard,
    EnterCards,
    EnterResult,
    LeaveMatch,
    MakeBid,
    MakeNote,
    NewMatch,
    NextDeal,
    RedoEvent,
    ResumeMatch,
    SayPass,
    StartView,
    TableView,
    UndoEvent,
)
from tests.companion.perfect import perfect_table


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as opened:
        yield opened


def begun(journal: Journal, names: tuple[str, ...] = ("Ana", "Boris", "Vera"), **more: Any) -> Session:
    """A session with a match in it; Ana deals, so Vera, to her right, speaks first."""
    session = Session(journal)
    session.handle(NewMatch("crveni_tepih", names, **more))
    return session


def table(session: Session) -> TableView:
    seen = view(session)
    assert isinstance(seen, TableView)
    return seen


def test_places_are_clockwise_and_the_turn_goes_to_the_right(journal: Journal) -> None:
    session = begun(journal)
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    seen = table(session)
    assert [seat.name for seat in seen.seats] == ["Ana", "Boris", "Vera"]
    assert [seat.place for seat in seen.seats if seat.to_act] == [2]
    assert session.places_to_act() == {2}


def test_a_bid_on_the_buttons_is_dialled_then_said(journal: Journal) -> None:
    session = begun(journal)
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    for key in ("plus", "plus"):
        session.press(Press(key, 2, 0))
    assert table(session).seats[2].entry == 3
    session.press(Press("ok", 2, 0))
    seen = table(session)
    assert (seen.seats[2].bid, seen.seats[2].money, seen.seats[2].entry) == (3, 17, None)


def test_ok_without_a_dialled_bid_says_what_to_do(journal: Journal) -> None:
    session = begun(journal)
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    session.press(Press("ok", 2, 0))
    assert "dial a bid" in table(session).message
    assert table(session).seats[2].bid is None


def test_a_press_on_a_shared_panel_is_of_the_one_to_act(journal: Journal) -> None:
    session = begun(journal)
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    session.press(Press("pass", None, 0))
    assert table(session).seats[2].passed


def test_an_illegal_bid_changes_nothing_and_is_told_in_words(journal: Journal) -> None:
    session = begun(journal)
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    session.handle(MakeBid(2, 3))
    session.handle(MakeBid(1, 3))
    seen = table(session)
    assert seen.message == "Boris bid 3, but 3 already stands: at least 4, or Dalje"
    assert seen.seats[1].bid is None
    assert seen.seats[1].money == 20


def test_what_is_acknowledged_is_on_disk_before_it_is_told(journal: Journal) -> None:
    session = begun(journal)
    on_disk: list[bool] = []
    name = journal.unfinished()[0]

    def hear(told: Acknowledged) -> None:
        on_disk.append(told.event.id in [entry.id for entry in journal.read(name)])

    session.on_event = hear
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    session.handle(MakeBid(2, 3))
    session.handle(SayPass(1))
    assert on_disk == [True, True, True]


def test_an_unfinished_match_is_offered_and_goes_on_from_the_same_card(journal: Journal) -> None:
    session = begun(journal)
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    session.handle(MakeBid(2, 3))
    before = table(session)
    session.handle(LeaveMatch())
    again = Session(journal)
    start = view(again)
    assert isinstance(start, StartView)
    assert [left.names for left in start.unfinished] == [("Ana", "Boris", "Vera")]
    again.handle(ResumeMatch(start.unfinished[0].match))
    after = table(again)
    assert (after.seats, after.lot, after.sentence) == (before.seats, before.lot, before.sentence)


def test_if_it_cannot_be_written_it_has_not_happened(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(journal)
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    before = table(session)

    def full(*_: object) -> int:
        raise Trouble("there is no room left to write the journal")

    with monkeypatch.context() as patch:
        patch.setattr(journal, "append", full)
        session.handle(MakeBid(2, 3))
    after = table(session)
    assert "no room left" in after.message
    assert (after.seats, after.log) == (before.seats, before.log)
    session.handle(MakeBid(2, 3))
    assert table(session).seats[2].bid == 3


def test_a_card_is_corrected_by_touch_and_undo_and_redo_go_over_a_sale(journal: Journal) -> None:
    session = begun(journal)
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    session.handle(MakeBid(2, 3))
    session.handle(SayPass(1))
    session.handle(SayPass(0))
    sold = table(session).seats[2].cards
    assert [card.code for card in sold] == ["AS", "7H"]
    session.handle(CorrectCard(sold[1].event or 0, "7H", "7D"))
    assert [card.code for card in table(session).seats[2].cards] == ["AS", "7D"]
    session.handle(UndoEvent())  # the correction was the last thing that happened
    session.handle(UndoEvent())  # then the pass that sold the lot
    assert table(session).seats[2].cards == ()
    assert [card.code for card in table(session).lot] == ["AS", "7H"]
    session.handle(RedoEvent())
    assert [card.code for card in table(session).seats[2].cards] == ["AS", "7H"]
    session.handle(RedoEvent())
    assert [card.code for card in table(session).seats[2].cards] == ["AS", "7D"]


def test_a_card_of_an_earlier_deal_can_be_corrected_while_the_next_is_played(journal: Journal) -> None:
    session = Session(journal)
    plan = Plan("crveni_tepih", 2, 4, deals=1)
    with perfect_table(session, 2, 4) as croupier:
        open_match(session, plan, NAMES, resume=False)
        play_on(croupier, plan)
    first = table(session).sheet[0]
    sitting = session.sitting
    assert sitting is not None
    turned = next(n for n, line in sitting.played.history.lines.items() if line.event.do == "turn")
    old = (sitting.played.history.lines[turned].event.cards or ())[0]
    new = str(next(iter(sitting.deal.table.unseen())))
    session.handle(NextDeal())
    session.handle(CorrectCard(turned, old, new))
    assert table(session).deal == 2
    line = next(line for line in table(session).earlier if line.event == turned)
    assert new in line.cards
    assert line.sentence.startswith("Deal 1: ")
    session.handle(CorrectCard(turned, new, old))
    assert table(session).sheet[0] == first


def test_score_only_scores_what_each_holds(journal: Journal) -> None:
    session = begun(journal, ("Ana", "Boris"), score_only=True)
    session.handle(EnterResult({0: ("AH", "AD", "7H", "7D"), 1: ("KS", "KD")}, {0: 3, 1: 20}))
    seen = table(session)
    assert seen.deal_over
    assert seen.sheet[0].points == {0: 100 + 25 + 3, 1: 12 + 20}
    assert "Crveni tepih" in seen.sheet[0].how[0]
    session.handle(NextDeal())
    assert table(session).deal == 2


def test_a_wrong_result_is_refused_in_words(journal: Journal) -> None:
    session = begun(journal, ("Ana", "Boris"), score_only=True)
    session.handle(EnterResult({0: ("AH", "AH"), 1: ("KS", "KD")}, {0: 3, 1: 20}))
    seen = table(session)
    assert not seen.deal_over
    assert "AH" in seen.message


def test_a_match_ends_is_closed_and_a_correction_opens_it_again(journal: Journal) -> None:
    session = begun(journal, ("Ana", "Boris"), score_only=True)
    for _ in range(2):
        session.handle(EnterResult({0: ("AH", "AD", "7H", "7D"), 1: ("KS", "KD")}, {0: 0, 1: 20}))
        session.handle(NextDeal())
    assert table(session).match_over
    assert table(session).winners == (0,)
    assert journal.unfinished() == []
    session.handle(MakeNote("penalty", 0, {0: -10}))
    assert not table(session).match_over
    assert len(journal.unfinished()) == 1


def test_units_can_be_hidden(journal: Journal) -> None:
    session = begun(journal, rules={"units_held": "hidden"})
    assert {seat.money for seat in table(session).seats} == {None}


def test_money_cards_that_can_be_thrown_in_several_ways_are_asked(journal: Journal) -> None:
    session = begun(journal, rules={"money_form": "cards"})
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    session.handle(MakeBid(2, 5))
    question = table(session).question
    assert question is not None
    assert [value for value, _ in question.options] == ["2+3", "5"]
    session.handle(AnswerQuestion(question.number, (), "5"))
    assert table(session).seats[2].bid == 5


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 1), (4, 2), (6, 3), (8, 5)])
def test_a_deal_seen_by_perfect_eyes_needs_no_touch(journal: Journal, players: int, seed: int) -> None:
    session = Session(journal)
    plan = Plan("crveni_tepih", players, seed, deals=1)
    with perfect_table(session, players, seed) as croupier:
        open_match(session, plan, NAMES, resume=False)
        told = play_on(croupier, plan)
    assert told["exact"], told
    assert told["questions"] == 0, told["asked"]


def test_pictures_of_accepted_cards_are_kept_until_the_match_ends(journal: Journal, tmp_path: Path) -> None:
    session = Session(journal, crops=Crops(tmp_path / "crops"))
    plan = Plan("crveni_tepih", 2, 4, deals=1)
    with perfect_table(session, 2, 4) as croupier:
        open_match(session, plan, NAMES, resume=False)
        play_on(croupier, plan)
    sitting = session.sitting
    assert sitting is not None
    turned = [n for n, line in sitting.played.history.lines.items() if line.event.do == "turn"]
    assert all(len(session.crops.of(sitting.name, n)) == 2 for n in turned) if session.crops else False
    session.handle(MakeNote("end"))
    assert list((tmp_path / "crops").iterdir()) == []


def test_doubtful_eyes_ask_and_are_never_silently_wrong(journal: Journal) -> None:
    """Every third card is read as two faces alike: the people are asked, and the deal is exact."""
    clubs = {"S": "C", "C": "S", "H": "D", "D": "H"}

    def torn(card: Placement) -> dict[str, float]:
        code = str(card.card)
        if sum(map(ord, code)) % 3:
            return {code: 0.999}
        return {code: 0.5, code[0] + clubs[code[1]]: 0.49}

    session = Session(journal)
    plan = Plan("crveni_tepih", 3, 9, deals=1)
    with perfect_table(session, 3, 9, torn) as croupier:
        open_match(session, plan, NAMES, resume=False)
        told = play_on(croupier, plan)
    assert told["exact"], told
    assert told["questions"] > 0
    assert told["wrong_accepted"] == 0


def test_discards_in_plain_sight_need_no_question_though_the_row_is_half_read(journal: Journal) -> None:
    """Fanned open cards that cannot be read leave only discards of hidden cards to be asked."""

    def rows_unread(card: Placement) -> dict[str, float]:
        in_a_row = card.y < 100 or card.y > 320
        fanned = in_a_row and sum(map(ord, str(card.card))) % 3 == 0 and session.sitting is not None
        showdown = session.sitting is not None and session.sitting.deal.table.stage == "showdown"
        return {} if fanned and not showdown else {str(card.card): 0.999}

    session = Session(journal)
    plan = Plan("crveni_tepih", 2, 4, deals=1, rules={"money_form": "chips"})
    with perfect_table(session, 2, 4, rows_unread) as croupier:
        open_match(session, plan, NAMES, resume=False)
        told = play_on(croupier, plan)
    assert told["exact"], told
    assert told["wrong_accepted"] == 0
    sitting = session.sitting
    assert sitting is not None
    discards = [line.event for line in sitting.played.history.lines.values() if line.event.do == "discard"]
    open_only = [event for event in discards if not event.count]
    assert open_only
    assert told["questions"] <= len(discards) - len(open_only), told["asked"]


def test_an_impossible_reading_is_not_bent_into_a_possible_one(journal: Journal) -> None:
    """A face that lies elsewhere already, read with confidence: the product asks, it does not take the next best."""
    session = begun(journal)
    session.handle(EnterCards("turn", 0, ("AS", "7H")))
    session.handle(SayPass(2))
    session.handle(SayPass(1))
    session.handle(MakeBid(0, 2))
    from companion.ports import Look, Sighting

    wrong = (Sighting(344, 210, 0, {"AS": 0.97, "AC": 0.02}), Sighting(416, 210, 0, {"KD": 0.999}))
    for at in range(1, 6):
        session.look(Look((), at * 1000))
        session.look(Look(wrong, at * 1000 + 500))
    question = table(session).question
    assert question is not None
    session.handle(AnswerQuestion(question.number, ("7H",)))  # lies elsewhere: that cannot be it
    assert "already seen" in table(session).message
    assert table(session).question == question
    session.handle(AnswerQuestion(question.number, ("AC",)))
    assert sorted(str(card.code) for card in table(session).lot) == ["AC", "KD"]


def test_a_card_that_lay_there_before_its_turn_is_told_when_it_counts(journal: Journal) -> None:
    session = Session(journal)
    session.handle(NewMatch("kvinto", ("Ana", "Boris", "Vera", "Goran")))
    sitting = session.sitting
    assert sitting is not None

    def put(seat: int, card: str) -> str:
        session.handle(EnterCards("play", sitting.place_of(seat), (card,)))
        return table(session).message

    third = sitting.played.names[3]
    put(1, "7S")
    early = sitting.played.history.lines
    assert put(3, "2S").endswith("2♠ stays on the table and counts when its turn comes, unless it is taken back")
    assert put(2, "KS") == f"2♠ of event {max(early) - 1}, put down early by {third}, counts now"
    assert [laid.seat for laid in sitting.deal.table.trick] == [1, 2, 3]
    assert put(0, "3S") == ""


def test_what_the_rules_force_is_told_when_the_next_player_tells_what_he_does(journal: Journal) -> None:
    """A joker makes the next one draw three and lose his turn: nobody need press anything for that."""
    session = Session(journal)
    session.handle(NewMatch("trojke_dvojke", ("Ana", "Boris", "Vera")))
    sitting = session.sitting
    assert sitting is not None
    t = sitting.deal.table
    first = t.after(t.dealer)
    second, third = t.after(first), t.after(t.after(first))
    session.handle(EnterCards("turn", sitting.place_of(t.dealer), ("9H",)))
    session.handle(EnterCards("play", sitting.place_of(first), ("X",)))
    session.handle(EnterCards("draw", sitting.place_of(third), (), 1))
    told = [(line.event.do, line.event.seat) for line in sitting.played.history.lines.values()][-2:]
    assert told == [("draw", t.names[second]), ("draw", t.names[third])]
    assert (t.size(hand(second)), t.size(hand(third))) == (13, 11)
