"""Plans for questions whose evidence is known: from the question's words, and the subjects and predicates of triples.

What a triple leads to is only looked at to tell which triple goes on from which; the answer is never looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.evaluation.datasets import Question
from lgm_core.language.normalisation import fold_word
from lgm_core.reasoning.plan.actions import (
    Action,
    Count,
    Deduce,
    DeduceOperator,
    Direction,
    Math,
    Output,
    Retrieval,
    Sort,
)
from lgm_core.reasoning.plan.expressions import BinaryOperation
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_step import PlanStep
from lgm_core.reasoning.plan.terms import PredicateTerm, Term, Variable
from lgm_core.retrieval.words import split_words

__all__ = ["oracle_plan"]

Triple = tuple[str, str, str]

_EARLIER = frozenset(
    "first earlier earliest before older oldest elder eldest fewer less least smaller smallest shorter shortest".split()
)
_LATER = frozenset(
    "later latest last recent recently newer newest younger youngest after more most longer longest larger".split()
)
_AGE = frozenset("older oldest elder eldest younger youngest".split())
_LIVED = frozenset("live lived lives living longer longest shorter shortest life lifespan".split())
_LIFE = frozenset(("date of birth", "date of death"))
_CLOSED = frozenset("are do is did were was does have has had can".split())
_GOING_ON = 0.5
"""The share of words that two names must have in common to be one thing in a chain of triples."""


@dataclass(frozen=True, slots=True)
class _Chain:
    """A thing that the question names, and the predicates that lead on from it, hop by hop."""

    name: str
    hops: tuple[tuple[str, ...], ...]


def oracle_plan(question: Question) -> LogicalPlan | None:
    """Return the plan that answers a question from its evidence; None when its form is not known.

    One chain of triples is followed to its end. Of two, what they end in is compared: *same* and *both* ask whether it
    is equal, *older*, *first*, *more recently* and the like which of the things named comes first.
    """
    chains = _chains(question)
    if not chains:
        return None
    words = _words_besides(question.text, [chain.name for chain in chains])
    is_closed = bool(words) and words[0] in _CLOSED
    if not is_closed and "or" not in words and _direction(words) is None:
        chains = [_as_one(chains)]
    if len(chains) == 1:
        steps, last = _followed(chains, 1)
        return _plan([*steps, Output((Variable(last[-1]),))])
    return _compared(chains, words) if is_closed else _chosen(chains, words)


def _words_besides(text: str, names: Sequence[str]) -> list[str]:
    """Return the words of a question without the names in it: *First Love* is not first."""
    for name in sorted(names, key=len, reverse=True):
        place = text.casefold().find(name.casefold())
        if place >= 0:
            text = f"{text[:place]} , {text[place + len(name) :]}"
    return [word.folded for word in split_words(text)]


def _as_one(chains: Sequence[_Chain]) -> _Chain:
    """Return one chain of several, each going on where the one before ends, under a name of its own."""
    return _Chain(chains[0].name, tuple(hop for chain in chains for hop in chain.hops))


def _chosen(chains: Sequence[_Chain], words: Sequence[str]) -> LogicalPlan | None:
    """Return the plan that finds which of several things comes first."""
    lasts = tuple(dict.fromkeys(predicate for chain in chains for predicate in chain.hops[-1]))
    direction = _direction(words)
    if direction is None:
        return None
    steps, last = _followed(chains, 1)
    of = Variable("s1")
    if set(lasts) >= _LIFE and not set(words).isdisjoint(_LIVED):
        return _lived(steps, of, direction)
    is_counted = any(f"{word}s" in words for predicate in lasts for word in predicate.split())
    order = Count(Variable(last[-1])) if is_counted else Variable(last[-1])
    return _plan([*steps, Sort(of, order, direction, 1), Output((of,))])


def _lived(steps: Sequence[Retrieval], of: Variable, direction: Direction) -> LogicalPlan:
    """Return the plan that finds who lived longest, or shortest: the time from birth to death, person by person."""
    *before, last = steps
    start, same = last.subject, Term(last.subject.variable)
    born, died, age = Variable("o8"), Variable("o9"), Variable("m1")
    return _plan(
        [
            *before,
            Retrieval(start, PredicateTerm("p8", ("date of birth",)), Term(born.name, ("Date",))),
            Retrieval(same, PredicateTerm("p9", ("date of death",)), Term(died.name, ("Date",))),
            PlanStep(Math(BinaryOperation("-", died, born)), result=age.name),
            Sort(of, age, direction, 1),
            Output((of,)),
        ]
    )


def _compared(chains: Sequence[_Chain], words: Sequence[str]) -> LogicalPlan | None:
    """Return the plan that tells whether what two chains end in is the same, or which way it differs."""
    first, first_last = _followed([chains[0]], 1)
    second, second_last = _followed([chains[1]], 1 + len(chains[0].hops), subject="s2")
    operator: DeduceOperator = "equal"
    if "same" not in words and "both" not in words and "share" not in words:
        direction = _direction(words)
        operator = "equal" if direction is None else "less" if direction == "min" else "greater"
    deduce = Deduce(Variable(first_last[-1]), Variable(second_last[-1]), operator)
    return _plan([*first, *second, deduce])


def _followed(chains: Sequence[_Chain], number: int, subject: str = "s1") -> tuple[list[Retrieval], list[str]]:
    """Return the retrievals along chains of one shape, and the variables they find; numbered from `number`."""
    names = tuple(dict.fromkeys(chain.name for chain in chains))
    start = Term(subject, (), names)
    steps: list[Retrieval] = []
    found: list[str] = []
    for hop in range(max(len(chain.hops) for chain in chains)):
        of_hop = (predicate for chain in chains for hops in chain.hops[hop : hop + 1] for predicate in hops)
        predicates = tuple(dict.fromkeys(of_hop))
        variable = f"o{number + hop}"
        steps.append(Retrieval(start, PredicateTerm(f"p{number + hop}", predicates), Term(variable)))
        found.append(variable)
        start = Term(variable)
    return steps, found


def _direction(words: Sequence[str]) -> Direction | None:
    """Return which end of the order a question asks for by its last word that says so; *more directors* are most."""
    said = [word for word in words if word in _EARLIER or word in _LATER]
    if not said:
        return None
    if "recently" in said or "recent" in said:
        return "max"
    if (of_age := [word for word in said if word in _AGE]) or "more" not in said:
        return "min" if (of_age or said)[0] in _EARLIER else "max"
    return "max"


def _chains(question: Question) -> list[_Chain]:
    """Return the chains of triples, each from a thing that the question names, in the question's order."""
    starts: dict[str, list[tuple[str, ...]]] = {}
    ends: dict[str, list[str]] = {}
    followed: dict[str, str] = {}
    objects = {object_ for _, _, object_ in question.evidence_triples}
    asked = {
        subject
        for subject, _, _ in question.evidence_triples
        if subject.casefold() in question.text.casefold() and subject not in objects
    }
    for subject, predicate, object_ in question.evidence_triples:
        before = None
        if subject not in asked:
            before = next((name for name, found in ends.items() if any(_is_same(subject, end) for end in found)), None)
        if subject in followed or subject in starts:
            start, hop = followed.get(subject, subject), 1 if subject in followed else 0
        elif before is not None and starts[before]:
            start, hop = before, 1
            followed[subject] = before
        else:
            start, hop = subject, 0
        hops = starts.setdefault(start, [])
        if hop == len(hops):
            hops.append(())
        hops[hop] = tuple(dict.fromkeys((*hops[hop], predicate)))
        if hop == 0:
            ends.setdefault(start, []).append(object_)
    chains = [(_named(name, question.text), tuple(hops)) for name, hops in starts.items()]
    places = {name: place for name, _ in chains if (place := question.text.casefold().find(name.casefold())) >= 0}
    chains.sort(key=lambda chain: places.get(chain[0], len(question.text)))
    return [_Chain(name, hops) for name, hops in chains]


def _named(name: str, question: str) -> str:
    """Return a name as the question writes it, with what it adds in brackets; else as it is."""
    name = name.strip(' "') or name
    start = question.casefold().find(name.casefold())
    if start < 0 or len(question.casefold()) != len(question):
        return name
    end = start + len(name)
    rest = question[end:]
    if rest.startswith(" (") and ")" in rest:
        end += rest.index(")") + 1
    return question[start:end]


def _is_same(one: str, other: str) -> bool:
    first, second = ({fold_word(word.surface) for word in split_words(name)} for name in (one, other))
    return bool(first and second) and len(first & second) / min(len(first), len(second)) > _GOING_ON - 0.01


def _plan(actions: Sequence[Action | PlanStep]) -> LogicalPlan:
    return LogicalPlan(tuple(each if isinstance(each, PlanStep) else PlanStep(each) for each in actions))
