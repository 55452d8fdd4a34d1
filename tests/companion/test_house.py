"""The suite of ``house.py`` for every game there is."""

from __future__ import annotations

import random

import pytest

from companion.deal.game import Game
from companion.events import Event
from companion.games import all_games
from tests.companion import house
from tests.companion.house import Told, random_deal, state

GAMES = list(all_games().values())
DEALS = 4
"""of a match here; ``tests/long`` plays whole ones"""
CUTS = 12
"""of a deal that are tried here"""
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def test_there_are_games() -> None:
    assert "crveni_tepih" in all_games()


@each_game
def test_cards_and_money_are_conserved_with_any_number_of_players(game: Game) -> None:
    dice = random.Random(1)
    for number in range(8):
        rules = house.random_rules(game, dice)
        players = house.numbers_of_players(game, rules)
        told = Told()
        told.begin(house.header(game, players[number % len(players)], rules, dice))
        house.play_deal(told, dice, watch=house.check)
        house.check(told)
        assert told.match.ends()[-1].outcome.points


@each_game
def test_replay_equals_the_original(game: Game) -> None:
    for seed in range(6):
        house.same(random_deal(game, seed))


@each_game
def test_whole_matches_end_and_replay(game: Game) -> None:
    for seed in range(2):
        dice = random.Random(seed)
        rules = house.random_rules(game, dice)
        told = Told()
        head = house.header(game, dice.choice(house.numbers_of_players(game, rules)), rules, dice)
        while len(told.match.deals) < DEALS and not (told.match.deals and told.match.ends()[-1].match_over):
            dealer = told.match.deals[-1].names[told.match.next_dealer()] if told.match.deals else head.dealer
            told.begin(house.replace(head, dealer=dealer))
            house.play_deal(told, dice)
        if not told.match.ends()[-1].match_over:
            told.tell({"do": "note", "what": "end"})
        house.same(told)
        totals = dict.fromkeys(told.match.ends()[-1].scores, game.first_score)
        for end in told.match.ends():
            totals = {seat: points + end.outcome.points.get(seat, 0) for seat, points in totals.items()}
            assert totals == end.scores
        assert told.match.ends()[-1].winners


