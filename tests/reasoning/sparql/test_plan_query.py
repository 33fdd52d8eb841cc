"""Plans as queries that say the same, or none."""

from __future__ import annotations

import pytest

from lgm_core.model import Schema, SchemaClass, SchemaProperty
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.sparql.plan_query import query_of_plan
from lgm_core.schema.conformance import Conformance

SCHEMA = Schema(
    base="https://example.org/films#",
    classes=(SchemaClass("Film"), SchemaClass("Person")),
    properties=(
        SchemaProperty("director", ("directed by",), "Film", "Person", inverse="directorOf"),
        SchemaProperty("directorOf", (), "Person", "Film"),
        SchemaProperty("released", (), "Film", "date"),
        SchemaProperty("reels", (), "Film", "number"),
        SchemaProperty("prize", (), "Film", "text"),
    ),
)
DIRECTED = "Retrieval(s=s1:film, p=p1:directed by, o=o1[Ann Kim])\n"


@pytest.mark.parametrize(
    ("plan", "query"),
    [
        (
            f"{DIRECTED}Output(s1)",
            'SELECT DISTINCT ?s1 WHERE { ?s1 a :Film . ?o1 rdfs:label "Ann Kim" . ?s1 :director ?o1 . }',
        ),
        (
            f"{DIRECTED}Count(s1)->n1\nOutput(n1)",
            "SELECT (COUNT(DISTINCT ?s1) AS ?n1) WHERE "
            '{ ?s1 a :Film . ?o1 rdfs:label "Ann Kim" . ?s1 :director ?o1 . }',
        ),
        (
            "Retrieval(s=s1:film, p=p1:released, o=o1)\nSort(set=s1, orderby=o1, direction=max, limit=1)\nOutput(s1)",
            "SELECT DISTINCT ?s1 WHERE { ?s1 a :Film . ?s1 :released ?o1 . } ORDER BY DESC(?o1) LIMIT 1",
        ),
        (
            "Retrieval(s=s1:film, p=p1:reels, o=o1, o.amount>1600)\nCount(s1)->n1\nOutput(n1)",
            "SELECT (COUNT(DISTINCT ?s1) AS ?n1) WHERE { ?s1 a :Film . ?s1 :reels ?o1 . FILTER(?o1 > 1600) . }",
        ),
        (
            "Retrieval(s=s1:film, p=p1:released, o=o1, o.date<1950)\nOutput(s1)",
            "SELECT DISTINCT ?s1 WHERE { ?s1 a :Film . ?s1 :released ?o1 . FILTER(YEAR(?o1) < 1950) . }",
        ),
        (
            "Retrieval(s=s1:film, p=p1:reels, o=o1)\nSort(set=s1, orderby=Count(o1), limit=1)\nOutput(s1)",
            "SELECT DISTINCT ?s1 WHERE { ?s1 a :Film . ?s1 :reels ?o1 . } ORDER BY DESC(?o1) LIMIT 1",
        ),
        (
            "Retrieval(s=s1:film, p=p1:prize, o=o1)\nCount(o1)->n1\nOutput(n1)",
            "SELECT (COUNT(DISTINCT ?o1) AS ?n1) WHERE { ?s1 a :Film . ?s1 :prize ?o1 . }",
        ),
        ("Retrieval(s=s1:film, p=p1:reels, o=o1, o.amount>2 m)\nOutput(s1)", ""),
        (f"Retrieval(s=s1:film, p=p1:reels, o=o1, o.amount>{'9' * 400})\nOutput(s1)", ""),
        (f"{DIRECTED}Output(p1)", ""),
        ("Retrieval(s=s1:film, p=p1:eats, o=o1)\nOutput(s1)", ""),
    ],
)
def test_a_plan_is_a_query_if_it_can_be_said_so(plan: str, query: str) -> None:
    found = query_of_plan(LogicalPlan.parse(plan), Conformance(SCHEMA, ["en"], lambda _: {}))
    assert " ".join(found.split()) == query
