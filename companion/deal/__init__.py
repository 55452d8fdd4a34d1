"""One deal: the script of a game is fed with what happened, and what cannot be is refused."""
