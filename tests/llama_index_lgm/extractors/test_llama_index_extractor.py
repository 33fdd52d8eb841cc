"""Meta-relations in LlamaIndex's property graphs and ingestion pipelines."""

import asyncio
import json
import logging
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from llama_index.core import Document as LlamaDocument
from llama_index.core import MockEmbedding, PropertyGraphIndex, StorageContext, load_index_from_storage
from llama_index.core.graph_stores.types import KG_NODES_KEY, KG_RELATIONS_KEY, EntityNode
from llama_index.core.indices.property_graph import SimpleLLMPathExtractor
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.schema import MetadataMode, TextNode
from pydantic import ValidationError

from lgm_core import BudgetSpentError, ExtractionOptions, RequestLimits
from lgm_core.model import RelationKind
from llama_index_lgm import LanguageGraphIndex, LocalGraphExtractor, MetaRelationExtractor, OpenFactExtractor
from tests.support.llama_index_texts import APPLE, DOCUMENTS, QUESTION, ScriptedLLM

EXTRACTORS = (MetaRelationExtractor, OpenFactExtractor, LocalGraphExtractor)
IS_A = '[{"sentence": 1, "relation": "is_a", "subject": "pear", "object": "food"}]'


def meta_relations(node: TextNode) -> set[tuple[str, str, str]]:
    relations = node.metadata[KG_RELATIONS_KEY]
    return {
        (relation.source_id, relation.label, relation.target_id)
        for relation in relations
        if relation.label != "MENTIONS"
    }


def test_relations_are_found_with_their_evidence(extract: Any) -> None:
    (node,) = extract(MetaRelationExtractor(), [TextNode(text=APPLE.text)])
    assert ("Apple", "IS_A", "Fruit") in meta_relations(node)
    relation = next(relation for relation in node.metadata[KG_RELATIONS_KEY] if relation.label == "IS_A")
    assert relation.properties["evidence"] == ["An apple is a fruit."]
    assert node.text[relation.properties["starts"][0] : relation.properties["ends"][0]] == "An apple is a fruit."
    assert relation.properties["origins"][0].startswith("pattern:")


def test_a_node_mentions_its_concepts(extract: Any) -> None:
    (node,) = extract(MetaRelationExtractor(mentions=True), [TextNode(text=APPLE.text, id_="n")])
    mentioned = {relation.target_id for relation in node.metadata[KG_RELATIONS_KEY] if relation.label == "MENTIONS"}
    assert {"Apple", "Fruit", "Vitamin"} <= mentioned <= {concept.id for concept in node.metadata[KG_NODES_KEY]}


def test_mentions_are_left_out_unless_asked_for(extract: Any) -> None:
    (node,) = extract(MetaRelationExtractor(), [TextNode(text=APPLE.text)])
    assert [relation.label for relation in node.metadata[KG_RELATIONS_KEY]].count("MENTIONS") == 0
    arguments = {argument for subject, _, object_ in meta_relations(node) for argument in (subject, object_)}
    assert {concept.id for concept in node.metadata[KG_NODES_KEY]} == arguments != set()


def test_what_others_extracted_stays(extract: Any) -> None:
    there = EntityNode(name="there")
    (node,) = extract(MetaRelationExtractor(), [TextNode(text=APPLE.text, metadata={KG_NODES_KEY: [there]})])
    assert node.metadata[KG_NODES_KEY][0] is there


def test_a_language_model_adds_what_patterns_miss(extract: Any) -> None:
    llm = ScriptedLLM(lambda _: IS_A)
    node = TextNode(text="Every pear counts as food here.")
    (node,) = extract(MetaRelationExtractor(llm=llm, num_workers=2), [node])
    relation = next(relation for relation in node.metadata[KG_RELATIONS_KEY] if relation.label == "IS_A")
    assert (relation.source_id, relation.target_id) == ("Pear", "Food")
    assert "llm:scripted" in relation.properties["origins"]


def test_a_failing_language_model_leaves_what_patterns_find(extract: Any, caplog: pytest.LogCaptureFixture) -> None:
    def fail(prompt: str) -> str:
        raise ConnectionError("gone")

    caplog.set_level(logging.WARNING)
    (node,) = extract(MetaRelationExtractor(llm=ScriptedLLM(fail)), [TextNode(text=APPLE.text)])
    assert ("Apple", "IS_A", "Fruit") in meta_relations(node)
    assert "gone" in caplog.text


