"""Keep a graph in step with a folder of mixed files: Markdown, HTML, text, reStructuredText, JSON Lines, PDF.

Run it, change the folder as you like (edit, add, remove, rename), and run it again: only what changed is learned, and
what is gone from the folder is gone from the graph. A file that cannot be read is named; of one that could be read
before, the graph keeps that. `lgm build docs --prune` does the same and names up to ten documents of a kind.

    pip install ".[pdf]"
    python examples/folder_in_step.py docs --graph folder.lgm
    lgm ask "What happens to blobs when a document is deleted?" --graph folder.lgm
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from lgm_core import LanguageGraph


def bring_into_step(graph: LanguageGraph, folder: Path) -> Iterator[str]:
    """Make a graph hold what a folder holds; yield a line for each document that changed and each unreadable file."""
    is_new = not graph.store.exists()
    before = {} if is_new else {record.id: record.stamp for record in graph.documents()}
    report = graph.build(folder, prune=True)
    after = {record.id: record.stamp for record in graph.documents()}

    for id in sorted(before.keys() | after.keys()):
        if id not in after:
            yield f"- {id}"
        elif id not in before:
            yield f"+ {id}"
        elif after[id] != before[id]:
            yield f"~ {id}"
    for failed in report.failed:
        yield f"! {failed.name} {failed.error}"


def main() -> None:
    """Read the command line, bring the graph into step, tell what changed."""
    options = argparse.ArgumentParser(description="Keep a graph in step with a folder.")
    options.add_argument("folder", type=Path, nargs="?", default=Path("docs"), help="docs, if not given")
    options.add_argument("--graph", type=Path, default=Path("folder.lgm"), help="a file of this folder's own")
    given = options.parse_args()
    if not given.folder.is_dir():
        options.error(f"{given.folder} is not a folder")
    with LanguageGraph(given.graph) as graph:
        for line in bring_into_step(graph, given.folder):
            print(line)
        counts = graph.statistics()
        print(f"{given.graph} holds {given.folder}: documents: {counts.documents}, sentences: {counts.sentences}")


if __name__ == "__main__":
    main()
