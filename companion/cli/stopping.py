"""What is true when somebody stops a command with Ctrl+C."""

from __future__ import annotations

from dataclasses import dataclass

import click

STOPPED = {
    "play": "What was shown is safe: 'dalje play --resume' goes on with a match.",
    "enrol": "Nothing was learned: the deck is as it was.",
    "see": "Pictures that were not told yet were not read.",
    "table": "Nothing was set up.",
    "pack": "Nothing was counted.",
    "bench": "What was measured so far is lost.",
}
"""By command; of the others nothing is to be said."""


@dataclass
class Running:
    """The command that runs, and how far it came."""

    command: str = ""
    done: str = ""
    """what it has done for good, as a sentence; empty: nothing yet"""

    @property
    def stopped(self) -> str:
        """What to say when it is stopped now."""
        return " ".join(["Stopped.", self.done or STOPPED.get(self.command, "")]).strip()


def has_done(sentence: str) -> None:
    """From here on this is what was done, if the command is stopped."""
    click.get_current_context().ensure_object(Running).done = sentence
