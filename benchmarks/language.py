"""Measure a language backend on a treebank, end to end from raw text (`python -m benchmarks language`)."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lgm_core.errors import InputError
from lgm_core.language.port import AnnotatedSentence, Annotator, Token
from lgm_core.progress import counted, tell_progress

__all__ = ["GoldSentence", "GoldText", "GoldWord", "language_benchmark", "read_treebank"]


_COLUMNS = 10
"""Columns of a line, as the format prescribes."""
_SENTENCES_PER_TEXT = 10
"""Sentences of a text in a treebank without paragraphs, so that annotators have sentence ends to find."""
_WORD_ID = re.compile(r"\d+")
_RANGE_ID = re.compile(r"(\d+)-(\d+)")
_EMPTY_ID = re.compile(r"\d+\.\d+")


@dataclass(frozen=True, slots=True)
class GoldWord:
    """A syntactic word; `start` and `end` are character offsets into its text, `head` an index (-1: the root).

    `features` are as in the file: `Tense=Pres|VerbForm=Fin`.
    """

    form: str
    lemma: str
    upos: str
    head: int
    relation: str
    start: int = 0
    end: int = 0
    features: str = ""


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """A sentence of a treebank; `start` and `end` are character offsets into its text."""

    start: int
    end: int
    words: tuple[GoldWord, ...]


@dataclass(frozen=True, slots=True)
class GoldText:
    """A paragraph as it was written, or a run of sentences where a treebank marks no paragraphs."""

    text: str
    sentences: tuple[GoldSentence, ...]


@dataclass(frozen=True, slots=True)
class _SurfaceToken:
    """A token of the text: a word, or a multi-word token such as `don't` with its words."""

    form: str
    words: tuple[GoldWord, ...]
    space_after: bool


@dataclass(frozen=True, slots=True)
class _Block:
    tokens: tuple[_SurfaceToken, ...]
    starts_text: bool


def read_treebank(path: Path) -> list[GoldText]:
    """Read a `.conllu` or `.conllu.gz` file.

    A text is a paragraph (`# newpar`, `# newdoc`), or ten consecutive sentences in a treebank without paragraphs. The
    raw text is rebuilt from the forms and `SpaceAfter=No`; the words of a multi-word token share its characters.

    Raises:
        InputError: the file cannot be read, is not CoNLL-U (naming the line), or holds no sentence.
    """
    blocks = list(_blocks(path))
    if not blocks:
        raise InputError(f"{path} holds no CoNLL-U sentence")
    marked = any(block.starts_text for block in blocks[1:])
    groups: list[list[_Block]] = []
    for number, block in enumerate(blocks):
        if not groups or (block.starts_text if marked else number % _SENTENCES_PER_TEXT == 0):
            groups.append([])
        groups[-1].append(block)
    return [_assemble(group) for group in groups]


def _read_lines(path: Path) -> list[str]:
    try:
        content = path.read_bytes()
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
        return content.decode("utf-8-sig").split("\n")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the treebank {path}: {error}") from error


def _blocks(path: Path) -> Iterator[_Block]:
    rows: list[tuple[int, list[str]]] = []
    starts_text = False
    lines = _read_lines(path)
    for number, line in enumerate([*lines, ""], start=1):
        line = line.rstrip("\r")
        if line.startswith("#"):
            starts_text = starts_text or re.match(r"#\s*new(par|doc)\b", line) is not None
        elif line.strip():
            columns = line.split("\t")
            if len(columns) != _COLUMNS:
                problem = f"expected {_COLUMNS} tab-separated columns, found {len(columns)}: {line[:80]!r}"
                raise InputError(f"{path}, line {number}: {problem}")
            rows.append((number, columns))
        elif rows:
            yield _Block(tuple(_tokens(rows, path)), starts_text)
            rows, starts_text = [], False


def _tokens(rows: list[tuple[int, list[str]]], path: Path) -> Iterator[_SurfaceToken]:
    pending: list[GoldWord] = []
    multiword: tuple[str, int, bool] | None = None  # its form, the number of its last word, whether a space follows
    for number, columns in rows:
        identifier, form, space_after = columns[0], columns[1], "SpaceAfter=No" not in columns[9].split("|")
        if _EMPTY_ID.fullmatch(identifier):
            continue
        if spanned := _RANGE_ID.fullmatch(identifier):
            multiword = (form, int(spanned[2]), space_after)
            continue
        if not _WORD_ID.fullmatch(identifier):
            raise InputError(f"{path}, line {number}: {identifier!r} is not a word number")
        pending.append(_word(columns, number, path))
        if multiword is None:
            yield _SurfaceToken(form, (pending.pop(),), space_after)
        elif int(identifier) >= multiword[1]:
            yield _SurfaceToken(multiword[0], tuple(pending), multiword[2])
            pending, multiword = [], None
    if multiword is not None:
        raise InputError(f"{path}, line {rows[-1][0]}: the sentence ends inside the multi-word token {multiword[0]!r}")


def _word(columns: list[str], number: int, path: Path) -> GoldWord:
    form, lemma, upos, head, relation = columns[1], columns[2], columns[3], columns[6], columns[7]
    if head != "_" and not head.isdecimal():
        raise InputError(f"{path}, line {number}: {head!r} is not the number of a head")
    return GoldWord(form, lemma, upos, int(head) - 1 if head != "_" else -1, relation, features=columns[5])


def _assemble(blocks: list[_Block]) -> GoldText:
    pieces: list[str] = []
    length = 0
    sentences: list[GoldSentence] = []
    for block in blocks:
        words: list[GoldWord] = []
        start = end = length
        for token in block.tokens:
            end = length + len(token.form)
            words.extend(_placed(token, length))
            pieces.append(token.form + (" " if token.space_after else ""))
            length = end + token.space_after
        sentences.append(GoldSentence(start, end, tuple(words)))
    return GoldText("".join(pieces).rstrip(" "), tuple(sentences))


def _placed(token: _SurfaceToken, start: int) -> Iterator[GoldWord]:
    """Yield the words of a token with their offsets; words that do not add up to it (French `du`) all get its span."""
    whole = (start, start + len(token.form))
    adds_up = "".join(word.form for word in token.words) == token.form
    for word in token.words:
        span = (start, start + len(word.form)) if adds_up else whole
        start += len(word.form)
        yield replace(word, start=span[0], end=span[1])


_NOUNS = frozenset({"NOUN", "PROPN"})
_NOMINAL = frozenset({"ADJ", "NOUN", "PROPN"})
Span = tuple[int, int]


@dataclass(slots=True)
class _Overlap:
    """Counts of gold, predicted and correctly predicted items, for an F1 score."""

    gold: int = 0
    predicted: int = 0
    correct: int = 0

    def add(self, gold: Iterable[Hashable], predicted: Iterable[Hashable]) -> None:
        gold, predicted = set(gold), set(predicted)
        self.gold += len(gold)
        self.predicted += len(predicted)
        self.correct += len(gold & predicted)

    @property
    def f1(self) -> float:
        return 2 * self.correct / (self.gold + self.predicted) if self.gold + self.predicted else 0.0


@dataclass(slots=True)
class _Score:
    sentences: _Overlap = field(default_factory=_Overlap)
    words: _Overlap = field(default_factory=_Overlap)
    nouns: _Overlap = field(default_factory=_Overlap)
    phrases: _Overlap = field(default_factory=_Overlap)
    arcs: _Overlap = field(default_factory=_Overlap)
    labelled_arcs: _Overlap = field(default_factory=_Overlap)
    aligned: int = 0
    tags: int = 0
    lemmas_judged: int = 0
    lemmas: int = 0


def language_benchmark(treebank: Path, annotator: Annotator) -> dict[str, float]:
    """Annotate the raw text of a CoNLL-U treebank and compare with its gold annotation.

    Words are matched by character span; the words of a multi-word token (`do`, `n't`) count as words. Sentences, nouns
    (NOUN or PROPN) and noun phrases (`(ADJ|NOUN|PROPN)* (NOUN|PROPN)`, maximal) are correct if their exact span is in
    the gold annotation; tags and lemmas (case-insensitive) are judged on the matched words. `uas` and `las` are F1
    scores over words, without subtypes of relations; they are left out if the annotator does not parse.

    Returns:
        Fractions of 1, and `words_per_second` of processor time after a first text that loads the models.

    Raises:
        InputError: the treebank cannot be read.
    """
    texts = read_treebank(treebank)
    raw = [text.text for text in texts]
    annotator.annotate(raw[:1])
    started = time.process_time()
    tell_progress("annotating", 0)
    annotated = annotator.annotate(raw)
    tell_progress("annotating", 1, 1)
    seconds = time.process_time() - started
    score = _Score()
    for text, sentences in zip(counted(texts, "comparing", "texts"), annotated, strict=True):
        _compare(score, text, sentences)
    result = {
        "sentence_f1": score.sentences.f1,
        "word_f1": score.words.f1,
        "upos_accuracy": score.tags / max(score.aligned, 1),
        "noun_f1": score.nouns.f1,
        "noun_phrase_f1": score.phrases.f1,
        "lemma_accuracy": score.lemmas / max(score.lemmas_judged, 1),
        "words_per_second": score.words.predicted / max(seconds, 1e-9),
    }
    if any(token.relation for sentences in annotated for sentence in sentences for token in sentence.tokens):
        result |= {"uas": score.arcs.f1, "las": score.labelled_arcs.f1}
    return {name: round(value, 4) for name, value in result.items()}


def _compare(score: _Score, gold: GoldText, predicted: Sequence[AnnotatedSentence]) -> None:
    score.sentences.add(
        ((sentence.start, sentence.end) for sentence in gold.sentences),
        ((sentence.start, sentence.end) for sentence in predicted),
    )
    gold_words = [word for sentence in gold.sentences for word in sentence.words]
    tokens = [token for sentence in predicted for token in sentence.tokens]
    score.words.add(_spans(gold_words), _spans(tokens))
    score.nouns.add(
        _spans(word for word in gold_words if word.upos in _NOUNS),
        _spans(token for token in tokens if token.upos in _NOUNS),
    )
    score.phrases.add(
        (span for sentence in gold.sentences for span in _noun_phrases(sentence.words)),
        (span for sentence in predicted for span in _noun_phrases(sentence.tokens)),
    )
    _compare_words(score, gold_words, tokens)
    gold_arcs = [arc for sentence in gold.sentences for arc in _arcs(sentence)]
    predicted_arcs = [arc for sentence in predicted for arc in _arcs(sentence)]
    score.arcs.add((arc[:2] for arc in gold_arcs), (arc[:2] for arc in predicted_arcs))
    score.labelled_arcs.add(gold_arcs, predicted_arcs)


def _spans(words: Iterable[GoldWord | Token]) -> list[Span]:
    return [(word.start, word.end) for word in words]


def _compare_words(score: _Score, gold: Sequence[GoldWord], tokens: Sequence[Token]) -> None:
    by_span = {(token.start, token.end): token for token in reversed(tokens)}
    for word in gold:
        token = by_span.get((word.start, word.end))
        if token is None:
            continue
        score.aligned += 1
        score.tags += token.upos == word.upos
        if word.lemma != "_" or word.form == "_":
            score.lemmas_judged += 1
            score.lemmas += token.lemma.lower() == word.lemma.lower()


def _noun_phrases(words: Sequence[GoldWord | Token]) -> Iterable[Span]:
    """Yield the spans of maximal runs of adjectives and nouns, cut after their last noun."""
    start = end = -1
    for word in words:
        if word.upos not in _NOMINAL:
            if end >= 0:
                yield start, end
            start = end = -1
            continue
        if start < 0:
            start = word.start
        if word.upos in _NOUNS:
            end = word.end
    if end >= 0:
        yield start, end


def _arcs(sentence: GoldSentence | AnnotatedSentence) -> list[tuple[Span, Span, str]]:
    words = sentence.words if isinstance(sentence, GoldSentence) else sentence.tokens
    root = (-1, -1)
    return [
        (
            (word.start, word.end),
            (words[word.head].start, words[word.head].end) if word.head >= 0 else root,
            word.relation.split(":")[0],
        )
        for word in words
    ]
