"""Is the pack complete? What pictures of it show against what it should hold; knows no picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.cards import JOKERS, RANKS, SUITS, Card, Cards
from companion.pack.face_names import face_name, listed, rank_name
from companion.texts import Text, counted, text

MOST_EXTRA, MOST_MISSING = 8, 12
"""More different cards too many, or cards missing, than this are only counted: it is another pack, or a part of one."""


@dataclass(frozen=True)
class SeenCard:
    """A card on a picture: the faces it may be, the likeliest first, and whether the first is sure.

    ``box`` is x, y, width, height (px) on the picture ``file``.
    """

    faces: tuple[Card, ...]
    sure: bool
    file: str = ""
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class PackCheck:
    """The answer. ``missing`` is surely not there: no unsure card can be it."""

    pack: Cards
    count: int
    missing: Cards
    extra: Cards
    unsure: tuple[SeenCard, ...]
    unread: int = 0
    """so many more cards were seen of which nothing could be read: then none is surely missing"""

    @property
    def complete(self) -> bool:
        """Whether all cards are there, no other, and each is sure."""
        return self.nothing_missing and not self.extra

    @property
    def nothing_missing(self) -> bool:
        """Whether all cards are surely there, and no other but jokers that this game does not need."""
        strange = self.extra - self.unused_jokers
        count = self.count - self.unused_jokers.total()
        return not (self.missing or strange or self.unsure or self.unread) and count == self.pack.total()

    @property
    def unused_jokers(self) -> Cards:
        """Jokers that lie there though the pack has none: they came in the box."""
        if any(card.rank in JOKERS for card in self.pack):
            return Counter()
        return Counter({card: n for card, n in self.extra.items() if card.rank in JOKERS})


def check_pack(
    expected: Cards, pictures: Sequence[Sequence[SeenCard]], same: bool = False, unread: int = 0
) -> PackCheck:
    """Compare the cards of pictures with a pack.

    Each picture shows other cards, or, with ``same``, all show the same spread, or parts of it that overlap.
    ``unread``: so many more cards lie there of which nothing was read.
    """
    if not any(card.rank in JOKERS for card in expected):
        pictures = [[_joker_if_any(card) for card in picture] for picture in pictures]
    seen, unsure = _together(pictures) if same else _one_after_another(pictures)
    expected, known = _jokers_alike(expected, seen, unsure)
    lacking, extra = expected - known, known - expected
    possible = {_joker_alike(face, lacking) for card in unsure for face in card.faces}
    missing = Counter({face: n for face, n in lacking.items() if face not in possible and not unread})
    return PackCheck(expected, seen.total() + len(unsure), missing, extra, tuple(unsure), unread)


def _one_after_another(pictures: Sequence[Sequence[SeenCard]]) -> tuple[Cards, list[SeenCard]]:
    cards = [card for picture in pictures for card in picture]
    return Counter(card.faces[0] for card in cards if card.sure), [card for card in cards if not card.sure]


def _together(pictures: Sequence[Sequence[SeenCard]]) -> tuple[Cards, list[SeenCard]]:
    """Of the picture with the most cards, those that the others do not name; and all that any picture names."""
    sure: Cards = Counter()
    for picture in pictures:
        sure |= Counter(card.faces[0] for card in picture if card.sure)
    fullest = max(pictures, key=len, default=())
    doubtful = [card for card in fullest if not card.sure]
    elsewhere = sure - Counter(card.faces[0] for card in fullest if card.sure)
    for face in elsewhere.elements():
        told = [card for card in doubtful if face in card.faces]
        if told:
            doubtful.remove(min(told, key=lambda card: card.faces.index(face)))
    return sure, doubtful


def _jokers_alike(expected: Cards, seen: Cards, unsure: Sequence[SeenCard]) -> tuple[Cards, Cards]:
    """Both with plain jokers, if one of them does not tell black from red."""
    plain = Card("X", "")
    if not (expected[plain] or seen[plain] or any(plain in card.faces for card in unsure)):
        return expected, seen

    def alike(cards: Cards) -> Cards:
        made: Cards = Counter()
        for face, n in cards.items():
            made[plain if face.rank in JOKERS else face] += n
        return made

    return alike(expected), alike(seen)


def _joker_if_any(card: SeenCard) -> SeenCard:
    """A joker of which only the colour is unsure is surely a joker: colours count only in packs that have jokers."""
    if card.sure or any(face.rank not in JOKERS for face in card.faces):
        return card
    return replace(card, faces=(Card("X", ""),), sure=True)


def _joker_alike(face: Card, lacking: Cards) -> Card:
    plain = Card("X", "")
    return plain if face.rank in JOKERS and lacking[plain] else face


def in_words(found: PackCheck, pattern: str = "french") -> Text:
    """The answer as a sentence: "32 cards, the seven of clubs is missing, one six too many"."""
    parts = [counted("{n} card", "{n} cards", found.count)]
    if found.count != found.pack.total() and (found.unsure or found.unread or not (found.missing or found.extra)):
        parts = [text("{cards} instead of {expected}", cards=parts[0], expected=found.pack.total())]
    if found.nothing_missing:
        parts.append(text("all there"))
    missing = [face_name(card, pattern) for card in in_order(found.missing)]
    if len(missing) > MOST_MISSING:
        parts.append(counted("{n} card is missing", "{n} cards are missing", len(missing)))
    elif len(missing) == 1:
        parts.append(text("the {card} is missing", card=missing[0]))
    elif missing:
        parts.append(text("missing: {cards}", cards=listed(missing)))
    aside, extra = found.unused_jokers, found.extra - found.unused_jokers
    if len(extra) > MOST_EXTRA:
        parts.append(counted("{n} card is too many", "{n} cards are too many", extra.total()))
    else:
        parts += [_too_many(card, found, pattern) for card in in_order(Counter(set(extra)))]
    if aside:
        parts.append(
            counted(
                "put {n} joker aside, which this game does not need",
                "put {n} jokers aside, which this game does not need",
                aside.total(),
            )
        )
    if found.unsure:
        parts.append(counted("{n} is uncertain", "{n} are uncertain", len(found.unsure)))
    if found.unread:
        parts.append(
            counted(
                "{n} card lies there that could not be read: lay the cards apart",
                "{n} cards lie there that could not be read: lay them apart",
                found.unread,
            )
        )
    whole = parts[0]
    for part in parts[1:]:
        whole = text("{some}, {one}", some=whole, one=part)
    return whole


def in_order(cards: Cards) -> list[Card]:
    """Cards suit by suit, the high ones first; jokers last."""
    suits = dict(zip(SUITS, range(len(SUITS)), strict=True))
    return sorted(cards.elements(), key=lambda card: (suits.get(card.suit, 9), -RANKS.find(card.rank), card.rank))


def _too_many(card: Card, found: PackCheck, pattern: str) -> Text:
    n = found.extra[card]
    # a rank that this pack does not have needs no suit
    strange = bool(card.suit) and not any(card.rank == other.rank for other in found.pack)
    alone = sum(1 for other in found.extra if other.rank == card.rank) == 1
    name = rank_name(card.rank, pattern) if strange and alone and n == 1 else face_name(card, pattern)
    return text("one {card} too many", card=name) if n == 1 else text("{n} times too many: {card}", n=n, card=name)
