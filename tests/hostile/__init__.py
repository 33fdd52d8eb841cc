"""Hostile input through every door: an answer or a clear error, in time and memory that grow with its size alone."""
