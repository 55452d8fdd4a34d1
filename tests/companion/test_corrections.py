"""Words about earlier events: corrections, corrections of corrections, undo and redo, insertions, in Crveni tepih.

The promise: scores are made anew, no card changes its owner, nothing raises, and what no longer fits is a question
that the next correction can settle; never a silently wrong score.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games import find_game
from companion.games.crveni_tepih_hands import score
from companion.table.table import before, hand
from tests.companion import house
from tests.companion.house import Told, random_deal, state
from tests.companion.replays import Played, header, play

GAME = find_game("crveni_tepih")
ONE_PACK, TWO_PACKS = (2, 3, 4), (5, 6, 7, 8)
PEOPLE = ("Ana", "Boris", "Vera")


def first_lot(told: Told) -> Any:
    """The event that turned up the first lot."""
    return next(event for event in house.base_events(told) if event.do == "turn")


def scores_of(told: Told) -> Any:
    return [(dict(end.outcome.points), dict(end.scores)) for end in told.match.ends()]


@pytest.mark.parametrize("players", [*ONE_PACK, *TWO_PACKS])
def test_a_card_of_the_first_lot_is_corrected_after_the_showdown(players: int) -> None:
    for seed in range(30 if players in ONE_PACK else 9):
        dice = random.Random(seed)
        told = random_deal(GAME, seed, players)
        final, owners = state(told.match), house.owners(told.match)
        turn = first_lot(told)

        other = house.other_card(told, turn, dice, seen=False)
        if other:  # (with 2 players nearly every card is seen in the end)
            answer = told.tell({"do": "correct", "about": turn.id, "cards": other})
            assert answer.verdict.kind == "ok"
            assert house.owners(told.match) == owners, "no card changes its owner"
            assert told.match.ends()[-1].outcome.points
            assert truly_scored(told)
            told.tell({"do": "undo"})
            assert state(told.match) == final

        clash = house.other_card(told, turn, dice, seen=True)
        assert clash
        answer = told.tell({"do": "correct", "about": turn.id, "cards": clash})
        house.check(told)
        if answer.verdict.kind == "ok":  # two packs: there is a second card of this face
            assert players in TWO_PACKS and truly_scored(told)
        else:
            assert answer.verdict.kind == "question" and answer.open
            assert answer.verdict.text is not None and "no longer fits" in str(answer.verdict.text)
            assert not told.match.ends()[-1].outcome.points, "no score while a face is a question"
        told.tell({"do": "correct", "about": told.last, "cards": turn.cards})
        assert state(told.match) == final, "a correction of that correction restores everything"
        house.same(told)


def truly_scored(told: Told) -> bool:
    """Whether the points are those of the cards that lie before everybody, counted afresh."""
    t = told.match.now.deal.table
    hands = {seat: t.cards(hand(seat), before(seat)) for seat in range(t.seats)}
    money = {seat: t.purses[seat].units for seat in range(t.seats)}
    return score(hands, money, t.rules).points == told.match.ends()[-1].outcome.points


@pytest.mark.parametrize("players", [3, 6])
def test_two_sightings_of_one_card_are_swapped_back_in_two_steps(players: int) -> None:
    """Two cards were read each as the other: after the first correction a question, after the second the truth."""
    settled = 0
    for seed in range(20):
        dice = random.Random(seed)
        told = random_deal(GAME, seed, players)
        turns = [event for event in house.base_events(told) if event.do == "turn"]
        a, b = dice.sample(turns, 2)
        assert a.cards and b.cards
        if a.cards[0] in b.cards or b.cards[1] in a.cards or told.match.now.rules["unsold_lot"] == "under_stock":
            continue
        owners = house.owners(told.match)
        told.tell({"do": "correct", "about": a.id, "cards": [b.cards[1], a.cards[1]]})
        house.check(told)
        told.tell({"do": "correct", "about": b.id, "cards": [b.cards[0], a.cards[0]]})
        assert told.match.now.misfits == ()
        assert house.owners(told.match) == owners
        assert truly_scored(told)
        settled += 1
        house.same(told)
    assert settled > 10


@pytest.mark.parametrize("players", [2, 4, 5])
def test_undo_and_redo_across_a_sale(players: int) -> None:
    for seed in range(15):
        told = random_deal(GAME, seed, players, stop=random.Random(seed).randrange(6, 30))
        final = state(told.match)
        events = house.base_events(told)
        back = min(len(events), 12)
        for _ in range(back):
            assert told.tell({"do": "undo"}).verdict.kind == "ok"
            house.check(told)
        for _ in range(back):
            assert told.tell({"do": "redo"}).verdict.kind == "ok"
        assert state(told.match) == final
        house.same(told)


def test_a_phantom_lot_is_taken_out_and_a_missed_one_put_in() -> None:
    """Undoing a whole lot, event by event, leaves the later lots as they were; so does putting it back."""
    for seed in range(12):
        told = random_deal(GAME, seed, 3)
        events = house.base_events(told)
        turns = [i for i, event in enumerate(events) if event.do == "turn"]
        if len(turns) < 4 or told.match.now.rules["unsold_lot"] != "out":
            continue
        final, ids = state(told.match), [event.id for event in events[turns[1] : turns[2]]]
        for number in ids:
            told.tell({"do": "undo", "about": number})
            house.check(told)
        for number in reversed(ids):
            undo = next(item.id for item in reversed(told.log) if getattr(item, "about", None) == number)
            told.tell({"do": "redo", "about": undo})
        assert state(told.match) == final
        house.same(told)


def opening(**more: Any) -> list[dict[str, Any]]:
    """Three players, two lots: Boris buys the first at 3, Vera the second at 2, everybody shows."""
    return [
        header(["Ana", "Boris", "Vera"], start={"stock": 4}, **more),
        {"id": 1, "do": "turn", "cards": ["AS", "7H"]},
        {"id": 2, "seat": "Boris", "do": "bid", "amount": 3},
        {"id": 3, "seat": "Vera", "do": "bid", "amount": 3},  # refused
        {"id": 4, "seat": "Vera", "do": "pass"},
        {"id": 5, "seat": "Ana", "do": "pass"},
        {"id": 6, "seat": "Boris", "do": "turn", "cards": ["KD", "KH"]},
        {"id": 7, "seat": "Vera", "do": "bid", "amount": 2},
        {"id": 8, "seat": "Ana", "do": "pass"},
        {"id": 9, "seat": "Boris", "do": "pass"},
        {"id": 10, "seat": "Boris", "do": "show", "cards": ["AD", "8C"]},
        {"id": 11, "seat": "Vera", "do": "show", "cards": ["QS", "9C"]},
        {"id": 12, "seat": "Ana", "do": "show", "cards": ["TS", "TC"]},
    ]


def points(played: Any) -> Any:
    return played.deals[1]["points"]


def test_a_refused_bid_never_comes_alive_by_a_correction_of_something_else() -> None:
    """With Boris's bid corrected to 2, Vera's refused 3 would have been legal; but it was void and she passed."""
    played = play([*opening(), {"id": 13, "do": "correct", "about": 2, "amount": 2}])
    assert played.events[13]["verdict"] == "ok"
    assert points(played)["Boris"] == points(play(opening()))["Boris"] + 1
    assert points(played)["Vera"] == points(play(opening()))["Vera"]


def test_a_refused_bid_corrected_counts_and_undone_is_void_again() -> None:
    base = opening()[:4]
    corrected = [*base, {"id": 20, "do": "correct", "about": 3, "amount": 4}]
    assert play(corrected).events[20]["awaits"]["seats"] == ["Ana"]
    undone = play([*corrected, {"id": 21, "do": "undo"}])
    assert undone.events[21] | {"id": 3} == {
        "id": 3, "verdict": "ok", "findings": [],
        "awaits": {"do": ["bid", "pass"], "seats": ["Vera"], "low": 4, "high": 20},
    }  # fmt: skip


def test_a_card_corrected_into_one_seen_elsewhere_is_asked_for() -> None:
    lines = [*opening(), {"id": 13, "do": "correct", "about": 1, "cards": ["AS", "KD"]}]
    played = play(lines)
    assert played.events[13]["verdict"] == "question"
    assert played.events[13]["open"] == [6]
    assert played.sentence(13) == "Event 6 no longer fits: K♦ was already seen before Boris: is this another card?"
    assert played.events[13]["awaits"] == {"do": ["show"], "seats": ["Vera"], "count": 1}
    assert points(played) == {} and played.deals[1]["note"] == "open"

    settled = play([*lines, {"id": 14, "do": "correct", "about": 6, "cards": ["7H", "KH"]}])
    assert settled.events[14]["verdict"] == "ok" and "open" not in settled.events[14]
    by_showing = play([*lines, {"id": 14, "seat": "Vera", "do": "show", "cards": ["7H"]}])
    assert points(by_showing) == points(settled), "the open face may be shown instead"


def test_the_buyer_changes_only_with_the_bids() -> None:
    """Vera's Dalje was really a bid of 4: then the first lot was hers, and the lot after it no longer fits."""
    played = play([*opening(), {"id": 13, "do": "correct", "about": 4, "event": {"do": "bid", "amount": 4}}])
    assert played.events[13]["verdict"] == "question"
    assert played.deals[1]["note"] == "open", "what fits no more is asked for, not scored"


