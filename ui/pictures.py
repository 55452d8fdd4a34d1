"""Pictures of every screen, in both sizes and both languages: ``python -m ui.pictures FOLDER [--size 800x480]``."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

SIZES = ((800, 480), (1280, 720))
LANGUAGES = ("en", "sr")
PEOPLE = (2, 3, 4, 6, 8)


def scenes(language: str) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
    """(name, view, names of buttons to tap one after another) of each picture."""
    from companion.view import AwaitedView
    from ui import sample_start, samples

    start = sample_start.start(language)
    seats = ("new match", *(f"name.{name}" for name in sample_start.NAMES[:3]))
    yield "start", start, ()
    yield (
        "start_first",
        type(start)(games=start.games, language=language, camera="none"),
        (),
    )
    yield "players", start, seats
    yield "games", replace(start, games=start.games * 4), ("new match",)
    yield "players_8", start, ("new match", *["people.plus"] * 4, *(f"name.{n}" for n in sample_start.NAMES), "dealer")
    yield "keyboard", start, (*seats, "type", "key.š", "key.ž")
    yield "rules", start, (*seats, "rules", "rule.money_lost.winner_only")
    for people in PEOPLE:
        yield f"table_{people}", samples.table(people, language), ()
    for people in (5, 7):
        yield f"table_{people}", samples.refused(people, language), ()
    yield "refused", samples.refused(4, language), ()
    yield "refused_at_length", samples.refused_at_length(4, language), ()
    yield "finding", samples.found(4, language), ()
    yield "findings", samples.found(4, language), ("banner",)
    early = samples.table(3, language)
    discard = AwaitedView("discard", (2,), count=2)
    yield "discard_first", replace(early, awaits=(*early.awaits, discard)), ()
    yield "turning", samples.turning(4, language), ()
    yield "turning_camera", samples.turning(6, language, camera=""), ()
    yield "no_picture", samples.no_picture(3, language), ()
    yield "picker_turn", samples.turning(4, language), ("enter.turn", "pick.7H", "pick.QS")
    yield "picker_turn_8", samples.turning(8, language), ("enter.turn", "pick.7H", "pick.7H")
    yield "showing", samples.showing(4, language), ()
    yield "showing_8", samples.showing(8, language), ()
    yield "discarding", samples.discarding(3, language), ()
    yield "discarding_picker", samples.discarding(3, language), ("enter.discard", "down.plus")
    yield "question", samples.asking(4, language), ()
    yield "question_8", samples.asking(8, language), ()
    yield "question_other", samples.asking(4, language), ("other card",)
    yield "question_words", samples.choosing(4, language), ()
    yield "question_several", samples.several(4, language), ()
    yield "question_put_back", samples.put_back(4, language), ()
    yield "question_paused", samples.paused(4, language), ()
    yield "question_discards", samples.which_discards(4, language), ("choice.7H",)
    yield "hand", samples.table(8, language), ("seat.3",)
    yield "correction", samples.table(4, language), ("seat.2", "hand.2")
    yield "camera", samples.table(4, language), ("picture",)
    yield "menu", samples.table(4, language), ("menu",)
    yield "misdeal", samples.table(4, language), ("menu", "menu.misdeal")
    yield "pause", samples.table(4, language), ("menu", "menu.pause")
    yield "concede", samples.table(8, language), ("menu", "menu.concede")
    yield "agree", samples.table(8, language), ("menu", "menu.agree", "key.3", "key.4", "amount.1", "key.9")
    yield "penalty", samples.table(3, language), ("menu", "menu.penalty", "amount.1", "key.1", "key.0")
    yield "substitute", samples.table(3, language), ("menu", "menu.substitute", "person.1")
    yield "history", samples.table(4, language), ("menu", "menu.history")
    yield "scores_2", samples.deal_over(2, language), ("scores",)
    yield "scores_8", samples.match_over(8, language), ("scores",)
    yield "scores_how", samples.deal_over(4, language), ("scores", "cell.2.1")
    for people in (2, 4, 8):
        yield f"deal_end_{people}", samples.deal_over(people, language), ()
    yield "deal_end_table", samples.deal_over(4, language), ("look",)
    for people in (2, 4, 8):
        yield f"match_end_{people}", samples.match_over(people, language), ()
    hands = ("pick.AH", "pick.AD", "pick.7H", "pick.7D", "units", "units.12", "person.1", "pick.KS", "pick.QC")
    yield "score_only", samples.score_only(3, language), hands
    yield "score_only_8", samples.score_only(8, language), (*hands, "person.0")
    yield "score_only_units", samples.score_only(4, language), ("units",)


def draw(folder: Path, size: tuple[int, int], only: str = "", languages: tuple[str, ...] = LANGUAGES) -> int:
    """Draw all pictures of one size into the folder; tells how many. Needs a display."""
    from ui.window import prepare

    prepare(size, frames_a_second=0)
    from ui.driver import Driver
    from ui.sample_pictures import frame

    driver = Driver(size)
    drawn = 0
    for language in languages:
        driver.speak(language)
        driver.app.show_preview(frame())
        for name, view, taps in scenes(language):
            if only and only not in name:
                continue
            driver.fresh(view)
            for tap in taps:
                driver.tap(tap)
            driver.settle(6)
            driver.screenshot(folder / f"{name}_{language}_{size[1]}.png")
            drawn += 1
    return drawn


def main() -> int:
    """Draw every size in a process of its own: Kivy has one window a process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", help="only this size, for example 800x480")
    parser.add_argument("--only", default="", help="only pictures with this in their name")
    parser.add_argument("--language", help="only this language")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    languages = (wanted.language,) if wanted.language else LANGUAGES
    if wanted.size:
        width, height = (int(part) for part in wanted.size.split("x"))
        print(draw(wanted.folder, (width, height), wanted.only, languages), "pictures")
        return 0
    for width, height in SIZES:
        command = [sys.executable, "-m", "ui.pictures", str(wanted.folder), "--size", f"{width}x{height}"]
        command += ["--only", wanted.only] + (["--language", wanted.language] if wanted.language else [])
        if not os.environ.get("DISPLAY"):
            command = ["xvfb-run", "-a", "-s", "-screen 0 1400x900x24", *command]
        if subprocess.run(command, check=False).returncode:
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
