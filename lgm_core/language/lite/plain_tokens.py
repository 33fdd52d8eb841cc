"""Words of any language, with no more of grammar than capitals tell of names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.lite.plain_sentences import plain_sentences
from lgm_core.language.normalisation import MARKS, fold_word
from lgm_core.language.port import AnnotatedSentence, Token

__all__ = ["plain_annotation"]

_TOKEN = re.compile(
    rf"(?<!\w)(?:[^\W\d_]\.)+(?=\s?[^\W\d_])|\d+(?:[.,:]\d+)*(?![\w{MARKS}])|[\w{MARKS}]+(?:[-‐‑][\w{MARKS}]+)*|[^\s\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff]"
)
_OPENERS = frozenset("\"'“„‘«»¿¡([{:–—-•*")
"""Marks after which a capital may be that of a beginning, and not of a name."""

_MOST_CAPITALS, _HEADING = 0.6, 4
"""Share of words with a capital, after the first, up to which capitals tell names: a sentence of this many words that
has more is a heading."""


def plain_annotation(text: str, language: str) -> list[AnnotatedSentence]:
    """Return the sentences of a text with their words, of which names, and German nouns, alone have tags.

    Args:
        text: any text.
        language: ISO 639-1 code.
    """
    lexicon = lexicon_of(language)
    spans = (
        [match.span() for match in _TOKEN.finditer(text, *sentence)] for sentence in plain_sentences(text, language)
    )
    sentences = [of_sentence for of_sentence in spans if of_sentence]
    written = [[text[start:end] for start, end in of_sentence] for of_sentence in sentences]
    capitals = [_capitals(words, lexicon) for words in written]
    inside = {
        word
        for words, places in zip(written, capitals, strict=True)
        for word, is_capital in zip(words, places, strict=True)
        if is_capital
    }
    annotated = []
    for of_sentence, words, places in zip(sentences, written, capitals, strict=True):
        tags = _tags(words, _with_beginning(words, places, inside, lexicon), lexicon)
        tokens = tuple(
            Token(word, word.lower(), tag, start, end)
            for word, tag, (start, end) in zip(words, tags, of_sentence, strict=True)
        )
        annotated.append(AnnotatedSentence(tokens[0].start, tokens[-1].end, tokens))
    return annotated


def _capitals(words: Sequence[str], lexicon: Lexicon) -> list[bool]:
    """Tell which words have a capital that is not that of a beginning; none in a heading."""
    others = [word for word in words if word[0].isalpha()][1:]
    if len(others) + 1 >= _HEADING and sum(word[0].isupper() for word in others) > _MOST_CAPITALS * len(others):
        return [False] * len(words)
    before = ['"', *words]
    return [
        word[0].isupper() and previous not in _OPENERS and fold_word(word) not in lexicon.stop_words
        for word, previous in zip(words, before, strict=False)
    ]


def _with_beginning(words: Sequence[str], capitals: list[bool], inside: set[str], lexicon: Lexicon) -> list[bool]:
    """Return the same with beginnings that are names: written so inside sentences too, or before another name."""
    found = list(capitals)
    for place, word in enumerate(words):
        if found[place] or not word[0].isupper() or not any(capitals):
            continue
        leads = place + 1 < len(words) and capitals[place + 1] and not lexicon.capitalises_nouns
        found[place] = (leads or word in inside) and fold_word(word) not in lexicon.stop_words
    return found


def _tags(words: Sequence[str], names: Sequence[bool], lexicon: Lexicon) -> list[str]:
    """Return parts of speech: names, and where all nouns have capitals, nouns that stand alone; `X` for other words."""
    tags = []
    for place, word in enumerate(words):
        if names[place]:
            is_alone = not (place and names[place - 1]) and not (place + 1 < len(words) and names[place + 1])
            tags.append("NOUN" if lexicon.capitalises_nouns and is_alone else "PROPN")
        elif word[0].isnumeric():
            tags.append("NUM")
        else:
            tags.append("X" if word[0].isalpha() else "PUNCT")
    return tags
