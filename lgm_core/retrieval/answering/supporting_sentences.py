"""Marking the sentences that support an answer, and shortening them if there are too many, by a language model."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import TypeVar

from lgm_core.flow import Outcome, Request
from lgm_core.llm.prompt import Prompt
from lgm_core.llm.quoting import plain, quoted
from lgm_core.model import FailedRequests, TraceStep
from lgm_core.retrieval.answering.answering_steps import CompressionStep, MarkingStep, PruningStep
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.evidence_chunks import (
    NONE,
    Chunk,
    chunk_sentences,
    first_chunk,
    prune_by_rouge,
    text_length,
)
from lgm_core.retrieval.answering.replies.named_sentences import MARKS_SCHEMA, read_marks
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["Marked", "Steps", "compress_evidence", "failed_requests", "mark_supporting", "relation_lines"]

_EVIDENCE_SHARE = 4
"""The part of a chunk (a quarter) for evidence already found, which must not crowd out the new sentences."""

_SMALLEST_EVIDENCE = 200
"""Evidence may always take this many characters; `AskOptions` allows no smaller chunk."""

_MAX_COMPRESSIONS = 3
"""J_max, which the paper does not give: how often evidence longer than a chunk is shortened before it is pruned."""

_FEWEST_RELATIONS = 20
"""A prompt lists this many relations, however small a chunk is."""

T = TypeVar("T")

Steps = Generator[Sequence[Request] | TraceStep, list[Outcome], T]
"""A part of a flow."""


@dataclass(frozen=True, slots=True)
class Marked:
    """The marked sentences, those of chunks whose request failed, and whether any request succeeded."""

    supporting: list[NumberedSentence]
    failed: list[NumberedSentence]
    has_replies: bool


def mark_supporting(
    sentences: Sequence[NumberedSentence],
    question: str,
    *,
    evidence: Sequence[NumberedSentence],
    relations: Mapping[str, str],
    options: AskOptions,
) -> Steps[Marked]:
    """Mark supporting sentences, all chunks in one batch (paper algorithm 1, lines 7 to 12).

    Args:
        sentences: what to read, best first.
        question: the question.
        evidence: the evidence already found; the last part that fits is shown to the model.
        relations: by sentence id, the relation through which expansion reached it, in words.
        options: the chunk size and the prompt.
    """
    chunks = chunk_sentences(sentences, options.chunk_size)
    shared = {
        "evidence": _last_chunk(evidence, max(_SMALLEST_EVIDENCE, options.chunk_size // _EVIDENCE_SHARE)),
        "question": quoted(question),
    }
    filled = [
        shared | {"sentences": chunk.text, "relations": relation_lines(chunk.sentences, relations, options.chunk_size)}
        for chunk in chunks
    ]
    outcomes = yield _requests("marking", options.prompts.mark, filled, chunks)
    marked, invented = _valid_marks(outcomes, chunks)
    supporting = [sentence for sentence in sentences if sentence.number in marked]
    yield MarkingStep(len(chunks), _ids(supporting), invented, failed_requests(outcomes))
    failed = frozenset[int]().union(
        *(chunk.numbers for chunk, outcome in zip(chunks, outcomes, strict=True) if not outcome.ok)
    )
    left_out = [sentence for sentence in sentences if sentence.number in failed - marked]
    return Marked(supporting, left_out, any(outcome.ok for outcome in outcomes))


def _last_chunk(evidence: Sequence[NumberedSentence], size: int) -> str:
    """Show as many of the last sentences as fit."""
    shown = first_chunk(evidence[::-1], size).numbers
    return first_chunk([sentence for sentence in evidence if sentence.number in shown], size).text


def compress_evidence(
    evidence: list[NumberedSentence], question: str, options: AskOptions
) -> Steps[list[NumberedSentence]]:
    """Shorten evidence to one chunk, finally by ROUGE (paper algorithm 1, lines 13 to 23).

    Here J_max is the number of rounds; the paper's pseudocode makes one more. A round that shortens nothing is the
    last. A chunk whose request fails is kept whole.
    """
    for _ in range(_MAX_COMPRESSIONS):
        if text_length(evidence) <= options.chunk_size:
            return evidence
        chunks = chunk_sentences(evidence, options.chunk_size)
        filled = [{"sentences": chunk.text, "question": quoted(question)} for chunk in chunks]
        outcomes = yield _requests("compression", options.prompts.compress, filled, chunks)
        marked, invented = _valid_marks(outcomes, chunks)
        failed = [chunk.numbers for chunk, outcome in zip(chunks, outcomes, strict=True) if not outcome.ok]
        numbers = marked.union(*failed)
        shorter = [sentence for sentence in evidence if sentence.number in numbers]
        yield CompressionStep(len(evidence), len(shorter), _ids(shorter), invented, failed_requests(outcomes))
        if not shorter or len(shorter) == len(evidence):
            break
        evidence = shorter
    if text_length(evidence) <= options.chunk_size:
        return evidence
    pruned = prune_by_rouge(evidence, question, options.chunk_size)
    yield PruningStep(len(evidence), len(pruned), _ids(pruned))
    return pruned


def relation_lines(sentences: Iterable[NumberedSentence], relations: Mapping[str, str], size: int) -> str:
    """List the relations through which sentences were reached, and how many more are left out.

    Args:
        sentences: the sentences that are shown.
        relations: by sentence id, the relation in words.
        size: characters of a chunk; the lines may take as much of it as evidence.
    """
    ids = (sentence.sentence.id for sentence in sentences)
    lines = list(dict.fromkeys(plain(relations[id]) for id in ids if id in relations))
    ends = accumulate(len(line) + 1 for line in lines)
    fitting = max(_FEWEST_RELATIONS, sum(end <= size // _EVIDENCE_SHARE for end in ends))
    left_out = len(lines) - fitting
    return "\n".join([*lines[:fitting], *([f"(and {left_out} more)"] if left_out > 0 else [])]) or NONE


def failed_requests(outcomes: Iterable[Outcome]) -> FailedRequests:
    """Count the failed requests, for a trace step."""
    errors = [outcome.error for outcome in outcomes if not outcome.ok]
    return FailedRequests(len(errors), next(iter(errors), ""))


def _ids(sentences: Iterable[NumberedSentence]) -> tuple[str, ...]:
    return tuple(sentence.sentence.id for sentence in sentences)


def _requests(
    phase: str, prompt: Prompt, filled: Iterable[Mapping[str, str]], chunks: Iterable[Chunk]
) -> list[Request]:
    return [
        Request(prompt.messages(values), phase, partial(read_marks, shown=chunk.quotable), MARKS_SCHEMA)
        for values, chunk in zip(filled, chunks, strict=True)
    ]


def _valid_marks(outcomes: Sequence[Outcome], chunks: Sequence[Chunk]) -> tuple[frozenset[int], int]:
    """Return the marked numbers that were shown, and how many were not."""
    marked: set[int] = set()
    invented = 0
    for outcome, chunk in zip(outcomes, chunks, strict=True):
        replied = set(outcome.value) if outcome.ok else set()
        marked |= replied & chunk.numbers
        invented += len(replied - chunk.numbers)
    return frozenset(marked), invented
