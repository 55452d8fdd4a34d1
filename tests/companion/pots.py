"""A table of Crveni tepih at which money cards are thrown by hand: no people, no pictures, only eyes and a scene."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from companion.cli.evening import Evening
from companion.cli.rendered import ScreenPanel
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged, Sitting
from companion.events import Event
from companion.kept.journal import Journal
from companion.people.paper_eyes import PaperCamera, PaperEyes
from companion.ports import Cover, Placement, Scene
from companion.rules.bids import Bid
from companion.table.table import Seat
from companion.view import AnswerQuestion, NewMatch
from hardware.lights import NoLights

NAMES = ("Ana", "Boris", "Vera", "Goran")
WORTHS = (2, 3, 4, 5, 6)
AWAY = (40.0, 0.0)


class Pots:
    """Ana deals; ``turn`` opens a lot, ``throw`` throws money of a named player, ``wait`` lets time pass (ms)."""

    def __init__(self, folder: Path, players: int = 3, **rules: str) -> None:
        self.session = Session(Journal(folder / "journal.sqlite"))
        self.heard: list[Acknowledged] = []
        self.session.on_event = self.heard.append
        self.odds: dict[str, Mapping[str, float]] = {}
        """how a card looks that is not plain"""
        self.cards: dict[object, Placement] = {}
        self.hands: tuple[Cover, ...] = ()
        self.camera = PaperCamera()
        self.eyes = PaperEyes(lambda: Scene(tuple(self.cards.values()), self.hands), Random(1), tell=self._tell)
        self.panel = ScreenPanel(lambda: self.camera.at_ms)
        self.evening = Evening(self.session, self.panel, NoLights(), self.camera, self.eyes)
        self.session.new_match(NewMatch("crveni_tepih", NAMES[:players], rules={"money_form": "cards", **rules}))
        for name in self.sitting.people:
            for index, worth in enumerate(WORTHS):
                self.put((name, worth), self.code(name, worth), *self._row(name, index))
        self.wait(1000)

    def _tell(self, card: Placement) -> Mapping[str, float]:
        return self.odds.get(str(card.card), {str(card.card): 0.999})

    @property
    def sitting(self) -> Sitting:
        assert self.session.sitting is not None
        return self.session.sitting

    @property
    def events(self) -> list[Event]:
        """What was acknowledged since the lot was turned up, without it."""
        turns = [i for i, told in enumerate(self.heard) if told.event.do == "turn"]
        return [told.event for told in self.heard[turns[-1] + 1 :]]

    @property
    def bids(self) -> dict[str, int]:
        """By name what each has bid on this lot."""
        t = self.sitting.deal.table
        return {t.names[seat]: amount for seat, amount in t.bids.items()}

    def seat(self, name: str) -> Seat:
        return self.sitting.deal.table.names.index(name)

    def place(self, name: str) -> int:
        return self.sitting.place_of(self.seat(name))

    def code(self, name: str, worth: int) -> str:
        """Everybody's money is of one suit."""
        return f"{worth}{'HDSC'[NAMES.index(name)]}"

    def coins(self, name: str) -> tuple[int, ...]:
        """The money that the product says a player holds."""
        return self.sitting.deal.table.purses[self.seat(name)].coins or ()

    # time and hands -------------------------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        for _ in range(ms // 100):
            self.evening.step()

    def put(self, key: object, code: str, x: float, y: float, angle: float = 0.0) -> None:
        """A card is put down, on top of what lies there."""
        self.cards.pop(key, None)
        self.cards[key] = Placement(code, x, y, angle)

    def turn(self, *codes: str) -> None:
        """Two cards are turned up in the middle, and read."""
        for index, code in enumerate(codes):
            x, y = self.sitting.scribe.layout.lot_at(index, 2)
            self.put(("lot", index), code, x, y)
        self.wait(1000)
        assert self.heard[-1].event.do == "turn"

    def throw(self, name: str, *worths: int, before: str = "", wait: int = 0) -> None:
        """Somebody throws money before the lot: on his own side, or ``before`` another one by mistake."""
        layout = self.sitting.scribe.layout
        x, y, _ = layout.trick_slot(self.place(before or name))
        angle = layout.trick_slot(self.place(name))[2]
        side = 1 if angle < 90 or angle > 270 else -1
        for worth in worths:
            there = sum(abs(card.x - x) < 60 and abs(card.y - y) < 20 for card in self.cards.values())
            self.put((name, worth), self.code(name, worth), x + side * (18.0 * there - 36.0), y, angle)
        self.wait(wait)

    def draw_back(self, name: str, worth: int, wait: int = 0) -> None:
        """Somebody takes money back to himself."""
        self.put((name, worth), self.code(name, worth), *self._row(name, WORTHS.index(worth)))
        self.wait(wait)

    def _row(self, name: str, index: int) -> tuple[float, float, float]:
        return self.sitting.scribe.layout.coin_slot(self.place(name), index)

    def pay(self, buyer: str = "") -> None:
        """All that lies before the lot is put on the heap of what is paid, and the lot goes to its buyer or aside."""
        layout = self.sitting.scribe.layout
        heap = 0
        for key, card in list(self.cards.items()):
            if layout.trick_place(card.x, card.y) is not None and isinstance(key, tuple) and key[0] != "lot":
                x, y = layout.paid_at
                self.put(key, str(card.card), x + heap, y + heap)
                heap += 2
        for index in (0, 1):
            card = self.cards.pop(("lot", index))
            if buyer:
                opened = sum(isinstance(key, tuple) and key[0] == "bought" for key in self.cards)
                self.put(
                    ("bought", card.card), str(card.card), *layout.slot(self.place(buyer), opened, opened + 1, False)
                )
        self.wait(600)

    def press(self, name: str, amount: int | None) -> None:
        """Buttons: a bid is dialled and said, or Dalje (None)."""
        place = self.place(name)
        if amount is None:
            self.panel.press(place, "pass")
        else:
            request = next(r for r in self.sitting.deal.asking if isinstance(r, Bid))
            for _ in range(request.steps(self.sitting.deal.table).index(amount) + 1):
                self.panel.press(place, "plus")
            self.panel.press(place, "ok")
        self.wait(100)

    def answer(self, option: str) -> None:
        """One tap."""
        question = self.sitting.question
        assert question is not None
        assert option in [word for word, _ in question.options], question.options
        self.evening.inbox.put(AnswerQuestion(question.number, (), option))
        self.wait(100)
