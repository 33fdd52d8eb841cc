"""Fact extraction by a language model, grounded in the sentences shown to it.

Sentences are sent numbered, in overlapping windows cut between sentences. The reply names entities, and facts by entity
ids, the number of a sentence and its words. None of it is trusted: see `ground_facts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from lgm_core.flow import Flow, Outcome, Request, together
from lgm_core.learning.facts.end_grounding import SourceSentence, numbered_lines
from lgm_core.learning.facts.fact_cascade import cascaded
from lgm_core.learning.facts.fact_grounding import EntityClaim, FactClaim, GroundedFacts, ground_facts
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.learning.facts.fact_replies import FACTS_BY_SCHEMA, FACTS_SCHEMA, PHASE, FactReply, read_facts
from lgm_core.learning.facts.same_facts import shown_end
from lgm_core.learning.facts.schema_prompt import SCHEMA_FACTS, class_property_pairs, schema_lines
from lgm_core.learning.learning_steps import FactExtractionFailed
from lgm_core.llm.quoting import quoted
from lgm_core.llm.tokens import count_tokens
from lgm_core.model import Fact, Schema, Usage
from lgm_core.schema.conformance import SchemaCheck, StatedTypes
from lgm_core.schema.touched_part import touched_part

__all__ = ["FactExtraction", "extract_facts", "fact_requests"]

_CHARACTERS_PER_TOKEN = 8
"""A sentence longer than a window is truncated to this many characters per token."""


@dataclass(frozen=True, slots=True)
class FactExtraction:
    """A language model's findings.

    Attributes:
        grounded: the facts that sentences support, and the dropped claims, by reason.
        outside: how many of the claims behind the facts are outside the schema; 0 without one.
        requests: the number of requests.
        failures: why requests failed.
        usage: the requests' usage.
    """

    grounded: GroundedFacts = field(default_factory=GroundedFacts)
    outside: int = 0
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
    stated: StatedTypes | None = None,
) -> Flow[FactExtraction]:
    """Extract the facts stated in sentences, with all requests in one batch, or those of a second pass in another.

    With a schema, facts that contradict it are dropped (`SchemaCheck`). A failed request is recorded and does not
    affect others; a `fact extraction failed` trace step reports it.

    Args:
        sentences: sentences of one or several documents, those of a document together and in order.
        options: the windows and the prompt.
        model_name: the model's name.
        origin: the kind of reader; evidence has the origin `<origin>:<model_name>`.
        known: facts the model is told not to repeat, whose predicates are reused for equal new ones.
        questions: questions that the facts should help to answer.
        stated: returns the types that texts state of concepts, for the check by the schema.
    """
    asked = list(_asked(sentences, options))
    if not asked:
        return FactExtraction()
    aims = _aims(known, questions)
    replies: list[FactReply | str]
    if options.mode == "cascade":
        ended = yield from together([cascaded(_lines(window, options)) for window, _ in asked])
        replies = [reply for reply, _ in ended]
        outcomes = [outcome for _, own in ended for outcome in own]
    else:
        outcomes = list((yield [_request(*each, options, aims) for each in asked]))
        if options.second_pass and (further := list(_near_parts(asked, outcomes, options))):
            asked += further
            outcomes += yield [_request(*each, options, aims) for each in further]
        replies = [outcome.value if outcome.ok else outcome.error for outcome in outcomes]
    claims: list[FactClaim] = []
    entities: dict[EntityClaim, None] = {}
    dropped: Counter[str] = Counter()
    for (window, _), reply in zip(asked, replies, strict=True):
        if isinstance(reply, str):
            yield FactExtractionFailed(window[0].sentence.id, reply)
            continue
        dropped += reply.malformed
        claims += _claims(reply, window, dropped)
        entities.update(dict.fromkeys(reply.entities.values()))
    languages = sorted({source.language for source in sentences})
    check = SchemaCheck(options.schema, languages, stated or (lambda _: {}), strict=options.strict)
    origin = f"{origin}:{model_name}"
    grounded = ground_facts(claims, sentences, origin, entities=entities, known=known, check=check)
    grounded.dropped.update(dropped)
    return FactExtraction(
        grounded,
        outside=check.outside,
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
    """Return the requests of the first pass over sentences; arguments as in `extract_facts`.

    In mode `cascade`, whose later requests depend on replies, four for each window stand for its steps.
    """
    aims = _aims(known, questions)
    steps = 4 if options.mode == "cascade" else 1
    return [_request(*each, options, aims) for each in _asked(sentences, options) for _ in range(steps)]


_Asked = tuple[Sequence[SourceSentence], Schema | None]
"""A window, and the part of the schema that its prompt shows; None without a schema."""


def _request(window: Sequence[SourceSentence], part: Schema | None, options: FactOptions, aims: str) -> Request:
    gaps = {"aims": aims, "sentences": _lines(window, options)}
    if part is None:
        return Request(options.prompt.messages(gaps), PHASE, read_facts, FACTS_SCHEMA)
    gaps["schema"] = schema_lines(part)
    return Request(SCHEMA_FACTS.messages(gaps), PHASE, read_facts, FACTS_BY_SCHEMA)


def _lines(window: Sequence[SourceSentence], options: FactOptions) -> str:
    limit = options.window_tokens * _CHARACTERS_PER_TOKEN
    return numbered_lines(window, lambda source: quoted(source.sentence.resolved[:limit]))


def _asked(sentences: Sequence[SourceSentence], options: FactOptions) -> Iterator[_Asked]:
    """Yield each window with what its prompt shows of the schema, once for each class and property in mode `pairs`."""
    for window in _windows(sentences, options):
        if options.schema is None:
            yield window, None
            continue
        texts = (text for source in window for text in (source.sentence.resolved, *source.titles))
        part = touched_part(options.schema, texts, window[0].language)
        yield from ((window, each) for each in (class_property_pairs(part) if options.mode == "pairs" else (part,)))


def _near_parts(asked: Sequence[_Asked], outcomes: Sequence[Outcome], options: FactOptions) -> Iterator[_Asked]:
    """Yield windows again with the properties near to what was found in them, by name, type and description."""
    for (window, part), outcome in zip(asked, outcomes, strict=True):
        if options.mode == "window" and part is not None and options.schema is not None and outcome.ok:
            found = outcome.value.entities.values()
            texts = (text for each in found for text in (each.name, *each.types, each.description))
            near = touched_part(options.schema, texts, window[0].language)
            shown = {each.name for each in part.properties}
            if fresh := tuple(each for each in near.properties if each.name not in shown):
                yield window, replace(near, properties=fresh)


def _windows(sentences: Sequence[SourceSentence], options: FactOptions) -> Iterator[list[SourceSentence]]:
    """Yield runs of sentences that fit, each starting with the last ones of the previous run in the same document."""
    window: list[tuple[SourceSentence, int]] = []
    for source in sentences:
        if source.sentence.is_code or not source.sentence.text.strip():
            continue
        tokens = count_tokens(source.sentence.resolved)
        if window and sum(count for _, count in window) + tokens > options.window_tokens:
            yield [earlier for earlier, _ in window]
            window = _overlap(window, source, tokens, options)
        window.append((source, tokens))
    if window:
        yield [earlier for earlier, _ in window]


def _overlap(
    window: Sequence[tuple[SourceSentence, int]], following: SourceSentence, tokens: int, options: FactOptions
) -> list[tuple[SourceSentence, int]]:
    """Return the last sentences of a window that the next one repeats: of the same document, as many as fit."""
    room = min(options.overlap_tokens, options.window_tokens - tokens)
    repeated: list[tuple[SourceSentence, int]] = []
    for source, count in reversed(window):
        if count > room or source.sentence.document_id != following.sentence.document_id:
            break
        room -= count
        repeated.insert(0, (source, count))
    return repeated


def _claims(reply: FactReply, window: Sequence[SourceSentence], dropped: Counter[str]) -> Iterator[FactClaim]:
    """Yield the facts of a reply with the names of their entities; count those with unknown ids or numbers."""
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
            types = (subject.types, object_.types)
            yield FactClaim(subject.name, fact.predicate, object_.name, sentence_id, fact.quote, types=types)


def _aims(known: Sequence[Fact], questions: Sequence[str]) -> str:
    """Return the text before the sentences: questions and known facts, or nothing."""
    parts = []
    if questions:
        listed = "\n".join(f"- {quoted(question)}" for question in questions)
        parts.append(f"<questions>\n{listed}\n</questions>\n")
    if known:
        told = (" | ".join((fact.subject, fact.predicate, shown_end(fact.object))) for fact in known)
        listed = "\n".join(f"- {quoted(each)}" for each in told)
        parts.append(f"<known>\n{listed}\n</known>\n")
    return "".join(parts)
