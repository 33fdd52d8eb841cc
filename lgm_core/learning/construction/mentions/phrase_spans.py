"""The phrases of a parsed sentence that may name something: names, noun phrases, and their parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lgm_core.language.chunking import ChunkedSentence, NounPhrase
from lgm_core.language.port import Token
from lgm_core.learning.construction.mentions.corrected_phrases import corrected_phrases, phrase_words
from lgm_core.model import EntityClass

__all__ = ["PhraseSpan", "phrase_spans"]

_QUALIFIED = re.compile(r"[^\W\d_][\w.-]*:(?!/)[\w.:-]*[^\W\d_]\w*")
"""A name with a prefix, as in vocabularies: `foaf:Person`."""
_SUM = re.compile(r"[^\W_]+(?:\+[^\W_]+)+")
_EITHER = re.compile(r"\w*[A-Z]\w*(?:[-+]\w+)*(?:/\w*[A-Z]\w*(?:[-+]\w+)*)+")
"""Names with a slash between: `TCP/IP`."""
_IDENTIFIER = re.compile(r"[A-Z][\w.+/-]*[A-Z0-9][\w.+/-]*|[a-z]+\w*[A-Z_]\w*")
"""A short form, a name with a capital or digit after its beginning, or an identifier of a program."""
_NUMBER = re.compile(r"\d[\d.]*[A-Za-z]?")
_QUOTED = re.compile(r"[“„«][^“„«”»\"]+[”“»]|\"[^\"]+\"")
_MOST_QUOTED = 6
"""The most words of a quoted term; longer quotations are speech."""
_OPENING, _CLOSING = "(", ")"
_POSSESSIVES = frozenset({"'s", "’s", "'", "’"})


@dataclass(frozen=True, slots=True)
class PhraseSpan:
    """A phrase, or a part of one.

    Attributes:
        start: first character in the annotated text.
        end: the character after its last.
        entity_class: named or general; OTHER for a description that refers back.
        head: the lemma of its head noun, before the first preposition; empty for a list.
        kind: that noun as written, if it gives the type of thing named; else empty.
        is_surely_kind: whether the phrase alone shows that: the name ends in a noun of the language, not of a foreign
            name.
        is_part: whether it names something only if the document also has it on its own.
        same_as: start and end of the phrase that names the same thing, such as the one before a short form in brackets.
    """

    start: int
    end: int
    entity_class: EntityClass
    head: str
    kind: str = ""
    is_surely_kind: bool = False
    is_part: bool = False
    same_as: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A noun phrase as token indices: from its determiner, from its first describing word, and to a number after it.

    `chunk` is the phrase without participles in front and without the number.
    """

    first: int
    start: int
    end: int
    chunk: NounPhrase


