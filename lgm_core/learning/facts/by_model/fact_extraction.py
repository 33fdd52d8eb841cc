"""Fact extraction by a language model, grounded in the sentences it is shown.

Sentences are sent numbered, in windows that overlap and are cut between sentences. The reply names entities, and facts
by their ids, the number of a sentence and its words. Nothing of it is trusted: see `ground_facts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lgm_core.flow import Flow, Request
from lgm_core.learning.facts.by_model.fact_replies import FACTS_SCHEMA, FactReply, read_facts
from lgm_core.learning.facts.fact_claims import EntityClaim, FactClaim
from lgm_core.learning.facts.fact_grounding import GroundedFacts, ground_facts
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.llm.quoting import quoted
from lgm_core.llm.tokens import count_tokens
from lgm_core.model import Fact, FactEnd, SectionEnd, TraceStep, Usage, Value

__all__ = ["FactExtraction", "extract_facts", "fact_requests"]

PHASE = "facts"
"""The name that usage of fact extraction is accounted under."""

_CHARACTERS_PER_TOKEN = 8
"""A sentence longer than a window is cut off at so many characters for each of its tokens."""


@dataclass(frozen=True, slots=True)
class FactExtraction:
    """What a language model found.

    Attributes:
        grounded: the facts that sentences bear out, and what was dropped, by reason.
        requests: how many requests were made.
        failures: why requests failed.
        usage: what the requests cost.
    """

    grounded: GroundedFacts = field(default_factory=GroundedFacts)
    requests: int = 0
    failures: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


def extract_facts(
    sentences: Sequence[SourceSentence],
    options: FactOptions,
    model_name: str,
    *,
    origin: str = "llm",
    known: Sequence[Fact] = (),
    questions: Sequence[str] = (),
) -> Flow[FactExtraction]:
    """Extract the facts that sentences state, all requests in one batch.

    A request that fails is recorded and costs no other; a `fact extraction failed` trace step reports it.

    Args:
        sentences: of one or several documents, those of a document together and in order.
        options: windows and prompt.
        model_name: the model's name.
        origin: who reads them so; evidence is attributed to `<origin>:<model_name>`.
        known: facts that the model is told not to repeat, and whose predicates new ones take over.
        questions: what the facts should help to answer.
    """
    windows = list(_windows(sentences, options))
    if not windows:
        return FactExtraction()
    outcomes = yield fact_requests(sentences, options, known=known, questions=questions)
    claims: list[FactClaim] = []
    entities: dict[EntityClaim, None] = {}
    dropped: Counter[str] = Counter()
    for window, outcome in zip(windows, outcomes, strict=True):
        if not outcome.ok:
            yield TraceStep("fact extraction failed", {"first": window[0].sentence.id, "error": outcome.error})
            continue
        reply: FactReply = outcome.value
        dropped += reply.malformed
        claims += _claims(reply, window, dropped)
        entities.update(dict.fromkeys(reply.entities.values()))
    grounded = ground_facts(claims, sentences, f"{origin}:{model_name}", entities=entities, known=known)
    grounded.dropped.update(dropped)
    return FactExtraction(
        grounded,
        requests=len(outcomes),
        failures=tuple(outcome.error for outcome in outcomes if not outcome.ok),
        usage=sum((outcome.usage for outcome in outcomes), Usage()),
    )


def fact_requests(
    sentences: Sequence[SourceSentence],
    options: FactOptions,
    *,
    known: Sequence[Fact] = (),
    questions: Sequence[str] = (),
) -> list[Request]:
    """Return the requests that extracting from sentences takes; arguments are those of `extract_facts`."""
    aims = _aims(known, questions)
    limit = options.window_tokens * _CHARACTERS_PER_TOKEN
    return [
        Request(
            options.prompt.messages({"aims": aims, "sentences": _numbered(window, limit)}),
            PHASE,
            read_facts,
            FACTS_SCHEMA,
        )
        for window in _windows(sentences, options)
    ]


def _windows(sentences: Sequence[SourceSentence], options: FactOptions) -> Iterator[list[SourceSentence]]:
    """Yield runs of sentences that fit, each beginning with the last ones of the run before in the same document."""
    window: list[tuple[SourceSentence, int]] = []
    fresh = 0
    for source in sentences:
        if source.sentence.is_code or not source.sentence.text.strip():
            continue
        tokens = count_tokens(source.sentence.resolved)
        if window and sum(count for _, count in window) + tokens > options.window_tokens:
            if fresh:
                yield [earlier for earlier, _ in window]
            window, fresh = _overlap(window, source, tokens, options), 0
        window.append((source, tokens))
        fresh += 1
    if fresh:
        yield [earlier for earlier, _ in window]


def _overlap(
    window: Sequence[tuple[SourceSentence, int]], following: SourceSentence, tokens: int, options: FactOptions
) -> list[tuple[SourceSentence, int]]:
    """Return the last sentences of a window that its successor repeats: of the same document, and as many as fit."""
    room = min(options.overlap_tokens, options.window_tokens - tokens)
    repeated: list[tuple[SourceSentence, int]] = []
    for source, count in reversed(window):
        if count > room or source.sentence.document_id != following.sentence.document_id:
            break
        room -= count
        repeated.insert(0, (source, count))
    return repeated


def _claims(reply: FactReply, window: Sequence[SourceSentence], dropped: Counter[str]) -> Iterator[FactClaim]:
    """Yield the facts of a reply with the names of their entities; count those whose ids or numbers are unknown."""
    for fact in reply.facts:
        subject, object_ = reply.entities.get(fact.subject), reply.entities.get(fact.object)
        if subject is None or object_ is None:
            dropped["unknown entity"] += 1
        elif fact.number > len(window):
            dropped["no such sentence"] += 1
        elif not fact.number and not fact.quote:
            dropped["neither sentence nor quote"] += 1
        else:
            sentence_id = window[fact.number - 1].sentence.id if fact.number else ""
            yield FactClaim(subject.name, fact.predicate, object_.name, sentence_id, fact.quote)


def _numbered(window: Sequence[SourceSentence], limit: int) -> str:
    """Return the sentences of a window as numbered lines under their headings, each cut off at `limit` characters."""
    lines: list[str] = []
    current = ""
    for number, source in enumerate(window, start=1):
        heading = quoted(" › ".join(source.titles))
        if heading != current:
            lines.append(f"# {heading}")
            current = heading
        lines.append(f"[{number}] {quoted(source.sentence.resolved[:limit])}")
    return "\n".join(lines)


def _aims(known: Sequence[Fact], questions: Sequence[str]) -> str:
    """Return what stands before the sentences: questions and facts that are there, or nothing."""
    parts = []
    if questions:
        listed = "\n".join(f"- {quoted(question)}" for question in questions)
        parts.append(f"<questions>\n{listed}\n</questions>\n")
    if known:
        listed = "\n".join(
            f"- {quoted(' | '.join((fact.subject, fact.predicate, _shown(fact.object))))}" for fact in known
        )
        parts.append(f"<known>\n{listed}\n</known>\n")
    return "".join(parts)


def _shown(end: FactEnd) -> str:
    if isinstance(end, SectionEnd):
        return end.section_id
    return end.text if isinstance(end, Value) else end
