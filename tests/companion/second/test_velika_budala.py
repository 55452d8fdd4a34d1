"""Velika budala by its rules text alone: a sheet that counts cards and turns, chosen and random deals, house rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.companion.replays import Played, play

RANKS, TWIN = "6789TJQKA", {"S": "C", "C": "S", "H": "D", "D": "H"}
PEOPLE = ["Ana", "Boris", "Vera", "Goran", "Dara"]
Rules = dict[str, str]
USUAL: Rules = {}
TURN = {"do": "turn", "cards": ["9H"]}


def beats(x: str, y: str, turned: str) -> bool:
    """Whether x beats y: its suit and higher, a trump on a plain card, a great trump on a small one."""
    great, small = turned[1], TWIN[turned[1]]
    if x[1] == y[1]:
        return RANKS.index(x[0]) > RANKS.index(y[0])
    return (x[1] in (great, small) and y[1] not in (great, small)) or (x[1], y[1]) == (great, small)


class Sheet:
    """What can be counted at the table: cards held, the pile, whose turn it is, who has lost."""

    def __init__(self, people: list[str], dealer: str, turned: str, rules: Rules, held: dict[str, int] | None = None):
        first = people.index(dealer) + 1
        self.seats, self.turned, self.rules = people[first:] + people[:first], turned, rules
        self.held = dict(held) if held else dict.fromkeys(people, 5)
        self.stock = 0 if held else 35 - 5 * len(people)
        self.pile = [] if rules.get("turned_card") == "free_lead" or held else [turned]
        self.turn, self.over, self.loser = self.seats[0], False, ""
        self.begin()

    def begin(self) -> None:
        """A new ruka: nobody has put a card, and this many take part."""
        self.put, self.many = 0, sum(n > 0 for n in self.held.values())
        # the turned card is nobody's: the first ruka has no leader who could beat once more
        self.many += self.rules.get("complete_ruka") == "leader_again" and not self.pile

    def after(self, who: str) -> str:
        """The next player to the right who holds cards."""
        at = self.seats.index(who)
        return next((p for p in self.seats[at + 1 :] + self.seats[: at + 1] if self.held[p]), who)

    def draws(self, who: str) -> int:
        """How many cards he draws after a card of his."""
        wanted = 1 if self.rules.get("drawing") != "refill_to_5" else max(0, 5 - self.held[who])
        return min(self.stock, wanted)

    def play(self, card: str) -> int:
        """The player in turn leads or beats; the number of cards he then draws."""
        who = self.turn
        self.pile.append(card)
        self.held[who] -= 1
        drawn = self.draws(who)
        self.held[who] += drawn
        self.stock -= drawn
        self.put += 1
        if self.put == self.many:
            self.pile, self.turn = [], who if self.held[who] else self.after(who)
            self.begin()
        else:
            self.turn = self.after(who)
        self.look_for_the_fool()
        return drawn

    def take(self) -> None:
        """The player in turn takes the top card, or by another house rule the whole pile."""
        self.held[self.turn] += len(self.pile) if self.rules.get("take") == "pile" else 1
        self.pile, self.turn = [], self.after(self.turn)
        self.begin()
        self.look_for_the_fool()

    def look_for_the_fool(self) -> None:
        holders = [who for who, n in self.held.items() if n]
        if self.stock == 0 and len(holders) < 2:
            last = self.pile and holders and self.held[holders[0]] == 1
            if self.rules.get("last_holder") == "may_beat_last" and last:
                return
            self.over, self.loser = True, "".join(holders)


def head(people: list[str], dealer: str | None = "Ana", rules: Rules = USUAL, **more: Any) -> dict[str, Any]:
    """The header of a deal."""
    first = {"dealer": dealer} if dealer else {}
    return {"record": 1, "game": "velika_budala", "players": people, **first, "rules": rules, **more}


def random_deal(seed: int, people: list[str], dealer: str, rules: Rules) -> tuple[list[Any], list[str], str]:
    """Events of a legal deal, who is to act after each of them, and the fool."""
    dice = Random(seed)
    pack = [r + s for r in RANKS for s in "SHDC"]
    dice.shuffle(pack)
    turned = pack.pop()
    sheet = Sheet(people, dealer, turned, rules)
    hands = {who: [pack.pop() for _ in range(5)] for who in sheet.seats}
    events: list[dict[str, Any]] = [{"do": "turn", "cards": [turned]}]
    to_act = [sheet.turn]
    while not sheet.over:
        who = sheet.turn
        fit = [c for c in hands[who] if not sheet.pile or beats(c, sheet.pile[-1], turned)]
        if fit and (not sheet.pile or dice.random() < 0.85):
            card = dice.choice(fit)
            hands[who].remove(card)
            drawn = sheet.play(card)
            events.append({"do": "play", "seat": who, "cards": [card]})
            if drawn:
                to_act.append(who)
                events.append({"do": "draw", "seat": who, "count": drawn})
                hands[who] += [pack.pop() for _ in range(drawn)]
        else:
            hands[who] += sheet.pile if rules.get("take") == "pile" else sheet.pile[-1:]
            sheet.take()
            events.append({"do": "take", "seat": who})
        assert len(hands[who]) == sheet.held[who]
        to_act.append(sheet.turn)
    return events, to_act, sheet.loser


def numbered(*lines: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines with ids."""
    return [line if "record" in line else {"id": n, **line} for n, line in enumerate(lines)]


