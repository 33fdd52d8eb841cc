"""Code in documents: found, cited and shown as it is written, and never taken for a statement."""

import io
import json
from pathlib import Path

import pytest

from lgm_core import LanguageGraph, RetrievedSentence
from lgm_core.graph.export import export_jsonl
from lgm_core.hosts import reading_tools
from lgm_core.model import RelationKind
from lgm_core.retrieval.answering.evidence_chunks import chunk_sentences, window_text
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence, number_sentences

SETUP = """
# Hive

Hive keeps bees. It is a program for beekeepers.

## With frames

Hive works together with frames. Take this extra:

```bash
pip install "hive[frames]"
hive frame --max-steps 3
```

It then knows every frame.

## From Python

    from hive import FrameIndexBuilder

    def apple_is_a_fruit(apple):
        return FrameIndexBuilder.from_combs(apple)[0]

Set `max_steps` before you call it.

## Options

| Option | Meaning |
|---|---|
| `--keep-drones` | Drones are a kind of bee. |

## History

Hive was begun in 1904 by a keeper of bees who liked frames and honey.
"""


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    folder: Path = tmp_path_factory.mktemp("code")
    (folder / "docs").mkdir()
    (folder / "docs" / "setup.md").write_text(SETUP, encoding="utf-8")
    language_graph = LanguageGraph(folder / "graph.lgm")
    language_graph.build(folder / "docs", workers=1)
    return language_graph


def code_for(graph: LanguageGraph, question: str) -> list[RetrievedSentence]:
    return [found for found in graph.retrieve_sentences(question, 3) if found.sentence.is_code]


def shown(graph: LanguageGraph, question: str) -> list[NumberedSentence]:
    sentences = [found.sentence for found in graph.retrieve_sentences(question, 5)]
    view = GraphView(graph.store, languages=("en",))
    return number_sentences(view, sentences, first=1, paths={})


def test_a_passage_has_its_code_on_lines_of_its_own(graph: LanguageGraph) -> None:
    passage = graph.retrieve_passages("How do I install the frames extra?", 2)[0]
    assert passage.text == (
        "Hive works together with frames. Take this extra:\n"
        'pip install "hive[frames]"\nhive frame --max-steps 3\n'
        "It then knows every frame."
    )


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How do I pip install frames?", 'pip install "hive[frames]"\nhive frame --max-steps 3'),
        ("What does FrameIndexBuilder do?", "FrameIndexBuilder.from_combs(apple)"),
        ("frame index builder", "FrameIndexBuilder.from_combs(apple)"),
        ("Which function is from_combs?", "FrameIndexBuilder.from_combs(apple)"),
        ("the max_steps option of the command", "hive frame --max-steps 3"),
    ],
)
def test_code_is_found_by_its_identifiers_and_their_parts(graph: LanguageGraph, question: str, words: str) -> None:
    assert any(words in found.text for found in code_for(graph, question))


def test_code_is_cited_with_its_offsets(graph: LanguageGraph) -> None:
    (found, *_) = [found for found in code_for(graph, "How do I pip install frames?") if "pip" in found.text]
    assert found.id == f"setup.md#{found.sentence.position}"
    assert SETUP[found.start : found.end] == found.text
    answer = graph.ask("How do I pip install frames?")
    assert found.text in [citation.text for citation in answer.citations if citation.sentence_id == found.id]


def test_code_states_nothing(graph: LanguageGraph) -> None:
    (document,) = graph.store.scan()
    code = {sentence.id for sentence in document.sentences if sentence.is_code}
    assert len(code) == 2
    assert not any(evidence.sentence_id in code for relation in document.relations for evidence in relation.evidence)
    assert not any(sentence.clauses for sentence in document.sentences if sentence.is_code)
    assert {mention.source for mention in document.mentions if mention.sentence_id in code} == {"title"}


def test_a_table_of_options_is_found(graph: LanguageGraph) -> None:
    texts = [found.text for found in graph.retrieve_sentences("What does the keep-drones option mean?", 1)]
    assert texts == ["Option: --keep-drones; Meaning: Drones are a kind of bee."]


def test_an_agent_is_shown_the_lines_of_code_below_its_number(graph: LanguageGraph) -> None:
    search = reading_tools(graph, k=1, where=None)[0]
    told = search.call(question="How do I install the frames extra?")
    number = next(citation.number for citation in told.citations if citation.sentence_id == "setup.md#4")
    code = f'[{number}]\n    pip install "hive[frames]"\n    hive frame --max-steps 3\n'
    assert f"{code}[{number + 1}] It then" in told.text


