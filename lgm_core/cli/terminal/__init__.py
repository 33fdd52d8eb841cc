"""What commands show on a terminal: text in its width, and how far a long step is."""
