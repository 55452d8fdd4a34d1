"""Kalabra, read from its rules text alone: whole deals at random and chosen ones, scored by a few lines."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.events import BadRecord
from tests.companion.replays import Played, play

NAMES = ["Ana", "Boris", "Vera", "Goran"]  # Ana deals
RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
Rules = dict[str, str]


# --- the scorer ----------------------------------------------------------------------------------------------------
def value(card: str) -> int:
    return RANKS.index(card[0]) + 1


def takes(card: str, talon: list[str]) -> list[list[str]]:
    """What a card may take: one of its rank, or a set that adds up to it."""
    small = [other for other in talon if value(other) < value(card)]
    sets = (one for n in range(2, 6) for one in combinations(small, n) if sum(map(value, one)) == value(card))
    return [[other] for other in talon if other[0] == card[0]] + [list(one) for one in sets]


class Count:
    """Points as they are made: the ten of diamonds, the two of spades, then most cards once nobody can catch up."""

    def __init__(self, names: list[str], scores: dict[str, int], rules: Rules) -> None:
        self.scores, self.rules = dict(scores), rules
        self.points, self.piles = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
        self.left, self.most, self.winner = 52, False, ""

    def point(self, who: str, points: int) -> None:
        if not self.winner:
            self.points[who] += points
            self.winner = who if self.scores[who] + self.points[who] >= 11 else ""

    def capture(self, who: str, cards: Iterable[str], last: bool = False) -> None:
        cards = list(cards)
        self.piles[who] += len(cards)
        self.left -= len(cards)
        self.point(who, "TD" in cards)
        self.point(who, 2 * ("2S" in cards))
        if last or (self.rules.get("majority_early") != "no" and not self.most):
            self.majority(last)

    def majority(self, last: bool) -> None:
        top = [who for who in self.piles if self.piles[who] == max(self.piles.values())]
        if len(top) > 1 and not (last and self.rules.get("tie_most") == "all"):
            return
        if last or all(self.piles[top[0]] > self.piles[who] + self.left for who in self.piles if who != top[0]):
            for who in top if not self.most else []:
                self.point(who, 1)
            self.most = True


# --- a deal and its record -----------------------------------------------------------------------------------------
class Deal:
    """A deal with open hands; writes its record and knows what it should give."""

    def __init__(
        self,
        players: int,
        scores: Iterable[int] = (),
        rules: Rules | None = None,
        dealer: str = "Ana",
        first_id: int = 1,
        told: bool = True,
    ) -> None:
        self.names, self.rules, self.next_id, self.dealer = NAMES[:players], rules or {}, first_id, dealer
        before = dict(zip(self.names, scores or [0] * players, strict=True))
        self.count = Count(self.names, before, self.rules)
        self.lines: list[dict[str, Any]] = [
            {
                "record": 1,
                "game": "kalabra",
                "players": self.names,
                "rules": self.rules,
                **({"dealer": dealer, "start": {"scores": before}} if told else {}),
            }
        ]
        self.proved: set[tuple[int, str]] = set()

    def add(self, do: str, who: str = "", **more: Any) -> int:
        self.lines.append({"id": self.next_id, "do": do, **({"seat": who} if who else {}), **more})
        self.next_id += 1
        return self.next_id - 1

    def random(self, rng: Random, breaches: float = 0.0) -> None:
        """The whole deal; sometimes a player lays a card that takes nothing though he could, or does not take."""
        stock = rng.sample(PACK, 52)
        hands = {who: [stock.pop() for _ in range(3)] for who in self.names}
        talon = [stock.pop() for _ in range(5)]
        self.add("turn", cards=list(talon))
        at = (self.names.index(self.dealer) + 1) % len(self.names)
        open_duties: list[tuple[int, str, list[str], list[int]]] = []  # event, who, the talon then, [fits, draws]
        while any(hands.values()):
            who = self.names[at % len(self.names)]
            able = [card for card in hands[who] if takes(card, talon)]
            wrong = bool(able) and rng.random() < breaches
            idle = [card for card in hands[who] if card not in able]
            card = rng.choice(idle or able) if wrong else rng.choice(able or hands[who])
            for _, other, lay, counts in open_duties:
                counts[0] += other == who and bool(takes(card, lay))
            hands[who].remove(card)
            event = self.add("play", who, cards=[card])
            if wrong and card not in able:
                open_duties.append((event, who, list(talon), [0, 0]))
            elif wrong:
                self.proved.add((event + bool(stock), who))  # drawing is going on without having taken
            if takes(card, talon) and not wrong:
                taken = rng.choice(takes(card, talon))
                self.add("take", who, cards=taken)
                talon = [other for other in talon if other not in taken]
                self.count.capture(who, [card, *taken])
                if self.count.winner:
                    return
            else:
                talon.append(card)
                if takes(card, talon[:-1]) and not any(hands.values()):
                    self.add("pass", who)  # nobody plays on: it must be said
            if stock:
                hands[who].append(stock.pop())
                self.add("draw", who, count=1)
                for _, other, _, counts in open_duties:
                    counts[1] += other == who
            at += 1
        self.proved |= {(event, who) for event, who, _, (fits, draws) in open_duties if fits > draws}
        self.count.capture(self.dealer, talon, last=True)

    def agrees(self, played: Played, number: int = 1) -> None:
        end = played.deals[number]
        scores = {who: self.count.scores[who] + points for who, points in self.count.points.items()}
        assert end["points"] == self.count.points, (self.lines, end)
        assert end["scores"] == scores, (self.lines, end)
        assert (end["match_over"], end.get("winners", [])) == (
            bool(self.count.winner),
            [self.count.winner] if self.count.winner else [],
        ), (self.lines, end)
        assert {(one["about"], one["seat"]) for one in end["findings"]} == self.proved, (self.lines, end)


OPTIONS: list[Rules] = [{}, {}, {"majority_early": "no"}, {"tie_most": "all"}]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_deals(players: int) -> None:
    rng = Random(players)
    for number in range(10):
        deal = Deal(players, [rng.randrange(5, 10) for _ in range(players)], OPTIONS[number % 4])
        deal.random(rng)
        played = play(deal.lines)
        assert played.verdicts == {}, deal.lines
        deal.agrees(played)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_deals_with_breaches(players: int) -> None:
    """Who does not take is found at once; who kept a card that takes, when such cards outnumber his later draws."""
    rng = Random(players)
    for _ in range(5):
        deal = Deal(players)
        deal.random(rng, breaches=0.3)
        deal.agrees(play(deal.lines))


def test_a_match() -> None:
    """To eleven; the deal passes to the right."""
    rng, lines, scores, deals = Random(1), [], [0, 0, 0], []
    while not deals or not deals[-1].count.winner:
        deal = Deal(3, scores, dealer=NAMES[len(deals) % 3], first_id=len(lines) + 1, told=not deals)
        deal.random(rng)
        scores = [scores[n] + deal.count.points[who] for n, who in enumerate(deal.names)]
        deals.append(deal)
        lines += deal.lines
    played = play(lines)
    assert played.verdicts == {}
    for number, deal in enumerate(deals, 1):
        deal.agrees(played, number)


# --- chosen deals --------------------------------------------------------------------------------------------------
def lay(talon: str, *moves: str, rules: Rules | None = None, players: int = 2) -> dict[int, str]:
    """Verdicts: the talon is turned, then ``Boris:KS`` plays, ``Boris:=KD`` takes, ``Boris:-`` draws."""
    deal = Deal(players, rules=rules)
    deal.add("turn", cards=talon.split())
    for move in moves:
        who, what = move.split(":")
        if what == "-":
            deal.add("draw", who, count=1)
        else:
            deal.add("take" if what[0] == "=" else "play", who, cards=what.lstrip("=").split(","))
    return play(deal.lines).verdicts


@pytest.mark.parametrize(
    ("talon", "card", "right", "wrong"),
    [
        ("5H 8C KD 3S AC", "KS", ["KD", "5H,8C"], ["KD,5H,8C", "5H,8C,AC", "8C", "8C,3S,AC"]),
        ("TD 7S 3C 9D AH", "TH", ["TD", "7S,3C", "9D,AH"], ["7S,3C,9D,AH", "TD,9D,AH", "7S,3C,AH"]),
        ("2S 9H 4D 7C KH", "JC", ["2S,9H", "4D,7C"], ["2S,9H,4D,7C", "KH", "9H"]),
        ("QS QH AD 4D 5S", "QC", ["QS", "QH"], ["QS,QH", "AD,4D,5S"]),
        ("AS 2S 3S 4S 5S", "9H", ["4S,5S", "2S,3S,4S", "AS,3S,5S"], ["AS,2S,3S", "AS,2S,3S,4S,5S"]),
        ("AS 2S 4D JH QH", "KH", ["2S,JH", "AS,QH"], ["2S,QH", "QH"]),
        ("6C 2D 9S TS KS", "8H", ["6C,2D"], ["6C", "TS"]),
    ],
)
def test_what_a_card_takes(talon: str, card: str, right: list[str], wrong: list[str]) -> None:
    assert sorted(sorted(one) for one in takes(card, talon.split())) == sorted(sorted(one.split(",")) for one in right)
    for taken in right:
        assert lay(talon, f"Boris:{card}", f"Boris:={taken}", "Boris:-") == {}
    for taken in wrong:
        assert lay(talon, f"Boris:{card}", f"Boris:={taken}") == {3: "illegal"}


def test_all_combinations_of_a_card() -> None:
    """As a house rule a card takes all of them: those of its rank, too."""
    for rule, verdicts in (("one", {3: "illegal"}), ("all", {})):
        assert lay("5H 8C KD 3S AC", "Boris:KS", "Boris:=KD,5H,8C", rules={"rank_and_sum": rule}) == verdicts
    assert lay("5H 8C KD 3S AC", "Boris:KS", "Boris:=KD,5H", rules={"rank_and_sum": "all"}) == {3: "illegal"}


@pytest.mark.parametrize(
    ("scores", "facts", "rules", "points"),
    [
        ((0, 0, 0), ((20, 17, 15), "Boris", "Vera"), {}, (1, 1, 2)),
        ((0, 0, 0), ((20, 20, 12), "Boris", "Boris"), {}, (0, 3, 0)),
        ((0, 0, 0), ((20, 20, 12), "Boris", "Boris"), {"tie_most": "all"}, (1, 4, 0)),
        ((0, 0, 0), ((52, 0, 0), "Ana", "Ana"), {}, (4, 0, 0)),
        ((0, 0), ((26, 26), "Ana", "Boris"), {}, (1, 2)),
    ],
)
def test_a_deal_by_hand(scores: tuple[int, ...], facts: tuple[Any, ...], rules: Rules, points: tuple[int, ...]) -> None:
    deal = Deal(len(scores), scores, rules)
    deal.add("result", facts={"cards": dict(zip(deal.names, facts[0], strict=True)), "TD": facts[1], "2S": facts[2]})
    end = play(deal.lines).deals[1]
    assert tuple(end["points"].values()) == points and not end["match_over"]


def position(scores: tuple[int, ...], lot: str, hands: list[str], piles: list[Any], **rules: str) -> Deal:
    """The stock is empty; Boris is next."""
    deal = Deal(len(hands), scores, rules)
    deal.lines[0]["start"] |= {
        "lot": lot.split(),
        "to_act": "Boris",
        "piles": dict(zip(NAMES, piles, strict=False)),
        "hands": {who: hand.split() for who, hand in zip(NAMES, hands, strict=False)},
    }
    return deal


def ended(deal: Deal, *moves: str) -> dict[str, Any]:
    for move in moves:
        who, what = move.split(":")
        deal.add("take" if what[0] == "=" else "play", who, cards=what.lstrip("=").split(","))
    played = play(deal.lines)
    assert played.verdicts == {}
    return played.deals.get(1, {})


def test_the_dealer_gets_what_is_left() -> None:
    """Ana deals: four, nine and queen are left, with the five that takes nothing and the three; piles 31 and 16."""
    end = ended(position((0, 0), "4H 9C QS", ["3S", "5S"], [31, 16]), "Boris:5S", "Ana:3S")
    assert end["points"] == {"Ana": 1, "Boris": 0} and end["how"]["Ana"]["pile"] == 36
    end = ended(position((0, 0), "TD 9C QS", ["3S", "5S"], [20, 27]), "Boris:5S", "Ana:3S")
    assert end["points"] == {"Ana": 1, "Boris": 1}  # the ten left on the talon counts
    end = ended(position((0, 0), "2S 9C QS", ["4S", "6S"], [21, 26]), "Boris:6S", "Ana:4S")
    assert end["points"] == {"Ana": 2, "Boris": 0}  # 26 each


def test_the_last_card_may_stay_where_one_is_free() -> None:
    """Ana could take the nine with her last card, and leaves both: they are hers anyway, as the dealer."""
    for rule, verdicts in (("free", []), ("card", [(2, "Ana")])):
        deal = position((0, 0), "9C", ["9S", "KC"], [20, 29], must_capture=rule)
        deal.add("play", "Boris", cards=["KC"])
        deal.add("play", "Ana", cards=["9S"])
        deal.add("pass", "Ana")
        end = play(deal.lines).deals[1]
        assert end["points"] == {"Ana": 0, "Boris": 1} and end["how"]["Ana"]["pile"] == 23
        assert [(one["about"], one["seat"]) for one in end["findings"]] == verdicts


def test_na_dosta() -> None:
    """Boris has ten: the ten of diamonds ends the match, though Ana holds what takes the two of spades."""
    deal = position((9, 10), "TD 2S", ["2H", "TC"], [24, 24])
    assert ended(deal, "Boris:TC", "Boris:=TD") | {"how": 0} == {
        "deal": 1,
        "points": {"Ana": 0, "Boris": 1},
        "scores": {"Ana": 9, "Boris": 11},
        "how": 0,
        "findings": [],
        "match_over": True,
        "winners": ["Boris"],
    }
    deal = position((10, 10, 0), "TD", ["QS", "KC", ""], [11, 20, 18])
    end = ended(deal, "Boris:KC", "Ana:QS")  # the remainder: the ten of diamonds comes before most cards
    assert (end["scores"], end["winners"]) == ({"Ana": 11, "Boris": 10, "Vera": 0}, ["Ana"])


@pytest.mark.parametrize(("before", "option", "over"), [(25, "yes", True), (24, "yes", False), (25, "no", False)])
def test_certain_majority(before: int, option: str, over: bool) -> None:
    """Ana has ten; two more cards make 27 against 10, and 15 are left: enough. 26 against 10 and 16 are not."""
    deal = position((10, 8), "9C", ["9S", "KC"], [before, 10], majority_early=option)
    deal.lines[0]["start"] |= {"to_act": "Ana", "stock": 52 - before - 10 - 3}
    end = ended(deal, "Ana:9S", "Ana:=9C")
    assert bool(end) == over and (not end or (end["points"], end["winners"]) == ({"Ana": 1, "Boris": 0}, ["Ana"]))


def test_a_declared_last_deal() -> None:
    """Only then the match ends on the spot."""
    for declared in (True, False):
        deal = Deal(2, (10, 10), {"last_deal": "declared"})
        if declared:
            deal.add("say", "Ana", word="last_deal")
        deal.add("turn", cards=["TD", "3C", "4C", "8S", "QS"])
        deal.add("play", "Boris", cards=["TS"])
        deal.add("take", "Boris", cards=["TD"])
        played = play(deal.lines)
        assert played.verdicts == {} and bool(played.deals) == declared


@pytest.mark.parametrize(
    ("facts", "points"),
    [
        ({"winner": "Boris", "TD": "Boris"}, {"Ana": 0, "Boris": 1}),
        ({"winner": "Ana", "2S": "Ana"}, {"Ana": 2, "Boris": 0}),
        ({"winner": "Boris"}, {"Ana": 0, "Boris": 1}),
        ({"winner": "Ana", "TD": "Ana"}, {"Ana": 2, "Boris": 0}),
        ({"winner": "Ana"}, None),
        ({"winner": "Ana", "2S": "Ana", "TD": "Boris"}, None),
        ({"cards": {"Ana": 30, "Boris": 22}, "TD": "Boris", "2S": "Ana"}, None),
    ],
)
def test_a_deal_broken_off_by_hand(facts: dict[str, Any], points: dict[str, int] | None) -> None:
    """9 and 10 points: who had eleven first must be told where several could have been."""
    deal = Deal(2, (9, 10))
    deal.add("result", facts=facts)
    if points is None:
        with pytest.raises(BadRecord, match="11"):
            play(deal.lines)
        return
    end = play(deal.lines).deals[1]
    assert end["points"] == points and end["match_over"] and end["winners"] == [facts["winner"]]


# --- against the rules ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("moves", "verdicts"),
    [
        (["Ana:KS"], {2: "illegal"}),
        (["Boris:2C", "Boris:-", "Ana:9S", "Ana:-"], {}),
        (["Boris:2C", "Ana:9S"], {3: "illegal"}),  # he has not drawn
        (["Boris:2C", "Boris:-", "Boris:-"], {4: "illegal"}),
        (["Boris:2C", "Boris:=6H"], {3: "illegal"}),
        (["Boris:2C,3C"], {2: "question"}),
        (["Boris:6C", "Boris:-"], {3: "illegal"}),
    ],
)
def test_turns(moves: list[str], verdicts: dict[int, str]) -> None:
    assert lay("6H 8C KD TS QC", *moves) == verdicts


@pytest.mark.parametrize(("rule", "found"), [("hand", True), ("card", False), ("free", False)])
def test_another_card_could_have_taken(rule: str, found: bool) -> None:
    """Stock empty, talon 8D 5C: Boris lays the deuce, and then the eight."""
    deal = position((0, 0), "8D 5C", ["3C 9H", ""], [20, 26], must_capture=rule)
    del deal.lines[0]["start"]["hands"]["Boris"]  # unseen
    for who, card in (("Boris", "2H"), ("Ana", "9H"), ("Boris", "8S")):
        deal.add("play", who, cards=[card])
    told = [(one["about"], one["seat"], one["proof"]) for one in play(deal.lines).events[3]["findings"]]
    assert told == ([(1, "Boris", ["8S"])] if found else [])
