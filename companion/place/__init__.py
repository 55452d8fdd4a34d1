"""Where things lie: zones and seats round the table, the layout of a game, how much of it a camera can watch."""
