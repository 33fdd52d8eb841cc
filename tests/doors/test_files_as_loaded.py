"""Tables, source code and titles are read the same from a folder, through both doors, and by the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument
from typer.testing import CliRunner

from langchain_lgm import LanguageGraphBuilder
from lgm_core import Document, LanguageGraph
from lgm_core.cli.application import app
from llama_index_lgm import LanguageGraphIndex

Learn = Callable[[str, str, Path], LanguageGraph]


def from_folder(text: str, name: str, folder: Path) -> LanguageGraph:
    (folder / "docs").mkdir()
    (folder / "docs" / name).write_text(text, encoding="utf-8")
    graph = LanguageGraph(folder / "my.lgm")
    graph.build(folder / "docs", workers=1)
    return graph


def by_command(text: str, name: str, folder: Path) -> LanguageGraph:
    (folder / name).write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["build", str(folder / name), "--graph", str(folder / "my.lgm"), "--workers", "1"])
    assert result.exit_code == 0, result.output
    return LanguageGraph(folder / "my.lgm")


def through_langchain(text: str, name: str, _: Path) -> LanguageGraph:
    return LanguageGraphBuilder(workers=1).build([LangChainDocument(text, metadata={"source": name})])


def through_llama_index(text: str, name: str, _: Path) -> LanguageGraph:
    document = LlamaDocument(text=text, metadata={"file_path": name})
    return LanguageGraphIndex.from_documents([document], workers=1).graph


def through_core(text: str, name: str, folder: Path) -> LanguageGraph:
    media_type = {".md": "text/markdown", ".html": "text/html", ".csv": "text/csv", ".py": "text/x-python"}
    document = Document.from_text(text, source=name, media_type=media_type[Path(name).suffix])
    graph = LanguageGraph(folder / "my.lgm")
    graph.build([document], workers=1)
    return graph


ways = pytest.mark.parametrize(
    "learn",
    [from_folder, by_command, through_langchain, through_llama_index, through_core],
    ids=lambda way: way.__name__,
)


@ways
@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("arm.md", "# Arm manual\n\nThe arm lifts 5 kg.\n\n# More\n\nIt waits.\n", "Arm manual"),
        ("arm.md", "---\ntitle: Manual\n---\n# Arm manual\n\nThe arm lifts 5 kg.\n", "Manual"),
        ("arm.html", "<html><title>Arm page</title><body><p>The arm lifts 5 kg.</p></body></html>", "Arm page"),
        (
            "arm.html",
            "<html><title>x</title><body><h1>Arm <em>manual</em></h1><p>It lifts.</p></body></html>",
            "Arm manual",
        ),
    ],
)
def test_the_title_is_the_first_heading(learn: Learn, name: str, text: str, title: str, tmp_path: Path) -> None:
    graph = learn(text, name, tmp_path)
    assert [document.title for document in graph.documents()] == [title]
    assert {passage.document.title for passage in graph.retrieve_passages("What does the arm lift?", 1)} == {title}


@pytest.mark.parametrize("metadata", [{"start_index": 40}, {"title": "Arms"}])
def test_a_later_chunk_or_a_titled_document_takes_no_title_from_its_text(metadata: dict[str, object]) -> None:
    text = LangChainDocument("# Arm manual\n\nThe arm lifts 5 kg.", metadata={"source": "arm.md", **metadata})
    graph = LanguageGraphBuilder(workers=1).build([text])
    assert [document.title for document in graph.documents()] == [metadata.get("title", "")]


def test_a_document_with_a_title_from_its_text_is_not_learned_again(tmp_path: Path) -> None:
    graph = LanguageGraph(tmp_path / "my.lgm")
    document = Document.from_text("# Arm manual\n\nIt lifts.", id="a", media_type="text/markdown")
    assert (graph.build([document], workers=1).learned, graph.build([document], workers=1).skipped) == (1, 1)


TABLE = 'key,default,meaning\nttl,60,"Lifetime, in seconds. Keep it short"\nsize,9,Entries\n'
ROW = "key: ttl; default: 60; meaning: Lifetime, in seconds. Keep it short"


@ways
def test_a_row_of_csv_is_a_statement(learn: Learn, tmp_path: Path) -> None:
    graph = learn(TABLE, "settings.csv", tmp_path)
    found = graph.retrieve_sentences("What is the lifetime ttl?", 1)
    assert [sentence.text for sentence in found] == [ROW]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("key;meaning\nttl;Lifetime, a number\n", ["key: ttl; meaning: Lifetime, a number"]),
        ("key\tmeaning\r\nttl\tLifetime\r\n", ["key: ttl; meaning: Lifetime"]),
        ('key,say\nttl,"He said ""so""\nand left"\n,\n', ['key: ttl; say: He said "so" and left']),
        ("ttl,60\nsize,9\n", ["ttl; 60", "size; 9"]),
        ("ttl, Lifetime\nsize, Entries", ["ttl; Lifetime", "size; Entries"]),
        ("name, age\nAda, 36\nBo, 40\n", ["name: Ada; age: 36", "name: Bo; age: 40"]),
        ("Ada, 36\nBo, 40\n", ["Ada; 36", "Bo; 40"]),
        ("name, age\nAda, 36\nBo, old\n", ["name: Ada; age: 36", "name: Bo; age: old"]),
        ("pears, plums\nada, 36\nbo, old\n", ["pears; plums", "ada; 36", "bo; old"]),
        ("part, maker\nArm A, Blue\nArm B, Red\n", ["part: Arm A; maker: Blue", "part: Arm B; maker: Red"]),
        ("Part, Sold\nArm A, May\nArm B, June\n", ["Part: Arm A; Sold: May", "Part: Arm B; Sold: June"]),
        ("Name, Role\nAda, Pilot\n", ["Name: Ada; Role: Pilot"]),
        ("Ada, Pilot\nBo, Cook\nCy, Nurse\n", ["Ada; Pilot", "Bo; Cook", "Cy; Nurse"]),
        ("Name, Role\nAda, Pilot, Oslo\n", ["Name; Role", "Ada; Pilot; Oslo"]),
        ("key;meaning, long;more\nttl;Lifetime;no\n", ["key: ttl; meaning, long: Lifetime; more: no"]),
        ('key,say\nttl,"open\n', ['key: ttl; say: "open']),
    ],
)
def test_csv_in_its_usual_forms(text: str, expected: list[str]) -> None:
    graph = LanguageGraphBuilder(workers=1).build([LangChainDocument(text, metadata={"source": "a.csv"})])
    assert sorted(sentence.text for document in graph.store.scan() for sentence in document.sentences) == sorted(
        expected
    )


@pytest.mark.parametrize(
    "metadata", [{"source": "robots.csv", "row": 0}, {"source": "robots.csv", "file_type": "text/csv"}]
)
def test_rows_of_a_csv_loader_are_statements(metadata: dict[str, object]) -> None:
    text = "name: Arm A\nmaximum payload: 5 kg\nMaker: Blue Robotics"
    graph = LanguageGraphBuilder(workers=1).build([LangChainDocument(text, metadata=metadata)])
    found = graph.retrieve_sentences("What is the maximum payload of Arm A?", 3)
    assert [sentence.text for sentence in found] == ["name: Arm A; maximum payload: 5 kg; Maker: Blue Robotics"]


CODE = '''import os


def tidy_hive(hive):
    """Tidy. A hive is a house."""

    for comb in hive:
        comb.clean()


class BeeKeeper:
    name = "Ada"
'''
FUNCTION = CODE[CODE.index("def") : CODE.index("\n\n\nclass")]


@pytest.mark.parametrize("learn", [by_command, through_langchain, through_llama_index, through_core])
def test_source_code_keeps_its_lines_and_is_found_by_identifiers(learn: Learn, tmp_path: Path) -> None:
    graph = learn(CODE, "bees.py", tmp_path)
    for question in ("tidy_hive", "What does tidy_hive do?"):
        assert graph.retrieve_sentences(question, 1)[0].text == FUNCTION
    (document,) = graph.store.scan()
    assert all(sentence.is_code for sentence in document.sentences)
    assert not document.relations
    assert [CODE[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]


@pytest.mark.parametrize(
    "metadata",
    [
        {"file_type": "text/x-python"},
        {"file_type": ".py"},
        {"source": "src/bees.ts", "file_type": "video/mp2t"},
        {"source": "https://example.org/bees.rs?raw=1"},
    ],
)
def test_source_code_is_told_by_its_type_or_its_suffix(metadata: dict[str, object]) -> None:
    graph = LanguageGraphBuilder(workers=1).build([LangChainDocument(CODE, metadata=metadata)])
    index = LanguageGraphIndex.from_documents(
        [LlamaDocument(text=CODE, metadata={"url": metadata.get("source"), **metadata})]
    )
    for learned in (graph, index.graph):
        assert learned.retrieve_sentences("tidy_hive", 1)[0].text == FUNCTION


def test_source_code_in_a_folder_is_told_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "bees.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "docs" / "bees.tsv").write_text("bee\thoney\nAda\tyes\n", encoding="utf-8")
    report = LanguageGraph(tmp_path / "my.lgm").build(tmp_path / "docs", workers=1)
    assert report.learned == 1
    assert [(Path(file.name).name, file.error) for file in report.ignored] == [("bees.py", ".py")]


PAGES = {
    "embeddings.md": "# Embedding models\n\nThis machine embeds sentences without a server. An endpoint also works.\n",
    "filters.md": "# Metadata filters\n\nA filter keeps documents whose fields match. Filters use comparisons.\n",
    "gripper.md": "# Changing the gripper\n\nSwitch off the air. Loosen the screws, then pull the flange.\n",
    "payload.md": "# Payload of the arm\n\nArm A lifts up to 12 kg. At full reach it lifts 8 kg.\n",
}
TITLES = {name: text.splitlines()[0].removeprefix("# ") for name, text in PAGES.items()}


@pytest.mark.parametrize(
    "contents",
    [
        "\n".join(
            f"{number}. [{title}]({name})\n    - [More](#more)"
            for number, (name, title) in enumerate(TITLES.items(), 1)
        ),
        "| page | about |\n|---|---|\n"
        + "\n".join(f"| [{title}]({name}) | read it |" for name, title in TITLES.items()),
        "\n".join(f"{title} {'.' * 9} {number}\n" for number, title in enumerate(TITLES.values(), 3)),
    ],
    ids=["links", "table", "dots"],
)
def test_what_a_list_of_contents_points_to_ranks_before_it(contents: str) -> None:
    pages = {**PAGES, "index.md": f"# Handbook\n\n## Contents\n\n{contents}\n"}
    documents = [LangChainDocument(text, metadata={"source": name}) for name, text in pages.items()]
    graph = LanguageGraphBuilder(workers=1).build(documents)
    first = {name: graph.retrieve_passages(f"{title}?", 1)[0].document.id for name, title in TITLES.items()}
    assert first == {name: name for name in PAGES}
