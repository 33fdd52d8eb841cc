"""The stage of the whole document: its main things, and relations between them that no sentence states."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from lgm_core.flow import Flow, Request
from lgm_core.learning.construction.document_text import DocumentText, plain_field, section_windows
from lgm_core.learning.construction.findings import Cost, Entity, GlobalFindings, StageWork
from lgm_core.learning.construction.global_prompts import (
    PREDICATES,
    PREDICATES_SCHEMA,
    SUBJECTS,
    SUBJECTS_SCHEMA,
    SUMMARY,
    SUMMARY_SCHEMA,
    read_predicates,
    read_subjects,
    read_summary,
)
from lgm_core.learning.construction.item_requests import ask_all, in_groups
from lgm_core.learning.construction.relations.thing_places import ThingPlaces
from lgm_core.learning.construction.similar_pairs import text_vectors
from lgm_core.learning.facts.end_grounding import SourceSentence
from lgm_core.learning.facts.fact_grounding import LONGEST_PREDICATE
from lgm_core.learning.facts.same_facts import is_same_wording, predicate_key, united_facts
from lgm_core.llm.tokens import count_tokens
from lgm_core.model import Fact

__all__ = ["find_global_facts", "most_relevant"]

PHASE = "construction: global"
"""The name under which this stage's usage is accounted."""

_MAX_SUMMARY_SHARE = 0.9
"""The maximum share of a section's tokens in a summary; a longer one is not summarised again."""


@dataclass(frozen=True, slots=True)
class ShortDocument:
    """A document to be read as a whole.

    Attributes:
        text: one line per heading and per section.
        unshrunk: headings of sections that no summary shortened.
    """

    text: str
    unshrunk: tuple[str, ...] = ()


def whole_text(text: DocumentText) -> ShortDocument:
    """Return a document unchanged."""
    return ShortDocument(_joined([(section.titles[-1:], _text_of(section.sentences)) for section in text.sections]))


def shortened(text: DocumentText, context_tokens: int, cost: Cost) -> Flow[ShortDocument]:
    """Return a document of at most this many tokens, if summaries can shorten it that far (thesis, section 9.1).

    Sections are summarised to half their length from the middle outward, so that the first and the last change least,
    and again if necessary. Sections for which half the length is enough are requested in one batch. A section longer
    than `context_tokens` is summarised in parts. One whose summary is hardly shorter, or failed, is left unchanged.
    """
    windows = section_windows(text, context_tokens)
    titles = {source.sentence.id: section.titles[-1:] for section in text.sections for source in section.sentences}
    headings = [titles[window[0].sentence.id] for window in windows]
    texts = [_text_of(window) for window in windows]
    left: set[int] = set()
    order: list[int] = []
    while (excess := count_tokens(_joined(list(zip(headings, texts, strict=True)))) - context_tokens) > 0:
        order = [place for place in order if place not in left]
        order = order or [place for place in _from_the_middle(len(texts)) if place not in left]
        if not order:
            break
        chosen: list[int] = []
        while order and excess > 0:
            excess -= count_tokens(texts[order[0]]) // 2
            chosen.append(order.pop(0))
        prompts = [SUMMARY.messages({"text": texts[place]}) for place in chosen]
        requests = [Request(prompt, PHASE, read_summary, SUMMARY_SCHEMA) for prompt in prompts]
        outcomes = yield from ask_all(requests, cost)
        for place, outcome in zip(chosen, outcomes, strict=True):
            before, after = count_tokens(texts[place]), count_tokens(outcome.value) if outcome.ok else None
            if after is None or after > before * _MAX_SUMMARY_SHARE:
                left.add(place)
            if after is not None and after < before:
                texts[place] = plain_field(outcome.value, len(outcome.value))
    unshrunk = dict.fromkeys("".join(headings[place]) for place in sorted(left))
    return ShortDocument(_joined(list(zip(headings, texts, strict=True))), tuple(unshrunk))


def _from_the_middle(count: int) -> list[int]:
    """Return positions from the middle outward, the first and the last at the end."""
    return sorted(range(count), key=lambda place: (abs(2 * place - (count - 1)), place))


def _text_of(sentences: Iterable[SourceSentence]) -> str:
    return " ".join(plain_field(source.sentence.text) for source in sentences)


