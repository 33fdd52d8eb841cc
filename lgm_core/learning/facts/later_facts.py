"""Facts for documents already in the graph, learned from their stored sentences as one addition."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from lgm_core.flow import Flow, UnsentRequestsError, together, until_spent
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.port import Annotator
from lgm_core.learning.facts.by_parse.gathered_facts import OpenFacts
from lgm_core.learning.facts.by_parse.parsed_sentences import parsed_sentences
from lgm_core.learning.facts.end_grounding import SourceSentence, document_sentences
from lgm_core.learning.facts.fact_extraction import FactExtraction, extract_facts
from lgm_core.learning.facts.fact_grounding import GroundedFacts
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.learning.facts.same_facts import united_facts
from lgm_core.learning.learning_steps import FactsLearnedStep
from lgm_core.model import Addition, DocumentRecord, Fact, RequestCounts, Usage
from lgm_core.progress import tell_progress
from lgm_core.schema.conformance import StatedTypes

__all__ = ["FactsReport", "held_facts", "learn_facts", "with_grounded"]

_PREFIX = "facts-read:"


class ReadDocuments:
    """The documents finished by runs with one addition, stored group by group among the graph's blobs until one ends.

    It is a cache: a store may drop it, and does when documents are deleted; all are then read again. It is valid for
    the texts that were read, until the addition is undone.

    Args:
        store: the graph.
        addition: the addition; its id identifies settings and model.
    """

    def __init__(self, store: LanguageGraphStore, addition: Addition) -> None:
        digest = hashlib.sha256(addition.id.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        self._store, self._prefix = store, f"{_PREFIX}{digest}:"
        self._hashes: dict[str, str] = {}
        self._groups, self.count = 0, 0
        has_added = False
        while (data := store.read_blob(f"{self._prefix}{self._groups}")) is not None:
            group = json.loads(data)
            self._hashes |= group["documents"]
            has_added |= group["has_added"]
            self._groups += 1
        if has_added and addition.id not in {record.id for record in store.additions()}:
            self.forget()

    def has(self, record: DocumentRecord) -> bool:
        """Tell whether a document was read in its present state; counts those that were."""
        is_read = self._hashes.get(record.id) == record.content_hash
        self.count += is_read
        return is_read

    def note(self, records: Sequence[DocumentRecord], *, has_added: bool) -> None:
        """Record that documents were read, and whether anything was added."""
        if not records:
            return
        group = {"documents": {record.id: record.content_hash for record in records}, "has_added": has_added}
        self._store.write_blob(f"{self._prefix}{self._groups}", json.dumps(group).encode())
        self._groups += 1

    def forget(self) -> None:
        """Forget everything, so that the next run reads every document."""
        self._hashes.clear()
        if self._groups:
            self._store.delete_blobs(self._prefix)
        self._groups = 0


_DOCUMENTS_AT_ONCE = 32
"""Documents whose sentences are read, and whose facts are added, together."""

_SUBJECTS_AT_ONCE = 64
"""Subjects whose facts are looked up together to compare predicates with those of the graph."""

_MOST_KNOWN = 5000
"""The most facts of these subjects that are compared, so that a concept with very many facts costs no more."""


@dataclass(frozen=True, slots=True)
class FactsReport:
    """A report of facts added to a graph.

    Attributes:
        addition: the id for `undo`; empty if nothing was added.
        documents: the number of documents read, or named by a record.
        claims: the number of facts claimed by a language model or a record, or of open facts read.
        facts: the number of facts new to the graph.
        profiles: the number of profiles of entities.
        outside: the number of kept claims outside the schema, if facts were extracted by one.
        without_open_facts: the number of documents without the requested open facts, which are read from English only.
        dropped: the numbers of claims no sentence supports, by reason.
        earlier: the number of documents skipped because an earlier, interrupted call of the same kind had finished
            them.
        left: ids of documents not fully read because a token budget was spent; nothing was added to them, and repeating
            the call continues with them.
        stopped: why; empty when nothing is left.
        requests: the numbers of requests and failed requests to a language model.
        usage: the usage of these requests.
    """

    addition: str = ""
    documents: int = 0
    claims: int = 0
    facts: int = 0
    profiles: int = 0
    outside: int = 0
    without_open_facts: int = 0
    earlier: int = 0
    dropped: dict[str, int] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    stopped: str = ""
    requests: RequestCounts = field(default_factory=RequestCounts)
    usage: Usage = field(default_factory=Usage)

    @property
    def kept(self) -> int:
        """Return how many of the claims sentences support; several may be one fact."""
        return self.claims - sum(self.dropped.values())

    @property
    def ok(self) -> bool:
        """Return whether no request failed and no document is left."""
        return not self.requests.failed and not self.left

    def __str__(self) -> str:
        """Return a summary line, a line on unread documents, and one on dropped claims."""
        passed_over = f" ({self.earlier} were read before)" if self.earlier else ""
        lines = [
            f"{self.documents} documents{passed_over}: {self.claims} claims, {self.kept} kept, {self.facts} facts added"
        ]
        if self.addition:
            lines[0] += f" as {self.addition}"
        if self.outside:
            lines.append(f"{self.outside} of the kept claims are outside the schema")
        if self.without_open_facts:
            lines.append(f"no open facts from {self.without_open_facts} documents: they are read from English only")
        if self.stopped:
            lines.append(
                f"stopped: {self.stopped}; {len(self.left)} documents are left, the same call continues with them"
            )
        if self.dropped:
            lines.append("dropped: " + ", ".join(f"{count} {reason}" for reason, count in self.dropped.items()))
        return "\n".join(lines)


def learn_facts(
    store: LanguageGraphStore,
    options: FactOptions,
    addition: Addition,
    annotator: Annotator,
    model_name: str,
    stated: StatedTypes | None = None,
) -> Flow[FactsReport]:
    """Add the facts stated in the graph's documents, without reading their files again.

    Each step's facts are kept if a later step fails, and a call with a language model continues after the documents
    finished by an earlier, interrupted call. Yields a `facts learned` trace step with the counts so far.

    Args:
        store: the graph.
        options: how to learn facts.
        addition: the addition's id, kind, label and time.
        annotator: a language backend that parses, for open facts.
        model_name: the language model's name, for other facts.
        stated: returns the types that the graph states of concepts, for facts by a schema.
    """
    is_open = options.method == "open"
    done = None if is_open else ReadDocuments(store, addition)
    records = [record for record in store.documents() if done is None or not done.has(record)]
    tell_progress("learning facts", 0, len(records), "documents")
    had = held_facts(store)
    documents = found_count = profiles = asked = outside = 0
    dropped: Counter[str] = Counter()
    errors: list[str] = []
    usage, left, stopped = Usage(), list[str](), ""
    for first in range(0, len(records), _DOCUMENTS_AT_ONCE):
        if stopped:
            left += [record.id for record in records[first:]]
            break
        of_group = records[first : first + _DOCUMENTS_AT_ONCE]
        group = [document_sentences(store, record) for record in of_group]
        ended: Sequence[FactExtraction | UnsentRequestsError]
        if is_open:
            ended = [FactExtraction(_open_facts(sentences, annotator)) for sentences in group]
        else:
            flows = [extract_facts(own, options, model_name, stated=stated) for own in group]
            ended = yield from together([until_spent(flow) for flow in flows])
        found, read = list[GroundedFacts](), list[DocumentRecord]()
        for record, extraction in zip(of_group, ended, strict=True):
            usage += extraction.usage
            if isinstance(extraction, UnsentRequestsError):
                left.append(record.id)
                stopped = str(extraction)
                asked += sum(not outcome.is_unsent for outcome in extraction.outcomes)
                continue
            found.append(extraction.grounded)
            asked += extraction.requests
            outside += extraction.outside
            errors += extraction.failures
            dropped.update(extraction.grounded.dropped)
            if not extraction.failures:
                read.append(record)
        # Open facts equal those of a build, which reads each document separately.
        added = with_grounded(addition, found, None if is_open else store)
        if added.facts or added.profiles:
            store.add(added)
        if done is not None:
            done.note(read, has_added=bool(added.facts or added.profiles))
        documents += len(found)
        found_count += sum(len(grounded.facts) for grounded in found)
        profiles += len(added.profiles)
        tell_progress("learning facts", documents, len(records), "documents")
        yield FactsLearnedStep(documents, found_count)
    requests = RequestCounts.of(asked, errors)
    if done is not None and not left and not requests.failed:
        done.forget()
    return FactsReport(
        addition.id if found_count or profiles else "",
        documents,
        found_count + dropped.total(),
        held_facts(store) - had,  # counted once: it examines the whole graph
        profiles,
        outside=outside,
        without_open_facts=sum(record.language != "en" for record in records) if is_open else 0,
        earlier=0 if done is None else done.count,
        dropped=dict(dropped.most_common()),
        left=tuple(left),
        stopped=stopped,
        requests=requests,
        usage=usage,
    )


def with_grounded(
    addition: Addition, found: Sequence[GroundedFacts], store: LanguageGraphStore | None = None
) -> Addition:
    """Return an addition with the facts of documents; a fact of several has the evidence of each.

    Given a store, synonymous predicates between the same ends are unified, also with the store's facts.
    """
    facts = tuple(chain.from_iterable(grounded.facts for grounded in found))
    if store is not None:
        facts = _agreed(facts, store)
    return replace(
        addition,
        facts=facts,
        profiles=tuple(chain.from_iterable(grounded.profiles for grounded in found)),
        mentions=tuple(chain.from_iterable(grounded.mentions for grounded in found)),
    )


def held_facts(store: LanguageGraphStore) -> int:
    """Return how many facts a graph has, including rejected ones."""
    counts = store.statistics()
    return counts.facts + counts.rejected_facts


def _agreed(facts: Sequence[Fact], store: LanguageGraphStore) -> tuple[Fact, ...]:
    subjects = sorted({fact.subject for fact in facts})
    known = (
        store.facts_about(subjects[first : first + _SUBJECTS_AT_ONCE], _MOST_KNOWN)
        for first in range(0, len(subjects), _SUBJECTS_AT_ONCE)
    )
    return united_facts(facts, chain.from_iterable(known))


def _open_facts(sentences: Sequence[SourceSentence], annotator: Annotator) -> GroundedFacts:
    """Return the open facts of a document; only attributes if the backend does not read it in its language."""
    gathered = OpenFacts()
    for source in sentences:
        gathered.add_attributes(source)
    for parsed in parsed_sentences(sentences, annotator):
        gathered.add(parsed.source, parsed.sentence, parsed.title, first=parsed.first, opens=parsed.opens)
    return gathered.gathered()
