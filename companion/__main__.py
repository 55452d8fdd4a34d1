"""The command ``dalje``: whatever happens from here on, also while the rest is being loaded, ends without a traceback.

What everything is wired together from is `companion.cli`; it is imported late, so that Ctrl+C is heard from the start.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command."""
    try:
        from companion.cli import main as run

        run()
    except KeyboardInterrupt:  # before the command began, or once more while it was ending
        sys.stderr.write("Stopped.\n")
        sys.stderr.flush()
        os._exit(130)  # modules that are half loaded do not end well


if __name__ == "__main__":
    main()
