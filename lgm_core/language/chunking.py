"""Sentences with their noun phrases, computed once for concepts, clauses and relations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lgm_core.language.lexicons import Lexicon
from lgm_core.language.lexicons.english_lexicon import (
    ADVERBS,
    DESCRIBING_ING,
    HOUSES,
    LINKS,
    ORGANISATIONS,
    PARTICIPLES,
    QUANTIFIERS,
)
from lgm_core.language.port import AnnotatedSentence, Token

__all__ = ["ChunkedSentence", "NounPhrase", "chunk", "noun_phrases"]


class NounPhrase(NamedTuple):
    """A noun phrase, as token indices of its sentence.

    Attributes:
        first: its determiner or number, or `start` without one.
        start: its first describing word or noun.
        nouns: the first of its final nouns: *race* of *a famous race track*.
        head: the last of its final nouns.
        end: the token after it.
        is_name: whether it is a name; a name has no describing words.
    """

    first: int
    start: int
    nouns: int
    head: int
    end: int
    is_name: bool


_CODES = {"ADJ": "a", "DET": "d", "NOUN": "n", "NUM": "m", "PROPN": "p"}
# Determiners and numbers; then describing words before nouns, or a name, which may contain small words (`l`).
_PHRASE = re.compile(r"[dm]{0,4}(?:(?P<name>(?:p(?:l{1,2}(?=p))?){1,12}(?!n))|(?P<nouns>(?:a,?){0,6}[np]{1,8}))")


def plain_noun_phrases(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[NounPhrase]:
    """Yield the noun phrases and names of a sentence, in order and without overlap.

    A phrase consists of optional determiners and numbers, and adjectives with nouns, or a name.
    """
    codes = "".join(
        "," if token.text == "," else _CODES.get(token.upos) or ("l" if token.text.lower() in lexicon.links else ".")
        for token in tokens
    )
    for match in _PHRASE.finditer(codes):
        is_name = match["name"] is not None
        start, end = match.span("name" if is_name else "nouns")
        nouns = start
        while not is_name and codes[nouns] not in "np":
            nouns += 1
        yield NounPhrase(match.start(), start, nouns, end - 1, end, is_name=is_name)


# Further codes: `A` an adjective with a capital, `w` a participle that describes, `k` *in*, *for* or *'s* inside a
# name, `l` a small word of names such as *de*, `g` a possessive pronoun, `P` a word of a name.
_TAG_CODES = {
    "ADJ": "a", "ADP": "i", "ADV": "r", "AUX": "x", "CCONJ": "c", "DET": "d", "INTJ": "j", "NOUN": "n", "NUM": "m",
    "PART": "t", "PRON": "u", "PROPN": "p", "PUNCT": ".", "SCONJ": "i", "SYM": "y", "VERB": "v", "X": "X",
}  # fmt: skip
_QUOTE = "q"
_WORD_CODES = {
    "of": "o",
    ",": ",",
    "&": "&",
    **dict.fromkeys(("my", "your", "his", "her", "its", "our", "their", "whose"), "g"),
    **dict.fromkeys(LINKS, "l"),
    **dict.fromkeys(('"', "''", "``", "“", "”", "‘", "’", "'"), _QUOTE),
}
_HYPHENS = frozenset("-‐‑–")
_BEFORE_HYPHEN = frozenset({"ADJ", "ADV", "NOUN", "NUM", "PROPN"})
_AFTER_HYPHEN = frozenset({"ADJ", "NOUN", "VERB"})
_MUSICAL_KEYS = frozenset({"major", "minor", "sharp", "flat"})
_RETAGGED = QUANTIFIERS | PARTICIPLES | _MUSICAL_KEYS
"""Words in lower case whose tags are overruled."""
_JOINING = frozenset({"in", "for", "'s", "’s"})
"""Words that may occur inside a name."""
_LABEL = re.compile("[A-Z](?:[0-9]{1,2}[A-Z]?)?")
"""What follows a name to tell it from others: *Hepatitis B*, *Rack B4*."""
_ORDINAL = re.compile("[0-9]{1,3}(?:st|nd|rd|th)")
_CONTEXTUAL = frozenset("acnXvpr.,tum")
"""Codes that depend on the words around."""
_ADVERB_ENDINGS = ("ly", "ward", "wards", "ways", "where", "wise", "times", "time", "ought")
_SAME_IN_PAST = frozenset({"cut", "hit", "let", "put", "read", "set", "shut", "split", "spread"})
"""Verbs whose past looks like the bare verb."""
_PARTICIPLE_ENDINGS = ("ed", "en", "wn", "lt", "nt", "de")

# The repetitions are bounded, so that a sentence of a thousand hyphens does no harm.
_NAME_WORD = r"(?:A(?:-[Apnw]){0,8}){0,8}p(?:-[pAanm]){0,8}"
_NAME = re.compile(
    rf"(?:(?<=d)m(?={_NAME_WORD}(?:o|{_NAME_WORD})))?"
    rf"{_NAME_WORD}(?:{_NAME_WORD}|m|(?:od?|l+d?|&|k){_NAME_WORD})*"
)
_COMPOUND = r"[a-zA-Z](?:-[a-zA-Z]){1,8}"
_DESCRIBING = rf"(?:r{{0,2}}[aAw](?!-)|{_COMPOUND})"
_HEAD = r"(?:[a-zA-Z]-){0,8}(?<!m-)n(?!-)"
_ENGLISH_PHRASE = re.compile(
    rf"(?P<determiner>[dg]*)"
    rf"(?:(?<=[dgo])(?P<full>[mr]{{0,4}}(?:{_DESCRIBING}(?:(?:,c?|c)?{_DESCRIBING}){{0,8}})?"
    rf"(?:[aAnP]|nw(?=n)|{_COMPOUND}){{0,24}}{_HEAD})"
    rf"|(?P<bare>(?:[aAnPm]|{_COMPOUND}){{0,24}}{_HEAD})"
    rf"|(?P<name>P+))"
)
_NOUNS = re.compile(rf"(?:{_HEAD})+$")


def english_noun_phrases(tokens: Sequence[Token]) -> Iterator[NounPhrase]:
    """Yield the noun phrases and names of an English sentence, in order and without overlap."""
    codes, positions = _codes(tokens)
    if "p" in codes:
        codes = _NAME.sub(lambda match: "P" * len(match[0]), codes)
    for match in _ENGLISH_PHRASE.finditer(codes):
        group = match.lastgroup or "name"
        start, end = match.span(group)
        while codes[start] in "mr" and codes[start + 1] != "-":  # but *a one-act play*
            start += 1
        nouns = start
        if group != "name" and end - start > 1 and (closing := _NOUNS.search(codes, start, end)):
            nouns = closing.start()
        head = positions[end - 1]
        yield NounPhrase(
            positions[match.start()], positions[start], positions[nouns], head, head + 1, is_name=group == "name"
        )


def _codes(tokens: Sequence[Token]) -> tuple[str, list[int]]:
    """Return one code per word, and the index of each word's token; quotation marks have no code."""
    codes, positions = [], []
    for index, token in enumerate(tokens):
        code = _WORD_CODES.get(token.text) or _TAG_CODES.get(token.upos, "X")
        if code in _CONTEXTUAL or token.text in _JOINING:
            code = _code_in_context(tokens, index, code)
        if code != _QUOTE:
            codes.append(code)
            positions.append(index)
    return "".join(codes), positions


