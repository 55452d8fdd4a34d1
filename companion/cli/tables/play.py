"""Plays one deal at a rendered table and tells what came of it."""

from __future__ import annotations

import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.cli import wiring
from companion.cli.croupier import Croupier
from companion.cli.rendered import Plan, open_match, rendered_table
from companion.cli.tables import people
from companion.cli.tables.clips import Clip, missing, save_clip
from companion.cli.tables.paper import paper_table
from companion.cli.tables.rows import End, Job, Row
from companion.cli.tables.witness import TimedEyes, WatchedCamera, WatchedSession, Witness
from companion.deal.deal import Deal
from companion.evening.session import Session
from companion.evening.sitting import Sitting, replay_entry
from companion.kept.journal import Entry, Journal
from companion.match.acts import as_event
from companion.ports import Trouble

if TYPE_CHECKING:
    from vision.scenes.table import TableRenderer


@dataclass
class Table:
    """A deal under way: what those who want to see more of it can get at."""

    job: Job
    croupier: Croupier
    session: WatchedSession
    witness: Witness
    clip: Clip | None = None
    """the first thing that went wrong"""

    def failed(self, what: str, event: int) -> None:
        """Something went wrong at this event (0: none came): keep the first such thing."""
        sitting, real = self.session.sitting, people.real_deal(self.croupier)
        if self.clip is not None or sitting is None or real is None or not sitting.match.deals:
            return
        lines = [line for line in self.session.journal.read(sitting.name) if not event or line.id < event]
        before = told_by(lines)
        left = [as_event(act, sitting.played.names) for act in missing(real, before)]
        self.clip = self.witness.recorder.cut(self.job, what, lines, left)

    @property
    def renderer(self) -> TableRenderer | None:
        """What draws the table; None where it is seen without pictures."""
        from vision.scenes.table import TableCamera

        camera = self.croupier.evening.camera
        camera = camera.camera if isinstance(camera, WatchedCamera) else camera
        return camera.renderer if isinstance(camera, TableCamera) else None


Watching = Callable[[Table], None]
"""called when the match has begun and nothing has been played"""


Laying = Callable[[Session, Plan], AbstractContextManager[Croupier]]
"""lays the table: a camera that sees it, eyes, buttons, people"""


def play_deal(
    job: Job, failures: Path | None = None, watching: Watching = lambda table: None, lay: Laying | None = None,
    faces: Path | None = None,
) -> Row:  # fmt: skip
    """Play a deal to its end, or until it does not go on; never raises for what the product does wrong.

    ``failures``: a folder to which the first thing that goes wrong is written; ``faces``: one that the art of the deal
    takes its faces from.
    """
    began, processor = time.monotonic(), time.process_time()
    lay = lay or (rendered_table if job.eyes == "camera" else paper_table)
    witness = Witness(answers=job.answers)
    with tempfile.TemporaryDirectory(prefix="dalje-table-") as folder, Journal(Path(folder) / "j.sqlite") as journal:
        session = WatchedSession(journal, witness)
        plan = Plan(
            job.game, job.players, job.seed, deals=1, level=job.level, hear=witness.heard, mishaps=True, art=job.art,
            faces=faces,
        )  # fmt: skip
        with lay(session, plan) as croupier:
            table = Table(job, croupier, session, witness)
            watched(table)
            open_match(session, plan, wiring.NAMES, resume=False)
            watching(table)
            end, why = played(table)
            if end == "stuck" and job.answers == "truth":
                table.failed(f"stuck: {why}", 0)
            if table.clip is not None and failures is not None:
                save_clip(table.clip, failures)
            row = row_of(job, table, end, why)
    wall_s, cpu_s = round(time.monotonic() - began, 1), round(time.process_time() - processor, 1)
    return msgspec.structs.replace(row, wall_s=wall_s, cpu_s=cpu_s)


def watched(table: Table) -> None:
    """Put the witness between the table and the product."""
    croupier, witness = table.croupier, table.witness
    evening = croupier.evening
    assert evening.camera is not None and evening.eyes is not None
    witness.real = lambda: people.real_deal(croupier)
    witness.failed = table.failed
    evening.camera = WatchedCamera(evening.camera, lambda: croupier.now(), witness)
    evening.eyes = TimedEyes(evening.eyes, witness)


