"""Selecting the sentences to read for a query: the best ranked within a budget, or all about its concepts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.words import split_words
from lgm_core.model import Sentence
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.expanded_query import ExpandedQuery
from lgm_core.retrieval.answering.ranked_candidates import (
    INHERITED_SHARE,
    WORDS,
    About,
    candidates_of,
    distinct_of,
    fitting,
    paths_to,
    readable,
    sentences_about,
    sentences_of,
    take,
)
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.rank_fusion import fused_ranks
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["SelectedSentences", "select_evidence", "select_sentences", "select_window"]

_SHORT = 60
"""Characters of a short sentence, used to ask the ranker for about as many as fit into the budget."""

_CANDIDATES = 4
"""How many times as many sentences as needed the ranker is asked for, since some have no concept and are left out."""

_AGAIN_SHARE = 4
"""One in this many parts of the budget is for reading sentences again, for what is missing now."""

_FIRST_LED_TO = 3
"""The best sentences that a path leads to, which are shown first. In other places both rankings count: among all, the
ranking of focused passages found more of what a handbook answers and less of what several passages answer together."""

_STILL_GOOD = 0.7
"""Share of the best score from which a sentence of focused passages is evidence even if no path leads to it."""

_FURTHER_SHARE = 3
"""The part of `AskOptions.evidence` (a third) that limits these."""


@dataclass(frozen=True, slots=True)
class SelectedSentences:
    """Sentences to read, best first.

    Attributes:
        sentences: the sentences.
        paths: by sentence id, the concepts that led to it, as sentences write them.
        unread: sentences about the round's concepts that were not selected now or before (of the first 5,000).
        reached: by sentence id, the key of the expanded concept that led to it, if one did.
        scores: by sentence id, its score in the ranking or, if it was found there alone, in focused passages, which is
            on another scale; sentences that only a relation led to have no entry.
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


