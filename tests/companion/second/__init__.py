"""A second opinion: the same questions answered by a few lines that know the rules pages and nothing of the product."""
