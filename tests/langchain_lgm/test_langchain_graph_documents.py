"""Documents become graph documents, for a graph of the user's own."""

import json
import re
import sys

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.load.serializable import Serializable
from langchain_core.runnables import RunnableLambda
from pydantic import Field

from langchain_lgm import (
    ConceptIterativeAnswerer,
    ConceptIterativeRetriever,
    LanguageGraphBuilder,
    MetaRelationGraphTransformer,
    language_graph_tools,
)
from lgm_core import RequestLimits, StoreError
from lgm_core.errors import BudgetSpentError, InputError, MissingDependencyError
from tests.support.langchain_models import WordsModel

PEARS = Document("A pear is a fruit. Pears are sweet. Marie Curie liked pears.", id="pears", metadata={"year": 2021})
BOATS = Document("A boat has a hull.")
IS_A = '[{"sentence": 1, "relation": "is_a", "subject": "skep", "object": "home"}]'


# LangChain has these classes in several packages, always with these fields.
class Node(Serializable):
    id: str | int
    type: str = "Node"
    properties: dict = Field(default_factory=dict)


class Relationship(Serializable):
    source: Node
    target: Node
    type: str
    properties: dict = Field(default_factory=dict)


class GraphDocument(Serializable):
    nodes: list[Node]
    relationships: list[Relationship]
    source: Document


def transformer(llm=None, **options) -> MetaRelationGraphTransformer:
    return MetaRelationGraphTransformer(llm, graph_document=GraphDocument, **options)


def triples(graph_document):
    return {
        (relationship.source.id, relationship.type, relationship.target.id)
        for relationship in graph_document.relationships
    }


async def test_relations_become_relationships_with_their_evidence(convert):
    (pears, boats) = await convert(transformer(), [PEARS, BOATS])
    assert triples(pears) == {("Pear", "IS_A", "Fruit")}
    assert triples(boats) == {("Boat", "HAS_PART", "Hull")}
    properties = pears.relationships[0].properties
    assert properties["evidence"] == ["A pear is a fruit."]
    assert PEARS.page_content[properties["starts"][0] : properties["ends"][0]] == "A pear is a fruit."
    assert properties["origins"][0].startswith("pattern:")
    assert properties["verdict"] == "unknown"
    assert pears.source is PEARS


async def test_nodes_are_concepts_named_alike_in_every_document(convert):
    (pears, other) = await convert(transformer(mentions=True), [PEARS, Document("The pears of Marie Curie.")])
    nodes = {node.id: (node.type, node.properties["key"]) for node in pears.nodes}
    assert nodes["Marie Curie"] == ("Concept", "marie curie")
    assert {"Pear", "Marie Curie"} == {node.id for node in other.nodes} <= set(nodes)


@pytest.mark.parametrize(
    ("mentions", "expected"),
    [
        (None, {"Pear", "Fruit", "Marie Curie"}),
        (False, {"Pear", "Fruit"}),
        (True, {"Pear", "Fruit", "Marie Curie", "Cellar"}),
    ],
)
async def test_nodes_are_names_and_what_takes_part_in_a_relation(convert, mentions, expected):
    document = Document(f"{PEARS.page_content} The cellar is cold.")
    (pears,) = await convert(transformer(mentions=mentions), [document])
    assert {node.id for node in pears.nodes} == expected


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        ({"allowed_relationships": ["has_part"]}, {("Boat", "HAS_PART", "Hull")}),
        ({"allowed_relationships": [("Concept", "IS A", "Concept")]}, {("Pear", "IS_A", "Fruit")}),
        ({"allowed_relationships": []}, set()),
        ({"allowed_nodes": ["concept"]}, {("Pear", "IS_A", "Fruit"), ("Boat", "HAS_PART", "Hull")}),
    ],
)
async def test_only_allowed_types_are_kept(convert, allowed, expected):
    found = await convert(transformer(**allowed), [PEARS, BOATS])
    assert {triple for each in found for triple in triples(each)} == expected


@pytest.mark.parametrize(
    ("allowed", "message"),
    [
        ({"allowed_nodes": ["Person", "Concept"]}, "allowed_nodes.* PERSON .* only Concept; LocalGraphTransformer"),
        ({"allowed_relationships": ["IS_A", "WORKS_AT"]}, "allowed_relationships.* WORKS_AT .* only IS_A, HAS_PART"),
        ({"allowed_relationships": [("Person", "IS_A", "Concept")]}, "allowed_nodes.* PERSON"),
        ({"allowed_relationships": [("IS_A", "Concept")]}, "triples"),
        ({"allowed_nodes": "Concept"}, "allowed_nodes is a list"),
    ],
)
def test_types_that_it_never_makes_are_refused(allowed, message):
    with pytest.raises(InputError, match=message):
        transformer(**allowed)


