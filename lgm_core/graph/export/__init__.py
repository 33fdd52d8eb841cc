"""Export of a whole graph to a stream, from any store, in an order that depends only on its content, and import.

Equal graphs give equal bytes: UTF-8, with line feeds. Documents are streamed; only the keys of concepts are held in
memory. If a graph is written to meanwhile, its GraphML may have relations newer than its documents.
"""

from lgm_core.graph.export.graphml_export import export_graphml
from lgm_core.graph.export.jsonl import export_jsonl, read_jsonl

__all__ = ["export_graphml", "export_jsonl", "read_jsonl"]
