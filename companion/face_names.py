"""What faces are called, in every pattern of cards, and which face a file or folder name means.

Whatever is printed on it, a face goes by the code of the French card it stands for; these tables are the mapping.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.cards import BadCard, Card
from companion.texts import Text, text

PATTERNS: dict[str, str] = {
    "french": "A23456789TJQK",
    "german": "789TJQKA",
    "swiss": "6789TJQKA",
    "italian": "A234567JQK",
    "spanish": "A234567JQK",
}
"""The patterns with the ranks that their packs usually hold, in the order in which they are asked for."""

SUIT_WORDS: dict[str, dict[str, str]] = {
    "french": {
        "S": "spades spade pik pique pikovi", "H": "hearts heart herc coeur herz",
        "D": "diamonds diamond karo carreau", "C": "clubs club tref trefle kreuz",
    },
    "german": {
        "S": "leaves leaf leafs laub gruen grün blatt list zelena", "H": "hearts heart herz rot srce herc",
        "D": "bells bell schellen bundeva bundeve", "C": "acorns acorn eichel eicheln zir žir",
    },
    "swiss": {
        "S": "shields shield schilten", "H": "roses rose rosen",
        "D": "bells bell schellen", "C": "acorns acorn eichel eicheln",
    },
    "italian": {
        "S": "swords sword spade spada spadi", "H": "cups cup coppe coppa kupe",
        "D": "coins coin denari denaro ori dinari", "C": "batons baton bastoni bastone bastoni",
    },
    "spanish": {
        "S": "swords sword espadas espada", "H": "cups cup copas copa",
        "D": "coins coin oros oro", "C": "batons baton bastos basto",
    },
}  # fmt: skip
"""Words in file names for the suits that stand for spades, hearts, diamonds and clubs."""

NUMBER_WORDS = {
    "2": "2 two deuce zwei due dos dvojka", "3": "3 three drei tre tres trojka",
    "4": "4 four vier quattro cuatro četvorka", "5": "5 five fünf cinque cinco petica",
    "6": "6 six sechs sei seis šest šestica", "7": "7 seven sieben sette siete sedam sedmica",
    "8": "8 eight acht otto ocho osam osmica", "9": "9 nine neun nove nueve devet devetka",
    "T": "10 t ten zehn dieci diez deset desetka",
}  # fmt: skip
COURT_WORDS: dict[str, dict[str, str]] = {
    "french": {
        "J": "jack j knave zandar žandar pub bube valet",
        "Q": "queen q dama dame reine",
        "K": "king k kralj koenig könig roi",
        "A": "ace a 1 as ass kec",
    },
    "german": {
        "J": "under unter u j donji",
        "Q": "over ober o q gornji",
        "K": "king koenig könig k kralj",
        "A": "ace deuce daus a 2 as ass",
    },
    "swiss": {
        "J": "under under u j",
        "Q": "over ober o q",
        "K": "king koenig könig k",
        "A": "ace deuce ass a",
        "T": "banner",
    },
    "italian": {"J": "knave fante j", "Q": "knight cavallo q", "K": "king re k", "A": "ace asso a 1"},
    "spanish": {"J": "knave sota j 10", "Q": "knight caballo q 11", "K": "king rey k 12", "A": "ace as a 1"},
}
"""Words in file names for the ranks that stand for jack, queen, king and ace; they win over numbers."""

JOKER_WORDS = {"XB": {"black", "crni"}, "XR": {"red", "crveni"}}


def suit_name(suit: str, pattern: str = "french") -> Text:
    """What a suit of `companion.cards.SUITS` is called in a pattern."""
    names = {
        "french S": "spades", "french H": "hearts", "french D": "diamonds", "french C": "clubs",
        "german S": "leaves", "german H": "hearts", "german D": "bells", "german C": "acorns",
        "swiss S": "shields", "swiss H": "roses", "swiss D": "bells", "swiss C": "acorns",
        "italian S": "swords", "italian H": "cups", "italian D": "coins", "italian C": "batons",
        "spanish S": "swords", "spanish H": "cups", "spanish D": "coins", "spanish C": "batons",
    }  # fmt: skip
    return text(names[f"{pattern} {suit}"])


def rank_name(rank: str, pattern: str = "french") -> Text:
    """What a rank of `companion.cards.RANKS` is called in a pattern."""
    names = {
        "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
        "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
        "german J": "under", "german Q": "over", "swiss J": "under", "swiss Q": "over",
        "italian J": "knave", "italian Q": "knight", "spanish J": "knave", "spanish Q": "knight",
    }  # fmt: skip
    return text(names.get(f"{pattern} {rank}", names[rank]))


def face_name(card: Card, pattern: str = "french") -> Text:
    """What a face is called: "seven of clubs", "under of leaves", "red joker"."""
    if not card.suit:
        jokers = {"XB": "black joker", "XR": "red joker", "X": "joker"}
        return text(jokers[card.rank])
    return text("{rank} of {suit}", rank=rank_name(card.rank, pattern), suit=suit_name(card.suit, pattern))


def listed(names: Iterable[Text]) -> Text:
    """Names as people list them: "a, b and c"; raises ValueError when there are none."""
    *first, last = names
    if not first:
        return last
    some = first[0]
    for name in first[1:]:
        some = text("{some}, {one}", some=some, one=name)
    return text("{some} and {one}", some=some, one=last)


def face_in(name: str, pattern: str = "french") -> Card | None:
    """The face that the name of a file or folder (without its ending) means, None when it means none or several.

    Either a code (``7C``, ``10h-2``, ``XR``), or rank and suit in words of the pattern (``seven of acorns``,
    ``ober laub``, ``joker red``); words win, for ``as`` is a code and a word. What else stands there is ignored.
    """
    parts = [part for part in re.split(r"[^\w]+|_+", name.lower()) if part]
    if any(part.startswith("joker") for part in parts):
        colours = [code for code, words in JOKER_WORDS.items() if words & set(parts)]
        return Card(colours[0] if len(colours) == 1 else "X", "")
    suits = {suit for suit, words in SUIT_WORDS[pattern].items() if set(words.split()) & set(parts)}
    if len(suits) == 1:
        words = {word: rank for rank, some in NUMBER_WORDS.items() for word in some.split()}
        words |= {word: rank for rank, some in COURT_WORDS[pattern].items() for word in some.split()}
        ranks = {words[part] for part in parts if part in words}
        if len(ranks) > 1:
            # "7 of cups 2": a number after the rest counts the pictures
            before = re.findall(r"([^\W_]+)[\W_]+(?:of|di|de)[\W_]", name.lower())
            ranks = {words[part] for part in before if part in words}
        return Card(ranks.pop(), suits.pop()) if len(ranks) == 1 else None
    codes = {card for part in parts if (card := _code(part))}
    return codes.pop() if len(codes) == 1 else None


def _code(part: str) -> Card | None:
    try:
        return Card.parse(part)
    except BadCard:
        return None