async def test_one_document_is_converted_alone():
    graph_document = transformer().process_response(PEARS)
    assert await transformer().aprocess_response(PEARS) == graph_document
    assert transformer().invoke([PEARS]) == [graph_document]


async def test_a_language_model_adds_what_patterns_miss(convert):
    (found,) = await convert(transformer(WordsModel(script=lambda _: IS_A)), [Document("Every skep counts as home.")])
    assert triples(found) == {("Skep", "IS_A", "Home")}
    assert found.relationships[0].properties["origins"] == ["llm:words-1"]


async def test_a_failing_language_model_leaves_what_patterns_find_and_is_logged(convert, caplog):
    model = WordsModel(script=lambda _: ConnectionError("gone"))
    (found,) = await convert(transformer(model), [PEARS])
    (warning,) = caplog.records
    assert (warning.name, warning.levelname) == ("langchain_lgm.graph_documents", "WARNING")
    assert re.search("pears.*gone", warning.message)
    assert triples(found) == {("Pear", "IS_A", "Fruit")}


class Runs(BaseCallbackHandler):
    def __init__(self):
        self.names = {}

    def on_chain_start(self, serialized, inputs, *, run_id, name=None, **rest):
        self.names[run_id] = [name]

    def on_chat_model_start(self, serialized, messages, *, run_id, parent_run_id=None, name=None, **rest):
        self.names[parent_run_id].append(name)


async def test_a_conversion_is_a_run_with_the_models_calls_below(convert):
    runs = Runs()
    config = {"callbacks": [runs]}
    model = WordsModel(script=lambda _: "[]")
    transformer(model).convert_to_graph_documents([PEARS], config)
    await transformer(model).aconvert_to_graph_documents([PEARS], config)
    assert list(runs.names.values()) == [["MetaRelationGraphTransformer", "lgm:extraction"]] * 2


async def test_as_many_documents_as_there_are_come_back_in_their_order(convert):
    documents = [Document(f"A boat{number} is a thing{number}.") for number in range(70)]
    found = await convert(transformer(), documents)
    assert [graph_document.source for graph_document in found] == documents
    assert await convert(transformer(), []) == []


def test_graph_documents_are_plain_json():
    (found,) = transformer().convert_to_graph_documents([PEARS])
    assert "A pear is a fruit." in json.dumps(found.model_dump())


def test_without_a_package_for_them_it_is_said_which_to_install(monkeypatch):
    for name in ("langchain_neo4j", "langchain_community"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingDependencyError, match="pip install langchain-neo4j"):
        MetaRelationGraphTransformer().convert_to_graph_documents([PEARS])


def test_a_class_that_is_no_graph_document_is_refused():
    with pytest.raises(InputError, match="'nodes'"):
        MetaRelationGraphTransformer(graph_document=dict).convert_to_graph_documents([PEARS])


async def test_one_budget_holds_for_all_calls(convert):
    model = WordsModel(script=lambda _: "[]")
    limited = transformer(model, limits=RequestLimits(tokens=5000))

    async def converting():
        for number in range(20):
            await convert(limited, [Document(f"Every skep counts as home number {number}.")])

    with pytest.raises(BudgetSpentError, match="5,000 tokens is spent"):
        await converting()
    assert 2 <= len(model.asked) < 20


# Wherever a graph is taken: the builder that holds it and its path serve too, and anything else is refused at once.

TAKERS = {
    "tools": lambda graph: RunnableLambda(lambda question: {"question": question}) | language_graph_tools(graph)[0],
    "answerer": ConceptIterativeAnswerer,
    "retriever": lambda graph: ConceptIterativeRetriever(graph=graph),
}


@pytest.fixture(params=TAKERS)
def taker(request):
    return TAKERS[request.param]


@pytest.fixture
def builder(tmp_path):
    builder = LanguageGraphBuilder(store=tmp_path / "g.lgm", workers=1)
    with builder.build([Document("Pears are a type of fruit.", id="pears")]):
        yield builder


def test_a_builder_and_a_path_stand_for_their_graph(taker, builder, tmp_path):
    for given in (builder, builder.graph, tmp_path / "g.lgm", str(tmp_path / "g.lgm")):
        assert "Pears are a type of fruit." in str(taker(given).invoke("What are pears?"))


def test_a_path_without_a_graph_is_an_error_at_once(taker, tmp_path):
    with pytest.raises(StoreError, match="there is no such graph"):
        taker(tmp_path / "none.lgm")
    assert not (tmp_path / "none.lgm").exists()


@pytest.mark.parametrize("given", [None, 3, ["g.lgm"]])
def test_what_is_no_graph_is_refused_at_once(taker, given):
    with pytest.raises(InputError, match=r"^graph=.* is no graph; give a LanguageGraph"):
        taker(given)