def _code_in_context(tokens: Sequence[Token], index: int, code: str) -> str:
    """Return the code of a word whose code depends on its spelling and the words around it."""
    word = tokens[index].text
    if code == "c":
        return "-" if _joins_modifiers(tokens, index) else code
    if code == "p":
        return "n" if len(word) > 2 and word.islower() else code
    if word[0].isdigit() and _is_before_rank(tokens, index - 1):
        return "p"
    if code == ",":
        return "k" if _is_before_rank(tokens, index) else code
    if word[0].isupper() and _labels_name(tokens, index):
        return "p"
    if code in "anX":
        if code == "a" and _stands_for_noun(tokens, index):
            return "n"
        is_plain = code != "X" and word.islower() and word not in _RETAGGED
        return code if is_plain else _noun_or_adjective(tokens, index, code)
    if code == "v":
        if _joins_modifiers(tokens, index - 1) or _joins_modifiers(tokens, index + 1):
            return "n"
        return "w" if _may_describe(tokens, index) else code
    if code == ".":
        return "-" if word in _HYPHENS and _joins_words(tokens, index) else code
    if code == "r":
        return "n" if word not in ADVERBS and _is_mistagged_noun(tokens, index) else code
    return "k" if _joins_names(tokens, index) else code


def _noun_or_adjective(tokens: Sequence[Token], index: int, code: str) -> str:
    """Return the code of a noun or adjective: capitalised ones may be part of a name, and some words are neither."""
    word = tokens[index].text
    if word.lower() in _MUSICAL_KEYS and index and len(tokens[index - 1].text) == 1:
        return "p"  # C Major
    if word[0].isupper():
        if code == "a" and not _closes_name(tokens, index):
            return "A" if index or word.lower() not in QUANTIFIERS else "d"
        return "p" if index or _opens_name(tokens) else "n"
    if word in QUANTIFIERS:
        return "d"
    if word in PARTICIPLES and index and tokens[index - 1].upos in ("ADJ", "NOUN", "PROPN"):
        return "v"
    return "n" if code == "X" else code


