"""The card reader: corners found and read, put together to cards, weighed to odds."""
