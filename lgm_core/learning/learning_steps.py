"""The trace steps of builds, reflection and construction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lgm_core.model.trace import TraceStep

__all__ = [
    "ConstructionRequestFailed",
    "ConstructionStageStep",
    "ExtractionFailed",
    "FactExtractionFailed",
    "FactsLearnedStep",
    "IndexingStep",
    "JudgedStep",
    "LearnedStep",
]


@dataclass(frozen=True, slots=True)
class LearnedStep(TraceStep):
    """The numbers of documents learned, skipped and failed so far, their sentences, and the seconds taken."""

    name = "learned"
    learned: int
    skipped: int
    failed: int
    sentences: int
    seconds: float


@dataclass(frozen=True, slots=True)
class IndexingStep(TraceStep):
    """An index is built after this many sentences were learned."""

    name = "indexing"
    sentences: int


@dataclass(frozen=True, slots=True)
class ExtractionFailed(TraceStep):
    """A request for the relations of a document failed."""

    name = "extraction failed"
    document: str
    error: str


@dataclass(frozen=True, slots=True)
class FactExtractionFailed(TraceStep):
    """A request for facts failed; `first` is the id of the first sentence shown."""

    name = "fact extraction failed"
    first: str
    error: str


@dataclass(frozen=True, slots=True)
class FactsLearnedStep(TraceStep):
    """The number of documents read for facts so far, and of facts stated in them."""

    name = "facts learned"
    documents: int
    facts: int


@dataclass(frozen=True, slots=True)
class JudgedStep(TraceStep):
    """The number of relations or facts (`kind`) judged so far, their total, and the number of failed requests."""

    name = "judged"
    kind: str
    judged: int
    of: int
    failed: int

    @property
    def details(self) -> dict[str, Any]:
        """Return the counts, with the number judged under its kind."""
        return {self.kind: self.judged, "of": self.of, "failed": self.failed}


@dataclass(frozen=True, slots=True)
class ConstructionStageStep(TraceStep):
    """A stage of construction has ended for a document: its requests, and counts of its findings."""

    name = "construction stage"
    document: str
    stage: str
    requests: int
    counts: Mapping[str, int]

    @property
    def details(self) -> dict[str, Any]:
        """Return the fields, including the counts."""
        return {"document": self.document, "stage": self.stage, "requests": self.requests, **self.counts}


@dataclass(frozen=True, slots=True)
class ConstructionRequestFailed(TraceStep):
    """A request of a phase of construction failed."""

    name = "construction request failed"
    phase: str
    error: str
