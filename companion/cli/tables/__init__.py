"""Measuring the whole product at rendered tables: deals played, what came of them beside the truth, the figures."""
