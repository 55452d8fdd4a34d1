"""People at a rendered table, and what can be seen of them without a picture."""
