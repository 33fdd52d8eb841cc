"""English patterns: rules, their conditions, and the word lists that both need."""
