"""Mentions without a language model: names, noun phrases, and what points back to them."""
