"""A step of a gold decomposition as a plan of one retrieval over facts; never from its answer."""

from __future__ import annotations

import re

from lgm_core.language.lexicons import lexicon_of
from lgm_core.reasoning.plan.actions import Output, Retrieval
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_step import PlanStep
from lgm_core.reasoning.plan.terms import Constant, Constraint, PredicateTerm, Term, Variable
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.start_concepts import start_concepts

__all__ = ["fact_plan"]

_RELATION = ">>"
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_POSSESSIVE = re.compile(r"\s?['’]s\b")
_TYPES: dict[str, str] = {"when": "Date", "who": "Person", "whom": "Person", "where": "Place"}
_WEAK = frozenset("first last main current most usual average popular notable original name year".split())
"""Words that are no predicate by themselves."""

_MOST_WORDS = 2
"""Words of a predicate, each of which may stand alone for it."""

_AUXILIARIES = frozenset("is are was were did does do has have had can will be been".split())


def fact_plan(question: str, view: GraphView) -> LogicalPlan | None:
    """Return the plan for a sub-question with earlier answers filled in; None when it names nothing that is known.

    `Hello Love >> performer` is subject and predicate. Of a question in words the subject is its longest name, further
    names constrain, the noun after *which* or *what* is the type, and its other words are the predicate. Without a name
    the rarest concept of the graph that it names stands in.
    """
    named, is_relation, predicate = question.partition(_RELATION)
    if is_relation:
        return _plan([named.strip()], (predicate.strip(),), (), question)
    text = _POSSESSIVE.sub(" ", question)
    names = _names(text, view) or start_concepts(view, question)[:1]
    if not names:
        return None
    rest = text
    for name in names:
        rest = re.sub(re.escape(name), " ", rest, flags=re.IGNORECASE)
    words = [word.lower() for word in _WORD.findall(rest)]
    types = _wanted(words)
    stops = lexicon_of("en").stop_words | lexicon_of("en").question_words
    content = [word for word in words if word not in stops]
    others = [word for word in content if word not in {each.lower() for each in types}]
    said = [" ".join(others), *(word for word in others if word not in _WEAK and len(others) <= _MOST_WORDS)]
    if not others:
        said = [_particle(words) or " ".join(content)]
    predicates = tuple(dict.fromkeys(filter(None, said)))
    return _plan(names, predicates, types, question, asks_subject=_asks_subject(words, types))


def _asks_subject(words: list[str], types: tuple[str, ...]) -> bool:
    """Tell whether a question asks who does something, not what somebody does: *who ruled*, *which state borders*."""
    place = 1 + (len(words) > 1 and words[0] in ("which", "what") and words[1] in types)
    following = words[place] if len(words) > place else ""
    return bool(words) and words[0] in ("who", "which", "what") and bool(following) and following not in _AUXILIARIES


def _plan(
    names: list[str], predicates: tuple[str, ...], types: tuple[str, ...], question: str, *, asks_subject: bool = False
) -> LogicalPlan:
    constraints = tuple(Constraint("p", "with", "=", Constant(name)) for name in names[1:])
    named, asked = Term("s1", (), (names[0],)), Term("o1", types)
    ends = (asked, named) if asks_subject else (named, asked)
    retrieval = Retrieval(ends[0], PredicateTerm("p1", predicates), ends[1], constraints)
    return LogicalPlan((PlanStep(retrieval, question), PlanStep(Output((Variable("o1"),)))))


def _names(text: str, view: GraphView) -> list[str]:
    """Return the names in a text, the longest first: capitalised words, and small ones between them if it is known so.

    *Journal of Psychotherapy Integration* is one name where the graph has it, else two.
    """
    skipped = lexicon_of("en").question_words
    words = [match[0] for match in _WORD.finditer(text)]
    is_capital = [word[:1].isupper() and word.lower() not in skipped for word in words]
    names: list[str] = []
    first = 0
    while first < len(words):
        if not is_capital[first]:
            first += 1
            continue
        ends = [end for end in range(len(words), first, -1) if is_capital[end - 1]]
        runs = [end for end in ends if all(is_capital[first:end])]
        known = (end for end in ends if end - first > 1 and _is_known(" ".join(words[first:end]), view))
        end = next(known, runs[0])
        names.append(" ".join(words[first:end]))
        first = end
    return sorted(names, key=len, reverse=True)


def _is_known(name: str, view: GraphView) -> bool:
    return bool(view.frequencies(view.keys_of(name)))


def _particle(words: list[str]) -> str:
    """Return what *where is it from* and *where is it* ask for, which have no other words."""
    if "where" not in words:
        return ""
    return "from" if "from" in words else "located in"


def _wanted(words: list[str]) -> tuple[str, ...]:
    """Return the type that a question's first words ask for."""
    if "name" in words[:4] and "of" in words[:6]:
        place = words.index("of") + 1
        nouns = [word for word in words[place : place + 2] if word not in lexicon_of("en").stop_words]
        return tuple(nouns[:1])
    for place, word in enumerate(words[:3]):
        following = words[place + 1] if place + 1 < len(words) else ""
        if word in _TYPES:
            return (_TYPES[word],)
        if word == "how" and following in ("many", "much"):
            return ("Number",)
        if word in ("which", "what") and following and following not in lexicon_of("en").stop_words:
            return (following,)
    return ()
