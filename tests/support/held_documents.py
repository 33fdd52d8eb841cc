"""Documents of one source without ids, and what a graph holds of them."""

from lgm_core import Document, LanguageGraph


def from_source(source: str, *texts: str) -> list[Document]:
    """Return texts as documents of one source."""
    return [Document.from_text(text, source=source) for text in texts]


def ids(graph: LanguageGraph) -> list[str]:
    """Return the ids of the documents that a graph holds."""
    return [record.id for record in graph.documents()]


def texts(graph: LanguageGraph) -> dict[str, str]:
    """Return the first sentence of every document that a graph holds, by the document's id."""
    return {record.id: graph.store.sentences([f"{record.id}#0"])[0].text for record in graph.documents()}
