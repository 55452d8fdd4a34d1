"""Whatever is sent, a match answers or raises BadRecord; and it is always the replay of its own log."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import BadRecord
from companion.games import all_games
from companion.match.record import replay
from tests.companion import house
from tests.companion.house import random_deal, state
from tests.companion.soup import random_event, random_record, spoil, stir

GAMES = st.sampled_from(list(all_games().values()))


@settings(max_examples=50, deadline=None, derandomize=True)
@given(GAMES, st.integers(0, 10**6), st.integers(0, 40), st.integers(0, 10**6), st.integers(1, 25))
def test_soup_after_any_part_of_a_deal(game, seed, stop, soup, length) -> None:  # type: ignore[no-untyped-def]
    """Random events over all verbs: cards and money are conserved, refusals change nothing, the log tells it all."""
    told = random_deal(game, seed, stop=stop)
    for answer in stir(told, random.Random(soup), length, legal=0.3):
        assert answer.verdict.kind in ("ok", "illegal", "impossible", "question")
        if answer.verdict.kind != "ok":
            assert answer.verdict.text is not None and str(answer.verdict.text)
            answer.verdict.text.say("sr")
        house.check(told)
    house.same(told)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(GAMES, st.integers(0, 10**6), st.integers(0, 10**6))
def test_what_cannot_be_read_changes_nothing(game, seed, soup) -> None:  # type: ignore[no-untyped-def]
    dice = random.Random(soup)
    told = random_deal(game, seed, stop=dice.randrange(60))
    for _ in range(12):
        before = state(told.match)
        try:
            event = random_event(dice, list(told.match.now.names), list(range(1, told.last + 1)))
            told.tell(spoil(dice, event) if dice.random() < 0.5 else event)
        except BadRecord as error:
            assert str(error) and "\n" not in str(error)
            assert state(told.match) == before
    house.same(told)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(GAMES, st.integers(0, 10**6), st.integers(0, 10**6))
def test_undoing_all_the_soup_brings_the_deal_back(game, seed, soup) -> None:  # type: ignore[no-untyped-def]
    """Every effective line of the soup undone, the last first: the table is as if nothing had been said."""
    dice = random.Random(soup)
    told = random_deal(game, seed, stop=dice.randrange(30))
    first, final = told.last, state(told.match)
    for _ in stir(told, dice, 12, legal=0.3):
        pass
    for number in range(told.last, first, -1):
        told.tell({"do": "undo", "about": number})
    assert state(told.match) == final
    house.same(told)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(GAMES, st.integers(0, 10**9))
def test_any_record_is_answered_or_refused_in_one_sentence(game, seed) -> None:  # type: ignore[no-untyped-def]
    lines = random_record(random.Random(seed), game)
    try:
        for told in replay(lines):
            assert "verdict" in told or "deal" in told
    except BadRecord as error:
        assert str(error).startswith("line ") and "\n" not in str(error).strip()
