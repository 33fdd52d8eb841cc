"""The page of a document: its sentences, what is mentioned in them, and what they state."""

from __future__ import annotations

from lgm_core.pages.document_page.document_page import document_page

__all__ = ["document_page"]
