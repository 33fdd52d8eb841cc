"""Vectors of sentences are kept with the index: only what is new is embedded."""

from pathlib import Path

from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.model import Document
from tests.support.kept_indexes import TEXTS

_PROBE = "The same text always has the same vector."
QUESTION = "where does it live"


def test_deleting_a_document_keeps_the_vectors_of_the_others_alone(tmp_path: Path) -> None:
    embedded: list[str] = []

    def embed(texts: list[str]) -> list[list[float]]:
        embedded.extend(texts)
        return [[float(text.count(letter)) for letter in "aeiou"] for text in texts]

    with LanguageGraph(tmp_path / "g.lgm", embed=embed) as graph:
        graph.build([Document(id=title, text=text, title=title) for title, text in TEXTS.items()])
        graph.ranker()
        embedded.clear()
        graph.delete(["Odo Krell 5"])
        graph.ranker()
        assert [text for text in embedded if "Krell" in text] == []


def test_only_what_is_new_is_embedded_whether_documents_are_added_replaced_or_merged(tmp_path: Path) -> None:
    embedded: list[str] = []

    def embed(texts: list[str]) -> list[list[float]]:
        embedded.extend(texts)
        return [[float(text.count(letter)) for letter in "aeiou"] for text in texts]

    path = tmp_path / "g.lgm"
    with LanguageGraph(path, embed=embed) as graph:
        graph.build([Document(id=title, text=text, title=title) for title, text in TEXTS.items()])
        graph.ranker()
        embedded.clear()
        graph.build(Document(id="new", text="Odo Krell 5 met Ada. Ada Voss lives in Turvola."), add=True)
        graph.ranker()
        assert {text for text in embedded if "Ada" in text} == set(embedded) - {_PROBE}
        embedded.clear()
        graph.build(Document(id="new", text="Odo Krell 5 met Ada. Ada Voss moved away."), add=True)
        expected = ranked(graph)
        assert set(embedded) - {_PROBE, QUESTION} == {"Ada Voss moved away."}
    old = [path.read_bytes() for path in (tmp_path / "g.lgm-vectors").iterdir()]
    assert old
    embedded.clear()
    (tmp_path / "g.lgm-index" / "current").unlink()  # as after a merge: another base
    with LanguageGraph(path, embed=embed) as graph:
        assert ranked(graph) == expected
    assert set(embedded) == {_PROBE, QUESTION}


def ranked(graph: LanguageGraph) -> list[tuple[str, float]]:
    """Return passages with scores to three decimals."""
    return [(passage.id, round(passage.score, 3)) for passage in graph.retrieve_passages(QUESTION, 5)]
