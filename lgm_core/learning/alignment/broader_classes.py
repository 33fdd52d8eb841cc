"""Which classes things belong to, by brackets of titles, heads of phrases, profiles, facts and the schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from lgm_core.language.concepts import concept_key, head_word
from lgm_core.learning.alignment.graph_names import GraphNames, Proposal, sentences_of
from lgm_core.model import RelationKind
from lgm_core.model.schema import Schema
from lgm_core.schema.conformance import Conformance

__all__ = ["proposed_classes", "proposed_parts", "schema_chain"]

_MOST_WORDS = 5
"""The most words of a class that a fact states; more are a description."""

_FEWEST_NAMES, _LEAST_SHARE = 3, 0.9
"""Names that end with a class and are stated to be of it, and their share among those of which a class is stated."""

_IS = frozenset(("be", "be kind of", "be type of", "be form of", "be sort of", "be example of", "be instance of"))
_PART = frozenset(("be part of", "part of", "form part of", "be now part of"))
_WHOLE = frozenset(("consist of", "comprise", "be comprise of", "comprise of", "be make up of", "be compose of"))


def proposed_classes(graph: GraphNames) -> Iterator[Proposal]:
    """Yield is-a relations of things to classes: those of brackets, facts and profiles, then those of names' heads."""
    told = [*_of_brackets(graph), *_of_facts(graph), *_of_profiles(graph)]
    classed = {each.subject for each in told} | {each.subject for each in graph.stated(RelationKind.IS_A)}
    yield from (*told, *_of_heads(graph, classed))


def proposed_parts(graph: GraphNames) -> Iterator[Proposal]:
    """Yield has-part relations that facts state of two names: *is part of*, read either way."""
    for fact, first, second in graph.facts_of_names(_PART | _WHOLE):
        whole, part = (second.key, first.key) if fact.predicate in _PART else (first.key, second.key)
        if not (whole[0].isdigit() or part[0].isdigit()):
            yield Proposal(RelationKind.HAS_PART, whole, part, "facts", sentences=sentences_of(fact))


def schema_chain(graph: GraphNames, types: Iterable[str], schema: Schema | None) -> Iterator[Proposal]:
    """Yield what leads from types to broader ones: *film director*, *director*, and the schema's *person* above.

    The classes of the schema are concepts by their first names.
    """
    languages = sorted({name.language for name in graph.names.values()})
    conformance = Conformance(schema or Schema(), languages, lambda _: {})
    waiting = list(dict.fromkeys(types))
    seen = set(waiting)
    while waiting:
        name = graph.names.get(waiting.pop())
        if name is None:
            continue
        words = name.key.split()
        is_plain = name.is_noun and not name.lexicon.stop_words & {*words}
        if is_plain and (above := _longest_class(graph, words[1:])):
            yield _is_a(name.key, above, "heads")
            waiting += {above} - seen
            seen.add(above)
        if found := conformance.class_of_type(name.key):
            classes = conformance.schema.classes
            labels = {each.name: concept_key(each.names[0], name.language) for each in classes}
            steps = [(each.name, parent) for each in classes for parent in each.parents]
            above_found = conformance.schema.above(found)
            edges = [(labels[one], labels[other]) for one, other in steps if one in above_found and other in labels]
            for narrow, broad in ((name.key, labels[found]), *edges):
                yield _is_a(narrow, broad, "schema", tuple(name.sentences[:1]))


def _is_a(subject: str, object: str, rule: str, sentences: tuple[str, ...] = ()) -> Proposal:
    return Proposal(RelationKind.IS_A, subject, object, rule, sentences=sentences)


def _longest_class(graph: GraphNames, words: Sequence[str]) -> str:
    """Return the longest ending that is a class: of *drama film*, *film*; else nothing."""
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
        subject, type = graph.names.get(fact.subject), graph.names.get(str(fact.object))
        if fact.predicate not in _IS or fact.qualifiers or subject is None or type is None:
            continue
        words = type.key.split()
        if not subject.is_name or not type.is_noun or type.is_owned or len(words) > _MOST_WORDS:
            continue
        if not words[0][0].isdigit() and graph.is_class(head_word(type.key)):
            yield _is_a(subject.key, type.key, "facts", sentences_of(fact))


def _of_profiles(graph: GraphNames) -> Iterator[Proposal]:
    for profile in graph.profiles:
        if (name := graph.names.get(profile.concept)) is not None:
            for type in filter(None, (concept_key(type, name.language) for type in profile.types)):
                yield _is_a(name.key, type, "profiles", sentences_of(profile))


def _of_heads(graph: GraphNames, classed: set[str]) -> Iterator[Proposal]:
    """*Green River* is a river where most names that end so are stated to be one; unclassed names alone."""
    endings: dict[str, str] = {}
    for name in graph.names.values():
        head = head_word(name.key)
        if head != name.key and name.is_name and not name.is_person and graph.is_class(head):
            endings[name.key] = head
    own = [each for each in graph.stated(RelationKind.IS_A) if each.subject in endings]
    stated = Counter(endings[each.subject] for each in own)
    agreeing = Counter(head for each in own if (head := endings[each.subject]) == head_word(each.object))
    for key, head in endings.items():
        if key not in classed and agreeing[head] >= _FEWEST_NAMES and agreeing[head] >= _LEAST_SHARE * stated[head]:
            yield _is_a(key, head, "names")
