"""Reasoning by logical forms: plans in a small formal language, executed on facts first and on text second (KAG)."""
