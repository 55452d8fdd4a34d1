"""An evening at the table: what is seen, pressed and touched becomes events, questions and a view."""
