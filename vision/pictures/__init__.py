"""Picture files in, pictures with the readings drawn in out, and what is said of them."""