def test_a_seat_is_corrected() -> None:
    lines = opening()
    lines[8] = {"id": 8, "seat": "Ana", "do": "pass"}
    lines[11], lines[12] = (
        {"id": 11, "seat": "Ana", "do": "show", "cards": ["QS", "9C"]},
        {"id": 12, "seat": "Vera", "do": "show", "cards": ["TS", "TC"]},
    )
    wrong = play(lines)
    told = play(
        [
            *lines,
            {"id": 13, "do": "correct", "about": 11, "seat": "Vera"},
            {"id": 14, "do": "correct", "about": 12, "seat": "Ana"},
        ]
    )
    assert told.events[13]["verdict"] == "question"
    assert points(told) == points(play(opening())) != points(wrong)


def test_correcting_deal_one_while_deal_three_is_played() -> None:
    people = ["Ana", "Boris"]
    deal = {"do": "result", "hands": {"Ana": ["KS", "8D"], "Boris": ["AS", "9C"]}, "money": {"Ana": 20, "Boris": 10}}
    lines = [
        header(people), {"id": 1, **deal},
        header(people) | {"dealer": "Boris"}, {"id": 2, **deal},
        header(people), {"id": 3, "do": "turn", "cards": ["TS", "7H"]},
        {"id": 4, "do": "correct", "about": 1, "money": {"Ana": 20, "Boris": 20}},
    ]  # fmt: skip
    played = play(lines)
    assert played.events[4]["awaits"]["seats"] == ["Boris"], "deal three goes on"
    assert played.deals[1]["scores"] == {"Ana": 25, "Boris": 51}
    assert played.deals[2]["scores"] == {"Ana": 50, "Boris": 92}, "later totals are told again"
    assert 3 not in played.deals
    undone = play([*lines, {"id": 5, "do": "undo", "about": 4}])
    assert undone.deals[2]["scores"] == {"Ana": 50, "Boris": 82}


