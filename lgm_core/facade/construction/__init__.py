"""Constructing the graph of a document, and looking at what was constructed."""
