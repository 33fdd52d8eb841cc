"""Benchmarks of reasoning by logical forms (`lgm bench reasoning`)."""
