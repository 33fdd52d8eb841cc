"""Open facts in LlamaIndex's property graphs and ingestion pipelines."""

import re
from typing import Any

import pytest
from llama_index.core import MockEmbedding, PropertyGraphIndex
from llama_index.core.graph_stores.types import KG_NODES_KEY, KG_RELATIONS_KEY
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.schema import MetadataMode, TextNode

from lgm_core.errors import InputError
from llama_index_lgm import MetaRelationExtractor, OpenFactExtractor

TEXT = "Salt Harbour is a 1962 film. It was directed by Inês Moura. She married Rui Dias in 1931."


def node() -> TextNode:
    return TextNode(text=TEXT, metadata={"title": "Salt Harbour"})


def test_facts_are_relations_with_their_evidence(extract: Any) -> None:
    (found,) = extract(OpenFactExtractor(), [node()])
    relations = {
        (relation.source_id, relation.label, relation.target_id): relation.properties
        for relation in found.metadata[KG_RELATIONS_KEY]
    }
    properties = relations["Salt Harbour", "DIRECT_BY", "Inês Moura"]
    assert properties["evidence"] == ["It was directed by Inês Moura."]
    assert TEXT[properties["starts"][0] : properties["ends"][0]] == "It was directed by Inês Moura."
    assert properties["origins"] == ["parse"]
    assert "directed by" in properties["wordings"][0]


def test_ends_are_entities_and_values_are_labelled_by_kind() -> None:
    (found,) = OpenFactExtractor()([TextNode(text="Ada Lindqvist was born on 4 May 1904.")])
    entities = {entity.name: entity for entity in found.metadata[KG_NODES_KEY]}
    ends = {id for one in found.metadata[KG_RELATIONS_KEY] for id in (one.source_id, one.target_id)}
    assert ends == {entity.id for entity in entities.values()}
    assert (entities["4 May 1904"].label, entities["4 May 1904"].properties["value"]) == ("Date", "1904-05-04")
    assert found.get_content(MetadataMode.LLM) == found.text


def test_labels_hold_nothing_that_could_end_a_name_in_a_query() -> None:
    (found,) = OpenFactExtractor()([TextNode(text="Ada `x`]->() DETACH DELETE n // painted Bo Lind.")])
    assert all(re.fullmatch(r"\w+", relation.label) for relation in found.metadata[KG_RELATIONS_KEY])


def test_what_other_extractors_found_is_kept() -> None:
    (found,) = OpenFactExtractor()(MetaRelationExtractor()([node()]))
    labels = {relation.label for relation in found.metadata[KG_RELATIONS_KEY]}
    assert {"IS_A", "DIRECT_BY"} <= labels


def test_a_property_graph_and_a_pipeline_take_it() -> None:
    nodes = IngestionPipeline(transformations=[OpenFactExtractor()]).run(nodes=[node()])
    assert nodes[0].metadata[KG_RELATIONS_KEY]
    index = PropertyGraphIndex(
        nodes=[node()], kg_extractors=[OpenFactExtractor()], embed_model=MockEmbedding(4), embed_kg_nodes=False
    )
    triplets = index.property_graph_store.get_triplets(entity_names=["Salt Harbour"])
    assert ("Salt Harbour", "DIRECT_BY", "Inês Moura") in {(a.id, relation.label, b.id) for a, relation, b in triplets}


def test_a_backend_that_does_not_parse_is_refused() -> None:
    with pytest.raises(InputError, match="parse"):
        OpenFactExtractor(annotator="lite")([node()])


def test_it_is_serialised_without_its_backend() -> None:
    extractor = OpenFactExtractor()
    assert OpenFactExtractor.from_dict(extractor.to_dict()).language == extractor.language
