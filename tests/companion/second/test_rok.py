"""Rok for two and for four, a second opinion: deals and a scorer from rules/rok.md alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import pytest

from tests.companion.replays import Played
from tests.companion.second.trickdeals import FOUR, Event, Trick, findings, follow, lay, plays
from tests.companion.second.trickdeals import run as run_any

RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
TWO = FOUR[:2]
NAME = {2: "rok2", 4: "rok4"}
TARGET = {2: 5, 4: 7}
Rules = dict[str, str]


@dataclass
class Deal:
    """The tricks until a side has seven; P1 (number 0) names trumps and leads, the last one deals."""

    players: int
    trump: str
    tricks: list[Trick] = field(default_factory=list)
    revoked: list[tuple[int, int]] = field(default_factory=list)  # number of the trick and seat
    names: Sequence[str] = ()

    def events(self) -> list[Event]:
        names = self.names or FOUR[: self.players]
        return [*opening(self.players, self.trump, names), *plays(self.tricks, names)]


def opening(players: int, trump: str, names: Sequence[str] = FOUR) -> list[Event]:
    """Trumps; for two also the three cards laid off (the dealer first, here) and twenty turns at the stock."""
    named: Event = {"do": "choose", "seat": names[0], "option": trump}
    if players == 4:
        return [named]
    laid: list[Event] = [{"do": "discard", "seat": names[n], "count": 3} for n in (1, 0)]
    turns = [("keep", "reject", "reject")[n % 3] for n in range(20)]
    return [named, *laid, *({"do": "choose", "seat": names[n % 2], "option": o} for n, o in enumerate(turns))]


def winner(trick: Trick, trump: str) -> int:
    led = trick[0][1][1]
    return max((card[1] == trump, card[1] == led, RANKS.index(card[0]), seat) for seat, card in trick)[3]


def won(deal: Deal) -> list[int]:
    sides = [0, 0]
    for trick in deal.tricks:
        sides[winner(trick, deal.trump) % 2] += 1
    return sides


def score(deal: Deal, rules: Rules) -> list[int]:
    """Points of P1's side and of the other."""
    tricks = won(deal)
    first = tricks.index(7)
    points = [0, 0]
    points[first] = 1
    if tricks[1 - first] == 0:
        against = rules.get("whitewash") == "three_against_caller" and first == 1
        points[first] = 3 if against else 2
    return points


def make(
    players: int, seed: int, given: dict[int, list[str]] | None = None, cheat: bool = False, names: Sequence[str] = ()
) -> Deal:
    """A random deal in legal play; ``given`` are whole hands, ``cheat`` breaks the rule of following suit once."""
    rng, hands = Random(seed), dict(given or {})
    pack = [card for card in PACK if not any(card in hand for hand in hands.values())]
    rng.shuffle(pack)
    for seat in range(players):
        if seat not in hands:
            hands[seat], pack = pack[:13], pack[13:]
    hands = {seat: list(hand) for seat, hand in hands.items()}
    deal, leader = Deal(players, "H" if given else rng.choice("SHDC"), names=names), 0
    while 7 not in won(deal):
        trick: Trick = []
        for seat in ((leader + n) % players for n in range(players)):
            allowed = follow(hands[seat], trick[0][1][1] if trick else None)
            wrong = [card for card in hands[seat] if card not in allowed]
            if cheat and trick and wrong and not deal.revoked and rng.random() < 0.3:
                deal.revoked, allowed = [(len(deal.tricks) + 1, seat)], wrong
            card = rng.choice(allowed)
            hands[seat].remove(card)
            trick.append((seat, card))
        deal.tricks.append(trick)
        leader = winner(trick, deal.trump)
    return deal


def run(players: int, *deals: Sequence[Event], **header: Any) -> Played:
    return run_any(NAME[players], *deals, players=FOUR[:players], **header)


def each(players: int, sides: Sequence[int], names: Sequence[str] = FOUR) -> dict[str, int]:
    """What every player has of what his side has."""
    return {name: sides[n % 2] for n, name in enumerate(names[:players])}


def check(deal: Deal, rules: Rules | None = None, start: Sequence[int] = (0, 0)) -> dict[str, Any]:
    players = deal.players
    played = run(players, deal.events(), rules=rules or {}, start={"scores": each(players, start)})
    assert played.verdicts == {} and findings(played) == []
    points = score(deal, rules or {})
    total = [a + b for a, b in zip(start, points, strict=True)]
    said = played.deals[1]
    assert said["points"] == each(players, points) and said["scores"] == each(players, total)
    assert {name: said["how"][name]["tricks"] for name in FOUR[:players]} == each(players, won(deal))
    assert said["match_over"] is (max(total) >= TARGET[players])
    if said["match_over"]:
        assert said["winners"] == [n for n, t in each(players, total).items() if t >= TARGET[players]]
    return said


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(30))
def test_random_deals(players: int, seed: int) -> None:
    check(make(players, seed))


