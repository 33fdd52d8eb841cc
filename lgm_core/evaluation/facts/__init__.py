"""Benchmarks of facts."""
