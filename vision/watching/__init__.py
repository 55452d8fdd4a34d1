"""Frames of a living table in, a look out whenever it has come to rest; each card keeps its number."""
