"""Which fruit is in a photo: what is stated to be something else does not fit, what nobody classed is not sure."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.reasoning.linking.type_fitting import TypeFitting
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.solving.memory import rests_on
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.reasoning.execution.graphs import GRAPH_ONLY, executed, graph_of

PHOTOS = [("Photo A", "contains", "apples"), ("Photo B", "contains", "carrots"), ("Photo C", "contains", "stones")]
KINDS = "A carrot is a vegetable. An apple is a fruit. Fruit is a food. Vegetables are food. A potato is a food."
OTHERS = "Bonn is a city. Ann Hill is a teacher. Ann Hill was born in Bonn. The river Ahr flows into the Rhine."
SURE = LogicalFormOptions().sure


@pytest.fixture(scope="module", name="graph")
def _graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    shown = " ".join(f"{' '.join(claim)}." for claim in PHOTOS)
    documents = [Document.from_text(text, id=f"d{place}") for place, text in enumerate((shown, KINDS, OTHERS))]
    with graph_of(tmp_path_factory.mktemp("photos") / "photos.lgm", documents, PHOTOS) as graph:
        yield graph


@pytest.mark.parametrize(
    ("type_", "thing", "level"),
    [
        ("Fruit", "apple", "is_a"),
        ("Food", "carrot", "is_a"),
        ("Fruit", "carrot", "misfit"),
        ("Vegetables", "apple", "misfit"),
        ("Fruit", "potato", "unknown"),  # a food, as fruit is
        ("Fruit", "stone", "unknown"),
        ("Mineral", "carrot", "other"),
        ("Person", "bonn", "misfit"),
        ("Village", "bonn", "unknown"),  # a city, and both are places
        ("Person", "stone", "general"),
        ("Place", "stone", "general"),
    ],
)
def test_a_thing_of_another_class_is_not_of_unknown_class(
    graph: LanguageGraph, type_: str, thing: str, level: str
) -> None:
    fit = TypeFitting(GraphView(graph.store)).fit([type_], thing)
    assert fit.level == level
    assert (fit.score >= SURE) == (level in ("is_a", "general"))


def test_a_type_that_nobody_asked_for_or_that_the_predicate_says_is_no_condition(graph: LanguageGraph) -> None:
    view = GraphView(graph.store)
    assert TypeFitting(view, "Which minerals are in photo C?").fit(["Mineral"], "stone").level == "unknown"
    assert TypeFitting(view, "What is in photo C?").fit(["Mineral"], "stone").level == "general"
    assert TypeFitting(view).fit(["Director"], "stone", ["directed by"]).level == "general"


@pytest.mark.parametrize(
    ("photo", "answers", "ground"),
    [("A", ("apples",), "facts"), ("B", (), "nothing"), ("C", ("stones",), "doubtful facts")],
)
def test_which_fruit_is_in_a_photo(graph: LanguageGraph, photo: str, answers: tuple[str, ...], ground: str) -> None:
    plan = f"Retrieval(s=s1[Photo {photo}], p=p1:contains, o=o1:Fruit)\nOutput(o1)"
    execution = executed(graph, plan, GRAPH_ONLY, question=f"Which fruit is in photo {photo}?")
    assert execution.answers == answers
    assert rests_on(execution.steps, execution.rows, SURE) == ground


def test_things_that_nobody_classed_are_not_left_out_beside_others(tmp_path: Path) -> None:
    claims = [("Photo D", "contains", thing) for thing in ("apples", "plums", "carrots")]
    text = "Photo D contains apples. Photo D contains plums. Photo D contains carrots."
    documents = [Document.from_text(text, id="d"), Document.from_text(KINDS, id="kinds")]
    plan = "Retrieval(s=s1[Photo D], p=p1:contains, o=o1:Fruit)\nOutput(o1)"
    with graph_of(tmp_path / "mixed.lgm", documents, claims) as graph:
        execution = executed(graph, plan)
    assert execution.answers == ("apples", "plums")
    assert [row.weight >= SURE for row in execution.rows] == [True, False]


def test_names_in_text_that_are_of_another_class_do_not_answer(graph: LanguageGraph) -> None:
    plan = "Retrieval(s=s1[Photo B], p=p1:contains, o=o1:Fruit)\nOutput(o1)"
    execution = executed(graph, plan, LogicalFormOptions(facts="none"), question="Which fruit is in photo B?")
    assert "carrots" not in execution.answers
    assert {step.basis for step in execution.steps} <= {"text", "none", "computed"}


def test_what_a_condition_excludes_is_not_sure_where_nothing_is_stated(tmp_path: Path) -> None:
    claims = [
        ("Ann Hill", "painted", "Red Door"),
        ("Ann Hill", "painted", "Green Door"),
        ("Ann Hill", "painted", "Blue Door"),
        ("Red Door", "has style", "cubism"),
        ("Green Door", "has style", "realism"),
    ]
    text = " ".join(f"{' '.join(claim)}." for claim in claims)
    plan = "Retrieval(s=s1[Ann Hill], p=p1:painted, o=o1, o.style!=cubism)\nOutput(o1)"
    with graph_of(tmp_path / "doors.lgm", [Document.from_text(text, id="doors")], claims) as graph:
        execution = executed(graph, plan)
    by_name = {row.bindings["o1"].name: row.weight >= SURE for row in execution.rows}
    assert by_name == {"Green Door": True, "Blue Door": False}