class _Reader:
    """Reads one sentence; spans are of tokens."""

    def __init__(self, sentence: ChunkedSentence) -> None:
        self._text = sentence.text
        self._tokens = sentence.annotation.tokens
        self._words = phrase_words(sentence.lexicon.code)
        self._genitive = sentence.lexicon.genitive
        own = sentence.text[sentence.annotation.start : sentence.annotation.end]
        self._tells_names = own.upper() != own
        self._capitals_are_names = not sentence.lexicon.capitalises_nouns
        self._written = list(_written_words(self._tokens))
        self._identifiers = list(self._find_identifiers())
        taken = {token for first, end, is_whole in self._identifiers if is_whole for token in range(first, end)}
        self._phrases: list[_Phrase] = []
        for phrase in corrected_phrases(sentence, self._words):
            is_behind = not self._phrases or phrase.start >= self._phrases[-1].end
            if is_behind and taken.isdisjoint(range(phrase.start, phrase.end)):
                self._phrases.append(self._extended(phrase))

    def spans(self) -> Iterator[PhraseSpan]:
        """Yield all spans, whole phrases before their parts."""
        for first, end, _ in self._identifiers:
            yield self._span(first, end, EntityClass.NAMED)
        yield from self._quoted()
        for phrase in self._phrases:
            if not self._is_empty(phrase):
                yield from self._of_phrase(phrase)
        for one, other in pairwise(self._phrases):
            yield from self._joined(one, other)

    def _quoted(self) -> Iterator[PhraseSpan]:
        """Yield quoted text that is not a sentence."""
        tokens = self._tokens
        for found in _QUOTED.finditer(self._text, tokens[0].start, tokens[-1].end):
            inside = [i for i, token in enumerate(tokens) if found.start() < token.start and token.end < found.end()]
            if 0 < len(inside) <= _MOST_QUOTED and tokens[inside[-1]].upos != "PUNCT":
                yield self._span(inside[0], inside[-1] + 1, EntityClass.GENERAL)

    def _find_identifiers(self) -> Iterator[tuple[int, int, bool]]:
        """Yield names of several tokens without space, and whether their parts are not names."""
        for first, end in self._written:
            while first < end and not self._tokens[first].text[0].isalnum():
                first += 1
            while end > first and not self._tokens[end - 1].text[-1].isalnum():
                end -= 1
            if end - first < 2:
                continue
            word = self._surface(first, end)
            is_whole = bool(_QUALIFIED.fullmatch(word) or _SUM.fullmatch(word))
            if is_whole or (self._tells_names and _EITHER.fullmatch(word)):
                yield first, end, is_whole

    def _extended(self, phrase: NounPhrase) -> _Phrase:
        """Return a phrase with preceding participles, a closing number such as that of a version, or other authors."""
        tokens, first, start, end = self._tokens, phrase.first, phrase.start, phrase.end
        while start > 0 and self._describes(start - 1, start, phrase.end):
            start -= 1
        if start < phrase.start and first >= start:
            first = start - 1 if start and tokens[start - 1].upos == "DET" else start
        while end < len(tokens) and tokens[end].upos == "NUM" and _NUMBER.fullmatch(tokens[end].text):
            if tokens[end].start > tokens[end - 1].end + 1:
                break
            end += 1
        others = self._words.others
        is_author = phrase.is_name or (end == phrase.end and tokens[phrase.head].text[0].isupper())
        if is_author and others and tuple(t.text.rstrip(".") for t in tokens[end : end + len(others)]) == others:
            end += len(others)
            phrase = phrase._replace(is_name=True)
        return _Phrase(first, start, end, phrase)

    def _describes(self, index: int, start: int, end: int) -> bool:
        """Detect a participle, or the words before one, that describes the following phrase or participle."""
        token = self._tokens[index]
        if not start <= token.head < end:
            return False
        is_inner = self._tokens[start].upos == "VERB"
        return (token.upos, token.relation) == ("VERB", "amod") or (is_inner and token.relation in ("amod", "advmod"))

    def _is_empty(self, phrase: _Phrase) -> bool:
        """Detect a noun that names nothing: *in order*, *a variety of*."""
        if phrase.end - phrase.start > 1 or phrase.chunk.is_name:
            return False
        noun = self._tokens[phrase.start]
        if noun.lemma.lower() in self._words.measures and self._text_of(phrase.end) == self._genitive:
            return True
        is_bare = phrase.first == phrase.start and phrase.start > 0
        return is_bare and self._tokens[phrase.start - 1].upos == "ADP" and noun.text in self._words.adverbial

    def _of_phrase(self, phrase: _Phrase) -> Iterator[PhraseSpan]:
        chunk = phrase.chunk
        determiner = self._text_of(phrase.first).lower() if phrase.first < phrase.start else ""
        if determiner in self._words.demonstratives:
            yield self._span(phrase.first, phrase.end, EntityClass.OTHER)
            return
        entity_class = self._class_of(phrase)
        yield self._span(phrase.start, phrase.end, entity_class)
        if phrase.start < chunk.start:
            yield self._span(chunk.start, chunk.end, EntityClass.GENERAL)
        if phrase.end > chunk.end and not self._words.places & {self._tokens[chunk.head].lemma.lower().rstrip(".")}:
            yield self._span(
                phrase.start, chunk.end, entity_class, is_part=not self._is_identifier(chunk.start, chunk.end)
            )
        if not chunk.is_name:
            yield from self._parts(phrase)
        elif self._ends_in_number(chunk) and entity_class is EntityClass.NAMED:
            yield self._span(phrase.start, chunk.head, EntityClass.NAMED)

    def _ends_in_number(self, chunk: NounPhrase) -> bool:
        """Tell whether a separate number follows a name: *Python 3*, but not *AES-256*."""
        number = self._tokens[chunk.head]
        return number.upos == "NUM" and self._tokens[chunk.head - 1].end < number.start

    def _parts(self, phrase: _Phrase) -> Iterator[PhraseSpan]:
        """Yield the parts of a phrase: closing nouns, names, and everything after the first describing word."""
        chunk = phrase.chunk
        if chunk.nouns > phrase.start:
            yield self._span(chunk.nouns, chunk.end, EntityClass.GENERAL)
        bounds = [bound for bound in self._written if bound[0] >= phrase.start and bound[1] <= chunk.end]
        for number, (first, end) in enumerate(bounds):
            if (first, end) == (phrase.start, chunk.end):
                continue
            if named := self._name_in(first, end):
                yield self._span(first, named, EntityClass.NAMED)
                if end < chunk.end and named == end and self._tokens[end].upos == "NUM":
                    yield self._span(first, end + 1, EntityClass.NAMED)  # *Python 3* of *Python 3 code*
                if first > phrase.start and end < chunk.end:
                    yield self._span(first, chunk.end, EntityClass.GENERAL)
            else:
                yield self._span(first, end, EntityClass.GENERAL, is_part=True)
            if number == 0 and end < chunk.nouns:
                rest = next(i for i in range(end, chunk.end) if self._tokens[i].upos not in ("CCONJ", "PUNCT"))
                if chunk.end - rest > 1:
                    yield self._span(rest, chunk.end, EntityClass.GENERAL)

    def _name_in(self, first: int, end: int) -> int:
        """Return the end of the name that a written word is or begins with, as in *Python-based*; 0 without one."""
        if self._is_proper(first, end):
            return end
        for last in range(end, first, -1):
            if self._tokens[last - 1].upos not in ("ADJ", "VERB") and self._is_identifier(first, last):
                return last
        return first + 1 if end - first > 1 and self._is_proper(first, first + 1) else 0

    def _joined(self, one: _Phrase, other: _Phrase) -> Iterator[PhraseSpan]:
        """Yield the thing named by two consecutive phrases together."""
        between = [token.text.lower() for token in self._tokens[one.end : other.first]]
        is_determined = self._is_determined(other)
        if between == [_OPENING] and self._text_of(other.end) == _CLOSING:
            if self._is_identifier(one.start, one.end) or self._is_identifier(other.start, other.end):
                named = self._span(one.start, one.end, EntityClass.GENERAL)
                yield self._span(one.start, other.end + 1, EntityClass.NAMED, same_as=(named.start, named.end))
            return
        if len(between) != 1:
            return
        (word,) = between
        if word in self._words.joining:
            # If the first word has no noun of its own, it shares the second's: *input and output files*.
            is_short = one.end - one.start == 1 and not _is_inflected(self._tokens[one.start])
            if is_short and other.end - other.chunk.nouns > 1 and not (is_determined or other.chunk.is_name):
                yield self._span(one.start, other.end, EntityClass.GENERAL, about=range(0))
        elif word == self._genitive and self._is_determined(one) and not is_determined and not self._is_empty(one):
            yield self._span(one.start, other.end, EntityClass.GENERAL, about=range(one.start, one.end))
        elif word == "/":
            yield self._span(one.start, other.end, EntityClass.GENERAL, about=range(0))
        elif word in _POSSESSIVES:
            yield self._span(one.start, other.end, EntityClass.GENERAL, about=range(other.start, other.end))

    def _is_determined(self, phrase: _Phrase) -> bool:
        return phrase.first < phrase.start and self._tokens[phrase.first].upos in ("DET", "PRON")

    def _class_of(self, phrase: _Phrase) -> EntityClass:
        if self._tokens[phrase.chunk.start].lemma.lower().rstrip(".") in self._words.places:
            return EntityClass.GENERAL
        is_name = phrase.chunk.is_name or self._is_identifier(phrase.start, phrase.chunk.end)
        return EntityClass.NAMED if is_name else EntityClass.GENERAL

    def _is_identifier(self, first: int, end: int) -> bool:
        return self._tells_names and _IDENTIFIER.fullmatch(self._surface(first, end)) is not None

    def _is_proper(self, first: int, end: int) -> bool:
        token = self._tokens[first]
        is_proper = first > 0 and (token.upos == "PROPN" or self._capitals_are_names)
        return is_proper and self._tells_names and token.text[0].isupper() and (end - first == 1)

    def _text_of(self, index: int) -> str:
        return self._tokens[index].text if index < len(self._tokens) else ""

    def _surface(self, first: int, end: int) -> str:
        return self._text[self._tokens[first].start : self._tokens[end - 1].end]

    def _span(
        self,
        first: int,
        end: int,
        entity_class: EntityClass,
        *,
        is_part: bool = False,
        same_as: tuple[int, int] | None = None,
        about: range | None = None,
    ) -> PhraseSpan:
        """Return a phrase; `about` are the words that include its head, by default all."""
        tokens, words = self._tokens, range(first, end) if about is None else about
        head = next((word for word in reversed(words) if tokens[word].upos in ("NOUN", "PROPN")), None)
        start, stop = tokens[first].start, tokens[end - 1].end
        if head is None:
            return PhraseSpan(start, stop, entity_class, "", "", False, is_part, same_as)
        kind = tokens[head].text if end - first > 1 and self._is_kind(head, first) else ""
        lemma = tokens[head].lemma.lower()
        return PhraseSpan(start, stop, entity_class, lemma, kind, self._is_noun(head, first), is_part, same_as)

    def _is_kind(self, head: int, first: int) -> bool:
        """Tell whether a noun gives a type of thing; a file name's last part does not."""
        token = self._tokens[head]
        is_separate = head == first or self._tokens[head - 1].end < token.start
        is_common = token.upos == "NOUN" or not self._tells_names or not self._capitals_are_names
        return is_separate and is_common and token.text.isalpha() and not token.text.isupper()

    def _is_noun(self, head: int, first: int) -> bool:
        """Distinguish a noun of the language from the last word of a foreign name, like *sapiens* in *Homo sapiens*."""
        before = self._tokens[max(head - 1, 0)]
        is_plain = head == 0 or not before.text[0].isupper() or before.upos == "DET" or not self._capitals_are_names
        is_determined = first > 0 and self._tokens[first - 1].upos in ("DET", "ADJ", "NUM", "PRON")
        return is_plain or is_determined or _is_inflected(self._tokens[head])


def phrase_spans(sentence: ChunkedSentence) -> list[PhraseSpan]:
    """Return the phrases of a sentence that may name something, including such parts of them."""
    return list(_Reader(sentence).spans())


def _is_inflected(token: Token) -> bool:
    return token.lemma.lower() != token.text.lower()


def _written_words(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield runs of tokens without space between them."""
    first = 0
    for index in range(1, len(tokens) + 1):
        if index == len(tokens) or tokens[index].start > tokens[index - 1].end:
            yield first, index
            first = index
