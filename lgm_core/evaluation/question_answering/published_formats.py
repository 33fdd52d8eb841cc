"""Read HotpotQA, 2WikiMultiHopQA and MuSiQue as they are published: questions that bring their own paragraphs.

The paragraphs of all questions are pooled into one corpus, each once, so that every question has to find its own
among those of all others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import GoldSentence, Passage, Question, with_own_ids

__all__ = ["read_published"]


class _Pool:
    """The distinct paragraphs so far, each with an id by its order."""

    def __init__(self) -> None:
        self._passages: dict[tuple[str, str], Passage] = {}

    def add(self, title: str, text: str, sentences: tuple[str, ...] = ()) -> Passage:
        """Return the passage with this title and text, a new one if there was none."""
        new = Passage(f"p{len(self._passages):05}", title, text, sentences)
        return self._passages.setdefault((title, text), new)

    def passages(self) -> list[Passage]:
        """Return the passages in their order."""
        return list(self._passages.values())


def read_published(path: Path) -> list[tuple[list[Passage], list[Question]]]:
    """Read a file of one of the three data sets, told apart by what its rows hold.

    Returns:
        The passages and questions of the file. Questions that MuSiQue-Full calls not answerable come second, apart
        from the others and with a pool of their own, since the others bring the paragraphs that answer them.

    Raises:
        InputError: the file cannot be read, or it has another layout.
    """
    pools = {True: _Pool(), False: _Pool()}
    questions: dict[bool, list[Question]] = {True: [], False: []}
    for number, row in enumerate(_rows(path), 1):
        is_answerable = row.get("answerable") is not False
        pool = pools[is_answerable]
        try:
            questions[is_answerable].append(_musique(row, pool) if "paragraphs" in row else _hotpot(row, pool))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise InputError(
                f"{path}, question {number}: neither the layout of HotpotQA or 2WikiMultiHopQA (`_id`, `question`, "
                f"`answer`, `context`, `supporting_facts`) nor that of MuSiQue (`id`, `question`, `answer`, "
                f"`paragraphs`): {type(error).__name__} {error}"
            ) from error
    return [(pools[kind].passages(), with_own_ids(questions[kind])) for kind in (True, False) if questions[kind]]


def _rows(path: Path) -> Sequence[Mapping[str, Any]]:
    """Return the rows of a JSON list or of JSON Lines."""
    try:
        text = path.read_text(encoding="utf-8")
        rows = json.loads(text) if text.lstrip().startswith("[") else [json.loads(line) for line in text.splitlines()]
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{path} is neither a folder with corpus.jsonl nor JSON: {error}") from error
    if not all(isinstance(row, dict) for row in rows):
        raise InputError(f"{path}: a list of JSON objects is needed")
    return list(rows)


def _hotpot(row: Mapping[str, Any], pool: _Pool) -> Question:
    """Read a question of HotpotQA or 2WikiMultiHopQA: paragraphs are pairs of a title and sentences."""
    by_title: dict[str, Passage] = {}
    for title, sentences in row["context"]:
        stripped = tuple(sentence.strip() for sentence in sentences)
        by_title.setdefault(title, pool.add(title, " ".join(filter(None, stripped)), stripped))
    facts = [(by_title[title], int(index)) for title, index in row["supporting_facts"] if title in by_title]
    return Question(
        str(row["_id"]),
        row["question"],
        tuple(dict.fromkeys(passage.id for passage, _ in facts)),
        tuple(GoldSentence(passage.id, index) for passage, index in facts),
        (str(row["answer"]),),
    )


def _musique(row: Mapping[str, Any], pool: _Pool) -> Question:
    """Read a question of MuSiQue: paragraphs say themselves whether they support the answer."""
    passages = [(pool.add(part["title"], part["paragraph_text"]), part["is_supporting"]) for part in row["paragraphs"]]
    return Question(
        str(row["id"]),
        row["question"],
        tuple(dict.fromkeys(passage.id for passage, is_supporting in passages if is_supporting)),
        answers=(str(row["answer"]), *map(str, row.get("answer_aliases") or ())),
        answerable=row.get("answerable") is not False,
    )
