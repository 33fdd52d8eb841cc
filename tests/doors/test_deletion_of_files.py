"""The id of a file deletes all of it, through the engine, both doors and the command; what stays of it is told."""

from pathlib import Path

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument
from typer.testing import CliRunner

from langchain_lgm import LanguageGraphBuilder
from lgm_core import Document, LanguageGraph
from lgm_core.cli.application import app
from llama_index_lgm import LanguageGraphIndex

REPORT = "pdf/report.pdf"
PAGES = ["Plants are organisms.", "Leaves are parts of plants.", "Roots are parts of plants."]
OTHERS = ["pdf/other.pdf", "pdf/report.pdf.txt", "mine:2"]
ALL = [REPORT, f"{REPORT}:2", f"{REPORT}:3"]


def documents() -> list[Document]:
    pages = [Document.from_text(text, source=REPORT) for text in PAGES]
    others = [Document.from_text("Bees are insects.", source=source) for source in OTHERS[:2]]
    return [*pages, *others, Document.from_text("Ants are insects.", id="mine:2")]


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    graph = LanguageGraph(tmp_path / "graph.lgm")
    graph.build(documents(), workers=1)
    return graph


def ids(graph: LanguageGraph) -> set[str]:
    return {record.id for record in graph.documents()}


def test_the_engine_deletes_all_of_a_file_or_one_page(graph: LanguageGraph, caplog: pytest.LogCaptureFixture) -> None:
    assert graph.delete(f"{REPORT}:2") == 1
    assert f"still there, of the same source: {REPORT}, {REPORT}:3 (the id {REPORT} deletes all of it)" in caplog.text
    caplog.clear()
    assert graph.delete([REPORT, REPORT]) == 2
    assert ids(graph) == set(OTHERS)
    assert caplog.text == ""


def test_the_engine_deletes_what_is_left_of_a_file(graph: LanguageGraph, caplog: pytest.LogCaptureFixture) -> None:
    assert graph.delete(REPORT, exact=True) == 1
    assert f"{REPORT}:2, {REPORT}:3" in caplog.text
    caplog.clear()
    assert graph.delete(REPORT) == 2
    assert (ids(graph), caplog.text) == (set(OTHERS), "")


def test_documents_under_ids_of_a_caller_go_one_by_one(tmp_path: Path) -> None:
    graph = LanguageGraph(tmp_path / "own.lgm")
    graph.build([Document.from_text("A fig.", id="a"), Document.from_text("A plum.", id="a:2")], workers=1)
    assert graph.delete("a") == 1
    assert ids(graph) == {"a:2"}


def test_llama_index_deletes_all_of_a_file_by_the_id_that_it_lists(caplog: pytest.LogCaptureFixture) -> None:
    pages = [LlamaDocument(text=text, metadata={"file_path": REPORT}) for text in PAGES]
    bee = LlamaDocument(text="Bees are insects.", metadata={"file_path": "bee.pdf"})
    index = LanguageGraphIndex.from_documents([*pages, bee], workers=1)
    assert {id: info.node_ids for id, info in index.ref_doc_info.items()} == {REPORT: ALL, "bee.pdf": ["bee.pdf"]}
    index.delete_ref_doc(pages[0].doc_id)
    assert index.ref_doc_info[REPORT].node_ids == ALL[1:]
    assert f"{REPORT}:2, {REPORT}:3" in caplog.text
    caplog.clear()
    index.delete_ref_doc(REPORT)
    assert (set(index.ref_doc_info), caplog.text) == ({"bee.pdf"}, "")
    assert all("leaves" not in hit.text.lower() for hit in index.as_retriever().retrieve("What are leaves parts of?"))


def test_langchain_deletes_all_of_a_file() -> None:
    pages = [LangChainDocument(text, metadata={"source": REPORT}) for text in PAGES]
    builder = LanguageGraphBuilder(workers=1)
    builder.add_documents([*pages, LangChainDocument("Bees are insects.", metadata={"source": "bee.pdf"})])
    assert builder.delete([REPORT])["succeeded"] == ALL
    assert ids(builder.graph) == {"bee.pdf"}


def test_the_command_deletes_all_of_a_file(
    graph: LanguageGraph, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    graph.close()
    place = str(tmp_path / "graph.lgm")
    CliRunner().invoke(app, ["delete", f"{REPORT}:3", "--graph", place])
    assert "still there, of the same source" in caplog.text  # which the program prints
    told = CliRunner().invoke(app, ["delete", REPORT, "away.md", "--graph", place, "--json"])
    assert (told.exit_code, '"deleted": 2' in told.output, "away.md" in told.output) == (1, True, True)
    with LanguageGraph(tmp_path / "graph.lgm") as left:
        assert ids(left) == set(OTHERS)