def test_no_winner_while_an_earlier_deal_is_a_question() -> None:
    lines = opening(rules={})
    lines[0]["start"]["scores"] = {"Ana": 200, "Boris": 0, "Vera": 0}
    lines += [
        header(["Ana", "Boris", "Vera"], dealer="Boris") | {"dealer": "Boris"},
        {"id": 13, "do": "note", "what": "agree", "points": {"Ana": 40}},
    ]
    assert play(lines).deals[2]["match_over"]
    question = play([*lines, {"id": 14, "do": "correct", "about": 1, "cards": ["AS", "KD"]}])
    assert not question.deals[2]["match_over"]
    correction = {"id": 14, "do": "correct", "about": 1, "cards": ["AS", "KD"]}
    settled = play([*lines, correction, {"id": 15, "do": "undo", "about": 14}])
    assert settled.deals[2]["match_over"] and settled.deals[2]["winners"] == ["Ana"]


def test_void_deals_keep_no_points_and_the_dealer_deals_again() -> None:
    lines = [*opening(), {"id": 13, "do": "note", "what": "void"}]
    played = play(lines)
    assert points(played) == {} and played.deals[1]["scores"] == {"Ana": 0, "Boris": 0, "Vera": 0}
    again = play([*lines, {k: v for k, v in header(["Ana", "Boris", "Vera"]).items() if k != "dealer"},
                  {"id": 14, "do": "turn", "cards": ["AS", "7H"]}])  # fmt: skip
    assert again.events[14]["awaits"]["seats"] == ["Boris"], "Ana deals again, so Boris bids first"
    back = play([*lines, {"id": 14, "do": "undo"}])
    assert points(back) == points(play(opening()))


