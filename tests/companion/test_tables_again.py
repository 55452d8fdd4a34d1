"""Deals at a table without pictures in which people were hasty or clumsy, and the product once went wrong."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Literal

import pytest

from companion.cli.tables.play import Table, play_deal
from companion.cli.tables.rows import Job, Row
from companion.cli.tables.sample import players_of
from companion.evening.sitting import Acknowledged
from companion.events import Event
from companion.games import find_game
from companion.people.accidents import Accident
from companion.ports import Look

Answers = Literal["truth", "first"]


def played(game: str, level: str, seed: int, answers: Answers = "truth") -> Row:
    """The row of a deal that is seen without pictures."""
    return play_deal(Job(game, level, seed, players_of(find_game(game), seed), answers, "paper"))


UNASKED = [
    ("ziletka", "home", 1, "one card of a pair lay under a hand when the other was told"),
    ("dzep_kop", "pub", 1, "a card stuck under the one that was to take another, and went back"),
    ("dzep_kop", "pub", 4, "a card that could take something was taken back"),
    ("kalabra", "pub", 1, "a joker that is none of the game's lay there for a while"),
    ("kalabra", "pub", 2, "a card was taken back after the draw that follows it without a word"),
    ("kalabra", "pub", 4, "the card taken back was still remembered under the hand that laid another"),
    ("dja_bai_fem", "pub", 1, "the leader took his card back and led another"),
    ("dja_bai_fem", "pub", 2, "a fan reached into the next player's slot"),
    ("reversis", "pub", 1, "old tricks were looked at, and much later a trick was gathered"),
    ("lu", "pub", 2, "a won trick was looked at where the next card was laid"),
    ("cuhna", "pub", 3, "the pile was taken up and the next card laid under the same hands"),
    ("velika_budala", "pub", 4, "two cards stuck together on a pile, and the wrong one was lifted"),
    ("tresento", "home", 1, "a card laid before its turn, withdrawn, and laid again"),
]
BROKEN = [
    ("ziletka", 10, 6, 0, "a hand was shown before the draw that would have gone without saying"),
    (
        "trojke_dvojke",
        16,
        4,
        2,
        "two equal cards told by touch came in sight when a hand had rested on them for a minute",
    ),
]


@pytest.mark.parametrize(("game", "level", "seed", "what"), UNASKED, ids=[f"{g}-{lv}-{s}" for g, lv, s, _ in UNASKED])
def test_what_people_do_in_haste_is_understood_without_a_question(game: str, level: str, seed: int, what: str) -> None:
    row = played(game, level, seed)
    assert row.exact and not row.asked and not row.false and not row.other_seat, (what, row)


@pytest.mark.parametrize("answers", ["truth", "first"])
def test_a_trick_that_was_gathered_early_is_asked_for_and_put_right(answers: Answers) -> None:
    row = played("rikken", "pub", 1, answers)
    assert row.exact and not row.false and not row.wrong and 2 <= len(row.asked) <= 5, row


UNSEEN = [("rikken", 4, 2, 20), ("pinc", 3, 2, 6), ("rikken", 4, 3, 6)]


@pytest.mark.parametrize(("game", "players", "seed", "act"), UNSEEN)
def test_a_card_that_nobody_saw_and_was_guessed_is_put_right_by_what_is_seen_later(
    game: str, players: int, seed: int, act: int
) -> None:
    def watching(table: Table) -> None:
        table.croupier.accidents = [Accident("gathered_early", act)]

    row = play_deal(Job(game, "home", seed, players, "first", "paper"), None, watching)
    assert row.exact and row.accidents == ("gathered_early",) and "trick is gone" in row.asked[0], row


def test_a_card_that_lay_there_in_doubt_when_its_trick_was_drawn_in_is_not_asked_for_anew() -> None:
    """It looked like one that people had guessed to lie elsewhere: that guess is asked about, by first choice too."""
    row = played("tri_sedmice", "pub", 4, "first")
    assert row.exact and not row.false and sum("trick is gone" in question for question in row.asked) == 2, row


def test_what_nobody_saw_is_first_a_card_that_lets_him_win_who_drew_the_trick_in() -> None:
    """Of two players one wins by a card that was not seen: the other would lead if it were a lower one."""
    row = played("rok2", "pub", 5, "first")
    assert row.end == "played" and not row.false and len(row.asked) == 1, row


def test_of_two_players_one_wins_a_trick_and_leads_before_it_was_read() -> None:
    """What was led next is no answer to a card that had gone before it came to rest."""
    row = played("rok2", "pub", 5)
    assert row.exact and not row.false and len(row.asked) == 1 and "trick is gone" in row.asked[0], row


def blind_to_arms(table: Table) -> None:
    """The eyes tell of no arms."""
    watched = table.session.look

    def armless(look: Look) -> None:
        watched(replace(look, reaches=None))

    table.session.look = armless  # type: ignore[method-assign]


def test_who_laid_a_card_on_a_common_pile_is_asked_where_two_may_and_no_hand_was_seen() -> None:
    job = Job("trojke_dvojke", "pub", 5, players_of(find_game("trojke_dvojke"), 5), "truth", "paper")
    row = play_deal(job, None, blind_to_arms)
    assert row.exact and not row.other_seat and len(row.asked) == 1 and row.asked[0].startswith("Who plays"), row


def test_who_laid_a_card_on_a_common_pile_is_told_by_his_hand() -> None:
    row = played("trojke_dvojke", "pub", 5)
    assert row.exact and not row.other_seat and not row.asked, row


def pub_deal(game: str, seed: int, players: int) -> Row:
    """The row of a deal at pub speed with as many players, seen without pictures and answered truly."""
    return play_deal(Job(game, "pub", seed, players, "truth", "paper"))


@pytest.mark.parametrize(("game", "seed", "players", "touches", "what"), BROKEN, ids=[one[0] for one in BROKEN])
def test_what_hands_hide_and_what_interrupts_leaves_the_deal_exact(
    game: str, seed: int, players: int, touches: int, what: str
) -> None:
    row = pub_deal(game, seed, players)
    assert row.exact and not row.wrong and not row.false and len(row.asked) == touches, (what, row)


def test_of_two_cards_stuck_together_one_goes_back_though_a_draw_went_without_saying() -> None:
    row = pub_deal("kalabra", 14, 3)
    assert row.exact and not row.other_seat and not row.asked, row


def test_the_next_lead_is_no_other_card_for_the_one_that_ended_the_pile() -> None:
    """Who laid the last card leads as well: the pile goes aside, and the lead comes to lie where his last card lay."""
    row = pub_deal("velika_budala", 16, 4)
    assert row.exact and not row.other_seat and not row.wrong, row


BACK_LATE = [
    ("ziletka", 11, 5, "the attacking card was taken back, and another one laid elsewhere"),
    ("velika_budala", 13, 2, "the lead was taken back while the last pile lay there still"),
    ("velika_budala", 14, 4, "the top card was taken back after the draw that followed it"),
    ("kalabra", 13, 3, "the card that was taken back came along once more under the one laid instead"),
]


@pytest.mark.parametrize(("game", "seed", "players", "what"), BACK_LATE, ids=[f"{g}-{s}" for g, s, *_ in BACK_LATE])
def test_a_card_that_is_taken_back_late_is_no_take(game: str, seed: int, players: int, what: str) -> None:
    row = pub_deal(game, seed, players)
    assert row.exact and not row.other_seat and not row.false and not row.asked, (what, row)


def test_a_lone_card_that_its_player_takes_back_late_is_put_right_by_his_hand() -> None:
    """Nothing lies there but the card, and the next player might take it up; another laid before its turn is asked."""
    row = pub_deal("velika_budala", 18, 5)
    assert row.exact and row.asked == ("Who plays J♥? seat 1",) and not row.other_seat and not row.false, row
    assert (row.planted, row.found) == (1, 1) and "taken_back_late" in row.accidents, row


LONE = [("velika_budala", 4, 1, 4), ("velika_budala", 2, 3, 20), ("cuhna", 3, 2, 70), ("ziletka", 3, 2, 9)]


@pytest.mark.parametrize(("game", "players", "seed", "act"), LONE, ids=[f"{g}-{seed}" for g, _, seed, _ in LONE])
def test_another_card_for_one_taken_back_late_is_no_play_of_the_next_player(
    game: str, players: int, seed: int, act: int
) -> None:
    def watching(table: Table) -> None:
        table.croupier.accidents = [Accident("taken_back_late", act)]

    row = play_deal(Job(game, "home", seed, players, "truth", "paper"), None, watching)
    assert row.exact and "taken_back_late" in row.accidents and not row.false and not row.other_seat, row
    assert not any("gone" in question or "by touch" in question for question in row.asked), row.asked


def test_whether_a_lone_card_was_taken_up_or_back_is_asked_where_no_hand_was_seen() -> None:
    """If it was taken back, the draw that followed it without a word falls with it."""
    events: list[Event] = []

    def watching(table: Table) -> None:
        table.croupier.accidents = [Accident("taken_back_late", 4)]
        hear, watched = table.session.on_event, table.session.look

        def heard(told: Acknowledged) -> None:
            events.append(told.event)
            hear(told)

        def handless(look: Look) -> None:
            watched(replace(look, reaches=()))

        table.session.on_event = heard
        table.session.look = handless  # type: ignore[method-assign]

    row = play_deal(Job("velika_budala", "home", 2, 4, "truth", "paper"), None, watching)
    assert row.exact and row.end == "played" and row.asked[0] == "Q♥ is gone: who has it? take_back", row
    undone = [event.about for event in events if event.do == "undo"]
    draws = [
        draw.id for play, draw in pairwise(events) if play.id in undone and (play.do, draw.do) == ("play", "draw")
    ]  # fmt: skip
    assert draws and set(draws) <= set(undone)
