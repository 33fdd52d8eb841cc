"""Coreference: whom pronouns and descriptions mean."""
