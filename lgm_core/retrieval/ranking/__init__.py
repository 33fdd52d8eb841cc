"""Ranking: the passages and sentences that answer a question together, without a language model."""
