"""Read a folder of papers, questions about them, and the graphs that a published pipeline gave for them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from lgm_core.documents.json_lines import text_of_sections
from lgm_core.documents.media_types import GIVEN_SENTENCES
from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import read_rows
from lgm_core.model import Document, EntityClass

__all__ = [
    "Paper",
    "PaperQuestion",
    "RecordedEntity",
    "RecordedFolder",
    "RecordedGraph",
    "read_recorded_folder",
]

_CLASSES = {
    "named entity": EntityClass.NAMED,
    "general term": EntityClass.GENERAL,
    "other": EntityClass.OTHER,
}


@dataclass(frozen=True)
class Paper:
    """A paper: its title, authors and keywords, and its sections, as the file has them."""

    id: str
    title: str
    authors: tuple[str, ...]
    keywords: tuple[str, ...]
    sections: tuple[Mapping[str, Any], ...]

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Return the sentences of all sections, in order."""
        return tuple(sentence for section in self.sections for part in section["paragraphs"] for sentence in part)

    def document(self) -> Document:
        """Return the paper as a document whose sections, paragraphs and sentences are those given."""
        metadata = {"authors": list(self.authors), "keywords": list(self.keywords)}
        text = text_of_sections(list(self.sections))
        return Document.from_text(text, id=self.id, title=self.title, media_type=GIVEN_SENTENCES, metadata=metadata)


