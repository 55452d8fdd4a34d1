"""Kivy screens that draw a view and send intents, nothing else."""