def test_the_extraction_can_be_turned_off_and_set(extract: Any) -> None:
    llm = ScriptedLLM(lambda _: "[]")
    extract(MetaRelationExtractor(llm=llm, extraction=False), [TextNode(text=APPLE.text)])
    assert llm.prompts == []
    one_by_one = ExtractionOptions(batch_characters=1)
    extract(MetaRelationExtractor(llm=llm, extraction=one_by_one), [TextNode(text=APPLE.text)])
    assert len(llm.prompts) == 3


@pytest.mark.parametrize("setting", ["concurrency", "possible_entities", "kg_validation_schema", "allowed_nodes"])
def test_a_setting_that_it_does_not_have_is_refused(setting: str) -> None:
    for extractor in EXTRACTORS:
        with pytest.raises(
            ValidationError, match=f"{extractor.__name__} has no setting {setting}.* allowed_relation_types"
        ):
            extractor(**{setting: []})


TOWN = "Lili Marten runs the orchard. Lili Marten is a gardener. The orchard has a gate."


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        ({}, {("Lili Marten", "IS_A", "Gardener"), ("Orchard", "HAS_PART", "Gate")}),
        ({"allowed_relation_types": ["has part"]}, {("Orchard", "HAS_PART", "Gate")}),
        ({"allowed_relation_types": [("Concept", "IS_A", "Concept")]}, {("Lili Marten", "IS_A", "Gardener")}),
        ({"allowed_relation_types": []}, set()),
        ({"allowed_entity_types": []}, set()),
    ],
)
def test_only_allowed_types_are_kept(
    extract: Any, allowed: dict[str, Any], expected: set[tuple[str, str, str]]
) -> None:
    extractor = MetaRelationExtractor.from_dict(MetaRelationExtractor(**allowed).to_dict())
    (node,) = extract(extractor, [TextNode(text=TOWN)])
    assert meta_relations(node) == expected
    assert {entity.id for entity in node.metadata[KG_NODES_KEY]} == {end for each in expected for end in each[::2]}
    (node,) = extract(MetaRelationExtractor(**allowed, mentions=True), [TextNode(text=TOWN)])
    mentioned = {each.target_id for each in node.metadata[KG_RELATIONS_KEY] if each.label == "MENTIONS"}
    assert ("Lili Marten" in mentioned) == (allowed != {"allowed_entity_types": []})


