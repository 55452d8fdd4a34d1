"""Cameras, buttons and lights, each with a stand-in that ships with the product."""
