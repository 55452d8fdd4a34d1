"""Is any deal of the unseen cards consistent with what was seen? Exact, by flow, for one pack and for several.

Unseen faces flow into places that hold hidden cards. A place has room for just so many cards, may be limited to a
number of copies of a face (``most``), and may be bound to hold a number of cards of a kind (``Least``). A deal fits
when all of the room can be filled.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from companion.cards import Card, Cards

Most = Mapping[Card, int]
"""at most so many copies of each named face; faces that are not named are free"""
Node = Hashable


@dataclass(frozen=True)
class Least:
    """A place holds at least ``number`` cards of a kind. The kinds bound for one place must not overlap."""

    place: str
    kind: frozenset[Card]
    number: int


def fits(unseen: Cards, room: Mapping[str, int], most: Mapping[str, Most], least: Sequence[Least] = ()) -> bool:
    """Whether the unseen cards can fill the room of all places within these bounds.

    ``room`` gives the number of hidden cards of every place; cards that are left over lie nowhere (there are none
    where every card has a place).
    """
    net: dict[Node, dict[Node, int]] = {}

    def edge(a: Node, b: Node, capacity: int) -> None:
        net.setdefault(a, {})[b] = net.get(a, {}).get(b, 0) + capacity
        net.setdefault(b, {}).setdefault(a, 0)

    bound = {place: [one for one in least if one.place == place] for place in room}
    for place, number in room.items():
        must = sum(one.number for one in bound[place])
        if must > number:
            return False
        edge((place, -1), "sink", number - must)
        for i, one in enumerate(bound[place]):
            edge((place, i), "sink", one.number)
    for kind, copies in kinds(unseen, room, most, bound).items():
        edge("source", kind, copies)
        face, limits = kind[0], kind[1]
        for place, limit in zip(room, limits, strict=True):
            edge(kind, (kind, place), limit if limit >= 0 else copies)
            edge((kind, place), (place, -1), copies)
            for i, one in enumerate(bound[place]):
                if face in one.kind:
                    edge((kind, place), (place, i), copies)
    return flow(net) == sum(room.values())


def kinds(
    unseen: Cards, room: Mapping[str, int], most: Mapping[str, Most], bound: Mapping[str, Sequence[Least]]
) -> dict[tuple[Card, tuple[int, ...]], int]:
    """Unseen faces that may go to the same places, counted together; a limited face (not 0) stays by itself.

    Each kind is named by one of its faces and its limit at each place (-1: none).
    """
    found: Counter[tuple[Card, tuple[int, ...]]] = Counter()
    heads: dict[tuple[object, ...], Card] = {}
    for face, copies in unseen.items():
        limits = tuple(limit(most.get(place, {}), face, copies) for place in room)
        alone = face if any(one > 0 for one in limits) else None
        inside = tuple(face in one.kind for ones in bound.values() for one in ones)
        head = heads.setdefault((limits, inside, alone), face)
        found[head, limits] += copies
    return dict(found)


def limit(most: Most, face: Card, copies: int) -> int:
    """How many copies of a face a place may take, -1 if as many as there are."""
    number = max(0, most.get(face, copies))
    return -1 if number >= copies else number


def flow(net: dict[Node, dict[Node, int]]) -> int:
    """The greatest flow from source to sink (shortest augmenting paths; the net is a few dozen nodes)."""
    total = 0
    while path := shortest(net):
        amount = min(net[a][b] for a, b in path)
        for a, b in path:
            net[a][b] -= amount
            net[b][a] += amount
        total += amount
    return total


def shortest(net: Mapping[Node, Mapping[Node, int]]) -> list[tuple[Node, Node]]:
    """A shortest path with capacity left from source to sink; empty if there is none."""
    came: dict[Node, Node] = {"source": "source"}
    waiting = deque[Node](["source"])
    while waiting and "sink" not in came:
        node = waiting.popleft()
        for other, capacity in net.get(node, {}).items():
            if capacity > 0 and other not in came:
                came[other] = node
                waiting.append(other)
    if "sink" not in came:
        return []
    path: list[tuple[Node, Node]] = []
    at: Node = "sink"
    while at != "source":
        path.append((came[at], at))
        at = came[at]
    return path
