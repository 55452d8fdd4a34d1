"""Decks of cards drawn by ourselves: faces, backs, courts, indices, in styles that are drawn by chance."""
