"""Retrieval: questions become ranked evidence and cited answers."""
