"""How parts of a graph are written down in stores: the numbers and short texts, and what they mean when read again."""
