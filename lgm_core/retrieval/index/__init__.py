"""The ranking index: a language graph as arrays."""
