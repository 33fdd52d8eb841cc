"""What sentences state of concepts: facts, values, what entities are, and how predicates are grouped."""
