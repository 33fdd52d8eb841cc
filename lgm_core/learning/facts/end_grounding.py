"""Ground the ends of facts in a sentence: all their words are in it, in its coreference marks, or in its titles."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from lgm_core.graph.canonical_facts import mentioned_concepts
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.normalisation import fold_word
from lgm_core.language.predicate_forms import word_lemma
from lgm_core.llm.quoting import quoted
from lgm_core.model import DocumentGraph, DocumentRecord, Mention, MentionSource, Section, Sentence, sentence_id

__all__ = [
    "GroundedEnd",
    "SentenceIndex",
    "SentenceWords",
    "SourceSentence",
    "coreference_marks",
    "document_sentences",
    "graph_sentences",
    "numbered_lines",
    "stored_sentences",
    "without_marks",
]


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A sentence of a graph.

    Attributes:
        sentence: the sentence.
        titles: the titles above it, the document's first.
        language: ISO 639-1 code of its document.
        mentioned: keys of the concepts it mentions.
    """

    sentence: Sentence
    titles: tuple[str, ...]
    language: str
    mentioned: frozenset[str]


def graph_sentences(graph: DocumentGraph) -> list[SourceSentence]:
    """Return the sentences of a document's graph, in order."""
    return _with_context(graph.sentences, {graph.document.id: graph.document}, graph.sections, graph.mentions)


def stored_sentences(store: LanguageGraphStore, ids: Sequence[str]) -> list[SourceSentence]:
    """Return sentences of a store in the given order, of any documents; unknown ids are left out."""
    sentences = store.sentences(ids)
    documents = store.documents(list(dict.fromkeys(sentence.document_id for sentence in sentences)))
    sections = store.sections(list(dict.fromkeys(sentence.section_id for sentence in sentences)))
    mentions = store.mentions([sentence.id for sentence in sentences])
    return _with_context(sentences, {record.id: record for record in documents}, sections, mentions)


def document_sentences(store: LanguageGraphStore, record: DocumentRecord) -> list[SourceSentence]:
    """Return the sentences of a document of a store, in order."""
    return stored_sentences(store, [sentence_id(record.id, place) for place in range(record.sentence_count)])


def _with_context(
    sentences: Sequence[Sentence],
    documents: dict[str, DocumentRecord],
    sections: Sequence[Section],
    mentions: Sequence[Mention],
) -> list[SourceSentence]:
    paths = {section.id: section.path for section in sections}
    mentioned = mentioned_concepts(mentions)
    found = []
    for sentence in sentences:
        record = documents[sentence.document_id]
        titles = dict.fromkeys(filter(str.strip, (record.title, *paths.get(sentence.section_id, ()))))
        found.append(
            SourceSentence(sentence, tuple(titles), record.language, frozenset(mentioned.get(sentence.id, ())))
        )
    return found


def numbered_lines(
    sources: Iterable[SourceSentence],
    text_of: Callable[[SourceSentence], str],
    heading_of: Callable[[str], str] = quoted,
) -> str:
    """Return sentences as lines `[1] …` under their headings, `# …`; the functions make texts safe to show."""
    lines: list[str] = []
    current = ""
    for number, source in enumerate(sources, start=1):
        heading = heading_of(" › ".join(source.titles))
        if heading != current:
            lines.append(f"# {heading}")
            current = heading
        lines.append(f"[{number}] {text_of(source)}")
    return "\n".join(lines)


_WORD = re.compile(r"[^\W_]+")
_COREFERENCE_MARK = re.compile(r" \[: ([^\]]*)\]")


@dataclass(frozen=True, slots=True)
class GroundedEnd:
    """The place of a phrase in a sentence: `start` and `end` in its text, both 0 if only a title has it."""

    source: MentionSource
    surface: str
    start: int
    end: int


