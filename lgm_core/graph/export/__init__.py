"""Writing a whole graph to a stream, from any store, in an order that depends on its content alone, and reading it.

Equal graphs give equal bytes: UTF-8, lines ended by a line feed. Documents are streamed; only the keys of concepts are
held in memory. GraphML of a graph that is being written meanwhile may have relations newer than its documents.
"""

from lgm_core.graph.export.graphml_export import export_graphml
from lgm_core.graph.export.jsonl import export_jsonl, read_jsonl

__all__ = ["export_graphml", "export_jsonl", "read_jsonl"]
