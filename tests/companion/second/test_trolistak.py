"""Trolistak, read from its rules text alone: matches at random and chosen deals, scored by a few lines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.events import BadRecord
from tests.companion.replays import Played, play

PLAYERS = ["Ana", "Boris", "Vera", "Goran"]
RANKS = "89TJQKA"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
VALUE = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10, "9": 9, "8": 8}
Rules = dict[str, str]


# --- the scorer ----------------------------------------------------------------------------------------------------
def value(card: str, plain: bool = False) -> int:
    """Bard counts 11, Faljka 10."""
    return VALUE[card[0]] if plain else {"KS": 11, "9S": 10}.get(card, VALUE[card[0]])


def is_hljust(cards: list[str]) -> bool:
    return len({card[0] for card in cards}) == 1 or len({card[1] for card in cards}) == 1


def best(shown: dict[str, list[str]], order: list[str], trump: str, rules: Rules) -> list[str]:
    """Who wins the pot; several if equal ones split it."""

    def rank(who: str) -> tuple[bool, int]:
        of_a_kind = len({card[0] for card in shown[who]}) == 1
        return of_a_kind and rules.get("three_of_kind_vs_suit") == "kind_first", sum(map(value, shown[who]))

    top = [who for who in order if who in shown and rank(who) == max(map(rank, shown))]
    if rules.get("equal_hljust") == "split":
        return top
    return [next((who for who in top if is_trump(shown[who], trump)), top[0])]


def is_trump(cards: list[str], trump: str) -> bool:
    return all(card[1] == trump for card in cards)


def beats(card: str, strongest: str, trump: str) -> bool:
    """Whether a card may be laid face up on the strongest so far."""
    if card[0] == strongest[0]:
        return card[1] == trump != strongest[1]
    return RANKS.index(card[0]) > RANKS.index(strongest[0])


def settle(tricks: dict[str, int], pot: int) -> tuple[dict[str, int], int]:
    """Chips of each after three tricks, and the pot that stays."""
    gain = {who: -(tricks[who] == 0) for who in tricks}
    pot += sum(n == 0 for n in tricks.values())
    for who, n in tricks.items():
        if n == 3:
            gain[who], pot = gain[who] + pot, 0
        if n == 2:
            gain = {other: chips + (3 if other == who else -1) for other, chips in gain.items()}
    return gain, pot


# --- a deal and its record -----------------------------------------------------------------------------------------
class Deal:
    """Writes a deal's record; keeps the chips of each and the pot."""

    def __init__(
        self,
        dealer: str,
        trump_card: str,
        rules: Rules | None = None,
        first_id: int = 1,
        pot: int = 0,
        told: bool = True,
    ) -> None:
        at = PLAYERS.index(dealer)
        self.order = [PLAYERS[(at + n) % 4] for n in (1, 2, 3, 4)]  # the dealer is last
        self.trump, self.rules, self.next_id = trump_card[1], rules or {}, first_id
        self.chips, self.pot = dict.fromkeys(PLAYERS, -2), pot + 8
        self.tricks = dict.fromkeys(PLAYERS, 0)
        self.lines: list[dict[str, Any]] = [
            {
                "record": 1,
                "game": "trolistak",
                "players": PLAYERS,
                "rules": self.rules,
                **({"dealer": dealer} if told else {}),
            }
        ]
        self.add("turn", cards=[trump_card])

    def add(self, do: str, seat: str = "", **more: Any) -> int:
        self.lines.append({"id": self.next_id, "do": do, **({"seat": seat} if seat else {}), **more})
        self.next_id += 1
        return self.next_id - 1

    def show(self, shown: dict[str, list[str]], stock: list[str], exchanged: bool = False) -> None:
        """Hljusts are shown, the others have none; the pot is won, and perhaps a bonus paid."""
        for who, cards in shown.items():
            self.add("show", who, cards=cards)
        for who in PLAYERS:
            if who not in shown:
                self.add("pass", who)
        winners = best(shown, self.order, self.trump, self.rules)
        for who in winners:
            self.chips[who] += self.pot // len(winners)
        self.pot %= len(winners)
        bonus = not exchanged or self.rules.get("bonus_after_exchange") != "no"
        for winner in winners:
            if bonus and is_trump(shown[winner], self.trump):
                for who in self.order:
                    if who != winner:
                        drawn = stock.pop()
                        self.add("turn", who, cards=[drawn])
                        paid = value(drawn, self.rules.get("bonus_value") == "plain")
                        self.chips[who] -= paid
                        self.chips[winner] += paid

    def trick(self, leader: str, cards: list[str]) -> str:
        """Cards in turn; ``-`` is a card laid face down."""
        at, strongest, winner = self.order.index(leader), "", leader
        for n, card in enumerate(cards):
            who = self.order[(at + n) % 4]
            if card == "-":
                self.add("play", who, count=1)
                continue
            self.add("play", who, cards=[card])
            if not strongest or beats(card, strongest, self.trump):
                strongest, winner = card, who
        self.tricks[winner] += 1
        if sum(self.tricks.values()) == 3:
            gain, self.pot = settle(self.tricks, self.pot)
            self.chips = {who: chips + gain[who] for who, chips in self.chips.items()}
        return winner