def test_a_missorted_pack_voids_the_deal() -> None:
    played = play([header(["Ana", "Boris"]), {"id": 1, "do": "turn", "cards": ["2H", "5D"]}])
    assert played.deals[1]["note"] == "missorted" and points(played) == {}
    assert played.deals[1]["findings"][0]["sentence"] == "Money cards are in the stock: the deal is void"
    right = play(
        [header(["Ana", "Boris"]), {"id": 1, "do": "turn", "cards": ["2H", "5D"]},
         {"id": 2, "do": "correct", "about": 1, "cards": ["QH", "8D"]}]
    )  # fmt: skip
    assert right.events[2]["awaits"]["do"] == ["bid", "pass"] and points(right) == {}


def test_a_substitute_plays_on_and_the_score_is_the_seats() -> None:
    lines = opening()
    lines.insert(7, {"id": 20, "seat": "Vera", "do": "note", "what": "substitute", "name": "Goran"})
    lines[8]["seat"] = "Goran"
    played = play(lines)
    assert points(played)["Goran"] == points(play(opening()))["Vera"]
    next_deal = [
        {**header(["Ana", "Boris", "Goran"]), "dealer": "Boris"}, {"id": 30, "do": "turn", "cards": ["AS", "7H"]},
    ]  # fmt: skip
    assert (
        play([*lines, *next_deal, {"id": 31, "do": "note", "what": "void"}]).deals[2]["scores"]
        == (played.deals[1]["scores"])
    )
    back = [{**header(["Ana", "Boris", "Vera"]), "dealer": "Boris"}, {"id": 30, "do": "note", "what": "void"}]
    assert play([*lines, *back]).deals[2]["scores"]["Vera"] == played.deals[1]["scores"]["Goran"], "she came back"


def test_a_substitute_in_the_wrong_seat_is_corrected() -> None:
    lines = [
        header(["Ana", "Boris", "Vera"]),
        {"id": 1, "seat": "Boris", "do": "note", "what": "substitute", "name": "Goran"},
        {"id": 2, "do": "correct", "about": 1, "seat": "Vera"},
        {"id": 3, "do": "turn", "cards": ["AS", "7H"]},
    ]
    assert play(lines).events[3]["awaits"]["seats"] == ["Boris"]
    assert play([*lines, {"id": 4, "seat": "Boris", "do": "pass"}]).events[4]["awaits"]["seats"] == ["Goran"]


