"""The concepts of a document as entities of a host's property graph."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lgm_core.graph.surface_forms import is_form
from lgm_core.model import DocumentGraph, Mention, MentionSource
from lgm_core.model.concept import name_of, sense_number

__all__ = ["LocalEntity", "concept_entities", "concept_names"]


@dataclass(frozen=True, slots=True)
class LocalEntity:
    """A concept or thing of a document, or the value of a fact, as an entity of a property graph.

    Attributes:
        name: its name. A proper name, such as *Meridian Pumps*, is spelled as in the document. Other concepts have
            their key with a capital, so that *honey bees* here and *a honey bee* in another document are the same
            entity, *Honey bee*; if keys are stems, as in German, they have the document's spelling with a capital. A
            number distinguishes further senses of a name, and several things of one name: `Boat (2)`.
        label: `Concept`, or the first type of a thing as one word, in English in the singular: `Film_director`;
            `Entity` without a known type.
        properties: of a concept its `key` and its most frequent spelling in the document, `surface`; of a thing its
            `key`, `class`, `types`, `aliases`, `description` and `relevance`, if known.
        is_mentioned: whether the document mentions it; otherwise it is only in a relation.
    """

    name: str
    label: str
    properties: dict[str, Any]
    is_mentioned: bool = True


@dataclass(frozen=True, slots=True)
class _Spelling:
    """The spelling of a concept in one mention; `is_name` if its capitals show that it is a name."""

    surface: str
    is_name: bool


def concept_entities(graph: DocumentGraph, *, only_related: bool, with_names: bool = False) -> dict[str, LocalEntity]:
    """Return the concepts of a document as entities, by key and in the order of the keys.

    A concept that is only mentioned as a part of longer phrases is not an entity, unless it is in a relation or fact.

    Args:
        graph: the graph of the document.
        only_related: leave out concepts without a relation or fact.
        with_names: keep names among these nevertheless.
    """
    spellings = _spellings(graph)
    keys = {key for relation in graph.relations for key in (relation.subject, relation.object)}
    keys |= {key for fact in graph.facts for key in fact.concepts}
    if with_names or not only_related:
        names = {key for key, found in spellings.items() if any(spelling.is_name for spelling in found)}
        whole = {mention.concept for mention in _whole_mentions(filter(is_form, graph.mentions), names)}
        keys |= whole & names if only_related else whole
    return _entities(graph, sorted(keys), spellings)


def concept_names(graph: DocumentGraph, keys: Iterable[str]) -> dict[str, str]:
    """Return the names that concepts of a document have as entities, by key."""
    return {key: entity.name for key, entity in _entities(graph, keys, _spellings(graph)).items()}


def _entities(
    graph: DocumentGraph, keys: Iterable[str], spellings: dict[str, list[_Spelling]]
) -> dict[str, LocalEntity]:
    has_readable_keys = graph.document.language == "en"
    return {key: _entity(key, spellings.get(key, []), has_readable_keys) for key in keys}


def _spellings(graph: DocumentGraph) -> dict[str, list[_Spelling]]:
    """Return the spellings of each concept; titles only count if no sentence mentions it."""
    sentences = {sentence.id: sentence for sentence in graph.sentences}
    in_text: dict[str, list[_Spelling]] = defaultdict(list)
    in_titles: dict[str, list[_Spelling]] = defaultdict(list)
    for mention in filter(is_form, graph.mentions):
        surface = " ".join(mention.surface.split())
        is_title = mention.source is MentionSource.TITLE
        before = sentences[mention.sentence_id].text[: mention.start]
        is_first = is_title or not any(character.isalnum() for character in before)
        spellings = in_titles if is_title else in_text
        spellings[mention.concept].append(_Spelling(surface, _is_name(surface, is_first)))
    return in_titles | in_text


def _is_name(surface: str, is_first: bool) -> bool:
    """Return whether capitals show a name, which the first letter of a sentence does not."""
    return any(character.isupper() for character in (surface[1:] if is_first else surface))


def _entity(key: str, spellings: list[_Spelling], has_readable_keys: bool) -> LocalEntity:
    plain, number = name_of(key), sense_number(key)
    sense = f" ({number})" if number > 1 else ""
    if not spellings:
        return _concept(key, f"{plain.capitalize()}{sense}", plain, is_mentioned=False)
    surface = Counter(spelling.surface for spelling in spellings).most_common(1)[0][0]
    if not has_readable_keys:
        name = surface[0].upper() + surface[1:]
    elif any(spelling.is_name for spelling in spellings if spelling.surface == surface):
        name = surface
    else:
        name = plain.capitalize()
    return _concept(key, f"{name}{sense}", surface, is_mentioned=True)


def _concept(key: str, name: str, surface: str, *, is_mentioned: bool) -> LocalEntity:
    return LocalEntity(name, "Concept", {"key": key, "surface": surface}, is_mentioned)


def _whole_mentions(mentions: Iterable[Mention], names: set[str]) -> Iterator[Mention]:
    """Yield the mentions that are not inside a longer one; of a name followed by common nouns, only the name.

    A tagger may have mistaken verbs for such nouns, as in *Jonas Berg lives*.
    """
    by_sentence: dict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        by_sentence[mention.sentence_id].append(mention)
    for together in by_sentence.values():
        end = -1
        for mention in sorted(together, key=lambda mention: (mention.start, -mention.end)):
            if mention.source is MentionSource.TITLE:
                yield mention
            elif mention.start >= end:
                end = mention.end
                yield _leading_name(mention, together, names)


def _leading_name(phrase: Mention, together: Iterable[Mention], names: set[str]) -> Mention:
    """Return the longest name at the start of a phrase, if only lower-case words follow it; else the phrase."""
    shorter = [mention for mention in together if mention.start == phrase.start and mention.end < phrase.end]
    leading = [mention for mention in shorter if mention.concept in names]
    name = max(leading, key=lambda mention: mention.end, default=phrase)
    return name if phrase.surface[len(name.surface) :].islower() else phrase
