"""Whether a plan uses all words of its question, so that no rule forgets a condition."""

from __future__ import annotations

from collections.abc import Iterator

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.lexicon import words
from lgm_core.reasoning.plan.actions import Deduce, Retrieval, Sort
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.terms import Constant
from lgm_core.reasoning.planning.rules.english_comparisons import (
    AGES,
    COMPARED_VERBS,
    EARLY,
    FEW,
    FILLERS,
    LATE,
    LONG,
    MANY,
    QUANTITIES,
    SHORT,
)
from lgm_core.reasoning.planning.rules.english_relations import CLASS_NOUNS, DATE_NOUNS, PLACE_NOUNS, RELATIONS
from lgm_core.reasoning.planning.rules.english_verbs import AGENT_VERBS, OBJECT_VERBS, VERBS
from lgm_core.reasoning.planning.rules.function_words import PREPOSITIONS, STRUCTURE
from lgm_core.reasoning.planning.rules.question_text import QuestionText, split_words_of

__all__ = ["uses_all_words"]

_ORDER = frozenset((*AGES, *EARLY, *LATE, *LONG, *SHORT, *MANY, *FEW, *QUANTITIES)) | words(
    "second third fourth fifth sixth seventh eighth ninth tenth final next previous best worst other others same"
)
"""Words that choose some of several things."""

_UNMATCHED = words("other others another next previous same else not no never")
"""Words that choose, and that no matching of predicates weighs: in a predicate they would be forgotten."""

_TABLES = frozenset(
    word for phrase in (*VERBS, *AGENT_VERBS, *OBJECT_VERBS, *COMPARED_VERBS, *RELATIONS) for word in phrase.split()
)
_KNOWN = frozenset((*_TABLES, *STRUCTURE, *PREPOSITIONS, *FILLERS, *CLASS_NOUNS, *DATE_NOUNS, *PLACE_NOUNS)) | words(
    "many much people inhabitants residents citizens live lived name and or there between among both each also as "
    "number amount share shared sharing have having originated made belong direct produce compose write record "
    "perform found design create publish paint whose"
)
"""Words that the rules read for what they mean: a verb for its relation, a noun for the type or kind asked for."""


def uses_all_words(question: QuestionText, plan: LogicalPlan) -> bool:
    """Tell whether a plan accounts for each word of its question.

    A word must stand in the plan (in a name, a type, a predicate or a constraint) or be one that the rules know. Words
    that choose (*first*, *oldest*, *other*) must stand in a name or a predicate, or order what is found; in a type they
    say nothing. Numbers must stand in the plan.
    """
    said = frozenset(word for text in _texts(plan, types=False) for word in split_words_of(text))
    types = frozenset(word for text in _texts(plan, types=True) for word in split_words_of(text))
    orders = any(isinstance(step.action, Sort | Deduce) for step in plan.steps)
    predicates = {word for text in _predicates(plan) for word in split_words_of(text)}
    if not predicates.isdisjoint(_UNMATCHED):
        return False
    for word in question.words:
        forms = {word.folded, singular(word.folded)}
        if not forms.isdisjoint(said) or not any(map(str.isalnum, word.folded)):
            continue
        if not forms.isdisjoint(_ORDER):
            if not orders:
                return False
        elif forms.isdisjoint(_KNOWN | types) or any(map(str.isdigit, word.folded)):
            return False
    return True


def _texts(plan: LogicalPlan, *, types: bool) -> Iterator[str]:
    for step in plan.steps:
        if isinstance(action := step.action, Retrieval):
            for end in (action.subject, action.object):
                yield from end.types if types else end.names
            if not types:
                yield from action.predicate.names
                yield from (each.value.text for each in action.constraints if isinstance(each.value, Constant))


def _predicates(plan: LogicalPlan) -> Iterator[str]:
    for step in plan.steps:
        if isinstance(step.action, Retrieval):
            yield from step.action.predicate.names
