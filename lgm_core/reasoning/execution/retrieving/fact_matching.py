"""The facts that fit a retrieval, read from either of its ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from lgm_core.language.words import split_words
from lgm_core.model import Fact, FactEnd, Value, ValueKind
from lgm_core.model.schema import predicate_words
from lgm_core.reasoning.execution.binding_tables import Binding
from lgm_core.reasoning.execution.retrieving.known_ends import (
    MOST_INSTANCES,
    Concluded,
    KnownEnd,
    instances_of,
    is_read_in_part,
)
from lgm_core.reasoning.execution.retrieving.rule_reasoning import concluded_members
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.linking.kinship import kin_fit
from lgm_core.reasoning.linking.type_fitting import TypeFit, kind_of_type
from lgm_core.reasoning.plan.plan_parts import Retrieval
from lgm_core.reasoning.text.text_conditions import is_within
from lgm_core.schema.predicate_matching import (
    PredicateMatch,
    differ_in_preposition,
    implied_match,
    match_predicate,
    predicate_wording,
)

__all__ = [
    "FactMatch",
    "best_of_each",
    "covers",
    "facts_between",
    "types_read_in_part",
]

_REVERSED = 0.97
"""Factor of a fact that is read from object to subject, if the predicates do not show the direction."""

_WRONG_WAY = 0.5
"""Factor of a fact that holds in the other direction: *A is the father of B* does not name the father of A."""

_QUALIFIER = 0.98
"""Factor of a fact whose end is a qualifier."""

_BESIDE = 0.6
"""Factor of a qualifier with another preposition than the predicate: who *played for* a team near a town did not play
for the town."""

_WRONG_KIND = 0.5
"""Factor of an end that is of another kind than the predicate asks for (a date, a place)."""

_BY_SOMEBODY = 0.7
"""Factor of an end that names an agent (*founded by*) if the predicate asks for a date or place."""

_TIMELESS = frozenset("for with by of against".split())
"""Prepositions that do not lead to dates."""

_CLEARLY = 0.08
"""Facts this much worse than the best one of the same subject are left out."""

_OF_SEVERAL = 0.9
"""Factor of each fact if several of one subject remain."""

_TYPES_THEMSELVES = {
    "country": "country",
    "country of citizenship": "country",
    "nationality": "country",
    "continent": "continent",
}
"""Predicates that name the type of their object."""


@dataclass(frozen=True, slots=True)
class FactMatch:
    """A fact that fits a retrieval.

    Attributes:
        fact: the fact.
        subject: what stands for the retrieval's subject.
        object: what stands for its object.
        predicate: how well the predicates fit.
        type: how well the end that was looked for fits its type.
        score: from 0 to 1.
        compared: the bindings of the variables that its constraints compare with.
        unstated: the part of the score that is due to something that the graph does not state, as a factor.
        because: what rules conclude of its ends, if they say that these are of their types.
    """

    fact: Fact
    subject: Binding
    object: Binding
    predicate: PredicateMatch
    type: TypeFit
    score: float
    compared: tuple[tuple[str, Binding], ...] = ()
    unstated: float = 1.0
    because: tuple[Concluded, ...] = ()

    @property
    def fit(self) -> float:
        """Return the score without the factor for what is not stated, which makes it less sure but not a worse fit."""
        return self.score / self.unstated


def facts_between(
    action: Retrieval,
    subjects: Sequence[KnownEnd] | None,
    objects: Sequence[KnownEnd] | None,
    context: StepContext,
) -> list[FactMatch]:
    """Return the facts that fit a retrieval, once for each way they fit, before its constraints are checked.

    Args:
        action: the retrieval.
        subjects: what its subject may be; None if it is looked for.
        objects: what its object may be; None if it is looked for.
        context: what all steps of the plan share.
    """
    if subjects is None and objects is None:
        return _between_types(action, context)
    if subjects is None:
        assert objects is not None
        return [match for known in objects for match in _from_object(action, known, context)]
    matches = [match for known in subjects for match in _from_subject(action, known, context)]
    if objects is None:
        return matches
    both: list[FactMatch] = []
    for match in matches:
        same = [known for known in objects if _is_same_end(match.object, known, context)]
        if same:
            known = max(same, key=lambda known: known.score)
            both.append(replace(match, object=known.binding, score=match.score * known.score))
    return both


def best_of_each(matches: Iterable[FactMatch], *, by_object: bool = False) -> list[FactMatch]:
    """Return the matches that are not clearly worse than the best one for the same known end, best first.

    If several different things remain, each is a little less sure.
    """
    by_name: defaultdict[str, list[FactMatch]] = defaultdict(list)
    for match in sorted(matches, key=lambda match: -match.score):
        by_name[(match.object if by_object else match.subject).name].append(match)
    kept: list[FactMatch] = []
    for of_name in by_name.values():
        best = max(match.fit for match in of_name)
        near = [match for match in of_name if match.fit >= best - _CLEARLY]
        names = {(match.subject if by_object else match.object).name for match in near}
        is_one = _is_one_thing(names)
        kept += near if is_one else [replace(match, score=match.score * _OF_SEVERAL) for match in near]
    return sorted(kept, key=lambda match: -match.score)


def _is_one_thing(names: Iterable[str]) -> bool:
    """Tell whether all names contain the words of the shortest one (*Cumbria*, *county of Cumbria*)."""
    words = sorted((frozenset(word.folded for word in split_words(name)) for name in names), key=len)
    return all(words[0] <= others for others in words[1:])


def _from_subject(action: Retrieval, known: KnownEnd, context: StepContext) -> list[FactMatch]:
    readings = [
        (fact, end, is_reversed, qualifier)
        for fact in context.facts_of(known.names, known.binding.name)
        for end, is_reversed, qualifier in _other_ends(fact, known.names)
    ]
    return _judged(action, known, readings, context, is_subject=True)


def _from_object(action: Retrieval, known: KnownEnd, context: StepContext) -> list[FactMatch]:
    readings = [
        (fact, end, not is_reversed, qualifier)
        for fact in context.facts_of(known.names, known.binding.name)
        for end, is_reversed, qualifier in _other_ends(fact, known.names)
        if not qualifier
    ]
    return _judged(action, known, readings, context, is_subject=False)


def _other_ends(fact: Fact, names: Sequence[str]) -> Iterator[tuple[FactEnd, bool, str]]:
    """Yield the other ends of a fact, whether each is read against its direction, and the name of the qualifier."""
    is_subject = fact.subject in names
    if not is_subject and not (isinstance(fact.object, str) and fact.object in names):
        return
    yield (fact.object, False, "") if is_subject else (fact.subject, True, "")
    for name, end in fact.qualifiers:
        yield end, not is_subject, name


def _judged(
    action: Retrieval,
    known: KnownEnd,
    readings: Sequence[tuple[Fact, FactEnd, bool, str]],
    context: StepContext,
    *,
    is_subject: bool,
) -> list[FactMatch]:
    language = context.view.language
    names = action.predicate.names
    wanted = (action.object if is_subject else action.subject).types
    conformance = context.view.conformance
    linked = conformance.linked_properties(names)
    if linked:
        conformance.read(fact for fact, *_ in readings)
    found = []
    for fact, end, is_reversed, qualifier in readings:
        predicate = _predicate_match(names, fact, end, {} if qualifier else linked, context)
        if predicate.score and end not in known.names:
            person = end if is_subject else known.binding.end
            kin = kin_fit(names, fact, person, partial(_facts_of, context), is_reversed=is_reversed)
            if kin:
                predicate = replace(predicate, score=predicate.score * kin)
                found.append((fact, end, is_reversed, qualifier, predicate))
    if wanted:
        context.types.read(end for _, end, *_ in found)
    context.bindings(fact for fact, *_ in found)
    matches = []
    for fact, end, is_reversed, qualifier, predicate in found:
        type_fit, because = _type_fit(wanted, end, names if is_subject else (), context)
        score = known.score * predicate.score * type_fit.score
        score *= _direction_factor(names, predicate, is_reversed, language)
        if qualifier:
            score *= _QUALIFIER
            if isinstance(end, str) and names and all(differ_in_preposition(name, qualifier) for name in names):
                score *= _BESIDE
        if predicate.level != "property":  # whose range tells the kind
            score *= _kind_factor(names, action.object.types, fact, end if is_subject else known.binding.end, language)
        if is_subject and not wanted:
            type_fit = _by_predicate(names, end, context)
            score *= type_fit.score
        other = context.binding(end)
        own = context.binding(known.binding.end) if known.level == "instance" else known.binding
        subject, object_ = (own, other) if is_subject else (other, own)
        matches.append(
            FactMatch(
                fact, subject, object_, predicate, type_fit, score, (), type_fit.unstated, (*known.because, *because)
            )
        )
    return matches


def _predicate_match(
    names: Sequence[str], fact: Fact, end: FactEnd, linked: Mapping[str, int], context: StepContext
) -> PredicateMatch:
    """Return how well a fact that leads to an end has one of some predicates, or states a linked property."""
    view = context.view
    grouped = view.grouped_predicates(fact)
    # The language of a predicate in a plan is not known, so try those of all documents.
    languages = dict.fromkeys((view.language, *view.languages))
    match = max(
        *(match_predicate(names, fact, each, grouped) for each in languages),
        implied_match(names, fact, end),
        key=lambda match: match.score,
    )
    if linked:
        match = view.conformance.match(linked, fact, grouped, match)
    return match if context.options.facts == "all" or match.level == "property" else PredicateMatch()


def _type_fit(
    types: Sequence[str], end: FactEnd, roles: Sequence[str], context: StepContext
) -> tuple[TypeFit, list[Concluded]]:
    """Return how well an end fits some types, and what rules conclude of it if texts do not state one."""
    fit = context.types.fit(types, end, roles)
    if not types or fit.level in ("exact", "is_a"):
        return fit, []
    concluded = [each for name in types for each in concluded_members(name, context, context.binding(end))]
    return (TypeFit("rule", 1.0) if concluded else fit), concluded


def _facts_of(context: StepContext, key: str) -> list[Fact]:
    return context.facts_about(context.view.names(key) or (key,))


def _direction_factor(names: Sequence[str], predicate: PredicateMatch, is_reversed: bool, language: str) -> float:
    if any(predicate_wording(name, language).is_symmetric for name in names):
        return 1.0
    if predicate.direction and is_reversed == (predicate.direction > 0):
        return _WRONG_WAY
    if predicate.direction:
        return 1.0
    return _REVERSED if is_reversed else 1.0


def _kind_factor(names: Sequence[str], types: Sequence[str], fact: Fact, end: FactEnd, language: str) -> float:
    """Return the factor for an object that is or is not of the kind that the predicate asks for: *year of birth*.

    The type of the object, if the plan has one, counts more than the words of the predicate.
    """
    kinds = {kind_of_type(name) for name in types}
    if kinds <= {"", "any"}:
        kinds = {predicate_wording(name, language).kind for name in names} or {""}
    is_date = isinstance(end, Value) and end.kind is ValueKind.DATE
    if "" in kinds:
        timeless = all(name.casefold().split()[-1] in _TIMELESS for name in names) if names else False
        return _WRONG_KIND if is_date and timeless and not types else 1.0
    is_number = isinstance(end, Value) and end.kind in (ValueKind.NUMBER, ValueKind.QUANTITY)
    fits = {
        "date": is_date,
        "number": is_number,
        "place": not (is_date or is_number),
        "thing": not (is_date or is_number),
    }
    if any(fits[kind] for kind in kinds):
        return _BY_SOMEBODY if kinds <= {"date", "place"} and fact.predicate.endswith(" by") else 1.0
    return 0.9 if isinstance(end, Value) and end.kind is ValueKind.TEXT else _WRONG_KIND


def _by_predicate(names: Sequence[str], end: FactEnd, context: StepContext) -> TypeFit:
    """Return how well an object fits the type that the predicate names: the *country* of a place is a country."""
    types = [_TYPES_THEMSELVES.get(predicate_words(name), "") for name in names]
    return context.types.fit(types, end) if types and all(types) else TypeFit("any", 1.0)


def _is_same_end(found: Binding, known: KnownEnd, context: StepContext) -> bool:
    """Tell whether a fact leads to a known end."""
    end = known.binding.end
    if isinstance(found.end, str):
        return found.end in known.names
    if isinstance(found.end, Value):
        is_covered = isinstance(end, Value) and covers(found.end, end)
        return is_covered or found.end.text.casefold() == known.binding.name.casefold()
    return context.identity(found.end) == context.identity(end)


def covers(found: Value, wanted: Value) -> bool:
    """Tell whether one of two values lies within the other."""
    if found.start is None or found.end is None or wanted.start is None or wanted.end is None:
        return found.text.casefold() == wanted.text.casefold()
    return is_within(found, wanted) or is_within(wanted, found)


def _between_types(action: Retrieval, context: StepContext) -> list[FactMatch]:
    """Return facts for a retrieval that has types but no names: *pictures that contain vegetables*.

    Starts from the things that the graph states to be of a type, first that of the object, which mostly has fewer.
    """
    for is_subject, term in ((False, action.object), (True, action.subject)):
        instances = [known for name in term.types for known in instances_of(name, context)[:MOST_INSTANCES]]
        for concluded in (each for name in term.types for each in concluded_members(name, context)[:MOST_INSTANCES]):
            own = concluded.subject
            names = context.view.names(own.end) if isinstance(own.end, str) else ()
            instances.append(KnownEnd(own, names, 1.0, "instance", (concluded,)))
        read = _from_subject if is_subject else _from_object
        if matches := list(chain.from_iterable(read(action, known, context) for known in instances)):
            return matches
    return []


def types_read_in_part(action: Retrieval, context: StepContext) -> list[str]:
    """Return the types of a retrieval whose things, or their facts, are not all read."""
    of_each = {name: instances_of(name, context) for name in (*action.object.types, *action.subject.types)}
    return [
        name
        for name, instances in of_each.items()
        if len(instances) > MOST_INSTANCES or any(is_read_in_part(known, context) for known in instances)
    ]
