"""The part of WordNet below terms, as classes that a schema may accept; by the package `wn` and a lexicon it has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lgm_core.errors import InputError, missing_extra
from lgm_core.model.schema import Schema, SchemaClass, predicate_words
from lgm_core.schema.proposing import camel_case

__all__ = ["wordnet_below"]

_MOST = 2_000
"""The most classes below the terms; WordNet has some 80,000 nouns below *entity*."""


def wordnet_below(terms: Iterable[str], lexicon: str, held: Schema) -> Schema:
    """Return what a schema lacks of the classes below terms; see `LanguageGraph.propose_schema`.

    A class that the schema has from elsewhere, under the name of one of WordNet, is taken for the same.
    """
    try:
        import wn
    except ImportError as error:
        raise missing_extra("WordNet", "wordnet") from error
    try:
        there = [each.specifier() for each in wn.lexicons(lexicon=lexicon or "*")]
        if len(there) != 1:
            named = f"choose of {', '.join(there)}" if there else "fetch one: python -m wn download oewn:2024"
            count = f"are {len(there)} lexicons" if there else "is no lexicon"
            raise InputError(f"there {count} {lexicon or 'of WordNet'} on this machine; {named}")
        found = _below(list(terms), wn.Wordnet(there[0]))
    except wn.Error as error:
        raise InputError(f"WordNet has no such noun or id of a meaning, or cannot be read: {error}") from error
    known = {each.name: each.origin for each in held.classes}
    taken, names = dict(known), dict[str, str]()
    for id, each in found.items():
        origin = f"wordnet:{there[0]} {id}"
        fitting = (name for lemma in each.lemmas() if (name := camel_case(lemma, upper=True)))
        free = (name for name in fitting if (of := taken.get(name, origin)) == origin or not of.startswith("wordnet:"))
        names[id] = next(free, id)
        taken.setdefault(names[id], origin)
    classes = []
    for id, each in found.items():
        if (name := names[id]) not in known:
            labels = tuple(label for label in each.lemmas() if label != predicate_words(name))
            parents = tuple(names[above.id] for above in each.hypernyms() if above.id in names)
            told = each.definition() or ""
            classes.append(SchemaClass(name, labels, parents, told, status="proposed", origin=taken[name]))
    return Schema(classes=tuple(classes))


def _below(terms: list[str], wordnet: Any) -> dict[str, Any]:  # noqa: ANN401  # the package is optional
    """Return the first meanings of nouns, or those with ids, and all below them but instances such as towns, by id."""
    seen: dict[str, Any] = {}
    named = ((term, [each for word in wordnet.words(term, pos="n") for each in word.synsets()]) for term in terms)
    fresh = [(meanings or [wordnet.synset(term)])[0] for term, meanings in named]
    for synset in fresh:  # grows during the loop
        if synset.id not in seen:
            seen[synset.id] = synset
            fresh += synset.get_related("hyponym")
        if len(seen) > _MOST:
            raise InputError(f"there are more than {_MOST:,} meanings below the terms; name narrower ones")
    return seen
