"""Let the language model mark the sentences that support an answer, and shorten them when they are too many."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from lgm_core.flow import Outcome, Request
from lgm_core.llm.prompt import Prompt
from lgm_core.model import TraceStep
from lgm_core.retrieval.answering.answer_replies import MARKS_SCHEMA, read_marks
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.numbered_evidence import (
    Chunk,
    NumberedSentence,
    chunk_sentences,
    prune_by_rouge,
    shown_length,
)

__all__ = ["compress", "failure", "first_chunk", "mark", "relation_lines"]

_NONE = "(none)"
"""What stands where a prompt has nothing to show."""

_EVIDENCE_SHARE = 4
"""One part in so many of a chunk's size is shown of the evidence already found."""

T = TypeVar("T")

_Steps = Generator[Sequence[Request] | TraceStep, list[Outcome], T]


def mark(
    sentences: Sequence[NumberedSentence],
    question: str,
    *,
    found: Sequence[NumberedSentence],
    relations: Mapping[str, str],
    options: AskOptions,
) -> _Steps[list[NumberedSentence] | None]:
    """Mark supporting sentences, all chunks in one batch (paper algorithm 1, lines 7 to 12).

    A chunk whose request fails supports nothing; None says that every request failed.

    Args:
        sentences: what to read, best first.
        question: the question.
        found: the evidence already found; shown to the model.
        relations: by sentence id, the relation through which expansion reached it, in words.
        options: the chunk size and the prompt.
    """
    chunks = chunk_sentences(sentences, options.chunk_size)
    shared = {
        "evidence": first_chunk(found, max(200, options.chunk_size // _EVIDENCE_SHARE)).text,
        "question": question,
    }
    filled = [
        shared | {"sentences": chunk.text, "relations": relation_lines(chunk.sentences, relations)} for chunk in chunks
    ]
    outcomes = yield _requests("marking", options.prompts.mark, filled)
    marked, invented = _valid_marks(outcomes, chunks)
    chosen = [one for one in sentences if one.number in marked]
    details = {"chunks": len(chunks), "marked": [one.sentence.id for one in chosen], "invented": invented}
    yield TraceStep("marking", details | failure(outcomes))
    return chosen if any(outcome.ok for outcome in outcomes) else None


def compress(evidence: list[NumberedSentence], question: str, options: AskOptions) -> _Steps[list[NumberedSentence]]:
    """Shorten evidence to one chunk, at last by ROUGE (paper algorithm 1, lines 13 to 23).

    The paper's pseudocode makes one round more than J_max before it prunes; here J_max is the number of rounds. A round
    that shortens nothing is not repeated. A chunk whose request fails is kept whole.
    """
    for _ in range(options.max_compressions):
        if shown_length(evidence) <= options.chunk_size:
            return evidence
        chunks = chunk_sentences(evidence, options.chunk_size)
        filled = [{"sentences": chunk.text, "question": question} for chunk in chunks]
        outcomes = yield _requests("compression", options.prompts.compress, filled)
        marked, invented = _valid_marks(outcomes, chunks)
        kept = marked.union(*(chunk.numbers for chunk, one in zip(chunks, outcomes, strict=True) if not one.ok))
        shorter = [one for one in evidence if one.number in kept]
        details = {"before": len(evidence), "after": len(shorter), "invented": invented}
        yield TraceStep("compression", details | failure(outcomes))
        if not shorter or len(shorter) == len(evidence):
            break
        evidence = shorter
    if shown_length(evidence) <= options.chunk_size:
        return evidence
    pruned = prune_by_rouge(evidence, question, options.chunk_size)
    yield TraceStep("pruning", {"before": len(evidence), "after": len(pruned)})
    return pruned


def first_chunk(sentences: Sequence[NumberedSentence], size: int) -> Chunk:
    """Show as many of the sentences as fit into `size` characters."""
    chunks = chunk_sentences(sentences, size)
    return chunks[0] if chunks else Chunk(_NONE, ())


def relation_lines(sentences: Iterable[NumberedSentence], relations: Mapping[str, str], most: int = 20) -> str:
    """Say through which relations sentences were reached, a line each."""
    lines = dict.fromkeys(relations[one.sentence.id] for one in sentences if one.sentence.id in relations)
    return "\n".join(list(lines)[:most]) or _NONE


def failure(outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """Return what the trace tells of failed requests: how many, and the first cause; nothing if none failed."""
    errors = [outcome.error for outcome in outcomes if not outcome.ok]
    return {"failed": len(errors), "error": errors[0]} if errors else {}


def _requests(phase: str, prompt: Prompt, filled: Iterable[Mapping[str, str]]) -> list[Request]:
    return [Request(prompt.messages(values), phase, read_marks, MARKS_SCHEMA) for values in filled]


def _valid_marks(outcomes: Sequence[Outcome], chunks: Sequence[Chunk]) -> tuple[frozenset[int], int]:
    """Return the marked numbers that each request had shown, and how many were invented."""
    marked: set[int] = set()
    invented = 0
    for outcome, chunk in zip(outcomes, chunks, strict=True):
        replied = set(outcome.value) if outcome.ok else set()
        marked |= replied & chunk.numbers
        invented += len(replied - chunk.numbers)
    return frozenset(marked), invented
