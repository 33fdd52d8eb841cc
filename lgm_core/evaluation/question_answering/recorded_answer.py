"""An answer as it is kept, and its scores, which are computed whenever figures are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lgm_core.evaluation.datasets import Passage, Question
from lgm_core.evaluation.metrics import claims_answer, contains_answer, exact_match, is_half_covered, token_f1
from lgm_core.evaluation.question_answering.plain_reader import MethodAnswer
from lgm_core.evaluation.question_answering.recorded_model import Spending
from lgm_core.model import Citation, Sentence, Support

__all__ = ["Measured", "RecordedAnswer", "measured"]

Span = tuple[str, int, int]
"""A stretch of a passage: its id, the first character and the one behind the last."""


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """What a method answered and what that cost; `citations` is None when the method cites nothing by design.

    `own_citations` is what the model itself cited, before it was checked; None when the method does not tell.
    `statements` is how far each statement of the answer is supported; None when the method does not tell.
    """

    text: str
    citations: tuple[Span, ...] | None
    own_citations: tuple[Span, ...] | None
    supported: bool | None
    statements: tuple[str, ...] | None
    rounds: int
    first_text: str
    first_round_prompt_tokens: int
    failure: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float

    @classmethod
    def of(cls, answer: MethodAnswer, spent: Spending, seconds: float) -> RecordedAnswer:
        """Put an answer and its cost together."""
        first = answer.first_round_prompt_tokens
        return cls(
            answer.text,
            _spans(answer.citations),
            _spans(answer.own_citations),
            answer.supported,
            answer.statements,
            answer.rounds,
            answer.first_text,
            spent.usage.prompt_tokens if first is None else first,
            answer.failure,
            spent.usage.calls,
            spent.usage.prompt_tokens,
            spent.usage.completion_tokens,
            round(seconds + spent.replayed_seconds, 3),
        )

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> RecordedAnswer:
        """Read the row that `row` made."""
        fields = {name: row[name] for name in cls.__slots__}
        for name in ("citations", "own_citations"):
            cited = fields[name]
            fields[name] = None if cited is None else tuple((id, start, end) for id, start, end in cited)
        statements = fields["statements"]
        fields["statements"] = None if statements is None else tuple(statements)
        return cls(**fields)

    def row(self) -> dict[str, Any]:
        """Return the fields as JSON can hold them."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of one answer; None where a measure does not apply.

    Attributes:
        question_set: the name of the question set.
        question: the question.
        record: the answer.
        scores: each measure by its name in the figures.
        first_exact_match: exact match of the answer after the first round.
        verdict: what a judge said: `yes`, `no`, `unsupported`, or nothing.
    """

    question_set: str
    question: Question
    record: RecordedAnswer
    scores: Mapping[str, float | None]
    first_exact_match: float
    verdict: str = ""


def measured(
    name: str, question: Question, record: RecordedAnswer, passages: Mapping[str, Passage], verdict: str = ""
) -> Measured:
    """Compute the measures of an answer.

    Citation precision is the share of the cited passages that are gold, of answers that cite anything; citation recall
    is the share of the gold passages that are cited, 0 without citations. By sentence they are the same with the
    gold sentences, where there are any; a sentence is taken for another when half of the one lies in the other.
    Those that begin with `own_` are the same of what the model itself cited, of answers for which it cited anything.
    A question that is not answerable has no measures by its gold answer, but `declined`: whether no answer was given.

    Args:
        name: the question set.
        question: the question, with its gold answers and passages.
        record: the answer.
        passages: the passages of the corpus, by id.
        verdict: what a judge said.
    """
    text, answers = record.text, question.answers
    is_answered = bool(record.supported) or claims_answer(text)
    supports, claimed = record.statements, record.own_citations or None
    own = _passage_citations(claimed, question) | _sentence_citations(claimed, question, passages)
    scores: dict[str, float | None] = {
        "exact_match": exact_match(text, answers) if question.answerable else None,
        "token_f1": token_f1(text, answers) if question.answerable else None,
        "contained": contains_answer(text, answers) if question.answerable else None,
        **_passage_citations(record.citations, question),
        **_sentence_citations(record.citations, question, passages),
        **{f"own_{measure}": value for measure, value in own.items()},
        "answered": float(is_answered),
        "declined": None if question.answerable else float(not is_answered),
        "supported": None if record.supported is None else float(record.supported),
        "statements": None if supports is None else float(len(supports)),
        "statements_supported": supports.count(Support.SUPPORTED) / len(supports) if supports else None,
        "rounds": float(record.rounds),
        "calls": float(record.calls),
        "prompt_tokens": float(record.prompt_tokens),
        "completion_tokens": float(record.completion_tokens),
        "first_round_prompt_tokens": float(record.first_round_prompt_tokens),
        "seconds": record.seconds,
    }
    return Measured(
        name, question, record, scores, exact_match(record.first_text, answers) if question.answerable else 0.0, verdict
    )


def _spans(cited: Iterable[Citation | Sentence] | None) -> tuple[Span, ...] | None:
    return None if cited is None else tuple((each.document_id, each.start, each.end) for each in cited)


def _passage_citations(citations: Sequence[Span] | None, question: Question) -> dict[str, float | None]:
    gold = set(question.gold_passages)
    if citations is None or not gold:
        return {"citation_precision": None, "citation_recall": None}
    cited = {passage_id for passage_id, _, _ in citations}
    return {
        "citation_precision": len(cited & gold) / len(cited) if cited else None,
        "citation_recall": len(cited & gold) / len(gold),
    }


def _sentence_citations(
    citations: Sequence[Span] | None, question: Question, passages: Mapping[str, Passage]
) -> dict[str, float | None]:
    gold = _gold_spans(question, passages)
    cited = list(dict.fromkeys(citations or ()))
    if citations is None or not gold:
        return {"sentence_citation_precision": None, "sentence_citation_recall": None}
    right = sum(any(_is_same(span, other) for other in gold) for span in cited)
    covered = sum(any(_is_same(span, other) for other in cited) for span in gold)
    return {
        "sentence_citation_precision": right / len(cited) if cited else None,
        "sentence_citation_recall": covered / len(gold),
    }


def _gold_spans(question: Question, passages: Mapping[str, Passage]) -> Sequence[Span]:
    spans = []
    for sentence in question.gold_sentences:
        passage = passages.get(sentence.passage_id)
        span = passage.sentence_span(sentence.index) if passage is not None else None
        if span is not None:
            spans.append((sentence.passage_id, *span))
    return spans


def _is_same(span: Span, other: Span) -> bool:
    if span[0] != other[0]:
        return False
    return is_half_covered(span[1:], [other[1:]]) or is_half_covered(other[1:], [span[1:]])
