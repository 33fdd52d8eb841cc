"""The generated domain: the same every time, and its documents and questions fit its world."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.pyramid_domain.documents import DomainDocument, documents
from benchmarks.pyramid_domain.domain_schema import LEFT_OUT, domain_schema, schema_without
from benchmarks.pyramid_domain.questions import DomainQuestion, option_scores, questions
from benchmarks.pyramid_domain.world import CLASSES_ABOVE, World, world
from lgm_core.schema.schema_checks import check_schema


@pytest.fixture(scope="module")
def made() -> list[DomainDocument]:
    return documents()


@pytest.fixture(scope="module")
def asked() -> list[DomainQuestion]:
    return questions()


@pytest.fixture(scope="module")
def known() -> World:
    return world()


def test_one_seed_gives_one_domain_and_another_seed_another(known: World, made: list[DomainDocument]) -> None:
    assert (world(), documents()) == (known, made)
    assert questions(count=150) == questions(count=150)
    assert not world(36).classes.keys() & known.classes.keys()


def test_each_fact_stands_in_several_documents_in_several_wordings(known: World, made: list[DomainDocument]) -> None:
    wordings: dict[object, set[str]] = {}
    for document in made:
        for statement in document.statements:
            assert statement.text in document.text
            for record in statement.records:
                wordings.setdefault(record, set()).add(statement.wording)
    assert len({each.id for each in made}) == len(made) == 1500
    assert all(len(wordings[record]) >= 2 for record in (*known.records, *known.outside))


def test_classes_and_properties_of_the_world_are_those_of_the_schema(known: World) -> None:
    schema = domain_schema()
    kinds = set(known.classes.values())
    assert {each.property for each in known.records} | {"operates"} == {each.name for each in schema.properties}
    assert all({kind, *CLASSES_ABOVE.get(kind, ())} == set(schema.above(kind)) for kind in kinds)


@pytest.mark.parametrize("name", LEFT_OUT)
def test_a_schema_without_a_part_is_still_one(name: str) -> None:
    schema = schema_without(name)
    check_schema(schema)
    assert name not in {each.name for part in (schema.classes, schema.properties) for each in part}


def test_questions_are_as_many_as_said_and_none_is_asked_twice(asked: list[DomainQuestion]) -> None:
    assert Counter(each.kind for each in asked) == {"schema": 80, "facts": 80, "text": 40, "unanswerable": 40}
    assert len({each.text for each in asked}) == len(asked)


def test_gold_answers_stand_in_the_documents_that_they_name(
    asked: list[DomainQuestion], made: list[DomainDocument]
) -> None:
    texts = {each.id: each.text for each in made}
    for each in asked:
        assert bool(each.gold) == bool(each.evidence) == bool(each.documents) == (each.kind != "unanswerable")
        assert all(any(sentence in texts[id] for id in each.documents) for sentence in each.evidence)
        if each.form != "count":
            assert all(any(answer in sentence for sentence in each.evidence) for answer in each.gold), each


def test_nothing_stated_answers_a_question_without_an_answer(known: World, asked: list[DomainQuestion]) -> None:
    stated = {(each.subject, each.property) for each in known.records}
    assert not stated & set(known.unstated)
    assert not known.classes.keys() & {name for name, _ in known.strangers}
    assert all(not each.gold and len(each.right) == 1 for each in asked if each.kind == "unanswerable")


def test_gold_queries_give_the_gold_answers(known: World, asked: list[DomainQuestion]) -> None:
    rdflib = pytest.importorskip("rdflib")
    base = rdflib.Namespace(domain_schema().base)
    label, things = rdflib.RDFS.label, {name: rdflib.BNode() for name in known.classes}
    graph = rdflib.Graph()
    for name, node in things.items():
        graph.add((node, label, rdflib.Literal(name)))
        for above in (known.classes[name], *CLASSES_ABOVE.get(known.classes[name], ())):
            graph.add((node, rdflib.RDF.type, base[above]))
    for each in known.records:
        end = things.get(each.object, rdflib.Literal(each.object))
        graph.add((things[each.subject], base[each.property], end))
    for each in asked:
        assert bool(each.sparql) == (each.kind == "schema")
        if each.sparql:
            rows = graph.query(each.sparql, initNs={"": base, "rdfs": rdflib.RDFS})
            assert sorted(str(row[0]) for row in rows) == sorted(each.gold), each.text


def test_each_question_has_eight_options_with_all_that_is_right(asked: list[DomainQuestion]) -> None:
    for each in asked:
        assert len(set(each.options)) == 8
        assert each.right
        assert set(each.options) & set(each.gold) <= set(each.right) <= set(each.options)


def test_options_are_scored_by_precision_recall_and_f1() -> None:
    assert option_scores(["a", "b"], ["a"]) == (0.5, 1.0, pytest.approx(2 / 3))
    assert option_scores([], ["a"]) == (0.0, 0.0, 0.0)
