"""Predicates of plans linked to properties of a schema: conforming facts first, in the schema's direction."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.model import Schema
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.schema_file import parse_schema
from tests.reasoning.execution.graphs import Claim, executed, graph_of

SCHEMA = """
domain = "offices"
base = "https://example.org/offices#"
[[class]]
name = "Permit"
[[class]]
name = "Office"
[[class]]
name = "Machine"
[[class]]
name = "Person"
[[property]]
name = "issuedBy"
labels = ["issued by", "issuing office"]
domain = "Permit"
range = "Office"
inverse = "grants"
[[property]]
name = "grants"
labels = ["grants", "gives out"]
domain = "Office"
range = "Permit"
[[property]]
name = "holder"
labels = ["holder", "belongs to"]
domain = "Permit"
range = "Person"
"""

TEXT = """The pass is a permit. The bureau is an office. The kiosk is a machine. Cleo is a person.
The pass was issued by the bureau. The ticket was issued by the kiosk. The licence was issued by the guild.
The bureau gives out the card. The pass belongs to Cleo. The pass was praised by the holder of the bureau."""
CLAIMS: Sequence[Claim] = [
    ("pass", "issued by", "bureau"),
    ("ticket", "issued by", "kiosk"),
    ("licence", "issued by", "guild"),
    ("bureau", "gives out", "card"),
    ("pass", "belongs to", "Cleo"),
    ("pass", "holder", "bureau"),
]
TYPES = {"pass": ["permit"], "bureau": ["office"], "kiosk": ["machine"], "Cleo": ["person"]}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    path = tmp_path_factory.mktemp("offices") / "offices.lgm"
    graph = graph_of(path, [Document.from_text(TEXT, id="d", title="Offices")], CLAIMS, TYPES)
    graph.load_schema(parse_schema(SCHEMA))
    return graph


def conformance() -> Conformance:
    return Conformance(parse_schema(SCHEMA), ["en"], lambda keys: {})


def step(graph: LanguageGraph, subject: str, predicate: str, object: str) -> StepResult:
    return executed(graph, f"Step 1: What?\nRetrieval(s={subject}, p=p1:{predicate}, o={object})").steps[0]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("issued by", {"issuedBy": 1, "grants": -1}),
        ("issuedBy", {"issuedBy": 1, "grants": -1}),
        ("issuing office", {"issuedBy": 1, "grants": -1}),
        ("issues", {"issuedBy": -1, "grants": 1}),
        ("gives out", {"grants": 1, "issuedBy": -1}),
        ("granted by", {"grants": -1, "issuedBy": 1}),
        ("holder", {"holder": 1}),
        ("colour", {}),
    ],
)
def test_predicates_name_properties_and_their_inverses_with_directions(name: str, expected: dict[str, int]) -> None:
    assert conformance().linked_properties([name]) == expected


def test_without_a_schema_nothing_is_linked() -> None:
    assert Conformance(Schema(), ["en"], lambda keys: {}).linked_properties(["issued by"]) == {}


@pytest.mark.parametrize("predicate", ["issuedBy", "issuing office", "issued by", "granted by"])
def test_labels_of_a_property_and_of_its_inverse_find_its_facts(graph: LanguageGraph, predicate: str) -> None:
    result = step(graph, "s1[pass]", predicate, "o1")
    assert result.answers == ("bureau",)
    assert [link.level for link in result.linked if link.kind == "predicate"] == ["property"]


@pytest.mark.parametrize("predicate", ["issues", "grants", "gives out"])
def test_the_other_direction_finds_what_is_issued(graph: LanguageGraph, predicate: str) -> None:
    assert set(step(graph, "s1[bureau]", predicate, "o1").answers) == {"pass", "card"}
    assert step(graph, "s1", predicate, "o1[pass]").answers == ("bureau",)


def test_a_fact_of_the_inverse_property_answers(graph: LanguageGraph) -> None:
    assert step(graph, "s1[card]", "issuedBy", "o1").answers == ("bureau",)


def test_the_wrong_direction_finds_nothing(graph: LanguageGraph) -> None:
    assert step(graph, "s1[bureau]", "issuedBy", "o1").answers == ()
    assert step(graph, "s1[pass]", "grants", "o1").answers == ()


def test_what_is_stated_to_be_of_another_class_does_not_fit(graph: LanguageGraph) -> None:
    assert step(graph, "s1[ticket]", "issued by", "o1").answers == ()


def test_what_nothing_is_stated_of_fits(graph: LanguageGraph) -> None:
    assert step(graph, "s1[licence]", "issued by", "o1").answers == ("guild",)


def test_a_conforming_fact_comes_before_one_with_the_very_words(graph: LanguageGraph) -> None:
    assert step(graph, "s1[pass]", "holder", "o1").answers == ("Cleo",)


def test_without_the_schema_the_words_decide(tmp_path: Path) -> None:
    with graph_of(tmp_path / "plain.lgm", [Document.from_text(TEXT, id="d")], CLAIMS, TYPES) as plain:
        assert step(plain, "s1[ticket]", "issued by", "o1").answers == ("kiosk",)
        assert step(plain, "s1[pass]", "issuing office", "o1").answers == ()
        assert step(plain, "s1[pass]", "holder", "o1").answers == ("bureau",)
