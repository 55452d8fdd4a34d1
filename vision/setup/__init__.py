"""A table set up: its plane and seats from a card before each player, its screen, and whether it was pushed since."""
