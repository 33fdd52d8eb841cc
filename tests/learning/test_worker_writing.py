"""What workers do that write, too: documents are written chunk by chunk, and only counts come back."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from lgm_core import Document, InputError, LanguageGraph
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.build_report import FailedDocument, LearnedDocument
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.learning.learner import LearnOptions, recipe_of
from lgm_core.learning.outdated_documents import ANALYSIS, Analysed, LearningMethod, analysis_and_writing
from lgm_core.model import DocumentGraph

DOCUMENTS = [Document.from_text(f"A lantern {name} is a lamp. It is old.", id=name) for name in ("a", "b", "c")]


class Fastidious(SQLiteStore):
    """A store that cannot hold one of the documents."""

    def write_many(self, graphs: Sequence[DocumentGraph]) -> None:
        if any(graph.document.id == "b" for graph in graphs):
            raise InputError("no b")
        super().write_many(graphs)


def learned(place: Path, facts: FactOptions | None = None) -> list[Analysed]:
    annotator = LiteAnnotator()
    method = LearningMethod(annotator, facts, recipe=recipe_of(annotator, LearnOptions(facts=facts)))
    return analysis_and_writing(partial(Fastidious, place)).work((DOCUMENTS, method))


def test_a_worker_writes_what_can_be_written_and_tells_of_the_rest(tmp_path: Path) -> None:
    for _ in range(2):  # as when its answer was lost
        results = learned(tmp_path / "g.lgm")
        assert [(each.id, each.sentences) for each in results if isinstance(each, LearnedDocument)] == [
            ("a", 2),
            ("c", 2),
        ]
        assert [each for each in results if isinstance(each, FailedDocument)] == [FailedDocument("b", "no b")]
        with SQLiteStore(tmp_path / "g.lgm") as store:
            assert [record.id for record in store.documents()] == ["a", "c"]
            assert store.revision() == 2


def test_what_a_language_model_is_asked_about_comes_back_unwritten(tmp_path: Path) -> None:
    results = learned(tmp_path / "g.lgm", FactOptions(method="llm"))
    assert [each.document.id for each in results if isinstance(each, DocumentGraph)] == ["a", "b", "c"]
    assert not (tmp_path / "g.lgm").exists()


def test_a_document_that_ends_its_worker_is_set_aside_as_without_writing(tmp_path: Path) -> None:
    assert analysis_and_writing(partial(SQLiteStore, tmp_path / "g.lgm")).set_aside is ANALYSIS.set_aside


def test_workers_cannot_write_a_graph_file(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        with pytest.raises(InputError, match="write_in_workers=True is for graphs that several processes can open"):
            graph.build(DOCUMENTS, write_in_workers=True)
        assert graph.build(DOCUMENTS, write_in_workers=False).learned == 3
