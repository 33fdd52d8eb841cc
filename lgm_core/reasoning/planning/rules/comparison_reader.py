"""Questions that compare things they name: `Which film has the director born later, A or B?`."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.reasoning.plan.actions import Count, Deduce, DeduceOperator, Direction, Math, Output, Sort
from lgm_core.reasoning.plan.expressions import BinaryOperation
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.terms import Variable
from lgm_core.reasoning.planning.rules.comparison_layout import comparison_layouts
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
from lgm_core.reasoning.planning.rules.english_relations import (
    BIRTH_DATE,
    CLASS_NOUNS,
    DEATH_DATE,
    INCEPTION,
    PUBLICATION,
    RELATIONS,
    RELEASE,
)
from lgm_core.reasoning.planning.rules.function_words import AUXILIARIES
from lgm_core.reasoning.planning.rules.plan_builder import PlanBuilder
from lgm_core.reasoning.planning.rules.question_text import Span
from lgm_core.reasoning.planning.rules.reference_reader import ReferenceReader
from lgm_core.reasoning.planning.rules.references import Named, Reference, Relation, is_person

__all__ = ["read_comparison"]

_HAVING = frozenset({"has", "have", "had", "with", "whose"})
_WORKS = frozenset({"Film", "Song", "Album", "Single", "Episode", "Show", "Series", "Game"})
_PRINTED = frozenset({"Magazine", "Newspaper", "Journal", "Book", "Novel", "Poem", "Story"})


@dataclass(frozen=True, slots=True)
class _Criterion:
    """How things are compared.

    Attributes:
        chain: the relations from each thing to what is compared.
        direction: which end of the order is asked for.
        counts: whether it is how many that the last relation leads to.
        is_span: whether it is how long they lived.
    """

    chain: tuple[Relation, ...]
    direction: Direction
    counts: bool = False
    is_span: bool = False


def read_comparison(reader: ReferenceReader) -> LogicalPlan | None:
    """Return the plan of a question that compares two or more things by name; None of another question."""
    for layout in comparison_layouts(reader):
        names = [reader.read(span) for span in layout.names]
        named = [name for name in names if isinstance(name, Named)]
        if len(named) < len(names):
            continue
        type_ = layout.type or next((name.type for name in named if name.type), "")
        criterion = _criterion(reader, type_, layout.criterion)
        if criterion is not None:
            return _plan(type_, tuple(name for each in named for name in each.names), criterion)
    return _pairwise(reader)


def _criterion(reader: ReferenceReader, type_: str, span: Span) -> _Criterion | None:
    folded = reader.question.folded(span)
    chain: tuple[Relation, ...] = ()
    owns = span[0] > 0 and reader.question.words[span[0] - 1].is_possessive
    if owns or (folded[:1] and folded[0] in _HAVING and folded[1:2] and folded[1] not in MANY | FEW):
        start = 0 if owns else 1
        start += folded[start : start + 1] in (["the"], ["a"], ["an"])
        for stop in range(min(len(folded), start + 4), start, -1):
            noun = " ".join(folded[start:stop])
            relations = RELATIONS.get(noun) or RELATIONS.get(singular(noun))
            if relations:
                chain, folded = relations, folded[stop:]
                break
        else:
            return None
        type_ = chain[-1].type
        if not folded and chain[-1].type in ("Date", "Number", "Quantity"):
            return None
    return _measure(type_, folded, chain)


def _measure(type_: str, folded: list[str], chain: tuple[Relation, ...]) -> _Criterion | None:
    """Read the words after the chain: `who was born later`, `is older than the other`, `more directors`."""
    said = [word for word in folded if word not in FILLERS or word in EARLY]
    verbs = [word for word in said if word in COMPARED_VERBS]
    rest = [word for word in said if word not in verbs]
    if verbs and len({COMPARED_VERBS[verb] for verb in verbs}) == 1:
        relation = COMPARED_VERBS[verbs[0]]
        if relation in (RELEASE, INCEPTION) and type_:
            relation = _beginning(type_, relation)
        rest = [word for word in rest if word not in ("more", "most")]
        if len(rest) == 1 and rest[0] in EARLY | LATE:
            return _Criterion((*chain, relation), "min" if rest[0] in EARLY else "max")
        return None
    if said[:1] == ["lived"] and len(said) == 2 and said[1] in LONG | SHORT:
        return _Criterion(chain, "max" if said[1] in LONG else "min", is_span=True)
    if len(said) == 1 and said[0] in AGES:
        relation = _beginning(type_, INCEPTION) if type_ and _is_thing(type_) else BIRTH_DATE
        return _Criterion((*chain, relation), AGES[said[0]])
    if said in (["more", "populous"], ["most", "populous"]):
        said = ["populous"]
    if len(said) == 1 and said[0] in QUANTITIES:
        relation, direction = QUANTITIES[said[0]]
        return _Criterion((*chain, relation), direction)
    if len(said) > 1 and said[0] in MANY | FEW:
        noun = " ".join(word for word in said[1:] if word not in ("number", "of", "amount"))
        if noun in ("people", "inhabitants", "residents", "population"):
            return _Criterion((*chain, RELATIONS["population"][0]), "max" if said[0] in MANY else "min")
        one = " ".join([*noun.split()[:-1], singular(noun.split()[-1])]) if noun else ""
        relations = RELATIONS.get(one) or ((Relation(one),) if one else ())
        if one != noun and len(noun.split()) <= 3 and len(relations) == 1:
            return _Criterion((*chain, *relations), "max" if said[0] in MANY else "min", counts=True)
    return None


def _is_thing(type_: str) -> bool:
    """Tell whether a type is of things that come into being otherwise than by birth."""
    return type_.split()[-1].lower() in CLASS_NOUNS and is_person(Named((), type_)) is False


def _beginning(type_: str, relation: Relation) -> Relation:
    """Return how the beginning of such things is called: films are released, magazines published."""
    if type_ in _WORKS:
        return RELEASE
    return PUBLICATION if type_ in _PRINTED and relation is RELEASE else relation


def _plan(type_: str, names: tuple[str, ...], criterion: _Criterion) -> LogicalPlan:
    builder = PlanBuilder()
    chain = criterion.chain
    first = builder.start(Named(names, type_))
    things = Variable("s1")
    kind = type_.lower() or "one"
    if criterion.is_span:
        for relation in chain:
            first = builder.start_of(builder.relate(first, relation))
        born = builder.relate(first, BIRTH_DATE)
        died = builder.relate(first if chain else builder.start_of("s1"), DEATH_DATE)
        span = BinaryOperation("-", Variable(died), Variable(born))
        builder.add(Math(span), f"How long is it from {born} to {died}?", "m1")
        builder.add(Sort(things, Variable("m1"), criterion.direction, 1), "Which of s1 has the greatest m1?")
    else:
        for relation in chain:
            last = builder.relate(first, relation)
            first = builder.start_of(last)
        order: Count | Variable = Count(Variable(last)) if criterion.counts else Variable(last)
        end = {"min": "least", "max": "greatest"}[criterion.direction]
        of = f"number of {last}" if criterion.counts else last
        builder.add(Sort(things, order, criterion.direction, 1), f"Which {kind} of s1 has the {end} {of}?")
    builder.add(Output((things,)))
    return builder.plan()


def _pairwise(reader: ReferenceReader) -> LogicalPlan | None:
    """Read `Is A older than B?`, `Was A born before B?`."""
    question = reader.question
    folded = question.folded((0, len(question.words)))
    if folded[0] not in AUXILIARIES:
        return None
    for place in range(2, len(folded) - 1):
        if folded[place] not in ("than", "before", "after") or question.words[place].is_marked:
            continue
        for start in range(place - 1, 1, -1):
            if question.words[start].is_marked:
                break
            left, right = reader.read((1, start)), reader.read((place + 1, len(folded)))
            words = folded[start : place + (folded[place] != "than")]
            if left is None or right is None:
                continue
            criterion = _measure("Person" if "born" in words else "", words, ())
            if criterion is not None and not criterion.counts and not criterion.is_span:
                return _deduction(left, right, criterion)
    return None


def _deduction(left: Reference, right: Reference, criterion: _Criterion) -> LogicalPlan:
    builder = PlanBuilder()
    ends = []
    for side in (left, right):
        start = builder.start(side)
        for relation in criterion.chain:
            start = builder.start_of(builder.relate(start, relation))
        ends.append(Variable(start[1]))
    operator: DeduceOperator = "less" if criterion.direction == "min" else "greater"
    word = {"less": "less", "greater": "greater"}[operator]
    builder.add(Deduce(ends[0], ends[1], operator), f"Is {ends[0].name} {word} than {ends[1].name}?")
    return builder.plan()
