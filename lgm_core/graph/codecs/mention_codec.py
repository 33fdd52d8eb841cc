"""Mentions as short lists: `[concept, start, end, number of the source]`, then the surface unless the reader knows it.

The two stored formats number the sources differently. These numbers are in files and databases that exist, so each
format keeps its own mapping, and both stand here side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lgm_core.model import Mention, MentionSource

__all__ = ["NEO4J_MENTIONS", "SQLITE_MENTIONS", "MentionCodec"]


@dataclass(frozen=True, slots=True)
class MentionCodec:
    """The mentions of one stored format.

    Attributes:
        sources: the sources by the number that is stored for them.
        title_is_known: whether the reader has the section's title at hand, so that the surface of a TITLE mention which
            repeats it is left out.
    """

    sources: tuple[MentionSource, ...]
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
        stored = (concept, start, end, self.sources.index(source))
        return stored if mention.surface == implied else (*stored, mention.surface)

    def unpacked(
        self, stored: Sequence[Any], sentence_id: str, text: str, title: str, keys: Mapping[int, str] | None = None
    ) -> Mention:
        """Return the mention of a short list; `keys` are those of the concepts where numbers are stored for them."""
        concept, start, end, code = stored[:4]
        source = self.sources[code]
        if len(stored) > 4:
            surface = stored[4]
        else:
            surface = title if self.title_is_known and source is MentionSource.TITLE else text[start:end]
        return Mention(sentence_id, concept if keys is None else keys[concept], surface, start, end, source)


SQLITE_MENTIONS = MentionCodec(
    sources=(MentionSource.COREFERENCE, MentionSource.TEXT, MentionSource.TITLE), title_is_known=True
)
NEO4J_MENTIONS = MentionCodec(
    sources=(MentionSource.TEXT, MentionSource.COREFERENCE, MentionSource.TITLE), title_is_known=False
)