def random_deal(rng: Random, deal: Deal, hands: dict[str, list[str]], stock: list[str], turned: str) -> None:
    """A deal from the Hljust to the third trick."""
    shown = {who: hands[who] for who in PLAYERS if is_hljust(hands[who]) and rng.random() < 0.8}
    if shown:
        return deal.show(shown, stock)
    dealer = deal.order[3]
    for who in deal.order:
        number = rng.choice((0, 1 if who in (deal.order[0], dealer) else 3))
        if not number:
            deal.add("pass", who)
            continue
        deal.add("exchange", who, count=number)
        rng.shuffle(hands[who])
        hands[who] = hands[who][number:] + [stock.pop() for _ in range(number)]
    if not number or deal.rules.get("dealer_swap") != "only_if_not_exchanged":
        takes = rng.random() < 0.5
        deal.add("take" if takes else "pass", dealer)
        hands[dealer] = [*hands[dealer][1:], turned] if takes else hands[dealer]
    shown = {who: hands[who] for who in PLAYERS if is_hljust(hands[who]) and rng.random() < 0.8}
    if shown:
        return deal.show(shown, stock, exchanged=True)
    leader = deal.order[0]
    for _ in range(3):
        at, strongest, cards = deal.order.index(leader), "", []
        for n in range(4):
            hand = hands[deal.order[(at + n) % 4]]
            can = [card for card in hand if not strongest or beats(card, strongest, deal.trump)]
            card = rng.choice(can if can and (not strongest or rng.random() < 0.7) else hand)
            up = card in can and (not strongest or rng.random() < 0.9)
            hand.remove(card)
            cards.append(card if up else "-")
            strongest = card if up else strongest
        leader = deal.trick(leader, cards)
    return None


def dealt(rng: Random) -> tuple[dict[str, list[str]], list[str], str]:
    """Three cards each, the stock, and the card turned; one deal in three with a Hljust of the first suits."""
    cards = rng.sample(PACK, 28)
    if rng.random() < 0.3:
        cards.sort(key=lambda card: card[1] != "S")
    return {who: cards[3 * n : 3 * n + 3] for n, who in enumerate(rng.sample(PLAYERS, 4))}, cards[13:], cards[12]


def agrees(played: Played, number: int, deal: Deal, scores: dict[str, int]) -> None:
    """Points and totals of a deal are those of the scorer."""
    end = played.deals[number]
    assert end["points"] == deal.chips, (deal.lines, end)
    assert end["scores"] == scores, (deal.lines, end)


OPTIONS: list[Rules] = [
    {},
    {"three_of_kind_vs_suit": "kind_first"},
    {"bonus_value": "plain"},
    {"bonus_after_exchange": "no"},
    {"dealer_swap": "only_if_not_exchanged"},
    {},
]


