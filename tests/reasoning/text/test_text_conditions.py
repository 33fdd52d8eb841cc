"""What text says where a plan names both ends, or has constraints."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph, LogicalFormOptions
from lgm_core.flow.request import Result, resume
from lgm_core.language.lexicons.denial_words import denies
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import TraceStep
from lgm_core.reasoning.execution.executor import execute
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.reasoning.execution.graphs import executed, graph_of

DOCUMENTS = (
    Document("a", "Anna Berg was born in Hull. She worked as a painter. She died in Paris in 1970.", "Anna Berg"),
    Document("r", "Rolf Hagen played for Nord until 2003. In 2007 Rolf Hagen played for Kiel.", "Rolf Hagen"),
    Document("p", "Paris is a city. Hull is a city in England.", "Cities"),
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    folder: Path = tmp_path_factory.mktemp("conditions")
    with graph_of(folder / "people.lgm", DOCUMENTS) as graph:
        yield graph


def born_in(place: str) -> str:
    return f"Retrieval(s=s1[Anna Berg], p=p1:was born in, o=o1[{place}])\nOutput(o1)"


def replying(answer: str) -> ScriptedChatModel:
    return ScriptedChatModel([json.dumps({"answers": [{"answer": answer, "sentences": [1]}]})])


@pytest.mark.parametrize(("place", "answers"), [("Hull", ("Hull",)), ("Paris", ()), ("England", ())])
def test_text_confirms_the_end_that_a_plan_names_and_no_other(
    graph: LanguageGraph, place: str, answers: tuple[str, ...]
) -> None:
    assert executed(graph, born_in(place), LogicalFormOptions()).answers == answers


def test_a_sentence_that_denies_confirms_nothing_and_weighs_less(tmp_path: Path) -> None:
    text = "Anna Berg was never married to Rolf Hagen. Anna Berg was married to Carl Holm."
    plan = "Retrieval(s=s1[Anna Berg], p=p1:married to, o=o1{})\nOutput(o1)"
    with graph_of(tmp_path / "married.lgm", [Document("m", text, "Lives")]) as graph:
        assert executed(graph, plan.format("[Carl Holm]"), LogicalFormOptions()).answers == ("Carl Holm",)
        assert executed(graph, plan.format("[Rolf Hagen]"), LogicalFormOptions()).answers == ()
        assert executed(graph, plan.format(":Person"), LogicalFormOptions()).answers[0] == "Carl Holm"


@pytest.mark.parametrize(
    ("text", "is_denied"),
    [
        ("does not contain", True),
        ("It doesn’t contain apples.", True),
        ("It cannot fly.", True),
        ("enthält keine Äpfel", True),
        ("Concerto No. 6 is in C major.", False),
        ("It is not only a pump.", False),
        ("contains", False),
    ],
)
def test_words_that_deny(text: str, is_denied: bool) -> None:
    assert denies(text) == is_denied


@pytest.mark.parametrize(
    ("place", "answers"), [("Hull", ("Hull",)), ("Paris", ()), ("Hull, England", ("Hull, England",))]
)
def test_a_model_confirms_the_end_that_a_plan_names_and_no_other(
    graph: LanguageGraph, place: str, answers: tuple[str, ...]
) -> None:
    quoted = f'"{place}"' if "," in place else place
    found = executed(graph, born_in(quoted), LogicalFormOptions(), model=replying("Hull"))
    assert found.answers == answers


def test_an_end_that_an_earlier_step_found_is_confirmed_too(graph: LanguageGraph) -> None:
    plan = "Retrieval(s=s1[Anna Berg], p=p1:was born in, o=o1:City)\nRetrieval(s=s1, p=p2:died in, o=o1)\nOutput(o1)"
    names = executed(graph, plan, LogicalFormOptions()).steps[1].answers
    assert "Hull" not in names


@pytest.mark.parametrize(("condition", "best"), [("p.in>=2005", "Kiel"), ("p.in=2003", "Nord"), ("p.in<2005", "Nord")])
def test_a_sentence_that_meets_the_constraints_outweighs_one_that_does_not(
    graph: LanguageGraph, condition: str, best: str
) -> None:
    plan = f"Retrieval(s=s1[Rolf Hagen], p=p1:played for, o=o1:Club, {condition})\nOutput(o1)"
    rows = executed(graph, plan, LogicalFormOptions()).rows
    assert rows[0].bindings["o1"].name == best
    others = [row.weight for row in rows if row.bindings["o1"].name not in (best, "2003", "2007")]
    assert all(weight < 0.7 * rows[0].weight for weight in others)


def test_the_rows_of_a_step_are_asked_in_one_batch(graph: LanguageGraph) -> None:
    flow = execute(
        LogicalPlan.parse('Retrieval(s=s1["Anna Berg" | "Rolf Hagen"], p=p1:employer, o=o1)\nOutput(o1)'),
        question="",
        view=GraphView(graph.store, where=None, question=""),
        ranker=graph.ranker(),
        options=LogicalFormOptions(),
        has_model=True,
    )
    step = resume(flow, [])
    while isinstance(step, TraceStep):
        step = resume(flow, [])
    assert not isinstance(step, Result)
    assert len(step) == 2
    flow.close()
