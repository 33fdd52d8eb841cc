"""Executors: chunks of work on any `concurrent.futures.Executor`, with ordered results, even if workers fail."""
