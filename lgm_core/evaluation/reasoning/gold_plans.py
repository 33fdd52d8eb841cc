"""Plans compiled from gold decompositions of questions; never from their answers."""

from __future__ import annotations

import re
from itertools import groupby

from lgm_core.evaluation.facts.decomposed_questions import DecomposedQuestion, Step
from lgm_core.language.lexicons import lexicon_of
from lgm_core.reasoning.plan.actions import Output, Retrieval
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_step import PlanStep
from lgm_core.reasoning.plan.terms import Constraint, PredicateTerm, Term, Variable

__all__ = ["plan_of"]

_EARLIER = re.compile(r"#(\d{1,2})")
_RELATION = ">>"
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")


def plan_of(question: DecomposedQuestion) -> LogicalPlan:
    """Return the plan that a decomposition is: a retrieval for each step, and the last one's answer.

    `Hello Love >> performer` is read as subject and predicate. Of a question in words the subject is the earlier answer
    that it names first, else its longest name, and the predicate its other words. Further earlier answers that it names
    become constraints, `p.with=o2`, so that they are filled in.
    """
    steps = [_planned(number, step) for number, step in enumerate(question.steps, 1)]
    return LogicalPlan((*steps, PlanStep(Output((Variable(f"o{len(steps)}"),)))))


def _planned(number: int, step: Step) -> PlanStep:
    earlier = list(dict.fromkeys(_EARLIER.findall(step.written)))
    named, is_relation, predicate = step.written.partition(_RELATION)
    name = named.strip() if is_relation else _longest_name(step.written)
    if not is_relation:
        predicate = _words(_EARLIER.sub(" ", step.written.replace(name, " ") if name else step.written))
    subject = Term(f"o{earlier[0]}") if earlier else Term(f"s{number}", (), (name,) if name else ())
    predicates = (predicate.strip(),) if predicate.strip() else ()
    constraints = tuple(Constraint("p", "with", "=", Variable(f"o{other}")) for other in earlier[1:])
    action = Retrieval(subject, PredicateTerm(f"p{number}", predicates), Term(f"o{number}"), constraints)
    return PlanStep(action, _EARLIER.sub(lambda match: f"o{match[1]}", step.written))


def _longest_name(text: str) -> str:
    """Return the longest run of capitalised words, the first word of a question apart; empty without any."""
    words = [match[0] for match in _WORD.finditer(text)]
    skipped = lexicon_of("en").question_words
    runs = groupby(words, key=lambda word: word[:1].isupper() and word.lower() not in skipped)
    return max((" ".join(run) for is_name, run in runs if is_name), key=len, default="")


def _words(text: str) -> str:
    skipped = lexicon_of("en").stop_words | lexicon_of("en").question_words
    return " ".join(word for word in _WORD.findall(text) if word.lower() not in skipped)
