"""Whether a deal fits: the flow against every deal there is, and claims over several packs."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Card, Cards, parse_cards
from companion.rules.plays import Play
from companion.table import claims, worlds
from companion.table.claims import Claim, Duty
from companion.table.table import Table
from companion.texts import text

FACES = parse_cards("2S 3S 2H 3H")
CARDS = st.lists(st.sampled_from(FACES), min_size=1, max_size=6)


def brute(
    unseen: list[Card], room: dict[str, int], most: dict[str, dict[Card, int]], least: list[worlds.Least]
) -> bool:
    """Every way to lay the cards out."""
    for order in set(permutations(unseen)):
        at, fine = 0, True
        for place, number in room.items():
            held = Counter(order[at : at + number])
            at += number
            fine &= held.total() == number
            fine &= all(held[card] <= n for card, n in most.get(place, {}).items())
            fine &= all(sum(held[c] for c in one.kind) >= one.number for one in least if one.place == place)
        if fine:
            return True
    return False


@settings(max_examples=300, deadline=None)
@given(CARDS, st.data())
def test_the_flow_is_exact(unseen: list[Card], data: st.DataObject) -> None:
    """With copies of equal cards, limits by face, and cards that must be held."""
    first = data.draw(st.integers(0, len(unseen)))
    room = {"a": first, "b": data.draw(st.integers(0, len(unseen) - first))}
    room["c"] = len(unseen) - room["a"] - room["b"]
    limits = st.dictionaries(st.sampled_from(FACES), st.integers(0, 2), max_size=4)
    most = {place: data.draw(limits) for place in ("a", "b")}
    kind = frozenset(data.draw(st.sets(st.sampled_from(FACES), min_size=1)))
    least = [worlds.Least("a", kind, data.draw(st.integers(0, 3)))] if data.draw(st.booleans()) else []
    assert worlds.fits(Counter(unseen), room, most, least) == brute(unseen, room, most, least)


def duty(kind: str, number: int = 1, group: int = 1) -> Duty:
    """A duty over these faces."""
    return Duty("duty", frozenset(parse_cards(kind)), text("it had to be done"), number, group)


def held(codes: str) -> Cards:
    """A hand."""
    return Counter(parse_cards(codes))


HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def test_single_cards_follow_and_trump() -> None:
    duties = (duty(HEARTS), duty("2S 3S 4S"))
    assert claims.legal_cards(duties, held("2H 3S 9D")) == list(parse_cards("2H"))
    assert claims.legal_cards(duties, held("3S 9D")) == list(parse_cards("3S"))
    assert claims.legal_cards(duties, held("9D TD")) == list(parse_cards("9D TD"))
    said = [most for _, most in claims.claimed(duties, held("9D"))]
    assert [len(most) for most in said] == [13, 3], "no heart, and no trump"
    assert [len(most) for _, most in claims.claimed(duties, held("3S"))] == [13], "a trump claims only: no heart"


def test_groups_of_equal_cards_of_several_packs() -> None:
    """The seed's set 1 of Žiao-Pengju, 8H 8H led: pairs must be played if held, else as many hearts as there are."""
    duties = (duty(HEARTS, 1, 2), duty(HEARTS, 2))

    def legal(hand: str, play: str) -> bool:
        return claims.broken(duties, held(play), held(hand) - held(play)) is None

    assert legal("AH KH QH 6H", "AH QH")
    assert legal("AH KH 6H 6H 4H", "6H 6H") and not legal("AH KH 6H 6H 4H", "AH KH")
    assert legal("9H 9H 5H 5H", "5H 5H") and not legal("9H 9H 5H 5H", "9H 5H")
    assert legal("5H 5H 5H 4H 2H", "5H 5H") and not legal("5H 5H 5H 4H 2H", "5H 4H")
    assert legal("KS 3C 3C 9D 9D", "3C 3C")
    assert legal("KH TC TC 6C 6C", "KH TC") and not legal("KH TC TC 6C 6C", "TC TC")


def test_a_play_of_no_pair_bounds_each_face() -> None:
    duties = (duty(HEARTS, 1, 2), duty(HEARTS, 2))
    (_, most), *rest = claims.claimed(duties, held("AH KH"))
    assert rest == [] and most[Card("A", "H")] == 0 and most[Card("Q", "H")] == 1, "at most one copy of each heart left"


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(FACES), min_size=2, max_size=6), st.sampled_from(FACES), st.integers(1, 2))
def test_holding_more_can_only_bind_more(hand: list[Card], more: Card, group: int) -> None:
    """Monotone: a play that a hand forbids is forbidden with one more card in it."""
    duties = (duty("2S 3S", 1, group), duty("2H 3H"))
    play = Counter(hand[:group])
    rest = Counter(hand[group:])
    if claims.broken(duties, play, rest) is not None:
        assert claims.broken(duties, play, rest + Counter([more])) is not None


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(parse_cards("2H 3H 4H 2S 3S")), min_size=4, max_size=8), st.integers(0, 10**6))
def test_several_cards_at_random_serve_their_duties(hand: list[Card], seed: int) -> None:
    duties = (duty(HEARTS, 2, 2), duty(HEARTS, 4))
    play = Play(0, duties, number=4).several(Counter(hand), random.Random(seed))
    assert len(play) == 4 and claims.broken(duties, Counter(play), Counter(hand) - Counter(play)) is None


@settings(max_examples=300, deadline=None)
@given(CARDS, st.data())
def test_a_seat_is_guilty_exactly_when_its_own_claims_fit_no_deal(unseen: list[Card], data: st.DataObject) -> None:
    """The quick count for one seat against the flow over all places."""
    mine = data.draw(st.integers(0, len(unseen)))
    t = Table(["Ana", "Boris"], 0, Counter(unseen), {})
    t.lay_out({"hand 0": mine, "hand 1": len(unseen) - mine})
    limits = st.dictionaries(st.sampled_from(FACES), st.integers(0, 2), min_size=1, max_size=4)
    said = [Claim(0, "duty", 1, text("it"), dict(data.draw(limits))) for _ in range(data.draw(st.integers(0, 3)))]
    kind = frozenset(data.draw(st.sets(st.sampled_from(FACES), min_size=1)))
    least = data.draw(st.integers(0, 3))
    said += [Claim(0, "held", 1, text("it"), kind=kind, least=least)] if least else []
    most = {card: min(one.most.get(card, 9) for one in said) for one in said for card in one.most}
    bound = [worlds.Least("hand 0", kind, least)] if least else []
    room = {"hand 0": mine, "hand 1": len(unseen) - mine}
    assert claims.possible(t, 0, said, t.unseen()) == worlds.fits(Counter(unseen), room, {"hand 0": most}, bound)
