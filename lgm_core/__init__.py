"""The Language Graph Model engine: learn a language graph from documents and answer questions from it."""

__version__ = "0.1.0"
