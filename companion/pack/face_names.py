"""What faces are called, in every pattern of cards, and which face a file or folder name means.

Whatever is printed on it, a face goes by the code of the French card it stands for; `companion.pack.face_words` lists
what people call it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from companion.cards import RANKS, SUITS, BadCard, Card
from companion.pack.face_words import WORDS
from companion.texts import Text, text

PATTERNS: dict[str, str] = {
    "french": "A23456789TJQK",
    "german": "789TJQKA",
    "swiss": "6789TJQKA",
    "italian": "A234567JQK",
    "spanish": "A234567JQK",
}
"""The patterns with the ranks that their packs usually hold, in the order in which they are asked for."""

CYRILLIC = str.maketrans({
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "ђ": "d", "е": "e", "ж": "z", "з": "z", "и": "i", "ј": "j",
    "к": "k", "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "ћ": "c", "у": "u", "ф": "f", "х": "h", "ц": "c", "ч": "c", "џ": "dz", "ш": "s", "щ": "sc", "ъ": "", "ы": "y",
    "ь": "", "э": "e", "ю": "ju", "я": "ja", "đ": "d", "œ": "oe", "ł": "l",
})  # fmt: skip
"""Letters in their Latin form without accents, and Latin ones that do not decompose."""


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
    ``ober laub``, ``Herzkönig``, ``joker red``) or else of the French card (``7 of clubs``); words win, for ``as`` is
    a code and a word. What else stands there is ignored.
    """
    name = re.sub(r"\(\d+\)\s*$", "", folded(name))  # how file managers count copies
    parts = [part for part in re.split(r"[\W_]+", name) if part]
    jokers = _meanings("jokers")
    if any(jokers.get(part.rstrip("0123456789")) == "X" for part in parts):
        colours = {jokers[part] for part in parts if part in jokers} - {"X"}
        return Card(colours.pop() if len(colours) == 1 else "X", "")
    ranks = _meanings("every", "french", pattern)
    for suits in (_meanings(pattern), _meanings("french")):
        words = _taken_apart(parts, ranks, suits)
        named = {suits[word] for word in words if suits.get(word, "-") in SUITS}
        if len(named) == 1:
            rank = _rank(name, words, ranks)
            return Card(rank, named.pop()) if rank else None
    codes = {card for part in parts if (card := _code(part))}
    return codes.pop() if len(codes) == 1 else None


def folded(words: str) -> str:
    """Small letters without accents, Cyrillic in Latin ones; however the file system composes them."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", words.casefold()) if not unicodedata.combining(one))
    return plain.translate(CYRILLIC)


@cache
def _meanings(*parts: str) -> dict[str, str]:
    """Each folded word of these parts of the table with what it means; the later parts win."""
    lines = [line for part in parts for line in WORDS[part].items()]
    return {folded(word): meant for meant, words in lines for word in re.findall(r"\w+", words)}


def _taken_apart(parts: Sequence[str], ranks: Mapping[str, str], suits: Mapping[str, str]) -> list[str]:
    """The parts, and the words of those that are a suit and a rank written as one: "herzkonig", "7herz"."""
    words = []
    for part in parts:
        cuts = [] if part in ranks or part in suits else [(part[:i], part[i:]) for i in range(1, len(part))]
        found = [cut for cut in cuts if _suit_and_rank(*cut, ranks, suits) or _suit_and_rank(*cut[::-1], ranks, suits)]
        words += list(found[0]) if len(found) == 1 else [part]
    return words


def _suit_and_rank(suit: str, rank: str, ranks: Mapping[str, str], suits: Mapping[str, str]) -> bool:
    return suits.get(suit, "-") in SUITS and ranks.get(rank, "-") in RANKS and (len(rank) > 1 or rank.isdecimal())


def _rank(name: str, words: Sequence[str], ranks: Mapping[str, str]) -> str:
    """The rank that these words mean, empty if they mean none or several."""
    found = {ranks[word] for word in words if ranks.get(word, "-") in RANKS}
    if len(found) > 1:
        # "7 of cups 2": a number after the rest counts the pictures
        before = re.findall(r"([^\W_]+)[\W_]+(?:of|di|de)[\W_]", name)
        found = {ranks[word] for word in before if ranks.get(word, "-") in RANKS}
    return found.pop() if len(found) == 1 else ""


def _code(part: str) -> Card | None:
    try:
        return Card.parse(part)
    except BadCard:
        return None
