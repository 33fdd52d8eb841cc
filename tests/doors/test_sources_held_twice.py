"""A source that is learned under ids of a caller and without: both stay, and one warning names the source."""

import logging
from pathlib import Path
from uuid import uuid4

import pytest
from langchain_core.documents import Document as LangChainDocument
from langchain_core.indexing import InMemoryRecordManager, index
from llama_index.core import Document as LlamaDocument
from typer.testing import CliRunner

from langchain_lgm import LanguageGraphBuilder
from lgm_core import LanguageGraph
from lgm_core.cli.application import app
from llama_index_lgm import LanguageGraphIndex

TEXT = "Apples are fruit."


def loaded(*texts: str, id: str | None = None) -> list[LangChainDocument]:
    return [LangChainDocument(text, id=id, metadata={"source": "s.md"}) for text in texts or (TEXT,)]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def ids(graph: LanguageGraph) -> list[str]:
    return [record.id for record in graph.documents()]


@pytest.mark.parametrize(("first", "second"), [("x", None), (None, "x")])
def test_langchain_tells_a_source_under_ids_of_two_origins(
    first: str | None, second: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    builder = LanguageGraphBuilder(workers=1)
    builder.build(loaded(id=first))
    assert (builder.report.doubled, warnings(caplog)) == (0, [])
    builder.build(loaded(id=second))
    assert ids(builder.graph) == ["s.md", "x"]
    assert (builder.report.doubled, builder.report.doubled_sources) == (1, {"s.md": 1})
    (told,) = warnings(caplog)
    assert '{"source": "s.md"}' in told
    caplog.clear()
    builder.delete(filter={"source": "s.md"})
    builder.build(loaded(id=second))
    assert (len(ids(builder.graph)), warnings(caplog)) == (1, [])


@pytest.mark.parametrize("is_added", [False, True])
def test_what_index_wrote_and_a_build_without_ids(is_added: bool, caplog: pytest.LogCaptureFixture) -> None:
    builder = LanguageGraphBuilder(workers=1)
    records = InMemoryRecordManager(uuid4().hex)
    records.create_schema()
    for text in (TEXT, "Pears are fruit."):
        index(loaded(text), records, builder, cleanup="full", source_id_key="source", key_encoder="sha256")
    assert (builder.report.doubled, warnings(caplog)) == (0, [])
    learn = builder.add_documents if is_added else builder.build
    learn(loaded("Pears are fruit."))
    assert builder.report.doubled_sources == {"s.md": 1}
    assert len(warnings(caplog)) == 1


def test_what_joins_a_source_with_another_text_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    builder = LanguageGraphBuilder(workers=1)
    builder.build(loaded(id="x"))
    builder.add_documents(loaded("Pears are fruit."))
    builder.build([*loaded(id="x"), *loaded("Plums are fruit.", id="y")])
    assert (builder.report.doubled, warnings(caplog)) == (0, [])


def test_llama_index_tells_it(caplog: pytest.LogCaptureFixture) -> None:
    held = LanguageGraphIndex.from_documents(
        [LlamaDocument(text=TEXT, id_="x", metadata={"file_path": "s.md"})], workers=1
    )
    held.refresh_ref_docs([LlamaDocument(text=TEXT, metadata={"file_path": "s.md"})])
    assert held.report.doubled_sources == {"s.md": 1}
    assert len(warnings(caplog)) == 1


def test_the_command_tells_it(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text(TEXT, "utf-8")
    place = str(tmp_path / "graph.lgm")
    owned = LangChainDocument(TEXT, id="x", metadata={"source": "docs/a.txt"})
    LanguageGraphBuilder(store=place, workers=1).build([owned]).close()
    told = CliRunner().invoke(app, ["build", str(folder), "--graph", place, "--workers", "1"])
    assert told.exit_code == 0
    assert '{"source": "docs/a.txt"}' in told.output