def _joined(parts: Sequence[tuple[tuple[str, ...], str]]) -> str:
    lines: list[str] = []
    current: tuple[str, ...] = ()
    for heading, text in parts:
        if heading != current:
            lines += [f"# {plain_field(title)}" for title in heading]
            current = heading
        lines.append(text)
    return "\n".join(lines)


_LEAST_NORM = 1e-9
"""Minimum length of a vector with a direction."""

_FEWEST, _MOST = 5, 20
"""The fewest and most things whose pairs are asked about; in between it is one in ten."""


def relevance_of(entities: Sequence[Entity], work: StageWork, document: str) -> dict[str, float]:
    """Return the cosine between each thing's name, types and description and a document, by key.

    Without an embedding model, the document's vector is the sum of its sentences' vectors: in a vector of the whole
    text, a frequent word would count little more than one that occurs once. `document` is its text, short enough for an
    embedding model.
    """
    if not entities:
        return {}
    told = [". ".join(filter(None, (each.name, ", ".join(each.types), each.description))) for each in entities]
    sentences = [source.sentence.text for source in work.text.sentences]
    parts = sentences if work.embeddings is None else [document]
    vectors = text_vectors([*parts, *told], work.embeddings, work.language)
    whole = vectors[: len(parts)].sum(axis=0)
    cosines = (vectors[len(parts) :] @ whole / max(float(np.linalg.norm(whole)), _LEAST_NORM)).tolist()
    return {each.key: min(1.0, max(-1.0, cosine)) for each, cosine in zip(entities, cosines, strict=True)}


def most_relevant(entities: Sequence[Entity], relevance: Mapping[str, float]) -> list[Entity]:
    """Return the tenth of things nearest to the document, at least 5 and at most 20; ties in document order."""
    return sorted(entities, key=lambda entity: -relevance[entity.key])[: relevant_count(len(entities))]


