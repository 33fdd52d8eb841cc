"""The stages of construction as they are run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from lgm_core.flow import Flow
from lgm_core.learning.construction.construction_flow import StageFlows
from lgm_core.learning.construction.entities.entity_stage import resolve_entities
from lgm_core.learning.construction.findings import PredicateFindings, TaxonomyFindings
from lgm_core.learning.construction.mentions.mention_stage import find_mentions
from lgm_core.learning.construction.relations.relation_stage import find_local_facts
from lgm_core.learning.construction.whole_document.global_stage import find_global_facts

__all__ = ["STAGE_FLOWS"]

T = TypeVar("T")


def _nothing(findings: type[T]) -> Callable[..., Flow[T]]:
    def find(*given: Any) -> Flow[T]:  # noqa: ANN401  # whatever a stage is given
        yield from ()
        return findings()

    return find


STAGE_FLOWS = StageFlows(
    find_mentions,
    resolve_entities,
    find_local_facts,
    find_global_facts,
    _nothing(TaxonomyFindings),
    _nothing(PredicateFindings),
)
