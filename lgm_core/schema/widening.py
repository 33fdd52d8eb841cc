"""What else a question about a term of the schema is about: its synonyms, what is below it, what is above it.

A question about *tooth extraction* is also about the extractions that the schema puts below it, and one about cataract
patients about whatever holds for the visually impaired above them (KAG, section 2.4.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lgm_core.language.concepts import concept_key
from lgm_core.model.schema import ClassKind, Schema, SchemaClass

__all__ = ["Terms"]

_LEVELS = ("synonym", "narrower", "broader")

_LONGEST = 5
"""The most words of a term in a question."""

_MOST = 20
"""The most further terms of a question."""


class Terms:
    """The terms of a schema: the labels of its classes, with what is above and below each.

    Args:
        schema: the schema; only what is accepted counts.
        languages: the codes of the languages of questions.
    """

    def __init__(self, schema: Schema, languages: Sequence[str]) -> None:
        self.schema, self.languages = schema.accepted, tuple(languages) or ("",)

    @cached_property
    def by_key(self) -> dict[str, SchemaClass]:
        """Return the class of each label by the label's concept key."""
        return {key: each for each in reversed(self.schema.classes) for key in self._keys(each)}

    def class_named(self, name: str) -> SchemaClass | None:
        """Return the class with a name in words; None if there is none."""
        keys = (concept_key(name, language) for language in self.languages)
        return next((self.by_key[key] for key in keys if key in self.by_key), None)

    def wider(self, name: str) -> dict[str, str]:
        """Return the concept keys of further terms that a name may be found under: each a level, the nearest first.

        They are each a `synonym`, `narrower` or, if the name is that of a concept, `broader`, in this order.
        """
        if (own := self.class_named(name)) is None:
            return {}
        keys, hierarchy = [concept_key(name, language) for language in self.languages], self.schema.hierarchy
        above = hierarchy[own.name] if own.kind is ClassKind.CONCEPT else {}
        ranked = [(0, 0, own)]
        for each in self.schema.classes:
            if each is not own and own.name in hierarchy[each.name]:
                ranked.append((1, hierarchy[each.name][own.name], each))
            elif each is not own and each.name in above:
                ranked.append((2, above[each.name], each))
        found: dict[str, str] = {}
        for level, _, each in sorted(ranked, key=lambda entry: entry[:2]):
            for key in self._keys(each):
                found.setdefault(key, _LEVELS[level])
        return dict([(key, level) for key, level in found.items() if key not in keys][:_MOST])

    def in_words(self, words: Sequence[str]) -> list[tuple[range, list[str]]]:
        """Return the places of the terms in a question's words, longest first, each with the keys of further terms."""
        found = []
        first = 0
        while first < len(words) and self.by_key:
            for end in range(min(first + _LONGEST, len(words)), first, -1):
                if terms := self.wider(" ".join(words[first:end])):
                    found.append((range(first, end), list(terms)))
                    first = end - 1
                    break
            first += 1
        return found

    def _keys(self, each: SchemaClass) -> list[str]:
        return [key for name in each.names for language in self.languages if (key := concept_key(name, language))]
