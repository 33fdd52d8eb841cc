"""What was constructed for which documents, and whether it is still up to date."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.construction.construction_additions import is_stale, stage_of
from lgm_core.learning.construction.construction_options import STAGES, Stage
from lgm_core.model import AdditionRecord

__all__ = ["ConstructionRecord", "construction_records"]


@dataclass(frozen=True, slots=True)
class ConstructionRecord:
    """What was constructed for a document.

    Attributes:
        document: its id.
        additions: the ids of the additions by stage, in the order of the stages.
        created: when the first of them was made, in UTC.
        is_stale: whether one of them was made from another text than the document has now.
    """

    document: str
    additions: Mapping[Stage, str]
    created: str
    is_stale: bool


def construction_records(store: LanguageGraphStore) -> list[ConstructionRecord]:
    """Return what was constructed for the documents of a graph, ordered by document id."""
    by_document: dict[str, dict[Stage, AdditionRecord]] = {}
    for addition in store.additions():  # ordered by time, so the newest of a stage wins
        if (stage := stage_of(addition)) is not None:
            by_document.setdefault(addition.label, {})[stage] = addition
    records = []
    for record in store.documents(list(by_document)):
        stages = by_document[record.id]
        ordered = {stage: stages[stage] for stage in STAGES if stage in stages}
        records.append(
            ConstructionRecord(
                record.id,
                {stage: addition.id for stage, addition in ordered.items()},
                min(addition.created for addition in ordered.values()),
                any(is_stale(addition, record) for addition in ordered.values()),
            )
        )
    return records