def played(table: Table) -> tuple[End, str]:
    """Play; how it ended, and why if not at the end of the deal."""
    session = table.session
    try:
        assert session.sitting is not None
        while not people.is_over(table.croupier):
            table.croupier.step()
    except Trouble as error:
        return "stuck", f"{error}; {waited_for(session.sitting)}"
    except Exception as error:  # a row of its own: a long run must tell it and go on
        last = traceback.extract_tb(error.__traceback__)[-1]
        return "broke", f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"
    return "played", ""


def told_by(lines: Sequence[Entry]) -> Deal:
    """The last deal that lines of a journal tell."""
    sitting = Sitting(lines[0].match, lines[0].body)
    for line in lines[1:]:
        replay_entry(sitting, line)
    return sitting.deal


def waited_for(sitting: Sitting | None) -> str:
    """What a deal that does not go on is waiting for."""
    if sitting is None or not sitting.match.deals:
        return "no deal"
    if sitting.question is not None:
        return f"question: {sitting.question.words}"
    return f"awaits {', '.join(sorted({verb for r in sitting.deal.asking for verb in r.verbs}))}"


def row_of(job: Job, table: Table, end: End, why: str) -> Row:
    """The figures of a deal."""
    witness, sitting = table.witness, table.session.sitting
    real = people.real_deal(table.croupier)
    differs = "no deal" if sitting is None or real is None else difference(sitting, real)
    planted = people.planted(table.croupier)
    false = [] if sitting is None or real is None else false_findings(table, sitting, real)
    renderer = table.renderer
    return Row(
        game=job.game, level=job.level, seed=job.seed, players=job.players, answers=job.answers, eyes=job.eyes,
        art=job.art, end=end, why=why, exact=end == "played" and not differs, differs=differs,
        events=witness.events, cards=witness.cards, asked=tuple(witness.asked), touches=witness.touches,
        wrong=tuple(witness.wrong), other_seat=tuple(witness.other_seat), hasty=tuple(witness.hasty),
        planted=sum(one.provable for one in planted), unproved=sum(not one.provable for one in planted),
        found=people.found(planted, sitting, witness.told_at_once),
        false=tuple(false), accidents=people.accidents(table.croupier), delays_ms=tuple(witness.delays_ms),
        frames=witness.frames, size=renderer.size if renderer else (0, 0),
        index_px=round(renderer.index_px(), 1) if renderer else 0.0,
        table_s=witness.now_ms / 1000, busy_s=round(witness.busy_s, 2),
    )  # fmt: skip


def difference(sitting: Sitting, real: Deal) -> str:
    """Where the product's deal first differs from the real one; empty if nowhere."""
    deal = sitting.deal
    if sitting.question is not None:
        return f"a question is open: {sitting.question.words}"
    if sitting.played.misfits:
        return f"{len(sitting.played.misfits)} events do not fit"
    t, true = deal.table, real.table
    for place in t.places:
        if t.known(place) != true.known(place):
            more, less = t.known(place) - true.known(place), true.known(place) - t.known(place)
            return f"{place}: +{' '.join(map(str, more))} -{' '.join(map(str, less))}"
        if t.size(place) != true.size(place):
            return f"{place}: {t.size(place)} cards, really {true.size(place)}"
    if t.purses != true.purses:
        return "units of money"
    points = [dict(one.outcome.points) if one.outcome else None for one in (deal, real)]
    return f"points {points[0]}, really {points[1]}" if points[0] != points[1] else ""


def false_findings(table: Table, sitting: Sitting, real: Deal) -> list[str]:
    """Findings that were spoken, or stand, and that the truth lacks."""
    witness, planted = table.witness, people.planted(table.croupier)
    true = people.named(real.table.findings) | Counter({(one.seat, one.rule): 1 for one in planted})
    true += people.mistakes(table.croupier)
    standing = people.named(f for f in sitting.deal.table.findings if not sitting.hushes(f.about, f.seat, f.rule))
    once = dict.fromkeys(witness.spoken)  # (what lies there out of turn is told of when it comes, and when it counts)
    spoken = Counter((seat, rule) for about, seat, rule in once if (about, seat, rule) not in sitting.hushed)
    names = sitting.played.names
    return [
        f"{'somebody' if seat is None else names[seat]}: {rule}"
        for seat, rule in ((standing | spoken) - true).elements()
    ]
