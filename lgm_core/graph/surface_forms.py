"""The names of concepts: which mentions count as surface forms, their order, and senses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lgm_core.model import Concept, Mention, MentionSource
from lgm_core.model.concept import name_of, sense_number

__all__ = ["concept_with_forms", "is_form", "senses_by_name", "with_senses"]


def is_form(mention: Mention) -> bool:
    """Tell whether the surface of a mention is a form of its concept; a pronoun is not."""
    return mention.source is not MentionSource.COREFERENCE


def concept_with_forms(key: str, frequency: int, counts: Mapping[str, int]) -> Concept:
    """Return a concept named by its most frequent form, given the count of each; ties are ordered by code point.

    A concept without forms is named by its key, without the sense number.
    """
    forms = tuple(sorted(counts, key=lambda form: (-counts[form], form)))
    return Concept(key, forms[0] if forms else name_of(key), frequency, forms)


def senses_by_name(names: Iterable[str], keys: Iterable[str]) -> dict[str, list[str]]:
    """Return the keys of each name with several senses, in their order, among existing keys."""
    wanted = dict.fromkeys(names)
    by_name: dict[str, set[str]] = {}
    for key in keys:
        if (name := name_of(key)) in wanted:
            by_name.setdefault(name, set()).add(key)
    return {
        name: sorted(by_name[name], key=lambda key: (sense_number(key), key))
        for name in wanted
        if any(sense_number(key) > 1 for key in by_name.get(name, ()))
    }


def with_senses(keys: Iterable[str], senses: Mapping[str, Iterable[str]]) -> list[str]:
    """Return distinct keys of names, each followed by those of its further senses."""
    return list(dict.fromkeys(sense for key in keys for sense in (key, *senses.get(key, ()))))
