"""Žiletka, read from its rules text alone: whole deals at random and chosen ones, scored by a few lines."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from tests.companion.replays import Played, play

NAMES = ["Ana", "Boris", "Vera", "Goran", "Dunja", "Ivo"]  # Ana deals
RANKS = "6789TJQKA"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
Rules = dict[str, str]


# --- the rules in a few lines --------------------------------------------------------------------------------------
def height(card: str) -> int:
    return RANKS.index(card[0])


def is_zbor(cards: list[str]) -> bool:
    return len(cards) == 3 and (len({card[0] for card in cards}) == 1 or len({card[1] for card in cards}) == 1)


def kind(cards: list[str], trump: str) -> int:
    """Three of a rank, three trumps, three of another suit."""
    return 2 if len({card[0] for card in cards}) == 1 else 1 if cards[0][1] == trump else 0


def beats(card: str, attack: str, trump: str, rules: Rules) -> bool:
    higher = height(card) > height(attack)
    if attack[1] == trump:
        if rules.get("beat_trump") == "any_higher_or_trump":
            return higher or card[1] == trump
        return card[1] == trump and higher
    return card[1] == trump or (higher and (rules.get("cross_suit") != "same" or card[1] == attack[1]))


def ways(hand: list[str], attack: list[str], trump: str, rules: Rules) -> list[list[str]]:
    """All sets of cards that beat an attack, each its own card."""
    return [
        list(cards)
        for cards in permutations(hand, len(attack))
        if all(beats(card, other, trump, rules) for card, other in zip(cards, attack, strict=True))
    ]


class Deal:
    """A deal with open hands; writes its record and knows what it should give."""

    def __init__(
        self,
        players: int,
        trump: str,
        rules: Rules | None = None,
        first_id: int = 1,
        pot: int = 0,
        dealer: str = "Ana",
        told: bool = True,
    ) -> None:
        self.names, self.rules, self.next_id = NAMES[:players], rules or {}, first_id
        self.trump, self.dealer, self.inside, self.pot = trump, dealer, list(self.names), pot + players
        self.hands: dict[str, list[str]] = {}
        self.stock: list[str] = []
        self.chips = dict.fromkeys(self.names, -1)
        self.over = False
        self.lines: list[dict[str, Any]] = [
            {
                "record": 1,
                "game": "ziletka",
                "players": self.names,
                "rules": self.rules,
                **({"dealer": dealer} if told else {}),
            }
        ]

    def add(self, do: str, who: str = "", **more: Any) -> int:
        self.lines.append({"id": self.next_id, "do": do, **({"seat": who} if who else {}), **more})
        self.next_id += 1
        return self.next_id - 1

    def after(self, who: str, but: str = "") -> str:
        """The next player to the right who is still in."""
        at = self.names.index(who)
        order = self.names[at + 1 :] + self.names[: at + 1]
        return next(name for name in order if name in self.inside and name != but)

    def win(self, *winners: str) -> None:
        for who in winners:
            self.chips[who] += self.pot // len(winners)
        self.pot, self.over = self.pot % len(winners), True

    def show(self, who: str) -> bool:
        self.add("show", who, cards=list(self.hands[who]))
        self.win(who)
        return True

    def shown_in_the_deal(self, shown: list[str]) -> None:
        """Before the first attack: all who show are compared."""
        for who in shown:
            self.add("show", who, cards=list(self.hands[who]))
        for who in self.names:
            if who not in shown:
                self.add("pass", who)
        at = self.names.index(self.dealer)
        order = [who for who in self.names[at + 1 :] + self.names[: at + 1] if who in shown]
        top = max(kind(self.hands[who], self.trump) for who in order)
        order = [who for who in order if kind(self.hands[who], self.trump) == top]
        if self.rules.get("zbor_ties") == "split":
            return self.win(*order)
        return self.win(max(order, key=lambda who: sorted(map(height, self.hands[who]), reverse=True)))

    def draw(self, who: str) -> int:
        number = min(max(0, 3 - len(self.hands[who])), len(self.stock))
        if number:
            self.hands[who] += [self.stock.pop() for _ in range(number)]
            self.add("draw", who, count=number)
        return number

    def taken(self, who: str, cards: list[str]) -> None:
        self.hands[who] += cards
        self.add("take", who)
        size = len(self.hands[who])
        if size == 6 or (size > 6 and self.rules.get("out_at") != "exactly_six"):
            self.inside.remove(who)
            self.hands[who] = []
            if len(self.inside) == 1:
                self.win(self.inside[0])

    def random(self, rng: Random, cards: list[str]) -> None:
        """A whole deal; whoever can beat does."""
        self.hands = {who: [cards.pop() for _ in range(3)] for who in self.names}
        self.stock = ([self.turned] if self.rules.get("turned_card") != "never" else []) + cards
        self.add("turn", cards=[self.turned])
        shown = [who for who in self.names if is_zbor(self.hands[who]) and rng.random() < 0.8]
        if shown:
            return self.shown_in_the_deal(shown)
        attacker = self.after(self.dealer)
        defender, seen = self.after(attacker), set()
        while not self.over:
            position = (attacker, defender, *(frozenset(hand) for hand in self.hands.values()))
            if position in seen and self.rules.get("deadlock") != "play_on":
                return self.win(*self.inside)
            seen.add(position)
            attack = self.attack(rng, attacker)
            if self.speaks(rng, attacker):
                return None
            answers = ways(self.hands[defender], attack, self.trump, self.rules)
            if answers and (self.rules.get("must_beat") != "may_take" or rng.random() < 0.6):
                answer = rng.choice(answers)
                self.add("play", defender, cards=answer)
                self.hands[defender] = [card for card in self.hands[defender] if card not in answer]
                if self.speaks(rng, defender) or (self.draw(defender) and self.speaks(rng, defender)):
                    return None
                if self.draw(attacker) and self.speaks(rng, attacker):
                    return None
                attacker, seen = defender, set()
                defender = self.after(attacker)
            else:
                self.taken(defender, attack)
                if self.over:
                    return None
                if self.draw(attacker):
                    seen = set()
                    if self.speaks(rng, attacker):
                        return None
                defender = self.after(defender, but=attacker)
            if not self.hands[attacker]:
                holders = [who for who in self.inside if self.hands[who]]
                if not holders:
                    return self.win(*self.inside)
                while not self.hands[attacker]:
                    attacker = self.after(attacker)
                defender = self.after(attacker)
        return None

    turned = ""

    def attack(self, rng: Random, who: str) -> list[str]:
        hand = self.hands[who]
        pairs = [[a, b] for a in hand for b in hand if a < b and (a[0] == b[0] or a[1] == b[1])]
        cards = rng.choice(pairs) if pairs and rng.random() < 0.5 else [rng.choice(hand)]
        self.add("play", who, cards=cards)
        self.hands[who] = [card for card in hand if card not in cards]
        return cards

    def speaks(self, rng: Random, who: str) -> bool:
        """A Zbor formed just now is perhaps shown."""
        return is_zbor(self.hands[who]) and rng.random() < 0.7 and self.show(who)

    def agrees(self, played: Played, number: int, scores: dict[str, int]) -> None:
        end = played.deals[number]
        assert end["points"] == self.chips, (self.lines, end)
        assert end["scores"] == scores, (self.lines, end)
        assert end["findings"] == [], (self.lines, end)


OPTIONS: list[Rules] = [
    {},
    {"beat_trump": "any_higher_or_trump"},
    {"cross_suit": "same"},
    {"must_beat": "may_take"},
    {"zbor_ties": "split"},
    {"out_at": "exactly_six"},
    {"turned_card": "never"},
]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_matches(players: int) -> None:
    """Twelve deals; the deal passes to the right, what cannot be divided stays in the pot."""
    rng, rules = Random(players), OPTIONS[players]
    lines: list[dict[str, Any]] = []
    scores, pot, deals = dict.fromkeys(NAMES[:players], 0), 0, []
    for number in range(12):
        cards = rng.sample(PACK, 36)
        turned = cards.pop()
        deal = Deal(players, turned[1], rules, len(lines) + 1, pot, NAMES[number % players], told=number == 0)
        deal.turned = turned
        deal.random(rng, cards)
        pot, scores = deal.pot, {who: scores[who] + deal.chips[who] for who in scores}
        lines += deal.lines
        deals.append((deal, scores))
    played = play(lines)
    assert played.verdicts == {}, (rules, played.verdicts, lines)
    for number, (deal, totals) in enumerate(deals, 1):
        deal.agrees(played, number, totals)
        assert played.deals[number]["match_over"] == (number == 12)
    assert played.deals[12]["winners"] == [who for who in scores if scores[who] == max(scores.values())]


# --- chosen deals --------------------------------------------------------------------------------------------------
def position(hands: dict[str, str], trump: str, to_act: str, stock: int = 0, rules: Rules | None = None) -> Deal:
    """An attack is next."""
    deal = Deal(len(hands), trump, rules)
    deal.hands = {who: cards.split() for who, cards in hands.items()}
    deal.lines[0]["start"] = {
        "hands": {who: list(cards) for who, cards in deal.hands.items()},
        "trump": trump,
        "stock": stock,
        "to_act": to_act,
    }
    return deal


def moves(deal: Deal, text: str) -> Deal:
    """``Boris:KC,9C`` plays, ``Boris:draw2`` draws, ``Ana:!8S,JS,AS`` shows; take, pass and deadlock in words."""
    for move in text.split():
        who, what = move.split(":")
        if what[:4] == "draw":
            deal.add("draw", who, count=int(what[4:]))
        elif what == "deadlock":
            deal.add("say", who, word="deadlock")
        elif what in ("take", "pass"):
            deal.add(what, who)
        else:
            deal.add("show" if what[0] == "!" else "play", who, cards=what.lstrip("!").split(","))
    return deal


@pytest.mark.parametrize(
    ("attack", "answer", "right", "rules"),
    [
        ("9C", "TD", True, {}),
        ("9C", "6H", True, {}),
        ("9C", "8C", False, {}),
        ("9C", "9D", False, {}),
        ("7C,7D", "8S,6H", True, {}),
        ("7C,7D", "6H,8S", True, {}),
        ("7C,7D", "8S", False, {}),
        ("7C,7D", "8S,7S", False, {}),
        ("QH", "KH", True, {}),
        ("QH", "AS", False, {}),
        ("QH", "6H", False, {}),
        ("QH", "AS", True, {"beat_trump": "any_higher_or_trump"}),
        ("QH", "6H", True, {"beat_trump": "any_higher_or_trump"}),
        ("QH", "JS", False, {"beat_trump": "any_higher_or_trump"}),
        ("9C", "TD", False, {"cross_suit": "same"}),
        ("9C", "TC", True, {"cross_suit": "same"}),
        ("9C", "6H", True, {"cross_suit": "same"}),
        ("KC,9S", "", False, {}),
        ("KC,9C", "", True, {}),
        ("9S,9C", "", True, {}),
        ("KC,9C,8C", "", False, {}),
    ],
)
def test_attack_and_answer(attack: str, answer: str, right: bool, rules: Rules) -> None:
    """Hearts are trumps; the last card played is right, or illegal."""
    deal = Deal(2, "H", rules)
    deal.add("turn", cards=["JH"])
    moves(deal, f"Boris:{attack}" + (f" Ana:{answer}" if answer else ""))
    verdicts = play(deal.lines).verdicts
    assert verdicts == ({} if right else {len(deal.lines) - 1: "illegal"})


@pytest.mark.parametrize(
    ("hands", "winners", "rules"),
    [
        ({"Ana": "7S 7D 7C", "Boris": "AH KH 6H"}, ["Ana"], {}),
        ({"Boris": "6H 7H 8H", "Vera": "AD KD QD"}, ["Boris"], {}),
        ({"Ana": "AD KD 6D", "Boris": "AC QC JC"}, ["Ana"], {}),
        ({"Ana": "AD KD 7D", "Boris": "AC KC 8C"}, ["Boris"], {}),
        ({"Ana": "AD KD 7D", "Vera": "AC KC 7C"}, ["Vera"], {}),
        ({"Ana": "8S 8H 8D", "Vera": "7S 7H 7D"}, ["Ana"], {}),
        ({"Ana": "AD KD 7D", "Vera": "8C TC 7C"}, ["Ana", "Vera"], {"zbor_ties": "split"}),
        ({"Vera": "9S JS KS"}, ["Vera"], {}),
    ],
)
def test_zbor_in_the_deal(hands: dict[str, str], winners: list[str], rules: Rules) -> None:
    deal = Deal(3, "H", rules)
    deal.add("turn", cards=["TH"])
    deal.hands = {who: cards.split() for who, cards in hands.items()}
    deal.shown_in_the_deal(list(hands))
    assert [who for who in deal.names if deal.chips[who] >= 0] == winners and deal.pot == 3 % len(winners)
    played = play(deal.lines)
    assert played.verdicts == {}
    deal.agrees(played, 1, deal.chips)


@pytest.mark.parametrize(
    ("hands", "text", "winners"),
    [
        ({"Ana": "8S JS AS 7D", "Boris": "6C TD", "Vera": "TC KC"}, "Ana:7D Ana:!8S,JS,AS", ["Ana"]),  # by playing
        ({"Ana": "8D 9C TH", "Boris": "8S JS AS 9D", "Vera": "TC KC"}, "Ana:8D Boris:9D Boris:!8S,JS,AS", ["Boris"]),
        (
            {"Ana": "9C 9D TS", "Boris": "6C 7D 6S 7S 6D", "Vera": "TC KC"},
            "Ana:9C Boris:take Ana:9D Vera:TC Vera:KC",
            None,
        ),
        ({"Ana": "9C 9D TS", "Boris": "6C 7D 6S 7S 6D"}, "Ana:9C Boris:take", ["Ana"]),  # six cards: out
        ({"Ana": "9C 9D TS", "Boris": "6C 7D 6S 7S"}, "Ana:9C,9D Boris:take", ["Ana"]),
        ({"Ana": "AC", "Boris": "KC"}, "Ana:AC Boris:take", None),  # now Boris attacks
        ({"Ana": "6S", "Boris": "KC"}, "Ana:6S Boris:KC", ["Ana", "Boris"]),  # nobody has a card left
        ({"Ana": "6S 8C", "Boris": "KC QC"}, "Ana:6S Boris:deadlock Ana:deadlock", ["Ana", "Boris"]),
    ],
)
def test_who_has_the_pot(hands: dict[str, str], text: str, winners: list[str] | None) -> None:
    deal = moves(position(hands, "H", "Ana"), text)
    played = play(deal.lines)
    assert played.verdicts == {} and bool(played.deals) == (winners is not None)
    if winners:
        deal.win(*winners)
        deal.agrees(played, 1, deal.chips)


ROUND = "Ana:KS Boris:take Ana:KC Boris:take Boris:KD Ana:take Boris:KS Ana:take Boris:KC Ana:take Ana:KD Boris:take"


@pytest.mark.parametrize(("rule", "over"), [("agree_or_repeat", True), ("play_on", False)])
def test_the_same_situation_again(rule: str, over: bool) -> None:
    """Three kings go round: whoever has none left is attacked by the other; then all is as it was."""
    deal = moves(position({"Ana": "KS KC", "Boris": "KD"}, "H", "Ana", rules={"deadlock": rule}), ROUND)
    played = play(deal.lines)
    assert played.verdicts == {} and bool(played.deals) == over
    assert not play(deal.lines[:-1]).deals
    if over:
        assert played.deals[1]["points"] == {"Ana": 0, "Boris": 0}


def test_two_indivisible_chips_stay_for_the_next_pot() -> None:
    """Three chips between two winners: one each, and one more in the next pot."""
    head = {"record": 1, "game": "ziletka", "players": NAMES[:3]}
    played = play(
        [
            head,
            {"id": 1, "do": "result", "facts": {"winners": ["Ana", "Vera"]}},
            head,
            {"id": 2, "do": "result", "facts": {"winners": ["Boris"]}},
        ]
    )
    assert played.deals[1]["points"] == {"Ana": 0, "Boris": -1, "Vera": 0}
    assert played.deals[2]["points"] == {"Ana": -1, "Boris": 3, "Vera": -1}
