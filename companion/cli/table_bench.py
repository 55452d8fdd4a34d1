"""``dalje bench table``: plays deals at rendered tables and tells how often the product was right."""

from __future__ import annotations

import json
import math
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from companion.cli import options, wiring
from companion.cli.measures import Measure
from companion.cli.stopping import has_done
from companion.ports import Trouble

if TYPE_CHECKING:
    from companion.cli.tables.rows import Answers, Job

SAMPLE_MINUTES = 15.0
"""after which the sample begins no further deal"""
LOADED = ("pinc", "home", 1, 3)
"""the deal whose frames are rendered before, to tell what the product itself costs"""


def names(context: click.Context, option: click.Parameter, told: tuple[str, ...]) -> tuple[str, ...]:
    """``a,b`` and repeated options as one list; raises Trouble if they name nothing."""
    found = tuple(dict.fromkeys(name.strip() for one in told for name in one.split(",") if name.strip()))
    if told and not found:
        raise Trouble("--games names no game: leave it away to play all ('dalje games' lists them)")
    return found


@click.command("table")
@click.option("--games", multiple=True, callback=names, metavar="A,B", help="Which games (default: all).")
@click.option(
    "--level", "levels", multiple=True, type=click.Choice(["clean", "home", "pub"]),
    help="Only this level; can be repeated.",
)  # fmt: skip
@click.option("--deals", type=click.IntRange(1), help="Deals of each game at each level (default: 1).")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of the first deal.")
@options.players_option("How many play (default: another number with every seed).")
@click.option("--answers", type=click.Choice(["truth", "first"]), help="Answer questions only so (default: both).")
@options.art_option
@click.option("--paper", is_flag=True, help="Without pictures: people, scribe and session only; a deal takes seconds.")
@click.option("--state", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Where rows are kept.")
@click.option(
    "--failures", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Where failures are kept, to be played again (default: beside the rows).",
)  # fmt: skip
@click.option("--anew", is_flag=True, help="Play also what was measured before.")
@click.option("--part", metavar="I/N", help="Only every N-th deal, beginning with the I-th: to share a run.")
@click.option("--jobs", type=click.IntRange(1), help="Processes (default: one a core).")
@click.option("--minutes", type=Measure(0), help="Begin no further deal after so long.")
@click.option(
    "--load/--no-load", default=None,
    help="Also measure processor and memory on frames rendered before (default: with the sample).",
)  # fmt: skip
@click.option(
    "--again", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Play a failure that was kept again, the frames around it only.",
)  # fmt: skip
@click.option(
    "--video", type=click.Path(path_type=Path), metavar="FILE.mp4|DIR", help="Render that, with what was read.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON document, for programs.")
def table(
    games: tuple[str, ...], levels: tuple[str, ...], deals: int | None, seed: int, players: int | None,
    answers: Answers | None, art: str, faces: Path | None, paper: bool, state: Path | None, failures: Path | None,
    anew: bool, part: str | None, jobs: int | None, minutes: float | None, load: bool | None, again: Path | None,
    video: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Measure the whole product: deals are played at a rendered table, and what came of them is held against the truth.

    Without options a sample of games and levels is played, which takes up to 20 minutes on two cores. A run that was
    stopped goes on when the same command is given again. What goes wrong is kept, to be played --again; the exit
    status of that is 1 if it goes wrong again. The report itself is in English, whatever the language.
    """
    wiring.check_libraries()
    if again is not None:
        click.get_current_context().exit(0 if play_again(again, faces, video, as_json) else 1)
    if video is not None:
        raise Trouble("a video is made of a failure: add --again FILE")
    if paper:
        check_paper(load)
    sample = not (games or levels or deals or players or paper)
    faces = options.faces_for("drawn" if paper else art, faces)
    plan = wanted(sample, games, levels, deals or 1, seed, players, answers or "truth", part)
    plan = [replace(job, eyes="paper") if paper else replace(job, art=art) for job in plan]
    until = minutes if minutes is not None else SAMPLE_MINUTES if sample else math.inf
    load = sample and art == "drawn" if load is None else load
    measure(plan, state, failures, jobs, until, answers is None, load, as_json, faces, anew)


def check_paper(load: bool | None) -> None:
    """Raises Trouble for an option that does nothing without pictures."""
    given = click.get_current_context().get_parameter_source
    useless = ["--load"] if load else []
    useless += [f"--{name}" for name in ("art", "faces") if given(name) is ParameterSource.COMMANDLINE]
    if useless:
        raise Trouble(f"--paper plays without pictures, and {useless[0]} is about them: leave one away")


def wanted(
    sample: bool, games: tuple[str, ...], levels: tuple[str, ...], deals: int, seed: int, players: int | None,
    answers: Answers, part: str | None,
) -> list[Job]:  # fmt: skip
    """The deals to play."""
    from companion.cli.tables import sample as chosen

    plan = list(chosen.sample(seed) if sample else chosen.jobs(games, levels, deals, seed, players, answers))
    number, of = chosen.part_of(part) if part else (0, 1)
    if not plan[number::of]:
        raise Trouble("no game is played by so many: choose another number of players")
    return plan[number::of]


def measure(
    plan: list[Job], state: Path | None, failures: Path | None, jobs: int | None, minutes: float, both: bool,
    load: bool, as_json: bool, faces: Path | None = None,
    anew: bool = False,
) -> None:  # fmt: skip
    """Play what is not played yet, and tell the figures of it all."""
    from companion.cli.tables import report, run, summary
    from companion.cli.tables.rows import Row, StateFile, code_mark

    mark = code_mark()
    path = state or Path(tempfile.gettempdir()) / f"dalje-tables-{mark}.jsonl"
    kept = StateFile(path, mark)
    has_done(f"What was measured is kept in {path}: the same command goes on.")

    for job in list(kept.rows) if anew else ():
        if replace(job, answers="truth") in plan or job in plan:
            del kept.rows[job]

    def tell(row: Row) -> None:
        said = "; ".join(report.faults(row)) or "all as it should be"
        click.echo(f"{report.named(row)} ({row.wall_s:.0f} s): {said}", err=True)

    folder = failures or path.with_name(f"{path.stem}-failures")
    rows = run.run(plan, kept, jobs or run.cores(), minutes, tell, both, folder, faces)
    left = sum(run.open_half(job, kept, both) is not None for job in plan)
    told = {"deals": len(plan), "left": left, "state": str(path), "failures": str(folder), **summary.summary(rows)}
    if load:
        told["load"] = load_of_a_deal()
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    click.echo("\n".join(report.in_words(told, rows, folder)))
    if left:
        click.echo(
            f"{left} of {len(plan)} deals are still to be played (or by first choices): the same command goes on."
        )


def load_of_a_deal() -> dict[str, Any]:
    """What watcher and session cost, without the renderer."""
    from companion.cli.tables.load import measure
    from companion.cli.tables.rows import Job

    game, level, seed, players = LOADED
    return measure(Job(game, level, seed, players, "truth"))


def play_again(path: Path, faces: Path | None, video: Path | None, as_json: bool) -> bool:
    """Play a failure again; whether it goes right now."""
    from companion.cli.tables.again import play_clip
    from companion.cli.tables.clips import load_clip
    from companion.cli.tables.video import Video

    clip = load_clip(path)
    faces = options.faces_for(clip.art, faces)
    if video is None:
        came = play_clip(clip, faces=faces)
    else:
        with Video(video) as film:
            came = play_clip(clip, film.add, faces)
    if as_json:
        told = {"right": came.right, "asked": came.asked, "wrong": came.wrong, "missing": came.missing}
        click.echo(json.dumps(told, ensure_ascii=False))
        return came.right
    click.echo(f"{clip.game}, {clip.level}, seed {clip.seed}, event {clip.event}: then {clip.what}")
    now = "right" if came.right else f"taken and untrue: {came.wrong}; not taken: {came.missing}"
    click.echo(f"now {now}" + (f", after {came.asked} questions" if came.asked else ""))
    return came.right
