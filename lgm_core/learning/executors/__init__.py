"""Executors: chunks of work on any `concurrent.futures.Executor`, results in order, whatever becomes of its workers."""
