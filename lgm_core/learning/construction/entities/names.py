"""Which mentions have one name, by its words alone, and which names of a document tell that they are one thing's."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import Entity
from lgm_core.learning.patterns.abbreviations import find_abbreviations
from lgm_core.model import EntityClass, RelationKind, Verdict

__all__ = ["differ_in_number", "is_name", "name_form", "told_aliases"]

_DIGITS = re.compile(r"\d+")


@lru_cache(maxsize=1 << 16)
def name_form(name: str, language: str) -> str:
    """Return what names have in common that differ in case, articles, plurals, hyphens or spaces alone.

    *The data sets*, *data-set* and *dataset* have one form. It is empty where a name has no words.
    """
    return "".join(concept_key(word, language) or word for word in concept_key(name, language).split())


def is_name(entity: Entity) -> bool:
    """Return whether a thing has a name, and is not just described, as *the tool* or *it*."""
    return entity.entity_class is not EntityClass.OTHER


def differ_in_number(first: str, second: str) -> bool:
    """Return whether two names are the same but for their digits, which makes them names of different things."""
    return first != second and _DIGITS.sub("0", first) == _DIGITS.sub("0", second)


def told_aliases(entities: Sequence[Entity], text: DocumentText) -> list[tuple[int, int]]:
    """Return which named and general things the document itself calls by each other's names, by their places.

    It does so where it explains a short form, *also known as* and the like (`RelationKind.ALIAS_OF`), in a name that
    holds its own short form, *the Internet of Things (IoT)*, and where a name stands beside another one for the same
    (`EntityMention.antecedent`).
    """
    language = text.record.language
    places: dict[str, list[int]] = defaultdict(list)
    for place, entity in enumerate(entities):
        if is_name(entity):
            for form in {name_form(key, language) for key in entity.keys}:
                places[form].append(place)
    pairs: set[tuple[int, int]] = set()
    for first, second in _told_forms(entities, text):
        pairs |= {
            (min(here, there), max(here, there))
            for here in places.get(first, ())
            for there in places.get(second, ())
            if here != there
        }
    return sorted(pairs)


def _told_forms(entities: Sequence[Entity], text: DocumentText) -> Iterator[tuple[str, str]]:
    """Yield forms of names that the document says are one thing's."""
    language = text.record.language
    for relation in text.graph.relations:
        if relation.kind is RelationKind.ALIAS_OF and relation.verdict is not Verdict.INVALID:
            yield name_form(relation.subject, language), name_form(relation.object, language)
    for entity in entities:
        names = [mention for mention in entity.mentions if mention.entity_class is not EntityClass.OTHER]
        for mention in names:
            if mention.antecedent:
                yield name_form(mention.surface, language), name_form(mention.antecedent, language)
        for surface in dict.fromkeys(mention.surface for mention in names):
            for found in find_abbreviations(surface, 0, len(surface)):
                short, long = surface[slice(*found.short)], surface[slice(*found.long)]
                whole = name_form(surface, language)
                if whole in (name_form(short + long, language), name_form(long + short, language)):
                    yield whole, name_form(short, language)
                    yield whole, name_form(long, language)
                    yield name_form(short, language), name_form(long, language)
