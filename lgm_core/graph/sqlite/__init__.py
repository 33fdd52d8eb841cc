"""The embedded store: a language graph in one SQLite file."""

from lgm_core.graph.sqlite.sqlite_store import SQLiteStore

__all__ = ["SQLiteStore"]
