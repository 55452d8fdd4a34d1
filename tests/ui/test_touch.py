"""Real touches on real buttons send the right intents, once."""

from __future__ import annotations

from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from companion.view import (
    AcceptFinding,
    AnswerQuestion,
    AwaitedView,
    CorrectCard,
    EnterCards,
    EnterResult,
    Intent,
    LeaveMatch,
    MakeBid,
    MakeNote,
    NewMatch,
    NextDeal,
    QuestionView,
    RedoEvent,
    ResumeMatch,
    SayPass,
    SetLanguage,
    UndoEvent,
    View,
)
from ui import sample_pictures, sample_start, samples

if TYPE_CHECKING:
    from ui.driver import Driver


@pytest.fixture(autouse=True)
def _small_and_english(driver: Driver) -> None:
    driver.resize((800, 480))
    driver.speak("en")


LOT = samples.table(4).lot
FIRST_OPEN = samples.table(4).seats[2].cards[0]

CASES: list[tuple[str, View, tuple[str, ...], Intent]] = [
    ("resume", sample_start.start(), ("resume.m2",), ResumeMatch("m2")),
    ("language", sample_start.start(), ("language.sr",), SetLanguage("sr")),
    ("quick bid", samples.table(4), ("quick.8",), MakeBid(2, 8)),
    ("dialled bid", samples.table(4), ("dial.plus", "dial.plus", "dial.minus", "bid ok"), MakeBid(2, 7)),
    ("all in", samples.table(4), ("All 16",), MakeBid(2, 16)),
    ("pass", samples.table(4), ("dalje",), SayPass(2)),
    ("undo", samples.table(4), ("undo",), UndoEvent()),
    ("redo", replace(samples.table(4), can_redo=True), ("redo",), RedoEvent()),
    ("turn", samples.turning(4), ("enter.turn", "pick.AH", "pick.7D", "ok"), EnterCards("turn", 2, ("AH", "7D"))),
    ("two copies", samples.turning(8), ("enter.turn", "pick.7S", "pick.7S", "ok"), EnterCards("turn", 2, ("7S", "7S"))),
    ("show", samples.showing(8), ("enter.show.5", "pick.KC", "pick.TD", "ok"), EnterCards("show", 5, ("KC", "TD"))),
    (
        "discard",
        samples.discarding(4),
        ("enter.discard", f"pick.{FIRST_OPEN.code}", "down.plus", "ok"),
        EnterCards("discard", 2, (str(FIRST_OPEN.code),), 1),
    ),
    (
        "discard before the first call",
        replace(samples.table(4), awaits=(*samples.table(4).awaits, AwaitedView("discard", (2,), count=2))),
        ("discard first", "down.plus", "down.plus", "ok"),
        EnterCards("discard", 2, (), 2),
    ),
    ("answer", samples.asking(4), ("choice.7H",), AnswerQuestion(7, ("7H",))),
    ("another card", samples.asking(4), ("other card", "pick.QC"), AnswerQuestion(7, ("QC",))),
    ("word", samples.choosing(4), ("option.bid",), AnswerQuestion(8, (), "bid")),
    ("correct the lot", samples.table(4), ("lot.1", "pick.9S"), CorrectCard(40, str(LOT[1].code), "9S")),
    ("correct a hand", samples.table(4), ("seat.2", "hand.2", "pick.9S"), CorrectCard(12, str(FIRST_OPEN.code), "9S")),
    (
        "correct a line",
        samples.table(4),
        ("menu", "menu.history", "line.31.7D", "pick.9S"),
        CorrectCard(31, "7D", "9S"),
    ),
    ("undo a line", samples.table(4), ("menu", "menu.history", "line.32.undo"), UndoEvent(32)),
    ("let it stand", samples.found(4), ("banner", "Let it stand"), AcceptFinding(34)),
    ("take it back", samples.found(4), ("banner", "Take it back"), UndoEvent(34)),
    ("misdeal", samples.table(4), ("menu", "menu.misdeal", "yes"), MakeNote("misdeal")),
    ("redeal", samples.table(4), ("menu", "menu.redeal", "yes"), MakeNote("redeal")),
    ("void", samples.table(4), ("menu", "menu.void", "yes"), MakeNote("void")),
    ("end", samples.table(4), ("menu", "menu.end", "yes"), MakeNote("end")),
    ("leave", samples.table(4), ("menu", "menu.leave", "yes"), LeaveMatch()),
    ("pause", samples.table(4), ("menu", "menu.pause"), MakeNote("pause")),
    ("concede", samples.table(4), ("menu", "menu.concede", "person.1"), MakeNote("concede", place=1)),
    (
        "agree",
        samples.table(2),
        ("menu", "menu.agree", "key.4", "key.2", "amount.1", "key.7", "key.±", "ok"),
        MakeNote("agree", points={0: 42, 1: -7}),
    ),
    (
        "penalty",
        samples.table(3),
        ("menu", "menu.penalty", "amount.1", "key.1", "key.0", "ok"),
        MakeNote("penalty", place=1, points={1: -10}),
    ),
    (
        "substitute",
        samples.table(3),
        ("menu", "menu.substitute", "person.2", "key.š", "key.a", "key.ž", "key.⌫", "ok"),
        MakeNote("substitute", place=2, name="Ša"),
    ),
    ("next deal", samples.deal_over(4), ("next deal",), NextDeal()),
    ("next deal from the table", samples.deal_over(4), ("look", "next deal"), NextDeal()),
    ("to the start", samples.match_over(4), ("leave",), LeaveMatch()),
]


