"""Solving: plans executed in rounds, a memory of what they found, and the answer that comes of it."""
