"""A second opinion: deals written from the rules texts, scored by few lines that know nothing of the product."""
