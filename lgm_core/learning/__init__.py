"""Learning: analyse documents, extract and judge relations, and write both into a language graph."""
