"""A paper to construct a graph of, and what a graph then is."""

from pathlib import Path

from lgm_core import LanguageGraph

PAPER = """---
authors: Ada Lindqvist
keywords: ferries, tides
---

# Ferries on the Ore

## Abstract

Saltmarsh Ferries runs a ferry from Orford to Havergate Island. The ferry crosses the River Ore at high tide.

## Boats

Saltmarsh Ferries (SF) owns two boats. The boats were built by Jonas Berg in Orford. SF repairs a boat each winter.

## Tides

The tide at Orford is strong. A tide table predicts the tide. Pilots read the tide table before each crossing.
"""


def export_of(graph: LanguageGraph, path: Path) -> bytes:
    """Return the export of a graph, written to a path."""
    graph.export(path)
    return path.read_bytes()
