"""Evidence as shown to a language model: numbered lines under headings, in chunks, pruned to a size."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from lgm_core.llm.quoting import plain, unmarked
from lgm_core.model import Sentence
from lgm_core.retrieval.answering.replies.named_sentences import quotable
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from lgm_core.retrieval.rendering import indented_code

__all__ = ["NONE", "Chunk", "chunk_sentences", "first_chunk", "prune_by_rouge", "text_length", "window_text"]

NONE = "(none)"
"""What a prompt shows where there is no evidence."""

_BRACKETED_NUMBERS = re.compile(r"\[\s*(\d+(?:\s*[,;–-]\s*\d+)*)\s*\]")
_NUMBER_AT_LINE_START = re.compile(rf"^([^\S\n]*){_BRACKETED_NUMBERS.pattern}", re.MULTILINE)

_HEADING_SHARE = 4
"""A heading takes at most this part (a quarter) of a chunk, so that a long title leaves room for sentences."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of text shown in one request, and the sentences in it."""

    text: str
    sentences: tuple[NumberedSentence, ...]

    @property
    def numbers(self) -> frozenset[int]:
        """Return the numbers that a reply about this chunk may use."""
        return frozenset(sentence.number for sentence in self.sentences)

    @property
    def quotable(self) -> dict[str, int]:
        """Return the numbers of its sentences by their `quotable` text."""
        return {quotable(each.sentence.resolved or each.sentence.text): each.number for each in self.sentences}

    @property
    def whole(self) -> tuple[NumberedSentence, ...]:
        """Return the sentences, each once, even those shown in pieces."""
        return tuple({sentence.number: sentence for sentence in self.sentences}.values())


def chunk_sentences(sentences: Iterable[NumberedSentence], size: int) -> list[Chunk]:
    """Show sentences as `[number] text` lines under headings, in chunks of at most `size` characters.

    Code keeps its lines, indented. A chunk ends between sentences, unless a sentence is longer than a whole chunk.
    """
    chunks: list[Chunk] = []
    lines: list[str] = []
    members: list[NumberedSentence] = []
    used, heading = 0, ""
    for sentence, piece in _pieces(sentences, size):
        line = f"[{sentence.number}]{'' if piece.startswith(chr(10)) else ' '}{piece}"
        title = _heading_line(sentence, size)
        new = ([title] if title and title != heading else []) + [line]
        if members and used + sum(map(len, new)) + len(new) - 1 > size:
            chunks.append(Chunk("\n".join(lines), tuple(members)))
            lines, members, used = [], [], 0
            new = [title, line] if title else [line]
        lines += new
        members.append(sentence)
        used += sum(map(len, new)) + len(new)
        heading = title
    if members:
        chunks.append(Chunk("\n".join(lines), tuple(members)))
    return chunks


def first_chunk(sentences: Sequence[NumberedSentence], size: int) -> Chunk:
    """Show as many of the sentences as fit into `size` characters."""
    chunks = chunk_sentences(sentences, size)
    return chunks[0] if chunks else Chunk(NONE, ())


def text_length(sentences: Iterable[NumberedSentence]) -> int:
    """Return how many characters the sentences take if shown together."""
    return sum(len(chunk.text) for chunk in chunk_sentences(sentences, 1 << 40))


def prune_by_rouge(sentences: Sequence[NumberedSentence], question: str, size: int) -> list[NumberedSentence]:
    """Return the sentences most similar to the question that together fit into `size` characters, in their order.

    Similarity is ROUGE-L with stemming (paper section 3.3, step 7). If no sentence fits, the most similar one is
    returned.
    """
    scores = _rouge_scores(sentences, question)
    best = sorted(range(len(sentences)), key=lambda index: (-scores[index], index))
    fitting: list[int] = []
    used = 0
    for index in best:
        length = text_length([sentences[index]]) + 1
        if used + length <= size:
            fitting.append(index)
            used += length
    return [sentences[index] for index in sorted(fitting or best[:1])]


