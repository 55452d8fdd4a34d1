"""Plays many deals on several processes and keeps a row of each as soon as it is known."""

from __future__ import annotations

import math
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import replace
from pathlib import Path

import msgspec

from companion.cli.tables.play import play_deal
from companion.cli.tables.rows import Job, Row, StateFile

LOOKS_S = 1.0
"""A process sees so soon that the one that started it is gone."""


def start_worker(parent: int) -> None:
    """Each process works on one thread, and not on for a run that was killed."""
    import cv2

    cv2.setNumThreads(1)
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def end_with(parent: int) -> None:
    """End this process when its parent is no more: nobody would keep what comes of it."""
    while os.getppid() == parent:
        time.sleep(LOOKS_S)
    os._exit(1)


def cores() -> int:
    """How many processes can work here at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    plan: Iterable[Job], state: StateFile, workers: int, minutes: float = math.inf,
    tell: Callable[[Row], None] = lambda row: None, both: bool = True, failures: Path | None = None,
    faces: Path | None = None,
) -> list[Row]:  # fmt: skip
    """Play what the state file does not hold yet; returns the rows of the plan.

    ``both``: each deal in which something was asked is played by first choices too. After ``minutes`` no new deal is
    begun. ``failures``: a folder for what goes wrong; ``faces``: one with what the cards look like, if the art of the
    deals needs it.
    """
    until = time.monotonic() + 60 * minutes
    wanted = list(plan)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, spawn, start_worker, (os.getpid(),)) as pool:
        running: set[Future[Row]] = set()
        queue = iter([job for one in wanted if (job := open_half(one, state, both)) is not None])
        while True:
            while len(running) < workers and time.monotonic() < until and (job := next(queue, None)) is not None:
                running.add(pool.submit(play_deal, job, failures, faces=faces))
            if not running:
                break
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for row in (future.result() for future in finished):
                for one in (row, *(same_by_first(row) if both else ())):
                    state.add(one)
                tell(row)
                again = open_half(row.job, state, both)
                if again is not None and time.monotonic() < until:
                    running.add(pool.submit(play_deal, again, failures, faces=faces))
    halves = [one for job in wanted for one in ((job, by_first(job)) if both else (job,))]
    return [state.rows[job] for job in halves if job in state.rows]


def open_half(job: Job, state: StateFile, both: bool) -> Job | None:
    """What of a deal is still to be played: with truthful answers, then by first choices if something was asked."""
    if job not in state.rows:
        return job
    return by_first(job) if both and by_first(job) not in state.rows else None


def by_first(job: Job) -> Job:
    """The same deal, answered by first choices."""
    return replace(job, answers="first")


def same_by_first(row: Row) -> tuple[Row, ...]:
    """Where nothing was asked, first choices change nothing: the same row stands for both."""
    return (msgspec.structs.replace(row, answers="first"),) if row.answers == "truth" and not row.asked else ()
