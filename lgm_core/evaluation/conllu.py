"""Read CoNLL-U treebanks into raw texts with gold sentences, words and character offsets."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lgm_core.errors import InputError

__all__ = ["GoldSentence", "GoldText", "GoldWord", "read_treebank"]

_COLUMNS = 10
"""Columns of a line, as the format prescribes."""
_SENTENCES_PER_TEXT = 10
"""Sentences of a text in a treebank without paragraphs, so that annotators have sentence ends to find."""
_WORD_ID = re.compile(r"\d+")
_RANGE_ID = re.compile(r"(\d+)-(\d+)")
_EMPTY_ID = re.compile(r"\d+\.\d+")


@dataclass(frozen=True, slots=True)
class GoldWord:
    """A syntactic word; `start` and `end` are character offsets into its text, `head` an index (-1: the root)."""

    form: str
    lemma: str
    upos: str
    head: int
    relation: str
    start: int = 0
    end: int = 0


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
    return GoldWord(form, lemma, upos, int(head) - 1 if head != "_" else -1, relation)


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
        yield GoldWord(word.form, word.lemma, word.upos, word.head, word.relation, *span)
