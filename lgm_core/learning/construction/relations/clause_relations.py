"""Relations between the things of a parsed sentence: the verbs and prepositions that join them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.arguments.argument_reader import is_question, predications
from lgm_core.language.arguments.predication import Argument, Form, Predication
from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.lexicons.lexicon import FactWords

__all__ = ["StatedRelation", "stated_relations"]


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A relation between two things.

    Attributes:
        subject: key of a thing.
        wording: the predicate as written.
        object: key of another.
        start: first character of the statement in the parsed text.
        end: the character after its last.
        is_wider: whether the object is only the last words of its phrase: *parser* in *fast parser*. Having a fast
            parser implies having a parser; subjects are not widened, since not everything true of fast parsers is true
            of all.
    """

    subject: str
    wording: str
    object: str
    start: int
    end: int
    is_wider: bool = False


_MOST_WORDS = 7
"""The most words of a predicate: longer ones are parsers' mistakes."""
_MOST_RELATIONS = 60
"""The most relations read from one sentence: a list read as a sentence would give thousands."""

Span = tuple[int, int]


def stated_relations(
    sentence: ChunkedSentence, things: Mapping[Span, str], pronouns: Mapping[int, Sequence[str]]
) -> list[StatedRelation]:
    """Return the relations stated between pairs of things; none without a parse, or in a question.

    Args:
        sentence: with its parse and noun phrases.
        things: keys of the things to look for, by their spans in the parsed text.
        pronouns: keys of pronouns' antecedents, by the offset of the pronoun.
    """
    words, tokens = sentence.lexicon.facts, sentence.annotation.tokens
    tree = DependencyTree(sentence)
    if words is None or not any(token.relation for token in tokens) or is_question(tree):
        return []
    found: dict[tuple[str, str, str], StatedRelation] = {}
    for relation in _Reader(tree, words, things, pronouns).relations():
        found.setdefault((relation.subject, relation.wording, relation.object), relation)
    return sorted(found.values(), key=lambda relation: relation.is_wider)[:_MOST_RELATIONS]


