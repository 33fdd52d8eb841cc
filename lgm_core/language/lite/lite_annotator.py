"""The default language backend: perceptron models for English that the package includes; it needs no download.

In all other languages it only finds sentences, words and names, by rules of punctuation and capitals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from lgm_core.errors import InputError
from lgm_core.language.coreference.resolver import resolve_coreference
from lgm_core.language.language_guess import document_language
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.lite.boundary_candidates import bracket_change, is_candidate, text_style
from lgm_core.language.lite.boundary_features import (
    EDGE,
    Chunk,
    following_features,
    joint_features,
    kind_features,
    left_bucket,
    previous_features,
    since_bucket,
)
from lgm_core.language.lite.lemmatizer import Lemmatizer
from lgm_core.language.lite.plain_sentences import plain_sentences
from lgm_core.language.lite.sentence_parsing import parsed_tokens
from lgm_core.language.lite.tagger import Tagger
from lgm_core.language.lite.tokenizer import CHUNK, Span, split_chunk
from lgm_core.language.normalisation import MARKS, fold_word
from lgm_core.language.perceptron import load_data
from lgm_core.language.port import BLANK_LINE, AnnotatedSentence, Token

__all__ = ["LiteAnnotator"]

_LONGEST_SENTENCE = 300
"""Chunks: a list or table without full stops must not become one endless sentence."""
_CACHED_CHUNKS = 50_000
"""Bounds memory: each cache is cleared when full."""


@dataclass(frozen=True, slots=True)
class _ChunkWeights:
    """A chunk with the weights of its own features on either side of a gap."""

    chunk: Chunk
    as_previous: int
    as_following: int


class SentenceSplitter:
    """A trained splitter."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        """Set the weight of each feature; a gap whose weights sum to more than 0 is a boundary."""
        self._weights = weights
        self._chunks: dict[str, _ChunkWeights] = {}
        self._kinds: dict[tuple[str, str, int, int, str], int] = {}
        self._edge = _ChunkWeights(EDGE, 0, 0)

    @classmethod
    def load(cls) -> SentenceSplitter:
        """Read the splitter included in the package."""
        data = load_data("sentences.json.gz")
        return cls({feature: int(weight) for weight, features in data["weights"].items() for feature in features})

    def split(self, chunks: Sequence[str]) -> list[int]:
        """Return the end (exclusive) of each sentence, as an index into the chunks of a paragraph."""
        ends: list[int] = []
        start, depth, count = 0, 0, len(chunks)
        style = text_style(chunks)
        for position in range(1, count):
            since = position - start
            depth = max(0, depth + bracket_change(chunks[position - 1]))
            if since >= _LONGEST_SENTENCE:
                ends.append(position)
                start, depth = position, 0
                continue
            outer = chunks[position - 2] if since > 1 else ""
            if not is_candidate(outer, chunks[position - 1], chunks[position], style, depth):
                continue
            if self._score(chunks, position, since, style) > 0:
                ends.append(position)
                start, depth = position, 0
        if count:
            ends.append(count)
        return ends

    def _score(self, chunks: Sequence[str], position: int, since: int, style: str) -> int:
        """Return the sum of the weights of the gap before the chunk at `position`."""
        count = len(chunks)
        outer = self._chunk_weights(chunks[position - 2]) if since > 1 else self._edge
        previous, following = self._chunk_weights(chunks[position - 1]), self._chunk_weights(chunks[position])
        beyond = self._chunk_weights(chunks[position + 1]) if position + 1 < count else self._edge
        kinds = (
            previous.chunk.end,
            following.chunk.start,
            since_bucket(since),
            left_bucket(count - position),
            style,
        )
        return (
            previous.as_previous
            + following.as_following
            + self._kind_weight(kinds)
            + self._sum(joint_features(outer.chunk, previous.chunk, following.chunk, beyond.chunk))
        )

    def _chunk_weights(self, text: str) -> _ChunkWeights:
        weights = self._chunks.get(text)
        if weights is None:
            if len(self._chunks) > _CACHED_CHUNKS:
                self._chunks.clear()
            chunk = Chunk.read(text)
            weights = _ChunkWeights(chunk, self._sum(previous_features(chunk)), self._sum(following_features(chunk)))
            self._chunks[text] = weights
        return weights

    def _kind_weight(self, kinds: tuple[str, str, int, int, str]) -> int:
        weight = self._kinds.get(kinds)
        if weight is None:
            if len(self._kinds) > _CACHED_CHUNKS:
                self._kinds.clear()
            weight = self._kinds[kinds] = self._sum(kind_features(*kinds))
        return weight

    def _sum(self, features: Sequence[str]) -> int:
        weights = self._weights
        return sum([weights[feature] for feature in features if feature in weights])


_TOKEN = re.compile(
    rf"(?<!\w)(?:[^\W\d_]\.)+(?=\s?[^\W\d_])|\d+(?:[.,:]\d+)*(?![\w{MARKS}])|[\w{MARKS}]+(?:[-‐‑][\w{MARKS}]+)*|[^\s\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff]"
)
_OPENERS = frozenset("\"'“„‘«»¿¡([{:–—-•*")
"""Marks after which a capital may be that of a first word rather than a name."""

_MOST_CAPITALS, _HEADING = 0.6, 4
"""The maximum share of capitalised words, after the first, for capitals to indicate names: a sentence of this many
words with more is a heading."""


def plain_annotation(text: str, language: str) -> list[AnnotatedSentence]:
    """Return the sentences of a text with their words; only names, and German nouns, have tags.

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
    """Tell which words have a capital other than that of a first word; none in a heading."""
    others = [word for word in words if word[0].isalpha()][1:]
    if len(others) + 1 >= _HEADING and sum(word[0].isupper() for word in others) > _MOST_CAPITALS * len(others):
        return [False] * len(words)
    before = ['"', *words]
    return [
        word[0].isupper() and previous not in _OPENERS and fold_word(word) not in lexicon.stop_words
        for word, previous in zip(words, before, strict=False)
    ]


