"""Read corpora and questions from JSON Lines, one file of each or several pooled."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.model import Document

__all__ = ["GoldSentence", "Passage", "Question", "read_corpus", "read_questions", "read_rows", "with_own_ids"]


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of the corpus, or a whole page; `sentences` is empty if the data set does not split passages."""

    id: str
    title: str
    text: str
    sentences: tuple[str, ...] = ()
    media_type: str = "text/plain"

    def document(self) -> Document:
        """Return the passage as a document."""
        return Document.from_text(self.text, id=self.id, title=self.title, media_type=self.media_type)

    def sentence_span(self, index: int) -> tuple[int, int] | None:
        """Return the start and end of a sentence in the text, or None if it is not there."""
        if not 0 <= index < len(self.sentences):
            return None
        end = 0
        for sentence in self.sentences[: index + 1]:
            start = self.text.find(sentence.strip(), end)
            if start < 0:
                return None
            end = start + len(sentence.strip())
        return start, end


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """A sentence that supports the answer: a passage and the index of one of its `sentences`."""

    passage_id: str
    index: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its gold passages and, if the data set has them, gold sentences, pages and answers.

    `gold_passages` are ids of passages, or ids or names of documents. `gold_pages` are documents with pages counted
    from 0, `gold_sections` documents with headings below which the answer stands. `evidence` are texts of the documents
    that support the answer. `evidence_triples` are facts that lead to it: subject, predicate, object. If a question is
    not `answerable`, its passages do not contain the answer, and it is right to give none.
    """

    id: str
    text: str
    gold_passages: tuple[str, ...]
    gold_sentences: tuple[GoldSentence, ...] = ()
    answers: tuple[str, ...] = ()
    evidence_triples: tuple[tuple[str, str, str], ...] = ()
    answerable: bool = True
    gold_pages: tuple[tuple[str, int], ...] = ()
    evidence: tuple[str, ...] = ()
    gold_sections: tuple[tuple[str, str], ...] = ()


def with_own_ids(questions: Iterable[Question]) -> list[Question]:
    """Return questions with distinct ids: *#2* is added to the second occurrence of an id."""
    counts: Counter[str] = Counter()
    own = []
    for question in questions:
        counts[question.id] += 1
        is_first = counts[question.id] == 1
        own.append(question if is_first else replace(question, id=f"{question.id}#{counts[question.id]}"))
    return own


def read_corpus(path: Path) -> list[Passage]:
    """Read passages, one JSON object per line: `id`, `text`, and perhaps `title`, `sentences` and `media_type`.

    The media type, such as `text/markdown`, tells how headings are found.

    Raises:
        InputError: the file cannot be read, a line is not such an object, or an id occurs twice.
    """
    passages: dict[str, Passage] = {}
    for place, row in read_rows(path):
        passage = Passage(
            _text(row, "id", place),
            str(row.get("title") or ""),
            _text(row, "text", place),
            tuple(str(sentence) for sentence in row.get("sentences") or ()),
            str(row.get("media_type") or "text/plain"),
        )
        if passage.id in passages:
            raise InputError(f"{place}: the id {passage.id!r} is not unique")
        passages[passage.id] = passage
    return list(passages.values())


def read_questions(path: Path, *, limit: int | None = None, needs_gold: bool = True) -> list[Question]:
    """Read questions, one JSON object per line: `id`, `question`, and `gold_passages` or `doc`, one document.

    Optional members are `gold_sentences`, `answer`, `aliases`, `evidence` (a text or several), `evidence_triples`,
    `answerable`, the pages of `doc` with the answer: `pages`, counted from 0, or `page_numbers`, from 1, and
    `sections`, objects with `doc` and `heading`, each of which holds the answer.

    Args:
        path: the file.
        limit: only the first questions.
        needs_gold: refuse questions without gold passages.

    Raises:
        InputError: the file cannot be read or a line is not such an object.
    """
    questions: list[Question] = []
    for place, row in read_rows(path):
        if limit is not None and len(questions) == limit:
            break
        gold = row.get("gold_passages") or ([row["doc"]] if row.get("doc") else [])
        if not isinstance(gold, list) or (needs_gold and not gold):
            raise InputError(
                f"{place}: `gold_passages` must be a list of passage ids, not {row.get('gold_passages')!r}"
            )
        questions.append(
            Question(
                _text(row, "id", place),
                _text(row, "question", place),
                tuple(dict.fromkeys(map(str, gold))),
                tuple(_gold_sentence(pair, place) for pair in row.get("gold_sentences") or ()),
                tuple(str(answer) for answer in (row.get("answer"), *(row.get("aliases") or ())) if answer),
                tuple(_triple(triple, place) for triple in row.get("evidence_triples") or ()),
                answerable=row.get("answerable") is not False,
                gold_pages=_gold_pages(row, place),
                evidence=_texts(row.get("evidence")),
                gold_sections=_gold_sections(row, place),
            )
        )
    return with_own_ids(questions)


def read_rows(path: Path, *, plain: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the object of each line of JSON Lines, with its place for error messages.

    Args:
        path: the file.
        plain: the member for lines of plain text, which do not begin with a brace; if empty, these are refused.

    Raises:
        InputError: the file cannot be read, or a line is not an object.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text: {error}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"{path}:{number}"
        if plain and not line.lstrip().startswith("{"):
            yield place, {plain: line.strip()}
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError(f"{place}: not JSON: {error}") from error
        if not isinstance(row, dict):
            raise InputError(f"{place}: a line must be a JSON object, not {line[:40]!r}")
        yield place, row


def _text(row: Mapping[str, Any], name: str, place: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise InputError(f"{place}: `{name}` must be text, not {value!r}")
    return value


def _texts(value: Any) -> tuple[str, ...]:  # noqa: ANN401  # whatever the line holds
    return tuple(map(str, [value] if isinstance(value, str) else value or ()))


def _gold_pages(row: Mapping[str, Any], place: str) -> tuple[tuple[str, int], ...]:
    """Return the pages of the question's document, counted from 0."""
    for name, first in (("pages", 0), ("page_numbers", 1)):
        pages = row.get(name)
        if not pages:
            continue
        if not isinstance(pages, list) or any(type(page) is not int or page < first for page in pages):
            raise InputError(f"{place}: `{name}` must be a list of whole numbers of at least {first}, not {pages!r}")
        return tuple((_text(row, "doc", place), page - first) for page in pages)
    return ()


def _gold_sections(row: Mapping[str, Any], place: str) -> tuple[tuple[str, str], ...]:
    sections = row.get("sections") or []
    if not isinstance(sections, list) or not all(isinstance(section, dict) for section in sections):
        raise InputError(f"{place}: `sections` must be a list of objects with `doc` and `heading`, not {sections!r}")
    return tuple((_text(section, "doc", place), _text(section, "heading", place)) for section in sections)


def _gold_sentence(pair: Any, place: str) -> GoldSentence:  # noqa: ANN401  # whatever the line holds
    try:
        passage, index = pair
        return GoldSentence(str(passage), int(index))
    except (TypeError, ValueError) as error:
        raise InputError(f"{place}: a gold sentence is a pair of passage id and index, not {pair!r}") from error


def _triple(parts: Any, place: str) -> tuple[str, str, str]:  # noqa: ANN401  # whatever the line holds
    if not isinstance(parts, list) or [type(part) for part in parts] != [str] * 3:
        raise InputError(f"{place}: an evidence triple is a list of subject, predicate and object, not {parts!r}")
    return parts[0], parts[1], parts[2]
