"""Estimate what extraction and reflection will cost, before any call is made.

The requests of an extraction are known beforehand: they are built and their tokens counted, but not sent. The length of
replies is unknown and replaced by the rates below. Repeated requests are not counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lgm_core.flow import Flow, Outcome, Request
from lgm_core.flow.request import Result, resume
from lgm_core.learning.extraction.claims import may_state_relation
from lgm_core.learning.extraction.extractor import ExtractionOptions, extraction_requests
from lgm_core.learning.facts.end_grounding import graph_sentences
from lgm_core.learning.facts.fact_extraction import fact_requests
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.learning.merge import merge_relations
from lgm_core.learning.reflector import SENTENCES_PER_CONCEPT, ReflectionOptions
from lgm_core.learning.relation_evidence import judging_request, other_evidence
from lgm_core.llm.tokens import count_conversation, count_tokens
from lgm_core.model import DocumentGraph, MetaRelation, Sentence, TraceStep, Usage

__all__ = ["EmbeddingEstimate", "Estimate", "Prices", "estimate", "sum_text", "unsent_usage"]

RELATIONS_PER_CUED_SENTENCE = 0.6
"""Expected relations that a model reports per sentence with a relation's wording.

Not every such sentence states a relation, and some state several. A higher rate makes estimates more cautious.
"""

TOKENS_PER_RELATION = 24
"""Tokens of an entry of a reply with concepts of one or two words, by `count_tokens`."""

TOKENS_PER_FACT_WINDOW_TOKEN = 6.6
"""Tokens of a reply with entities and facts, per token of the request's sentences.

Measured on the entities and facts that GPT-3.5 found in 1,890 passages of encyclopedia text, nine facts and ten
entities per passage, written as such a reply with types of two words and descriptions of seven.
"""

TOKENS_PER_REPLY = 6
"""Length of a reply without entries, by `count_tokens`."""

TOKENS_PER_VERDICT = 32
"""Length of a verdict with a reason of the twenty words the prompt allows, by `count_tokens`."""


@dataclass(frozen=True, slots=True)
class Prices:
    """The price of a million tokens, in any currency: of a language model, and of an embedding model."""

    prompt: float = 0.0
    completion: float = 0.0
    embedding: float = 0.0

    def cost(self, usage: Usage) -> float:
        """Return the price of a usage of the language model."""
        return (usage.prompt_tokens * self.prompt + usage.completion_tokens * self.completion) / 1_000_000


def sum_text(cost: float) -> str:
    """Format a sum of money; a small one keeps its first non-zero digits."""
    return f"{cost:,.{4 if 0 < cost < 1 else 2}f}"


@dataclass(frozen=True, slots=True)
class EmbeddingEstimate:
    """What an embedding model would take for the sentences of documents.

    Attributes:
        texts: how many sentences.
        tokens: their tokens, with titles, by `count_tokens`.
        seconds: elapsed time on this machine as busy as it is now, from a sample of sentences.
        cost: the money for the tokens; None without prices.
    """

    texts: int
    tokens: int
    seconds: float
    cost: float | None = None

    def __str__(self) -> str:
        """Return a summary of one line."""
        return f"{self.texts} texts, {self.tokens} tokens, {self.seconds:,.1f} seconds"


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated calls and tokens of a build with a language model; `cost` is None without prices.

    `extraction` is for relations, `facts` for facts, `embedding` for the vectors of an embedding model, whose cost is
    part of `cost`.
    """

    documents: int
    sentences: int
    extraction: Usage
    reflection: Usage = field(default_factory=Usage)
    cost: float | None = None
    facts: Usage = field(default_factory=Usage)
    embedding: EmbeddingEstimate | None = None

    @property
    def total(self) -> Usage:
        """Return all phases of the language model together."""
        return self.extraction + self.facts + self.reflection

    def __str__(self) -> str:
        """Return a summary of a few lines."""
        lines = [f"{self.documents} documents, {self.sentences} sentences"]
        phases = {"extraction": self.extraction, "facts": self.facts, "reflection": self.reflection}
        phases = {phase: usage for phase, usage in phases.items() if phase != "facts" or usage.calls}
        phases["total"] = self.total
        for phase, usage in phases.items():
            tokens = f"{usage.prompt_tokens} + {usage.completion_tokens} tokens (prompt + reply)"
            lines.append(f"{phase:<10} {usage.calls} calls, {tokens}")
        if self.embedding is not None:
            lines.append(f"embedding  {self.embedding}")
        if self.cost is not None:
            lines.append(f"cost       {sum_text(self.cost)}")
        return "\n".join(lines)


