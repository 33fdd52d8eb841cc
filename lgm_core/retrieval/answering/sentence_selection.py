"""Selecting the sentences to read for a query: the best ranked within a budget, or all about its concepts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import lexicon_of
from lgm_core.model import Mention, Sentence
from lgm_core.model.concept import name_of
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.expanded_query import ExpandedQuery
from lgm_core.retrieval.answering.sentence_ranker import RankedSentence, SentenceRanker
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.inheritance import inherited_sentences
from lgm_core.retrieval.repeated_sentences import without_repetitions
from lgm_core.retrieval.written_names import written_names

__all__ = ["SelectedSentences", "select_sentences", "select_window"]

_SHORT = 60
"""Characters of a short sentence, used to ask the ranker for about as many as fit into the budget."""

_CANDIDATES = 4
"""How many times as many sentences as needed the ranker is asked for, since some have no concept and are left out."""

_INHERITED_SHARE = 8
"""One in this many of the sentences read, at least one, is reserved for what expanded concepts contribute: such
sentences seldom share words with the question, so they rank low."""

_AGAIN_SHARE = 4
"""One in this many parts of the budget is for reading sentences again, for what is missing now."""

_MOST_COUNTED = 5_000
"""The most sentences about the concepts that are counted to report what was left unread."""

_MOST_INHERITED = 300
"""The most sentences about expanded concepts that are searched for what the question's concepts inherit; limits the
time that common concepts take."""


@dataclass(frozen=True, slots=True)
class SelectedSentences:
    """Sentences to read, best first.

    Attributes:
        sentences: the sentences.
        paths: by sentence id, the concepts that led to it, as sentences write them.
        unread: sentences about the round's concepts that were not selected now or before (of the first 5,000).
        reached: by sentence id, the key of the expanded concept that led to it, if one did.
        scores: by sentence id, its score in the ranking; sentences that only a relation led to have no entry.
        by_rank: whether an exhaustive round selected by rank, too.
    """

    sentences: tuple[Sentence, ...] = ()
    paths: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()
    reached: dict[str, str] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    by_rank: bool = False

    @property
    def characters(self) -> int:
        """Return the length of the sentences' text."""
        return sum(len(sentence.resolved) for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class _About:
    """The sentences about a query's own concepts, about expanded ones, and about any, in document order.

    `own` includes those about concepts that expansion left out: this saves a call to the store, and `own` alone is
    only used without expansion.
    """

    own: list[Sentence]
    expanded: list[Sentence]
    any: list[Sentence]


def select_sentences(
    query: ExpandedQuery,
    *,
    view: GraphView,
    ranker: SentenceRanker,
    options: AskOptions,
    seen: frozenset[str] = frozenset(),
    evidence: frozenset[str] = frozenset(),
    most: int | None = None,
) -> SelectedSentences:
    """Select what to read next.

    Exhaustive rounds read every sentence about the concepts, in document order. Sentences read before that name a
    concept of the query are read again unless they are evidence: they may be the link that is missing now. In a
    language without a lexicon, where perhaps only names are concepts, the best ranked sentences fill the budget.

    Other rounds, and exhaustive ones that find no sentence about the concepts, read the best ranked sentences up to the
    budget. An eighth of it is reserved for what expanded concepts contribute (equation 3). Exhaustive rounds also spend
    a quarter on reading again what is nearest to what is missing. Without expansion only sentences that mention a
    concept of the question are selected.

    Args:
        query: what is looked for.
        view: the graph.
        ranker: ranks its sentences.
        options: the switches; the budget is a chunk.
        seen: identifiers of sentences read before.
        evidence: identifiers of those that are evidence.
        most: the most sentences to select, instead of the budget in characters; leaves out sentences without a concept
            of the query or a path to one, unless they are code.
    """
    about = _sentences_about(query, view, options)
    everything = SelectedSentences()
    if options.exhaustive and about.any:
        everything = _everything(query, about, view, seen, evidence)
        if lexicon_of(view.language).questions is not None or everything.characters >= options.chunk_size:
            return everything
        seen = seen.union(sentence.id for sentence in everything.sentences)
    ranked = _ranked(query, about, view, ranker, options, seen, most)
    candidates, inherited, mentions = _candidates(query, ranked, about, view, seen)
    in_vain = seen.difference(evidence, everything.paths)
    again = _read_again(query, in_vain, view, ranker, options) if options.exhaustive and in_vain else []
    mentions |= view.mentions(sentence.id for sentence in again) if again else {}
    ranked_paths = {place.id: place.path for place in ranked}
    paths, reached = _paths(query, (*candidates, *inherited, *again), mentions, ranked_paths, view.language)
    if most is not None and query.frequencies:
        # Code mentions no concepts, so only its rank decides.
        candidates = [sentence for sentence in candidates if paths[sentence.id] or sentence.is_code]
    budget = options.chunk_size - everything.characters
    within = _within(candidates, inherited, budget=budget, most=most)
    selected = [*everything.sentences, *again, *_distinct(within, view)]
    ids = [sentence.id for sentence in selected]
    paths, reached = paths | everything.paths, reached | everything.reached
    unread = frozenset(sentence.id for sentence in about.any) - seen.union(ids)
    scores = {place.id: place.score for place in ranked}
    by_rank = options.exhaustive and options.graph
    return SelectedSentences(tuple(selected), {id: paths[id] for id in ids}, unread, reached, scores, by_rank)


def _everything(
    query: ExpandedQuery, about: _About, view: GraphView, seen: frozenset[str], evidence: frozenset[str]
) -> SelectedSentences:
    """Select all sentences about the concepts, without evidence and what was read before and names none of them."""
    unmarked = [sentence for sentence in about.any if sentence.id not in evidence]
    mentions = view.mentions(sentence.id for sentence in unmarked)
    names = frozenset(query.names)
    wanted = [
        sentence
        for sentence in unmarked
        if sentence.id not in seen or any(mention.concept in names for mention in mentions[sentence.id])
    ]
    selected = _distinct(wanted, view, seen.difference(sentence.id for sentence in wanted))
    paths, reached = _paths(query, selected, mentions, {}, view.language)
    return SelectedSentences(tuple(selected), paths, reached=reached)


def _read_again(
    query: ExpandedQuery, in_vain: frozenset[str], view: GraphView, ranker: SentenceRanker, options: AskOptions
) -> list[Sentence]:
    """Return the sentences read in vain that are nearest to what is missing now."""
    budget = options.chunk_size // _AGAIN_SHARE
    ranked = ranker.sentences(query.about, budget // _SHORT + 1, allowed=in_vain, concepts=query.names)
    return _take(_sentences(view, [place.id for place in ranked], ()), budget, False, frozenset())


def select_window(
    query: ExpandedQuery,
    *,
    view: GraphView,
    ranker: SentenceRanker,
    options: AskOptions,
    most: int,
    ranked_by: str = "",
    seen: frozenset[str] = frozenset(),
) -> SelectedSentences:
    """Select the best ranked sentences of an adaptive round; further arguments as in `select_sentences`.

    What expanded concepts contribute fills the room that the ranking leaves. After the first round it gets another
    eighth, since the ranking alone did not find what is missing.

    Args:
        query: what is looked for.
        view: the graph.
        ranker: ranks its sentences.
        options: the switches.
        most: how many sentences to select.
        ranked_by: a text to rank what the query finds by, instead of the query's own; sentences unrelated to it are
            left out.
        seen: identifiers of sentences read before.
    """
    about = _sentences_about(query, view, options)
    concepts = query.names if len(query.names) > len(query.frequencies) else []
    ranked = _ranked(query, about, view, ranker, options, seen, most, concepts=concepts)
    if ranked_by and ranked:
        ranked = list(ranker.sentences(ranked_by, len(ranked), allowed=frozenset(place.id for place in ranked)))
    candidates, inherited, mentions = _candidates(query, ranked, about, view, seen)
    best = candidates[:most]
    best_ids = frozenset(sentence.id for sentence in best)
    room = max(most - len(best), (most // _INHERITED_SHARE or 1) if seen else 0)
    selected = _distinct([*best, *[sentence for sentence in inherited if sentence.id not in best_ids][:room]], view)
    paths, reached = _paths(query, selected, mentions, {place.id: place.path for place in ranked}, view.language)
    unread = frozenset(sentence.id for sentence in about.any) - seen.union(sentence.id for sentence in selected)
    return SelectedSentences(tuple(selected), paths, unread, reached, {place.id: place.score for place in ranked})


def _sentences_about(query: ExpandedQuery, view: GraphView, options: AskOptions) -> _About:
    """Read the sentences about the concepts; only the first ones if they are just counted."""
    is_counted = not (options.exhaustive and options.graph) and options.expansion
    limit = _MOST_COUNTED if is_counted else None
    own = view.sentences_about([*query.concepts, *query.left_out], limit)
    expanded = view.sentences_about([concept.key for concept in query.expanded], limit)
    distinct = {sentence.id: sentence for sentence in (*own, *expanded)}
    merged = sorted(distinct.values(), key=lambda sentence: (sentence.document_id, sentence.position))
    return _About(own, expanded, merged if options.exhaustive else merged[:_MOST_COUNTED])


def _ranked(
    query: ExpandedQuery,
    about: _About,
    view: GraphView,
    ranker: SentenceRanker,
    options: AskOptions,
    seen: frozenset[str],
    most: int | None,
    *,
    concepts: Sequence[str] | None = None,
) -> list[RankedSentence]:
    """Rank the sentences that may be read: without expansion those about the query's own concepts, else any."""
    wanted = options.chunk_size // _SHORT + 1 if most is None else _CANDIDATES * most
    is_limited = options.graph and not options.expansion and not options.exhaustive and bool(query.frequencies)
    allowed = frozenset(sentence.id for sentence in about.own) if is_limited else view.allowed
    ranked = ranker.sentences(
        query.text, wanted + len(seen), allowed=allowed, concepts=query.names if concepts is None else concepts
    )
    return [place for place in ranked if place.id not in seen]


def _sentences(view: GraphView, ids: Sequence[str], read: Iterable[Sentence]) -> list[Sentence]:
    """Return the sentences with these identifiers, in their order; only those not in `read` are read from the store."""
    sentences = {sentence.id: sentence for sentence in read}
    missing = [id for id in ids if id not in sentences]
    sentences |= {sentence.id: sentence for sentence in (view.store.sentences(missing) if missing else ())}
    return [sentences[id] for id in ids if id in sentences]


def _distinct(sentences: Sequence[Sentence], view: GraphView, seen: frozenset[str] = frozenset()) -> list[Sentence]:
    """Leave out sentences that overlapping parts of a source repeat, also from those read before."""
    before = view.store.sentences(sorted(seen)) if seen else []
    documents = view.documents(sentence.document_id for sentence in (*before, *sentences))
    distinct = without_repetitions([*before, *sentences], documents)
    return [sentence for sentence in distinct if sentence.id not in seen]


def _candidates(
    query: ExpandedQuery, ranked: Sequence[RankedSentence], about: _About, view: GraphView, seen: frozenset[str]
) -> tuple[list[Sentence], list[Sentence], dict[str, list[Mention]]]:
    """Return the distinct ranked sentences, those that expanded concepts contribute, and the mentions in both.

    Contributed sentences that are also ranked come first, in the order of the ranking.
    """
    sentences = _sentences(view, [place.id for place in ranked], about.any)
    of_expanded = about.expanded[:_MOST_INHERITED]
    mentions = view.mentions(sentence.id for sentence in (*of_expanded, *sentences))
    inherited = [
        sentence
        for sentence in inherited_sentences(
            of_expanded,
            mentions,
            neighbourhood=query.neighbourhood,
            expanded=query.expanded,
            frequencies=query.frequencies,
            language=view.language,
        )
        if sentence.id not in seen
    ]
    view.documents(sentence.document_id for sentence in (*sentences, *inherited))  # reads all at once
    candidates = _distinct(sentences, view, seen)
    place = {sentence.id: position for position, sentence in enumerate(candidates)}
    inherited.sort(key=lambda sentence: place.get(sentence.id, len(place)))
    return candidates, inherited, mentions


def _within(
    ranked: Sequence[Sentence], inherited: Iterable[Sentence], *, budget: int, most: int | None
) -> list[Sentence]:
    """Take sentences up to the budget; an eighth of it is for inherited ones, if there are any."""
    is_counted = most is not None
    limit = budget if most is None else most
    reserved = _take(inherited, limit // _INHERITED_SHARE or int(limit > 1), is_counted, frozenset())
    ids = frozenset(sentence.id for sentence in reserved)
    used = sum(_cost(sentence, is_counted) for sentence in reserved)
    selected = ids | {sentence.id for sentence in _take(ranked, limit - used, is_counted, ids)}
    ranked_ids = frozenset(sentence.id for sentence in ranked)
    return [
        *(sentence for sentence in ranked if sentence.id in selected),
        *(sentence for sentence in reserved if sentence.id not in ranked_ids),
    ]


def _take(sentences: Iterable[Sentence], limit: int, is_counted: bool, without: frozenset[str]) -> list[Sentence]:
    taken: list[Sentence] = []
    used = 0
    for sentence in sentences:
        if sentence.id in without:
            continue
        used += _cost(sentence, is_counted)
        if used > limit and (taken or is_counted):
            break
        taken.append(sentence)
    return taken


def _cost(sentence: Sentence, is_counted: bool) -> int:
    return 1 if is_counted else len(sentence.resolved)


def _paths(
    query: ExpandedQuery,
    sentences: Iterable[Sentence],
    mentions: Mapping[str, Sequence[Mention]],
    ranked_paths: Mapping[str, tuple[str, ...]],
    language: str,
) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Return how each sentence was reached, and by which expanded concept, if any.

    A sentence is reached by a concept of the question, by an expanded one, or by the ranking's path. This path leads to
    a section; it holds for the section's sentences that mention a concept on it.
    """
    names = written_names(frozenset(query.keys), mentions.values(), language)
    expanded = {concept.key: concept for concept in reversed(query.expanded)}
    paths: dict[str, tuple[str, ...]] = {}
    reached: dict[str, str] = {}
    for sentence in sentences:
        concepts = {mention.concept for mention in mentions[sentence.id]}
        nearest = next((key for key in query.keys if key in concepts), None)
        if nearest is None:
            path = ranked_paths.get(sentence.id, ())
            is_on_path = not concepts.isdisjoint(concept_key(step, language) for step in path)
            paths[sentence.id] = path if is_on_path else ()
        elif nearest in query.frequencies:
            paths[sentence.id] = (names.get(nearest, name_of(nearest)),)
        else:
            paths[sentence.id] = expanded[nearest].written_path(names)
            reached[sentence.id] = nearest
    return paths, reached
