"""The report of a build, and the tally that it is made from."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from lgm_core.language.language_guess import LANGUAGE_NAMES, foreign_language
from lgm_core.language.scripts import Script, unread_script
from lgm_core.learning.learning_steps import LearnedStep
from lgm_core.learning.relation_evidence import circular_claims
from lgm_core.model import DocumentGraph, MetaRelation, RelationKind, RequestCounts, Usage

__all__ = ["BuildReport", "BuildTally", "CopiedDocument", "FailedDocument", "LearnedDocument", "ReplacedDocument"]


_MOST_NAMED = 10
"""The most documents named in a line."""


_READ_SENTENCES = 60
"""Sentences of a document examined to detect its language."""


@dataclass(frozen=True, slots=True)
class FailedDocument:
    """A file, line or document that was not learned, and why.

    `is_binary` means that its text was the bytes of a file that needs another reader.
    """

    name: str
    error: str
    is_binary: bool = False


@dataclass(frozen=True, slots=True)
class LearnedDocument:
    """A summary of a document written by a build.

    Attributes:
        id: its id.
        language: the language it was read in.
        recipe: how it was learned.
        sentences: how many it has.
        relations: how many it has.
        facts: how many it has.
        unread: the script of most of its text, if not one of its language.
        foreign: the language of its text, if clearly a different one; else empty.
        classes: concepts with subclasses in it.
    """

    id: str
    language: str
    recipe: str
    sentences: int
    relations: int
    facts: int
    unread: Script | None = None
    foreign: str = ""
    classes: frozenset[str] = frozenset()

    @classmethod
    def of(cls, graph: DocumentGraph) -> LearnedDocument:
        """Return the summary of a document's graph."""
        record = graph.document
        texts = [sentence.text for sentence in graph.sentences if not sentence.is_code][:_READ_SENTENCES]
        script = unread_script(texts, record.language)
        foreign = "" if script is not None else foreign_language(" ".join(texts), record.language)
        counts = len(graph.sentences), len(graph.relations), len(graph.facts)
        classes = frozenset(each.object for each in graph.relations if each.kind is RelationKind.IS_A)
        return cls(record.id, record.language, record.recipe, *counts, script, foreign, classes)


@dataclass(frozen=True, slots=True)
class ReplacedDocument:
    """A document whose content was replaced; `former_source` is where the former content came from, if elsewhere."""

    id: str
    former_source: str = ""


@dataclass(frozen=True, slots=True)
class CopiedDocument:
    """A new document whose text the graph also has under the id `original`, from another place."""

    id: str
    original: str


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The counts, failures and costs of a build.

    Attributes:
        learned: documents written, `replaced` of which had different content before.
        skipped: documents that were up to date.
        sentences: sentences of the documents written.
        relations: relations of the documents written, each counted once per document.
        incomplete: documents learned without a part of their LLM extraction; `unfinished` gives the reasons.
        failed: what could not be learned.
        replacements: the documents that had other content before.
        removed: ids of former documents of this build's sources that the build no longer has.
        pruned: ids of documents removed because their files are gone from the given folders, if requested.
        doubled: documents the graph now has twice: those under a new random id whose text it has under another id, and
            those of `doubled_sources`.
        doubled_sources: by source, how many documents the graph has under other ids than this build's: some under ids
            chosen by a caller, and some under ids made from the source.
        copies: new documents, identified by source, whose texts the graph also has from other places.
        ignored: skipped files of the given folders, and why: their suffix, or because they are empty.
        unread: how many written documents are mostly in a different script, or clearly in a different language, than
            the language backend's, by its name; empty for a backend that reads every language.
        dropped: relations claimed by the LLM that no sentence supports.
        circular: is-a relations in cycles above the classes of the written documents; `circles` says which of them
            questions use.
        facts: facts of the documents learned, counted per document.
        without_open_facts: learned documents without the requested open facts, which are read from English only.
        dropped_facts: facts and descriptions of entities claimed by the LLM that no sentence supports, or that
            contradict the schema, by reason.
        outside_facts: kept facts claimed by the LLM that are outside the schema, if they were extracted by one.
        left: ids of documents read but not learned because a token budget was spent: the graph's version of them is
            unchanged. Repeating the build continues with them; until then nothing is removed.
        stopped: why, and whether there are further, unread documents; empty when nothing is left.
        requests: the numbers of requests and failed requests of the LLM extraction, each counted once.
        usage: the usage of the LLM extraction; its `calls` also count repeated requests.
        seconds: wall-clock time by stage.
    """

    learned: int = 0
    replaced: int = 0
    skipped: int = 0
    sentences: int = 0
    relations: int = 0
    incomplete: int = 0
    unfinished: tuple[FailedDocument, ...] = ()
    failed: tuple[FailedDocument, ...] = ()
    replacements: tuple[ReplacedDocument, ...] = ()
    removed: tuple[str, ...] = ()
    pruned: tuple[str, ...] = ()
    doubled: int = 0
    doubled_sources: dict[str, int] = field(default_factory=dict)
    copies: tuple[CopiedDocument, ...] = ()
    ignored: tuple[FailedDocument, ...] = ()
    unread: dict[str, int] = field(default_factory=dict)
    dropped: int = 0
    circular: tuple[MetaRelation, ...] = ()
    facts: int = 0
    without_open_facts: int = 0
    dropped_facts: dict[str, int] = field(default_factory=dict)
    outside_facts: int = 0
    left: tuple[str, ...] = ()
    stopped: str = ""
    requests: RequestCounts = field(default_factory=RequestCounts)
    usage: Usage = field(default_factory=Usage)
    seconds: dict[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return a one-line summary."""
        facts = f", {self.facts} facts" if self.facts else ""
        return (
            f"learned {self.learned} documents ({self.sentences} sentences, {self.relations} relations stated{facts}) "
            f"in {self.seconds.get('total', 0.0):.1f} s; {self.replaced} replaced, {self.skipped} unchanged, "
            f"{len(self.failed)} failed, {self.incomplete} incomplete"
        )

    @property
    def changes(self) -> tuple[str, ...]:
        """Describe changes to documents the graph already had; empty without any."""
        foreign = [replaced for replaced in self.replacements if replaced.former_source]
        lines = [
            f"replaced: {replaced.id}, formerly from {replaced.former_source} before; different ids would keep both"
            for replaced in foreign[:_MOST_NAMED]
        ]
        if len(foreign) > _MOST_NAMED:
            lines.append(f"replaced: {len(foreign) - _MOST_NAMED} more formerly from other sources")
        if edited := [replaced.id for replaced in self.replacements if not replaced.former_source]:
            lines.append(f"replaced: {_listed(edited)}")
        if self.removed:
            lines.append(
                f"removed, because this build took the place of what their sources held: {_listed(self.removed)}"
            )
        if self.pruned:
            lines.append(f"removed, because their files are gone: {_listed(self.pruned)}")
        if self.copies:
            pairs = [f"{copy.id} (the text of {copy.original})" for copy in self.copies]
            lines.append(f"held twice, as the same text comes from another place: {_listed(pairs)}")
        return tuple(lines)

    @property
    def doubling(self) -> str:
        """Describe sources that the graph has under ids of two origins, and the way out; else empty."""
        if not (sources := list(self.doubled_sources)):
            return ""
        count, first = sum(self.doubled_sources.values()), json.dumps(sources[0], ensure_ascii=False)
        return (
            f"The graph holds {count} documents of these sources under other ids than this build gave, so it has them "
            f'twice now: {_listed(sources)}. Delete by source, with the filter {{"source": {first}}}, and build again, '
            "or give each document the same id every time"
        )

    @property
    def circles(self) -> str:
        """Describe is-a relations in cycles, and which of them are therefore not used; else empty."""
        if not self.circular:
            return ""
        return f"Is-a relations in cycles: {_listed(circular_claims(self.circular))}"

    @property
    def ok(self) -> bool:
        """Return whether everything given was learned in full."""
        return not self.failed and not self.incomplete and not self.left


