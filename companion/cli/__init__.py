"""The command line: one group, one module per command; trouble is one sentence and exit status 2."""

from __future__ import annotations

import errno
import os
import sys

import click

from companion.cli.bench import bench
from companion.cli.decks import decks
from companion.cli.demo import demo
from companion.cli.enrol import enrol
from companion.cli.games import games
from companion.cli.pack import pack
from companion.cli.play import play
from companion.cli.replay import replay
from companion.cli.see import see
from companion.cli.stopping import Running
from companion.cli.table import table
from companion.cli.version import version_option
from companion.events import BadRecord
from companion.ports import Trouble


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@version_option
@click.pass_context
def cli(context: click.Context) -> None:
    """Dalje reads the cards on your table, referees the game and keeps the score."""
    context.ensure_object(Running).command = context.invoked_subcommand or ""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (demo, play, see, enrol, decks, pack, replay, games, bench, table):
    cli.add_command(command)


def main() -> None:
    """Run the command; whatever goes wrong is told in one sentence."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")  # a camera that is not there is told in our own words
    running = Running()
    try:
        status = cli.main(prog_name="dalje", standalone_mode=False, obj=running)
        sys.stdout.flush()
    except click.ClickException as error:
        fail(error.format_message())
    except (BadRecord, Trouble) as error:
        fail(str(error))
    except (KeyboardInterrupt, click.Abort):
        click.echo(running.stopped, err=True)
        sys.exit(130)
    except BrokenPipeError:  # whoever was reading has gone; what happened is in the journal
        leave_output()
        sys.exit(0)
    except OSError as error:
        leave_output()
        fail(system_trouble(error))
    sys.exit(status if isinstance(status, int) else 0)


def leave_output() -> None:
    """Let what could not be printed go, so that it is not tried again on leaving."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def system_trouble(error: OSError) -> str:
    """What the system refused, in one sentence."""
    why = error.strerror or str(error)
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)} cannot be used ({why}): check it, or give another"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return f"not everything could be written ({why}): make room, or write it elsewhere"
    return f"the system refused to read or write something ({why}): check the disk and where the output goes"


def fail(sentence: str) -> None:
    """Say what is wrong and leave with status 2."""
    click.echo(f"dalje: {sentence}", err=True)
    sys.exit(2)
