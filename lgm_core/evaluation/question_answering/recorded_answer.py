"""An answer as it is kept, and its scores, which are computed anew for each report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.evaluation.datasets import Passage, Question
from lgm_core.evaluation.metrics import claims_answer, contains_answer, exact_match, is_half_covered, token_f1
from lgm_core.llm.port import ChatModel
from lgm_core.llm.prompt import Prompt
from lgm_core.model import Support
from lgm_core.reasoning.pyramid.pyramid_options import Layer

__all__ = ["Answering", "Excerpt", "Measured", "MethodAnswer", "Retrieve", "Span", "measured", "plain_reading"]

_KINDS = "Reply with the answer alone: a name, a date, a number, a short phrase, or yes or no."
_SENTENCES = "Answer in one or two full sentences."


def _prompts(rule: str) -> tuple[Prompt, Prompt]:
    """Return the prompts with a rule, for answers from a text and from the model's own knowledge."""
    asked = "Question: {question}\nAnswer:"
    return (
        Prompt(
            system="",
            user=f"Answer the question from the text. {rule}\n\nText:\n{{text}}\n\n{asked}",
            placeholders=("text", "question"),
        ),
        Prompt(system="", user=f"Answer the question. {rule}\n\n{asked}", placeholders=("question",)),
    )


_BRIEFLY, _IN_FULL = _prompts(_KINDS), _prompts(_SENTENCES)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text of a passage that a method retrieved: all of it, or some of its sentences."""

    passage_id: str
    title: str
    text: str


Span = tuple[str, int, int]
"""A part of a passage: its id, the first character, and the one after the last."""


@dataclass(frozen=True, slots=True)
class MethodAnswer:
    """The answer of a method, as it is kept.

    Attributes:
        text: the answer without citation marks; empty if there is none.
        citations: the citations; None if the method never cites.
        own_citations: the model's own citations before they were checked; None if unknown.
        supported: whether the documents support the answer; None if unknown.
        statements: how far they support each statement of the answer; None if unknown.
        layer: the layer of a pyramid that answered, empty if none did; None if the method has no layers.
        rounds: how many rounds of reading and answering there were.
        first_text: the answer after the first round.
        first_round_prompt_tokens: prompt tokens of the first round; None if it was the only one.
        failure: why there is no answer, if the model failed.
        calls: how many requests the model got; like the rest of the cost, what the benchmark adds.
        prompt_tokens: their tokens.
        completion_tokens: the tokens of its replies.
        seconds: how long the answer took.
    """

    text: str
    citations: tuple[Span, ...] | None = None
    own_citations: tuple[Span, ...] | None = None
    supported: bool | None = None
    statements: tuple[str, ...] | None = None
    layer: str | None = None
    rounds: int = 1
    first_text: str = ""
    first_round_prompt_tokens: int | None = None
    failure: str = ""
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> MethodAnswer:
        """Read what `asdict` made of an answer, from JSON."""
        fields = {name: row[name] for name in cls.__slots__}
        for name in ("citations", "own_citations"):
            cited = fields[name]
            fields[name] = None if cited is None else tuple((id, start, end) for id, start, end in cited)
        statements = fields["statements"]
        fields["statements"] = None if statements is None else tuple(statements)
        return cls(**fields)


Retrieve = Callable[[str], Sequence[Excerpt]]
"""Returns the texts from which to answer a question, best first."""

Answering = Callable[[str], MethodAnswer]
"""Answers a question."""


def plain_reading(retrieve: Retrieve | None, model: ChatModel, *, full: bool = False) -> Answering:
    """Let a model answer from retrieved texts, or from its own knowledge.

    Args:
        retrieve: the retriever; None for own knowledge.
        model: the model.
        full: ask for full sentences and take the whole reply, instead of the bare answer and the first line.
    """
    from_text, from_knowledge = _IN_FULL if full else _BRIEFLY

    def answer(question: str) -> MethodAnswer:
        values = {"question": question}
        prompt = from_knowledge if retrieve is None else from_text
        try:
            if retrieve is not None:
                values["text"] = "\n".join(
                    f"{excerpt.title}: {excerpt.text}" if excerpt.title else excerpt.text
                    for excerpt in retrieve(question)
                )
            reply = model.complete(prompt.messages(values))
        except LanguageModelSetupError:
            raise
        except LanguageModelError as error:
            return MethodAnswer("", failure=str(error))
        text = reply.text.strip()
        text = text if full else text.partition("\n")[0].strip()
        return MethodAnswer(text, first_text=text)

    return answer


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of one answer; None where a measure does not apply.

    Attributes:
        question_set: the name of the question set.
        question: the question.
        record: the answer.
        scores: each measure by its name in the figures.
        first_exact_match: exact match of the answer after the first round.
        verdict: the verdict of a judge: `yes`, `no`, `unsupported`, or empty.
    """

    question_set: str
    question: Question
    record: MethodAnswer
    scores: Mapping[str, float | None]
    first_exact_match: float
    verdict: str = ""


def measured(
    name: str, question: Question, record: MethodAnswer, passages: Mapping[str, Passage], verdict: str = ""
) -> Measured:
    """Compute the measures of an answer.

    Citation precision is the share of cited passages that are gold, for answers with citations; citation recall is the
    share of gold passages that are cited. `sentence_citation_…` are the same for gold sentences; two sentences count as
    the same if half of one lies in the other. `own_…` are the same for the model's own citations, if there are any. An
    unanswerable question has no measures by gold answers, but `declined`: whether there was no answer.

    Args:
        name: the question set.
        question: the question, with its gold answers and passages.
        record: the answer.
        passages: the passages of the corpus, by id.
        verdict: the verdict of a judge.
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
        **{
            f"answered_by_{layer}": None if record.layer is None else float(record.layer == layer)
            for layer in get_args(Layer)
        },
        "rounds": float(record.rounds),
        "calls": float(record.calls),
        "prompt_tokens": float(record.prompt_tokens),
        "completion_tokens": float(record.completion_tokens),
        "first_round_prompt_tokens": float(
            record.prompt_tokens if record.first_round_prompt_tokens is None else record.first_round_prompt_tokens
        ),
        "seconds": record.seconds,
    }
    return Measured(
        name, question, record, scores, exact_match(record.first_text, answers) if question.answerable else 0.0, verdict
    )


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
