"""Support: whether the sentences that were shown bear a statement of an answer out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.model import Support
from lgm_core.retrieval.answering.citing.grounding import Grounding
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["JudgedStatement", "SupportJudge"]


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement with the sentences that bear it out, the one that states it first.

    Attributes:
        text: the statement, without citation numbers.
        sentences: what bears it out; none when it is unsupported.
        support: how far they do.
        not_borne_out: words of the statement that none of them bears out, as the statement writes them.
    """

    text: str
    sentences: tuple[NumberedSentence, ...] = ()
    support: Support = Support.UNSUPPORTED
    not_borne_out: tuple[str, ...] = ()


class SupportJudge:
    """Judges statements of answers to one question by the sentences shown with it.

    Args:
        question: the question.
        shown: what was shown, best first.
        language: ISO 639-1 code of the graph.
    """

    def __init__(self, question: str, shown: Sequence[NumberedSentence], language: str) -> None:
        self._grounding = Grounding(question, shown, language)

    def judge(self, statement: str, claimed: Sequence[NumberedSentence] = ()) -> JudgedStatement:
        """Judge a statement.

        Args:
            statement: a sentence of an answer in full, without citation numbers.
            claimed: the sentences that the model cites for it, which are judged first.
        """
        sentences = tuple(self._grounding.of(statement))
        return JudgedStatement(statement, sentences, Support.SUPPORTED if sentences else Support.UNSUPPORTED)

    def judge_fact(self, fact: str, claimed: Sequence[NumberedSentence] = ()) -> JudgedStatement:
        """Judge a bare fact that answers the question, as brief answers are."""
        sentences = tuple(self._grounding.of_fact(fact))
        return JudgedStatement(fact, sentences, Support.SUPPORTED if sentences else Support.UNSUPPORTED)