def _closes_name(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether an adjective between a capital and a verb is part of a name: *MV Ardent sails*."""
    beside = tokens[max(index - 1, 0) : index + 2]
    if len(beside) < 3 or beside[0].upos not in ("NOUN", "PROPN"):
        return False
    return beside[0].text[0].isupper() and beside[2].upos in ("AUX", "VERB")


def _opens_name(tokens: Sequence[Token]) -> bool:
    """Tell whether the noun that opens the sentence, which always has a capital, is part of a name."""
    if len(tokens[0].text) > 1 and tokens[0].text.isupper():
        return True
    if len(tokens) > 2 and tokens[1].upos == "NUM":
        return tokens[2].upos in ("VERB", "AUX")  # Patch 7 fixes
    return len(tokens) > 1 and ((tokens[1].upos == "PROPN" and tokens[1].text[0].isupper()) or _labels_name(tokens, 1))


def _labels_name(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a letter or code belongs to the name before it: *Hepatitis B*, *Rack B4*."""
    if not index or len(tokens[index].text) > 4:
        return False
    before, label = tokens[index - 1], tokens[index]
    is_name = before.upos == "PROPN" or (before.upos == "NOUN" and label.upos != "PRON")
    return is_name and before.text[0].isupper() and before.end + 1 == label.start and bool(_LABEL.fullmatch(label.text))


def _is_mistagged_noun(tokens: Sequence[Token], index: int) -> bool:
    """Detect a noun mistagged as an adverb: *a male honey bee*, but not *brand new*."""
    word = tokens[index].text
    if not (word.islower() and word.isalpha()) or word.endswith(_ADVERB_ENDINGS):
        return False
    return index + 1 == len(tokens) or tokens[index + 1].upos not in ("ADJ", "ADV")


def _stands_for_noun(tokens: Sequence[Token], index: int) -> bool:
    """Detect a noun mistagged as an adjective, between a determiner and a verb: *the hip joint bears*."""
    if index + 1 == len(tokens) or tokens[index + 1].upos not in ("VERB", "AUX") or not tokens[index].text.islower():
        return False
    before = index - 1
    while before > 0 and tokens[before].upos in ("ADJ", "NOUN"):
        before -= 1
    return before >= 0 and tokens[before].text.lower() in ("a", "an", "the") and tokens[index + 1].text.endswith("s")


def _may_describe(tokens: Sequence[Token], index: int) -> bool:
    """Detect a participle that may describe the noun after it: *a dried seed*, *flowering plants*."""
    word = tokens[index].text
    before = tokens[index - 1] if index else None
    if before is not None and before.upos == "NOUN" and before.text != before.lemma:
        return False  # locomotives hauled trains
    if word.endswith("ing"):
        return word in DESCRIBING_ING or (index > 0 and tokens[index - 1].upos in ("ADJ", "ADV", "DET"))
    return word.endswith(_PARTICIPLE_ENDINGS)


def _joins_words(tokens: Sequence[Token], index: int) -> bool:
    """Distinguish a hyphen, even between spaces (`person - centered`), from a dash."""
    if not 0 < index < len(tokens) - 1:
        return False
    before, hyphen, after = tokens[index - 1 : index + 2]
    if before.end == hyphen.start and hyphen.end == after.start:
        return after.upos != "PUNCT" and before.upos != "PUNCT"
    spaced = before.end + 1 == hyphen.start and hyphen.end + 1 == after.start and hyphen.text == "-"
    return spaced and before.upos in _BEFORE_HYPHEN and after.upos in _AFTER_HYPHEN and after.text[0].islower()


def _joins_modifiers(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether *and* joins verbs that describe the next noun: *a publish and subscribe protocol*.

    A bare verb cannot be another predicate there: one before it in the sentence would be bare too.
    """
    if not (1 < index < len(tokens) - 2 and tokens[index].text in ("and", "or")):
        return False
    opener, one, _, other, noun = tokens[index - 2 : index + 3]
    is_verb = one.upos == "VERB"
    if noun.upos != "NOUN" or not (one.upos == "NOUN" or is_verb) or not (is_verb or noun.text == noun.lemma):
        return False
    if one.text.endswith("ing") and other.text.endswith("ing"):  # a hunting and gathering people
        return opener.upos in ("DET", "ADJ") and other.upos == "VERB" and other.text not in DESCRIBING_ING
    is_bare = other.upos == "VERB" and other.text == other.lemma and one.text == one.lemma
    if not is_bare or opener.upos not in ("DET", "ADP") or opener.text.lower() == "to":
        return False
    verbs = [token for token in tokens[: index - 1] if token.upos in ("AUX", "VERB")]
    if other.text in _SAME_IN_PAST and any(verb.upos == "VERB" and not verb.text.endswith("s") for verb in verbs):
        return False  # He opened the file and read text
    return all(verb.text.lower() != verb.lemma for verb in verbs)


def _is_before_rank(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a comma is part of a name: *Roger Martin, 3rd Baronet*."""
    return (
        0 < index < len(tokens) - 2
        and tokens[index].text == ","
        and tokens[index - 1].upos == "PROPN"
        and tokens[index + 2].text[0].isupper()
        and bool(_ORDINAL.fullmatch(tokens[index + 1].text))
    )


def _joins_names(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether *in*, *for* or *'s* is part of a name."""
    if not 0 < index < len(tokens) - 1:
        return False
    word, before, after = tokens[index].text, tokens[index - 1].text, tokens[index + 1].text
    if not after[0].isupper():
        return False
    if word == "in":  # Concerto in C
        return len(after) == 1 and after in "ABCDEFG" and (before[0].isupper() or before[0].isdigit())
    if word == "for":
        return before[0].isupper() and before.lower() in ORGANISATIONS
    return before[0].isupper() and after.lower() in HOUSES


_GRAMMARS = {"en": english_noun_phrases}
"""Noun phrase grammars by language; all other languages use `plain_noun_phrases`."""


@dataclass(frozen=True, slots=True)
class ChunkedSentence:
    """An annotated sentence with its noun phrases.

    Attributes:
        text: the annotated text around the sentence; all offsets count from its start.
        annotation: the tokens and the marks of resolved pronouns.
        noun_phrases: noun phrases and names, in order and without overlap.
        lexicon: the words and word rules of the language.
    """

    text: str
    annotation: AnnotatedSentence
    noun_phrases: tuple[NounPhrase, ...]
    lexicon: Lexicon


def chunk(text: str, annotation: AnnotatedSentence, lexicon: Lexicon) -> ChunkedSentence:
    """Find the noun phrases of an annotated sentence of a text."""
    return ChunkedSentence(text, annotation, noun_phrases(annotation.tokens, lexicon), lexicon)


def noun_phrases(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[NounPhrase, ...]:
    """Return the noun phrases and names of a sentence, in order and without overlap."""
    grammar = _GRAMMARS.get(lexicon.code)
    return tuple(plain_noun_phrases(tokens, lexicon) if grammar is None else grammar(tokens))