def relevant_count(entities: int) -> int:
    """Return how many of this many things are paired for questions (thesis, chapter 9); at most all of them."""
    return min(entities, max(_FEWEST, min(_MOST, entities // 10)))


_PAIRS_AT_ONCE = 64
"""Pairs per request."""

_Related = tuple[int, str, int]
"""The positions of two things among those asked about, with the predicate between them."""


def find_global_facts(work: StageWork, entities: Sequence[Entity], facts: Sequence[Fact]) -> Flow[GlobalFindings]:
    """Compute the relevance of each thing, and find relations between the most relevant ones (thesis, chapter 9).

    The document is summarised until it fits `context_tokens`. For each pair of the most relevant things, at most one
    predicate is requested, then which of the two is its subject. Such a fact cites the nearest sentences of both ends;
    one already stated by a local fact (`facts`) is dropped. Without a model only relevance is computed, from the whole
    text: no rule could find what no sentence states.

    A failed request is recorded and does not affect others; a `construction request failed` trace step reports it.

    Raises:
        InputError: the embedding model did not return one vector for each text.
    """
    cost = Cost()
    if not work.model_name or len(entities) < 2:
        return GlobalFindings(relevance=relevance_of(entities, work, whole_text(work.text).text))
    document = yield from shortened(work.text, work.options.context_tokens, cost)
    relevance = relevance_of(entities, work, document.text)
    things = most_relevant(entities, relevance)
    related = yield from _related(work.text, document, things, cost)
    directed = yield from _directed(things, related, work.language, cost)
    places = ThingPlaces(work.text, entities)
    found = _facts(work, places, things, directed, facts, cost.dropped)
    return GlobalFindings(found, places.needed_mentions(found), relevance, document.unshrunk, cost)


def _related(text: DocumentText, document: ShortDocument, things: Sequence[Entity], cost: Cost) -> Flow[list[_Related]]:
    """Ask for the predicate of each pair; return the pairs that have one."""
    names, pairs = _names(things), list(combinations(range(len(things)), 2))
    groups = in_groups(pairs, _PAIRS_AT_ONCE)
    about = _about(text, document)
    outcomes = yield from ask_all([_pairs_request(about, things, names, group) for group in groups], cost)
    found: list[_Related] = []
    for group, outcome in zip(groups, outcomes, strict=True):
        predicates: Mapping[int, str] = outcome.value if outcome.ok else {}
        for number, predicate in sorted(predicates.items()):
            one, other = group[number - 1]
            found.append((one, predicate, other))
    return found


def _directed(things: Sequence[Entity], related: Sequence[_Related], language: str, cost: Cost) -> Flow[list[_Related]]:
    """Ask for the subject of each related pair; return those with a known subject, subject first."""
    names = _names(things)
    groups = in_groups(related, _PAIRS_AT_ONCE)
    outcomes = yield from ask_all([_subjects_request(things, names, group, language) for group in groups], cost)
    found: list[_Related] = []
    for group, outcome in zip(groups, outcomes, strict=True):
        subjects: Mapping[int, int] = outcome.value if outcome.ok else {}
        for number, (one, predicate, other) in enumerate(group, start=1):
            if number not in subjects:
                cost.dropped["no subject"] += 1
            else:
                found.append((other, predicate, one) if subjects[number] else (one, predicate, other))
    return found


def _facts(
    work: StageWork,
    places: ThingPlaces,
    things: Sequence[Entity],
    directed: Sequence[_Related],
    local: Sequence[Fact],
    dropped: Counter[str],
) -> tuple[Fact, ...]:
    """Return the facts no local fact states, each with the nearest sentences of both ends."""
    known: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for fact in local:
        ends = [places.owner.get(end) if isinstance(end, str) else None for end in (fact.subject, fact.object)]
        if ends[0] is not None and ends[1] is not None:
            known[ends[0], ends[1]].add(fact.predicate)
    found: list[Fact] = []
    for one, wording, other in directed:
        ends_of = places.owner[things[one].key], places.owner[things[other].key]
        predicate = predicate_key(wording, work.language)
        nearest = places.nearest(*ends_of)
        if not predicate or len(wording) > LONGEST_PREDICATE:
            dropped["no usable predicate"] += 1
        elif any(is_same_wording(predicate, other_key) for other_key in known[ends_of]):
            dropped["a local fact states it"] += 1
        elif nearest is None:
            dropped["no sentence mentions an end"] += 1
        else:
            subject, object_ = nearest
            found.append(places.partly_stated(subject, predicate, wording, object_, f"global:{work.model_name}"))
    return united_facts(found)


def _pairs_request(
    about: str, things: Sequence[Entity], names: Sequence[str], group: Sequence[tuple[int, int]]
) -> Request:
    lines = "\n".join(f"{number}. {names[one]} | {names[other]}" for number, (one, other) in enumerate(group, start=1))
    terms = _terms(things, names, {place for pair in group for place in pair})
    messages = PREDICATES.messages({"document": about, "terms": terms, "pairs": lines})
    return Request(messages, PHASE, partial(read_predicates, count=len(group)), PREDICATES_SCHEMA)


def _subjects_request(
    things: Sequence[Entity], names: Sequence[str], group: Sequence[_Related], language: str
) -> Request:
    lines = "\n".join(
        f"{number}. {names[one]} | {plain_field(predicate)} | {names[other]}"
        for number, (one, predicate, other) in enumerate(group, start=1)
    )
    terms = _terms(things, names, {place for one, _, other in group for place in (one, other)})
    pairs = [(names[one], names[other]) for one, _, other in group]
    read = partial(read_subjects, pairs=pairs, language=language)
    return Request(SUBJECTS.messages({"terms": terms, "lines": lines}), PHASE, read, SUBJECTS_SCHEMA)


def _terms(things: Sequence[Entity], names: Sequence[str], places: set[int]) -> str:
    """Return the lines that describe things."""
    lines = []
    for number, place in enumerate(sorted(places), start=1):
        thing = things[place]
        told = (names[place], plain_field(", ".join(thing.types)), plain_field(thing.description))
        lines.append(f"{number}. {' | '.join(told)}")
    return "\n".join(lines)


def _names(things: Sequence[Entity]) -> list[str]:
    """Return a name for each thing, numbered if several share it."""
    names = [plain_field(thing.name) for thing in things]
    counts = Counter(names)
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if counts[name] == 1 else f"{name} ({seen[name]})")
    return found


def _about(text: DocumentText, document: ShortDocument) -> str:
    """Return the document as shown in requests: title, authors and keywords before its text."""
    told = [
        f"{label}: {plain_field('; '.join(values))}"
        for label, values in (
            ("Title", (text.record.title,) if text.record.title else ()),
            ("Authors", text.authors),
            ("Keywords", text.keywords),
        )
        if values
    ]
    return "\n".join([*told, document.text])
