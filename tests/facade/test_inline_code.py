"""Code inside sentences: found, cited and shown as it is written, and never an end of a relation."""

from pathlib import Path

import pytest

from lgm_core import LanguageGraph
from lgm_core.model import RelationKind

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