def _listed(ids: Sequence[str]) -> str:
    named = ", ".join(ids[:_MOST_NAMED])
    return named if len(ids) <= _MOST_NAMED else f"{named} and {len(ids) - _MOST_NAMED} more"


class BuildTally:
    """The counts of a running build.

    `has_stale_replies` means that cached replies may quote text no longer in the graph; `classes` holds concepts with
    subclasses; `left` the ids still to be learned, and `stopped` why they will not be.
    """

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self._seconds = {"waiting for analysis": 0.0, "language model": 0.0, "writing": 0.0}
        self.learned = self.skipped = self.sentences = self.relations = self.dropped = 0
        self.replaced: list[ReplacedDocument] = []
        self.classes: set[str] = set()
        self.unfinished: dict[str, str] = {}
        self.failed: list[FailedDocument] = []
        self.facts = self.without_open_facts = self.outside_facts = 0
        self.dropped_facts: Counter[str] = Counter()
        self.unread: Counter[Script] = Counter()
        self.foreign: Counter[str] = Counter()
        self.requests = 0
        self.request_errors: list[str] = []
        self.usage = Usage()
        self.has_stale_replies = False
        self.left: dict[str, None] = {}
        self.stopped = ""

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time spent inside to a stage."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[stage] += time.perf_counter() - began

    def count_learned(self, documents: Iterable[LearnedDocument]) -> None:
        """Count written documents."""
        for document in documents:
            self.left.pop(document.id, None)
            self.learned += 1
            self.sentences += document.sentences
            self.relations += document.relations
            self.facts += document.facts
            self.classes |= document.classes
            if document.unread is not None:
                self.unread[document.unread] += 1
            elif document.foreign:
                self.foreign[document.foreign] += 1

    def note_unfinished(self, document_id: str, reasons: str) -> None:
        """Record that a document lacks part of a language model's contribution, and why."""
        earlier = self.unfinished.get(document_id)
        self.unfinished[document_id] = reasons if earlier is None else f"{earlier}; {reasons}"

    def progress(self) -> LearnedStep:
        """Return the counts so far."""
        return LearnedStep(self.learned, self.skipped, len(self.failed), self.sentences, self._elapsed())

    def report(self) -> BuildReport:
        """Return the report of the build as it stands."""
        seconds = self._seconds | {"total": self._elapsed()}
        replaced = tuple(replaced for replaced in self.replaced if replaced.id not in self.left)
        return BuildReport(
            learned=self.learned,
            replaced=len(replaced),
            skipped=self.skipped,
            sentences=self.sentences,
            relations=self.relations,
            incomplete=len(self.unfinished),
            unfinished=tuple(FailedDocument(id, reasons) for id, reasons in self.unfinished.items()),
            failed=tuple(self.failed),
            replacements=replaced,
            unread={script.name: count for script, count in self.unread.most_common()}
            | {LANGUAGE_NAMES[code]: count for code, count in self.foreign.most_common()},
            dropped=self.dropped,
            facts=self.facts,
            without_open_facts=self.without_open_facts,
            dropped_facts=dict(self.dropped_facts.most_common()),
            outside_facts=self.outside_facts,
            left=tuple(self.left),
            stopped=self.stopped,
            requests=RequestCounts.of(self.requests, self.request_errors),
            usage=self.usage,
            seconds={stage: round(spent, 4) for stage, spent in seconds.items()},
        )

    def _elapsed(self) -> float:
        return time.perf_counter() - self._started
