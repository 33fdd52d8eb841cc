"""Relation extraction by a language model (paper section 3.2.2)."""