def check(people: list[str], dealer: str, rules: Rules, seed: int) -> None:
    """A random deal goes the same way at the product's table and on the sheet."""
    events, to_act, loser = random_deal(seed, people, dealer, rules)
    played = play(numbered(head(people, dealer, rules), *events))
    assert played.verdicts == {}
    for n, who in enumerate(to_act[:-1], 1):
        assert played.events[n]["awaits"]["seats"] == [who], (seed, n, events[n - 1])
    assert played.deals[1]["points"] == {who: int(who == loser) for who in people}


@pytest.mark.parametrize("seed", range(32))
def test_random_deals(seed: int) -> None:
    """Two to five people, any dealer, the usual rules."""
    check(PEOPLE[: 2 + seed % 4], PEOPLE[seed % 2], {}, seed)


@pytest.mark.parametrize(
    "rules",
    [
        {"take": "pile"},
        {"drawing": "refill_to_5"},
        {"turned_card": "free_lead"},
        {"complete_ruka": "leader_again"},
        {"last_holder": "may_beat_last"},
        {"take": "pile", "drawing": "refill_to_5", "turned_card": "free_lead"},
    ],
)
@pytest.mark.parametrize("seed", range(40, 45))
def test_random_deals_under_house_rules(seed: int, rules: Rules) -> None:
    """Other ways to take, to draw and to begin."""
    check(PEOPLE[: 2 + seed % 4], PEOPLE[1], rules, seed)


def plays(*words: str) -> list[dict[str, Any]]:
    """Written short: "Ana 7S" plays, "Ana 7S+1" plays and draws one, "Ana take" takes."""
    lines: list[dict[str, Any]] = []
    for word in words:
        who, what = word.split()
        card, _, drawn = what.partition("+")
        lines += [{"seat": who, "do": "take"} if what == "take" else {"seat": who, "do": "play", "cards": [card]}]
        lines += [{"seat": who, "do": "draw", "count": int(drawn)}] if drawn else []
    return lines


def end_game(hands: dict[str, list[str]], *words: str, rules: Rules = USUAL, **start: Any) -> Played:
    """The end of a deal: the stock is empty, hearts are great trumps; the last of the players has dealt."""
    people = list(hands)
    begin = {"hands": hands, "stock": 0, "trump": "H", "pile": [], "to_act": people[0], **start}
    return play(numbered(head(people, people[-1], rules, start=begin), *plays(*words)))


def fool(played: Played) -> str:
    """Who has lost the only deal: "-" nobody, "" if it is not over."""
    return next((who for who, n in played.deals[1]["points"].items() if n), "-") if played.deals else ""


END_GAMES: list[tuple[dict[str, list[str]], list[str], str]] = [
    # examples 8 and 9 of the text
    ({"Ana": ["7S"], "Boris": ["9D", "KD"]}, ["Ana 7S"], "Boris"),
    ({"Ana": ["7C"], "Boris": ["TC"], "Vera": ["AC", "KC"]}, ["Ana 7C", "Boris TC"], "Vera"),
    # the last beater of a complete ruka is out: his right neighbour leads
    (
        {"Ana": ["7C", "8S"], "Boris": ["9C", "TS"], "Vera": ["TC"]},
        ["Ana 7C", "Boris 9C", "Vera TC", "Ana 8S"],
        "Boris",
    ),
    # a leader who is out: the ruka goes on without him; the taker's neighbour leads, who is out is skipped
    (
        {"Ana": ["7C"], "Boris": ["9C", "TS", "6S"], "Vera": ["6C"]},
        ["Ana 7C", "Boris 9C", "Vera take", "Boris 6S", "Vera take"],
        "",
    ),
    # a small trump beats plain cards only, a great one beats it
    (
        {"Ana": ["AS", "7S"], "Boris": ["6D", "8S"], "Vera": ["6H", "QS"]},
        ["Ana AS", "Boris 6D", "Vera 6H", "Vera QS", "Ana take", "Boris 8S"],
        "Ana",
    ),
]


