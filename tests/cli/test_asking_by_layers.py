"""`lgm ask --mode pyramid` says which layer answered, and why those above did not."""

import json
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from tests.reasoning.pyramid.test_layers import SCHEMA, TEXTS, WHO_CHRISTENED, WHO_OPERATES, WHY
from tests.support.command_line import lgm

QUERY = '    SELECT DISTINCT ?o1 WHERE {\n      ?s1 rdfs:label "Aldis" .\n      ?s1 :operator ?o1 .\n    }'


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("graph") / "harbours.lgm"
    with LanguageGraph(path) as graph:
        graph.build([Document.from_text(text, id=id) for id, text in TEXTS.items()], facts="open", workers=1)
        graph.load_schema(SCHEMA)
    return path


def ask(question: str, graph: Path, *arguments: str) -> tuple[str, str]:
    told = lgm("ask", question, "--mode", "pyramid", "--graph", graph, *arguments)
    assert told.returncode == 0, told.stderr
    return told.stdout, told.stderr


def test_the_layer_that_answers_is_named_with_its_query(graph: Path) -> None:
    told, notes = ask(WHO_OPERATES, graph)
    assert told.startswith("Brell Lines [1]")
    assert f"Asked in SPARQL, by rules:\n{QUERY}\n" in notes
    assert "The schema answers: 1 row\n" in notes
    assert "The facts" not in notes


def test_layers_above_say_why_they_do_not_answer(graph: Path) -> None:
    notes = ask(WHO_CHRISTENED, graph)[1].splitlines()
    assert [line for line in notes if line.startswith("The schema does not answer: ")]
    assert notes[-1] == "The facts answer: 1 row"
    refused = ask(WHY, graph)[1]
    assert refused.count("not answer") == 3


def test_programs_get_the_layer_and_the_trace(graph: Path) -> None:
    told = json.loads(ask(WHO_OPERATES, graph, "--json")[0])
    assert told["layer"] == "schema"
    (step,) = (step["details"] for step in told["trace"] if step["name"] == "layer")
    assert (step["layer"], step["rows"]) == ("schema", [["Brell Lines"]])
    assert "SELECT" in step["query"]
