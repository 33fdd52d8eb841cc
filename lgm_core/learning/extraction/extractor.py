"""Relation extraction by a language model (paper section 3.2.2), checked against the sentences it refers to.

A document's sentences go out numbered, in batches over its sections; the reply says which sentence states which
relation. Nothing in a reply is taken on trust: the sentence must exist and both ends must occur in it.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from lgm_core.errors import InputError
from lgm_core.flow import Flow, Request
from lgm_core.learning.extraction.claim_checking import ClaimChecker, section_titles
from lgm_core.learning.extraction.claims import CLAIMS_SCHEMA, Claims, paper_reader, read_structured
from lgm_core.learning.extraction.extraction_prompts import PAPER, STRUCTURED, PaperPrompts
from lgm_core.learning.extraction.relation_cues import may_state_relation
from lgm_core.llm.prompt import Prompt
from lgm_core.model import DocumentGraph, Mention, MetaRelation, RelationKind, Sentence, TraceStep, Usage

__all__ = ["Extraction", "ExtractionOptions", "extract", "extraction_requests"]

PHASE = "extraction"


@dataclass(frozen=True, slots=True)
class ExtractionOptions:
    """How to extract relations with a language model.

    Attributes:
        prompts: `structured` asks for all relations at once by sentence number; `paper` asks three times, in the
            paper's way, with sentences cited in full.
        batch_characters: how much text one request holds, at most; a longer sentence is cut off there.
        only_cued: leave out sentences without any wording that states kinds, parts or names.
        structured: the prompt of `structured`.
        paper: the prompts of `paper`.
    """

    prompts: Literal["structured", "paper"] = "structured"
    batch_characters: int = 6000
    only_cued: bool = False
    structured: Prompt = STRUCTURED
    paper: PaperPrompts = PAPER

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            InputError: one cannot be used.
        """
        if self.prompts not in ("structured", "paper"):
            raise InputError(f"prompts={self.prompts!r} is neither 'structured' nor 'paper'")
        if self.batch_characters < 1:
            raise InputError(f"batch_characters={self.batch_characters} leaves no room for a sentence")

    @property
    def recipe(self) -> str:
        """Name everything here that the relations of a document depend on."""
        prompts = repr(self.structured if self.prompts == "structured" else self.paper)
        settings = f"{prompts}\x1f{self.batch_characters}\x1f{self.only_cued}"
        return f"{self.prompts}-{hashlib.sha256(settings.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a language model found in a document.

    Attributes:
        relations: those that their sentences bear out, each with its evidence.
        mentions: where the ends of the relations occur; some may be in the graph already.
        dropped: how many claims were not taken, by reason.
        failures: why requests gave nothing; not empty means that the document is incomplete.
        usage: what the requests cost.
    """

    relations: tuple[MetaRelation, ...] = ()
    mentions: tuple[Mention, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    failures: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


def extract(graph: DocumentGraph, options: ExtractionOptions, model_name: str, language: str) -> Flow[Extraction]:
    """Extract the relations that one document's sentences state, all its requests in one batch.

    A request that fails is recorded and does not fail the document; an `extraction failed` trace step tells of it.
    `language` is that of the document.
    """
    asked = list(_asked(graph, options, language))
    if not asked:
        return Extraction()
    outcomes = yield [request for _, request in asked]
    checker = ClaimChecker(graph, f"llm:{model_name}", language)
    dropped: Counter[str] = Counter()
    for (batch, _), outcome in zip(asked, outcomes, strict=True):
        if outcome.ok:
            found: Claims = outcome.value
            dropped["not understood"] += found.malformed
            for claim in found.claims:
                checker.check(claim, batch.sentences)
        else:
            yield TraceStep("extraction failed", {"document": graph.document.id, "error": outcome.error})
    return Extraction(
        relations=checker.relations,
        mentions=checker.mentions,
        dropped={reason: count for reason, count in (dropped + checker.dropped).items() if count},
        failures=tuple(outcome.error for outcome in outcomes if not outcome.ok),
        usage=sum((outcome.usage for outcome in outcomes), Usage()),
    )


def extraction_requests(graph: DocumentGraph, options: ExtractionOptions, language: str) -> list[Request]:
    """Return the requests that extracting from a document takes."""
    return [request for _, request in _asked(graph, options, language)]


def _asked(graph: DocumentGraph, options: ExtractionOptions, language: str) -> Iterator[tuple[_Batch, Request]]:
    for batch in _batches(graph, options, language):
        for request in _requests(batch, options):
            yield batch, request


@dataclass(frozen=True, slots=True)
class _Batch:
    """Sentences that go out together, numbered from 1, and the heading above each."""

    sentences: tuple[Sentence, ...]
    headings: tuple[str, ...]


def _batches(graph: DocumentGraph, options: ExtractionOptions, language: str) -> Iterator[_Batch]:
    """Fill batches with whole sections while they fit; a section too long by itself is cut between sentences."""
    sections = {section.id: section for section in graph.sections}
    lines: list[tuple[Sentence, str]] = []
    length = 0
    for part in _parts(graph, options, language):
        heading = _line(" › ".join(section_titles(graph, sections.get(part[0].section_id))))
        size = len(heading) + sum(len(sentence.resolved) for sentence in part)
        if lines and length + size > options.batch_characters:
            yield _batch(lines)
            lines, length = [], 0
        lines += [(sentence, heading) for sentence in part]
        length += size
    if lines:
        yield _batch(lines)


def _batch(lines: Sequence[tuple[Sentence, str]]) -> _Batch:
    return _Batch(tuple(sentence for sentence, _ in lines), tuple(heading for _, heading in lines))


def _parts(graph: DocumentGraph, options: ExtractionOptions, language: str) -> Iterator[list[Sentence]]:
    """Yield runs of sentences of one section, none longer than a batch unless it is one sentence."""
    part: list[Sentence] = []
    length = 0
    for sentence in graph.sentences:
        if not sentence.text.strip() or (options.only_cued and not may_state_relation(sentence.resolved, language)):
            continue
        full = length + len(sentence.resolved) > options.batch_characters
        if part and (full or sentence.section_id != part[0].section_id):
            yield part
            part, length = [], 0
        part.append(sentence)
        length += len(sentence.resolved)
    if part:
        yield part


def _line(text: str) -> str:
    """Keep quoted text on its own line and inside its own tags."""
    return re.sub(r"</(?=sentences)", "< /", " ".join(text.split()))


def _requests(batch: _Batch, options: ExtractionOptions) -> list[Request]:
    if options.prompts == "structured":
        messages = options.structured.messages({"sentences": _numbered(batch, options.batch_characters)})
        return [Request(messages, PHASE, read_structured, CLAIMS_SCHEMA)]
    text = {"sentences": " ".join(_line(one.resolved[: options.batch_characters]) for one in batch.sentences)}
    prompts = {
        RelationKind.IS_A: options.paper.inheritance,
        RelationKind.HAS_PART: options.paper.composition,
        RelationKind.ALIAS_OF: options.paper.alias,
    }
    return [Request(prompt.messages(text), PHASE, paper_reader(kind)) for kind, prompt in prompts.items()]


def _numbered(batch: _Batch, most: int) -> str:
    lines: list[str] = []
    above = ""
    for number, (sentence, heading) in enumerate(zip(batch.sentences, batch.headings, strict=True), start=1):
        if heading != above:
            lines.append(f"# {heading}")
            above = heading
        lines.append(f"[{number}] {_line(sentence.resolved[:most])}")
    return "\n".join(lines)
