"""Encodings of parts of a graph in stores: numbers and short texts, and how to read them back."""
