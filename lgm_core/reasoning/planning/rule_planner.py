"""Plans by rules of language, without a language model."""

from __future__ import annotations

from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.planning.rules.asking_reader import read_asking
from lgm_core.reasoning.planning.rules.comparison_reader import read_comparison
from lgm_core.reasoning.planning.rules.question_text import QuestionText
from lgm_core.reasoning.planning.rules.reference_reader import ReferenceReader
from lgm_core.reasoning.planning.rules.sameness_reader import read_sameness
from lgm_core.reasoning.planning.word_use import uses_all_words
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["plan_by_rules"]

_MOST_WORDS = 60
"""Words of the longest question that is read; a longer text is no single question."""


def plan_by_rules(question: str, view: GraphView) -> LogicalPlan | None:
    """Return the plan of a question in English; None where the rules do not account for all of its words.

    They read chains of *of*, possessives and relative clauses; question words with verbs; comparisons of things that
    the question names; what two of them have in common; how many. Names are taken as they are written; where capitals
    leave it open where one ends, the graph's concepts decide. Asks the store for the frequencies of spans of the
    question, once, and no language model.
    """
    text = QuestionText(question, view)
    if not 2 < len(text.words) <= _MOST_WORDS:
        return None
    reader = ReferenceReader(text)
    for read in (read_sameness, read_comparison, read_asking):
        plan = read(reader)
        if plan is not None:
            return plan if uses_all_words(text, plan) else None
    return None
