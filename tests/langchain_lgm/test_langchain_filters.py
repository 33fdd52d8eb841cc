"""LangChain's metadata filters: dictionaries, and the filters of structured queries."""

import datetime

import pytest
from langchain_core.documents import Document
from langchain_core.structured_query import Comparator, Comparison, Operation, Operator, StructuredQuery

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from langchain_lgm.metadata_filters import to_where
from lgm_core.errors import InputError

TEXT = "Apples are fruits. Fruits contain vitamins."
DOCUMENTS = [
    Document(TEXT, id="a", metadata={"readers": ["ann", "bob"], "year": 2020, "day": datetime.date(2020, 5, 1)}),
    Document(TEXT, id="b", metadata={"readers": ("bob",), "year": 2021, "day": datetime.date(2021, 5, 1)}),
    Document(TEXT, id="c", metadata={"readers": {"eve", "ann"}, "year": 2022, "document_id": "parent"}),
    Document(TEXT, id="d", metadata={"readers": [], "year": 2023, "nested": {"x": ["ann"]}}),
]


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    with LanguageGraphBuilder(store=tmp_path_factory.mktemp("graph") / "g.lgm", workers=1).build(DOCUMENTS) as built:
        yield built


def found(graph, filter=None, *, own=None):
    retriever = ConceptIterativeRetriever(graph=graph, k=9, filter=own)
    return {document.metadata["document_id"] for document in retriever.invoke("What do fruits contain?", filter=filter)}


def compare(comparator, attribute, value):
    return Comparison(Comparator(comparator), attribute, value)


ANN, YOUNG = compare("contain", "readers", "ann"), compare("gt", "year", 2021)


@pytest.mark.parametrize(
    ("filter", "expected"),
    [
        ({"readers": "ann"}, "ac"),
        ({"readers": {"$contains": "bob"}}, "ab"),
        ({"readers": {"$in": ["bob", "eve"]}}, "abc"),
        ({"readers": {"$nin": ["bob", "eve"]}}, "d"),
        ({"$or": [{"readers": "eve"}, {"year": {"$lt": 2021}}]}, "ac"),
        ({"$and": [{"readers": "ann"}, {"$not": {"year": 2020}}]}, "c"),
        ({"document_id": {"$in": ["a", "parent"]}}, "a"),
        ({"document_metadata.document_id": "parent"}, "c"),
        ({"day": {"$gte": "2021-01-01"}}, "b"),
        ({"nested": {"$exists": True}}, "d"),
        ({}, "abcd"),
        (None, "abcd"),
        (ANN, "ac"),
        (compare("in", "readers", ["bob"]), "ab"),
        (compare("lt", "day", {"type": "date", "date": "2021-01-01"}), "a"),
        (Operation(Operator.OR, [ANN, YOUNG]), "acd"),
        (Operation(Operator.AND, [ANN, YOUNG]), "c"),
        (Operation(Operator.NOT, [Operation(Operator.OR, [ANN, YOUNG])]), "b"),
        (StructuredQuery("fruits", Operation(Operator.NOT, [ANN])).filter, "bd"),
    ],
)
def test_a_filter_lets_its_documents_through(graph, filter, expected):
    assert found(graph, filter) == set(expected)
    assert found(graph, own=filter) == set(expected)


def test_a_call_narrows_the_retrievers_own_filter_on_the_same_field(graph):
    assert found(graph, {"readers": "eve"}, own={"readers": "ann"}) == {"c"}
    assert found(graph, {"readers": {"$in": ["bob", "eve"]}}, own={"readers": {"$in": ["bob"]}}) == {"a", "b"}
    assert found(graph, {"$or": [{"readers": "ann"}, {"readers": "bob"}]}, own={"readers": "eve"}) == {"c"}


def test_lists_come_back_as_lists(graph):
    retriever = ConceptIterativeRetriever(graph=graph)
    kept = {document.metadata["document_id"]: document.metadata["readers"] for document in retriever.invoke("Apples")}
    assert kept == {"a": ["ann", "bob"], "b": ["bob"], "c": ["ann", "eve"], "d": []}


@pytest.mark.parametrize(
    ("filter", "message"),
    [
        (lambda document: True, "is not a mapping"),
        ([], "is not a mapping"),
        ({"readers": {"$like": "a%"}}, r"unknown operator '\$like'"),
        ({"readers": ["ann", "bob"]}, r"\$in"),
        (compare("like", "readers", "a%"), "the comparator 'like' is not supported"),
        (Operation(Operator.OR, []), r"\$or needs a list of filters"),
    ],
)
def test_a_filter_that_cannot_be_kept_is_refused(graph, filter, message):
    with pytest.raises(InputError, match=message):
        to_where(filter)
    with pytest.raises(InputError, match=message):
        found(graph, filter)
