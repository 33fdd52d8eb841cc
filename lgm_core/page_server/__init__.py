"""A server of pages over a graph, for the person at this machine: it only reads, and asks for a token."""

from __future__ import annotations

from lgm_core.page_server.http_server import PageServer

__all__ = ["PageServer"]