def test_after_the_end_a_finding_of_an_earlier_deal_keeps_its_names() -> None:
    three, two = ["Ana", "Boris", "Vera"], ["Goran", "Dara"]
    lines = [
        header(three, rules={"illegal_call": "forced_pass"}, start={"stock": 2}),
        {"id": 1, "do": "turn", "cards": ["AS", "7H"]},
        {"id": 2, "seat": "Vera", "do": "bid", "amount": 2},
        header(two),
        {"id": 3, "do": "turn", "cards": ["AS", "7H"]},
        {"id": 4, "do": "claim", "about": 2, "against": "Vera"},
    ]
    assert play(lines).events[4]["findings"][0]["seat"] == "Vera"


def test_an_illegal_discard_can_be_let_stand_or_taken_back() -> None:
    held = {"Ana": ["7S", "7H", "KD", "KC", "9S", "9H"]}
    lines = [
        header(["Boris", "Ana"], start={"open": held, "stock": 4}),
        {"id": 1, "do": "turn", "cards": ["KS", "KH"]},
        {"id": 2, "seat": "Ana", "do": "bid", "amount": 2},
        {"id": 3, "seat": "Boris", "do": "pass"},
        {"id": 4, "seat": "Ana", "do": "discard", "cards": ["KS", "7S"]},
    ]
    accepted = play([*lines, {"id": 5, "do": "accept", "about": 4}])
    assert accepted.events[4]["verdict"] == "illegal" and accepted.events[5]["awaits"]["do"] == ["turn"]
    taken_back = play([*lines, {"id": 5, "do": "take_back"}, {"id": 6, "do": "discard", "cards": ["KS", "KH"]}])
    assert taken_back.events[5]["awaits"]["do"] == ["discard"] and taken_back.events[6]["verdict"] == "ok"
    stood = play([*lines, {"id": 5, "seat": "Ana", "do": "turn", "cards": ["QS", "QH"]}])
    assert stood.events[5]["verdict"] == "ok", "the next play lets it stand"


def test_a_discard_out_of_turn_moves_nobodys_cards() -> None:
    held = {"Ana": ["7S", "7H", "KD", "KC", "9S", "9H"], "Boris": ["AS", "AC"]}
    lines = [
        header(["Boris", "Ana"], start={"open": held, "stock": 4}),
        {"id": 1, "do": "turn", "cards": ["KS", "KH"]},
        {"id": 2, "seat": "Ana", "do": "bid", "amount": 2},
        {"id": 3, "seat": "Boris", "do": "pass"},
        {"id": 4, "seat": "Boris", "do": "discard", "cards": ["AS", "AC"]},
        {"id": 5, "do": "accept", "about": 4},
    ]
    played = play(lines)
    assert played.verdicts == {4: "illegal", 5: "illegal"}
    assert played.sentence(4) == "Boris is not to act: Ana must discard 2 cards"
    assert played.sentence(5) == "There is no finding to let stand"


def test_showing_again_is_no_fault() -> None:
    lines = opening()
    shown = {"id": 20, "seat": "Boris", "do": "show", "cards": ["AD", "8C"]}
    in_between = play([*lines[:11], shown, *lines[11:]])
    assert in_between.verdicts == {3: "illegal"} and points(in_between) == points(play(lines))
    assert play([*lines, shown]).verdicts == {3: "illegal"}


def test_the_buyer_of_the_last_lot_may_take_it() -> None:
    lines = opening()
    lines.insert(10, {"id": 20, "seat": "Vera", "do": "take", "cards": ["KD", "KH"]})
    assert play(lines).verdicts == {3: "illegal"}
    lines[10] = {"id": 20, "seat": "Vera", "do": "take", "cards": ["KD"]}
    assert play(lines).sentence(20) == "Vera must take all cards of the lot: K♦ K♥"
    lines[10] = {"id": 20, "seat": "Ana", "do": "take"}
    assert play(lines).sentence(20) == "Ana took the cards, but Vera bought them"