def estimate(
    graphs: Iterable[DocumentGraph],
    options: ExtractionOptions | None,
    *,
    facts: FactOptions | None = None,
    reflection: bool = False,
    prices: Prices | None = None,
    reflection_options: ReflectionOptions | None = None,
) -> Estimate:
    """Estimate calls and tokens of extracting relations from documents and, if asked, of judging them.

    Args:
        graphs: the documents as analysed without a language model.
        options: settings of the extraction; None leaves it out.
        facts: settings of the extraction of facts; None leaves it out, and open facts cost nothing.
        reflection: include reflection over all relations; it reads every document's sentences into memory.
        prices: to estimate the cost as well.
        reflection_options: settings of the reflection.
    """
    documents = sentences = 0
    extraction = of_facts = Usage()
    judging = _JudgingEstimate(reflection_options or ReflectionOptions()) if reflection else None
    for graph in graphs:
        documents += 1
        sentences += len(graph.sentences)
        if options is not None:
            extraction += _extraction_usage(graph, options)
        if facts is not None and facts.method == "llm":
            of_facts += _facts_usage(graph, facts)
        if judging is not None:
            judging.add(graph)
    judged = judging.usage() if judging is not None else Usage()
    cost = prices.cost(extraction + of_facts + judged) if prices is not None else None
    return Estimate(documents, sentences, extraction, judged, cost, of_facts)


def unsent_usage(flow: Flow[object], outcome: Outcome, *, until: str = "") -> Usage:
    """Return the calls and prompt tokens of a flow's requests, none of which is sent: each has the same outcome.

    Those of the phase `until` are the last that are counted. The flow is closed.
    """
    usage = Usage()
    outcomes: list[Outcome] = []
    try:
        while not isinstance(step := resume(flow, outcomes), Result):
            outcomes = []
            if isinstance(step, TraceStep):
                continue
            usage += _usage(step)
            if step[0].phase == until:
                break
            outcomes = [outcome for _ in step]
    finally:
        flow.close()
    return usage


def _usage(requests: Sequence[Request], completion: float = 0) -> Usage:
    prompt = sum(count_conversation(request.messages) for request in requests)
    return Usage(len(requests), prompt, round(completion))


def _extraction_usage(graph: DocumentGraph, options: ExtractionOptions) -> Usage:
    requests = extraction_requests(graph, options)
    completion = TOKENS_PER_REPLY * len(requests) + TOKENS_PER_RELATION * _expected_relations(graph)
    return _usage(requests, completion)


def _facts_usage(graph: DocumentGraph, options: FactOptions) -> Usage:
    requests = fact_requests(graph_sentences(graph), options)
    texts = sum(count_tokens(request.messages[-1].content) for request in requests)
    return _usage(requests, texts * TOKENS_PER_FACT_WINDOW_TOKEN)


def _expected_relations(graph: DocumentGraph) -> float:
    language = graph.document.language
    return RELATIONS_PER_CUED_SENTENCE * sum(may_state_relation(each.resolved, language) for each in graph.sentences)


class _JudgingEstimate:
    """Builds the judging requests of relations from patterns, and assumes the same cost for those of an LLM."""

    def __init__(self, options: ReflectionOptions) -> None:
        self._options = options
        self._sentences: dict[str, list[tuple[str, int, Sentence]]] = defaultdict(list)
        self._relations: list[MetaRelation] = []
        self._evidence_count = 0
        self._expected_more = 0.0

    def add(self, graph: DocumentGraph) -> None:
        """Add the sentences and relations of a document."""
        sentences = {sentence.id: sentence for sentence in graph.sentences}
        for sentence_id, concept in {(mention.sentence_id, mention.concept) for mention in graph.mentions}:
            sentence = sentences[sentence_id]
            self._sentences[concept].append((sentence.document_id, sentence.position, sentence))
        self._relations += graph.relations
        evidence_count = sum(len(relation.evidence) for relation in graph.relations)
        self._evidence_count += evidence_count
        self._expected_more += max(0.0, _expected_relations(graph) - evidence_count)

    def usage(self) -> Usage:
        """Return the calls and tokens of judging all relations once."""
        asked = Usage()
        relations = merge_relations(self._relations, ())
        for relation in relations:
            evidence = other_evidence(relation, self._sentences_about, self._options.evidence_characters)
            if evidence:
                asked += _usage([judging_request(relation, evidence, self._options.prompt)])
        factor = 1 + self._expected_more / self._evidence_count if self._evidence_count else 1.0
        calls = asked.calls * factor
        return Usage(round(calls), round(asked.prompt_tokens * factor), round(calls * TOKENS_PER_VERDICT))

    def _sentences_about(self, concept: str) -> Sequence[Sentence]:
        """Return the sentences as a store would: by document id and position, as many as reflection reads."""
        ranked = sorted(self._sentences[concept], key=lambda entry: entry[:2])
        return [sentence for _, _, sentence in ranked[:SENTENCES_PER_CONCEPT]]
