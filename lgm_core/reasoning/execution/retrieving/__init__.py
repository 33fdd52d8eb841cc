"""Retrievals: facts that fit, their constraints, and what text adds."""
