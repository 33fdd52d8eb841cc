"""Mentions by a language model: asked for, read from its replies, and kept where sentences have them."""
