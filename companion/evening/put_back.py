"""After a break: does the table look as it was left? What must be put back, and what does not belong there.

Only what lies open is compared. A card that the camera cannot tell for sure counts as what it may be: people are sent
to look for a card only where nothing that lies there could be it. A card that lies where cards are played and is none
of those that the table has there stays new: laid just before the break, perhaps, and told or asked about after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from companion.cards import Card, Cards, Faces
from companion.pack.face_names import listed
from companion.place.layout import Layout
from companion.ports import Sighting
from companion.scribe.ledger import Account
from companion.scribe.weighing import EXPLAINS, named
from companion.table.table import Seat, Table, before
from companion.texts import Text, text

MIDDLE = ("lot", "turned", "attack")
"""places in the middle whose open cards lie there until somebody takes them (a talon that was shown is put away)"""
ONE_ON_ANOTHER = ("pile", "attack")
"""places whose cards are laid one on the other, so that the next may hide those that were seen"""
LIES_ELSEWHERE = ("hand", "open", "taken", "stock")
"""kinds of places whose cards do not lie in the middle"""
PLAIN = 0.9
"""odds from which a card that lies open is told by its face"""


@dataclass(frozen=True)
class Owed:
    """A card that has to lie open: in which place of the table, and whose it is, if it is a player's."""

    card: Card
    place: str
    seat: Seat | None = None


@dataclass(frozen=True)
class Difference:
    """What keeps the table from being as it was left; false when nothing does."""

    missing: tuple[Owed, ...] = ()
    """these are not seen anywhere"""
    elsewhere: tuple[Owed, ...] = ()
    """these lie before another player than theirs"""
    strange: tuple[Card, ...] = ()
    """these lie open and have not been seen before: played meanwhile, or not of this deal"""
    known: tuple[Sighting, ...] = ()
    """what lies there and is accounted for"""
    new: tuple[Sighting, ...] = ()
    """these lie where cards are played, and nobody has told of them"""
    covered: tuple[Card, ...] = ()
    """these lie under what is new"""

    def __bool__(self) -> bool:
        return bool(self.missing or self.elsewhere)

    @property
    def gone(self) -> tuple[Card, ...]:
        """What is missing in the middle, where it may have been taken up."""
        return tuple(one.card for one in self.missing if one.seat is None and one.place != "trick")

    def words(self, t: Table) -> Text:
        """What the people are to do."""
        todo = []
        if self.missing:
            todo.append(text("put back {cards}", cards=by_place(self.missing, t)))
        if self.elsewhere:
            todo.append(text("move to their places {cards}", cards=by_place(self.elsewhere, t)))
        if self.strange:
            todo.append(text("take away {cards}", cards=Faces(self.strange)))
        return text("The table is not as it was: {what}", what=listed(todo))


def by_place(cards: Sequence[Owed], t: Table) -> Text:
    """Cards and where they belong, those of one place together."""
    places: dict[tuple[str, Seat | None], list[Card]] = {}
    for one in cards:
        places.setdefault((one.place, one.seat), []).append(one.card)
    words = []
    for (place, seat), there in places.items():
        if place == "trick" and seat is not None:
            words.append(text("{cards} (played by {name})", cards=Faces(there), name=t.names[seat]))
        else:
            words.append(text("{cards} ({place})", cards=Faces(there), place=t.describe(place)))
    return listed(words)


def owed(t: Table) -> list[Owed]:
    """The cards that lie open on this table: an unfinished trick, rows, what is turned up, the top of the pile.

    A trick that is complete may have been drawn to its winner already.
    """
    found = [Owed(card, "trick", laid.seat) for laid in t.trick for card in laid.cards]
    here = t.known("trick") if "trick" in t.places else Counter[Card]()
    if Counter(one.card for one in found) != here:
        found = [Owed(card, "trick") for card in here.elements()]
    for seat in range(t.seats):
        found += [Owed(card, before(seat), seat) for card in t.cards(before(seat))]
    found += [Owed(card, place) for place in MIDDLE for card in t.cards(place)]
    found += [Owed(card, "pile") for card in t.cards("pile")[-1:]]
    return found


def compare(
    t: Table, layout: Layout, places: Sequence[int], lying: Sequence[Sighting],
    followed: Sequence[Sighting] | None = None,
) -> Difference:  # fmt: skip
    """What is different from the table as it was left. ``places`` gives the physical place of each seat.

    Before the players, cards that are known but need not lie open (won, set aside, laid open and taken up again) are no
    surprise, and neither is a card whose face is not plain. ``followed``: those of the cards that were accounted for
    before the break; None if nothing was remembered over it.
    """
    left, waiting, known = [s for s in lying if s.odds], owed(t), []
    for one in list(waiting):
        if found := likeliest(t, one.card, [s for s in left if at_home(one, layout, places, s)]):
            waiting.remove(one)
            left.remove(found)
            known.append(found)
    missing, elsewhere = [], []
    for one in waiting:
        if found := likeliest(t, one.card, left):
            left.remove(found)
            known.append(found)
            elsewhere.append(one)
        else:
            missing.append(one)
    top_lies = not any(one.place == "pile" for one in missing)
    told, new = sort_middle(t, layout, places, [s for s in left if in_middle(layout, s)], followed, top_lies)
    covered = [one for one in missing if one.place in ONE_ON_ANOTHER and new]
    allowed, strange = may_lie_open(t), []
    allowed.subtract(card for card in (plain(t, s) for s in told) if card is not None)
    for s in left:
        card = plain(t, s)
        if in_middle(layout, s):
            continue
        if card is not None and allowed[card] > 0:
            allowed[card] -= 1
            known.append(s)
        elif card is not None:
            strange.append(card)
    return Difference(
        tuple(one for one in missing if one not in covered), tuple(elsewhere), tuple(strange), (*known, *told),
        tuple(new), tuple(one.card for one in covered),
    )  # fmt: skip