@pytest.mark.parametrize(("hands", "words", "loser"), END_GAMES)
def test_ends_of_deals(hands: dict[str, list[str]], words: list[str], loser: str) -> None:
    """Written ends: the sheet, the text and the product name the same fool."""
    sheet = Sheet(list(hands), list(hands)[-1], "9H", {}, {who: len(cards) for who, cards in hands.items()})
    for word in words:
        who, what = word.split()
        assert sheet.turn == who and not sheet.over
        if what == "take":
            sheet.take()
        else:
            assert not sheet.pile or beats(what, sheet.pile[-1], "9H")
            sheet.play(what)
    played = end_game(hands, *words)
    assert played.verdicts == {} and fool(played) == loser
    assert (sheet.over, sheet.loser) == (bool(loser), loser)


def test_who_alone_is_left_may_beat_the_last_card() -> None:
    """`may_beat_last`: one card, his turn to beat, and it beats: nobody loses; otherwise he does."""
    beat = {"last_holder": "may_beat_last"}
    one = {"Ana": ["7S"], "Boris": ["9S"]}
    assert fool(end_game(one, "Ana 7S")) == "Boris"
    assert fool(end_game(one, "Ana 7S", rules=beat)) == ""
    assert fool(end_game(one, "Ana 7S", "Boris 9S", rules=beat)) == "-"
    assert fool(end_game(one, "Ana 7S", "Boris take", rules=beat)) == "Boris"
    assert fool(end_game({"Ana": ["7S"], "Boris": ["9D", "KD"]}, "Ana 7S", rules=beat)) == "Boris"
    # the last card completed the ruka: there is nothing to beat
    three = {"Ana": ["7C", "8S"], "Boris": ["9C"], "Vera": ["TC"]}
    assert fool(end_game(three, "Ana 7C", "Boris 9C", "Vera TC", rules=beat)) == "Ana"


def test_the_leader_beats_once_more() -> None:
    """`leader_again`: a ruka has one card more than players; its leader puts the last one."""
    again = {"complete_ruka": "leader_again"}
    hands = {"Ana": ["7C", "AC", "6S"], "Boris": ["9C", "TS", "6C"], "Vera": ["TC", "8C", "8S"]}
    played = end_game(hands, "Ana 7C", "Boris 9C", "Vera TC", "Ana AC", "Ana 6S", rules=again)
    assert played.verdicts == {}
    assert played.events[4]["awaits"]["seats"] == ["Ana"]


def opening(*words: str, rules: Rules = USUAL) -> Played:
    """The beginning of a deal of three; nine of hearts turned, Boris is first."""
    return play(numbered(head(PEOPLE[:3], "Ana", rules), TURN, *plays(*words)))


@pytest.mark.parametrize(
    ("top", "yes", "no"),
    [
        ("9H", "JH", "7H AD AS"),
        ("KD", "AD 6H", "QD AC"),
        ("TS", "QS 6D 6H", "AC 9S"),
        ("7C", "8C 6D 6H", "6C AS"),
    ],
)
def test_what_beats(top: str, yes: str, no: str) -> None:
    """Examples 1-3 and 6 at the table: a card that does not beat is told at once."""
    for card in (yes + " " + no).split():
        begin = ["Boris take", f"Vera {top}+1"] if top != "9H" else []
        n = 5 if begin else 2
        played = opening(*begin, f"{'Ana' if begin else 'Boris'} {card}")
        right = card in yes.split()
        assert beats(card, top, "9H") == right
        assert played.verdicts.get(n, "ok") == ("ok" if right else "illegal"), (top, card)


def test_rukas_at_the_beginning() -> None:
    """Examples 4 and 5: three cards on the turned one complete the ruka; the taker gets the top card only."""
    played = opening("Boris JH+1", "Vera QH+1", "Ana KH+1", "Ana 8C+1", "Boris JC+1", "Vera take", "Ana 9S+1")
    assert played.verdicts == {}
    assert opening("Boris JH+1", "Vera take", "Ana 8S+1", "Boris TS+1", "Vera JH+1").verdicts == {}


