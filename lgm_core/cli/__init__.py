"""The `lgm` command: build a language graph, look into it, ask it, and measure it."""

from __future__ import annotations

from lgm_core.cli.application import main

__all__ = ["main"]