@pytest.mark.parametrize("seed", range(6))
def test_random_matches(seed: int) -> None:
    """Twelve deals: the deal passes to the right, the pot is carried over, in the end it is divided."""
    rng, rules = Random(seed), OPTIONS[seed]
    lines: list[dict[str, Any]] = []
    scores, pot, deals, last_of_two = dict.fromkeys(PLAYERS, 0), 0, [], ""
    for number in range(12):
        hands, stock, turned = dealt(rng)
        deal = Deal(PLAYERS[number % 4], turned, rules, first_id=len(lines) + 1, pot=pot, told=number == 0)
        random_deal(rng, deal, hands, stock, turned)
        last_of_two = next((who for who, n in deal.tricks.items() if n == 2), last_of_two)
        if number == 11:
            for who in PLAYERS:
                deal.chips[who] += deal.pot // 4
            deal.chips[last_of_two or deal.order[3]] += deal.pot % 4
        pot = deal.pot
        scores = {who: scores[who] + deal.chips[who] for who in PLAYERS}
        lines += deal.lines
        deals.append((deal, scores))
    played = play(lines)
    assert played.verdicts == {}, lines
    for number, (deal, totals) in enumerate(deals, 1):
        agrees(played, number, deal, totals)
        assert played.deals[number]["match_over"] == (number == 12)
    assert sum(scores.values()) == 0
    assert played.deals[12]["winners"] == [who for who in PLAYERS if scores[who] == max(scores.values())]


# --- chosen deals --------------------------------------------------------------------------------------------------
def check(deal: Deal, chips: list[int], pot: int) -> None:
    """Ana deals; chips of Boris, Vera, Goran, Ana in this deal, and what stays in the pot."""
    assert [deal.chips[who] for who in deal.order] == chips and deal.pot == pot
    played = play(deal.lines)
    assert played.verdicts == {}
    agrees(played, 1, deal, deal.chips)
    assert sum(played.deals[1]["scores"].values()) == -pot


@pytest.mark.parametrize(
    ("trump", "shown", "stock", "rules", "chips"),
    [
        ("8D", {"Boris": "KS KH KD", "Goran": "AC TC 9C"}, "", {}, [-2, -2, 6, -2]),
        (
            "8D",
            {"Goran": "AC TC 9C", "Boris": "KS KH KD"},
            "",
            {"three_of_kind_vs_suit": "kind_first"},
            [6, -2, -2, -2],
        ),
        ("9H", {"Vera": "AH KH 8H"}, "TC QD 9S", {}, [-12, 29, -5, -12]),
        ("9H", {"Vera": "AH KH 8H"}, "TC KS 9S", {"bonus_value": "plain"}, [-11, 29, -6, -12]),
        ("8H", {"Boris": "KH QH JH", "Vera": "KS QS JS"}, "", {}, [-2, 6, -2, -2]),  # 9 against 16: Bard
        ("8H", {"Boris": "TC QC JC", "Vera": "TD QD JD"}, "", {}, [6, -2, -2, -2]),  # equal: the earlier in turn
        ("8H", {"Ana": "TC QC JC", "Goran": "TD QD JD"}, "", {}, [-2, -2, 6, -2]),
        ("8D", {"Boris": "TC QC JC", "Vera": "TD QD JD"}, "8S 9C AH", {}, [-13, 34, -11, -10]),  # equal: the trumps
        ("8H", {"Boris": "TC QC JC", "Vera": "TD QD JD"}, "", {"equal_hljust": "split"}, [2, 2, -2, -2]),
        ("8H", {"Goran": "AC KC QC", "Ana": "9S 8S JS"}, "", {}, [-2, -2, -2, 6]),
    ],
)  # 18 against 20: Faljka
def test_hljust(trump: str, shown: dict[str, str], stock: str, rules: Rules, chips: list[int]) -> None:
    deal = Deal("Ana", trump, rules)
    deal.show({who: cards.split() for who, cards in shown.items()}, stock.split())
    check(deal, chips, 0)


