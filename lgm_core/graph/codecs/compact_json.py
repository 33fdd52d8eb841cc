"""JSON without spaces and without escapes, as stores keep lists and metadata."""

from __future__ import annotations

import json

__all__ = ["compact_json"]

compact_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
