"""Baselines that retrieval is compared with."""
