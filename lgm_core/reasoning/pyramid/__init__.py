"""Asking a graph from the top down: its schema, its facts, its text (PolyRAG, section III)."""
