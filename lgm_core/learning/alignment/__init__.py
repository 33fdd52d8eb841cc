"""Alignment across documents: names of one thing, the classes of things, and what facts say of both (KAG, 2.4)."""
