"""The names that a text has for its things, numbered where one name is two things, and read back from replies."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.relations.thing_places import ThingPlaces
from lgm_core.learning.construction.shown_texts import plain_field
from lgm_core.model.concept import name_of

__all__ = ["LocalNames"]

_NUMBERED = re.compile(r"(.*\S)\s*\((\d{1,3})\)")


class LocalNames:
    """The names of the things that some sentences mention.

    Args:
        places: the document's things.
        sentence_ids: the sentences.
        language: ISO 639-1 code of the text.
    """

    def __init__(self, places: ThingPlaces, sentence_ids: Iterable[str], language: str) -> None:
        self._language = language
        shown: dict[str, tuple[str, list[int]]] = {}
        self._things: defaultdict[str, list[int]] = defaultdict(list)
        for thing, mention in places.in_sentences(sentence_ids):
            surface = plain_field(mention.surface)
            key = concept_key(surface, language) or name_of(mention.key)
            _, things = shown.setdefault(key, (surface, []))
            if thing not in things:
                things.append(thing)
            for name in (key, *map(name_of, places.entities[thing].keys)):
                if thing not in self._things[name]:
                    self._things[name].append(thing)
        self._numbered: dict[tuple[str, int], int] = {}
        self.shown: list[str] = []
        for key, (surface, things) in shown.items():
            for number, thing in enumerate(things, start=1):
                self._numbered[key, number] = thing
                self.shown.append(surface if len(things) == 1 else f"{surface} ({number})")

    def things(self, name: str) -> list[int]:
        """Return what a name may stand for: several things where it has no number, none where it is unknown.

        A thing may be called by any of its names, in any form; a number in brackets tells which thing of the name is
        meant as `shown` lists them.
        """
        key = concept_key(name, self._language)
        if key in self._things:
            return self._things[key]
        numbered = _NUMBERED.fullmatch(name.strip())
        if numbered is None:
            return []
        key = concept_key(numbered[1], self._language)
        thing = self._numbered.get((key, int(numbered[2])))
        return self._things.get(key, []) if thing is None else [thing]
