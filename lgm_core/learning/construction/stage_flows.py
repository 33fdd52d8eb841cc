"""The stages of construction as they are run."""

from __future__ import annotations

from lgm_core.learning.construction.construction_flow import StageFlows
from lgm_core.learning.construction.entities.entity_stage import resolve_entities
from lgm_core.learning.construction.mentions.mention_stage import find_mentions
from lgm_core.learning.construction.relations.relation_stage import find_local_facts
from lgm_core.learning.construction.schema.predicate_stage import group_predicates
from lgm_core.learning.construction.schema.taxonomy_stage import find_taxonomy
from lgm_core.learning.construction.whole_document.global_stage import find_global_facts

__all__ = ["STAGE_FLOWS"]

STAGE_FLOWS = StageFlows(
    find_mentions,
    resolve_entities,
    find_local_facts,
    find_global_facts,
    find_taxonomy,
    group_predicates,
)
