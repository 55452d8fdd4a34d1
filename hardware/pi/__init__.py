"""How the table is wired to a Raspberry Pi."""
