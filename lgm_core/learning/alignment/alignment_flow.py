"""Alignment (KAG, sections 2.4.1 to 2.4.3): names of one thing, classes of things, wholes and parts, across documents.

Everything found is one addition, which can be taken back. Sentences of several documents that only together show two
names to be one thing are joint evidence (`Evidence.is_joint`): hidden or deleted with any of them.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from lgm_core.errors import BudgetSpentError, InputError
from lgm_core.flow import Flow
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.alignment.broader_classes import proposed_classes, proposed_parts, schema_chain
from lgm_core.learning.alignment.graph_names import GraphNames, Proposal
from lgm_core.learning.alignment.same_names import judged_pairs, proposed_aliases, similar_names
from lgm_core.learning.construction.cliques import connected_groups, disjoint_cliques
from lgm_core.learning.construction.construction_report import listed_counts
from lgm_core.learning.construction.entity_stage import differ_in_number
from lgm_core.learning.construction.findings import Cost
from lgm_core.learning.construction.item_requests import in_groups
from lgm_core.model import (
    Addition,
    Evidence,
    MetaRelation,
    RelationKind,
    RequestCounts,
    Usage,
    Verdict,
    acyclic_edges,
    broader_things,
)
from lgm_core.model.addition import utc_now
from lgm_core.model.relation import INFERRED, INFERRED_JOINTLY, counting_evidence
from lgm_core.progress import counted
from lgm_core.vectors.port import Embeddings

__all__ = ["AlignmentReport", "align", "forget_incomplete"]

KIND = "align"
"""The kind of the additions that alignment makes."""

_CITED = 3
"""The most sentences that a relation cites."""

_ADDED_AT_ONCE = 200
"""The most relations added in one transaction."""


@dataclass(frozen=True, slots=True)
class AlignmentReport:
    """What an alignment has added to a graph.

    Attributes:
        addition: the id for `undo`; empty if nothing was added.
        documents: the number of documents read.
        merges: pairs of names that are now one thing.
        is_a: is-a relations.
        parts: has-part relations.
        rules: the numbers of added relations, by the rule or language model that found them.
        refused: the numbers of proposed relations that were not added, by reason.
        taken_back: ids of earlier alignments that this one replaced.
        stopped: why pairs were not judged, if a token budget was spent; else empty.
        requests: the numbers of requests and failed requests to a language model.
        usage: what the requests cost.
    """

    addition: str
    documents: int
    merges: int
    is_a: int
    parts: int
    rules: Mapping[str, int]
    refused: Mapping[str, int]
    taken_back: tuple[str, ...] = ()
    stopped: str = ""
    requests: RequestCounts = field(default_factory=RequestCounts)
    usage: Usage = field(default_factory=Usage)

    @property
    def ok(self) -> bool:
        """Return whether no request failed and all pairs were judged."""
        return not self.requests.failed and not self.stopped

    def __str__(self) -> str:
        """Return a summary line, and lines on rules, refused pairs and requests."""
        added = listed_counts({"merges": self.merges, "is-a relations": self.is_a, "has-part relations": self.parts})
        lines = [f"{listed_counts({'documents': self.documents})}: {added or 'nothing to align'}"]
        if self.addition:
            lines[0] += f", added as {self.addition}"
        for word, counts in (("found by", self.rules), ("refused", self.refused)):
            if counts:
                lines.append(f"{word}: " + ", ".join(f"{reason} ({count:,})" for reason, count in counts.items()))
        if self.requests.failed:
            lines.append(str(self.requests))
        if self.stopped:
            lines.append(f"stopped: {self.stopped}; align again to judge the rest")
        return "\n".join(lines)


@dataclass(slots=True)
class _Alignment:
    """What was accepted, and why the rest was not."""

    graph: GraphNames
    accepted: list[Proposal] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    cost: Cost = field(default_factory=Cost)
    stopped: str = ""

    def fresh(self, proposals: Iterable[Proposal]) -> list[Proposal]:
        """Return proposals that the graph neither states nor rejects, each once: the first that is sure, if any is."""
        found: dict[tuple[str, str, str], Proposal] = {}
        for each in proposals:
            if each.subject == each.object or each.key in self.graph.relations:
                continue
            if each.key in self.graph.rejected:
                self.refused["rejected by reflection"] += 1
            elif each.key not in found or (each.is_sure and not found[each.key].is_sure):
                found[each.key] = each
        return list(found.values())


def align(
    store: LanguageGraphStore, model_name: str = "", most_asked: int = 0, embeddings: Embeddings | None = None
) -> Flow[AlignmentReport]:
    """Align a graph, and replace what an earlier alignment has added.

    Args:
        store: the graph.
        model_name: the language model's name.
        most_asked: the most proposals that the language model is asked about.
        embeddings: an embedding model; if a language model is asked, similar names are proposed too.

    Raises:
        InputError: the graph has no documents.
        StoreError: it cannot be written.
    """
    earlier = [record.id for record in store.additions() if record.kind == KIND]
    total = store.statistics().documents
    if not total:
        raise InputError("the graph has no documents, so there is nothing to align; build it first")
    graph = GraphNames(counted(store.scan(), "aligning", "documents", total))
    work = _Alignment(graph)
    classes = list(proposed_classes(graph))
    versions = store.read_schema()
    types = dict.fromkeys((*graph.classes, *(each.object for each in classes)))
    chain = schema_chain(graph, types, versions[-1].schema if versions else None)
    similar = similar_names(graph, store, embeddings) if most_asked and embeddings is not None else ()
    fresh = work.fresh((*proposed_aliases(graph), *classes, *chain, *similar))
    taken = [each for each in fresh if each.is_sure]
    if most_asked:
        unsure = [each for each in fresh if not each.is_sure][:most_asked]
        taken += yield from _judged(work, store, unsure, model_name)
    things = _unite(work, [each for each in taken if each.kind is RelationKind.ALIAS_OF])
    _classify(work, [each for each in taken if each.kind is RelationKind.IS_A], things)
    work.accepted += work.fresh(proposed_parts(graph))
    # A verdict stays only as long as its relation: without it the same would be inferred again.
    rejected = (relation for relation in graph.rejected.values() if relation.evidence)
    relations = sorted((*(_relation(graph, each) for each in work.accepted), *rejected), key=lambda each: each.key)
    id = _stored(store, relations, f"llm:{model_name}" if most_asked else "rules")
    replaced = [each for each in earlier if each != id]
    if replaced:
        store.undo(replaced)
    counts = Counter(each.kind for each in work.accepted)
    return AlignmentReport(
        addition=id,
        documents=total,
        merges=counts[RelationKind.ALIAS_OF],
        is_a=counts[RelationKind.IS_A],
        parts=counts[RelationKind.HAS_PART],
        rules=dict(Counter(each.rule for each in work.accepted).most_common()),
        refused=dict((+work.refused).most_common()),
        taken_back=tuple(replaced),
        stopped=work.stopped,
        requests=RequestCounts.of(work.cost.requests, work.cost.failures),
        usage=work.cost.usage,
    )


def forget_incomplete(store: LanguageGraphStore) -> None:
    """Forget joint evidence of which some went with its document, and with it the names of that document."""
    earlier = [record for record in store.additions() if record.kind == KIND]
    held = (*store.relations(), *store.relations(verdict=Verdict.INVALID)) if earlier else ()
    inferred = [replace(each, evidence=tuple(item for item in each.evidence if item.is_inferred)) for each in held]
    counting = [replace(each, evidence=counting_evidence(each.evidence)) for each in inferred]
    if counting != inferred:
        id = _stored(store, [each for each in counting if each.evidence], earlier[-1].label)
        store.undo([record.id for record in earlier if record.id != id])


def _judged(
    work: _Alignment, store: LanguageGraphStore, unsure: Sequence[Proposal], model_name: str
) -> Flow[list[Proposal]]:
    """Ask the language model about proposals; return those that it accepts, as its own."""
    try:
        answers = yield from judged_pairs(unsure, work.graph, store, work.cost)
    except BudgetSpentError as error:
        work.stopped = str(error)
        return []
    work.refused["denied by the language model"] += sum(not holds for _, holds in answers)
    work.refused["not answered"] += len(unsure) - len(answers)
    return [replace(each, rule=model_name) for each, holds in answers if holds]


def _unite(work: _Alignment, proposals: Sequence[Proposal]) -> dict[str, str]:
    """Accept aliases between things, all names of which fit; return a name for the thing of each name.

    A thing is a name with the aliases that the graph states. Several things become one only if each pair of them was
    proposed: that *A* is *B* and *B* is *C* makes *A* no *C*.
    """
    stated = connected_groups((each.subject, each.object) for each in work.graph.stated(RelationKind.ALIAS_OF))
    members = {group[0]: group for group in stated}
    things = {key: group[0] for group in stated for key in group}
    fitting: defaultdict[tuple[str, str], list[Proposal]] = defaultdict(list)
    for each in proposals:
        first, second = sorted(things.setdefault(end, end) for end in (each.subject, each.object))
        names, others = members.get(first, (first,)), members.get(second, (second,))
        if first == second:
            continue
        if any(key in work.graph.names and work.graph.names[key].is_homonym for key in (*names, *others)):
            work.refused["a name of several things"] += 1
        elif any(differ_in_number(one, two) for one, two in product(names, others)):
            work.refused["different numbers"] += 1
        else:
            fitting[first, second].append(each)
    united: dict[str, str] = {}
    for clique in disjoint_cliques(fitting):
        united |= dict.fromkeys(clique, clique[0])
        for first, second in combinations(clique, 2):
            work.accepted += fitting.pop((first, second))
    work.refused["part of no group in which all are the same"] += sum(map(len, fitting.values()))
    return {key: united.get(thing, thing) for key, thing in things.items()}


def _classify(work: _Alignment, proposals: Sequence[Proposal], things: Mapping[str, str]) -> None:
    """Accept is-a relations that close no circle and do not follow from others."""
    ends = {end for _, *pair in (*work.graph.relations, *(each.key for each in proposals)) for end in pair}
    meant = {key: things.get(key, key) for key in sorted(ends)}
    stated = broader_things(work.graph.relations.values(), meant)
    new: dict[tuple[str, str], Proposal] = {}
    for each in proposals:
        edge = meant[each.subject], meant[each.object]
        if edge[0] != edge[1] and edge not in stated:
            new.setdefault(edge, each)
    kept = set(acyclic_edges([*stated, *new]))
    work.accepted += [each for edge, each in new.items() if edge in kept]
    work.refused["circular, or already following from others"] += sum(edge not in kept for edge in new)


def _relation(graph: GraphNames, proposal: Proposal) -> MetaRelation:
    """Return an accepted proposal with the sentences that show it."""
    names = (graph.names.get(key) for key in (proposal.subject, proposal.object))
    here, there = (name.sentences if name is not None else [] for name in names)
    origin = INFERRED
    ids = proposal.sentences or tuple(id for id in here if id in there)
    if not ids and proposal.kind is RelationKind.ALIAS_OF and here and there:
        ids = min(product(here, there), key=_documents)
        origin = INFERRED if _documents(ids) == 1 else INFERRED_JOINTLY
    evidence = tuple(Evidence(id, f"{origin}{proposal.rule}") for id in (ids or here or there)[:_CITED])
    return MetaRelation(proposal.kind, proposal.subject, proposal.object, evidence)


def _documents(ids: Iterable[str]) -> int:
    return len({id.rpartition("#")[0] for id in ids})


def _stored(store: LanguageGraphStore, relations: Sequence[MetaRelation], label: str) -> str:
    """Store relations as an addition; return its id, which says what is in it, or nothing without relations."""
    if not relations:
        return ""
    digest = hashlib.sha256(repr(relations).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    addition = Addition(f"{KIND}-{digest}", KIND, label, utc_now())
    by_document = sorted(relations, key=lambda relation: relation.evidence[0])
    # In parts, since a store changes all documents of one in memory; after a kill the next run adds what is missing.
    for part in in_groups(by_document, _ADDED_AT_ONCE):
        store.add(replace(addition, relations=tuple(part)))
    return addition.id
