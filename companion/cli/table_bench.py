"""``dalje bench table``: plays deals at rendered tables and tells how often the product was right."""

from __future__ import annotations

import json
import math
import tempfile
from pathlib import Path

import click

from companion.cli import wiring
from companion.cli.stopping import has_done
from companion.ports import Trouble

SAMPLE_MINUTES = 18.0
"""after which the sample begins no further deal"""


def names(context: click.Context, option: click.Parameter, told: tuple[str, ...]) -> tuple[str, ...]:
    """``a,b`` and repeated options as one list."""
    return tuple(name.strip() for one in told for name in one.split(",") if name.strip())


@click.command("table")
@click.option("--games", multiple=True, callback=names, metavar="A,B", help="Which games (default: all).")
@click.option(
    "--level", "levels", multiple=True, type=click.Choice(["clean", "home", "pub"]),
    help="Only this level; can be repeated.",
)  # fmt: skip
@click.option("--deals", type=click.IntRange(1), help="Deals of each game at each level (default: 1).")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of the first deal.")
@wiring.players_option("How many play (default: another number with every seed).")
@click.option("--answers", type=click.Choice(["truth", "first"]), help="Answer questions only so (default: both).")
@click.option("--state", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Where rows are kept.")
@click.option("--part", metavar="I/N", help="Only every N-th deal, beginning with the I-th: to share a run.")
@click.option("--jobs", type=click.IntRange(1), help="Processes (default: one a core).")
@click.option("--minutes", type=click.FloatRange(0), help="Begin no further deal after so long.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document, for programs.")
def table(
    games: tuple[str, ...], levels: tuple[str, ...], deals: int | None, seed: int, players: int | None,
    answers: str | None, state: Path | None, part: str | None, jobs: int | None, minutes: float | None, as_json: bool,
) -> None:  # fmt: skip
    """Measure the whole product: deals are played at a rendered table, and what came of them is held against the truth.

    Without options a sample of games and levels is played, which takes up to 20 minutes on two cores. A run that was
    stopped goes on when the same command is given again. The report itself is in English, whatever the language.
    """
    wiring.check_libraries()
    from companion.cli.tables import sample, summary
    from companion.cli.tables.rows import Answers, Row, StateFile, code_mark
    from companion.cli.tables.run import cores, run

    whole = not (games or levels or deals or players)
    kind: Answers = "first" if answers == "first" else "truth"
    plan = list(sample.sample() if whole else sample.jobs(games, levels, deals or 1, seed, players, kind))
    number, of = sample.part_of(part) if part else (0, 1)
    plan = plan[number::of]
    if not plan:
        raise Trouble("no game is played by so many: choose another number of players")
    mark = code_mark()
    path = state or Path(tempfile.gettempdir()) / f"dalje-tables-{mark}.jsonl"
    kept = StateFile(path, mark)
    has_done(f"What was measured is kept in {path}: the same command goes on.")

    def tell(row: Row) -> None:
        came = "exact" if row.exact else f"{row.end}: {row.why or row.differs}"
        click.echo(f"{row.game} {row.level} seed {row.seed} ({row.answers}, {row.wall_s:.0f} s): {came}", err=True)

    until = minutes if minutes is not None else SAMPLE_MINUTES if whole else math.inf
    rows = run(plan, kept, jobs or cores(), until, tell, both=answers is None)
    left = len(plan) - len({(row.game, row.level, row.seed) for row in rows})
    told = {"deals": len(plan), "left": left, "state": str(path), **summary.summary(rows)}
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for line in summary.in_words(told):
        click.echo(line)
    if left:
        click.echo(f"{left} of {len(plan)} deals are still to be played: the same command goes on.")
