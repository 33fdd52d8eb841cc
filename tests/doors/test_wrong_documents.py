"""What beginners give a door in place of a list of documents, and a door whose framework is not installed."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument

from langchain_lgm import LanguageGraphBuilder
from lgm_core import Document, InputError, LanguageGraph
from llama_index_lgm import LanguageGraphIndex

GIVEN = [
    (None, "None was given where a list of documents is wanted; each is a "),
    ("Apples are sweet.", "'Apples are sweet.' was given where a list of documents is wanted"),
    (Path("docs"), r"is wanted; each is a \w+. `LanguageGraph\(PLACE\).build\(PATH\)` of lgm_core learns files"),
    (["Apples are sweet."], "'Apples are sweet.' was given as a document, but is none; give a "),
]


@pytest.mark.parametrize(("given", "said"), GIVEN)
def test_what_is_no_list_of_documents_is_refused(given: Any, said: str) -> None:
    for learn in (
        LanguageGraphBuilder().build,
        LanguageGraphIndex.from_documents,
        LanguageGraphIndex().insert_nodes,
        LanguageGraphIndex().refresh_ref_docs,
    ):
        with pytest.raises(InputError, match=said):
            learn(given)


def test_a_single_document_is_refused_with_the_way_out() -> None:
    with pytest.raises(InputError, match=r"put it into a list: \[document\]"):
        LanguageGraphBuilder().build(LangChainDocument("Apples are sweet."))  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"put it into a list: \[document\]"):
        LanguageGraphIndex.from_documents(LlamaDocument(text="Apples are sweet."))  # type: ignore[arg-type]


def test_a_setting_of_other_indexes_is_refused_with_those_there_are() -> None:
    said = r"LanguageGraphIndex has no setting graph_store \(perhaps store\); known are: .*, store, "
    with pytest.raises(InputError, match=said):
        LanguageGraphIndex.from_documents([], graph_store=3)  # type: ignore[call-arg]
    with pytest.raises(InputError, match=said):
        LanguageGraphIndex(graph_store=3)  # type: ignore[call-arg]
    with pytest.raises(InputError, match=r"no setting anotator \(perhaps annotator\), xyz; known are: nodes, llm, "):
        LanguageGraphIndex.from_existing("my.lgm", anotator="lite", xyz=1)  # type: ignore[call-arg]
    said = r"LanguageGraphBuilder has no setting embed_model \(perhaps embeddings\); known are: llm, store, "
    with pytest.raises(InputError, match=said):
        LanguageGraphBuilder(embed_model=None)  # type: ignore[call-arg]
    with pytest.raises(InputError, match=said):
        LanguageGraphBuilder.from_documents([], embed_model=None)  # type: ignore[call-arg]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("framework", "statement", "extra"),
    [
        ("langchain_core", "from langchain_lgm import LanguageGraphBuilder", "langchain"),
        ("langchain_core", "from langchain_lgm import language_graph_tools", "langchain"),
        ("llama_index", "import llama_index_lgm", "llama-index"),
        ("llama_index.core", "from llama_index_lgm import LanguageGraphIndex", "llama-index"),
    ],
)
def test_a_framework_that_is_not_installed_is_named_by_its_extra(framework: str, statement: str, extra: str) -> None:
    program = f"import sys; sys.modules[{framework!r}] = None; {statement}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "MissingDependencyError" in done.stderr
    assert f"needs the extra `{extra}`" in done.stderr
    assert f'pip install ".[{extra}]"' in done.stderr


PDF_BYTES = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"
PEARS = "Pears are fruit."


def test_the_bytes_of_a_pdf_file_are_not_learned_in_either_door(caplog: pytest.LogCaptureFixture) -> None:
    pdf, text = {"file_path": "/docs/depot.pdf", "file_type": "application/pdf"}, {"file_path": "/docs/pears.txt"}
    index = LanguageGraphIndex.from_documents(
        [LlamaDocument(text=PDF_BYTES, metadata=pdf), LlamaDocument(text=PEARS, metadata=text)], workers=1
    )
    assert list(index.ref_doc_info) == ["pears.txt"]
    assert "depot.pdf was not learned: its text is the raw bytes of a PDF file" in caplog.text
    assert "pip install llama-index-readers-file pypdf" in caplog.text
    with pytest.raises(InputError, match="pip install llama-index-readers-file pypdf"):
        index.insert(LlamaDocument(text=PDF_BYTES, metadata=pdf))

    builder = LanguageGraphBuilder(workers=1)
    builder.build([LangChainDocument(PDF_BYTES, metadata={"source": "docs/depot.pdf"})])
    (failed,) = builder.report.failed
    assert (failed.name, failed.is_binary) == ("docs/depot.pdf", True)
    assert "PyPDFLoader" in failed.error
    assert builder.report.learned == 0


# Documents in another language than the backend's: told once a build.

GERMAN = (
    "Der Apfel ist eine Frucht, die auf einem Baum wächst. Die Bäume werden im Frühjahr von Bienen bestäubt, und im "
    "Herbst sind die Früchte reif. Sie werden nicht nur gegessen, sondern auch zu Saft gepresst."
)
ENGLISH = (
    "Maria de la Cruz y de los Santos and Ludwig van der Weyde met at the Gare de La Roche in the town of Santa Maria "
    "del Mar. The book Die Leiden des jungen Werthers was read to them by an actor from Lyon."
)


def test_german_in_the_english_backend_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    documents = [LangChainDocument(GERMAN, metadata={"source": f"{number}.txt"}) for number in range(2)]
    builder = LanguageGraphBuilder(workers=1, annotator="lite:en")
    builder.build([*documents, LangChainDocument(ENGLISH, metadata={"source": "english.txt"})])
    assert builder.report.unread == {"German": 2}
    (told,) = (record.message for record in caplog.records if record.levelname == "WARNING")
    assert told.startswith("2 documents seem to be in German")
    assert "stanza:de" in told


@pytest.mark.parametrize("text", [ENGLISH, "Der Apfel ist eine Frucht.", f"{ENGLISH} {GERMAN}", f"```\n{GERMAN}\n```"])
def test_foreign_names_few_words_mixed_texts_and_code_are_not_told(text: str, tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "g.lgm", annotator="lite:en") as graph:
        document = Document.from_text(text, id="a", media_type="text/markdown")
        assert graph.build([document], workers=1).unread == {}
