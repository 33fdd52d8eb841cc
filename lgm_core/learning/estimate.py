"""What extraction and reflection will cost, told before any call is made.

The requests of an extraction are known beforehand: they are built and their tokens counted, not sent. How much the
model will reply is not known; the rates below stand in for it. Requests that are asked twice are not foreseen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lgm_core.learning.extraction.extractor import ExtractionOptions, extraction_requests
from lgm_core.learning.extraction.relation_cues import may_state_relation
from lgm_core.learning.merge import merge_relations
from lgm_core.learning.reflection.reflector import ReflectionOptions, judging_request
from lgm_core.learning.reflection.relation_evidence import other_evidence
from lgm_core.llm.tokens import count_conversation, count_tokens
from lgm_core.model import DocumentGraph, MetaRelation, Sentence, Usage

__all__ = ["Estimate", "Prices", "estimate"]

RELATIONS_PER_CUED_SENTENCE = 0.6
TOKENS_PER_RELATION = 24
TOKENS_PER_REPLY = 6
TOKENS_PER_VERDICT = 32


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in any currency."""

    prompt: float
    completion: float

    def cost(self, usage: Usage) -> float:
        """Return what a usage costs."""
        return (usage.prompt_tokens * self.prompt + usage.completion_tokens * self.completion) / 1_000_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a build with a language model would take; `cost` is None without prices."""

    documents: int
    sentences: int
    extraction: Usage
    reflection: Usage = field(default_factory=Usage)
    cost: float | None = None

    @property
    def total(self) -> Usage:
        """Return both phases together."""
        return self.extraction + self.reflection

    def __str__(self) -> str:
        """Say it in a few lines."""
        lines = [f"{self.documents} documents, {self.sentences} sentences"]
        phases = {"extraction": self.extraction, "reflection": self.reflection, "total": self.total}
        for phase, usage in phases.items():
            tokens = f"{usage.prompt_tokens} + {usage.completion_tokens} tokens (prompt + reply)"
            lines.append(f"{phase:<10} {usage.calls} calls, {tokens}")
        if self.cost is not None:
            lines.append(f"cost       {self.cost:.2f}")
        return "\n".join(lines)


def estimate(
    graphs: Iterable[DocumentGraph],
    options: ExtractionOptions,
    *,
    reflection: bool = False,
    prices: Prices | None = None,
    reflection_options: ReflectionOptions | None = None,
    language: str,
) -> Estimate:
    """Tell calls and tokens of extracting relations from documents and, if asked, of judging them.

    Args:
        graphs: the documents as analysed without a language model.
        options: settings of the extraction.
        reflection: include reflection over all relations; it reads every document's sentences into memory.
        prices: to tell the cost as well.
        reflection_options: settings of the reflection.
        language: that of the documents.
    """
    documents = sentences = 0
    extraction = Usage()
    judging = _JudgingEstimate(reflection_options or ReflectionOptions(), language) if reflection else None
    for graph in graphs:
        documents += 1
        sentences += len(graph.sentences)
        extraction += _extraction_usage(graph, options, language)
        if judging is not None:
            judging.add(graph)
    judged = judging.usage() if judging is not None else Usage()
    cost = prices.cost(extraction + judged) if prices is not None else None
    return Estimate(documents, sentences, extraction, judged, cost)


def _extraction_usage(graph: DocumentGraph, options: ExtractionOptions, language: str) -> Usage:
    requests = extraction_requests(graph, options, language)
    prompt = sum(count_conversation(request.messages) for request in requests)
    relations = _expected_relations(graph, language)
    if options.prompts == "paper":
        cited = (
            sum(count_tokens(sentence.resolved) for sentence in _cued(graph, language)) * RELATIONS_PER_CUED_SENTENCE
        )
        completion = TOKENS_PER_REPLY * len(requests) + TOKENS_PER_RELATION * relations + cited
    else:
        completion = TOKENS_PER_REPLY * len(requests) + TOKENS_PER_RELATION * relations
    return Usage(calls=len(requests), prompt_tokens=prompt, completion_tokens=round(completion))


def _cued(graph: DocumentGraph, language: str) -> list[Sentence]:
    return [sentence for sentence in graph.sentences if may_state_relation(sentence.resolved, language)]


def _expected_relations(graph: DocumentGraph, language: str) -> float:
    return RELATIONS_PER_CUED_SENTENCE * len(_cued(graph, language))


class _JudgingEstimate:
    """Builds the judging requests of the relations known beforehand, and expects the others to be like them."""

    def __init__(self, options: ReflectionOptions, language: str) -> None:
        self._language = language
        self._options = options
        self._about: dict[str, list[tuple[str, int, Sentence]]] = defaultdict(list)
        self._relations: list[MetaRelation] = []
        self._stated = 0
        self._unseen = 0.0

    def add(self, graph: DocumentGraph) -> None:
        """Take in a document."""
        sentences = {sentence.id: sentence for sentence in graph.sentences}
        for sentence_id, concept in {(mention.sentence_id, mention.concept) for mention in graph.mentions}:
            sentence = sentences[sentence_id]
            self._about[concept].append((sentence.document_id, sentence.position, sentence))
        self._relations += graph.relations
        stated = sum(len(relation.evidence) for relation in graph.relations)
        self._stated += stated
        self._unseen += max(0.0, _expected_relations(graph, self._language) - stated)

    def usage(self) -> Usage:
        """Return calls and tokens of judging all relations once."""
        calls = prompt = 0
        relations = merge_relations(self._relations, ())
        for relation in relations:
            evidence = other_evidence(relation, self._sentences_about, self._options.evidence_characters)
            if evidence:
                calls += 1
                prompt += count_conversation(judging_request(relation, evidence, self._options).messages)
        more = 1 + self._unseen / self._stated if self._stated else 1.0
        return Usage(round(calls * more), round(prompt * more), round(calls * more * TOKENS_PER_VERDICT))

    def _sentences_about(self, concept: str) -> Sequence[Sentence]:
        """Return what a store would: by document id and position, and no more than the options allow."""
        ranked = sorted(self._about[concept], key=lambda entry: entry[:2])
        return [sentence for _, _, sentence in ranked[: self._options.sentences_per_concept]]
