"""A second opinion on Póker: deals written from the rules page, and what a scorer of a few lines makes of them."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from tests.companion.replays import Played, play
from tests.companion.second.poker_scorer import PACK, Deal, rate, score
from tests.companion.second.records import header, numbered


def next_deal(deal: Deal, dead: bool) -> Deal:
    """All fold to the first bet of the deal that follows, so that its opener wins what had stayed."""
    turn = 0 if dead and deal.rules.get("all_pass") == "same_dealer" else 1
    seats = deal.seats[turn:] + deal.seats[:turn]
    script = [f"{seats[0]} bet 1", *(f"{s} fold" for s in seats[1:]), f"{seats[0]} show 2S 2H 3D 4C 5S"]
    return Deal(seats, ";".join(script if deal.rules.get("openers") == "strict" else script[:-1]), deal.rules)


def compare(deal: Deal) -> Played:
    """The product's word on the deal, and on the pot and the dealer after it, is the scorer's."""
    lines, mine = deal.lines(), score(deal)
    if not deal.stack:
        first = lines[0]["players"]
        after = next_deal(deal, mine.dead)
        lines += [line | ({"players": first} if "record" in line else {}) for line in after.lines(later=True)]
    played = play(numbered(lines))
    assert played.verdicts == {}, (deal, [played.sentence(n) for n in played.verdicts])
    assert played.deals[1]["points"] == mine.points, deal
    assert {f["seat"] for f in played.deals[1]["findings"]} == mine.disproved, deal
    if not deal.stack:
        assert played.deals[2]["points"][after.seats[0]] == mine.pot + deal.ante * (len(deal.seats) - 1), deal
    return played


CHOSEN = {
    "equal pairs: the sum": ("ABC", "A bet 2; B call; C fold; A show 7S 7H KD 3C 2S; B show 7D 7C TH 9S 8D", {}),
    "equal pairs: kickers": ("ABC", "A bet 2; B call; C fold; A show 7S 7H KD 3C 2S; B show 7D 7C TH 9S 8D",
                             {"pair_rest": "kickers"}),
    "equal sums share; the odd unit goes left": (
        "ABC", "A bet 2; B call; C fold 2H 3H 4H 5H 7S; A show 9S 9H KD 4C 2S; B show 9D 9C QH 5S 2D", {}),
    "the odd unit goes right": (
        "ABC", "A bet 2; B call; C fold; A show 9S 9H KD 4C 2S; B show 9D 9C QH 5S 2D", {"odd_unit": "dealers_right"}),
    "the odd unit stays": (
        "ABC", "A bet 2; B call; C fold; A show 9S 9H KD 4C 2S; B show 9D 9C QH 5S 2D", {"odd_unit": "stays"}),
    "three of three share, two odd units": (
        "ABCDE", "A pass; B bet 2; C raise 3; D fold; E call; A fold; B call;"
                 "B show 5S 6D 7H 8C 9S; C show 5H 6C 7S 8D 9C; E show 5C 6S 7D 8H 9D", {}),
    "two pairs: the fifth card": ("AB", "A bet 1; B call; A show KS KH 3D 3C 9S; B show KD KC 3S 3H JD", {}),
    "four of a suit do not count": ("AB", "A bet 9; B call; A show 5S 6D 7H 8C 9S; B show KH TH 7D 2H 9H", {}),
    "four of a suit": ("AB", "A bet 9; B call; A show 5S 6D 7H 8C 9S; B show KH TH 7D 2H 9H", {"flush": "four"}),
    "four suited in sequence are nothing": (
        "AB", "A bet 9; B call; A show 2S 2D 7C 8C 9S; B show 5H 6H 7H 8H KS", {"flush": "four"}),
    "the longer of two equal flushes": (
        "AB", "A bet 9; B call; A show AC TC 9C 2C KD; B show AS TS 9S 2S KS", {"flush": "four"}),
    "the ace is high in four of a suit": (
        "AB", "A bet 9; B call; A show AC 2C 3C 4C KD; B show KS QS TS 2S 7H", {"flush": "four"}),
    "the wheel is five high": ("AB", "A bet 1; B call; A show AS 2D 3H 4C 5S; B show 2S 3D 4H 5C 6S", {}),
    "no wheel, and so no opener": ("AB", "A bet 1; B call; A show AS 2D 3H 4C 5S; B show 2S 2C 4H 8C 6S",
                                   {"wheel": "off"}),
    "no way round the corner": ("AB", "A bet 1; B call; A show 2S 2C 9S TS JS; B show QS KD AH 2D 3S", {}),
    "royal flushes are equal": ("AB", "A bet 7; B call; A show TC JC QC KC AC; B show TD JD QD KD AD", {}),
    "high cards share": ("ABC", "A pass; B bet 1; C call; A call; A show AS KD 9C 4S 2S; B show 3S 3C 4H 8C 6S;"
                                "C show AC JD 9D 4D 2D", {"openers": "none", "high_card_tie": "share"}),
    "the opener had nothing": ("AB", "A bet 1; B call; A show AS KD 9C 4S 2S; B show QC JD 9D 4D 2D", {}),
    "the opener forfeits the pot": ("ABC", "A bet 1; B call; C call; A show AS KD 9C 4S 2S; B show QC JD 9D 4D 2D;"
                                           "C show QD JC 9S 4C 2C", {"openers": "strict"}),
    "the opener folds face up": ("AB", "A bet 1; B raise 1; A fold AS KD 9C 4S 2S", {}),
    "passing is folding": ("ABC", "A pass; B bet 1; C call; B show 3S 3C 4H 8C 6S; C show 3H 3D 5H 9C 2S",
                           {"pass_before_bet": "out"}),
    "all pass": ("ABCD", "A pass; B pass; C pass; D pass", {}),
    "all pass, antes go back": ("ABC", "A pass; B pass; C pass", {"all_pass": "antes_returned"}),
    "one draw": ("AB", "A bet 2; B raise 2; A call; /; A lay 3; A draw 3; B lay 0; /; A pass; B bet 5; A call;"
                       "A show 3S 3C 4H 8C 6S; B show QC JD 9D 4D 2D", {"variant": "egyhuzasos", "ante": "2"}),
}  # fmt: skip
POTS = {
    "main and two side pots": (
        "ABCDE", "A bet 9; B call; C raise 5; D call; E call; B raise 10; C raise 15; D call; E fold;"
                 "A show AS AD KS KD 2C; B show QS QD KH KC 2D; C show 9S 9D 8S 8D 2S; D show 7S 7D 5S 5D 3S",
        {"A": 10, "B": 25, "C": 60, "D": 60, "E": 30}),
    "the top pot goes back": ("AB", "A bet 9; B call; A show QS QD KH KC 2D; B show AS AD KS KD 2C", {"A": 10, "B": 5}),
    "who cannot pay the ante sits out": ("ABC", "A bet 1; B fold", {"A": 10, "B": 5, "C": 0}),
}  # fmt: skip


@pytest.mark.parametrize("name", CHOSEN)
def test_chosen_deals(name: str) -> None:
    seats, script, rules = CHOSEN[name]
    compare(Deal(seats, script, rules))


@pytest.mark.parametrize("name", POTS)
def test_side_pots(name: str) -> None:
    seats, script, stack = POTS[name]
    compare(Deal(seats, script, {"short_money": "side_pots", "variant": "otlapos"}, stack))


def test_the_pot_stays_and_the_next_one_deals() -> None:
    dead = Deal("ABCD", "A pass; B pass; C pass; D pass")
    next_one = Deal("BCDA", "B bet 2; C fold; D fold; A call; B show 2S 2H 3D 4C 6S; A show 3S 3H 4D 6C 7S")
    lines = dead.lines() + next_one.lines(later=True)
    for line in lines:
        line |= {"players": list("ABCD")} if "record" in line else {}
    played = play(numbered(lines))
    assert played.verdicts == {}
    assert played.deals[2]["points"] == {"A": 4 + 2 + 3, "B": -3, "C": -1, "D": -1}  # a pot of 8 and the bets
    assert played.deals[2]["scores"] == {"A": 8, "B": -4, "C": -2, "D": -2}


def random_deal(rng: random.Random) -> Deal:
    """Legal play at random; who has no pair seldom opens."""
    variant, most = rng.choice([("otlapos", 8), ("egyhuzasos", 6), ("haromcseres", 4)])
    seats = "ABCDEFGH"[: rng.randint(2, most)]
    rules = {"variant": variant, "ante": rng.choice("125")} | {
        name: rng.choice(values.split()) for name, values in {
            "flush": "five four", "wheel": "on off", "pair_rest": "sum kickers", "high_card_tie": "next_card share",
            "pass_before_bet": "stays_in out", "later_first": "dealers_left last_raiser opener",
            "openers": "combination none strict", "folded_cards": "face_up face_down",
            "short_money": "fold side_pots", "short_stock": "reshuffle what_is_left",
            "odd_unit": "dealers_left dealers_right stays", "all_pass": "pot_stays antes_returned same_dealer",
        }.items() if rng.random() < 0.4
    }  # fmt: skip
    stack = {s: rng.randint(1, 40) for s in seats} if rng.random() < 0.6 else {}
    deal = Deal(seats, "", rules, stack, rng.choice([0, 0, 7]))
    cards = rng.sample(PACK, 52)
    hands = {s: cards[5 * i : 5 * i + 5] for i, s in enumerate(seats)}
    money = {s: stack.get(s, 1000) - deal.ante for s in seats if stack.get(s, 1000) >= deal.ante}
    if len(money) < 2:
        return random_deal(rng)
    live, stock, first, opener, last = list(money), 52 - 5 * len(money), "", "", ""
    script: list[str] = []
    side = rules.get("short_money") == "side_pots"
    for number in range({"otlapos": 1, "egyhuzasos": 2, "haromcseres": 4}[variant]):
        first = {"last_raiser": last, "opener": opener}.get(rules.get("later_first", ""), "") if number else ""
        start = seats.index(first) if first else 0
        turns = [s for s in seats[start:] + seats[:start] if s in live]
        if number:
            for s in turns:
                room = stock if rules.get("short_stock") == "what_is_left" else 5
                count = rng.randint(0, min(5, room))
                stock -= count
                none = rng.choice([f"{s} keep", f"{s} lay 0"])
                script += [f"{s} lay {count}", f"{s} draw {count}"] if count else [none]
        script += ["/"] if number else []
        if side and sum(money[s] > 0 for s in live) < 2:
            continue
        bet, put, waiting = 0, dict.fromkeys(money, 0), list(turns)
        while waiting and len(live) > 1:
            s = waiting.pop(0)
            if side and not money[s]:
                continue
            due = bet - put[s]
            able = money[s] - due
            wish = rng.random()
            if not opener and rate(hands[s], rules)[0] < 2 and wish < 0.9:
                wish = 0.9
            if wish < (0.25 if bet else 0.5) and able > 0:
                more = rng.randint(1, min(able, 12))
                opener, last, bet = opener or s, s, bet + more
                script.append(f"{s} {'raise' if put[s] or due else 'bet'} {more}" if bet > more else f"{s} bet {more}")
                put[s], money[s] = bet, able - more
                waiting = [t for t in turns[turns.index(s) + 1 :] + turns[: turns.index(s)] if t in live]
            elif bet and (able >= 0 or side) and wish < 0.75:
                put[s], money[s] = put[s] + min(due, money[s]), max(able, 0)
                script.append(f"{s} call")
            elif bet:
                up = rules.get("folded_cards") != "face_down" and rng.random() < 0.5
                script.append(f"{s} fold {' '.join(hands[s]) if up else ''}")
                live.remove(s)
            else:
                script.append(f"{s} pass")
                if rules.get("pass_before_bet") == "out":
                    live.remove(s)
        if len(live) < 2 or not (opener or (side and sum(money[s] > 0 for s in live) < 2)):
            if live == [opener] and rules.get("openers") == "strict":
                script.append(f"{opener} show {' '.join(hands[opener])}")
            break
    else:
        start = seats.index(turns[0])
        script += [f"{s} show {' '.join(hands[s])}" for s in seats[start:] + seats[:start] if s in live]
    deal.script = "; ".join(script)
    return deal


@pytest.mark.parametrize("seed", range(40))
def test_random_deals(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(2):
        compare(random_deal(rng))


ILLEGAL = {
    "a pass against a bet": ("A bet 5; B pass!; B call", {}),
    "speaking out of turn": ("B bet 2!; A pass; B pass", {}),
    "a bet when a bet stands": ("A pass; B bet 2; A bet 3!", {}),
    "folding before a bet": ("A fold!; A pass", {}),
    "a call before a bet": ("A call!; A pass", {}),
    "a raise of nothing": ("A bet 1; B raise 0!; B call", {}),
    "a bet of nothing": ("A bet 0!; A pass", {}),
    "more than one owns": ("A bet 10!; A bet 9", {"stack": "10"}),
    "exchange in ötlapos": ("A lay 2!; A pass", {}),
    "exchange out of turn": ("A bet 1; B call; B lay 2!; A lay 2; A draw 2", {"variant": "egyhuzasos"}),
    "six cards": ("A bet 1; B call; A lay 6!; A lay 5; A draw 5", {"variant": "egyhuzasos"}),
    "two laid, three drawn": ("A bet 1; B call; A lay 2; A draw 3!; A draw 2", {"variant": "egyhuzasos"}),
    "a second exchange in a phase": ("A bet 1; B call; A lay 2; A draw 2; A lay 1!", {"variant": "egyhuzasos"}),
    "above five antes": ("A bet 6!; A bet 4!; A bet 5; B raise 4!; B raise 5", {"bet_limit": "fixed"}),
    "above the pot": ("A bet 3!; A bet 2; B raise 7!; B raise 4", {"bet_limit": "pot"}),
    "a fourth raise": ("A bet 1; B raise 1; A raise 1; B raise 1; A raise 1!; A call", {"bet_limit": "max_raises"}),
}  # fmt: skip


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_at_once(name: str) -> None:
    script, rules = ILLEGAL[name]
    stack = {s: int(rules["stack"]) for s in "AB"} if "stack" in rules else {}
    deal = Deal("AB", script.replace("!", ""), {k: v for k, v in rules.items() if k != "stack"}, stack)
    said = play(numbered(deal.lines())).events
    wrong = {number for number, step in enumerate(script.split(";"), 1) if step.strip().endswith("!")}
    assert {n for n, line in said.items() if line["verdict"] == "illegal"} == wrong


def test_who_cannot_pay_must_fold() -> None:
    deal = Deal("ABC", "A bet 5; B raise 2; C call; C fold; A call", {}, {"A": 20, "B": 20, "C": 4})
    assert play(numbered(deal.lines())).verdicts == {3: "illegal"}


def test_who_has_no_money_left_only_passes() -> None:
    deal = Deal("AB", "B pass; A bet 1; A pass; B bet 9; A fold", {}, {"A": 1, "B": 20})
    played = play(numbered(deal.lines()))
    assert played.sentence(1) == "B is not to act: A has no money to bet with and passes"
    assert played.verdicts == {1: "illegal", 2: "illegal"}
    assert played.deals[1]["points"] == {"A": -1, "B": 1}


def test_an_illegal_act_may_cost_the_hand() -> None:
    deal = Deal("ABC", "A bet 5; B pass; C fold", {"illegal_action": "forced_fold"})
    assert play(numbered(deal.lines())).deals[1]["points"] == {"A": 2, "B": -1, "C": -1}


@pytest.mark.parametrize("end", ["none", "deals"])
def test_the_end_of_the_match(end: str) -> None:
    lines = [Deal(f"{a}{b}", f"{a} pass; {b} pass", {"match_end": end}).lines(later=n > 0)
             for n, (a, b) in enumerate([("A", "B"), ("B", "A")] * 3)]  # fmt: skip
    for deal in lines:
        deal[0]["players"] = ["A", "B"]
    over = [deal["match_over"] for deal in play(numbered(chain.from_iterable(lines))).deals.values()]
    assert over == [False] * 5 + [end == "deals"]  # three deals each


def test_the_last_player_with_money_ends_the_match() -> None:
    script = "A bet 9; B call; A show 2S 2H 4D 5C 6S; B show 3S 3H 4C 5D 7S"
    deal = Deal("AB", script, {"match_end": "last_player"}, {"A": 10, "B": 10})
    assert play(numbered(deal.lines())).deals[1]["match_over"] is True


def test_the_money_goes_from_deal_to_deal() -> None:
    """Fifty each: who has lost them is not dealt in, and the deal still passes to the left."""
    rules = {"stack": "50", "ante": "10"}
    lost = "A bet 40; B fold; C call; A show 2S 2H 4D 5C 6S; C show 3S 3H 4C 5D 7S"
    lines = Deal("ABC", lost, rules).lines()
    for script in ("B pass; C pass", "C bet 101; C bet 20; B fold", "B bet 11; B bet 10; C fold"):
        lines += [header("poker", "ABC", None, rules), *Deal("ABC", script).lines()[1:]]
    played = play(numbered(lines))
    assert played.verdicts == {8: "illegal", 11: "illegal"}
    assert played.deals[4]["scores"] == {"A": -50, "B": -10 - 10 - 10 + 10, "C": 60 - 10 + 30 - 10}


@pytest.mark.parametrize("name", [name for name, deal in CHOSEN.items() if "show" in deal[1] and not deal[2]])
def test_the_same_deals_entered_by_hand(name: str) -> None:
    seats, script, rules = CHOSEN[name]
    deal = Deal(seats, script, rules)
    played = play(numbered(deal.lines()))
    how = played.deals[1]["how"]
    hands = {step[0]: step[2:] for step in deal.steps() if step[1] == "show"}
    result = {"do": "result", "facts": {"put": {s: how[s]["put"] for s in seats}}, "hands": hands}
    assert play(numbered([deal.lines()[0], result])).deals[1]["points"] == score(deal).points
