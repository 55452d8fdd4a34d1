"""Trešento, read from its rules text alone: chosen deals, and many dealt at random, scored by a few lines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.companion.replays import Played, play

SEATS = ["Boris", "Vera", "Goran", "Ana"]  # the dealer's right neighbour first
ORDER = "32AKQJ7654"
PACK = [rank + suit for suit in "SHDC" for rank in ORDER]
Rules = dict[str, str]
SUITS = {seat: [rank + suit for rank in ORDER] for seat, suit in zip(SEATS, "SHDC", strict=True)}


# --- the scorer ----------------------------------------------------------------------------------------------------
def worth(combination: list[str], rules: Rules) -> int:
    """Points of one combination laid open."""
    ranks = {card[0] for card in combination}
    if len(ranks) == 1 and len(combination) == 4:
        return 0 if rules.get("four_of_rank") == "no_low" and ranks & set("654") else 4
    if len(ranks) == 1:
        return {"K": 1, "Q": 1, "J": 1, "6": 0, "5": 0, "4": 0}.get(combination[0][0], 3)
    return len(combination) + (16 if len(combination) == 10 else 0)  # 3-2-A is 3, and 1 for each more


def combinations(hand: list[str]) -> list[list[str]]:
    """Everything that scores in a hand."""
    found = []
    for suit in "SHDC":
        run = next((n for n in range(10) if ORDER[n] + suit not in hand), 10)
        if run >= 3:
            found.append([rank + suit for rank in ORDER[:run]])
    for rank in ORDER:
        same = [card for card in hand if card[0] == rank]
        if len(same) == 4 or (len(same) == 3 and rank not in "654"):
            found.append(same)
    return found


def taker(trick: list[tuple[str, str]]) -> str:
    """Who wins: the highest card of the suit led."""
    led = [(seat, card) for seat, card in trick if card[1] == trick[0][1][1]]
    return min(led, key=lambda each: ORDER.index(each[1][0]))[0]


def trick_points(tricks: list[tuple[str, list[str]]], pair: tuple[str, str], rules: Rules) -> int:
    """Points of a side for its tricks, (who took it, its cards) each."""

    def content(who: Any) -> tuple[int, int]:
        ranks = [card[0] for taken, cards in tricks if taken in who for card in cards]
        return ranks.count("A"), sum(ranks.count(rank) for rank in "32KQJ")

    def points(who: Any) -> int:
        aces, others = content(who)
        return aces + others // 3

    own = points(pair)
    lost = sum(taken not in pair for taken, _ in tricks)
    any_lost = rules.get("stramaseta_any_lost") == "yes"
    premiums = [
        3 * (own == 10 and (lost <= 2 or any_lost)),
        6 * any(points([seat]) == 10 for seat in pair),
        4 * (lost == 0),
        4 * any(all(taken == seat for taken, _ in tricks) for seat in pair),
    ]
    extra = rules.get("last_trick_point") == "on" and tricks[-1][0] in pair
    return own + (max if rules.get("premiums") == "best_only" else sum)(premiums) + extra


# --- a deal and its record -----------------------------------------------------------------------------------------
class Deal:
    """Writes the record of a deal and what it should give."""

    def __init__(self, scores: tuple[int, int] = (0, 0), rules: Rules | None = None) -> None:
        self.rules, self.before = rules or {}, list(scores)  # scores of Boris and Goran, of Vera and Ana
        self.said, self.tricks, self.over = [0, 0], [], False
        given = {seat: scores[n % 2] for n, seat in enumerate(SEATS)}
        self.lines: list[dict[str, Any]] = [
            {
                "record": 1,
                "game": "tresento",
                "rules": self.rules,
                "dealer": "Ana",
                "players": ["Ana", *SEATS[:3]],
                "start": {"scores": given},
            }
        ]

    def add(self, seat: str, do: str, *cards: str) -> int:
        event = {"id": len(self.lines), "seat": seat, "do": do, **({"cards": list(cards)} if cards else {})}
        self.lines.append(event)
        return len(self.lines) - 1

    def announce(self, seat: str, shown: list[list[str]], at_once: bool = False) -> None:
        """One player's turn in the Hvalež."""
        if self.over:
            return
        side = SEATS.index(seat) % 2
        self.said[side] += sum(worth(one, self.rules) for one in shown)
        if at_once and shown:
            self.add(seat, "show", *sorted({card for one in shown for card in one}))
        else:
            for one in shown:
                self.add(seat, "show", *one)
        self.add(seat, "pass")
        need = {"over_21": 22, "after_all": 21 if seat == "Ana" else 999}.get(self.rules.get("hvalez_end", ""), 21)
        self.over = any(self.before[n] + self.said[n] >= need for n in (0, 1))

    def trick(self, cards: list[tuple[str, str]]) -> str:
        for seat, card in cards:
            self.add(seat, "play", card)
        won = taker(cards)
        self.tricks.append((won, [card for _, card in cards]))
        return won

    def expected(self) -> tuple[list[int], list[int], list[str] | None]:
        """Points and scores of the two sides; who has won the match, or None."""
        sides = [("Boris", "Goran"), ("Vera", "Ana")]
        points = [self.said[n] + (0 if self.over else trick_points(self.tricks, sides[n], self.rules)) for n in (0, 1)]
        scores = [before + more for before, more in zip(self.before, points, strict=True)]
        if self.over:
            return points, scores, sorted(sides[scores[1] > scores[0]])
        won = max(scores) >= 21 and scores[0] != scores[1]
        return points, scores, sorted(sides[scores[1] > scores[0]]) if won else None

    def check(self) -> Played:
        played = play(self.lines)
        points, scores, won = self.expected()
        assert played.verdicts == {}, self.lines
        end = played.deals[1]
        assert [end["points"][seat] for seat in SEATS] == points * 2, (self.lines, end)
        assert [end["scores"][seat] for seat in SEATS] == scores * 2, (self.lines, end)
        assert end["match_over"] == (won is not None), (self.lines, end)
        assert sorted(end.get("winners", [])) == (won or []), (self.lines, end)
        assert end["findings"] == []
        return played


