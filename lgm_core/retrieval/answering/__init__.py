"""Concept Iterative Retrieval (paper section 3.3): reading in rounds and answering with citations."""
