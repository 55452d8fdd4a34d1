"""Random plays a second in OpenSpiel and RLCard, for comparison; run by a Python that has ``pyspiel`` and ``rlcard``.

``python tests/benchmarks/beside.py [--deals N] [--repeats N]`` prints one JSON list. It imports nothing of the product:
``python -m tests.benchmarks.games --beside PYTHON`` starts it. As there, plays are chosen beforehand and only taking
them is timed, in computing time, by the process alone.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

SPIEL = ("hearts", "spades", "euchre", "oh_hell", "bridge", "skat", "tarok", "gin_rummy", "dou_dizhu")
RLCARD = ("doudizhu", "uno", "gin-rummy", "mahjong", "bridge")
LONGEST = 2000
"""plays; a deal at random that goes on for longer is cut off"""

Timed = Callable[[], float]
"""seconds for each play"""


def spiel(name: str, deals: int, listing: bool) -> Timed:
    """Applying known actions to a state of OpenSpiel (C++ called from Python), with or without asking what is legal."""
    import pyspiel

    game = pyspiel.load_game(name)
    stories: list[tuple[Any, list[tuple[bool, int]]]] = []
    for seed in range(deals):
        dice, state, told = random.Random(seed), game.new_initial_state(), []
        while state.is_chance_node():
            state.apply_action(dice.choice(state.legal_actions()))
        start = state.clone()
        while not state.is_terminal() and len(told) < LONGEST:
            told.append((state.is_chance_node(), dice.choice(state.legal_actions())))
            state.apply_action(told[-1][1])
        stories.append((start, told))
    plays = sum(not chance for _, told in stories for chance, _ in told)

    def once() -> float:
        states = [(start.clone(), told) for start, told in stories]
        started = time.process_time()
        for state, told in states:
            for _, action in told:
                if listing:
                    state.legal_actions()
                state.apply_action(action)
        return (time.process_time() - started) / plays

    return once


def rlcard(name: str, deals: int) -> Timed:
    """Known actions given to an environment of RLCard, which answers with the next player's view and legal actions."""
    import rlcard

    env = rlcard.make(name)
    stories: list[list[Any]] = []
    for seed in range(deals):
        dice, told = random.Random(seed), []
        env.seed(seed)
        state, _ = env.reset()
        while not env.is_over() and len(told) < LONGEST:
            told.append(dice.choice(sorted(state["legal_actions"])))
            state, _ = env.step(told[-1])
        stories.append(told)

    def once() -> float:
        spent = 0.0
        for seed, told in enumerate(stories):
            env.seed(seed)
            env.reset()
            started = time.process_time()
            for action in told:
                env.step(action)
            spent += time.process_time() - started
        return spent / sum(map(len, stories))

    return once


def figures(timed: Timed, repeats: int) -> list[int]:
    """Plays a second: the best of the repeats, then the median."""
    spent = sorted(timed() for _ in range(repeats))
    return [round(1 / one) for one in (spent[0], median(spent))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    rows: list[dict[str, Any]] = []
    version = importlib.metadata.version("open_spiel")
    for name in SPIEL:
        rows.append({
            "engine": f"OpenSpiel {version}", "game": name,
            "plays_per_s": figures(spiel(name, args.deals, False), args.repeats),
            "plays_per_s_with_legal_actions": figures(spiel(name, args.deals, True), args.repeats),
        })  # fmt: skip
    version = importlib.metadata.version("rlcard")
    for name in RLCARD:
        rows.append({
            "engine": f"RLCard {version}", "game": name,
            "plays_per_s": figures(rlcard(name, args.deals), args.repeats),
        })  # fmt: skip
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
