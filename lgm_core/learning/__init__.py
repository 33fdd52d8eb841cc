"""Learning: documents become a language graph."""
