"""Small graphs with facts that stand in their sentences, and plans executed over them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lgm_core import Document, LanguageGraph
from lgm_core.flow.conversation import Session
from lgm_core.flow.drivers import run
from lgm_core.learning.facts.end_grounding import stored_sentences
from lgm_core.learning.facts.fact_grounding import EntityClaim, FactClaim, ground_facts
from lgm_core.llm.port import ChatModel
from lgm_core.model import Addition, sentence_id
from lgm_core.reasoning.execution.executor import Execution, execute
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.retrieval.concepts.graph_view import GraphView

GRAPH_ONLY = LogicalFormOptions(text="never")

Claim = tuple[str, str, str] | tuple[str, str, str, Mapping[str, str]]


def graph_of(
    path: Path,
    documents: Sequence[Document],
    claims: Sequence[Claim] = (),
    types: Mapping[str, Sequence[str]] | None = None,
) -> LanguageGraph:
    """Return a graph of documents with facts that must all stand in them: subject, predicate, object, qualifiers."""
    graph = LanguageGraph(path)
    graph.build(documents)
    ids = [
        sentence_id(record.id, place) for record in graph.store.documents() for place in range(record.sentence_count)
    ]
    facts = [FactClaim(*claim[:3], qualifiers=tuple(dict(*claim[3:]).items())) for claim in claims]
    entities = [EntityClaim(name, tuple(of)) for name, of in (types or {}).items()]
    grounded = ground_facts(facts, stored_sentences(graph.store, ids), "import:test", entities=entities)
    assert not grounded.dropped, grounded.dropped
    graph.store.add(
        Addition(
            "test",
            "import",
            "test",
            "2026-01-01T00:00:00Z",
            facts=grounded.facts,
            profiles=grounded.profiles,
            mentions=grounded.mentions,
        )
    )
    return graph


def executed(
    graph: LanguageGraph,
    plan: str,
    options: LogicalFormOptions = GRAPH_ONLY,
    *,
    question: str = "",
    where: Mapping[str, Any] | None = None,
    model: ChatModel | None = None,
    most_rows: int = 500,
) -> Execution:
    """Parse a plan and execute it."""
    flow = execute(
        LogicalPlan.parse(plan),
        question=question,
        view=GraphView(graph.store, where=where, question=question),
        ranker=graph.ranker(),
        options=options,
        has_model=model is not None,
        most_rows=most_rows,
    )
    return run(flow, Session(model))