def _with_beginning(words: Sequence[str], capitals: list[bool], inside: set[str], lexicon: Lexicon) -> list[bool]:
    """Return the same with first words that are names: capitalised inside sentences too, or before another name."""
    found = list(capitals)
    for place, word in enumerate(words):
        if found[place] or not word[0].isupper() or not any(capitals):
            continue
        leads = place + 1 < len(words) and capitals[place + 1] and not lexicon.capitalises_nouns
        found[place] = (leads or word in inside) and fold_word(word) not in lexicon.stop_words
    return found


def _tags(words: Sequence[str], names: Sequence[bool], lexicon: Lexicon) -> list[str]:
    """Return parts of speech: names and, if all nouns are capitalised, nouns that stand alone; `X` for other words."""
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


_VERSION = 5
"""Part of the recipe: raise it whenever annotations change, so that existing graphs relearn their documents."""


_ENGLISH = "en"

_SENTENCE_MARKS = ".?!"
"""Marks that end a sentence, unless they are part of a name."""


@dataclass(frozen=True, slots=True)
class _Models:
    """The stages applied to every text."""

    splitter: SentenceSplitter
    tagger: Tagger
    lemmatizer: Lemmatizer


@cache
def _models() -> _Models:
    """Read the weights, once per process."""
    return _Models(SentenceSplitter.load(), Tagger.load(), Lemmatizer.load())