@pytest.mark.parametrize(
    ("allowed", "message"),
    [
        ({"allowed_entity_types": ["Person"]}, "allowed_entity_types.* PERSON .* only Concept; LocalGraphExtractor"),
        ({"allowed_relation_types": ["WORKS_AT"]}, "allowed_relation_types.* WORKS_AT .* only IS_A, HAS_PART"),
        ({"allowed_relation_types": [("Person", "IS_A", "Concept")]}, "allowed_entity_types.* PERSON"),
    ],
)
def test_types_that_it_never_makes_are_refused(allowed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        MetaRelationExtractor(**allowed)


def test_the_other_extractors_keep_only_allowed_types(extract: Any) -> None:
    def found(extractor: Any) -> set[tuple[str, str]]:
        (node,) = extract(extractor, [TextNode(text=TOWN)])
        ends = {relation.source_id for relation in node.metadata[KG_RELATIONS_KEY]}
        ends |= {relation.target_id for relation in node.metadata[KG_RELATIONS_KEY]}
        assert {entity.id for entity in node.metadata[KG_NODES_KEY]} == ends
        return {(relation.source_id, relation.label) for relation in node.metadata[KG_RELATIONS_KEY]}

    assert found(OpenFactExtractor(allowed_relation_types=["run"])) == {("Lili Marten", "RUN")}
    assert found(OpenFactExtractor(allowed_entity_types=["date"])) == set()
    assert found(LocalGraphExtractor(allowed_relation_types=["RUN"], mentions=False)) == {("Lili Marten", "RUN")}


def test_it_is_an_extractor_of_a_property_graph_index() -> None:
    graph = PropertyGraphIndex.from_documents(
        DOCUMENTS, kg_extractors=[MetaRelationExtractor()], embed_kg_nodes=False, use_async=False
    )
    triplets = graph.property_graph_store.get_triplets(relation_names=["IS_A"])
    assert ("Apple", "Fruit") in {(subject.id, object_.id) for subject, _, object_ in triplets}


def test_llama_indexs_default_retriever_finds_what_was_extracted() -> None:
    graph = PropertyGraphIndex.from_documents(
        DOCUMENTS,
        llm=ScriptedLLM(lambda _: "apple^orchard"),  # the synonyms that the default retriever asks for
        kg_extractors=[MetaRelationExtractor()],
        embed_kg_nodes=False,
        use_async=False,
    )
    retriever = graph.as_retriever(include_text=False)
    assert "Apple -> IS_A -> Fruit" in [result.text for result in retriever.retrieve(QUESTION)]


PUMPS = LlamaDocument(
    text="Meridian Pumps is a manufacturer. A manufacturer is a company. Its pumps have impellers.", id_="pumps"
)
MAKERS = LlamaDocument(
    text="A manufacturer is an employer. Meridian Pumps, also known as MP, is an employer.", id_="mp"
)


@pytest.mark.parametrize("use_async", [False, True])
def test_a_property_graph_index_inserts_retrieves_deletes_and_is_loaded_again(tmp_path: Path, use_async: bool) -> None:
    settings: dict[str, Any] = {
        "llm": ScriptedLLM(lambda _: "manufacturer"),
        "embed_model": MockEmbedding(4),
        "kg_extractors": [MetaRelationExtractor()],
        "use_async": use_async,
    }
    index = PropertyGraphIndex.from_documents([PUMPS], transformations=[SentenceSplitter()], **settings)
    index.insert(MAKERS)
    storage = index.storage_context
    storage.persist(str(tmp_path))

    def retrieved(graph: PropertyGraphIndex) -> set[str]:
        return {found.text for found in graph.as_retriever(include_text=False).retrieve("What is a manufacturer?")}

    before = retrieved(index)
    assert {"Meridian Pumps -> IS_A -> Manufacturer", "Manufacturer -> IS_A -> Employer"} <= before
    assert not [line for line in before if "MENTIONS" in line]

    again = load_index_from_storage(StorageContext.from_defaults(persist_dir=str(tmp_path)), **settings)
    assert isinstance(again, PropertyGraphIndex)
    assert retrieved(again) == before

    for graph in (index, again):
        graph.delete_ref_doc("mp", delete_from_docstore=True)
        assert graph.property_graph_store.get(ids=[MAKERS.id_]) == []
        assert "Meridian Pumps -> IS_A -> Manufacturer" in retrieved(graph)
        with_text = graph.as_retriever().retrieve("What is a manufacturer?")
        assert any(PUMPS.text in found.text for found in with_text)
        assert not any(MAKERS.text in found.text for found in with_text)


def test_what_was_extracted_is_not_part_of_what_is_embedded_or_shown_to_a_language_model(extract: Any) -> None:
    node = TextNode(text=APPLE.text, metadata={"title": "Apple"}, excluded_embed_metadata_keys=["nodes"])
    modes = (MetadataMode.EMBED, MetadataMode.LLM)
    before = [node.get_content(mode) for mode in modes]
    (extracted,) = extract(MetaRelationExtractor(mentions=True), [node])
    assert [extracted.get_content(mode) for mode in modes] == before
    assert extracted.excluded_embed_metadata_keys == ["nodes", "relations"]


def test_names_are_spelled_as_in_the_text_and_other_concepts_alike_in_every_text(extract: Any) -> None:
    texts = ["Meridian Pumps is a maker of pumps. Its CEO is Jonas Berg.", "Pumps have parts. A pump is a machine."]
    first, second = extract(MetaRelationExtractor(mentions=True), [TextNode(text=text) for text in texts])
    names = [{concept.id for concept in node.metadata[KG_NODES_KEY]} for node in (first, second)]
    assert {"Meridian Pumps", "Maker", "Pump", "CEO", "Jonas Berg"} <= names[0]
    assert {"Pump", "Part", "Machine"} <= names[1]


def test_it_is_a_step_of_an_ingestion_pipeline() -> None:
    pipeline = IngestionPipeline(transformations=[SentenceSplitter(), MetaRelationExtractor()], disable_cache=True)
    nodes = pipeline.run(documents=[APPLE])
    assert ("Apple", "IS_A", "Fruit") in meta_relations(nodes[0])
    assert ("Apple", "IS_A", "Fruit") in meta_relations(asyncio.run(pipeline.arun(documents=[APPLE]))[0])


def test_it_is_told_apart_and_copied_by_its_dict() -> None:
    extractor = MetaRelationExtractor(num_workers=2, mentions=True)
    told = json.loads(extractor.to_json())
    assert told["class_name"] == "MetaRelationExtractor"
    assert MetaRelationExtractor.from_dict(told).to_dict() == extractor.to_dict()
    with_options = MetaRelationExtractor(extraction=ExtractionOptions(batch_characters=1000))
    assert MetaRelationExtractor.from_dict(with_options.to_dict()).extraction == with_options.extraction
    assert with_options.to_dict() != MetaRelationExtractor().to_dict()
    with_llm = MetaRelationExtractor(llm=ScriptedLLM())
    assert with_llm.to_dict() != MetaRelationExtractor().to_dict()
    assert MetaRelationExtractor.from_dict(with_llm.to_dict(), llm=ScriptedLLM()).llm is not None


def test_a_property_graph_that_is_there_becomes_a_language_graph() -> None:
    graph = PropertyGraphIndex.from_documents(
        DOCUMENTS, kg_extractors=[MetaRelationExtractor()], embed_kg_nodes=False, use_async=False
    )
    before = graph.property_graph_store.graph.model_copy(deep=True)
    index = LanguageGraphIndex()
    assert index.enrich(graph.property_graph_store).learned == 3
    assert set(index.ref_doc_info) == {"apple", "fruit", "boat"}
    assert index.as_retriever().retrieve(QUESTION)[0].node.ref_doc_id == "apple"
    assert graph.property_graph_store.graph == before


def test_the_meta_relations_of_a_property_graph_are_taken_over() -> None:
    llm = ScriptedLLM(lambda _: "(Vitamins, part of, Apples)\n(Apples, taste, Good)\n(Apples, is a, Spaceship)")
    graph = PropertyGraphIndex.from_documents(
        [APPLE], kg_extractors=[SimpleLLMPathExtractor(llm=llm)], embed_kg_nodes=False, use_async=True
    )
    index = LanguageGraphIndex()
    asyncio.run(index.aenrich(graph.property_graph_store))
    (relation,) = index.graph.store.relations(kind=RelationKind.HAS_PART)
    assert (relation.subject, relation.object) == ("apple", "vitamin")
    evidence = next(each for each in relation.evidence if each.origin == "graph:property-graph")
    assert index.graph.store.sentences([evidence.sentence_id])[0].text == "Apples are rich in vitamins."
    assert index.graph.store.relations(concept="spaceship") == []
    asyncio.run(index.aenrich(graph.property_graph_store))
    (addition,) = index.graph.store.additions()
    assert (addition.kind, addition.label, addition.relations) == ("enrich", "graph:property-graph", 1)
    index.graph.store.undo([addition.id])
    (relation,) = index.graph.store.relations(kind=RelationKind.HAS_PART)
    assert [each.origin for each in relation.evidence] == ["pattern:rich_in"]


@pytest.mark.parametrize("made", [MetaRelationExtractor, LocalGraphExtractor])
def test_one_budget_holds_for_all_calls(extract: Any, made: type[MetaRelationExtractor]) -> None:
    llm = ScriptedLLM(lambda _: "[]")
    extractor = made(llm=llm, limits=RequestLimits(tokens=20_000))

    def extracting() -> None:
        for number in range(60):
            extract(extractor, [TextNode(text=f"Every skep counts as home number {number}.")])

    with pytest.raises(BudgetSpentError, match="20,000 tokens is spent"):
        extracting()
    with pytest.raises(BudgetSpentError):
        extract(deepcopy(extractor), [TextNode(text="Every skep counts as home.")])
    assert "limits" not in extractor.to_dict()
