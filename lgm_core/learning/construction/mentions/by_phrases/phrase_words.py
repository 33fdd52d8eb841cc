"""Words by which phrases that name something are told from those that only count, point or join."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.language.lexicons.lexicon import words

__all__ = ["PhraseWords", "phrase_words"]


@dataclass(frozen=True, slots=True)
class PhraseWords:
    """Words of a language, in lower case; empty for languages whose words nobody has listed.

    Attributes:
        demonstratives: determiners that point to what was said before.
        joining: conjunctions between two phrases that name one thing together.
        measures: nouns before a genitive that only tell how many or of what sort: *a variety of formats*.
        adverbial: nouns that name nothing where they follow a preposition by themselves: *in order*.
        places: nouns that with a number name a place in the document: *Table 3*.
        others: what stands behind the first of several authors.
        plural: ending of nouns in the plural, where these are rarely part of a compound.
    """

    demonstratives: frozenset[str] = frozenset()
    joining: frozenset[str] = frozenset()
    measures: frozenset[str] = frozenset()
    adverbial: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    others: tuple[str, ...] = ()
    plural: str = ""


_ENGLISH = PhraseWords(
    demonstratives=words("this that these those such"),
    joining=words("and &"),
    measures=words(
        "amount array bunch couple dozen group half host hundred kind lot majority million myriad number pair part "
        "piece plenty portion quantity range series set share sort ten thousand total type variety wealth"
    ),
    adverbial=words(
        "accordance addition advance average basis brief case comparison conclusion conjunction consequence contrast "
        "course default detail effect essence example fact favor favour first full general hand instance length line "
        "mind nutshell order part particular parallel place practice principle progress reality respect result return "
        "short so sum summary terms time total truth turn use vain view way"
    ),
    places=words("appendix chapter eq equation fig figure listing page sec section step table tab"),
    others=("et", "al"),
    plural="s",
)

_WORDS = {"en": _ENGLISH}
_NONE = PhraseWords()


def phrase_words(language: str) -> PhraseWords:
    """Return the words of a language, given by its ISO 639-1 code."""
    return _WORDS.get(language, _NONE)
