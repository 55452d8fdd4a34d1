"""Pictures in, cards with calibrated confidence out; knows no game."""