def test_a_language_model_is_shown_the_lines_of_code(graph: LanguageGraph) -> None:
    sentences = shown(graph, "How is FrameIndexBuilder called from Python?")
    number = next(sentence.number for sentence in sentences if sentence.sentence.is_code)
    lines = (
        f"[{number}]\n    from hive import FrameIndexBuilder\n    def apple_is_a_fruit(apple):\n"
        "        return FrameIndexBuilder.from_combs(apple)[0]"
    )
    assert lines in chunk_sentences(sentences, 4000)[0].text
    assert lines in window_text(sentences, numbered=True)


def test_the_export_marks_code(graph: LanguageGraph) -> None:
    out = io.BytesIO()
    export_jsonl(graph.store, out)
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [row["text"].split("\n")[0] for row in rows if row.get("code")] == [
        'pip install "hive[frames]"',
        "from hive import FrameIndexBuilder",
    ]


# Code inside sentences: found, cited and shown as it is written, and never an end of a relation.

MARKDOWN = """
# Hive

A queen is a bee. `list` is a class of the store. The `frame` type is a class.
Call `open_hive()` before `FrameIndexBuilder.from_combs(path)`, and pass `--max-steps`.

The `cache` holds combs. It is a table. Hives contain `frames`. Smoke `is a` signal.
<code>tuple</code> is a sequence. Melt it in a `WaxPress` at noon.
"""
HTML = """
<h1>Hive</h1><p>A queen is a bee. <code>list</code> is a class of the store. The <tt>frame</tt> type is a class.
Call <code>open_hive()</code> before <code>FrameIndexBuilder<b>.from_combs</b>(path)</code>, and pass
<kbd>--max-steps</kbd>.</p>
<p>The <code>cache</code> holds combs. It is a table. Hives contain <samp>frames</samp>. Smoke <code>is a</code> signal.
Melt it in a <code>WaxPress</code> at noon.
"""
RESTRUCTURED = """
Hive
====

A queen is a bee. ``list`` is a class of the store. The :py:class:`frame` type is a class.
Call ``open_hive()`` before ``FrameIndexBuilder.from_combs(path)``, and pass
:option:`--max-steps`.

The ``cache`` holds combs. It is a table. Hives contain ``frames``. Smoke ``is
a`` signal. Melt it in a ``WaxPress`` at noon.
"""


@pytest.fixture(scope="module", params=[("hive.md", MARKDOWN), ("hive.html", HTML), ("hive.rst", RESTRUCTURED)])
def hive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[LanguageGraph, str]:
    name, source = request.param
    folder: Path = tmp_path_factory.mktemp("inline")
    (folder / name).write_text(source, encoding="utf-8")
    graph = LanguageGraph(folder / "graph.lgm")
    graph.build(folder / name, workers=1)
    return graph, source


def test_inline_code_is_never_an_end_of_a_relation(hive: tuple[LanguageGraph, str]) -> None:
    (document,) = hive[0].store.scan()
    stated = [(relation.kind, relation.subject, relation.object) for relation in document.relations]
    assert stated == [(RelationKind.IS_A, "queen", "bee")]


@pytest.mark.parametrize(
    "question", ["open_hive", "open hive", "index builder frame", "from_combs", "max steps option"]
)
def test_inline_code_is_found_and_cited_as_written(hive: tuple[LanguageGraph, str], question: str) -> None:
    graph, source = hive
    found = graph.retrieve_sentences(question, 1)[0]
    assert found.text == "Call open_hive() before FrameIndexBuilder.from_combs(path), and pass --max-steps."
    cited = source[found.start : found.end]
    assert cited.startswith("Call ")
    assert "open_hive()" in cited
    assert "--max-steps" in cited


def test_names_of_two_words_are_found_by_these(hive: tuple[LanguageGraph, str]) -> None:
    for question in ("WaxPress", "a press for wax", "wax_press"):
        assert hive[0].retrieve_sentences(question, 1)[0].text == "Melt it in a WaxPress at noon."


def test_words_outside_code_state_what_they_stated(tmp_path: Path) -> None:
    (tmp_path / "bees.md").write_text(
        "Insects such as bees, `list` and wasps fly. A queen (see `queen.md`) is a bee that `lay()` makes.",
        encoding="utf-8",
    )
    graph = LanguageGraph(tmp_path / "graph.lgm")
    graph.build(tmp_path / "bees.md", workers=1)
    (document,) = graph.store.scan()
    assert {(relation.subject, relation.object) for relation in document.relations} == {
        ("bee", "insect"),
        ("wasp", "insect"),
        ("queen", "bee"),
    }
