"""The score sheet: every deal a row; tap a number to see how it came about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.view import SheetRow, TableView
from ui.card import Fan
from ui.look import LOOK, Btn, Overlay, Words
from ui.page import name_at


def signed(points: int) -> str:
    """Points with their sign, a true minus."""
    return f"+{points}" if points >= 0 else f"−{-points}"


class HowOverlay(Overlay):
    """How one person's points of one deal came about."""

    title = StringProperty("")
    how = StringProperty("")
    total = StringProperty("")

    def open_on(self, view: TableView, row: SheetRow, place: int) -> None:
        """Explain this number."""
        name = name_at(view, place)
        dealer = name_at(view, row.dealer)
        self.title = LOOK.tr("{name}, deal {n} (dealt by {dealer})").format(name=name, n=row.deal, dealer=dealer)
        self.how = row.how.get(place, row.note)
        self.total = LOOK.tr("{points} in this deal, {total} in all").format(
            points=signed(row.points.get(place, 0)), total=row.totals.get(place, 0)
        )
        cards = Fan(align="centre", cards=[(code, None, False) for code in row.hands.get(place, ())])
        self.ids.sheet.add_widget(cards)

        def place_cards(*_: Any) -> None:
            sheet, u = self.ids.sheet, LOOK.u
            cards.card_height = 128 * u
            cards.size = sheet.width - 40 * u, 130 * u
            cards.pos = sheet.x + 20 * u, sheet.y + 176 * u

        self.bind(size=place_cards)
        self.open()


class ScoreSheet(Overlay):
    """Deals downwards, people across."""

    def open_on(self, view: TableView) -> None:
        """Open with what this view holds."""
        self.known: tuple[Any, ...] = ()
        self.viewed(view)
        self.open()
        self.ids.scroll.newest()

    def viewed(self, view: object) -> None:
        """Keep up."""
        if not isinstance(view, TableView):
            self.close()
            return
        known = (view.sheet, view.seats, LOOK.language)
        if known == self.known:
            return
        self.known = known
        self._people(view)
        rows = self.ids.rows
        rows.clear_widgets()
        for row in view.sheet:
            rows.add_widget(self._row(view, row))
        self.ids.none.say = "" if view.sheet else LOOK.tr("No deal is finished yet.")
        target = LOOK.tr("Played to {n} points").format(n=view.target) if view.target else ""
        self.ids.title.say = f"{view.title}   {target}"

    def _people(self, view: TableView) -> None:
        head = self.ids.head
        head.clear_widgets()
        head.add_widget(Words(say=LOOK.tr("deal"), size_hint=(None, 1), width=54 * LOOK.u, halign="center", points=17))
        for seat in view.seats:
            head.add_widget(Words(say=seat.name, size_hint=(1, 1), halign="center", bold=True, points=20))

    def _row(self, view: TableView, row: SheetRow) -> BoxLayout:
        line = BoxLayout(size_hint=(1, None), height=54 * LOOK.u, spacing=5 * LOOK.u)
        line.add_widget(Words(say=str(row.deal), size_hint=(None, 1), width=54 * LOOK.u, halign="center", bold=True))
        best = max(row.points.values(), default=0)
        for seat in view.seats:
            points = row.points.get(seat.place)
            cell = Btn(name=f"cell.{row.deal}.{seat.place}", size_hint=(1, 1), points=20)
            star = "★" if points is not None and points == best else ""
            cell.say = "–" if points is None else f"{signed(points)}{star}   {row.totals.get(seat.place, 0)}"
            if len(view.seats) > 4:
                cell.say = cell.say.replace("   ", "\n")
            cell.bind(on_release=lambda _, place=seat.place: HowOverlay(app=self.app).open_on(view, row, place))
            line.add_widget(cell)
        return line


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
