"""Memory over a long evening: ``python -m tests.long.memory --deals 200``.

One session plays match after match before one camera, as in a long evening. Without pictures the scene itself is the
look; with ``--pictures`` the rendered table is seen by the real watcher and reader (hours). The resident set, without
the renderer's drawings and without what the allocator keeps for later, is told after deal ``--first``, every
``--every``-th deal, and the last; it must not grow by more than ``--most`` MB since the first.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from companion.cli import wiring
from companion.cli.croupier import Croupier
from companion.cli.rendered import Plan, open_match, rendered_table
from companion.evening.session import Session
from companion.kept.crops import Crops
from companion.kept.journal import Journal
from companion.ports import Placement, Scene
from tests.companion.perfect import perfect_table


def resident_mb() -> float:
    """What this process holds in memory now."""
    gc.collect()
    if (give_back := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        give_back(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def table(session: Session, plan: Plan, pictures: bool) -> Iterator[Croupier]:
    """A rendered table, or one that is seen without pictures."""
    if pictures:
        with rendered_table(session, plan) as croupier:
            draw_all(croupier)
            yield croupier
    else:
        with perfect_table(session, plan.players, plan.seed) as croupier:
            yield croupier


def drawn_mb(croupier: Croupier) -> float:
    """What the renderer keeps of the hands and cards it has drawn, which is none of the product."""
    renderer = getattr(croupier.evening.camera, "renderer", None)
    if renderer is None:
        return 0.0
    hands = sum(hand.pixels.nbytes + hand.body.nbytes for hand in renderer._arms._kept.values())
    cards = sum(one.keep.nbytes + one.colour.nbytes for one in renderer.stage._gone.values())
    return (hands + cards) / 1e6


def draw_all(croupier: Croupier) -> None:
    """Every face is drawn once and kept by the renderer, which is not what is measured."""
    from vision.scenes.table import TableCamera

    camera = croupier.evening.camera
    assert isinstance(camera, TableCamera)
    codes = (None, *camera.renderer.deck.codes)
    cards = (Placement(code, 80.0 + 10 * i, 200.0, pack=pack) for i, code in enumerate(codes) for pack in range(2))
    camera.renderer.frame(Scene(tuple(cards)), 0)


def another_match(session: Session, croupier: Croupier, plan: Plan) -> None:
    """The same people at the same table, before the same camera."""
    at_ms = getattr(croupier, "at_ms", 0)
    open_match(session, plan, wiring.NAMES, resume=False)
    croupier.__init__(croupier.evening, croupier.panel, plan.seed)  # type: ignore[misc]
    croupier.at_ms = at_ms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="reversis")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--first", type=int, default=10, help="deals until what is loaded once is loaded")
    parser.add_argument("--every", type=int, default=20)
    parser.add_argument("--most", type=float, default=20.0, help="MB that it may grow by from then on")
    args = parser.parse_args()
    plan, began, first = Plan(args.game, args.players, args.seed), time.monotonic(), 0.0
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite") as journal:
        session = Session(journal, crops=Crops(Path(folder) / "crops"))
        open_match(session, plan, wiring.NAMES, resume=False)
        with table(session, plan, args.pictures) as croupier:
            now, before = 0.0, 0  # (deals of the matches before)
            told = 0
            while told < args.deals:
                croupier.step()
                assert session.sitting is not None
                ends = session.sitting.match.ends()
                done = before + sum(end.outcome.note != "open" for end in ends)
                if done == told:
                    continue
                told = done
                if told in (args.first, args.deals) or told % args.every == 0:
                    now = resident_mb() - drawn_mb(croupier)
                    first = now if told == args.first else first
                    print(f"deal {told}: {now:.1f} MB ({time.monotonic() - began:.0f} s)", flush=True)
                if ends[-1].match_over:
                    before = told
                    another_match(session, croupier, replace(plan, seed=plan.seed + told))
    grown = now - first
    print(f"grown by {grown:.1f} MB since deal {args.first}")
    sys.exit(grown > args.most)


if __name__ == "__main__":
    main()
