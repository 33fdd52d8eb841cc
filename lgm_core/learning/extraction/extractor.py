"""Relation extraction by a language model (paper section 3.2.2), grounded in the sentences it refers to.

A document's sentences are sent numbered, in batches that follow its sections; the reply names the sentence of each
relation. No claim is trusted: its sentence must exist and contain both arguments.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from lgm_core.errors import InputError
from lgm_core.flow import Flow, Request
from lgm_core.learning.extraction.claims import (
    CLAIMS_SCHEMA,
    ClaimGrounder,
    Claims,
    paper_reader,
    read_structured,
    section_titles,
)
from lgm_core.learning.extraction.extraction_prompts import PAPER, STRUCTURED, PaperPrompts
from lgm_core.learning.extraction.relation_cues import may_state_relation
from lgm_core.learning.learning_steps import ExtractionFailed
from lgm_core.llm.prompt import Prompt
from lgm_core.llm.quoting import quoted
from lgm_core.model import DocumentGraph, Mention, MetaRelation, RelationKind, Sentence, Usage

__all__ = ["Extraction", "ExtractionOptions", "extract", "extraction_requests"]

PHASE = "extraction"
"""The phase under which extraction's usage is accounted."""


@dataclass(frozen=True, slots=True)
class ExtractionOptions:
    """How to extract relations with a language model.

    Attributes:
        prompts: `structured` asks for all relations at once by sentence number, a `Prompt` does so in other words;
            `paper` asks three times, with the paper's prompts and sentences cited in full, `PaperPrompts` with others.
        batch_characters: the most text in one request; a longer sentence is truncated. Long batches repeat the prompt
            less often. Short ones have shorter replies, which are truncated less often, and lose less if a request
            fails.
        only_cued: leave out sentences without a wording for kinds, parts or names (see `relation_cues`).
    """

    prompts: Literal["structured", "paper"] | Prompt | PaperPrompts = "structured"
    batch_characters: int = 6000
    only_cued: bool = False

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            InputError: a value is invalid.
        """
        if not isinstance(self.prompts, Prompt | PaperPrompts) and self.prompts not in ("structured", "paper"):
            raise InputError(f"prompts={self.prompts!r} is neither 'structured', 'paper', a Prompt, nor PaperPrompts")
        if self.batch_characters < 1:
            raise InputError(f"batch_characters={self.batch_characters} leaves no room for a sentence")

    @property
    def asked(self) -> Prompt | PaperPrompts:
        """Return what the language model is asked."""
        if self.prompts == "structured":
            return STRUCTURED
        return PAPER if self.prompts == "paper" else self.prompts

    @property
    def recipe(self) -> str:
        """Return a short fingerprint of everything here that a document's relations depend on."""
        name = "paper" if isinstance(self.asked, PaperPrompts) else "structured"
        settings = f"{self.asked!r}\x1f{self.batch_characters}\x1f{self.only_cued}"
        return f"{name}-{hashlib.sha256(settings.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


