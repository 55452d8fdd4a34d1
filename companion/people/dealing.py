"""Before and after the play: the pack is shuffled, cut and dealt with backs flying; at the end all is gathered."""

from __future__ import annotations

from companion.deal.deal import Deal
from companion.people.habits import drawn
from companion.people.poses import Pose, toward
from companion.people.spots import HEAP
from companion.people.stage import Stage
from companion.people.timeline import Reach
from companion.table.table import Seat, hand
from companion.table.truth import Truth

SHOWN = 3
"""of a large hand so many backs are seen to fly; the others lie on them"""
FLIGHT_MS, NEXT_MS = 260, 110
SHUFFLES = 5
PACK = (-1, -2, -3, -4)
"""numbers of the cards that stand for the pack while it is shuffled"""


def deal_out(stage: Stage, deal: Deal, truth: Truth, start: int, flashed: tuple[Seat, int] | None = None) -> int:
    """The dealer shuffles, his neighbour cuts, the cards are dealt; when everybody has taken his up (ms).

    ``flashed``: the seat whose n-th card falls face up for a moment.
    """
    t = deal.table
    stage.moves.read(deal, truth)
    stage.wanted_now = stage.wanted(deal)
    stage.coins.set_out(t, start)
    dealer = stage.places[t.dealer]
    spot = stage.layout.spot(dealer)
    pack = Pose(*spot.away(0.0, 105.0), spot.facing)
    at = _cut(stage, pack, t.dealer, _shuffle(stage, pack, dealer, start))
    backs: list[tuple[int, Seat]] = []
    order = t.round_from(t.after(t.dealer))
    hands = {seat: [one.number for one in t.places[hand(seat)]] for seat in order}
    for seat in order:
        for number in hands[seat]:
            stage.at[number] = hand(seat)
    rows, began = stage.rows(t), at
    for turn in range(max(map(len, hands.values()), default=0)):
        for seat in order:
            if turn < len(hands[seat]) and (rows or turn < SHOWN):
                number, own = hands[seat][turn], stage.layout.spot(stage.places[seat])
                to = stage.moves.row_pose(deal, seat, number) if rows else stage.spots.tossed(own.x, own.y, own.facing)
                stage.timeline.lay(number, stage.moves.code(number), pack, False, at)
                if flashed == (seat, turn):
                    stage.timeline.glide(number, at, at + FLIGHT_MS, to, True, 30.0)
                    stage.timeline.glide(number, at + FLIGHT_MS + 350, at + FLIGHT_MS + 600, to, False, 20.0)
                else:
                    stage.timeline.glide(number, at, at + FLIGHT_MS, to, False, 20.0)
                backs.append((number, seat))
                at += NEXT_MS
    at = _put_down(stage, deal, pack, at)
    _busy(stage, dealer, pack, began, at)
    for number in PACK:
        stage.timeline.leave(number, at)
    return at + 400 if rows else stage.moves.everybody_takes_up(backs, at + 300) + 300


def _shuffle(stage: Stage, pack: Pose, dealer: int, start: int) -> int:
    """Halves of the pack go up and down through each other."""
    spots = [pack.moved(dx, dy, turn) for dx, dy, turn in HEAP]
    for number, pose in zip(PACK, spots, strict=True):
        stage.timeline.lay(number, "", pose, False, start)
    at = start + 500
    for i in range(SHUFFLES):
        number = PACK[i % 2]
        up = Pose(*toward(pack.x, pack.y, pack.angle + 180, 30 + 20 * stage.dice.random()), pack.angle)
        stage.timeline.glide(number, at, at + 180, up, lift=40.0)
        stage.timeline.glide(number, at + 180, at + 360, spots[i % 2], lift=10.0)
        at += 400
    _busy(stage, dealer, pack, start, at)
    return at


def _cut(stage: Stage, pack: Pose, dealer: Seat, start: int) -> int:
    """The neighbour lifts off half of the pack and lays it beside; the dealer puts the other half on it."""
    cutter = stage.places[(dealer + len(stage.places) - 1) % len(stage.places)]
    beside = Pose(*pack.ahead(75.0, 0.0), pack.angle)
    upper = [(number, beside.moved(2.0 * i, 1.0 * i), False) for i, number in enumerate(PACK[2:])]
    done = stage.hands.push(cutter, upper, start + 200, lift=30.0)
    home = [(n, pack.moved(*HEAP[i]), False) for i, n in enumerate(PACK[2:], 2)]
    return stage.hands.push(stage.places[dealer], home, done.rest_ms + 200, lift=20.0).rest_ms + 200


def _put_down(stage: Stage, deal: Deal, pack: Pose, at: int) -> int:
    """Stock and talon, and cards that lie in the middle from the beginning, are put down from the pack."""
    t = deal.table
    for name, pile in t.places.items():
        if name.startswith(("hand", "open", "taken")) or not pile:
            continue
        single = name in ("lot", "turned", "pile")
        for i, lying in enumerate(reversed(pile)):
            pose, _ = stage.moves.target(deal, lying.number, "stock", name)
            stage.at[lying.number] = name
            begin = at if single or i < SHOWN else at + 400
            stage.timeline.lay(lying.number, stage.moves.code(lying.number), pack, False, begin)
            stage.timeline.glide(lying.number, begin, begin + 400, pose, False, 15.0)
            at += NEXT_MS + 60 if single else 0
        at += 500
    return at


def _busy(stage: Stage, place: int, pack: Pose, start: int, end: int) -> None:
    """The dealer's hands at the pack."""
    for side in (-14.0, 14.0):
        angle = stage.hands.way(place, *pack.ahead(side, 0.0))
        tip = toward(*pack.ahead(side, 0.0), angle, 20.0)
        out = stage.hands.outside(*tip, angle)
        jog = [
            (ms, tip[0] + drawn(stage.dice, -6, 6), tip[1] + drawn(stage.dice, -6, 6))
            for ms in range(start + 400, end, 300)
        ]
        knots = ((start, *out), (start + 300, *tip), *jog, (end + 50, *tip), (end + 400, *out))
        stage.timeline.hands.append(Reach(place, angle, knots))


def gather(stage: Stage, dealer: Seat, start: int) -> int:
    """Everything is pushed together and taken by the one who deals next; when the table is empty (ms)."""
    lying = stage.timeline.resting()
    if not lying:
        return start
    place = stage.places[dealer]
    spot = stage.layout.spot(place)
    pile = Pose(*spot.away(0.0, 105.0), spot.facing)
    numbers = [body.number for body in lying]
    alike = list(dict.fromkeys(body.pose for body in lying))  # (what lies exactly on each other stays so)
    heap = [(body.number, pile.moved(*HEAP[alike.index(body.pose) % len(HEAP)]), False) for body in lying]
    done = stage.hands.push(place, heap, start, lift=10.0)
    stage.at.clear()
    stage.open_hands.clear()
    return stage.hands.take(place, numbers, done.rest_ms + 200).clear_ms + 200