def select_sentences(
    query: ExpandedQuery,
    *,
    view: GraphView,
    ranker: Ranker,
    options: AskOptions,
    seen: frozenset[str] = frozenset(),
    evidence: frozenset[str] = frozenset(),
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
    """
    about = sentences_about(query, view, options)
    everything = SelectedSentences()
    if options.exhaustive and about.any:
        everything = _everything(query, about, view, seen, evidence)
        if lexicon_of(view.language).questions is not None or everything.characters >= options.chunk_size:
            return everything
        seen = seen.union(sentence.id for sentence in everything.sentences)
    ranked = readable(query, about, view, ranker, options, seen=seen).ranked(options.chunk_size // _SHORT + 1)
    candidates, inherited, mentions = candidates_of(query, ranked, about, view, seen)
    in_vain = seen.difference(evidence, everything.paths)
    again = _read_again(query, in_vain, view, ranker, options) if options.exhaustive and in_vain else []
    mentions |= view.mentions(sentence.id for sentence in again) if again else {}
    ranked_paths = {place.id: place.path for place in ranked}
    paths, reached = paths_to(query, (*candidates, *inherited, *again), mentions, ranked_paths, view.language)
    read = fitting(candidates, inherited, options.chunk_size - everything.characters, is_counted=False)
    selected = [*everything.sentences, *again, *distinct_of(read, view)]
    ids = [sentence.id for sentence in selected]
    paths, reached = paths | everything.paths, reached | everything.reached
    unread = frozenset(sentence.id for sentence in about.any) - seen.union(ids)
    scores = {place.id: place.score for place in ranked}
    by_rank = options.exhaustive and options.graph
    return SelectedSentences(tuple(selected), {id: paths[id] for id in ids}, unread, reached, scores, by_rank)


def _everything(
    query: ExpandedQuery, about: About, view: GraphView, seen: frozenset[str], evidence: frozenset[str]
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
    selected = distinct_of(wanted, view, seen.difference(sentence.id for sentence in wanted))
    paths, reached = paths_to(query, selected, mentions, {}, view.language)
    return SelectedSentences(tuple(selected), paths, reached=reached)


def _read_again(
    query: ExpandedQuery, in_vain: frozenset[str], view: GraphView, ranker: Ranker, options: AskOptions
) -> list[Sentence]:
    """Return the sentences read in vain that are nearest to what is missing now."""
    budget = options.chunk_size // _AGAIN_SHARE
    ranked = ranker.sentences(query.about, budget // _SHORT + 1, allowed=in_vain, concepts=query.names)
    return take(sentences_of(view, [place.id for place in ranked], ()), budget, False, frozenset())


def select_window(
    query: ExpandedQuery,
    *,
    view: GraphView,
    ranker: Ranker,
    options: AskOptions,
    most: int,
    ranked_by: str = "",
    seen: frozenset[str] = frozenset(),
) -> SelectedSentences:
    """Select the best ranked sentences of an adaptive round; further arguments as in `select_sentences`.

    What expanded concepts contribute fills the room that the ranking leaves. After the first round, which did not find
    what is missing, it gets another eighth, and sentences of focused passages are merged in.

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
    about = sentences_about(query, view, options)
    concepts = query.names if len(query.names) > len(query.frequencies) else []
    allowed = readable(query, about, view, ranker, options, seen=seen, concepts=concepts)
    ranked = allowed.ranked(_CANDIDATES * most)
    if ranked_by and ranked:
        ranked = list(ranker.sentences(ranked_by, len(ranked), allowed=frozenset(place.id for place in ranked)))
    elif seen:
        focused = allowed.focused(most)
        places = {place.id: place for place in (*focused, *ranked)}
        ranked = [places[id] for id in _fused([place.id for place in ranked], [place.id for place in focused])]
    candidates, inherited, mentions = candidates_of(query, ranked, about, view, seen)
    best = candidates[:most]
    best_ids = frozenset(sentence.id for sentence in best)
    room = max(most - len(best), (most // INHERITED_SHARE or 1) if seen else 0)
    selected = distinct_of([*best, *[sentence for sentence in inherited if sentence.id not in best_ids][:room]], view)
    paths, reached = paths_to(query, selected, mentions, {place.id: place.path for place in ranked}, view.language)
    unread = frozenset(sentence.id for sentence in about.any) - seen.union(sentence.id for sentence in selected)
    return SelectedSentences(tuple(selected), paths, unread, reached, {place.id: place.score for place in ranked})


def select_evidence(query: ExpandedQuery, *, view: GraphView, ranker: Ranker, options: AskOptions) -> SelectedSentences:
    """Select what is shown where no model reads: what a path leads to, and what else answers well by itself.

    Two thirds of `options.evidence` are sentences, as ranked, that mention a concept of the query or of a path. The
    others are sentences of focused passages until their scores fall off, at most as many as fit into thirty words for
    each of those. After the best three of the first, both are ordered by the sum of reciprocal ranks.
    """
    about = sentences_about(query, view, options)
    allowed = readable(query, about, view, ranker, options)
    most = options.evidence - options.evidence // _FURTHER_SHARE
    ranked, focused = allowed.ranked(_CANDIDATES * most), allowed.focused(most)
    places = {place.id: place for place in (*focused, *ranked)}
    order = list(dict.fromkeys(place.id for place in (*ranked, *focused)))
    candidates, inherited, mentions = candidates_of(query, [places[id] for id in order], about, view)
    ranked_paths = {id: place.path for id, place in places.items()}
    paths, reached = paths_to(query, (*candidates, *inherited), mentions, ranked_paths, view.language)
    is_ranked = frozenset(place.id for place in ranked)
    # Code mentions no concepts, so only its rank decides.
    on_paths = [
        sentence
        for sentence in candidates
        if sentence.id in is_ranked and (paths[sentence.id] or sentence.is_code or not query.frequencies)
    ]
    led_to = fitting(on_paths, inherited, most, is_counted=True)
    good = [place.id for place in focused if place.score >= _STILL_GOOD * focused[0].score]
    room = min(max(1, options.evidence // _FURTHER_SHARE), options.evidence - len(led_to))
    selected = distinct_of([*led_to, *_further(good, candidates, led_to, room, words=WORDS * most)], view)
    first = [sentence.id for sentence in led_to]
    order = [*first[:_FIRST_LED_TO], *_fused(first, [place.id for place in focused])]
    selected.sort(key=lambda sentence: order.index(sentence.id))
    unread = frozenset(sentence.id for sentence in about.any).difference(sentence.id for sentence in selected)
    scores = {id: place.score for id, place in places.items()}
    return SelectedSentences(tuple(selected), {each.id: paths[each.id] for each in selected}, unread, reached, scores)


def _fused(*rankings: Sequence[str]) -> list[str]:
    return list(fused_ranks(rankings, 1))


def _further(
    wanted: Iterable[str], candidates: Iterable[Sentence], chosen: Sequence[Sentence], room: int, *, words: int
) -> list[Sentence]:
    """Take wanted candidates that are not chosen yet, while there is room; `words` are for all together."""
    left = words - sum(len(split_words(sentence.text)) for sentence in chosen)
    ids = {sentence.id for sentence in chosen}
    unchosen = {sentence.id: sentence for sentence in candidates if sentence.id not in ids}
    further: list[Sentence] = []
    for sentence in (unchosen[id] for id in wanted if id in unchosen):
        length = len(split_words(sentence.text))
        if length <= left and len(further) < room:
            further.append(sentence)
            left -= length
    return further