class SentenceWords:
    """The words of a sentence, its marks and its titles, in all forms used for lookups."""

    def __init__(self, source: SourceSentence) -> None:
        self._text = source.sentence.text
        self._titles = source.titles
        self._lexicon = lexicon_of(source.language)
        self._spans: list[tuple[int, int]] = []
        self._folded: list[str] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for word in _WORD.finditer(self._text):
            self._spans.append(word.span())
            self._folded.append(fold_word(word[0]))
            for form in word_forms(self._folded[-1], self._lexicon):
                self._places[form].append(len(self._spans) - 1)
        self._lemmas = {fold_word(word) for word in _WORD.findall(source.sentence.lemmas)}
        self._marks = [(end, self._forms_of(names)) for end, names in coreference_marks(source.sentence.resolved)]
        self._title_forms = [(title, self._forms_of(title)) for title in source.titles]

    @property
    def language(self) -> str:
        """Return the ISO 639-1 code of the language that phrases are read in."""
        return self._lexicon.code

    @property
    def forms(self) -> frozenset[str]:
        """Return all forms under which the sentence has a word, in its text, its marks and its titles."""
        around = (forms for _, forms in (*self._marks, *self._title_forms))
        return frozenset(self._lemmas.union(self._places, *around))

    def ground(self, phrase: str) -> GroundedEnd | None:
        """Return where the sentence has all words of a phrase, in any inflection; None if it lacks one."""
        phrase_words = _words(phrase, self._lexicon)
        if not phrase_words:
            return None
        absent = [word for word in phrase_words if not self._has(word)]
        if not absent:
            return self._in_text(phrase, phrase_words)
        for end, forms in self._marks:
            if all(word_forms(word, self._lexicon) & forms for word in absent):
                pronoun = next((span for span in reversed(self._spans) if span[1] <= end), (0, end))
                return GroundedEnd(MentionSource.COREFERENCE, self._text[slice(*pronoun)], *pronoun)
        around = [forms for _, forms in self._marks]
        for title, forms in self._title_forms:
            if all(any(word_forms(word, self._lexicon) & other for other in (forms, *around)) for word in absent):
                return GroundedEnd(MentionSource.TITLE, title, 0, 0)
        return None

    def share(self, phrase: str) -> float:
        """Return the share of a phrase's words in the sentence itself."""
        phrase_words = _words(phrase, self._lexicon)
        return sum(map(self._has, phrase_words)) / len(phrase_words) if phrase_words else 0.0

    def quoted(self, quote: str) -> tuple[int, int] | None:
        """Return where the sentence has a quote, ignoring case, spaces, punctuation and marks; None if nowhere."""
        asked = _words(without_marks(quote), self._lexicon)
        for first in range(len(self._folded) - len(asked) + 1) if asked else ():
            if self._folded[first : first + len(asked)] == asked:
                return self._spans[first][0], self._spans[first + len(asked) - 1][1]
        return None

    def _forms_of(self, text: str) -> frozenset[str]:
        words = _WORD.findall(text)
        return frozenset(form for word in words for form in word_forms(fold_word(word), self._lexicon))

    def _has(self, word: str) -> bool:
        return any(form in self._places or form in self._lemmas for form in word_forms(word, self._lexicon))

    def _in_text(self, phrase: str, phrase_words: list[str]) -> GroundedEnd:
        """Return the shortest span of text with all those words that occur in it in a known form."""
        asked = [places for word in phrase_words if (places := self._places_of(word))]
        best = min(self._windows(asked), default=None) if asked else None
        if best is None:
            return GroundedEnd(MentionSource.TEXT, self._text, 0, len(self._text))
        length, first = best
        start, end = self._spans[first][0], self._spans[first + length - 1][1]
        surface = self._text[start:end] if length <= len(phrase_words) + 1 else phrase
        return GroundedEnd(MentionSource.TEXT, surface, start, end)

    def _places_of(self, word: str) -> frozenset[int]:
        return frozenset(place for form in word_forms(word, self._lexicon) for place in self._places.get(form, ()))

    def _windows(self, asked: list[frozenset[int]]) -> Iterator[tuple[int, int]]:
        """Yield lengths and first words of spans with a place for each of the words."""
        relevant = sorted(frozenset().union(*asked))
        held: Counter[int] = Counter()
        left = 0
        for right in relevant:
            held.update(number for number, places in enumerate(asked) if right in places)
            while len(+held) == len(asked):
                first = relevant[left]
                yield right - first + 1, first
                held.subtract(number for number, places in enumerate(asked) if first in places)
                left += 1


class SentenceIndex:
    """Tells which of many sentences may contain a phrase, so that not all need to be examined."""

    def __init__(self, sentences: Iterable[SentenceWords]) -> None:
        self._having: defaultdict[str, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        for place, words in enumerate(sentences):
            of_language = self._having[words.language]
            for form in words.forms:
                of_language[form].add(place)

    def places(self, phrase: str) -> set[int]:
        """Return the positions of sentences with each word of a phrase in some form: all that can ground it."""
        found: set[int] = set()
        for language, having in self._having.items():
            lexicon = lexicon_of(language)
            words = dict.fromkeys(_words(phrase, lexicon))
            of_words = [[having[form] for form in word_forms(word, lexicon) if form in having] for word in words]
            # The rarest word first: frequent ones are only looked up for the remaining sentences.
            of_words.sort(key=lambda of_forms: sum(map(len, of_forms)))
            left = set().union(*of_words[0]) if of_words else set()
            for of_forms in of_words[1:]:
                left = {place for place in left if any(place in places for places in of_forms)}
            found |= left
        return found


def without_marks(quote: str) -> str:
    """Return a quote without coreference marks."""
    return _COREFERENCE_MARK.sub("", quote)


def _words(phrase: str, lexicon: Lexicon) -> list[str]:
    """Return the folded words of a phrase without determiners, unless there are no others."""
    folded = [fold_word(word) for word in _WORD.findall(phrase)]
    first = 0
    while first < len(folded) - 1 and folded[first] in lexicon.determiners:
        first += 1
    return folded[first:]


def word_forms(word: str, lexicon: Lexicon) -> frozenset[str]:
    """Return a folded word, its singular and its lemma."""
    return frozenset((word, lexicon.normalise([word])[0], word_lemma(word, lexicon.code)))


def coreference_marks(resolved: str) -> Iterator[tuple[int, str]]:
    """Yield the position of each mark in the text without marks, and the names in it."""
    inserted = 0
    for mark in _COREFERENCE_MARK.finditer(resolved):
        yield mark.start() - inserted, mark[1]
        inserted += len(mark[0])