def test_a_discard_of_a_corrected_card_is_still_that_card() -> None:
    """The lot's king turns out to have been the other red king; the discard of it later is the same card."""
    held = {"Ana": ["7S", "7H", "8D", "KC", "9S", "9H"]}
    lines = [
        header(["Boris", "Ana"], start={"open": held, "stock": 4}),
        {"id": 1, "do": "turn", "cards": ["KS", "KH"]},
        {"id": 2, "seat": "Ana", "do": "bid", "amount": 2},
        {"id": 3, "seat": "Boris", "do": "pass"},
        {"id": 4, "seat": "Ana", "do": "discard", "cards": ["KS", "KH"]},
        {"id": 5, "do": "turn", "cards": ["QS", "QH"]},
        {"id": 6, "do": "correct", "about": 1, "cards": ["KS", "KD"]},
    ]
    played = play(lines)
    assert played.events[6]["verdict"] == "ok" and "open" not in played.events[6]
    rest = [{"id": 7, "do": "pass"}, {"id": 8, "do": "pass"},
            {"id": 9, "seat": "Ana", "do": "show", "cards": ["KH", "AS"]}]  # fmt: skip
    assert play([*lines, *rest]).events[9]["verdict"] == "ok", "the king of hearts is free again"


def test_a_question_of_an_earlier_deal_is_settled_there() -> None:
    """While the second deal is played, the open face of the first is shown by an insertion, or corrected."""
    lines = [
        *opening(),
        {**header(["Ana", "Boris", "Vera"]), "dealer": "Boris"}, {"id": 13, "do": "turn", "cards": ["AS", "7H"]},
        {"id": 14, "do": "correct", "about": 1, "cards": ["AS", "KD"]},
    ]  # fmt: skip
    open_ = play(lines)
    assert open_.events[14]["open"] == [6] and open_.events[14]["awaits"]["seats"] == ["Vera"]
    assert open_.deals[1]["note"] == "open"
    show = {"do": "show", "seat": "Vera", "cards": ["7H"]}
    inserted = play([*lines, {"id": 15, "do": "insert", "after": 12, "event": show}])
    assert inserted.events[15]["verdict"] == "ok"
    corrected = play([*lines, {"id": 15, "do": "correct", "about": 6, "cards": ["7H", "KH"]}])
    assert points(inserted) == points(corrected) != {}


def test_a_result_by_hand_ends_a_deal_that_nobody_can_untangle() -> None:
    lines = [*opening(), {"id": 13, "do": "correct", "about": 4, "event": {"do": "bid", "amount": 4}}]
    assert play(lines).deals[1]["note"] == "open"
    result = {
        "do": "result", "money": {"Ana": 20, "Boris": 17, "Vera": 18},
        "hands": {"Ana": ["TS", "TC"], "Boris": ["AS", "7H", "AD", "8C"], "Vera": ["KD", "KH", "QS", "9C"]},
    }  # fmt: skip
    by_hand = play([*lines, {"id": 14, **result}])
    assert by_hand.events[14]["verdict"] == "ok" and points(by_hand) == points(play(opening()))
    agreed = play([*lines, {"id": 14, "do": "note", "what": "agree", "points": {"Ana": 5}}])
    assert points(agreed) == {"Ana": 5, "Boris": 0, "Vera": 0}
    again = play([*lines, {"id": 14, **result}, {"id": 15, "do": "undo"}])
    assert again.deals[1]["note"] == "open"
    nothing = {"id": 15, "do": "correct", "about": 14, "money": dict.fromkeys(PEOPLE, 0)}
    later = play([*lines, {"id": 14, **result}, nothing])
    assert points(later)["Ana"] == points(by_hand)["Ana"] - 20


