"""Readings weighed with what is possible: by Bayes' rule, and never bent."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card
from companion.ports import Sighting
from companion.scribe.weighing import ACCEPT, IMPOSSIBLE, surely_a_card, weigh, weigh_all

PACK = Counter(Card.parse(rank + suit) for rank, suit in product("23456789TJQKA", "SHDC"))
KINGS = Counter(card for card in PACK if card.rank == "K")


def lying(**odds: float) -> Sighting:
    """A card that looks like these."""
    return Sighting(0.0, 0.0, 0.0, odds)


def test_what_may_be_no_card_is_believed_where_few_faces_can_be_there() -> None:
    s = lying(KH=0.91)
    assert not weigh(s, s.odds, PACK).sure
    assert weigh(s, s.odds, KINGS).sure


def test_what_would_break_a_rule_counts_little() -> None:
    s = lying(KH=0.91)
    (weighed,) = weigh_all([s], [s.odds], PACK, lambda card: 1.0 if card.rank == "K" else 0.02)
    assert weighed.sure and weighed.faces[0][0] == Card.parse("KH")


def test_of_as_many_cards_as_must_lie_there_hardly_one_is_none() -> None:
    s = lying(KH=0.94)
    assert not weigh(s, s.odds, PACK).sure
    assert weigh(s, surely_a_card(s.odds), PACK).sure
    assert not weigh(s, surely_a_card({"KH": 0.6, "QH": 0.3}), PACK).sure, "which one it is, nothing else tells"


@pytest.mark.parametrize("p", [0.1, 0.5, 0.7])
def test_what_is_likely_no_card_is_never_bent_into_the_only_one_that_can_be_there(p: float) -> None:
    s = lying(KH=p)
    assert not weigh(s, s.odds, Counter([Card.parse("KH")])).sure


ODDS = st.dictionaries(st.sampled_from(sorted(map(str, PACK))), st.floats(0.001, 1.0), min_size=1, max_size=5)


@given(ODDS, st.floats(0.0, 1.0), st.sets(st.sampled_from(sorted(PACK)), min_size=1))
def test_shares_are_shares_and_nothing_doubtful_is_sure(odds: dict[str, float], card: float, able: set[Card]) -> None:
    """``card``: how likely it is a card at all; ``able``: the faces that can be there."""
    total = sum(odds.values())
    odds = {code: p / total * card for code, p in odds.items()}
    s = lying(**odds)
    weighed = weigh(s, odds, Counter(able))
    assert sum(p for _, p in weighed.faces) <= 1 + 1e-9
    assert {face for face, _ in weighed.faces} <= able
    if weighed.sure:
        wrong = 1 - card + sum(p for code, p in odds.items() if Card.parse(code) not in able)
        assert wrong < IMPOSSIBLE + 1e-9
        best = max(odds, key=lambda code: odds[code] if Card.parse(code) in able else 0.0)
        assert weighed.faces[0][0] == Card.parse(best) and weighed.faces[0][1] >= ACCEPT
