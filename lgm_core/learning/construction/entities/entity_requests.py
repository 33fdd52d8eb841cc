"""The requests of the second stage, with what the model has to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.entities.entity_prompts import (
    FAMILIAR_TERMS,
    FAMILIAR_TERMS_SCHEMA,
    FAMILIARITY,
    FAMILIARITY_SCHEMA,
    SAME_THING,
    SAME_THING_SCHEMA,
    UNFAMILIAR_TERMS,
    UNFAMILIAR_TERMS_SCHEMA,
)
from lgm_core.learning.construction.findings import Entity
from lgm_core.learning.construction.item_requests import (
    ItemRequest,
    about_items,
    in_groups,
)
from lgm_core.learning.construction.shown_texts import cut, plain_field, sentence_lines
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.llm.tokens import count_tokens

__all__ = ["EntityRequests"]

PHASE = "construction: entities"
"""The name that usage of this stage is accounted under."""

_THINGS_AT_ONCE, _PAIRS_AT_ONCE = 25, 25
"""About how many things or pairs a request asks."""
_ABSTRACT_TOKENS = 400
"""Length of the first section where it stands for what the document is about; an abstract has about 250 words."""
_TYPES = 6
"""Types that are shown of a thing, the most frequent ones."""


class EntityRequests:
    """Makes the requests about the things of a document.

    Args:
        text: the document.
        window_tokens: length of the sentences in a request about unfamiliar things, at most, by `count_tokens`.
    """

    def __init__(self, text: DocumentText, window_tokens: int) -> None:
        self._sources = {source.sentence.id: source for source in text.sentences}
        everything = chain.from_iterable(section.sentences for section in text.sections)
        self._windows = [*cut(everything, window_tokens)]
        self._header = _header(text)

    def familiarity(self, things: Sequence[Entity]) -> list[ItemRequest[Entity]]:
        """Ask whether things are known without the document."""
        return [
            about_items(group, FAMILIARITY, FAMILIARITY_SCHEMA, PHASE, terms=_lines(group))
            for group in in_groups(things, _THINGS_AT_ONCE)
        ]

    def familiar(self, things: Sequence[Entity]) -> list[ItemRequest[Entity]]:
        """Ask what things are that are known, by the sentences of their first mentions."""
        requests = []
        for group in in_groups(things, _THINGS_AT_ONCE):
            values = self._terms(group, self._sentences_of(group))
            requests.append(about_items(group, FAMILIAR_TERMS, FAMILIAR_TERMS_SCHEMA, PHASE, **values))
        return requests

    def unfamiliar(self, things: Sequence[Entity]) -> list[ItemRequest[Entity]]:
        """Ask what things are that are not known, by the sentences around their first mentions."""
        requests = []
        for window in self._windows:
            shown = {source.sentence.id for source in window}
            own = [thing for thing in things if thing.evidence[0] in shown]
            for group in in_groups(own, _THINGS_AT_ONCE):
                values = {"document": self._header} | self._terms(group, window)
                requests.append(about_items(group, UNFAMILIAR_TERMS, UNFAMILIAR_TERMS_SCHEMA, PHASE, **values))
        return requests

    def same(self, things: Sequence[Entity], pairs: Sequence[tuple[int, int]]) -> list[ItemRequest[tuple[int, int]]]:
        """Ask whether pairs of things, by their places, are one."""
        requests = []
        for group in in_groups(pairs, _PAIRS_AT_ONCE):
            numbers = {place: number for number, place in enumerate(sorted({*chain(*group)}), start=1)}
            compared = [things[place] for place in numbers]
            values = {"document": self._header} | self._terms(compared, self._sentences_of(compared), described=True)
            values["pairs"] = "\n".join(
                f"{number}. {numbers[first]} = {numbers[second]}"
                for number, (first, second) in enumerate(group, start=1)
            )
            requests.append(about_items(group, SAME_THING, SAME_THING_SCHEMA, PHASE, **values))
        return requests

    def _sentences_of(self, things: Sequence[Entity]) -> list[SourceSentence]:
        return [self._sources[id] for id in dict.fromkeys(thing.evidence[0] for thing in things)]

    @staticmethod
    def _terms(things: Sequence[Entity], shown: Sequence[SourceSentence], *, described: bool = False) -> dict[str, str]:
        """Return sentences and the terms that they use, as lines."""
        numbers = {source.sentence.id: number for number, source in enumerate(shown, start=1)}
        lines = _lines(things, numbers, described=described)
        return {"sentences": sentence_lines(shown), "terms": lines}


def _lines(things: Sequence[Entity], numbers: Mapping[str, int] | None = None, *, described: bool = False) -> str:
    lines = []
    for number, thing in enumerate(things, start=1):
        fields = [plain_field(thing.name), plain_field(", ".join(thing.types[:_TYPES]))]
        if numbers is not None:
            fields.append(f"[{numbers[thing.evidence[0]]}]")
        if described:
            fields.append(plain_field(thing.description))
        lines.append(f"{number}. {' | '.join(fields)}")
    return "\n".join(lines)


def _header(text: DocumentText) -> str:
    """Return what a document is about: its title, authors, keywords and first section, those that there are."""
    opening: list[str] = []
    for source in text.sections[0].sentences if text.sections else ():
        opening.append(source.sentence.text)
        if count_tokens(" ".join(opening)) >= _ABSTRACT_TOKENS:
            break
    fields = {
        "Title": text.record.title,
        "Authors": ", ".join(text.authors),
        "Keywords": ", ".join(text.keywords),
        "Abstract": " ".join(opening),
    }
    return "\n".join(f"{name}: {plain_field(value)}" for name, value in fields.items() if value.strip())
