"""People at a rendered table."""
