"""Words that may stand for a word of a question, by the groups of related words of its language."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from lgm_core.language.lexicons import lexicon_of

__all__ = ["related_stems"]


@cache
def related_stems(language: str) -> dict[str, tuple[str, ...]]:
    """Return the stems of the words that may stand for a word, by its stem; nothing in a language without groups."""
    lexicon = lexicon_of(language)
    related: defaultdict[str, set[str]] = defaultdict(set)
    for group in lexicon.related_words:
        stems = {lexicon.stem(word) for word in group}
        for stem in stems:
            related[stem] |= stems - {stem}
    return {stem: tuple(sorted(others)) for stem, others in related.items()}
