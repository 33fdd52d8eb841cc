"""English patterns: rules, their conditions, and word lists."""
