"""Which sentences to read for a question: the ranked ones within a budget, or all about its concepts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.graph.graph_language import graph_language
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.model import Sentence
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.inquiry import Inquiry
from lgm_core.retrieval.answering.sentence_ranker import RankedSentence, SentenceRanker
from lgm_core.retrieval.concepts.concept_statements import inherited_statements

__all__ = ["Reading", "choose_sentences"]

_SHORT = 60
"""Characters of a short sentence, to ask the ranker for about as many as fit into the budget."""

_INHERITED_SHARE = 8
"""One part in so many of what is read is reserved for statements that expansion contributes, one sentence at least."""

_COUNTED = 5_000
"""Sentences about the concepts that are counted to say what was left unread, at most."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Sentences to read, best first, and the concept path that led to each.

    `unread` are the sentences about the round's concepts that are neither chosen now nor read before (of the first
    5,000).
    """

    sentences: tuple[Sentence, ...] = ()
    paths: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()

    @property
    def characters(self) -> int:
        """Return the length of the sentences' text."""
        return sum(len(sentence.resolved) for sentence in self.sentences)


def choose_sentences(
    inquiry: Inquiry,
    *,
    store: LanguageGraphStore,
    ranker: SentenceRanker,
    options: AskOptions,
    seen: frozenset[str] = frozenset(),
    most: int | None = None,
) -> Reading:
    """Choose what to read next.

    Exhaustive: every sentence about the concepts, in document order. Otherwise in ranked order up to the budget, of
    which an eighth is kept for what expanded concepts contribute (equation 3), since their sentences seldom share
    words with the question. Without expansion only sentences that mention a concept of the question are chosen.

    Args:
        inquiry: what is looked for.
        store: the graph.
        ranker: ranks its sentences.
        options: the budget and the switches.
        seen: identifiers of sentences read before; they are not chosen again.
        most: how many sentences to choose at most, instead of the budget in characters; sentences without a concept
            of the inquiry or a path to one are left out then.
    """
    about = _about(inquiry, store, options)
    if options.exhaustive:
        chosen = [sentence for sentence in about if sentence.id not in seen]
        return Reading(tuple(chosen), _paths(inquiry, store, chosen, {}))
    ranked = _ranked(inquiry, store, ranker, options, seen, most)
    sentences = store.sentences([one.id for one in ranked])
    inherited = [one for one in _inherited(inquiry, store, options, sentences) if one.id not in seen]
    routes = {one.id: one.path for one in ranked}
    paths: dict[str, tuple[str, ...]] = {}
    if most is not None and inquiry.concepts:
        paths = _paths(inquiry, store, sentences, routes)
        sentences = [sentence for sentence in sentences if paths[sentence.id]]
    chosen = _within(sentences, inherited, budget=options.budget, most=most)
    paths |= _paths(inquiry, store, [sentence for sentence in chosen if sentence.id not in paths], routes)
    paths = {sentence.id: paths[sentence.id] for sentence in chosen}
    read = seen | {sentence.id for sentence in chosen}
    return Reading(tuple(chosen), paths, frozenset(sentence.id for sentence in about) - read)


def _about(inquiry: Inquiry, store: LanguageGraphStore, options: AskOptions) -> list[Sentence]:
    """Return the sentences about the concepts, in document order; not all of them when they are only to be counted."""
    limit = None if options.exhaustive else _COUNTED
    return store.sentences_about(inquiry.keys, limit=limit, where=options.where) if inquiry.keys else []


def _ranked(
    inquiry: Inquiry,
    store: LanguageGraphStore,
    ranker: SentenceRanker,
    options: AskOptions,
    seen: frozenset[str],
    most: int | None,
) -> list[RankedSentence]:
    wanted = options.budget // _SHORT + 1 if most is None else 4 * most
    found = ranker.sentences(
        inquiry.text,
        wanted + len(seen),
        allowed=_allowed(inquiry, store, options),
        concepts=inquiry.names,
    )
    return [one for one in found if one.id not in seen]


def _allowed(inquiry: Inquiry, store: LanguageGraphStore, options: AskOptions) -> frozenset[str] | None:
    """Return the identifiers of the documents or sentences that may be read, or None for all."""
    if options.graph and not options.expansion and inquiry.concepts:
        return frozenset(one.id for one in store.sentences_about(inquiry.concepts, where=options.where))
    if options.where is None:
        return None
    return frozenset(record.id for record in store.documents(where=options.where))


def _inherited(
    inquiry: Inquiry, store: LanguageGraphStore, options: AskOptions, ranked: Sequence[Sentence]
) -> list[Sentence]:
    """Return what expanded concepts contribute: first what the ranking has too, in its order, then the rest."""
    place = {sentence.id: position for position, sentence in enumerate(ranked)}
    found = inherited_statements(
        store, inquiry.expanded, frozenset(inquiry.concepts), options.where, depth=options.depth
    )
    return sorted(found, key=lambda sentence: place.get(sentence.id, len(place)))


def _within(
    ranked: Sequence[Sentence], inherited: Iterable[Sentence], *, budget: int, most: int | None
) -> list[Sentence]:
    """Take sentences until the budget is used up, an eighth of it by inherited ones as far as there are any."""
    counted = most is not None
    limit = budget if most is None else most
    reserved = _take(inherited, limit // _INHERITED_SHARE or int(limit > 1), counted, frozenset())
    ids = frozenset(sentence.id for sentence in reserved)
    used = sum(_cost(sentence, counted) for sentence in reserved)
    chosen = ids | {sentence.id for sentence in _take(ranked, limit - used, counted, ids)}
    places = frozenset(sentence.id for sentence in ranked)
    return [one for one in ranked if one.id in chosen] + [one for one in reserved if one.id not in places]


def _take(sentences: Iterable[Sentence], limit: int, counted: bool, without: frozenset[str]) -> list[Sentence]:
    taken: list[Sentence] = []
    used = 0
    for sentence in sentences:
        if sentence.id in without:
            continue
        used += _cost(sentence, counted)
        if used > limit and (taken or counted):
            break
        taken.append(sentence)
    return taken


def _cost(sentence: Sentence, counted: bool) -> int:
    return 1 if counted else len(sentence.resolved)


def _paths(
    inquiry: Inquiry, store: LanguageGraphStore, sentences: Sequence[Sentence], ranked: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Say how each sentence was reached: by a concept of the question, by an expanded one, or by the ranking's path.

    The ranking's path leads to a section; it counts for those of its sentences that mention a concept on it.
    """
    if not sentences:
        return {}
    mentioned: dict[str, set[str]] = {sentence.id: set() for sentence in sentences}
    for mention in store.mentions(list(mentioned)):
        mentioned[mention.sentence_id].add(mention.concept)
    language = graph_language(store)
    steps = {concept.key: concept.path for concept in reversed(inquiry.expanded)}
    steps |= {key: (key,) for key in inquiry.concepts}
    paths: dict[str, tuple[str, ...]] = {}
    for one, concepts in mentioned.items():
        path = ranked.get(one, ())
        is_on_path = not concepts.isdisjoint(concept_key(step, language) for step in path)
        nearest = next((steps[key] for key in inquiry.keys if key in concepts), None)
        paths[one] = nearest or (path if is_on_path else ())
    return paths
