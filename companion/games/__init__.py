"""One readable file a game; games are discovered, never listed."""
