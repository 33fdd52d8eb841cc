"""The state of a graph: what it holds, how large it is, and what of it is out of date."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from lgm_core.documents.media_types import JSON_LINES, PARQUET, file_media_type
from lgm_core.documents.parsing import with_front_matter
from lgm_core.documents.reader import UnreadableFile
from lgm_core.facade.construction_records import construction_records
from lgm_core.facade.rdf_documents import read_documents
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.facts.fact_options import FactOptions, method_in
from lgm_core.learning.file_places import former_places, is_folder_there, is_made_of_source
from lgm_core.learning.outdated_documents import PATTERNS_VERSION, is_incomplete
from lgm_core.model import DocumentRecord, Statistics
from lgm_core.model.trace import count_of
from lgm_core.progress import counted
from lgm_core.retrieval.index.index_cache import documents_behind
from lgm_core.schema.proposing import proposed_names
from lgm_core.vectors.vector_cache import stored_model

__all__ = ["GraphStatus", "IndexStatus", "StaleDocuments", "graph_status", "is_of_older_release"]


def changed_files(
    store: LanguageGraphStore, records: Sequence[DocumentRecord]
) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """Compare documents with their files, where these lay when they were learned.

    Return the ids of those whose text is no longer what a build would read there, of those whose files are gone or lack
    their rows, and how many documents could not be compared: they are of no file, of one in a folder that is not there,
    or were cut or read by something else than a build.
    """
    places = former_places(store, records)
    by_place: dict[str, list[DocumentRecord]] = defaultdict(list)
    unchecked = 0
    for record in records:
        if is_folder_there(place := places[record.id]):
            by_place[place].append(record)
        else:
            unchecked += 1
    changed: list[str] = []
    gone: list[str] = []
    for place, held in counted(sorted(by_place.items()), "comparing", "files"):
        if not Path(place).exists():
            gone += [record.id for record in held]
            continue
        read = (each for each in read_documents(place) if not isinstance(each, UnreadableFile))
        ids = {with_front_matter(document).text_hash: document.id for document in read}  # rows may be many: no texts
        others = [record for record in held if record.text_hash not in ids]
        if not others or _is_read_by_builds(Path(place), held):
            there = set(ids.values())
            kept = [record.id for record in others if is_made_of_source(record) or record.id in there]
            changed += kept
            gone += {record.id for record in others} - set(kept)
        else:
            unchecked += len(held)
    return tuple(sorted(changed)), tuple(sorted(gone)), unchecked


def _is_read_by_builds(file: Path, held: Sequence[DocumentRecord]) -> bool:
    """Return whether the documents of a file are such as a build reads from it: its rows, or all of it as one."""
    if file_media_type(file) in (JSON_LINES, PARQUET):
        return True
    return len(held) == 1 and held[0].start_index is None and is_made_of_source(held[0])


_LITE = re.compile(r"lite(?:-[a-z]{2,3})?-(\d+)")


def is_of_older_release(recipe: str) -> bool:
    """Return whether a recipe names a version of the patterns, of open facts or of `lite` that is no longer the last.

    What else a recipe tells, such as another language backend or model, is as its user chose it.
    """
    parts = recipe.split("+")
    if PATTERNS_VERSION not in parts:
        return True
    if method_in(recipe) == "open" and FactOptions().recipe() not in parts:
        return True
    learned, now = _LITE.match(recipe), _LITE.match(LiteAnnotator().recipe)
    return learned is not None and now is not None and learned[1] != now[1]


_NAMED = 5
"""Documents that a line names, at most."""

_KINDS = {"is_a": "is a", "has_part": "has part", "alias_of": "also called"}
_VERDICTS = {"valid": "valid", "unknown": "unknown", "invalid": "set aside"}


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """The state of the index of the ranking, which may vanish at any time and is made when a question needs it.

    Attributes:
        state: `fresh`; `stale` if documents have changed since it was kept, which the next question takes in; `missing`
            if there is none that can be read.
        behind: how many documents have changed since.
        size: bytes on disk; None where it is kept in the database of the graph.
    """

    state: Literal["fresh", "stale", "missing"]
    behind: int = 0
    size: int | None = None


@dataclass(frozen=True, slots=True)
class StaleDocuments:
    """Documents that are out of date, by their ids.

    Attributes:
        changed: those whose files no longer hold their texts; building these replaces them, or removes what they lack.
        gone: those whose files are gone from folders that are there, or rows with ids that their files lack; a build of
            the folder with `prune` removes them.
        older: those that an older release learned; the next build of them learns them again.
        incomplete: those that lack a part of what a language model would have added, since requests failed.
        constructed: those whose constructed graph is of a former text.
        unchecked: how many could not be compared with a file: they are of none, of one in a folder that is not there,
            or were read by something else than a build; None if none was to be compared.
    """

    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    older: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()
    constructed: tuple[str, ...] = ()
    unchecked: int | None = 0

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self.changed or self.gone or self.older or self.incomplete or self.constructed)


@dataclass(frozen=True, slots=True)
class GraphStatus:
    """What a graph holds, how large it is, and what of it is out of date; as text it is a page of a terminal.

    Attributes:
        place: the graph file, or the address of the graph.
        revision: a number that grows with every change.
        counts: documents, sentences, concepts, relations by kind, verdicts, facts.
        languages: how many documents there are of each language, by ISO 639-1 code, the most first.
        size: bytes of the graph file, with its log; None for a graph in a database.
        vectors: bytes of the vectors beside the graph file; None for a graph in a database.
        embedding_model: the model of these vectors, with its dimensions; None without vectors.
        index: the index of the ranking.
        stale: documents that are out of date.
        schema: how many classes, properties and rules are accepted, and how many parts only proposed; empty without a
            schema.
    """

    place: str
    revision: int
    counts: Statistics
    languages: Mapping[str, int]
    size: int | None
    vectors: int | None
    embedding_model: str | None
    index: IndexStatus
    stale: StaleDocuments
    schema: Mapping[str, int]

    @property
    def is_stale(self) -> bool:
        """Return whether any document is out of date; an index that is behind does not count, since nobody need act."""
        return bool(self.stale)

    def __str__(self) -> str:
        """Return the state in lines of a name and what there is to tell."""
        lines = [
            self.place,
            *(f"  {name:<11} {told}".rstrip() for name, told in self._rows()),
            "",
            *self._stale_lines(),
        ]
        return "\n".join(lines)

    def _rows(self) -> Iterator[tuple[str, str]]:
        counts = self.counts
        yield "documents", f"{counts.documents:>9,}   {_listed(self.languages)}"
        yield "sentences", f"{counts.sentences:>9,}   in {count_of(counts.sections, 'section')}"
        yield "concepts", f"{counts.concepts:>9,}   {count_of(counts.mentions, 'mention')}"
        kinds = {told: counts.relations[kind] for kind, told in _KINDS.items() if counts.relations.get(kind)}
        yield "relations", f"{sum(counts.relations.values()):>9,}   {_listed(kinds)}"
        if counts.verdicts:
            yield "verdicts", f"{sum(counts.verdicts.values()):>9,}   {_judged(counts.verdicts)}"
        if counts.facts or counts.rejected_facts:
            yield "facts", f"{counts.facts:>9,}   {_judged(counts.fact_verdicts)}"
        if self.schema:
            yield "schema", f"{sum(self.schema.values()):>9,}   {_listed(self.schema)}"
        if counts.additions:
            yield "additions", f"{counts.additions:>9,}   lgm additions lists them"
        yield "size", "in the database" if self.size is None else f"{_bytes(self.size):>9}"
        yield "index", self._index_line()
        if self.vectors or self.embedding_model:
            size = " " * 9 if self.vectors is None else f"{_bytes(self.vectors):>9}"
            yield "vectors", f"{size}   {self.embedding_model or ''}".rstrip()

    def _index_line(self) -> str:
        size = " " * 9 if self.index.size is None else f"{_bytes(self.index.size):>9}"
        if self.index.state == "missing":
            return f"{'none':>9}   the first question makes it"
        if self.index.state == "fresh":
            return f"{size}   fresh"
        return f"{size}   {count_of(self.index.behind, 'document')} behind; the next question takes them in"

    def _stale_lines(self) -> Iterator[str]:
        stale = self.stale
        if stale:
            yield "Out of date:"
        for ids, what, remedy in (
            (stale.changed, "changed since learned", "lgm build FILES learns them again, or removes what these lack"),
            (stale.gone, "gone from the files", "lgm build FOLDER --prune, or lgm delete, removes them"),
            (stale.older, "learned by an older release", "lgm build FILES learns them again"),
            (stale.incomplete, "without all that a language model would add", "lgm build FILES --llm goes on"),
            (stale.constructed, "constructed from a former text", "lgm construct IDS makes them again"),
        ):
            if ids:
                yield f"  {count_of(len(ids), 'document')} {what}: {_named(ids)}"
                yield f"    {remedy}"
        if not stale and stale.unchecked is not None and stale.unchecked < self.counts.documents:
            yield "Up to date with the files."
        elif not stale:
            yield "Nothing is known to be out of date."
        if stale.unchecked:
            why = "made by a program, or from files elsewhere"
            yield f"{count_of(stale.unchecked, 'document')} could not be compared with a file: {why}."


def graph_status(store: LanguageGraphStore, *, files: bool = True) -> GraphStatus:
    """Return the state of a graph.

    Args:
        store: the graph.
        files: whether to read the files again that documents were learned from, to tell which have changed.

    Raises:
        StoreError: the graph cannot be read.
    """
    records = store.documents()
    changed, gone, unchecked = changed_files(store, records) if files else ((), (), None)
    behind = documents_behind(store)
    path = getattr(store, "path", None)
    languages = Counter(record.language for record in records)
    return GraphStatus(
        place=str(store),
        revision=store.revision(),
        counts=store.statistics(),
        languages=dict(languages.most_common()),
        size=None if path is None else _size(path) + _size(path.with_name(f"{path.name}-wal")),
        vectors=None if path is None else _size(path.with_name(f"{path.name}-vectors")),
        embedding_model=stored_model(store),
        index=IndexStatus(
            "missing" if behind is None else "stale" if behind else "fresh",
            behind or 0,
            None if path is None else 0 if behind is None else _size(path.with_name(f"{path.name}-index")),
        ),
        stale=StaleDocuments(
            changed=changed,
            gone=gone,
            older=tuple(record.id for record in records if is_of_older_release(record.recipe)),
            incomplete=tuple(record.id for record in records if is_incomplete(record.recipe)),
            constructed=tuple(record.document for record in construction_records(store) if record.is_stale),
            unchecked=unchecked,
        ),
        schema=_schema_counts(store),
    )


def _schema_counts(store: LanguageGraphStore) -> dict[str, int]:
    versions = store.read_schema()
    if not versions:
        return {}
    schema = versions[-1].schema.accepted
    counts = {name: len(getattr(schema, name)) for name in ("classes", "properties", "rules")}
    return {**counts, "proposed": len(proposed_names(versions[-1].schema))}


def _size(path: Path) -> int:
    """Return the bytes of a file, or of the files of a folder; 0 if it is not there."""
    files = path.iterdir() if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def _bytes(count: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if count < 999.5:
            return f"{count:.0f} {unit}" if unit == "B" or count >= 99.5 else f"{count:.2g} {unit}"
        count /= 1000
    return f"{count:,.1f} TB"


def _listed(counts: Mapping[str, int]) -> str:
    return " · ".join(f"{name} {count:,}" for name, count in counts.items())


def _judged(verdicts: Mapping[str, int]) -> str:
    return _listed({told: verdicts[verdict] for verdict, told in _VERDICTS.items() if verdict in verdicts})


def _named(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _NAMED:,} more" if len(ids) > _NAMED else ""
    return f"{', '.join(ids[:_NAMED])}{more}"