HEARTS = [rank + "H" for rank in RANKS]
CASES: dict[str, tuple[dict[int, list[str]] | None, Callable[[Deal], bool]]] = {
    "seven to none for the caller": ({0: HEARTS}, lambda deal: True),
    "seven to none against the caller": ({1: HEARTS}, lambda deal: True),
    "seven to one": (None, lambda deal: sorted(won(deal)) == [1, 7]),
    "six all": (None, lambda deal: len(deal.tricks) == 13),
    "against the caller": (None, lambda deal: won(deal) == [3, 7]),
    "a ruff": (None, lambda deal: any(
        trick[0][1][1] != deal.trump and dict(trick)[winner(trick, deal.trump)][1] == deal.trump
        for trick in deal.tricks)),
    "thrown off, not trumped": (None, lambda deal: any(
        trick[1][1][1] not in (deal.trump, trick[0][1][1]) for trick in deal.tricks)),
    "trumps led": (None, lambda deal: deal.tricks[0][0][1][1] == deal.trump),
}  # fmt: skip


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", CASES)
def test_chosen_deals(players: int, name: str) -> None:
    given, wanted = CASES[name]
    deal = next(deal for deal in (make(players, n, given) for n in count(500)) if wanted(deal))
    check(deal)
    for whitewash in ("two", "three_against_caller"):
        check(deal, {"whitewash": whitewash})


@pytest.mark.parametrize("players", [2, 4])
def test_matches_end_at_five_and_seven(players: int) -> None:
    caller, other, narrow = make(players, 1, {0: HEARTS}), make(players, 1, {1: HEARTS}), make(players, 7)
    last = TARGET[players] - 1
    assert [score(deal, {}) for deal in (caller, other)] == [[2, 0], [0, 2]] and max(score(narrow, {})) == 1
    for deal, start in ((caller, (last, last)), (other, (last, last)), (narrow, (last, last))):
        assert check(deal, start=start)["match_over"]
    assert not check(caller, start=(last - 2, last))["match_over"]
    assert check(caller, start=(last - 1, last - 1))["match_over"]
    assert check(other, {"whitewash": "three_against_caller"}, start=(0, last - 2))["match_over"]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("caller_won", [True, False])
@pytest.mark.parametrize("option", ["right", "winner_calls"])
def test_who_deals_next(players: int, caller_won: bool, option: str) -> None:
    """The last player dealt. To the right the first deals next, so the second names trumps."""
    deal = make(players, 1, {0: HEARTS} if caller_won else {1: HEARTS})
    caller = 0 if option == "winner_calls" and caller_won else 1
    for seat, name in enumerate(FOUR[:players]):
        named = {"do": "choose", "seat": name, "option": "S"}
        played = run(players, deal.events(), [named], rules={"next_dealer": option})
        assert (played.lines[-1]["verdict"] == "ok") is (seat == caller)


@pytest.mark.parametrize("players", [2, 4])
def test_two_deals_of_a_match_add_up(players: int) -> None:
    names = (*FOUR[1:players], FOUR[0])  # in the second deal the first player deals and the second one calls
    first, second = make(players, 3), make(players, 4, names=names)
    played = run(players, first.events(), second.events())
    a, b = score(first, {}), score(second, {})[::-1]
    assert played.verdicts == {} and played.deals[2]["points"] == each(players, b)
    assert played.deals[2]["scores"] == each(players, [a[0] + b[0], a[1] + b[1]])


def at(events: list[Event], card: str) -> int:
    """The number of the event that plays a card."""
    return next(n for n, event in enumerate(events, 1) if event.get("cards") == [card])


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("option", ["report", "lose_one", "lose_two"])
def test_revokes(players: int, seed: int, option: str) -> None:
    """A revoke that comes to light: told, or the deal stops there and the other side scores."""

    def shown(deal: Deal) -> list[str]:
        number, seat = deal.revoked[0]
        led = deal.tricks[number - 1][0][1][1]
        return [card for trick in deal.tricks[number:] for who, card in trick if who == seat and card[1] == led]

    deals = (make(players, n, cheat=True) for n in count(100 * seed))
    deal = next(deal for deal in deals if deal.revoked and shown(deal))
    number, seat = deal.revoked[0]
    events, card = deal.events(), dict(deal.tricks[number - 1])[seat]
    (card_shown, *_), rules = shown(deal), {"revoke_penalty": option}
    played = run(players, events)
    by, about, who, proof = findings(played)[0]
    assert (about, who) == (at(events, card), FOUR[seat]) and about <= by <= at(events, card_shown)
    assert by < at(events, card_shown) or proof == [card_shown]
    points = score(deal, {})
    assert played.verdicts == {}
    if option != "report":
        played, points = run(players, events[:by], rules=rules), [0, 0]
        points[1 - seat % 2] = 1 if option == "lose_one" else 2
    assert played.deals[1]["points"] == each(players, points)


