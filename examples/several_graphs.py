"""Ask several graphs at once, such as the shards of a large one: the best passages of each are ranked anew together.

Scores of one graph mean nothing in another. So the passages that the graphs find become a small graph of their own, in
which what leads from one passage to the next is found also where they come from different graphs; all graphs are asked
again with what the best of them say. `docs/guides/scaling.md` tells how close that comes to one graph of all.

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
    found: dict[str, tuple[int, RetrievedPassage]] = {}

    def find(wanted: str, most: int) -> list[Document]:
        """Ask all graphs, and return the passages that were not found before."""
        new = {
            f"{number}:{passage.id}": (number, passage)
            for number, graph in enumerate(graphs)
            for passage in graph.retrieve_passages(wanted, most)
        }
        keys = [key for key in new if key not in found]
        found.update(new)
        return [_document(key, new[key][1]) for key in keys]

    with TemporaryDirectory() as folder, LanguageGraph(Path(folder) / "found.lgm") as together:
        together.build(find(question, of_each), workers=1)
        # What the best passages lead to may be in any graph, though none of the question's words is in it.
        leads = [f"{question} {passage.text}" for passage in together.retrieve_passages(question, 3)]
        together.build([document for lead in leads for document in find(lead, 5)], workers=1)
        best = together.retrieve_passages(question, k)
    return [found[key] for key in dict.fromkeys(passage.document.id for passage in best)]


def _document(key: str, passage: RetrievedPassage) -> Document:
    return Document.from_text(passage.text, id=key, title=passage.section.title or passage.document.title)


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
