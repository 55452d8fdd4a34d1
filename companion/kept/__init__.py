"""What stays on the device: the journal, pictures of cards until the match ends, settings, tables set up."""
