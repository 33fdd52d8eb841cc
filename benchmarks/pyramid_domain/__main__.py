"""Print how much of the domain a graph has that is learned without a model."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from benchmarks.pyramid_domain.documents import documents
from benchmarks.pyramid_domain.extraction import extraction_figures, learned_graph
from benchmarks.pyramid_domain.world import DOCUMENTS, SEED, world

if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else DOCUMENTS
    made = documents(SEED, count)
    with tempfile.TemporaryDirectory() as place, learned_graph(made, Path(place) / "islands.lgm") as graph:
        print(json.dumps(extraction_figures(graph, world(SEED, count), made), indent=2, ensure_ascii=False))