def legal(hand: list[str], trick: list[tuple[str, str]]) -> list[str]:
    return [card for card in hand if trick and card[1] == trick[0][1][1]] or hand


def play_out(deal: Deal, hands: dict[str, list[str]], rng: Random, bold: bool, lead: str = "Boris") -> None:
    """Ten tricks of legal play; boldly: the best card first, and the side of Boris gives it figures."""
    hands = {seat: list(hand) for seat, hand in hands.items()}
    for _ in range(10):
        trick: list[tuple[str, str]] = []
        for n in range(4):
            seat = SEATS[(SEATS.index(lead) + n) % 4]
            fits = legal(hands[seat], trick)
            card = min(fits, key=lambda each: ORDER.index(each[0])) if bold and rng.random() < 0.9 else rng.choice(fits)
            hands[seat].remove(card)
            trick.append((seat, card))
        lead = deal.trick(trick)


def dealt(rng: Random, strong: bool) -> dict[str, list[str]]:
    """Ten cards each; strong: the first player has a long suit and the best of the others."""
    cards = rng.sample(PACK, 40)
    if strong:
        cards.sort(key=lambda card: (card[1] != "S") * 7 + ORDER.index(card[0]) + rng.choice((0, 4, 8)))
        rest = cards[10:]
        rng.shuffle(rest)
        cards = cards[:10] + rest
    return {seat: cards[10 * n : 10 * n + 10] for n, seat in enumerate(SEATS)}


def with_hands(*known: list[str]) -> dict[str, list[str]]:
    """The first players hold these cards, everything else is dealt."""
    left = [card for card in PACK if all(card not in hand for hand in known)]
    rest = Random(3).sample(left, len(left))
    given = [*known, *[[] for _ in range(4 - len(known))]]
    return {seat: hand + [rest.pop() for _ in range(10 - len(hand))] for seat, hand in zip(SEATS, given, strict=True)}


OPTIONS: list[Rules] = [
    {},
    {},
    {"premiums": "best_only"},
    {"stramaseta_any_lost": "yes"},
    {"last_trick_point": "on"},
    {"hvalez_end": "over_21"},
    {"hvalez_end": "after_all"},
    {"four_of_rank": "no_low"},
]


def test_random_deals() -> None:
    rng, kinds = Random(21), set()
    for number in range(40):
        hands = dealt(rng, strong := number % 2 == 0)
        deal = Deal((rng.randrange(21), rng.randrange(21)), rng.choice(OPTIONS))
        silent = strong and rng.random() < 0.5
        for seat in SEATS:
            every = combinations(hands[seat])
            shown = every if rng.random() < 0.7 else [one for one in every if rng.random() < 0.5]
            deal.announce(seat, [] if silent else shown, at_once=shown == every and rng.random() < 0.5)
        if not deal.over:
            play_out(deal, hands, rng, strong)
            kinds.add(deal.expected()[0][0] - deal.said[0])
        deal.check()
    assert {5, 17, 27} < kinds  # with premiums and without


