"""Ranking: the passages and sentences that together answer a question, without a language model."""
