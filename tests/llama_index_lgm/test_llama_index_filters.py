"""LlamaIndex's metadata filters: what each lets through, on the documents' own lists and values."""

from typing import Any

import pytest
from llama_index.core import Document
from llama_index.core.vector_stores import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters

from lgm_core.errors import InputError
from llama_index_lgm import ConceptIterativeRetriever, LanguageGraphIndex
from llama_index_lgm.retriever import to_where
from tests.support.film_facts import film_graph

TEXT = "Apples are fruits. Fruits contain vitamins."
DOCUMENTS = [
    Document(text=TEXT, id_="a", metadata={"tags": ["red", "Round"], "year": 2020, "team": "Orchard North"}),
    Document(text=TEXT, id_="b", metadata={"tags": ["green"], "year": 2021, "team": "Harbour"}),
    Document(text=TEXT, id_="c", metadata={"tags": [], "year": 2022, "nested": {"x": [1]}, "pairs": [[1, 2]]}),
    Document(text=TEXT, id_="d", metadata={"year": 2023, "scores": [1, 2.5], "tags": "red"}),
]


@pytest.fixture(scope="module")
def index() -> LanguageGraphIndex:
    return LanguageGraphIndex.from_documents(DOCUMENTS, llm=None, extraction=False)


def found(index: LanguageGraphIndex, filters: MetadataFilters) -> set[str]:
    results = index.as_retriever(similarity_top_k=9, filters=filters).retrieve("What do fruits contain?")
    return {result.node.metadata["document_id"] for result in results}


def one(key: str, operator: str, value: Any = None) -> MetadataFilter:
    return MetadataFilter(key=key, operator=FilterOperator(operator), value=value)


def several(condition: str, *filters: Any) -> MetadataFilters:
    return MetadataFilters(filters=list(filters), condition=FilterCondition(condition))


RED, YOUNG = one("tags", "contains", "red"), one("year", ">", 2021)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (several("and", RED), "ad"),
        (several("and", one("tags", "==", "green")), "b"),
        (several("and", one("tags", "any", ["green", "Round"])), "ab"),
        (several("and", one("tags", "all", ["red", "Round"])), "a"),
        (several("and", one("tags", "in", ["green"])), "b"),
        (several("and", one("tags", "nin", ["green", "red"])), "c"),
        (several("and", one("tags", "!=", "red")), "bc"),
        (several("and", one("tags", "is_empty")), "c"),
        (several("and", one("team", "is_empty")), "cd"),
        (several("and", one("team", "text_match", "North")), "a"),
        (several("and", one("team", "text_match", "north")), ""),
        (several("and", one("team", "text_match_insensitive", "HARB")), "b"),
        (several("and", one("scores", "contains", 2.5)), "d"),
        (several("and", one("year", ">=", 2021), one("year", "<=", 2022)), "bc"),
        (several("and", one("document_id", "==", "b")), "b"),
        (several("or", RED, YOUNG), "acd"),
        (several("not", RED, YOUNG), "b"),
        (several("not", RED), "bc"),
        (several("and", RED, several("not", YOUNG)), "a"),
        (several("or", several("and", RED, YOUNG), one("tags", "==", "green")), "bd"),
        (several("and"), "abcd"),
    ],
)
def test_a_filter_lets_its_documents_through(
    index: LanguageGraphIndex, filters: MetadataFilters, expected: str
) -> None:
    assert found(index, filters) == set(expected)


def test_where_and_filters_on_one_field_must_both_hold(index: LanguageGraphIndex) -> None:
    filters = several("and", one("year", "<", 2022))
    results = index.as_retriever(similarity_top_k=9, filters=filters, where={"year": {"$gt": 2020}}).retrieve("Apples")
    assert {result.node.metadata["document_id"] for result in results} == {"b"}


def test_metadata_come_back_as_they_were(index: LanguageGraphIndex) -> None:
    kept = {result.node.metadata["document_id"]: result.node.metadata for result in index.as_retriever().retrieve(TEXT)}
    for document in DOCUMENTS:
        assert {name: kept[document.id_][name] for name in document.metadata} == document.metadata


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        (several("and", one("year", "==", ["x"])), r"\$in"),
        (several("and", one("tags", "all", [])), r"\$all needs at least one value"),
        (several("and", one("tags", "in", "red")), r"\$in needs a list"),
        (several("and", one("tags", "text_match", 3)), r"\$text_match needs a string"),
        (several("and", RED, several("or")), "nested metadata filters are empty"),
        ({"color": "red"}, r"not a dict; where= takes a dict"),
    ],
)
def test_a_filter_that_cannot_be_kept_is_refused_at_once(filters: MetadataFilters, message: str) -> None:
    with pytest.raises(InputError, match=message):
        to_where(filters)


# Facts as LlamaIndex's nodes.

QUESTION = "Whom did the director of Salt Harbour marry?"


@pytest.fixture
def graph(tmp_path):
    with film_graph(tmp_path / "graph.lgm") as graph:
        yield graph


def test_nodes_are_sentences_with_the_facts_that_they_state(graph):
    first, second, *_ = ConceptIterativeRetriever(graph, mode="facts").retrieve(QUESTION)
    assert first.text == "Salt Harbour is a 1962 film directed by Inês Moura."
    assert first.metadata["facts"] == ["Salt Harbour — directed by — Inês Moura"]
    assert second.metadata["concept_path"] == ["Salt Harbour", "Inês Moura"]
    assert second.node_id == "director#1"
    assert first.score >= second.score


async def test_a_filter_holds_for_facts(graph):
    retriever = ConceptIterativeRetriever(graph, mode="facts", where={"kind": "reviews"})
    (node,) = await retriever.aretrieve(QUESTION)
    assert (node.node_id, node.metadata["facts"]) == ("reviews#0", ["Salt Harbour — was praised in — Paris"])


def test_other_modes_and_selection_are_refused(graph):
    with pytest.raises(InputError, match="'passages', 'sentences' or 'facts'"):
        ConceptIterativeRetriever(graph, mode="paths")
    with pytest.raises(InputError, match="`select` chooses passages"):
        ConceptIterativeRetriever(graph, mode="facts", select=object())


def test_an_index_learns_facts_if_it_is_to():
    document = Document(text="Salt Harbour is a 1962 film directed by Inês Moura.", id_="film")
    index = LanguageGraphIndex.from_documents([document], facts="open")
    assert "direct by" in {fact.predicate for fact in index.graph.store.facts()}
    index.insert(Document(text="Inês Moura married Rui Dias.", id_="moura"))
    assert "marry" in {fact.predicate for fact in index.graph.store.facts()}
    assert LanguageGraphIndex.from_documents([document]).graph.store.facts() == []
