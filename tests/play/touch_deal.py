"""Plays a whole deal by real touches on the real screen: run by ``test_touch.py`` in a process of its own.

Three people sit down, two lots are bought, one is refused, a card is corrected, a pass undone and redone; the rest
of the deal is played as the dealer likes, and the scores must be the truth. Prints one JSON line.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from ui import window

window.prepare((800, 480))

from companion.deal import Deal  # noqa: E402
from companion.dealer import next_act, shuffle  # noqa: E402
from companion.journal import Journal  # noqa: E402
from companion.requests import Act  # noqa: E402
from companion.session import Session  # noqa: E402
from companion.viewer import view  # noqa: E402
from ui.driver import Driver  # noqa: E402


class Hands:
    """A person's hands on the screen, and the session behind it."""

    def __init__(self, folder: Path) -> None:
        self.session = Session(Journal(folder / "journal.sqlite"))
        self.driver = Driver(send=self.session.handle)
        self.session.on_change = self.draw
        self.taps = 0
        self.draw()
        self.driver.settle()

    def draw(self) -> None:
        """As the evening's loop does."""
        self.driver.app.show(view(self.session))

    def tap(self, *names: str) -> None:
        """Tap one after the other."""
        for name in names:
            self.driver.tap(name)
            self.driver.settle()
            self.taps += 1

    @property
    def sitting(self) -> Any:
        """The match."""
        return self.session.sitting

    def do(self, act: Act) -> None:
        """Enter an act by touch, as a person would."""
        place = self.sitting.place_of(act.seat)
        if act.do == "pass":
            self.tap("dalje")
        elif act.do == "bid":
            self.bid(act.amount or 0)
        else:
            several = len({r.seat for r in self.sitting.deal.asking if act.do in r.verbs}) > 1
            self.tap(f"enter.{act.do}" + (f".{place}" if several else ""))
            for card in act.cards:
                self.tap(f"pick.{card}")
            for _ in range(act.count):
                self.tap("down.plus")
            if self.driver.has("ok"):
                self.tap("ok")

    def bid(self, amount: int) -> None:
        """Dial with + from the lowest bid, then OK."""
        seat = next(s for s in view(self.session).seats if s.low is not None)  # type: ignore[union-attr]
        for _ in range(amount - seat.low):
            self.tap("dial.plus")
        self.tap("bid ok")


def play(hands: Hands, seed: int) -> dict[str, Any]:
    """The whole deal."""
    played = hands.sitting.played
    deal = Deal(played.game.deal, played.new_table)
    dice = random.Random(seed)
    truth = shuffle(deal.table, dice)
    acts = corrected = 0
    while deal.outcome is None:
        act = next_act(deal, truth, dice)
        if act.do == "turn" and not corrected:
            corrected = 1
            wrong_then_right(hands, act)
        else:
            hands.do(act)
        deal.offer(act)
        acts += 1
        mine, true = hands.sitting.deal, deal
        assert mine.awaits() == true.awaits(), (act, mine.awaits(), true.awaits(), hands.driver.words())
        if act.do == "pass" and acts % 5 == 0:
            hands.tap("undo", "redo")
            assert mine.awaits() == true.awaits()
    points = {played.names[seat]: n for seat, n in deal.outcome.points.items()}
    seen = hands.sitting.deal.outcome
    scores = {played.names[seat]: n for seat, n in seen.points.items()} if seen else {}
    words = hands.driver.words()
    return {"truth": points, "scores": scores, "taps": hands.taps, "acts": acts, "words": words}


def wrong_then_right(hands: Hands, act: Act) -> None:
    """Enter a wrong face, see it on the table, tap the card and correct it."""
    wrong = next(
        card for card in hands.sitting.deal.table.pack if card not in act.cards and card.rank != act.cards[0].rank
    )
    hands.do(Act("turn", act.seat, (wrong, act.cards[1])))
    hands.tap("lot.0", f"pick.{act.cards[0]}")
    lying = [str(card) for card in hands.sitting.deal.table.cards("lot")]
    assert sorted(lying) == sorted(map(str, act.cards)), lying


def main() -> None:
    seed = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        hands = Hands(Path(folder))
        hands.tap("new match")
        sit_down(hands)
        told = play(hands, seed)
        if len(sys.argv) > 2:
            hands.driver.screenshot(Path(sys.argv[2]))
    print(json.dumps(told, ensure_ascii=False))


def sit_down(hands: Hands) -> None:
    """Three people type their names; Ana deals."""
    if hands.driver.has("game.crveni_tepih"):
        hands.tap("game.crveni_tepih")
    hands.tap("people.minus")
    for name in ("ANA", "BORIS", "VERA"):
        hands.tap("type")
        for sign in name:
            key = next(k for k in (f"key.{sign}", f"key.{sign.lower()}") if hands.driver.has(k))
            hands.tap(key)
        hands.tap("ok")
    hands.tap("begin")


if __name__ == "__main__":
    main()
