"""Questions that compare: `Which film has the director born later, A or B?`, `Which hotel has the most beds?`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.lexicon import words
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import (
    BinaryOperation,
    Count,
    Deduce,
    DeduceOperator,
    Direction,
    Math,
    Output,
    Sort,
    Variable,
)
from lgm_core.reasoning.planning.rules.asking_reader import PlanBuilder, as_start
from lgm_core.reasoning.planning.rules.english_relations import (
    AGES,
    BIRTH_DATE,
    CLASS_NOUNS,
    COMPARED_VERBS,
    COMPARING,
    DEATH_DATE,
    EARLY,
    FEW,
    FILLERS,
    INCEPTION,
    INHABITANTS,
    LATE,
    LONG,
    MANY,
    PUBLICATION,
    QUANTITIES,
    RELATIONS,
    RELEASE,
    SHORT,
    Named,
    Reference,
    Relation,
    counted,
    dated,
    is_person,
    measured,
)
from lgm_core.reasoning.planning.rules.question_text import QuestionText, Span
from lgm_core.reasoning.planning.rules.reference_reader import AUXILIARIES, BE, DETERMINERS, ReferenceReader, type_name

__all__ = ["read_comparison", "split_choices"]


def split_choices(question: QuestionText, span: Span, conjunction: str) -> list[tuple[Span, ...]]:
    """Return the ways to split what a conjunction joins, likelier ones first.

    First comes the way with the greatest share of parts that the graph has; among equals, the one with fewest parts.
    """
    ways = [way for way in _ways(question, span, conjunction) if all(end > first for first, end in way)]
    return sorted(ways, key=lambda way: (-sum(map(question.is_known, way)) / len(way), len(way)))


def _ways(question: QuestionText, span: Span, conjunction: str) -> Iterator[tuple[Span, ...]]:
    first, end = span
    words = question.words
    places = [place for place in range(first + 1, end - 1) if words[place].folded == conjunction]
    plain = [place for place in places if not words[place].is_marked]
    for place in plain or places:
        left, right = (first, place), (place + 1, end)
        if words[place + 1].folded in ("or", "and"):
            continue
        yield left, right
        if all(question.is_known(side) for side in (left, right)):
            continue
        commas = [comma for comma in range(first, place) if words[comma].is_before_comma and comma + 1 < place]
        for comma in commas:
            yield (first, comma + 1), (comma + 1, place), right
        if len(commas) > 1:
            cuts = [first, *(comma + 1 for comma in commas), place]
            yield (*pairwise(cuts), right)


_WH = frozenset({"who", "which", "what", "whose"})
_AMONG = frozenset({"of", "between", "among"})
_AFTER_TYPE = frozenset({"who", "that", "whose", "with", "lived", "out", *_AMONG, *EARLY, *LATE, *AUXILIARIES})


@dataclass(frozen=True, slots=True)
class ComparisonLayout:
    """A way to split a question.

    Attributes:
        type: the type that is asked for; empty if the question does not say.
        criterion: the words that say how things are compared.
        names: the words of each name.
    """

    type: str
    criterion: Span
    names: tuple[Span, ...]


def comparison_layouts(reader: ReferenceReader) -> Iterator[ComparisonLayout]:
    """Yield the ways in which a question may compare named things, likelier ones first."""
    question = reader.question
    end = len(question.words)
    folded = question.folded((0, end))
    if "or" not in folded and "and" not in folded:
        return
    if folded[0] in _WH:
        yield from _names_last(reader)
        type_end = _type_end(reader, 1)
        if question.words[type_end - 1].is_before_comma or folded[type_end] in _AMONG:
            first = type_end + (folded[type_end] in _AMONG)
            yield from _names_first(reader, _type(folded[:type_end]), first)  # WH, A or B, …?  WH of A and B …?
    elif folded[0] in _AMONG:
        for place in range(3, end - 2):  # Between A and B, WH …?
            if question.words[place].is_before_comma and folded[place + 1] in _WH:
                type_end = _type_end(reader, place + 2)
                span = (1, place + 1)
                for names in split_choices(question, span, "and") or split_choices(question, span, "or"):
                    yield ComparisonLayout(_type(folded[place + 1 : type_end]), (type_end, end), names)
    elif folded[0] in AUXILIARIES:
        yield from _names_first(reader, "", 1)  # Did A or B come out first?


def _names_last(reader: ReferenceReader) -> Iterator[ComparisonLayout]:
    """Read `WH …, A or B?` and `WH … out of A and B?`."""
    question = reader.question
    words, end = question.words, len(question.words)
    folded = question.folded((0, end))
    type_end = 0 if folded[0] == "whose" else _type_end(reader, 1)
    type_ = _type(folded[:type_end])
    for place in range(1, end - 2):
        is_among = folded[place] in _AMONG
        if not (words[place].is_before_comma or words[place + 1].is_marked or is_among):
            continue
        stop = place + 1
        if is_among:
            stop = place - (folded[place - 1] == "out")
        conjunction = "or" if "or" in folded[place + 1 :] else "and" if is_among else ""
        if conjunction and stop >= type_end and folded[stop - 1] != "than":
            for names in split_choices(question, (place + 1, end), conjunction):
                yield ComparisonLayout(type_, (type_end, stop), names)


def _names_first(reader: ReferenceReader, type_: str, first: int) -> Iterator[ComparisonLayout]:
    """Read `A or B came out first`."""
    question = reader.question
    end = len(question.words)
    for stop in range(end - 1, first + 2, -1):
        if question.words[stop].is_marked:
            return
        conjunction = "or" if "or" in question.folded((first, stop)) else "and"
        for names in split_choices(question, (first, stop), conjunction):
            yield ComparisonLayout(type_, (stop, end), names)


def _type_end(reader: ReferenceReader, first: int) -> int:
    """Return the position after the noun phrase that says what is asked for."""
    question = reader.question
    place = first
    while place < min(len(question.words) - 1, first + 5):
        word = question.words[place]
        if word.is_marked or word.folded in _AFTER_TYPE or word.folded in COMPARED_VERBS:
            break
        place += 1
        if word.is_before_comma or word.is_possessive:
            break
    return place


def _type(folded: list[str]) -> str:
    """Return the type that `who` or `which tennis player` asks for."""
    noun = " ".join(word for word in folded[1:] if word not in ("one", "ones", "two", *DETERMINERS))
    if folded[:1] == ["who"] or noun == "person":
        return "Person"
    return type_name(noun) if noun else ""


_HAVING = frozenset({"has", "have", "had", "with", "whose"})
_ORIGIN = Relation("date of birth", "Date", "any", "When was {s} born or founded?", ("inception", "founded", "opened"))
"""What is older began earlier, if the question does not say that it is a person."""

_WORKS = frozenset({"Film", "Song", "Album", "Single", "Episode", "Show", "Series", "Game"})
_PRINTED = frozenset({"Magazine", "Newspaper", "Journal", "Book", "Novel", "Poem", "Story"})


@dataclass(frozen=True, slots=True)
class _Criterion:
    """How things are compared.

    Attributes:
        chain: the relations from each thing to what is compared.
        direction: which end of the order is asked for.
        counts: whether the number of things that the last relation leads to is compared.
        is_span: whether the length of lives is compared.
    """

    chain: tuple[Relation, ...]
    direction: Direction
    counts: bool = False
    is_span: bool = False


def read_comparison(reader: ReferenceReader) -> LogicalPlan | None:
    """Return the plan of a question that compares named things, or all of a type; None for another question."""
    for layout in comparison_layouts(reader):
        names = [reader.read(span) for span in layout.names]
        named = [name for name in names if isinstance(name, Named)]
        if len(named) < len(names):
            continue
        type_ = layout.type or next((name.type for name in named if name.type), "")
        criterion = _criterion(reader, type_, layout.criterion)
        if criterion is not None:
            return _plan(type_, tuple(name for each in named for name in each.names), criterion)
    return _pairwise(reader) or _among_all(reader)


def _among_all(reader: ReferenceReader) -> LogicalPlan | None:
    """Read `Which hotel has the most beds?` and `What is the oldest hotel?`, which compare all things of a type."""
    question = reader.question
    end = len(question.words)
    folded = question.folded((0, end))
    if folded[0] not in ("which", "what") or any(word.is_marked for word in question.words[1:]):
        return None
    if folded[1] in BE and folded[2] == "the":
        start, stop = 3, 4
        type_ = type_name(" ".join(folded[stop:]))
    else:
        start, stop = _type_end(reader, 1), end
        type_ = _type(folded[:start])
    orders = [word for word in folded[start:stop] if word in COMPARING]
    if not type_ or not orders or not any(word.endswith("st") for word in orders):
        return None
    criterion = _criterion(reader, type_, (start, stop))
    return _plan(type_, (), criterion) if criterion is not None else None


def _criterion(reader: ReferenceReader, type_: str, span: Span) -> _Criterion | None:
    folded = reader.question.folded(span)
    chain: tuple[Relation, ...] = ()
    owns = span[0] > 0 and reader.question.words[span[0] - 1].is_possessive
    start = 0 if owns else 1
    start += folded[start : start + 1] in (["the"], ["a"], ["an"])
    if owns or (start < len(folded) and folded[0] in _HAVING and folded[start] not in _EXTENTS):
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
        relation = dated(relation, verbs[0])
        rest = [word for word in rest if word not in ("more", "most")]
        if len(rest) == 1 and rest[0] in EARLY | LATE:
            return _Criterion((*chain, relation), "min" if rest[0] in EARLY else "max")
        return None
    if said[:1] == ["lived"] and len(said) == 2 and said[1] in LONG | SHORT:
        return _Criterion(chain, "max" if said[1] in LONG else "min", is_span=True)
    if len(said) == 1 and said[0] in AGES:
        relation = BIRTH_DATE if is_person(Named((), type_)) else _beginning(type_, _ORIGIN)
        return _Criterion((*chain, relation), AGES[said[0]])
    if said in (["more", "populous"], ["most", "populous"]):
        said = ["populous"]
    if len(said) == 1 and said[0] in QUANTITIES:
        relation, direction = QUANTITIES[said[0]]
        return _Criterion((*chain, relation), direction)
    return _extent(said, chain)


def _extent(said: list[str], chain: tuple[Relation, ...]) -> _Criterion | None:
    """Read `more directors`, `the highest elevation`."""
    direction = _EXTENTS.get(said[0]) if len(said) > 1 else None
    if direction is None:
        return None
    noun = " ".join(word for word in said[1:] if word not in ("number", "of", "amount"))
    if noun in (*INHABITANTS, "population"):
        return _Criterion((*chain, *RELATIONS["population"]), direction)
    if not noun or len(noun.split()) > 3 or len(counted(noun)) > 1:
        return None
    if singular(noun) != noun:
        return _Criterion((*chain, *counted(noun)), direction, counts=True)
    relation = measured(noun) if said[0] not in _COUNTING and noun not in CLASS_NOUNS else None
    return _Criterion((*chain, relation), direction) if relation is not None else None


_COUNTING = words("more most fewer fewest less least")
_EXTENTS: dict[str, Direction] = {
    **{word: direction for word, (_, direction) in QUANTITIES.items()},
    **dict.fromkeys(MANY, "max"),
    **dict.fromkeys(FEW, "min"),
}
"""Words before a noun that say how much of it there is; after those of `_COUNTING`, a singular noun is no measure."""


def _beginning(type_: str, relation: Relation) -> Relation:
    """Return the relation for the beginning of such things: films are released, magazines are published."""
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
            first = as_start(builder.relate(first, relation))
        born = builder.relate(first, BIRTH_DATE)
        died = builder.relate(first if chain else as_start("s1"), DEATH_DATE)
        span = BinaryOperation("-", Variable(died), Variable(born))
        builder.add(Math(span), f"How long is it from {born} to {died}?", "m1")
        builder.add(Sort(things, Variable("m1"), criterion.direction, 1), "Which of s1 has the greatest m1?")
    else:
        for relation in chain:
            last = builder.relate(first, relation)
            first = as_start(last)
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
            start = as_start(builder.relate(start, relation))
        ends.append(Variable(start[1]))
    operator: DeduceOperator = "less" if criterion.direction == "min" else "greater"
    builder.add(Deduce(ends[0], ends[1], operator), f"Is {ends[0].name} {operator} than {ends[1].name}?")
    return builder.plan()
