"""Evidence: numbered sentences, the text that shows them to a language model, and what its citations are worth."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Citation, DocumentRecord, Section, Sentence

__all__ = [
    "Chunk",
    "CitedText",
    "NumberedSentence",
    "check_citations",
    "chunk_sentences",
    "number_sentences",
    "prune_by_rouge",
    "shown_length",
]

_SPACES = re.compile(r"\s+")
_BRACKETED_NUMBERS = re.compile(r"\[\s*(\d+(?:\s*[,;–-]\s*\d+)*)\s*\]")
_DELIMITER = re.compile(r"<(?=\s*/?\s*(?:sentences|evidence|relations|question)\b)", re.IGNORECASE)
_CITED = re.compile(r"\s*[\[【]\s*(?:sentences?\s*)?(\d{1,9}(?:\s*(?:,|;|and|–|-)\s*\d{1,9})*)\s*[\]】]", re.IGNORECASE)
_WIDEST_RANGE = 20
"""Sentences one `[3-9]` may stand for; a wider range is a year or a slip, not a citation."""


@dataclass(frozen=True, slots=True)
class NumberedSentence:
    """A sentence that is read for a question, under the number the language model knows it by."""

    number: int
    sentence: Sentence
    section: Section
    document: DocumentRecord
    path: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """Return where the sentence stands: the titles of its document and sections."""
        titles = dict.fromkeys(title for title in (self.document.title, *self.section.path) if title)
        return _shown(" › ".join(titles))

    def citation(self, number: int) -> Citation:
        """Cite the sentence under a number of the answer's own."""
        one = self.sentence
        return Citation(
            number,
            one.id,
            one.document_id,
            self.document.title,
            self.section.path,
            one.start,
            one.end,
            one.text,
            self.path,
        )


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of text shown in one request, and the numbers of the sentences in it."""

    text: str
    sentences: tuple[NumberedSentence, ...]

    @property
    def numbers(self) -> frozenset[int]:
        """Return the numbers a reply about this chunk may use."""
        return frozenset(one.number for one in self.sentences)

    @property
    def whole(self) -> tuple[NumberedSentence, ...]:
        """Return the sentences, each once even if it is shown in pieces."""
        return tuple({one.number: one for one in self.sentences}.values())


@dataclass(frozen=True, slots=True)
class CitedText:
    """An answer's text with its citations renumbered; `invented` counts numbers that were never given."""

    text: str
    cited: tuple[NumberedSentence, ...]
    invented: int


def number_sentences(
    store: LanguageGraphStore, sentences: Sequence[Sentence], *, first: int, paths: Mapping[str, tuple[str, ...]]
) -> list[NumberedSentence]:
    """Number sentences from `first` on, those of one section together and in its order.

    Sections keep the order in which their first sentence comes, so what was ranked best is still read first.
    """
    section_ids = list(dict.fromkeys(sentence.section_id for sentence in sentences))
    sections = {section.id: section for section in store.sections(section_ids)}
    records = store.documents(ids=list(dict.fromkeys(sentence.document_id for sentence in sentences)))
    documents = {record.id: record for record in records}
    place = {section_id: position for position, section_id in enumerate(section_ids)}
    grouped = sorted(sentences, key=lambda one: (place[one.section_id], one.position))
    # A document deleted since it was ranked is gone from the store; its sentences are left out.
    present = (one for one in grouped if one.section_id in sections and one.document_id in documents)
    return [
        NumberedSentence(number, one, sections[one.section_id], documents[one.document_id], paths.get(one.id, ()))
        for number, one in enumerate(present, first)
    ]


def chunk_sentences(sentences: Iterable[NumberedSentence], size: int) -> list[Chunk]:
    """Show sentences as `[number] text` lines under headings, in chunks of at most `size` characters.

    A chunk ends between sentences; only a sentence longer than a whole chunk is continued in the next one.
    """
    chunks: list[Chunk] = []
    lines: list[str] = []
    members: list[NumberedSentence] = []
    used, heading = 0, ""
    for one, piece in _pieces(sentences, size):
        line = f"[{one.number}] {piece}"
        title = _heading_line(one, size)
        new = ([title] if title and title != heading else []) + [line]
        if members and used + sum(map(len, new)) + len(new) - 1 > size:
            chunks.append(Chunk("\n".join(lines), tuple(members)))
            lines, members, used = [], [], 0
            new = [title, line] if title else [line]
        lines += new
        members.append(one)
        used += sum(map(len, new)) + len(new)
        heading = title
    if members:
        chunks.append(Chunk("\n".join(lines), tuple(members)))
    return chunks


