"""Embedding models: how the engine calls them, and a cache of the vectors they return."""
