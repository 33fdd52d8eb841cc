"""Constructed graphs in LlamaIndex's property graphs and ingestion pipelines."""

import json
import re
from typing import Any

import pytest
from llama_index.core import MockEmbedding, PropertyGraphIndex
from llama_index.core.graph_stores.types import KG_NODES_KEY, KG_RELATIONS_KEY
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.schema import MetadataMode, TextNode

from lgm_core import ConstructionOptions
from lgm_core.errors import InputError
from llama_index_lgm import LocalGraphExtractor, MetaRelationExtractor, OpenFactExtractor

TEXT = "Inês Moura directed Salt Harbour in 1962. Salt Harbour is a film. The film shows a lighthouse."


def relations_of(node: TextNode) -> dict[tuple[str, str], dict[str, Any]]:
    return {(each.source_id, each.target_id): each.properties for each in node.metadata[KG_RELATIONS_KEY]}


def test_things_are_entities_and_facts_are_relations_with_their_sentences(extract: Any) -> None:
    (found,) = extract(LocalGraphExtractor(), [TextNode(text=TEXT)])
    entities = {entity.name: entity for entity in found.metadata[KG_NODES_KEY]}
    assert entities["Salt Harbour"].properties["class"] == "named"
    properties = relations_of(found)["Inês Moura", "Salt Harbour"]
    assert properties["evidence"] == ["Inês Moura directed Salt Harbour in 1962."]
    assert TEXT[properties["starts"][0] : properties["ends"][0]] == properties["evidence"][0]
    ends = {id for each in found.metadata[KG_RELATIONS_KEY] for id in (each.source_id, each.target_id)}
    assert ends <= {entity.id for entity in entities.values()}
    assert all(re.fullmatch(r"\w+", each.label) for each in found.metadata[KG_RELATIONS_KEY])
    assert found.get_content(MetadataMode.LLM) == found.text


def test_each_node_is_a_document_and_one_without_text_has_no_graph(extract: Any) -> None:
    first, empty, second = extract(
        LocalGraphExtractor(), [TextNode(text=TEXT), TextNode(text=" "), TextNode(text="Bo Lind painted a boat.")]
    )
    assert "Bo Lind" in {entity.name for entity in second.metadata[KG_NODES_KEY]}
    assert "Bo Lind" not in {entity.name for entity in first.metadata[KG_NODES_KEY]}
    assert (empty.metadata[KG_NODES_KEY], empty.metadata[KG_RELATIONS_KEY]) == ([], [])


def test_a_property_graph_and_a_pipeline_take_it_beside_others() -> None:
    nodes = IngestionPipeline(transformations=[MetaRelationExtractor(), LocalGraphExtractor()]).run(
        nodes=[TextNode(text=TEXT)]
    )
    assert {"IS_A"} < {relation.label for relation in nodes[0].metadata[KG_RELATIONS_KEY]}
    index = PropertyGraphIndex(
        nodes=[TextNode(text=TEXT)],
        kg_extractors=[LocalGraphExtractor()],
        embed_model=MockEmbedding(4),
        embed_kg_nodes=False,
    )
    triplets = index.property_graph_store.get_triplets(entity_names=["Salt Harbour"])
    assert ("Inês Moura", "Salt Harbour") in {(a.id, b.id) for a, _, b in triplets}


def test_all_extractors_agree_on_names_and_labels() -> None:
    text = (
        "The Gripper is a tool of the arm. A gripper holds boxes. Words are split into parts. "
        "The server is also called the broker. A statement is a sentence. Statements need verbs."
    )
    of_relations, of_facts, of_things = (
        extractor([TextNode(text=text)])[0].metadata
        for extractor in (MetaRelationExtractor(), OpenFactExtractor(), LocalGraphExtractor())
    )
    things = of_things[KG_NODES_KEY]
    names = {name.title() for each in things for name in (each.name, *each.properties.get("aliases", ()))}
    for other in (of_relations, of_facts):
        assert {entity.name for entity in other[KG_NODES_KEY]} <= names
    assert {"Gripper", "Box", "Statement"} <= names
    facts = {(each.source_id, each.label, each.target_id) for each in of_facts[KG_RELATIONS_KEY]}
    assert {("Word", "SPLIT_INTO", "Part"), ("Server", "CALL", "Broker"), ("Gripper", "HOLD", "Box")} <= facts
    assert {("Word", "SPLIT_INTO", "Part"), ("Gripper", "HOLD", "Box")} <= {
        (each.source_id, each.label, each.target_id) for each in of_things[KG_RELATIONS_KEY]
    }
    assert {entity.name: entity.label for entity in things}["Statement"] == "Sentence"


def test_stages_are_left_out_as_told_and_backends_must_parse() -> None:
    options = ConstructionOptions(stages=["entities"])
    (found,) = LocalGraphExtractor(construction=options)([TextNode(text=TEXT)])
    assert found.metadata[KG_NODES_KEY]
    with pytest.raises(InputError, match="parse"):
        LocalGraphExtractor(annotator="lite")([TextNode(text=TEXT)])


def test_it_is_serialised_without_its_backend() -> None:
    extractor = LocalGraphExtractor(construction=ConstructionOptions(coreference=0.5))
    data = json.loads(json.dumps(extractor.to_dict()))
    assert "annotator" not in data
    assert LocalGraphExtractor.from_dict(data).construction == extractor.construction