@pytest.mark.parametrize(("view", "taps", "intent"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_touches_send(driver: Driver, view: View, taps: tuple[str, ...], intent: Intent) -> None:
    driver.fresh(view)
    for tap in taps:
        driver.tap(tap)
    assert driver.sent == [intent]


def test_a_new_match_from_an_empty_table(driver: Driver) -> None:
    driver.fresh(sample_start.start())
    driver.tap("new match")
    driver.tap("people.minus")
    for name in ("Vera", "Boris"):
        driver.tap(f"name.{name}")
    assert driver.find("begin").disabled
    driver.tap("type")
    for key in ("key.đ", "key.o", "key.r", "ok"):
        driver.tap(key)
    driver.tap("place.1")
    driver.tap("dealer")
    driver.tap("rules")
    driver.tap("rule.unsold_lot.add_two")
    driver.tap("rule.money_lost.winner_only")
    driver.tap("rule.money_lost.all_bids")
    driver.tap("close")
    driver.tap("begin")
    rules = {"unsold_lot": "add_two"}
    assert driver.sent == [NewMatch("crveni_tepih", ("Vera", "Boris", "Đor"), dealer=1, rules=rules)]


def test_score_only_counts_what_each_holds(driver: Driver) -> None:
    driver.fresh(samples.score_only(2))
    for code in ("AH", "AD", "7H", "7D", "KS"):
        driver.tap(f"pick.{code}")
    driver.tap("pick.KS")
    driver.tap("units")
    driver.tap("units.3")
    assert driver.find("ok").disabled
    driver.tap("next person")
    driver.tap("pick.KC")
    driver.tap("pick.TC")
    driver.tap("ok")
    hands = {0: ("AH", "AD", "7H", "7D"), 1: ("KC", "TC")}
    assert driver.sent == [EnterResult(hands, {0: 3, 1: 20})]


def test_score_only_starts_the_next_deal_empty(driver: Driver) -> None:
    view = samples.score_only(2)
    driver.fresh(view)
    driver.tap("pick.AH")
    driver.show(replace(view, message="Something was refused"))
    assert driver.find("pick.AH").copies == 1, "a refusal loses nothing that was entered"
    driver.show(replace(view, deal=view.deal + 1))
    assert driver.find("pick.AH").copies == 0


def test_a_card_held_by_one_cannot_be_given_to_another(driver: Driver) -> None:
    driver.fresh(samples.score_only(2))
    driver.tap("pick.AH")
    driver.tap("next person")
    assert driver.find("pick.AH").used


def test_one_touch_counted_twice_sends_once(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    view = samples.table(4)
    driver.fresh(view)
    monkeypatch.setattr("ui.app.TWICE_S", 60.0)
    driver.tap("undo")
    driver.tap("undo")
    assert driver.sent == [UndoEvent()]
    monkeypatch.setattr("ui.app.BOUNCE_S", 60.0)
    driver.show(replace(view, stock=20))
    driver.tap("undo")
    assert driver.sent == [UndoEvent()], "a bounce, however fast the answer came"
    monkeypatch.setattr("ui.app.BOUNCE_S", 0.0)
    driver.tap("undo")
    assert driver.sent == [UndoEvent(), UndoEvent()]


def test_a_question_for_two_cards_waits_for_both(driver: Driver) -> None:
    view = samples.asking(4)
    driver.fresh(replace(view, question=replace(view.question, number=9, count=2)))  # type: ignore[type-var]
    driver.tap("choice.7D")
    assert driver.find("question ok").disabled
    driver.tap("choice.JD")
    driver.tap("question ok")
    assert driver.sent == [AnswerQuestion(9, ("7D", "JD"))]


def test_discards_that_were_not_seen_may_be_face_down(driver: Driver) -> None:
    driver.fresh(samples.which_discards(4))
    driver.tap("choice.KS")
    driver.tap("OK, 1 face down")
    assert driver.sent == [AnswerQuestion(9, ("KS",))]
    driver.fresh(samples.discarding(4))
    driver.show(samples.which_discards(4))
    driver.tap("question ok")
    assert driver.sent == [AnswerQuestion(9, ())]
    driver.fresh(samples.discarding(4))
    driver.show(samples.which_discards(4))
    driver.tap("other card")
    driver.tap("pick.9S")
    driver.tap("down.plus")
    driver.tap("ok")
    assert driver.sent == [AnswerQuestion(9, ("9S",))]


def test_the_picker_of_a_question_goes_when_the_question_is_answered_elsewhere(driver: Driver) -> None:
    driver.fresh(samples.asking(4))
    driver.tap("other card")
    assert driver.has("pick.QC")
    driver.show(samples.table(4))
    assert not driver.has("pick.QC")


def test_a_question_after_the_deal_is_asked_at_the_table(driver: Driver) -> None:
    driver.fresh(samples.deal_over(4))
    driver.show(replace(samples.deal_over(4), question=samples.asking(4).question))
    driver.tap("choice.7D")
    assert driver.sent == [AnswerQuestion(7, ("7D",))]
    driver.show(samples.deal_over(4))
    assert driver.has("next deal") and not driver.has("results")


def test_a_refused_beginning_says_why_where_people_look(driver: Driver) -> None:
    driver.fresh(sample_start.start())
    driver.tap("new match")
    driver.show(replace(sample_start.start(), message="Two people are called Vera"))
    assert driver.find("title").say == "⚠ Two people are called Vera"


def test_whose_turn_it_is_stays_to_be_seen_under_a_question(driver: Driver) -> None:
    driver.fresh(samples.asking(8))
    turn = driver.find("turn")
    assert turn.say == "▶ Vera"
    box = driver.app.pages["table"].question
    assert box.y >= turn.top


def test_what_is_dialled_stays_until_something_else_is_awaited(driver: Driver) -> None:
    view = samples.table(4)
    driver.fresh(view)
    driver.tap("dial.plus")
    driver.show(replace(view, message="Boris bid 3 out of turn"))
    assert driver.find("dial.value").say == "7"
    seats = tuple(replace(seat, entry=9) if seat.to_act else seat for seat in view.seats)
    driver.show(replace(view, seats=seats))
    assert driver.find("dial.value").say == "9", "a real button was pressed"
    seats = tuple(replace(seat, low=8) if seat.to_act else seat for seat in view.seats)
    driver.show(replace(view, seats=seats))
    assert driver.find("dial.value").say == "8"


def test_who_cannot_bid_may_only_pass(driver: Driver) -> None:
    view = samples.table(4)
    seats = tuple(replace(seat, low=None, high=None) for seat in view.seats)
    driver.fresh(replace(view, seats=seats, awaits=(AwaitedView("pass", (2,)),)))
    assert driver.find("bid ok").disabled
    driver.tap("dalje")
    assert driver.sent == [SayPass(2)]


def test_a_refusal_stays_until_the_next_view_has_none(driver: Driver) -> None:
    driver.fresh(samples.refused(4))
    banner = driver.find("banner")
    assert banner.say == "⚠ " + samples.REFUSAL["en"]
    driver.show(samples.table(4))
    assert "Crveni tepih" in banner.say


def test_the_language_switches_live(driver: Driver) -> None:
    driver.fresh(samples.table(4))
    assert driver.has("☰ Menu")
    driver.tap("menu")
    driver.tap("menu.language")
    assert driver.has("☰ Meni") and driver.find("bid ok").say == "Ponudi 6"


def test_a_view_from_another_thread_arrives_and_the_newest_wins(driver: Driver) -> None:
    driver.fresh(sample_start.start())

    def feed() -> None:
        for people in (2, 3, 4):
            driver.app.show(samples.table(people))

    thread = Thread(target=feed)
    thread.start()
    thread.join()
    driver.settle()
    assert len(driver.app.pages["table"].seats) == 4


def test_the_camera_picture_uses_one_texture(driver: Driver) -> None:
    driver.fresh(samples.table(4))
    driver.app.show_preview(sample_pictures.frame())
    driver.app.preview.refresh()
    texture = driver.app.preview.texture
    assert texture.size == (640, 360)
    driver.app.show_preview(sample_pictures.frame())
    driver.app.preview.refresh()
    assert driver.app.preview.texture is texture


def test_pages_keep_their_widgets_from_one_view_to_the_next(driver: Driver) -> None:
    driver.fresh(samples.table(8))
    before = list(driver.visible())
    driver.show(samples.refused(8))
    assert list(driver.visible()) == before


@pytest.mark.parametrize("question", [QuestionView(1, "Which?", count=1)])
def test_a_question_without_choices_offers_the_whole_pack(driver: Driver, question: QuestionView) -> None:
    driver.fresh(replace(samples.table(4), question=question))
    driver.tap("other card")
    driver.tap("pick.AS")
    assert driver.sent == [AnswerQuestion(1, ("AS",))]