@pytest.mark.parametrize(("option", "points"), [("report", [1, 0]), ("lose_one", [0, 1]), ("lose_two", [0, 2])])
def test_hands_are_demanded_after_the_deal(option: str, points: list[int]) -> None:
    """Ana ruffed trick 7 with a heart left, which her hand shows when the deal is over."""
    tricks = lay("A:AS B:2S A:KS B:3S A:QS B:4S A:JS B:5S A:TS B:6S A:9S B:7S A:2D B:KD B:AH A:2C")
    played = run(2, [*opening(2, "C"), *tricks], rules={"revoke_penalty": option})
    assert played.deals[1]["points"] == {"Ana": 1, "Boris": 0} and findings(played) == []
    show: Event = {"do": "show", "seat": "Ana", "cards": ["3H", "4D"]}
    played = run(2, [*opening(2, "C"), *tricks, show], rules={"revoke_penalty": option})
    assert findings(played) == [(40, 39, "Ana", ["3H"])]
    assert played.deals[1]["points"] == each(2, points)


def test_illegal_at_once_for_two() -> None:
    start = opening(2, "H")
    named, first = start[:2]
    bad: list[list[Event]] = [
        [{**named, "seat": "Boris"}],  # the dealer does not name trumps
        [{**named, "option": "X"}],
        [named, {**named, "option": "S"}],  # trumps are named once
        [first],  # nothing is laid off before trumps are named
        [named, {**first, "count": 2}],
        [named, {**first, "count": 4}],
        [named, first, first],
        [named, first, start[3]],  # one has not laid off
        [*start[:3], {**start[3], "seat": "Boris"}],  # the non-dealer draws first
        [*start[:4], start[3]],  # alternately
        [*start[:4], *lay("A:9S")],  # a play before the draw is over
        [*start[:-1], *lay("A:9S")],
        [*start, start[3]],  # the stock is used up
        [*start, *lay("B:9S")],  # the caller leads
        [*start, *lay("A:9S A:8S")],
        [*start, *lay("A:9S B:TS A:2S")],  # Boris won that
        [*start, *lay("A:9S B:2H A:2S")],
    ]
    for events in bad:
        assert run(2, events).verdicts == {len(events): "illegal"}, events
    assert run(2, [*start, *lay("A:9S B:AD A:2S")]).verdicts == {}


def test_illegal_at_once_for_four() -> None:
    named = opening(4, "C")[0]
    bad: list[list[Event]] = [
        [{**named, "seat": "Boris"}],
        lay("A:9S"),
        [named, {**named, "option": "H"}],
        [named, *lay("B:9S")],
        [named, *lay("A:9S V:TS")],
        [named, *lay("A:KD B:2C V:AD G:5C A:2H")],  # Goran leads
        [named, *lay("A:KD B:AS V:3D G:JD B:2H")],  # Ana leads
    ]
    for events in bad:
        assert run(4, events).verdicts == {len(events): "illegal"}, events


@pytest.mark.parametrize("players", [2, 4])
def test_playing_on_after_seven_tricks(players: int) -> None:
    deal = make(players, 1, {0: HEARTS})
    last = next(card for card in HEARTS if not any(card in dict(trick).values() for trick in deal.tricks))
    with pytest.raises(Exception, match="the deal is over"):
        run(players, [*deal.events(), {"do": "play", "seat": "Ana", "cards": [last]}])


@pytest.mark.parametrize("players", [2, 4])
def test_results_by_hand(players: int) -> None:
    for tricks, points in (((7, 3), [1, 0]), ((0, 7), [0, 2]), ((6, 7), [0, 1]), ((7, 0), [2, 0])):
        facts = {"tricks": dict(zip(FOUR, tricks, strict=False))}
        played = run(players, [{"do": "result", "facts": facts}])
        assert played.deals[1]["points"] == each(players, points)
    for tricks in ((7, 7), (6, 6), (6, 2)):
        with pytest.raises(Exception, match="wins 7 tricks"):
            run(players, [{"do": "result", "facts": {"tricks": dict(zip(FOUR, tricks, strict=False))}}])
