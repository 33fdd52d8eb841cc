"""Choosing, with a language model, the passages that answer a question together."""
