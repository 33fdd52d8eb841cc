"""From measured answers to figures: means with intervals, folder by folder, and comparisons of methods in pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lgm_core.evaluation.metrics import bootstrap_interval, mean, paired_difference
from lgm_core.evaluation.question_answering.answer_judge import VERDICTS
from lgm_core.evaluation.question_answering.recorded_answer import Measured

__all__ = ["COMPARED", "answer_figures"]

COMPARED = ("exact_match", "token_f1", "contained")
"""Measures by which methods are compared."""

_DIGITS = 4


def answer_figures(
    answers: Mapping[str, Sequence[Measured]], *, baseline: str | None = None, judge: str | None = None
) -> dict[str, dict[str, Any]]:
    """Return the figures of each method.

    Args:
        answers: the measured answers of each method, over all question sets.
        baseline: the method that the others are compared with, on the questions that both answered.
        judge: the name of the model that judged the answers.

    Returns:
        By method: `questions`, `failures`, the mean of each measure (None where it applies to no answer), `intervals`
        of these means, `later_rounds`, `folders` (the means of each question set), `against` the baseline, and what the
        `judge` says.
    """
    figures = {method: _method_figures(measured, judge) for method, measured in answers.items()}
    if baseline is not None:
        others = {_key(answer): answer for answer in answers[baseline]}
        for method, measured in answers.items():
            answerable = (answer for answer in measured if answer.question.answerable)
            pairs = [(answer, others[_key(answer)]) for answer in answerable if _key(answer) in others]
            figures[method]["against"] = {"baseline": baseline, **_comparison(pairs)}
    return figures


def _method_figures(measured: Sequence[Measured], judge: str | None) -> dict[str, Any]:
    names = list(dict.fromkeys(answer.question_set for answer in measured))
    intervals = {
        measure: [round(bound, _DIGITS) for bound in bootstrap_interval(values)]
        for measure, values in _values(measured).items()
        if values
    }
    figures = {
        **_means(measured),
        "intervals": intervals,
        "later_rounds": _later_rounds(measured),
        "folders": {name: _means([answer for answer in measured if answer.question_set == name]) for name in names},
    }
    return figures | ({"judge": {"model": judge, **_judged(measured)}} if judge is not None else {})


def _values(measured: Sequence[Measured]) -> dict[str, list[float]]:
    measures = measured[0].scores if measured else {}
    scores = {measure: [answer.scores[measure] for answer in measured] for measure in measures}
    return {measure: [value for value in values if value is not None] for measure, values in scores.items()}


def _means(measured: Sequence[Measured]) -> dict[str, Any]:
    return {
        "questions": len(measured),
        "failures": sum(bool(answer.record.failure) for answer in measured),
        **{measure: round(mean(values), _DIGITS) if values else None for measure, values in _values(measured).items()},
    }


def _later_rounds(measured: Sequence[Measured]) -> dict[str, int]:
    """Count the questions that took more than one round, and how many of them that put right or wrong."""
    later = [answer for answer in measured if answer.record.rounds > 1]
    changes = [(answer.scores["exact_match"] or 0.0) - answer.first_exact_match for answer in later]
    return {
        "questions": len(later),
        "gained": sum(change > 0 for change in changes),
        "lost": sum(change < 0 for change in changes),
    }


def _comparison(pairs: Sequence[tuple[Measured, Measured]]) -> dict[str, Any]:
    comparison: dict[str, Any] = {"questions": len(pairs)}
    for measure in COMPARED:
        values = [answer.scores[measure] or 0.0 for answer, _ in pairs]
        others = [other.scores[measure] or 0.0 for _, other in pairs]
        difference, low, high = paired_difference(values, others)
        comparison[measure] = {
            "difference": round(difference, _DIGITS),
            "interval": [round(low, _DIGITS), round(high, _DIGITS)],
            "gained": sum(value > other for value, other in zip(values, others, strict=True)),
            "lost": sum(value < other for value, other in zip(values, others, strict=True)),
        }
    return comparison


def _judged(measured: Sequence[Measured]) -> dict[str, Any]:
    """Return the judge's counts, the share that it calls right, and how often it agrees with exact match."""
    judged = [answer for answer in measured if answer.verdict]
    counts = {verdict: sum(answer.verdict == verdict for answer in judged) for verdict in VERDICTS}
    answerable = [answer for answer in judged if answer.question.answerable]
    agreement = [float((answer.verdict == "yes") == (answer.scores["exact_match"] == 1.0)) for answer in answerable]
    return {
        **counts,
        "without_verdict": len(measured) - len(judged),
        "accuracy": round(counts["yes"] / len(judged), _DIGITS) if judged else 0.0,
        "agreement_with_exact_match": round(mean(agreement), _DIGITS),
    }


def _key(answer: Measured) -> tuple[str, str]:
    return answer.question_set, answer.question.id