def sort_middle(
    t: Table, layout: Layout, places: Sequence[int], lying: Sequence[Sighting], followed: Sequence[Sighting] | None,
    top_lies: bool,
) -> tuple[list[Sighting], list[Sighting]]:  # fmt: skip
    """Cards in the middle that need not lie there: those that the table has there all the same, and the new ones.

    ``top_lies``: the top of the pile is seen. Else the highest card lies on it, or is the one below the top, which has
    been taken away.
    """
    last = Counter((laid.seat, card) for laid in t.trick for card in laid.cards)  # (perhaps not drawn in yet)
    deep = Counter(one for one in t.cards(*(p for p in t.places if p.partition(" ")[0] not in LIES_ELSEWHERE)))
    deep.subtract(one.card for one in owed(t))
    if followed is not None:
        deep.subtract(t.cards("pile"))  # (what lies deeper in it and is seen was followed)
    highest = lying[-1] if lying and not top_lies and plain(t, lying[-1]) not in t.cards("pile")[-2:-1] else None
    told = [s for s in lying if any(one is s for one in followed or ())]
    new: list[Sighting] = []
    for s in lying:
        if any(one is s for one in told):
            continue
        card, place = plain(t, s), layout.trick_place(s.x, s.y)
        its = next((key for key in last if last[key] > 0 and key[1] == card and places[key[0]] == place), None)
        if its is not None:
            last[its] -= 1
            told.append(s)
        elif card is not None and deep[card] > 0 and s is not highest:
            deep[card] -= 1
            told.append(s)
        else:
            new.append(s)
    return told, new


def in_middle(layout: Layout, s: Sighting) -> bool:
    """Whether a card lies where cards are played."""
    return layout.zone_of(s.x, s.y) == "lot" or layout.trick_place(s.x, s.y) is not None


def likeliest(t: Table, card: Card, among: Sequence[Sighting]) -> Sighting | None:
    """The sighting that is most likely this card, None if none may be."""
    odds = [named(s.odds, t.pack).get(card, 0.0) for s in among]
    best = max(range(len(among)), key=lambda n: odds[n], default=None)
    return among[best] if best is not None and odds[best] >= EXPLAINS else None


def at_home(one: Owed, layout: Layout, places: Sequence[int], s: Sighting) -> bool:
    """Whether a card lies where it belongs: before its player, or in the middle on his side."""
    if one.seat is None:
        return True
    if one.place == "trick":
        return layout.trick_place(s.x, s.y) == places[one.seat]
    return layout.zone_of(s.x, s.y) == f"seat {places[one.seat]}"


def hidden(found: Difference, layout: Layout, places: Sequence[int], over: Callable[[float, float], bool]) -> bool:
    """Whether something that is missing may lie under a hand. ``over``: whether an arm is over a point."""
    return any(over(*home(one, layout, places)) for one in found.missing)


def home(one: Owed, layout: Layout, places: Sequence[int]) -> tuple[float, float]:
    """About where a card belongs (mm)."""
    if one.seat is None:
        return layout.middle
    if one.place == "trick":
        return layout.trick_slot(places[one.seat])[:2]
    spot = layout.spot(places[one.seat])
    return spot.x, spot.y


def may_lie_open(t: Table) -> Cards:
    """Known cards that may lie open or not: what has been won, set aside, or shown from a hand."""
    return t.known() - Counter(one.card for one in owed(t))


def plain(t: Table, s: Sighting) -> Card | None:
    """The face of a card that is read plainly, None if it is not."""
    odds = named(s.odds, t.pack)
    best = max(odds, key=lambda card: odds[card], default=None)
    return best if best is not None and odds[best] >= PLAIN else None


def vouched(
    lying: Sequence[Sighting], accounts: Iterable[Account], trusted: Collection[tuple[int, int]]
) -> list[Sighting]:
    """What lies there, with the cards that the people have corrected as what these say that they are.

    ``trusted``: such cards, by event and which of its cards; what accounts for them sees them as such from now on.
    """
    cards = list(lying)
    for account in accounts:
        s = account.here
        if s is None or not account.face or (account.event, account.index) not in trusted:
            continue
        account.here = told = replace(s, odds={account.face: 1.0})
        cards = [told if one is s else one for one in cards]
    return cards