def shown_length(sentences: Iterable[NumberedSentence]) -> int:
    """Return how many characters the sentences take when shown together."""
    return sum(len(chunk.text) for chunk in chunk_sentences(sentences, 1 << 40))


def prune_by_rouge(sentences: Sequence[NumberedSentence], question: str, size: int) -> list[NumberedSentence]:
    """Keep the sentences most similar to the question that fit into `size` characters together, in their order.

    Similarity is ROUGE-L with stemming (paper section 3.3, step 7); of equals the earlier one is kept. When not even
    one fits, the most similar one is kept alone.
    """
    scores = _rouge_scores(sentences, question)
    best = sorted(range(len(sentences)), key=lambda index: (-scores[index], index))
    kept: list[int] = []
    used = 0
    for index in best:
        length = shown_length([sentences[index]]) + 1
        if used + length <= size:
            kept.append(index)
            used += length
    return [sentences[index] for index in sorted(kept or best[:1])]


def check_citations(text: str, listed: Sequence[int], given: Mapping[int, NumberedSentence]) -> CitedText:
    """Keep the citations of sentences that were given, renumbered in the order the text comes to them.

    Args:
        text: an answer with citations such as `[12]`, `[3, 7]` or `[3-5]`.
        listed: numbers the reply names apart from its text; those the text lacks are put at its end.
        given: the sentences the language model was shown.
    """
    if not text.strip():
        return CitedText("", (), 0)
    order: dict[int, int] = {}
    invented: set[int] = set()

    def renumber(numbers: Iterable[int]) -> str:
        marks: dict[int, None] = {}
        for number in numbers:
            if number in given:
                marks[order.setdefault(number, len(order) + 1)] = None
            else:
                invented.add(number)
        return "".join(f"[{mark}]" for mark in marks)

    def replaced(match: re.Match[str]) -> str:
        marks = renumber(_numbers(match[1]))
        return f" {marks}" if marks else ""

    checked = _CITED.sub(replaced, text).strip()
    rest = renumber(number for number in dict.fromkeys(listed) if number not in order)
    cited = tuple(given[number] for number in order)
    return CitedText(f"{checked} {rest}".strip(), cited, len(invented))


def _pieces(sentences: Iterable[NumberedSentence], size: int) -> Iterator[tuple[NumberedSentence, str]]:
    """Yield each sentence's text, in parts if it is longer than a chunk."""
    for one in sentences:
        room = size - len(_heading_line(one, size)) - len(f"[{one.number}] ") - 1
        text = _shown(one.sentence.resolved or one.sentence.text)
        while len(text) > room:
            cut = text.rfind(" ", room // 2, room)
            cut = room if cut < 0 else cut
            yield one, text[:cut]
            text = text[cut:].lstrip()
        yield one, text


def _heading_line(one: NumberedSentence, size: int) -> str:
    """Return the line above a section's sentences, never more than a quarter of a chunk."""
    return f"# {one.heading}"[: size // 4] if one.heading else ""


def _shown(text: str) -> str:
    """Make a text one line that can neither pass for a numbered sentence nor end the data it stands in."""
    one_line = _SPACES.sub(" ", text).strip()
    return _DELIMITER.sub("‹", _BRACKETED_NUMBERS.sub(r"(\1)", one_line))


def _numbers(text: str) -> list[int]:
    """Read `3`, `3, 7` or `3-5`."""
    numbers: list[int] = []
    for part in re.split(r"[,;]|and", text.casefold()):
        ends = [int(end) for end in re.split(r"[–-]", part) if end.strip()]
        if len(ends) == 2 and 0 < ends[1] - ends[0] < _WIDEST_RANGE:
            numbers += range(ends[0], ends[1] + 1)
        else:
            numbers += ends
    return numbers


def _rouge_scores(sentences: Sequence[NumberedSentence], question: str) -> list[float]:
    from rouge_score.rouge_scorer import RougeScorer  # slow to import, and seldom needed

    scorer = RougeScorer(["rougeL"], use_stemmer=True)
    return [float(scorer.score(question, one.sentence.resolved)["rougeL"].fmeasure) for one in sentences]