@each_game
def test_undo_at_every_cut_and_redo(game: Game) -> None:
    """At cuts all over a deal: undo restores what was before, redo what was after."""
    for seed in range(1):
        before = None
        original = random_deal(game, seed)
        step = max(1, original.last // CUTS)
        for told, number in house.cuts(original):
            if number % step > 1:
                continue
            now = state(told.match)
            assert told.tell({"do": "undo"}).verdict.kind == "ok"
            if before is not None and number % step == 1 % step:
                assert state(told.match) == before, f"undo of event {number}"
            assert told.tell({"do": "redo"}).verdict.taken
            assert state(told.match) == now, f"redo of event {number}"
            before = now
        house.same(told)


@each_game
def test_undo_all_the_way_and_redo_all_the_way(game: Game) -> None:
    for seed in range(20, 21):
        original = random_deal(game, seed, stop=24)
        states = [state(told.match) for told, _ in house.cuts(original)]
        for then in reversed(states[:-1]):
            assert original.tell({"do": "undo"}).verdict.kind == "ok"
            assert state(original.match) == then
        assert original.tell({"do": "undo"}).verdict.kind == "ok"
        assert original.tell({"do": "undo"}).verdict.kind == "illegal"
        for then in states:
            assert original.tell({"do": "redo"}).verdict.kind == "ok"
            assert state(original.match) == then
        assert original.tell({"do": "redo"}).verdict.kind == "illegal"
        house.same(original)


@each_game
def test_any_event_can_be_undone_and_put_back(game: Game) -> None:
    """In the middle, after the end: questions in between, and everything as it was in the end."""
    for seed in range(30, 32):
        told = random_deal(game, seed)
        final = state(told.match)
        events = house.base_events(told)
        for event in random.Random(seed).sample(events, min(4, len(events))):
            told.tell({"do": "undo", "about": event.id})
            house.check(told)
            second = told.tell({"do": "undo", "about": event.id})
            assert second.verdict.kind == "illegal", "retracting twice"
            told.tell({"do": "redo", "about": told.last - 1})
            assert state(told.match) == final, event
        house.same(told)


@each_game
def test_undo_of_an_undo_is_a_redo(game: Game) -> None:
    for seed in range(40, 43):
        told = random_deal(game, seed)
        final = state(told.match)
        event = random.Random(seed).choice(house.base_events(told))
        told.tell({"do": "undo", "about": event.id})
        undone, undo = state(told.match), told.last
        told.tell({"do": "undo", "about": undo})
        assert state(told.match) == final
        told.tell({"do": "undo", "about": told.last})
        assert state(told.match) == undone
        told.tell({"do": "undo", "about": told.last})
        assert state(told.match) == final
        house.same(told)


@each_game
def test_a_correction_corrected_back_changes_nothing(game: Game) -> None:
    for seed in range(50, 56):
        dice = random.Random(seed)
        told = random_deal(game, seed, stop=dice.choice([None, 10, 25]))
        final = state(told.match)
        shown = house.with_cards(told)
        if not shown:
            continue
        event = dice.choice(shown)
        cards = house.other_card(told, event, dice, seen=dice.random() < 0.5)
        if not cards:
            continue
        told.tell({"do": "correct", "about": event.id, "cards": cards})
        house.check(told)
        correction = told.last
        told.tell({"do": "correct", "about": correction, "cards": event.cards})
        assert state(told.match) == final, "a correction of the correction"
        told.tell({"do": "undo"})
        told.tell({"do": "undo", "about": correction})
        assert state(told.match) == final, "both undone"
        told.tell({"do": "correct", "about": correction, "cards": event.cards})
        assert state(told.match) == final, "amending what was retracted"
        told.tell({"do": "redo", "about": told.last - 1})
        assert state(told.match) == final, "the retracted correction, amended, comes back harmless"
        house.same(told)


@each_game
def test_a_missing_event_can_be_inserted(game: Game) -> None:
    for seed in range(90, 92):
        told = random_deal(game, seed)
        final = state(told.match, ids=False)
        events = house.base_events(told)
        for index in random.Random(seed).sample(range(len(events)), min(3, len(events))):
            gone = events[index]
            told.tell({"do": "undo", "about": gone.id})
            after = events[index - 1].id if index else 0
            answer = told.tell({"do": "insert", "after": after, "event": {**house.to_data(gone)}})
            assert answer.verdict.kind == "ok", (gone, answer)
            assert state(told.match, ids=False) == final
            told.tell({"do": "undo"})
            told.tell({"do": "redo", "about": told.last - 2})
            assert state(told.match, ids=False) == final
        house.same(told)


@each_game
def test_owners_are_the_same_however_the_story_is_told(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is undone, corrected and put back moves a card to somebody else."""
    shuffled = house.mixed_again(monkeypatch)
    for seed in range(100, 103):
        dice = random.Random(seed)
        told = random_deal(game, seed)
        final = house.owners(told.match)
        corrected = set()  # (who is said to have played another card than the open one shows a hidden one by that)
        for _ in range(6):
            event = dice.choice(house.with_cards(told))
            cards = house.other_card(told, event, dice, seen=False) or event.cards
            told.tell(Event(do="correct", about=event.id, cards=cards))
            corrected.add(event.id)
            now, open_ = house.owners(told.match), told.match.now.misfits
            if open_:  # what has no place now is a question; the rest is whose it was, wherever it has come to
                did, then = house.doers(now), house.doers(final)
                lines = told.match.now.history.lines
                then |= {n: {str(lines[n].player)} for n in corrected if n not in then}
                then = {n: who for n, who in then.items() if n in now and n not in shuffled}
                assert then == {n: who for n, who in did.items() if n not in shuffled}
                assert all(n in open_ or n in shuffled for n in final if n not in now)
            else:
                assert now == final
        house.same(told)