def test_breaches_that_are_told_at_once() -> None:
    """Out of turn, two cards, a draw too many, a draw left out, a wrong card taken, a card seen elsewhere."""
    assert opening("Vera JH").verdicts == {2: "illegal"}
    two = {"seat": "Boris", "do": "play", "cards": ["JH", "QH"]}
    start = [head(PEOPLE[:3]), TURN]
    assert play(numbered(*start, two)).verdicts == {2: "question"}  # which of them? neither counts as played
    assert opening("Boris JH+2").verdicts == {3: "illegal"}
    assert opening("Boris JH", "Vera QH").verdicts[3] == "illegal"
    drawn = {"seat": "Boris", "do": "draw", "count": 1}
    assert play(numbered(*start, {"seat": "Boris", "do": "take"}, drawn)).verdicts == {3: "illegal"}
    more = {"seat": "Vera", "do": "take", "cards": ["9H", "JH"]}
    assert play(numbered(*start, *plays("Boris JH+1"), more)).verdicts == {4: "illegal"}
    assert opening("Boris JH+1", "Vera take", "Ana JH").verdicts[5] == "impossible"


def test_a_wrong_beat_can_count_as_a_take() -> None:
    """`counts_as_take`: the card goes back, he has the top card, and his neighbour leads."""
    played = opening("Boris 7H", "Vera 8S+1", rules={"illegal_beat": "counts_as_take"})
    assert played.verdicts == {2: "illegal"}
    assert played.events[2]["awaits"]["seats"] == ["Vera"]


def test_an_endless_deal() -> None:
    """Nobody loses when all who hold cards agree; the dealer's right neighbour deals next."""
    hands = {"Ana": ["7C", "8S"], "Boris": ["9C", "TS"], "Vera": ["TC"], "Goran": []}
    begin = head(list(hands), "Goran", start={"hands": hands, "stock": 0, "trump": "H", "pile": [], "to_act": "Ana"})
    say = [{"seat": who, "do": "say", "word": "endless"} for who in PEOPLE[:3]]
    said = [begin, *plays("Ana 7C", "Boris take"), *say]
    assert not play(numbered(*said[:-1])).deals
    played = play(numbered(*said, head(list(hands), None), TURN))
    assert fool(played) == "-"
    assert played.events[7]["awaits"]["seats"] == ["Boris"]


def test_an_endless_deal_may_cost_who_holds_most() -> None:
    """`most_cards_loses`: only leads and takes go round, at last the deal is over and Vera, who has most, has lost."""
    hands = {"Ana": ["7C", "8S"], "Boris": ["9C", "TS"], "Vera": ["6D", "7D", "8D", "9D"]}
    cards, turn = {who: list(held) for who, held in hands.items()}, "Ana"
    words: list[str] = []
    for n in range(12):
        if n % 2:
            cards[turn].append(words[-1].split()[1])
            words.append(f"{turn} take")
        else:
            words.append(f"{turn} {cards[turn].pop(0)}")
        turn = {"Ana": "Boris", "Boris": "Vera", "Vera": "Ana"}[turn]
    most = {"endless_deal": "most_cards_loses"}
    assert not end_game(hands, *words[:11], rules=most).deals
    assert fool(end_game(hands, *words, rules=most)) == "Vera"


def test_matches() -> None:
    """The fool deals; after five deals a player the fewest losses win; by other house rules not so."""
    losers = [{"A": "Ana", "B": "Boris", "V": "Vera"}[letter] for letter in "ABBVABBAVBBAVBV"]
    people, lines = PEOPLE[:3], []
    for n, loser in enumerate(losers):
        lines += [head(people, None if n else "Ana"), {"do": "result", "facts": {"loser": loser}}]
    played = play(numbered(*lines))
    assert [played.deals[n]["match_over"] for n in range(1, 16)] == [False] * 14 + [True]
    assert played.deals[15]["scores"] == {who: losers.count(who) for who in people}
    assert sorted(played.deals[15]["winners"]) == ["Ana", "Vera"]
    for rules, first in (({}, "Ana"), ({"next_dealer": "right"}, "Vera")):
        lines = [head(people, "Ana", rules), {"do": "result", "facts": {"loser": "Vera"}}]
        assert play(numbered(*lines, head(people, None, rules), TURN)).events[3]["awaits"]["seats"] == [first]
    single = [head(people, "Ana", {"match_length": "single_deals"}), {"do": "result", "facts": {"loser": "Vera"}}]
    over = play(numbered(*single)).deals[1]
    assert over["match_over"] and sorted(over["winners"]) == ["Ana", "Boris"]
