"""Which classes things belong to, by brackets of titles, heads of phrases, profiles, facts and the schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lgm_core.language.concepts import concept_key, head_word
from lgm_core.learning.alignment.graph_names import GraphNames, Name, Proposal, sentences_of
from lgm_core.model import RelationKind
from lgm_core.model.schema import Schema
from lgm_core.schema.conformance import Conformance

__all__ = ["proposed_classes", "proposed_parts", "schema_chain"]

_MOST_WORDS = 5
"""The most words of a class that a fact states; more are a description."""

_FEWEST_NAMES, _LEAST_SHARE = 3, 0.9
"""Names that end with a class and are stated to be of it, and their share among those of which a class is stated."""

_IS = frozenset(("be", "be kind of", "be type of", "be form of", "be sort of", "be example of", "be instance of"))
_PART = frozenset(("be part of", "part of", "form part of", "be now part of", "belong to part of"))
_WHOLE = frozenset(("consist of", "comprise", "be comprise of", "comprise of", "be make up of", "be compose of"))


def proposed_classes(graph: GraphNames) -> Iterator[Proposal]:
    """Yield is-a relations of things to classes: those of brackets, facts and profiles, then those of names' heads."""
    told = [*_of_brackets(graph), *_of_facts(graph), *_of_profiles(graph)]
    yield from told
    classed = Counter(each.subject for each in graph.stated(RelationKind.IS_A)) + Counter(each.subject for each in told)
    yield from _of_heads(graph, classed)


def proposed_parts(graph: GraphNames) -> Iterator[Proposal]:
    """Yield has-part relations that facts state of two names: *is part of*, read either way."""
    for fact in graph.facts.values():
        if fact.qualifiers or fact.predicate not in _PART | _WHOLE or not isinstance(fact.object, str):
            continue
        whole, part = (fact.object, fact.subject) if fact.predicate in _PART else (fact.subject, fact.object)
        names = [graph.names.get(end) for end in (whole, part)]
        if all(name is not None and name.is_name and not name.key[0].isdigit() for name in names):
            yield Proposal(RelationKind.HAS_PART, whole, part, "facts", sentences=sentences_of(fact))


def schema_chain(graph: GraphNames, types: Sequence[str], schema: Schema | None) -> Iterator[Proposal]:
    """Yield what leads from types to broader ones: *film director*, *director*, and the schema's *person* above.

    Args:
        graph: the names of the graph.
        types: concepts that something is.
        schema: the graph's schema, if it has one; its classes are concepts by their first names.
    """
    waiting, seen = list(dict.fromkeys(types)), set(types)
    languages = sorted({name.language for name in graph.names.values()})
    by_schema = None if schema is None else Conformance(schema, languages, lambda _: {})
    while waiting:
        type = waiting.pop()
        name = graph.names.get(type)
        if name is None:
            continue
        above = _class_of_head(graph, name)
        if above:
            yield _is_a(type, above, "heads")
        if by_schema is not None and (found := by_schema.class_of_type(type)):
            yield from _to_top(type, found, by_schema.schema, tuple(name.sentences[:1]), name.language)
        if above and above not in seen:
            seen.add(above)
            waiting.append(above)


def _to_top(type: str, found: str, schema: Schema, sentences: tuple[str, ...], language: str) -> Iterator[Proposal]:
    """Yield the step from a type to its class, and those from there to the classes without parents."""
    labels = {each.name: concept_key(each.names[0], language) for each in schema.classes}
    parents = {each.name: each.parents for each in schema.classes}
    if labels[found] != type:
        yield Proposal(RelationKind.IS_A, type, labels[found], "schema", sentences=sentences)
    waiting = [found]
    while waiting:
        narrow = waiting.pop()
        for broad in parents[narrow]:
            if broad in labels:
                yield Proposal(RelationKind.IS_A, labels[narrow], labels[broad], "schema", sentences=sentences)
                waiting.append(broad)


def _is_a(subject: str, object: str, rule: str, sentences: tuple[str, ...] = ()) -> Proposal:
    return Proposal(RelationKind.IS_A, subject, object, rule, sentences=sentences)


def _class_of_head(graph: GraphNames, name: Name) -> str:
    """Return the longest ending of a common noun phrase that is a class: of *drama film*, *film*; else nothing."""
    words = name.key.split()
    if not _is_noun(name) or name.lexicon.stop_words & {*words}:
        return ""
    return _longest_class(graph, words[1:])


def _is_noun(name: Name) -> bool:
    return bool(name.as_words) and not name.as_name


def _longest_class(graph: GraphNames, words: Sequence[str]) -> str:
    endings = (" ".join(words[first:]) for first in range(len(words)))
    return next((ending for ending in endings if graph.is_class(ending)), "")


def _of_brackets(graph: GraphNames) -> Iterator[Proposal]:
    """*Laura (1944 film)* is a film, *Green (Steve Hillage album)* an album."""
    for name in graph.names.values():
        bracket = next(iter(name.titles.values()), "")
        words = bracket.split()
        if not words or not words[-1].islower() or name.lexicon.stop_words & {*words}:
            continue
        # What other documents mention by this name may be another thing.
        if not name.is_name or name.is_homonym or not name.documents <= name.titles.keys():
            continue
        if found := _longest_class(graph, concept_key(bracket, name.language).split()):
            yield _is_a(name.key, found, "brackets")


def _of_facts(graph: GraphNames) -> Iterator[Proposal]:
    """What facts say that a name is, where it ends with a class: *is a monthly scientific journal*."""
    for fact in graph.facts.values():
        if fact.predicate not in _IS or fact.qualifiers or not isinstance(fact.object, str):
            continue
        subject, type = graph.names.get(fact.subject), graph.names.get(fact.object)
        if subject is None or type is None or not subject.is_name or not _is_noun(type) or type.is_owned:
            continue
        words = type.key.split()
        if len(words) <= _MOST_WORDS and not words[0][0].isdigit() and graph.is_class(head_word(type.key)):
            yield _is_a(subject.key, type.key, "facts", sentences_of(fact))


def _of_profiles(graph: GraphNames) -> Iterator[Proposal]:
    for key, types in graph.types.items():
        for type, sentences in types.items():
            if type and type != key and key in graph.names:
                yield _is_a(key, type, "profiles", sentences)


def _of_heads(graph: GraphNames, classed: Counter[str]) -> Iterator[Proposal]:
    """*Green River* is a river where most names that end so are stated to be one; unclassed names alone."""
    endings: dict[str, str] = {}
    for name in graph.names.values():
        head = head_word(name.key)
        if head != name.key and name.is_name and not name.is_person and graph.is_class(head):
            endings[name.key] = head
    stated: Counter[str] = Counter()
    agreeing: Counter[str] = Counter()
    for relation in graph.stated(RelationKind.IS_A):
        if (named := endings.get(relation.subject)) is not None:
            stated[named] += 1
            agreeing[named] += head_word(relation.object) == named
    for key, head in endings.items():
        if not classed[key] and agreeing[head] >= _FEWEST_NAMES and agreeing[head] >= _LEAST_SHARE * stated[head]:
            yield _is_a(key, head, "names")