@dataclass(frozen=True, slots=True)
class PaperQuestion:
    """A question about a paper, and its answer."""

    paper: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class RecordedEntity:
    """An entity of a recorded graph; `mentions` are pairs of the sentence's number in the paper and the surface."""

    id: str
    label: str
    aliases: tuple[str, ...]
    types: tuple[str, ...]
    entity_class: EntityClass
    is_familiar: bool
    description: str
    mentions: tuple[tuple[int, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return its label and its aliases, each once."""
        return tuple(dict.fromkeys((self.label, *self.aliases)))


@dataclass(frozen=True)
class RecordedGraph:
    """The graph that a model gave for a paper.

    Attributes:
        paper: the paper's id.
        entities: in the file's order.
        predicates: label and description by id.
        triples: ids of subject, predicate and object, each triple once.
        broader: pairs of narrower and broader entity, each once.
        minutes: how long the pipeline took; 0 where that was not recorded.
    """

    paper: str
    entities: tuple[RecordedEntity, ...]
    predicates: Mapping[str, tuple[str, str]]
    triples: tuple[tuple[str, str, str], ...]
    broader: tuple[tuple[str, str], ...]
    minutes: float = 0.0

    @cached_property
    def by_id(self) -> dict[str, RecordedEntity]:
        """Return the entities by their ids."""
        return {entity.id: entity for entity in self.entities}


@dataclass(frozen=True, slots=True)
class RecordedFolder:
    """What a folder holds of the papers that its questions name.

    Attributes:
        papers: those that questions name, in the order of the file.
        others: the further ones.
        questions: in the file's order.
        graphs: by the model's name, in the order of names, then by paper, of all papers of which there is one.
    """

    papers: tuple[Paper, ...]
    others: tuple[Paper, ...]
    questions: tuple[PaperQuestion, ...]
    graphs: Mapping[str, Mapping[str, RecordedGraph]]


def read_recorded_folder(folder: Path) -> RecordedFolder:
    """Read `papers.jsonl`, `questions.jsonl` and each `graphs-MODEL.jsonl.gz` (or `.jsonl`) of a folder.

    Raises:
        InputError: a file is missing or cannot be read, a row lacks what it needs, or a question's paper is not there.
    """
    questions = tuple(
        PaperQuestion(*(_text(row, name, place) for name in ("paper", "question", "answer")))
        for place, row in read_rows(folder / "questions.jsonl")
    )
    if not questions:
        raise InputError(f"{folder / 'questions.jsonl'}: there is no question, so no paper to measure")
    asked = dict.fromkeys(question.paper for question in questions)
    papers = {paper.id: paper for paper in (_paper(*row) for row in read_rows(folder / "papers.jsonl"))}
    for id in asked:
        if id not in papers:
            raise InputError(f"{folder / 'papers.jsonl'}: there is no paper {id!r}, which questions are about")
    chosen = tuple(paper for id, paper in papers.items() if id in asked)
    others = tuple(paper for id, paper in papers.items() if id not in asked)
    return RecordedFolder(chosen, others, questions, _graphs(folder, list(asked)))


def _graphs(folder: Path, papers: Sequence[str]) -> dict[str, dict[str, RecordedGraph]]:
    graphs: dict[str, dict[str, RecordedGraph]] = {}
    for path in sorted((*folder.glob("graphs-*.jsonl.gz"), *folder.glob("graphs-*.jsonl"))):
        model = path.name.removeprefix("graphs-").removesuffix(".gz").removesuffix(".jsonl")
        recorded = {graph.paper: graph for graph in (_graph(*row) for row in _rows(path))}
        missing = [id for id in papers if id not in recorded]
        if missing:
            raise InputError(f"{path}: there is no graph of {', '.join(missing)}; take the file away to go without")
        graphs[model] = recorded
    return graphs


def _rows(path: Path) -> list[tuple[str, Mapping[str, Any]]]:
    if path.suffix != ".gz":
        return list(read_rows(path))
    rows: list[tuple[str, Mapping[str, Any]]] = []
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise InputError(f"{path}:{number}: a JSON object is needed, not {line[:40]!r}")
                rows.append((f"{path}:{number}", row))
    except (OSError, EOFError, ValueError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    return rows


def _paper(place: str, row: Mapping[str, Any]) -> Paper:
    sections = row.get("sections")
    if not isinstance(sections, list):
        raise InputError(f"{place}: `sections` must be a list, not {sections!r}")
    for section in sections:
        parts = section.get("paragraphs") if isinstance(section, Mapping) else None
        if not isinstance(parts, list) or not all(
            isinstance(part, list) and all(isinstance(sentence, str) for sentence in part) for part in parts
        ):
            raise InputError(f"{place}: a section has `paragraphs`, lists of sentences, not {str(section)[:60]!r}")
    authors, keywords = (tuple(str(item) for item in row.get(name) or ()) for name in ("authors", "keywords"))
    return Paper(_text(row, "id", place), _text(row, "title", place), authors, keywords, tuple(sections))


def _graph(place: str, row: Mapping[str, Any]) -> RecordedGraph:
    try:
        entities = tuple(_entity(item) for item in row["entities"])
        known = {entity.id for entity in entities}
        predicates = {
            id: (item["label"], item.get("description") or "") for id, item in (row.get("predicates") or {}).items()
        }
        triples = tuple(dict.fromkeys((s, p, o) for s, p, o in row["triples"] if s in known and o in known))
        broader = tuple(dict.fromkeys((a, b) for a, b in row.get("broader") or () if a in known and b in known))
        seconds = row.get("seconds") or ()
        minutes = sum(seconds if isinstance(seconds, list) else [seconds]) / 60 if seconds else 0.0
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{place}: not a recorded graph: {type(error).__name__} {error}") from error
    return RecordedGraph(_text(row, "id", place), entities, predicates, triples, broader, minutes)


def _entity(item: Mapping[str, Any]) -> RecordedEntity:
    return RecordedEntity(
        item["id"],
        item["label"],
        tuple(item.get("aliases") or ()),
        tuple(item.get("types") or ()),
        _CLASSES[item["class"]],
        bool(item.get("familiar")),
        item.get("description") or "",
        tuple((int(number), str(surface)) for number, surface in item.get("mentions") or ()),
    )


def _text(row: Mapping[str, Any], name: str, place: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise InputError(f"{place}: `{name}` must be text, not {value!r}")
    return value
