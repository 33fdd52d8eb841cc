"""Mentions as short lists: `[concept, start, end, number of the source]`, and the surface if the reader lacks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lgm_core.model import Mention, MentionSource

__all__ = ["NEO4J_MENTIONS", "SQLITE_MENTIONS", "MentionCodec"]

_SOURCES = (MentionSource.TEXT, MentionSource.COREFERENCE, MentionSource.TITLE)
"""Sources by the number that is stored for them; the order is part of the stored formats."""


@dataclass(frozen=True, slots=True)
class MentionCodec:
    """The mentions of one stored format.

    Attributes:
        title_is_known: whether the reader has the section's title at hand, so that the surface of a TITLE mention which
            repeats it is left out.
    """

    title_is_known: bool

    def packed(self, mention: Mention, concept: int | str, text: str, title: str) -> tuple[int | str, ...]:
        """Return a mention as a short list.

        Args:
            mention: what is stored.
            concept: how the store names its concept.
            text: the sentence's text.
            title: the title of the sentence's section.
        """
        source, start, end = mention.source, mention.start, mention.end
        implied = title if self.title_is_known and source is MentionSource.TITLE else text[start:end]
        stored = (concept, start, end, _SOURCES.index(source))
        return stored if mention.surface == implied else (*stored, mention.surface)

    def unpacked(
        self, stored: Sequence[Any], sentence_id: str, text: str, title: str, keys: Mapping[int, str] | None = None
    ) -> Mention:
        """Return the mention of a short list; `keys` are those of the concepts where numbers are stored for them."""
        concept, start, end, code = stored[:4]
        source = _SOURCES[code]
        if len(stored) > 4:
            surface = stored[4]
        else:
            surface = title if self.title_is_known and source is MentionSource.TITLE else text[start:end]
        return Mention(sentence_id, concept if keys is None else keys[concept], surface, start, end, source)


SQLITE_MENTIONS = MentionCodec(title_is_known=True)
NEO4J_MENTIONS = MentionCodec(title_is_known=False)
