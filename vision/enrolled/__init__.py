"""Decks that were shown to the camera: learnt, kept as profiles, and known again."""