class LiteAnnotator:
    """Annotates text without any download.

    In English: sentences, words, tags, lemmas and cautious pronoun marks. In other languages: sentences, words and
    names. Without a given language, it reads each document in its most likely language.
    """

    def __init__(self, *, language: str = "", parse: bool = False, pronouns: bool = True) -> None:
        """Choose what to annotate; the weights are read at the first text.

        Args:
            language: ISO 639-1 code of the language of all texts; empty to detect it for each document.
            parse: fill `Token.head` and `Token.relation` in English.
            pronouns: mark clear antecedents of *he* and *she* (sometimes *it*, *they*, *the company*), in English.
        """
        self._language = language
        self._parse = parse
        self._pronouns = pronouns

    @property
    def recipe(self) -> str:
        """Return the name of the backend with its language, version and options, such as `lite-en-1-parse`."""
        language = f"-{self._language}" if self._language else ""
        return f"lite{language}-{_VERSION}{'-parse' * self._parse}{'' if self._pronouns else '-nopronouns'}"

    @property
    def language(self) -> str:
        """Return the given language, else `en`, used for texts of unclear language."""
        return self._language or _ENGLISH

    def reading(self, text: str) -> LiteAnnotator:
        """Return the annotator for a document: in its most likely language, or the given one."""
        if self._language:
            return self
        return LiteAnnotator(language=document_language(text), parse=self._parse, pronouns=self._pronouns)

    @property
    def single_process(self) -> bool:
        """Return False: the models are small enough to be loaded by every worker process."""
        return False

    def annotate(self, texts: Sequence[str], topics: Sequence[str] = ()) -> list[list[AnnotatedSentence]]:
        """Annotate each text; a blank line always ends a sentence.

        Args:
            texts: passages of plain text of any length; an empty one gives an empty list.
            topics: one title per text (or none at all), used only to resolve pronouns.

        Raises:
            InputError: the numbers of texts and topics differ.
        """
        if topics and len(topics) != len(texts):
            raise InputError(f"expected one topic per text: {len(texts)} texts, {len(topics)} topics")
        topics = topics or [""] * len(texts)
        if self.language != _ENGLISH:
            return [plain_annotation(text, self.language) for text in texts]
        models = _models()
        tagged = [
            [_tagged_tokens(text, chunks, models) for chunks in _split_sentences(text, models.splitter, topic)]
            for text, topic in zip(texts, topics, strict=True)
        ]
        if self._parse:
            parsed = iter(
                parsed_tokens(
                    [
                        (text, tokens, topic)
                        for text, topic, sentences in zip(texts, topics, tagged, strict=True)
                        for tokens in sentences
                    ]
                )
            )
            tagged = [[next(parsed) for _ in sentences] for sentences in tagged]
        return [self._resolved(*passage) for passage in zip(texts, tagged, topics, strict=True)]

    def _resolved(self, text: str, sentences: list[tuple[Token, ...]], topic: str) -> list[AnnotatedSentence]:
        marks = resolve_coreference(text, sentences, topic) if self._pronouns else [()] * len(sentences)
        return [
            AnnotatedSentence(tokens[0].start, tokens[-1].end, tokens, sentence_marks)
            for tokens, sentence_marks in zip(sentences, marks, strict=True)
        ]


def _split_sentences(text: str, splitter: SentenceSplitter, topic: str) -> list[list[Span]]:
    """Return the spans of the chunks of each sentence; paragraphs are split separately, and the topic's name never."""
    sentences: list[list[Span]] = []
    start = 0
    paragraph_ends = [match.start() for match in BLANK_LINE.finditer(text)]
    for end in (*paragraph_ends, len(text)):
        spans = [match.span() for match in CHUNK.finditer(text, start, end)]
        first = 0
        for last in splitter.split([text[begin:stop] for begin, stop in spans]):
            if first and _goes_on(text, topic, spans[first][0]):
                sentences[-1] += spans[first:last]
            else:
                sentences.append(spans[first:last])
            first = last
        start = end
    return sentences


def _goes_on(text: str, topic: str, start: int) -> bool:
    """Tell whether the previous sentence continues here, having seemed to end at a mark in a title.

    *Who Goes There? is a novella* is one sentence in a text of that title.
    """
    if not topic or (topic[-1].isalnum() and not any(mark in topic for mark in _SENTENCE_MARKS)):
        return False
    before = text[:start].rstrip()
    if before.endswith(topic):
        return text[start].islower()
    return any(
        text.startswith(topic, first) and first + len(topic) > start
        for first in range(max(0, start - len(topic)), start)
        if text[first] == topic[0]
    )


def _tagged_tokens(text: str, chunks: list[Span], models: _Models) -> tuple[Token, ...]:
    """Return the tokens of a sentence with their tags and lemmas, given the spans of its chunks."""
    last = chunks[-1][0]
    spans = [
        (begin + start, begin + end)
        for begin, stop in chunks
        for start, end in split_chunk(text[begin:stop], begin == last)
    ]
    words = [text[start:end] for start, end in spans]
    tags = models.tagger.tag(words)
    lemma = models.lemmatizer.lemma
    return tuple(
        [
            Token(word, lemma(word, tag), tag, start, end)
            for word, tag, (start, end) in zip(words, tags, spans, strict=True)
        ]
    )
