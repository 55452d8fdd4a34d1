"""After a break the table is compared with how it was left, and people are told what to put back."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cards import Card
from companion.deal.deal import Deal
from companion.deal.dealer import shuffle
from companion.deal.game import Game
from companion.evening.put_back import Difference, Owed, compare, owed
from companion.evening.session import Session
from companion.evening.viewer import view
from companion.events import Event
from companion.games import all_games
from companion.kept.journal import Journal
from companion.people.habits import Habits
from companion.people.stage import Stage
from companion.place.laying import layout_for
from companion.place.layout import Layout
from companion.ports import Look, Press, Reach, Scene, Sighting
from companion.scribe.weighing import JOKER
from companion.table.table import Lying, before, hand
from companion.view import AnswerQuestion, EnterCards, MakeBid, MakeNote, NewMatch, TableView
from tests.companion.house import NAMES, random_deal

each_game = pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)


def scene(deal: Deal, places: tuple[int, ...], layout: Layout) -> Scene:
    """The table as people have left it."""
    stage = Stage(layout, places, Habits(), random.Random(1))
    stage.set_out(deal, shuffle(deal.table, random.Random(2)), 0)
    return stage.scene(0)


def seen(there: Scene) -> tuple[Sighting, ...]:
    """The cards of a scene that lie open, read without doubt."""
    return tuple(Sighting(c.x, c.y, c.angle, {c.card: 0.999}) for c in there.cards if c.card is not None)


@each_game
@pytest.mark.parametrize("stop", [5, 23, 48])
def test_a_table_that_was_left_alone_is_as_it_was(game: Game, stop: int) -> None:
    played = random_deal(game, seed=stop, stop=stop).match.now
    deal = played.deal
    places, layout = tuple(range(deal.table.seats)), layout_for(game, deal.table.seats, played.rules)
    difference = compare(deal.table, layout, places, seen(scene(deal, places, layout)))
    assert not difference and difference.strange == () and difference.new == ()


@each_game
def test_every_card_that_is_gone_is_named(game: Game) -> None:
    played = random_deal(game, seed=7, stop=23).match.now
    deal = played.deal
    places, layout = tuple(range(deal.table.seats)), layout_for(game, deal.table.seats, played.rules)
    lying = seen(scene(deal, places, layout))
    for one in owed(deal.table):
        equal = [s for s in lying if str(one.card) in s.odds]
        rest = [s for s in lying if s not in equal]
        missing = compare(deal.table, layout, places, rest).missing
        assert one in missing and one.card.pretty in str(compare(deal.table, layout, places, rest).words(deal.table))


def test_a_card_before_the_wrong_player_is_to_be_moved() -> None:
    game = all_games()["kvinto"]
    played = random_deal(game, seed=3, stop=23).match.now
    deal = played.deal
    places, layout = (0, 1, 2, 3), layout_for(game, deal.table.seats, played.rules)
    assert deal.table.places["trick"], "the deal has to stop in the middle of a trick"
    laid = deal.table.trick[0]
    there = seen(scene(deal, places, layout))
    free = next(place for place in places if place not in {one.seat for one in deal.table.trick})
    x, y, angle = layout.trick_slot(free)
    moved = [replace(s, x=x, y=y, angle=angle) if str(laid.card) in s.odds else s for s in there]
    difference = compare(deal.table, layout, places, moved)
    assert [one.card for one in difference.elsewhere] == [laid.card] and not difference.missing


def on_the_pile(game_id: str) -> tuple[Deal, Layout, tuple[int, ...], list[Sighting], Sighting]:
    """A deal with known cards in a hand: what lies open, and one of those cards laid on the pile, in another way."""
    game = all_games()[game_id]
    for seed in range(40):
        for stop in (15, 35, 60):
            played = random_deal(game, seed=seed, stop=stop).match.now
            t = played.deal.table
            held = [card for seat in range(t.seats) for card in t.cards(hand(seat))]
            if held and t.cards("pile") and held[0] != t.cards("pile")[-1]:
                places, layout = tuple(range(t.seats)), layout_for(game, t.seats, played.rules)
                lying = list(seen(scene(played.deal, places, layout)))
                top = next(s for s in lying if str(t.cards("pile")[-1]) in s.odds and layout.zone_of(s.x, s.y) == "lot")
                new = replace(top, x=top.x + 12, angle=top.angle + 20, odds={str(held[0]): 0.999})
                return played.deal, layout, places, lying, new
    raise AssertionError("no such deal")


def test_a_card_laid_just_before_the_break_is_new_though_it_was_known_in_a_hand() -> None:
    deal, layout, places, lying, new = on_the_pile("velika_budala")
    for followed in (None, lying):
        difference = compare(deal.table, layout, places, [*lying, new], followed)
        assert not difference and difference.new == (new,) and new not in difference.known


def test_a_card_laid_just_before_the_break_is_new_though_an_equal_one_lies_deep_in_the_pile() -> None:
    deal, layout, places, lying, new = on_the_pile("trojke_dvojke")
    deal.table.places["pile"].insert(0, Lying(Card.parse(next(iter(new.odds)))))
    difference = compare(deal.table, layout, places, [*lying, new], lying)
    assert not difference and difference.new == (new,)


def test_the_top_of_the_pile_is_not_missed_under_a_card_that_was_laid_on_it() -> None:
    deal, layout, places, lying, new = on_the_pile("velika_budala")
    top = deal.table.cards("pile")[-1]
    rest = [s for s in lying if str(top) not in s.odds]
    difference = compare(deal.table, layout, places, [*rest, new])
    assert not difference and difference.covered == (top,) and difference.new == (new,)
    assert compare(deal.table, layout, places, rest).missing


def test_after_a_restart_a_card_over_the_top_is_new_though_an_equal_one_lies_deep_in_the_pile() -> None:
    """Nothing is followed then; but what hides the top lies on it."""
    deal, layout, places, lying, new = on_the_pile("trojke_dvojke")
    pile = deal.table.places["pile"]
    pile.insert(0, Lying(Card.parse(next(iter(new.odds)))))
    while len(pile) < 3:
        pile.insert(1, Lying(next(card for card in deal.table.unseen() if deal.table.unseen()[card])))
    top = deal.table.cards("pile")[-1]
    rest = [s for s in lying if str(top) not in s.odds]
    difference = compare(deal.table, layout, places, [*rest, new])
    assert not difference and difference.covered == (top,) and difference.new == (new,)


def test_after_a_restart_the_card_below_the_top_is_no_new_one() -> None:
    deal, layout, places, lying, new = on_the_pile("trojke_dvojke")
    pile = deal.table.places["pile"]
    pile.insert(len(pile) - 1, Lying(Card.parse(next(iter(new.odds)))))
    top = deal.table.cards("pile")[-1]
    rest = [s for s in lying if str(top) not in s.odds]
    difference = compare(deal.table, layout, places, [*rest, new])
    assert [one.card for one in difference.missing] == [top] and not difference.new


def test_an_attack_is_not_missed_under_the_card_that_beats_it() -> None:
    game = all_games()["ziletka"]
    deals = (random_deal(game, seed=seed, stop=23).match.now for seed in range(40))
    played = next(one for one in deals if len(one.deal.table.cards("attack")) > 1)
    deal = played.deal
    places, layout = tuple(range(deal.table.seats)), layout_for(game, deal.table.seats, played.rules)
    attack = deal.table.cards("attack")
    rest = [s for s in seen(scene(deal, places, layout)) if not any(str(card) in s.odds for card in attack)]
    held = next(card for card in deal.table.pack if not deal.table.known()[card])
    new = Sighting(*layout.lot_at(0, 1), 0.0, {str(held): 0.999})
    difference = compare(deal.table, layout, places, [*rest, new])
    assert not difference and Counter(difference.covered) == Counter(attack) and difference.new == (new,)
    assert len(compare(deal.table, layout, places, rest).missing) == len(attack)


def test_a_joker_that_may_be_of_either_colour_lies_where_it_lay() -> None:
    deal, layout, places, _, _ = on_the_pile("velika_budala")
    t = deal.table
    t.places["pile"].append(Lying(JOKER))
    t.pack[JOKER] += 1
    joker = Sighting(*layout.lot_at(0, 1), 0.0, {"XB": 0.6, "XR": 0.3995})
    difference = compare(t, layout, places, [joker])
    assert Owed(JOKER, "pile") not in difference.missing and difference.new == ()


# Through the session -------------------------------------------------------------------------------------------------


def left_in_the_middle(folder: Path) -> tuple[Session, tuple[Sighting, ...]]:
    """A match of Kvinto with two cards on the table, given up and gone on with; and what lies there."""
    with Journal(folder / "journal.sqlite") as journal:
        first = Session(journal)
        first.handle(NewMatch("kvinto", NAMES[:4]))
        assert first.sitting is not None
        cards = iter(("7S", "9S"))
        while first.sitting.deal.table.trick_number < 1 or len(first.sitting.deal.table.trick) < 2:
            request = next(r for r in first.sitting.deal.asking if not r.silent and not r.optional)
            place = first.sitting.place_of(request.seat)
            first.handle(EnterCards(request.verbs[0], place, (next(cards),)))
        name, deal = first.sitting.name, first.sitting.deal
        places = tuple(first.sitting.place_of(seat) for seat in range(4))
        there = seen(scene(deal, places, first.sitting.scribe.layout))
    again = Session(Journal(folder / "journal.sqlite"))
    again.resume(name)
    assert again.look_again
    return again, there


def table(session: Session) -> TableView:
    shown = view(session)
    assert isinstance(shown, TableView)
    return shown


def test_going_on_at_an_untouched_table_asks_nothing_and_plays_nothing(tmp_path: Path) -> None:
    session, there = left_in_the_middle(tmp_path)
    before = len(table(session).log)
    session.look(Look(there, 0))
    assert table(session).question is None and len(table(session).log) == before
    sitting = session.sitting
    assert sitting is not None and sitting.compares is None
    seat = next(r.seat for r in sitting.deal.asking if "play" in r.verbs)
    x, y, angle = sitting.scribe.layout.trick_slot(sitting.place_of(seat))
    session.look(Look((*there, Sighting(x, y, angle, {"JS": 0.999})), 100))
    assert table(session).log[-1].cards == ("JS",)


def test_a_card_that_is_gone_is_asked_for_until_it_lies_there_again(tmp_path: Path) -> None:
    session, there = left_in_the_middle(tmp_path)
    before = len(table(session).log)
    for at in range(0, 1000, 100):
        session.look(Look(there[:1], at))
    question = table(session).question
    assert question is not None and Card.parse(next(iter(there[1].odds))).pretty in question.sentence
    session.look(Look(there, 1000))
    assert table(session).question is None and "as it was" in table(session).message
    assert len(table(session).log) == before


def test_what_a_hand_hides_is_not_asked_for_until_it_is_gone(tmp_path: Path) -> None:
    session, there = left_in_the_middle(tmp_path)
    hand = Reach(there[1].x, there[1].y, 180.0, 0)
    for at in range(0, 3000, 100):
        session.look_again = False
        session.look(Look(there[:1], at, reaches=(replace(hand, at_ms=at),)))
        assert table(session).question is None and session.look_again
    for at in range(3000, 5000, 100):
        session.look(Look(there[:1], at, reaches=()))
    question = table(session).question
    assert question is not None and Card.parse(next(iter(there[1].odds))).pretty in question.sentence


def test_a_hand_that_was_over_a_card_when_play_resumed_makes_no_question(tmp_path: Path) -> None:
    session, there = left_in_the_middle(tmp_path)
    for at in range(0, 1500, 100):
        session.look(Look(there[:1], at, reaches=(Reach(there[1].x, there[1].y, 180.0, at),)))
    session.look(Look(there, 1500, reaches=()))
    assert table(session).question is None and session.sitting is not None and session.sitting.compares is None


def test_a_hand_elsewhere_hides_nothing_that_is_missing(tmp_path: Path) -> None:
    session, there = left_in_the_middle(tmp_path)
    away = 200.0 if there[1].x < 400 else -200.0
    for at in range(0, 1500, 100):
        session.look(Look(there[:1], at, reaches=(Reach(there[1].x + away, there[1].y, 180.0, at),)))
    assert table(session).question is not None


def test_people_may_go_on_with_the_table_as_it_lies(tmp_path: Path) -> None:
    session, there = left_in_the_middle(tmp_path)
    for at in range(0, 1000, 100):
        session.look(Look(there[:1], at))
    question = table(session).question
    assert question is not None
    session.handle(AnswerQuestion(question.number, (), "go_on"))
    assert table(session).question is None
    session.look(Look(there[:1], 1100))
    assert table(session).question is None


def test_a_card_laid_before_the_break_is_not_demanded_back_and_told_after_it(tmp_path: Path) -> None:
    session, there = left_in_the_middle(tmp_path)
    sitting = session.sitting
    assert sitting is not None
    seat = next(r.seat for r in sitting.deal.asking if "play" in r.verbs)
    x, y, angle = sitting.scribe.layout.trick_slot(sitting.place_of(seat))
    lying = (there[0], Sighting(x, y, angle, {"JS": 0.999}))
    logged = len(table(session).log)
    for at in range(0, 1000, 100):
        session.look(Look(lying, at))
    question = table(session).question
    assert question is not None and "put back" in question.sentence and "take away" not in question.sentence
    assert len(table(session).log) == logged
    session.handle(AnswerQuestion(question.number, (), "go_on"))
    assert session.look_again
    session.look(Look(lying, 1100))
    assert table(session).log[-1].cards == ("JS",)


def test_a_capture_that_was_under_way_at_the_break_is_read_after_it(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        first = Session(journal)
        first.handle(NewMatch("kalabra", NAMES[:2]))
        assert first.sitting is not None
        first.handle(EnterCards("turn", None, ("6C", "AC", "JC", "QS", "2D")))
        first.handle(EnterCards("play", next(iter(first.places_to_act())), ("9S",)))
        name = first.sitting.name
    session = Session(Journal(tmp_path / "journal.sqlite"))
    heard: list[Event] = []
    session.on_event = lambda told: heard.append(told.event)
    session.resume(name)
    assert session.sitting is not None
    layout = session.sitting.scribe.layout
    left = tuple(Sighting(*layout.lot_at(n, 5), 0.0, {code: 0.999}) for n, code in enumerate(("JC", "QS")))
    for at in range(0, 1000, 100):
        session.look(Look(left, at))
    question = table(session).question
    assert question is not None and "put back" in question.sentence
    session.handle(AnswerQuestion(question.number, (), "go_on"))
    for at in range(1000, 2000, 100):
        session.look(Look(left, at))
    assert [(event.do, sorted(event.cards or ())) for event in heard][:1] == [("take", ["2D", "6C", "AC"])]


def test_nothing_counts_during_a_pause(tmp_path: Path) -> None:
    session, there = left_in_the_middle(tmp_path)
    session.look(Look(there, 0))
    session.handle(MakeNote("pause"))
    question = table(session).question
    assert question is not None and "pause" in question.sentence
    logged = len(table(session).log)
    for at in range(100, 1000, 100):
        session.look(Look((Sighting(380, 160, 180, {"KH": 0.999}),), at))
    assert len(table(session).log) == logged
    session.handle(AnswerQuestion(question.number, (), "go_on"))
    assert session.look_again and table(session).question is None
    for at in range(1000, 2000, 100):
        session.look(Look((), at))
    asked = table(session).question
    assert asked is not None and "put back" in asked.sentence
    session.look(Look(there, 2000))
    assert table(session).question is None


def test_touches_and_buttons_do_not_count_during_a_pause_either(tmp_path: Path) -> None:
    session = Session(Journal(tmp_path / "journal.sqlite"))
    session.handle(NewMatch("crveni_tepih", NAMES[:3]))
    session.handle(EnterCards("turn", None, ("AS", "KD")))
    place = min(session.places_to_act())
    session.handle(MakeNote("pause"))
    paused = table(session)
    assert paused.question is not None and not paused.awaits and not session.places_to_act()
    assert not any(seat.to_act or seat.low for seat in paused.seats)
    for do in (
        lambda: session.handle(MakeBid(place, 3)),
        lambda: session.press(Press("pass", place, 0)),
        lambda: session.press(Press("plus", place, 0)),
        lambda: session.handle(EnterCards("take", place, ("AS",))),
    ):
        do()
        now = table(session)
        assert now.log == paused.log and now.question == paused.question and "go on first" in now.message
    session.handle(AnswerQuestion(paused.question.number, (), "go_on"))
    session.handle(MakeBid(place, 3))
    assert next(seat for seat in table(session).seats if seat.place == place).bid == 3


def test_a_match_may_be_ended_in_a_pause(tmp_path: Path) -> None:
    session, _ = left_in_the_middle(tmp_path)
    session.handle(MakeNote("pause"))
    session.handle(MakeNote("end"))
    assert table(session).match_over and table(session).question is None


def test_cards_of_one_place_are_told_together() -> None:
    t = random_deal(all_games()["crveni_tepih"], seed=3, stop=23).match.now.deal.table
    gone = [Owed(Card.parse(code), before(1), 1) for code in ("AS", "KD")] + [Owed(Card.parse("7H"), "lot")]
    words = Difference(missing=tuple(gone)).words(t).say("en")
    assert words.endswith(f"put back A♠ K♦ (before {t.names[1]}) and 7♥ (in the lot)")