class _Reader:
    def __init__(
        self,
        tree: DependencyTree,
        words: FactWords,
        things: Mapping[Span, str],
        pronouns: Mapping[int, Sequence[str]],
    ) -> None:
        self._tree, self._tokens, self._words, self._pronouns = tree, tree.tokens, words, pronouns
        starts = {token.start: place for place, token in enumerate(self._tokens)}
        ends = {token.end: place + 1 for place, token in enumerate(self._tokens)}
        spans = {
            (starts[start], ends[end]): key
            for (start, end), key in things.items()
            if start in starts and end in ends and starts[start] < ends[end]
        }
        self._spans = dict(sorted(spans.items(), key=lambda entry: (entry[0][0] - entry[0][1], entry[0])))
        self._heads = {span: self._head(span) for span in self._spans}

    def relations(self) -> Iterator[StatedRelation]:
        """Yield the relations of predicates, then those of prepositions between nouns."""
        for one in predications(self._tree):
            if not one.is_open and one.form is not Form.POSSESSION:
                yield from self._of_predicate(one)
        for word in range(len(self._tokens)):
            yield from self._of_noun(word)

    def _of_predicate(self, one: Predication) -> Iterator[StatedRelation]:
        subjects = [word for word in one.subjects if self._named(word)] or self._described(one)
        for end in one.objects:
            yield from self._joined(subjects, self._worded(one, end), end.word)
        is_unnamed = one.form is not Form.VERB and not any(self._named(end.word) for end in one.objects)
        for end in one.complements if one.form is Form.VERB or is_unnamed else ():
            beyond = self._words.comparing if one.form is Form.VERB else self._words.likenesses
            if end.preposition and not self._lemmas(end) & beyond:
                worded = [*self._worded(one, end), *([one.word] if is_unnamed else []), *end.preposition]
                yield from self._joined(subjects, worded, end.word)
                if not subjects and not self._lemmas(end) & self._words.directions:  # *we feed the kiln with wood*
                    nouns = [other.word for other in one.objects if not other.preposition]
                    yield from self._joined(nouns, end.preposition, end.word)

    def _described(self, one: Predication) -> list[int]:
        """Return the objects that an infinitive tells the purpose of: *we run tests to find faults*."""
        head = self._tokens[one.word].head
        return self._tree.children(head, "obj") if one.is_infinitive and head >= 0 else []

    def _worded(self, one: Predication, end: Argument) -> list[int]:
        denials = {word for word in (one.denial, end.denial) if word >= 0}
        return [*sorted({*one.group, *denials}), *(end.preposition if end in one.objects else ())]

    def _of_noun(self, noun: int) -> Iterator[StatedRelation]:
        """Read *extraction of ore*: a noun, a preposition and another noun."""
        for word in self._tree.children(noun, "nmod"):
            cases = [case for case in self._tree.children(word, "case") if case < word]
            end = Argument(word, tuple(cases))
            if cases and self._tokens[word].relation != "nmod:poss" and not self._lemmas(end) & self._words.likenesses:
                for other in self._tree.conjuncts(word):
                    yield from self._joined([noun], cases, other)

    def _lemmas(self, end: Argument) -> frozenset[str]:
        return frozenset(map(self._tree.lemma, end.preposition))

    def _joined(self, subjects: Sequence[int], words: Sequence[int], object_: int) -> Iterator[StatedRelation]:
        """Yield the relations of each subject to an object, in the given words."""
        words = self._whole(subjects, words)
        if not 0 < len(words) <= _MOST_WORDS or any(self._tokens[word].upos == "NUM" for word in words):
            return
        small = ("ADP", "DET", "SCONJ")  # *In winter the mill grinds corn*
        texts = ((self._tokens[word].text, self._tokens[word].upos in small) for word in words)
        wording = " ".join(text.lower() if is_small else text for text, is_small in texts)
        if not any(letter.isalnum() for letter in wording):  # a mark in code, mistagged as a verb
            return
        for subject in subjects:
            for key in self._keys(subject, object_)[:1]:
                for other, is_wider in self._wider(object_, subject):
                    if key != other:
                        start, end = self._extent([subject, object_, *words])
                        yield StatedRelation(key, wording, other, start, end, is_wider)

    def _whole(self, subjects: Iterable[int], words: Sequence[int]) -> Sequence[int]:
        """Return the words of a predicate with those between them, if they are few: *grinds corn for*."""
        whole = range(words[0], words[-1] + 1) if words else range(0)
        is_short = len(words) <= len(whole) <= _MOST_WORDS and not any(subject in whole for subject in subjects)
        is_plain = all(self._tokens[word].text != "," and self._tokens[word].upos != "NUM" for word in whole)
        return whole if is_short and is_plain else words

    def _extent(self, words: Iterable[int]) -> Span:
        phrases = [(word, self._tree.phrase(word)) for word in words]
        first = min(word if phrase is None else phrase.first for word, phrase in phrases)
        last = max(word if phrase is None else phrase.end - 1 for word, phrase in phrases)
        return self._tokens[first].start, self._tokens[last].end

    # Things

    def _named(self, word: int) -> bool:
        return bool(self._keys(word))

    def _wider(self, word: int, other: int) -> list[tuple[str, bool]]:
        """Return the keys of an object, each with whether it is only the last words of its phrase."""
        return [(key, place > 0) for place, key in enumerate(self._keys(word, other))]

    def _keys(self, word: int, other: int = -1) -> list[str]:
        """Return the keys of the things that a word stands for, the longest first, without those around the other."""
        if self._tokens[word].start in self._pronouns:
            return list(self._pronouns[self._tokens[word].start])[:1]
        around = [span for span in self._spans if span[0] <= word < span[1] and not span[0] <= other < span[1]]
        headed = [span for span in around if self._heads[span] == word]
        if headed:
            return list(dict.fromkeys(self._spans[span] for span in headed))
        if around:
            return [self._spans[around[0]]]
        phrase = self._tree.phrase(word)
        inside = [span for span in self._spans if phrase and phrase.start <= span[0] and span[1] == phrase.end]
        if inside:
            return [self._spans[inside[0]]]
        beside = self._tree.children(word, "compound")  # *the Orel project*
        return [key for one in beside for key in self._keys(one, other)][:1]

    def _head(self, span: Span) -> int:
        first, end = span
        heads = [word for word in range(first, end) if not first <= self._tokens[word].head < end]
        return heads[0] if heads else end - 1
