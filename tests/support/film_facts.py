"""A small graph with facts: of a film, its director, and what somebody wrote about it."""

from pathlib import Path

from lgm_core import Document, LanguageGraph

TEXTS = {
    "film": (
        "Salt Harbour",
        "Salt Harbour is a 1962 film directed by Inês Moura. It was shot in Setúbal. Rui Dias wrote the music.",
    ),
    "director": (
        "Inês Moura",
        "Inês Moura (4 May 1904 – 12 June 1987) was a Portuguese director. She married the composer Rui Dias in 1931. "
        "Her films were shown in Paris.",
    ),
    "reviews": (
        "Film reviews",
        "Salt Harbour by Inês Moura was praised in Paris. Others found Salt Harbour too slow.",
    ),
}

TRIPLES = {
    "film": [["Salt Harbour", "directed by", "Inês Moura"], ["Salt Harbour", "shot in", "Setúbal"]],
    "director": [
        ["Inês Moura", "was born on", "4 May 1904"],
        ["Inês Moura", "married", "Rui Dias"],
        ["Inês Moura", "films were shown in", "Paris"],
    ],
    "reviews": [["Salt Harbour", "was praised in", "Paris"]],
}

DOCUMENTS = [Document.from_text(text, id=id, title=title, metadata={"kind": id}) for id, (title, text) in TEXTS.items()]


def film_graph(path: Path, **settings: object) -> LanguageGraph:
    """Return a graph of the documents with the facts above."""
    graph = LanguageGraph(path, **settings)  # type: ignore[arg-type]  # whatever a test gives
    graph.build(DOCUMENTS, workers=1)
    graph.import_facts({"id": id, "triples": triples} for id, triples in TRIPLES.items())
    return graph
