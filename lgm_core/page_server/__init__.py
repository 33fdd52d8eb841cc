"""A read-only server of pages about a graph, for users of this machine with its token."""

from __future__ import annotations

from lgm_core.page_server.http_server import PageServer

__all__ = ["PageServer"]
