"""How good and how fast the reader is: everything that ``dalje bench reader`` measures, one subject a module."""
