"""The one way from a picture to what is believed of it, also of what cannot be read in it."""