def _pieces(sentences: Iterable[NumberedSentence], size: int) -> Iterator[tuple[NumberedSentence, str]]:
    """Yield each sentence's text, in parts if it is longer than a chunk."""
    for sentence in sentences:
        room = size - len(_heading_line(sentence, size)) - len(f"[{sentence.number}] ") - 1
        written = sentence.sentence
        text = code_lines(written.text) if written.is_code else plain(written.resolved or written.text)
        while len(text) > room:
            cut = text.rfind(" ", room // 2, room)
            cut = room if cut < 0 else cut
            yield sentence, text[:cut]
            text = text[cut:].lstrip()
        yield sentence, text


def _heading_line(sentence: NumberedSentence, size: int) -> str:
    heading = plain(sentence.heading)
    return f"# {heading}"[: size // _HEADING_SHARE] if heading else ""


def code_lines(text: str) -> str:
    """Put code on indented lines that neither begin with a number in brackets nor end the quoted data."""
    return indented_code(_NUMBER_AT_LINE_START.sub(r"\1(\2)", unmarked(text)))


def _rouge_scores(sentences: Sequence[NumberedSentence], question: str) -> list[float]:
    from rouge_score.rouge_scorer import RougeScorer  # slow to import, and seldom needed

    scorer = RougeScorer(["rougeL"], use_stemmer=True)
    return [float(scorer.score(question, each.sentence.resolved)["rougeL"].fmeasure) for each in sentences]


_LABEL = re.compile(r"\A(?=\W*(?:text|question|answer|missing)\s*[:：])", re.IGNORECASE)
"""How lines of the request itself begin; lines of the data must not."""

_MOST_CODE = 550
"""How many characters of code are shown, except of the best sentence. A block of code is as long as several sentences;
what this saves pays for the headings of sections (`benchmarks/answers.md`)."""


def window_text(sentences: Sequence[NumberedSentence], *, numbered: bool) -> str:
    """Show sentences below the titles of their documents and sections, a line each, in the order of each document.

    The line of a further section of a document leaves out the document's title. Long code is cut, but not
    that of the best sentence.

    Args:
        sentences: what to show, best first; the document of the best sentence comes first.
        numbered: put `[number]` before each sentence.
    """
    shown = {
        each.sentence.id: _shown(each.sentence, _MOST_CODE if rank else None) for rank, each in enumerate(sentences)
    }
    by_document: dict[str, list[NumberedSentence]] = {}
    for sentence in sentences:
        by_document.setdefault(sentence.document.id, []).append(sentence)
    return "\n".join(line for group in by_document.values() for line in _lines(group, shown, numbered)) or NONE


def _lines(sentences: Iterable[NumberedSentence], shown: Mapping[str, str], numbered: bool) -> Iterator[str]:
    """Show the sentences of one document; a line that looks like the question or the reply is marked as quoted."""
    ordered = sorted(sentences, key=lambda sentence: sentence.sentence.position)
    above = ""
    for heading, group in groupby(ordered, key=attrgetter("heading")):
        first, _, below = plain(heading).partition(" › ")
        title = f"› {below}" if below and first == above else plain(heading)
        above = first
        texts = [f"{title}:"] if title else []
        for sentence in group:
            text = shown[sentence.sentence.id]
            texts.append(f"[{sentence.number}]{'' if text.startswith(chr(10)) else ' '}{text}" if numbered else text)
        yield _LABEL.sub("› ", _joined(texts), count=1)


def _shown(sentence: Sentence, most_code: int | None) -> str:
    """Return a sentence on one line, or code on lines of its own, at most so many characters of it."""
    if not sentence.is_code:
        return plain(sentence.text)
    text = "\n".join(_LABEL.sub("› ", line) for line in code_lines(sentence.text).split("\n"))
    if most_code is not None and len(text) > most_code:
        line_end = text.rfind("\n", most_code // 2, most_code)  # a long line after a short one is cut, not left out
        text = text[: most_code if line_end < 0 else line_end] + indented_code("…")
    return f"{text}\n"


def _joined(texts: Iterable[str]) -> str:
    """Join texts by spaces, except at line breaks."""
    joined = ""
    for text in texts:
        meets_line = not joined or joined.endswith("\n") or text.startswith("\n")
        joined += text if meets_line else f" {text}"
    return joined.rstrip("\n")