@pytest.mark.parametrize(
    ("rules", "chips"), [({}, [-13, 35, -12, -10]), ({"bonus_after_exchange": "no"}, [-2, 6, -2, -2])]
)
def test_hljust_after_the_exchange(rules: Rules, chips: list[int]) -> None:
    deal = Deal("Ana", "8D", rules)
    for who, number in (("Boris", 1), ("Vera", 3), ("Goran", 0), ("Ana", 0)):
        deal.add("exchange", who, count=number) if number else deal.add("pass", who)
    deal.add("pass", "Ana")
    deal.show({"Vera": ["TD", "QD", "JD"]}, ["8S", "TC", "AH"], exchanged=True)
    check(deal, chips, 0)


@pytest.mark.parametrize(
    ("trump", "tricks", "chips", "pot"),
    [
        ("8S", ["AD - - -", "KD - - -", "TC - - -"], [9, -3, -3, -3], 0),
        ("8S", ["AD - - -", "KD - - -", "TC - - QH"], [1, -4, -4, -3], 10),
        ("8S", ["8D 9D - -", "8H TD - -", "8C AS - -"], [-3, -2, -2, -2], 9),
        ("8S", ["QD KD - KS", "AD - - AS", "AH - - -"], [-4, -4, 1, -3], 10),  # a trump beats its own rank
        ("8H", ["KS - AC -", "9S TD - -", "TC - - KC"], [-4, -4, 1, -3], 10),  # Bard and Faljka are a king and a nine
        ("8S", ["8D - - -", "8H 9H - -", "8C TC JC QC"], [1, -3, -4, -4], 10),
    ],
)
def test_three_tricks(trump: str, tricks: list[str], chips: list[int], pot: int) -> None:
    deal, leader = Deal("Ana", trump), "Boris"
    for who in (*deal.order, "Ana"):
        deal.add("pass", who)
    for trick in tricks:
        leader = deal.trick(leader, trick.split())
    check(deal, chips, pot)


@pytest.mark.parametrize("rules", [{}, {"bonus_after_exchange": "no"}])
def test_a_trump_hljust_by_hand(rules: Rules) -> None:
    """Who draws for it must be told, unless it may have been shown after the exchange, where nobody draws."""
    head = {"record": 1, "game": "trolistak", "players": PLAYERS, "dealer": "Goran", "rules": rules}
    facts: dict[str, Any] = {"hljust": {"Boris": ["AH", "KH", "8H"]}, "trump": "H"}
    drawn = {"Ana": "9S", "Vera": "QD", "Goran": "TC"}
    whole = play([head, {"id": 1, "do": "result", "facts": {**facts, "bonus": drawn}}])
    assert whole.deals[1]["points"] == {"Ana": -12, "Boris": 29, "Vera": -5, "Goran": -12}
    short = [head, {"id": 1, "do": "result", "facts": facts}]
    if rules:
        assert play(short).deals[1]["points"]["Boris"] == 6
    else:
        with pytest.raises(BadRecord, match="bonus"):
            play(short)


def test_the_match_goes_on_until_the_pot_is_won() -> None:
    """Twelve deals of one trick each but for one player; then one more, where Boris takes three."""

    def result(number: int, tricks: dict[str, int]) -> list[dict[str, Any]]:
        return [
            {"record": 1, "game": "trolistak", "players": PLAYERS, "rules": {"match_end": "until_pot_won"}},
            {"id": number, "do": "result", "facts": {"tricks": tricks}},
        ]

    even = {"Ana": 1, "Boris": 1, "Vera": 1}
    played = play([line for n in range(1, 13) for line in result(n, even)] + result(13, {"Boris": 3}))
    assert [end["match_over"] for end in played.deals.values()] == [False] * 12 + [True]
    assert played.deals[13]["points"] == {"Ana": -3, "Boris": 12 * 9 + 8 + 3 - 2, "Vera": -3, "Goran": -3}
    assert sum(played.deals[13]["scores"].values()) == 0