def test_a_tie_at_250_goes_on_and_the_match_ends_with_the_next_deal() -> None:
    deal = {"do": "result", "hands": {"Ana": ["KS", "8D"], "Boris": ["KC", "9C"]}, "money": {"Ana": 20, "Boris": 20}}
    lines = [
        header(["Ana", "Boris"], start={"scores": {"Ana": 205, "Boris": 205}}), {"id": 1, **deal},
        {**header(["Ana", "Boris"]), "dealer": "Boris"}, {"id": 2, **deal, "money": {"Ana": 20, "Boris": 19}},
        {**header(["Ana", "Boris"]), "dealer": "Ana"}, {"id": 3, **deal},
    ]  # fmt: skip
    played = play(lines)
    assert played.deals[1]["scores"] == {"Ana": 255, "Boris": 255} and not played.deals[1]["match_over"]
    assert played.deals[2]["scores"] == {"Ana": 305, "Boris": 304} and played.deals[2]["winners"] == ["Ana"]
    assert played.deals[3]["scores"] == {"Ana": 50, "Boris": 50}, "after a match the next one begins at nothing"


def test_penalties_count_and_can_be_undone() -> None:
    lines = [*opening(), {"id": 13, "do": "note", "what": "penalty", "seat": "Ana", "points": -10}]
    played = play(lines)
    assert points(played) == points(play(opening()))
    assert played.deals[1]["scores"]["Ana"] == points(played)["Ana"] - 10
    assert play([*lines, {"id": 14, "do": "undo"}]).deals[1]["scores"]["Ana"] == points(played)["Ana"]


def test_conceding_ends_the_match_for_the_others() -> None:
    lines = opening()[:5]
    lines[0]["start"]["scores"] = {"Ana": 100, "Boris": 90, "Vera": 80}
    played = play([*lines, {"id": 20, "seat": "Ana", "do": "note", "what": "concede"}])
    assert played.deals[1]["match_over"] and played.deals[1]["winners"] == ["Boris"]
    assert played.deals[1]["scores"] == {"Ana": 100, "Boris": 90, "Vera": 80}
    after = play([*opening(), {"id": 20, "seat": "Boris", "do": "note", "what": "concede"}])
    assert after.deals[1]["match_over"] and after.deals[1]["winners"] == ["Vera"]
    assert points(after) == points(play(opening()))


# A card of a hand that was known, and another read when it was played ------------------------------------------------


def told_of(game: str, *events: dict[str, Any]) -> Played:
    """A record of four people, the first one dealing; events are numbered from 1."""
    names = ["Ana", "Boris", "Vera", "Goran"]
    begun = {"record": 1, "game": game, "players": names, "dealer": "Ana"}
    return play([begun, *({"id": i, **event} for i, event in enumerate(events, 1))])


def put(name: str, card: str) -> dict[str, Any]:
    """A card to the trick."""
    return {"do": "play", "seat": name, "cards": [card]}


def test_a_meld_that_is_corrected_does_not_rename_a_card_played_from_the_hand() -> None:
    """Three were shown, one misread as the very card that was really played later: nobody is accused."""
    passes = [{"do": "pass", "seat": name} for name in ("Boris", "Vera", "Goran", "Ana")]
    told = told_of(
        "tresento", {"do": "show", "seat": "Boris", "cards": ["3H", "3D", "3C"]}, *passes,
        put("Boris", "3H"), put("Vera", "4H"), put("Goran", "5H"), put("Ana", "6H"),
        {"do": "correct", "about": 1, "cards": ["3S", "3D", "3C"]}, put("Boris", "AS"), put("Vera", "4S"),
    )  # fmt: skip
    assert told.verdicts == {}
    assert not any(line.get("findings") for line in told.lines)
    last = told_of(
        "tresento", {"do": "show", "seat": "Boris", "cards": ["3H", "3D", "3C"]}, *passes,
        put("Boris", "3H"), put("Vera", "4H"), put("Goran", "5H"), put("Ana", "6H"),
        {"do": "correct", "about": 1, "cards": ["3S", "3D", "3C"]}, put("Boris", "3S"), put("Vera", "4S"),
    )  # fmt: skip
    assert last.verdicts == {}, "the three of spades that was shown is still there to be played"
