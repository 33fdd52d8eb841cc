"""What the engine knows of each language besides its annotation: word lists and rules, one module per language."""
