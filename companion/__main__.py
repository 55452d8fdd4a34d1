"""The command ``dalje``. This module and ``companion.cli`` are the only places that wire everything together."""

from companion.cli import main

if __name__ == "__main__":
    main()
