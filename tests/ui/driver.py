"""Real touches for screen tests: see ``ui.driver``; and what a picture of a screen must obey."""

from ui.driver import Driver

__all__ = ["Driver"]