@dataclass(frozen=True, slots=True)
class Extraction:
    """A language model's extraction from a document.

    Attributes:
        relations: relations grounded in their sentences, each with its evidence.
        mentions: mentions of the relations' arguments; some may already be in the graph.
        dropped: the numbers of rejected claims, by reason.
        requests: the number of requests.
        failures: why requests failed; if not empty, the document is incomplete.
        usage: the requests' usage.
    """

    relations: tuple[MetaRelation, ...] = ()
    mentions: tuple[Mention, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    requests: int = 0
    failures: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


def extract(graph: DocumentGraph, options: ExtractionOptions, model_name: str) -> Flow[Extraction]:
    """Extract the relations stated in a document's sentences, with all requests in one batch.

    A failed request is recorded and does not fail the document; an `extraction failed` trace step reports it.
    """
    batches = _batches_with_requests(graph, options)
    if not batches:
        return Extraction()
    outcomes = yield [request for _, request in batches]
    grounder = ClaimGrounder(graph, f"llm:{model_name}")
    rejected: Counter[str] = Counter()
    for (batch, _), outcome in zip(batches, outcomes, strict=True):
        if outcome.ok:
            reply: Claims = outcome.value
            rejected["not understood"] += reply.malformed
            for claim in reply.claims:
                grounder.ground(claim, batch.sentences)
        else:
            yield ExtractionFailed(graph.document.id, outcome.error)
    return Extraction(
        relations=grounder.relations,
        mentions=grounder.mentions,
        dropped={reason: count for reason, count in (rejected + grounder.rejected).items() if count},
        requests=len(outcomes),
        failures=tuple(outcome.error for outcome in outcomes if not outcome.ok),
        usage=sum((outcome.usage for outcome in outcomes), Usage()),
    )


def extraction_requests(graph: DocumentGraph, options: ExtractionOptions) -> list[Request]:
    """Return the requests for extracting from a document."""
    return [request for _, request in _batches_with_requests(graph, options)]


def _batches_with_requests(graph: DocumentGraph, options: ExtractionOptions) -> list[tuple[_Batch, Request]]:
    return [(batch, request) for batch in _batches(graph, options) for request in _requests(batch, options)]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Sentences sent together, numbered from 1, and the heading above each."""

    sentences: tuple[Sentence, ...]
    headings: tuple[str, ...]


def _batches(graph: DocumentGraph, options: ExtractionOptions) -> Iterator[_Batch]:
    """Fill batches with whole sections while they fit; a section too long for a batch is cut between sentences."""
    sections = {section.id: section for section in graph.sections}
    lines: list[tuple[Sentence, str]] = []
    length = 0
    for run in _section_runs(graph, options):
        heading = quoted(" › ".join(section_titles(graph, sections.get(run[0].section_id))))
        run_length = len(heading) + sum(len(sentence.resolved) for sentence in run)
        if lines and length + run_length > options.batch_characters:
            yield _batch_of(lines)
            lines, length = [], 0
        lines += [(sentence, heading) for sentence in run]
        length += run_length
    if lines:
        yield _batch_of(lines)


def _batch_of(lines: Sequence[tuple[Sentence, str]]) -> _Batch:
    return _Batch(tuple(sentence for sentence, _ in lines), tuple(heading for _, heading in lines))


def _section_runs(graph: DocumentGraph, options: ExtractionOptions) -> Iterator[list[Sentence]]:
    """Yield runs of sentences of one section, none longer than a batch unless it is one sentence."""
    run: list[Sentence] = []
    length = 0
    for sentence in graph.sentences:
        if not _is_sent(sentence, options, graph.document.language):
            continue
        overflows = length + len(sentence.resolved) > options.batch_characters
        if run and (overflows or sentence.section_id != run[0].section_id):
            yield run
            run, length = [], 0
        run.append(sentence)
        length += len(sentence.resolved)
    if run:
        yield run


def _is_sent(sentence: Sentence, options: ExtractionOptions, language: str) -> bool:
    if sentence.is_code or not sentence.text.strip():
        return False
    return not options.only_cued or may_state_relation(sentence.resolved, language)


def _requests(batch: _Batch, options: ExtractionOptions) -> list[Request]:
    """Return the requests about a batch: one with the structured prompt, three with the paper's."""
    asked = options.asked
    if isinstance(asked, Prompt):
        messages = asked.messages({"sentences": _numbered(batch, options.batch_characters)})
        return [Request(messages, PHASE, read_structured, CLAIMS_SCHEMA)]
    lines = (quoted(sentence.resolved[: options.batch_characters]) for sentence in batch.sentences)
    values = {"sentences": " ".join(lines)}
    prompts = {
        RelationKind.IS_A: asked.inheritance,
        RelationKind.HAS_PART: asked.composition,
        RelationKind.ALIAS_OF: asked.alias,
    }
    return [Request(prompt.messages(values), PHASE, paper_reader(kind)) for kind, prompt in prompts.items()]


def _numbered(batch: _Batch, limit: int) -> str:
    """Return the sentences of a batch as numbered lines under their headings, each truncated to `limit` characters."""
    lines: list[str] = []
    current_heading = ""
    for number, (sentence, heading) in enumerate(zip(batch.sentences, batch.headings, strict=True), start=1):
        if heading != current_heading:
            lines.append(f"# {heading}")
            current_heading = heading
        lines.append(f"[{number}] {quoted(sentence.resolved[:limit])}")
    return "\n".join(lines)