# --- chosen deals --------------------------------------------------------------------------------------------------
def passes(deal: Deal, *seats: str) -> Deal:
    for seat in seats or SEATS:
        deal.announce(seat, [])
    return deal


def test_kaladondrina_ends_the_match_in_the_hvalez() -> None:
    """Vera shows all hearts: 3 + 7 + 16; nobody else has a word."""
    deal = passes(Deal(), "Boris")
    deal.announce("Vera", [SUITS["Vera"]])
    assert deal.over and deal.expected() == ([0, 26], [0, 26], ["Ana", "Vera"])
    played = deal.check()
    assert len(deal.lines) == 4 and played.events[3]["awaits"] == {}


def test_kaladondrina_that_does_not_win_leads() -> None:
    """Goran's side is so far behind that 26 is not enough: he leads, and takes everything."""
    deal = passes(Deal((-10, 3)), "Boris", "Vera")
    deal.announce("Goran", [SUITS["Goran"]])
    passes(deal, "Ana")
    play_out(deal, SUITS, Random(2), False, lead="Goran")
    assert deal.expected() == ([53, 0], [43, 3], ["Boris", "Goran"])
    played = deal.check()
    assert played.events[5]["awaits"]["seats"] == ["Goran"]


LOST_TWO = """4S KS 7H 7S, JC 4C 7C 4H, 4D 3D 5D 2D, 3C 6C 6S 5C, 2C QC 5S AC, 3H 5H 2H 6H, AH QH KH JH,
              KC AD 3S KD, QD JD QS 6D, 7D JS 2S AS"""  # Goran takes what Vera does not
SHARED = """4S KS 7H 7S, JC 4C 7C 4H, 4D 2D 5D 3D, 2H 6H 3H 5H, 3C 6C 6S 5C, 2C QC 5S AC, AH QH KH JH,
            KC AD 3S KD, QD JD QS 6D, 7D JS 2S AS"""  # the third trick is Boris's
THREE_FIGURES = LOST_TWO.replace("7S", "xx").replace("QS", "7S").replace("xx", "QS")
LOST_THREE = """4S KS 7H 7S, JC 4C 7C 4H, 7D 6D 5D 4D, 6H 3H 5H 2H, 3C 6C 6S 5C, 2C QC 5S AC, AH QH KH JH,
                KC AD 3S KD, 3D JD QS QD, 2D JS 2S AS"""
ALL = ",".join(f"{rank}S {rank}H {rank}D {rank}C" for rank in ORDER)
NINE_AND_ONE = ALL.replace("3D", "x").replace("4S", "y").replace("4D", "3D").replace("x", "4S").replace("y", "4D")


@pytest.mark.parametrize(
    ("tricks", "rules", "points"),
    [
        (SHARED, {}, (13, 0)),
        (LOST_TWO, {}, (19, 0)),
        (LOST_TWO, {"premiums": "best_only"}, (16, 0)),
        (LOST_TWO, {"last_trick_point": "on"}, (20, 0)),
        (THREE_FIGURES, {}, (9, 1)),
        (LOST_THREE, {}, (16, 0)),
        (LOST_THREE, {"stramaseta_any_lost": "yes"}, (19, 0)),
        (NINE_AND_ONE, {}, (23, 0)),
        (NINE_AND_ONE, {"premiums": "best_only"}, (16, 0)),
        (ALL, {}, (27, 0)),
        (ALL, {"premiums": "best_only"}, (16, 0)),
        (ALL, {"last_trick_point": "on"}, (28, 0)),
    ],
)
def test_premiums(tricks: str, rules: Rules, points: tuple[int, int]) -> None:
    deal, lead = passes(Deal(rules=rules)), "Boris"
    for trick in tricks.split(","):
        first = SEATS.index(lead)
        lead = deal.trick([(SEATS[(first + n) % 4], card) for n, card in enumerate(trick.split())])
    assert deal.expected()[0] == list(points)
    deal.check()


@pytest.mark.parametrize(
    ("hand", "rules", "points"),
    [
        ("3H 2H AH KH QH 7S 7D 7C 4S 5C", {}, 8),
        ("3S 2S AS AH AD AC KS KH KD 4C", {}, 9),
        ("3S 2S AS AH AD AC JS KH KD 4C", {}, 7),
        ("3S 2S AS AH AD AC KS KH KD 4C", {"shared_cards": "not_allowed"}, 7),
        ("6S 6H 6D 6C 5S 5H 5D QS QD QC", {}, 5),
        ("6S 6H 6D 6C 5S 5H 5D QS QD QC", {"four_of_rank": "no_low"}, 1),
        ("3S 3H 3D 3C 2S 2H 2D AS AH AD", {}, 19),
        ("3S 2S AS KS QS JS 7S 6S 5S 7H", {}, 9),
        ("JS JH JD JC KS KH KD 4S 4H 4D", {}, 5),
    ],
)
def test_hvalez(hand: str, rules: Rules, points: int) -> None:
    """A hand laid open with all that scores in it."""
    deal = Deal(rules=rules)
    useful = {card for one in combinations(hand.split()) if worth(one, rules) for card in one}
    deal.add("Boris", "show", *sorted(useful))
    deal.add("Boris", "pass")
    passes(deal, *SEATS[1:])
    play_out(deal, with_hands(hand.split()), Random(4), False)
    deal.said[0] = points
    deal.check()


