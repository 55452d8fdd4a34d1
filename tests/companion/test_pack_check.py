"""Packs compared with what was seen: what is missing, too many, uncertain; and the sentence about it."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Cards, pack, parse_cards
from companion.pack.pack_check import SeenCard, check_pack, in_order, in_words

SKAT = pack("789TJQKA")


def sure(cards: str | Cards) -> list[SeenCard]:
    faces = parse_cards(cards) if isinstance(cards, str) else in_order(cards)
    return [SeenCard((face,), True) for face in faces]


def unsure(faces: str) -> SeenCard:
    return SeenCard(parse_cards(faces), False)


def but(missing: str) -> Cards:
    return SKAT - Counter(parse_cards(missing))


def test_a_whole_pack_is_all_there() -> None:
    found = check_pack(SKAT, [sure(SKAT)])
    assert found.complete
    assert str(in_words(found)) == "32 cards, all there"


def test_one_missing_and_one_too_many() -> None:
    found = check_pack(SKAT, [sure(but("7C")) + sure("6H")])
    assert (found.missing, found.extra) == (Counter(parse_cards("7C")), Counter(parse_cards("6H")))
    assert str(in_words(found)) == "32 cards, the seven of clubs is missing, one six too many"
    assert in_words(found).say("sr") == "32 karte, nedostaje sedmica tref, šestica je viška"


def test_a_card_twice_is_named_whole() -> None:
    assert "one king of hearts too many" in str(in_words(check_pack(SKAT, [sure(SKAT) + sure("KH")])))
    assert "2 times too many: king of hearts" in str(in_words(check_pack(SKAT, [sure(SKAT) + sure("KH KH")])))
    both = str(in_words(check_pack(SKAT, [sure(SKAT) + sure("6H 6C")])))
    assert "one six of hearts too many, one six of clubs too many" in both


def test_several_pictures_show_different_cards_or_the_same() -> None:
    parts = [sure(but("7C 7D")), sure("7C 7D")]
    assert check_pack(SKAT, parts).complete
    overlap = [sure(but("7C")), sure("7C KH")]
    assert check_pack(SKAT, overlap).extra == Counter(parse_cards("KH"))
    assert check_pack(SKAT, overlap, same=True).complete


def test_a_doubt_in_one_picture_is_settled_by_another_of_the_same_spread() -> None:
    first = [*sure(but("7C")), unsure("7S 7C")]
    assert check_pack(SKAT, [first, sure("7C")], same=True).complete
    assert check_pack(SKAT, [first]).unsure == (unsure("7S 7C"),)


def test_what_an_uncertain_card_may_be_is_not_called_missing() -> None:
    found = check_pack(SKAT, [[*sure(but("7C KD")), unsure("7S 7C")]])
    assert found.missing == Counter(parse_cards("KD"))
    assert str(in_words(found)) == "31 cards instead of 32, the king of diamonds is missing, 1 is uncertain"


def test_where_cards_lie_unread_none_is_called_missing() -> None:
    found = check_pack(SKAT, [sure(but("7C KD"))], unread=2)
    assert found.missing == Counter() and not found.complete
    words = "30 cards instead of 32, 2 cards lie there that could not be read: lay them apart"
    assert str(in_words(found)) == words
    assert not check_pack(SKAT, [sure(SKAT)], unread=1).complete


def test_another_pack_is_not_listed_card_by_card() -> None:
    found = check_pack(pack("23456"), [sure(SKAT)])
    assert str(in_words(found)).endswith("32 cards are too many") and found.extra == SKAT


def test_a_long_list_of_missing_cards_is_counted() -> None:
    found = check_pack(pack("23456"), [sure(SKAT)])
    assert str(in_words(found)) == "32 cards, 20 cards are missing, 32 cards are too many"
    some = check_pack(SKAT, [sure(but("AS KS QS JS"))])
    assert "missing: ace of spades, king of spades, queen of spades and jack of spades" in str(in_words(some))


def test_jokers_of_the_box_are_to_be_put_aside() -> None:
    found = check_pack(SKAT, [sure(SKAT) + sure("XB XR")])
    assert str(in_words(found)) == "34 cards, all there, put 2 jokers aside, which this game does not need"
    assert not found.complete and found.extra == Counter(parse_cards("XB XR"))
    doubtful = check_pack(SKAT, [[*sure(SKAT), *sure("XB"), unsure("XR XB")]])
    assert doubtful.unsure == () and "put 2 jokers aside" in str(in_words(doubtful))
    lacking = str(in_words(check_pack(SKAT, [sure(but("7C")) + sure("X")])))
    assert lacking == "32 cards, the seven of clubs is missing, put 1 joker aside, which this game does not need"
    double = pack("789TJQKA", 1, ("XB", "XR"))
    assert "one black joker too many" in str(in_words(check_pack(double, [sure(double) + sure("XB")])))


def test_two_packs_with_jokers() -> None:
    double = pack("23456789TJQKA", 2, ("XB", "XR"))
    assert check_pack(double, [sure(double)]).complete
    found = check_pack(double, [sure(double - Counter(parse_cards("XR AS")))])
    assert found.missing == Counter(parse_cards("XR AS"))


def test_jokers_that_look_alike_are_only_counted() -> None:
    double = pack("789TJQKA", 1, ("XB", "XR"))
    plain = [*sure(SKAT), *sure("X")]
    found = check_pack(double, [plain])
    assert found.missing == Counter(parse_cards("X"))
    assert check_pack(double, [[*plain, *sure("X")]]).complete


def test_foreign_suits_have_their_names() -> None:
    assert "the over of leaves is missing" in str(in_words(check_pack(SKAT, [sure(but("QS"))]), "german"))


@given(st.lists(st.sampled_from(in_order(SKAT)), max_size=40), st.integers(1, 4))
def test_what_is_there_missing_and_extra_adds_up(cards: list[Card], parts: int) -> None:
    seen = Counter(cards)
    pictures = [sure(Counter(cards[i::parts])) for i in range(parts)]
    found = check_pack(SKAT, pictures)
    assert found.count == len(cards)
    assert seen + found.missing - found.extra == SKAT
    assert not set(found.missing) & set(found.extra)
