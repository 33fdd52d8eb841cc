"""What may be read for a query: sentences as ranked, alone or in focused passages, what concepts inherit, and paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.concepts import concept_key
from lgm_core.model import Mention, Sentence
from lgm_core.model.concept import name_of
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.expanded_query import ExpandedQuery
from lgm_core.retrieval.concepts.expansion import ExpandedConcept, Neighbourhood
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.representation import ConceptStatement, Representation
from lgm_core.retrieval.concepts.sentence_statements import Statement, statements_of
from lgm_core.retrieval.ranking.ranker import Hit, Ranker
from lgm_core.retrieval.repeated_sentences import without_repetitions
from lgm_core.retrieval.written_names import written_names

__all__ = [
    "INHERITED_SHARE",
    "WORDS",
    "About",
    "Readable",
    "candidates_of",
    "distinct_of",
    "fitting",
    "inherited_sentences",
    "paths_to",
    "readable",
    "sentences_about",
    "sentences_of",
    "take",
]

INHERITED_SHARE = 8
"""One in this many of the sentences read, at least one, is reserved for what expanded concepts contribute: such
sentences seldom share words with the question, so they rank low."""

WORDS = 30
"""Words of focused passages for each sentence wanted."""

_MOST_COUNTED = 5_000
"""The most sentences about the concepts that are counted to report what was left unread."""

_MOST_INHERITED = 300
"""The most sentences about expanded concepts that are searched for what the question's concepts inherit; limits the
time that common concepts take."""


@dataclass(frozen=True, slots=True)
class About:
    """The sentences about a query's own concepts, about expanded ones, and about any, in document order.

    `own` includes those about concepts that expansion left out: this saves a call to the store, and `own` alone is
    only used without expansion.
    """

    own: list[Sentence]
    expanded: list[Sentence]
    any: list[Sentence]


def sentences_about(query: ExpandedQuery, view: GraphView, options: AskOptions) -> About:
    """Read the sentences about the concepts; only the first ones if they are just counted."""
    is_counted = not (options.exhaustive and options.graph) and options.expansion
    limit = _MOST_COUNTED if is_counted else None
    own = view.sentences_about([*query.concepts, *query.left_out], limit)
    expanded = view.sentences_about([concept.key for concept in query.expanded], limit)
    distinct = {sentence.id: sentence for sentence in (*own, *expanded)}
    merged = sorted(distinct.values(), key=lambda sentence: (sentence.document_id, sentence.position))
    return About(own, expanded, merged if options.exhaustive else merged[:_MOST_COUNTED])


@dataclass(frozen=True, slots=True)
class Readable:
    """What may be read for a query, as the ranker finds it, without sentences read before.

    Attributes:
        text: the query.
        ranker: ranks the sentences of the graph.
        allowed: identifiers of the documents or sentences that may be read; None for all.
        concepts: keys of the concepts used beside those that the query names.
        seen: identifiers of sentences read before.
    """

    text: str
    ranker: Ranker
    allowed: frozenset[str] | None
    concepts: Sequence[str]
    seen: frozenset[str]

    def ranked(self, wanted: int) -> list[Hit]:
        """Return the best ranked sentences, best first."""
        count = wanted + len(self.seen)
        found = self.ranker.sentences(self.text, count, allowed=self.allowed, concepts=self.concepts)
        return [place for place in found if place.id not in self.seen]

    def focused(self, wanted: int) -> list[Hit]:
        """Return the sentences of focused passages with thirty words for each one wanted, best first."""
        windows = self.ranker.windows(self.text, WORDS * wanted, allowed=self.allowed, concepts=self.concepts)
        found = [
            Hit(id, score, window.path)
            for window in windows
            for id, score in zip(window.sentences, window.scores, strict=True)
            if id not in self.seen
        ]
        return sorted(found, key=lambda place: -place.score)


def readable(
    query: ExpandedQuery,
    about: About,
    view: GraphView,
    ranker: Ranker,
    options: AskOptions,
    *,
    seen: frozenset[str] = frozenset(),
    concepts: Sequence[str] | None = None,
) -> Readable:
    """Return what may be read: without expansion the sentences about the query's own concepts, else any.

    `concepts` are used instead of the query's names; other arguments are as in `select_sentences`.
    """
    is_limited = options.graph and not options.expansion and not options.exhaustive and bool(query.frequencies)
    allowed = frozenset(sentence.id for sentence in about.own) if is_limited else view.allowed
    return Readable(query.text, ranker, allowed, query.names if concepts is None else concepts, seen)


def sentences_of(view: GraphView, ids: Sequence[str], read: Iterable[Sentence]) -> list[Sentence]:
    """Return the sentences with these identifiers, in their order; only those not in `read` are read from the store."""
    sentences = {sentence.id: sentence for sentence in read}
    missing = [id for id in ids if id not in sentences]
    sentences |= {sentence.id: sentence for sentence in (view.store.sentences(missing) if missing else ())}
    return [sentences[id] for id in ids if id in sentences]


def distinct_of(sentences: Sequence[Sentence], view: GraphView, seen: frozenset[str] = frozenset()) -> list[Sentence]:
    """Leave out sentences that overlapping parts of a source repeat, also from those read before."""
    before = view.store.sentences(sorted(seen)) if seen else []
    documents = view.documents(sentence.document_id for sentence in (*before, *sentences))
    distinct = without_repetitions([*before, *sentences], documents)
    return [sentence for sentence in distinct if sentence.id not in seen]


def candidates_of(
    query: ExpandedQuery,
    ranked: Sequence[Hit],
    about: About,
    view: GraphView,
    seen: frozenset[str] = frozenset(),
) -> tuple[list[Sentence], list[Sentence], dict[str, list[Mention]]]:
    """Return the distinct ranked sentences, those that expanded concepts contribute, and the mentions in both.

    Contributed sentences that are also ranked come first, in the order of the ranking.
    """
    sentences = sentences_of(view, [place.id for place in ranked], about.any)
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
    candidates = distinct_of(sentences, view, seen)
    place = {sentence.id: position for position, sentence in enumerate(candidates)}
    inherited.sort(key=lambda sentence: place.get(sentence.id, len(place)))
    return candidates, inherited, mentions


def fitting(
    ranked: Sequence[Sentence], inherited: Iterable[Sentence], limit: int, *, is_counted: bool
) -> list[Sentence]:
    """Take sentences up to a number, or of characters; an eighth is for inherited ones, if there are any."""
    reserved = take(inherited, limit // INHERITED_SHARE or int(limit > 1), is_counted, frozenset())
    ids = frozenset(sentence.id for sentence in reserved)
    used = sum(_cost(sentence, is_counted) for sentence in reserved)
    selected = ids | {sentence.id for sentence in take(ranked, limit - used, is_counted, ids)}
    ranked_ids = frozenset(sentence.id for sentence in ranked)
    return [
        *(sentence for sentence in ranked if sentence.id in selected),
        *(sentence for sentence in reserved if sentence.id not in ranked_ids),
    ]


def take(sentences: Iterable[Sentence], limit: int, is_counted: bool, without: frozenset[str]) -> list[Sentence]:
    """Take the first sentences up to a number, or up to one of characters but at least one."""
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


def paths_to(
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


_Place = tuple[int, int]
"""Sort key of an inherited sentence: the frequency of the concept that inherits, then the place in the expansion."""


def inherited_sentences(
    sentences: Sequence[Sentence],
    mentions: Mapping[str, Sequence[Mention]],
    *,
    neighbourhood: Neighbourhood,
    expanded: Sequence[ExpandedConcept],
    frequencies: Mapping[str, int],
    language: str,
) -> list[Sentence]:
    """Return the sentences that a question's concepts inherit.

    Sentences inherited by rarer concepts come first, because they are more specific; ties are ordered by expansion.

    Args:
        sentences: sentences about expanded concepts, in document order.
        mentions: their mentions, by sentence id.
        neighbourhood: the neighbourhood of the question's concepts.
        expanded: the expanded concepts, nearest first.
        frequencies: the question's own concepts, and how many sentences mention each. A sentence that mentions one of
            them is not inherited: it is already about the question.
        language: the language of the graph.
    """
    if not expanded:
        return []
    others = [
        sentence
        for sentence in sentences
        if not any(mention.concept in frequencies for mention in mentions[sentence.id])
    ]
    sources = [concept.key for concept in expanded if concept.key in neighbourhood.concepts]
    statements = statements_of(others, mentions, sources, language=language)
    representation = Representation(neighbourhood, statements)
    order = {
        concept.key: (frequencies.get(concept.concepts[0], 0), position) for position, concept in enumerate(expanded)
    }
    places: dict[str, _Place] = {}
    for concept in dict.fromkeys(neighbourhood.concepts[key] for key in sorted(frequencies)):
        inherited = representation.full(concept, neighbourhood.depth)
        for place, sentence_id in _places(inherited, statements, order):
            places[sentence_id] = min(place, places.get(sentence_id, place))
    return sorted((sentence for sentence in others if sentence.id in places), key=lambda sentence: places[sentence.id])


def _places(
    inherited: Iterable[ConceptStatement],
    statements: Mapping[str, Sequence[Statement]],
    order: Mapping[str, _Place],
) -> Iterator[tuple[_Place, str]]:
    """Yield the place of each sentence: the first among the concepts it is inherited from."""
    sources: dict[str, set[str]] = {}
    for concept, of_concept in statements.items():
        for statement in of_concept:
            for sentence_id in statement.sentence_ids:
                sources.setdefault(sentence_id, set()).add(concept)
    for inherited_statement in inherited:
        for sentence_id in inherited_statement.sentence_ids:
            yield min(order[concept] for concept in sources[sentence_id]), sentence_id
