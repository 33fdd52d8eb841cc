"""Answering a sub-question from text, where the facts do not."""