@pytest.mark.parametrize(("option", "words"), [("at_21", 2), ("over_21", 4), ("after_all", 4)])
def test_hvalez_wins_at_19_and_18(option: str, words: int) -> None:
    """Boris has nothing, Vera three twos: 21 wins there and then, or is not enough, or only after all have spoken."""
    deal = passes(Deal((19, 18), {"hvalez_end": option}), "Boris")
    deal.announce("Vera", [["2S", "2H", "2D"]])
    passes(deal, "Goran", "Ana")
    assert sum(line.get("do") == "pass" for line in deal.lines) == words
    if not deal.over:
        play_out(deal, with_hands([], ["2S", "2H", "2D"]), Random(1), False)
    deal.check()


@pytest.mark.parametrize(
    ("option", "scores", "said", "winners"),
    [
        ("higher_total", (18, 18), None, None),
        ("higher_total", (18, 17), None, ["Boris", "Goran"]),
        ("dealers_opponents", (18, 20), None, ["Boris", "Goran"]),
        ("dealers_opponents", (18, 18), None, ["Boris", "Goran"]),
        ("announcers", (17, 15), "Vera", ["Ana", "Vera"]),
        ("announcers", (15, 17), "Boris", ["Boris", "Goran"]),
    ],
)
def test_both_sides_at_21(option: str, scores: tuple[int, int], said: str | None, winners: list[str] | None) -> None:
    """Five points each."""
    deal = Deal(scores, {"target_tie": option})
    deal.lines.append(
        {
            "id": 1,
            "do": "result",
            "facts": {
                "announced": {said: ["3S", "2S", "AS"]} if said else {},
                "aces": {"Boris": 2, "Vera": 2},
                "figures": {"Boris": 10, "Vera": 10},
                "tricks": {"Boris": 5, "Vera": 5},
            },
        }
    )
    end = play(deal.lines).deals[1]
    assert end["scores"]["Boris"] == scores[0] + 5 + 3 * (said == "Boris")
    assert (end["match_over"], sorted(end.get("winners", []))) == (winners is not None, winners or [])


RESULT = {
    "id": 99,
    "do": "result",
    "facts": {"aces": {"Vera": 4}, "figures": {"Vera": 20}, "tricks": {"Vera": 6, "Ana": 4}},
}  # 10 + 3 + 6 + 4


@pytest.mark.parametrize(("option", "carried"), [("carried", 5), ("played_only", 0)])
def test_surplus_of_a_win_in_the_hvalez(option: str, carried: int) -> None:
    deal = passes(Deal(rules={"surplus": option}), "Boris")
    deal.announce("Vera", [SUITS["Vera"]])
    end = play([*deal.lines, {key: deal.lines[0][key] for key in ("record", "game", "players", "rules")}, RESULT])
    assert end.deals[2]["scores"] == {"Boris": 0, "Goran": 0, "Vera": carried + 23, "Ana": carried + 23}


def test_surplus_of_21_ends_the_next_match_at_its_first_check() -> None:
    deal = passes(Deal((17, 0)))
    play_out(deal, SUITS, Random(1), False)  # 17 + 27: a surplus of 23
    second = {key: deal.lines[0][key] for key in ("record", "game", "players")}
    end = play([*deal.lines, second, {"id": 98, "do": "pass"}]).deals[2]
    assert (end["match_over"], end["winners"], end["scores"]["Goran"]) == (True, ["Boris", "Goran"], 23)


def test_the_deal_passes_to_the_right() -> None:
    deal = passes(Deal())
    play_out(deal, dealt(Random(1), False), Random(1), False)
    assert max(deal.expected()[1]) < 21
    then = {key: deal.lines[0][key] for key in ("record", "game", "players")}
    played = play([*deal.lines, then, {"id": 100, "do": "pass"}])
    assert played.events[100]["awaits"]["seats"] == ["Goran"]  # Vera has spoken first: Boris has dealt
