"""Fitting what turns evidence into odds, on rendered pictures: nothing of it is needed to play."""
