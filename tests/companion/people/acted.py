"""Whole deals acted out on a stage, without the product: moment by moment, or scene by scene."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.deal.dealer import next_act, shuffle
from companion.games import all_games
from companion.match.match import Header, Match
from companion.people.dealing import deal_out, gather
from companion.people.habits import Habits
from companion.people.stage import Stage
from companion.place.laying import layout_for
from companion.table.table import Table
from companion.table.truth import Truth

HABITS = {
    "clean": Habits(),
    "home": Habits.of(0.6, 0.05, (0.8, 4.0)),
    "pub": Habits.of(0.8, 0.2, (0.4, 6.0)),
}
ACTS = 60


class Acted:
    """One deal of a game on a stage; ``run`` yields the moments (ms) as it goes on."""

    def __init__(self, name: str, players: int, seed: int, level: str = "clean", step_ms: int = 100) -> None:
        game = all_games()[name]
        names = tuple(f"P{number}" for number in range(players))
        match = Match()
        match.begin(Header(name, names, names[0]))
        self.deal = match.now.deal
        self.truth: Truth = shuffle(self.deal.table, random.Random(seed))
        self.dice = random.Random(f"acts {seed}")
        places = [-seat % players if game.direction == "right" else seat for seat in range(players)]
        self.layout = layout_for(game, players, game.check_rules({}))
        self.stage = Stage(self.layout, places, HABITS[level], random.Random(f"people {seed}"))
        self.step_ms, self.ms = step_ms, 0
        self.over = False
        """the cards are being gathered"""

    @property
    def table(self) -> Table:
        """The game's table."""
        return self.deal.table

    def run(self, acts: int = ACTS) -> Iterator[int]:
        """Deal, play so many acts, and gather."""
        stage = self.stage
        yield from self.until(deal_out(stage, self.deal, self.truth, 0))
        for _ in range(acts):
            if self.deal.outcome is not None:
                break
            act = next_act(self.deal, self.truth, self.dice)
            if stage.behind(self.deal) and act.do != "take":
                yield from self.tidy()
            assert self.deal.offer(act).taken  # (a false announcement counts, and is found)
            self.truth.follow(self.table)
            moved = stage.play if act.do == "play" else stage.settle
            yield from self.until(moved(self.deal, self.truth, act, self.ms).clear_ms + 200)
        yield from self.tidy()
        self.over = True
        yield from self.until(gather(stage, self.table.dealer, self.ms) + 500)

    def tidy(self) -> Iterator[int]:
        """What has been won goes to its winner."""
        self.stage.settle(self.deal, self.truth, None, self.stage.timeline.hands_gone(self.ms))
        assert not self.stage.behind(self.deal)
        yield from self.until(self.stage.timeline.hands_gone(self.ms) + 200)

    def until(self, ms: int) -> Iterator[int]:
        """Moment after moment."""
        while self.ms < ms:
            self.ms += self.step_ms
            yield self.ms
