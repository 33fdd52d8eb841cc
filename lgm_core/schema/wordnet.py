"""The part of WordNet below terms, as classes that a schema may accept; by the package `wn` and a lexicon it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from lgm_core.errors import InputError, missing_extra, shown
from lgm_core.model.schema import Schema, SchemaClass, predicate_words
from lgm_core.schema.proposing import name_in_camel_case

if TYPE_CHECKING:
    from wn import Synset, Wordnet

__all__ = ["wordnet_below"]

_MOST = 2_000
"""The most classes below the terms; WordNet has some 80,000 nouns below *entity*."""


def wordnet_below(terms: Iterable[str], lexicon: str, held: Schema) -> Schema:
    """Return the meanings of nouns and all below them as proposed classes that a schema lacks.

    A class that the schema has from elsewhere, under the name of one of WordNet, is taken for the same.

    Args:
        terms: nouns, of which the first and most usual meaning is taken, or ids of synsets: `oewn-02086723-n`.
        lexicon: an installed lexicon: `oewn:2024`; empty for the only one.
        held: the schema.

    Raises:
        InputError: there is no such lexicon or noun, several lexicons to choose from, or too much below the terms.
        MissingDependencyError: the package is not installed.
    """
    try:
        import wn
    except ImportError as error:
        raise missing_extra("WordNet", "wordnet") from error
    try:
        there = [each.specifier() for each in wn.lexicons(lexicon=lexicon or "*")]
        if not there:
            command = f"python -m wn download {lexicon or 'oewn:2024'}"
            raise InputError(f"there is no lexicon {lexicon or 'of WordNet'} on this machine; to fetch it: {command}")
        if len(there) > 1:
            raise InputError(f"there are several lexicons of WordNet; choose one: {', '.join(there)}")
        found = _below([_meant(term, wn.Wordnet(there[0])) for term in terms])
    except wn.Error as error:
        raise InputError(f"WordNet cannot be read: {error}") from error
    taken = {each.name: "property:" for each in held.properties} | {each.name: each.origin for each in held.classes}
    known, names = {each.name for each in held.classes}, dict[str, str]()
    for synset in found:
        origin = f"wordnet:{there[0]} {synset.id}"
        proposed = (name_in_camel_case(lemma, upper=True) for lemma in synset.lemmas())
        name = next((each for each in proposed if each and _is_free(each, origin, taken)), synset.id)
        names[synset.id], taken[name] = name, taken.get(name, origin)
    classes = (
        SchemaClass(
            names[each.id],
            tuple(label for label in each.lemmas() if label != predicate_words(names[each.id])),
            tuple(names[above.id] for above in each.hypernyms() if above.id in names),
            each.definition() or "",
            status="proposed",
            origin=taken[names[each.id]],
        )
        for each in found
    )
    return Schema(classes=tuple(each for each in classes if each.name not in known))


def _is_free(name: str, origin: str, taken: Mapping[str, str]) -> bool:
    """Tell whether a meaning of WordNet may have a name: no property has it, and no other meaning."""
    other = taken.get(name, origin)
    return other == origin or not other.startswith(("wordnet:", "property:"))


def _meant(term: str, wordnet: Wordnet) -> Synset:
    from wn import Error

    senses = (sense for word in wordnet.words(term, pos="n") for sense in word.senses())
    if (sense := next(senses, None)) is not None:
        return sense.synset()
    try:
        return wordnet.synset(term)
    except Error:
        raise InputError(f"WordNet has neither a noun nor a meaning with the id {shown(term)}") from None


def _below(found: list[Synset]) -> list[Synset]:
    """Return meanings and all below them, each once, without instances such as towns."""
    seen = {each.id: each for each in found}
    fresh = list(seen.values())
    for synset in fresh:  # grows during the loop
        new = {each.id: each for each in synset.get_related("hyponym") if each.id not in seen}
        seen |= new
        fresh += new.values()
        if len(seen) > _MOST:
            raise InputError(f"there are more than {_MOST:,} meanings below the terms; name narrower ones")
    return fresh
