"""The facade: one object with everything a user does with a language graph."""
