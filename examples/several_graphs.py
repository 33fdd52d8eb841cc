"""Ask several graphs at once, such as the shards of a large one: the best passages of each are ranked anew together.

Scores of one graph mean nothing in another. So the passages that the graphs find become a small graph of their own, in
which what leads from one passage to the next is found also where they come from different graphs. `docs/scaling.md`
tells how close that comes to one graph of all.

    lgm build docs/2025 --graph 2025.lgm
    lgm build docs/2026 --graph 2026.lgm
    python examples/several_graphs.py "Who steers the boat?" 2025.lgm 2026.lgm
"""

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from lgm_core import Document, LanguageGraph, RetrievedPassage


def passages_of_all(
    graphs: Sequence[LanguageGraph], question: str, k: int = 5, *, of_each: int = 10
) -> list[tuple[int, RetrievedPassage]]:
    """Return the best passages for a question, best first, each with the number of the graph that it comes from."""
    found = {
        f"{number}:{passage.id}": (number, passage)
        for number, graph in enumerate(graphs)
        for passage in graph.retrieve_passages(question, of_each)
    }
    documents = [
        Document.from_text(passage.text, id=key, title=passage.section.title or passage.document.title)
        for key, (_, passage) in found.items()
    ]
    if not documents:
        return []
    with TemporaryDirectory() as folder, LanguageGraph(Path(folder) / "found.lgm") as together:
        together.build(documents, workers=1)
        best = together.retrieve_passages(question, k)
    return [found[key] for key in dict.fromkeys(passage.document.id for passage in best)]


def main() -> None:
    """Read the command line, ask, print."""
    options = argparse.ArgumentParser(description="Ask several graphs at once.")
    options.add_argument("question")
    options.add_argument("graphs", type=Path, nargs="+")
    given = options.parse_args()
    with ExitStack() as opened:
        graphs = [opened.enter_context(LanguageGraph(path)) for path in given.graphs]
        for number, passage in passages_of_all(graphs, given.question):
            print(f"{given.graphs[number]} {passage.document.id}: {passage.text}")


if __name__ == "__main__":
    main()
