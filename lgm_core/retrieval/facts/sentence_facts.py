"""Fact retrieval by sentence: the facts of the best-ranked sentences that fit a budget of words.

Paths over facts, the other method of `retrieve_facts`, lead from name to name. They find little for a question about a
whole text, or one without names, and showing a fact beside its sentence repeats most words. Here each chosen sentence
is shown once with all its facts: sentences that state a fact, and those that say more about its concepts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.words import content_stems
from lgm_core.llm.quoting import plain
from lgm_core.model import (
    Fact,
    FactEnd,
    FactPath,
    FactSubgraph,
    Mention,
    MentionSource,
    RestoredFact,
    RetrievedSentence,
    SectionEnd,
    Sentence,
    Value,
    sentence_id,
)
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.candidate_sentences import CandidateSentence, read_candidates
from lgm_core.retrieval.facts.fact_paths import FactReader
from lgm_core.retrieval.facts.fact_text import end_text, names_as_written
from lgm_core.retrieval.facts.start_concepts import start_concepts
from lgm_core.retrieval.facts.triple_similarity import rarity
from lgm_core.retrieval.rank_fusion import fused_ranks
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["facts_by_sentence", "marked_sentence"]

Span = tuple[int, int]


def marked_sentence(
    id: str, text: str, facts: Sequence[Fact], mentions: Iterable[Mention], names: Mapping[str, str]
) -> str:
    """Return a sentence on one line with the ends of its facts in brackets, followed by the pairs that facts join.

    `[1:MEL] is a [2:tool] that extracts [3:metadata] (1→2;1→3)`: the predicate is in the sentence. A predicate worded
    by a language model is written out: `(1 is part of 3)`. So is an end that cannot be marked because the sentence has
    only a pronoun, or its words partly overlap another end's.
    """
    wanted = list(dict.fromkeys(end for fact in facts for end in fact.ends if not isinstance(end, SectionEnd)))
    spans = _spans(text, wanted, list(mentions))
    kept = _nested(spans.values())
    numbers = {span: number for number, span in enumerate(sorted(kept, key=lambda span: (span[0], -span[1])), 1)}
    shown = {end: str(numbers[span]) for end, span in spans.items() if span in numbers}
    lines = [_joined(id, text, fact, shown, names) for fact in facts]
    facts_shown = ";".join(dict.fromkeys(filter(None, lines)))
    return f"{_marked(text, numbers)} ({facts_shown})" if facts_shown else plain(text)


def _spans(text: str, ends: Sequence[FactEnd], mentions: Sequence[Mention]) -> dict[FactEnd, Span]:
    """Return the spans of ends in a sentence: concepts at their first mention, values at their words."""
    named: dict[str, Span] = {}
    for mention in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        if mention.source is MentionSource.TEXT:
            named.setdefault(mention.concept, (mention.start, mention.end))
    found: dict[FactEnd, Span] = {}
    for end in ends:
        if isinstance(end, str) and end in named:
            found[end] = named[end]
        elif isinstance(end, Value) and (start := text.find(end.text)) >= 0 and end.text:
            found[end] = (start, start + len(end.text))
    return found


def _nested(spans: Iterable[Span]) -> list[Span]:
    """Return nested or disjoint spans, the longest first; those that partly overlap others are left out."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda span: (span[0] - span[1], span)):
        if not any(
            other[0] < span[0] < other[1] < span[1] or span[0] < other[0] < span[1] < other[1] for other in kept
        ):
            kept.append(span)
    return kept


def _marked(text: str, numbers: Mapping[Span, int]) -> str:
    opening: dict[int, str] = {}
    closing: dict[int, int] = {}
    for (start, end), number in sorted(numbers.items(), key=lambda item: item[1]):
        opening[start] = opening.get(start, "") + f"[{number}:"
        closing[end] = closing.get(end, 0) + 1
    cuts = sorted({0, len(text), *opening, *closing})
    pieces = []
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        piece = text[start:end]
        gap_before, gap_after = piece[:1].isspace(), piece[-1:].isspace()
        inside = plain(piece)
        spaced = f"{' ' * gap_before}{inside}{' ' * (gap_after and bool(inside))}"
        pieces.append("]" * closing.get(start, 0) + opening.get(start, "") + spaced)
    return "".join(pieces).strip()


def _joined(id: str, text: str, fact: Fact, shown: Mapping[FactEnd, str], names: Mapping[str, str]) -> str:
    """Return which ends a fact joins; an empty list if both are the same."""
    subject, object_ = (_end(end, shown, names) for end in (fact.subject, fact.object))
    if subject == object_:
        return ""
    wording = next((item.wording for item in fact.evidence if item.sentence_id == id), "") or fact.predicate
    folded = f" {' '.join(text.lower().split())} "
    is_worded = all(f" {word}" in folded for word in wording.lower().split())
    both_marked = fact.subject in shown and fact.object in shown
    if is_worded and both_marked:
        return f"{subject}→{object_}"
    return plain(f"{subject} {wording} {object_}")


def _end(end: FactEnd, shown: Mapping[FactEnd, str], names: Mapping[str, str]) -> str:
    if end in shown:
        return shown[end]
    return "this section" if isinstance(end, SectionEnd) else end_text(end, names)


_FUSION_K = 5
"""Constant of reciprocal rank fusion: the sixth place is worth half of the first."""

_NEIGHBOUR = 0.3
"""Share of a better neighbour's worth that a sentence receives: answers run over several sentences."""

_HEADING = 0.8
"""Weight of a word found only in the titles above a sentence."""

_SATURATION, _LENGTH = 1.5, 0.75
"""Length normalisation as in Okapi BM25, where these are k1 and b."""


def sentence_worths(
    question: str, ranked: Sequence[str], candidates: Mapping[str, CandidateSentence]
) -> dict[str, float]:
    """Return the worths of candidate sentences by id, highest first.

    A sentence's worth is the sum of reciprocal ranks in two orders (reciprocal rank fusion): the ranker's, which uses
    concepts and chains, and that by words of the question in the sentence and the titles above it. A share of the worth
    of the sentence before or after it is added.
    """
    orders = ([id for id in ranked if id in candidates], _by_words(question, candidates))
    worth = dict.fromkeys(candidates, 0.0) | fused_ranks(orders, _FUSION_K)
    places = {(one.document.id, one.sentence.position): id for id, one in candidates.items()}
    whole = {}
    for id, one in candidates.items():
        beside = (places.get((one.document.id, one.sentence.position + step)) for step in (-1, 1))
        whole[id] = worth[id] + _NEIGHBOUR * max((worth[other] for other in beside if other is not None), default=0.0)
    return dict(sorted(whole.items(), key=lambda item: -item[1]))


def _by_words(question: str, candidates: Mapping[str, CandidateSentence]) -> list[str]:
    """Return ids ordered by how many words of the question the sentences have, rare words counting more."""
    texts = [candidate.text for candidate in candidates.values()]
    weigh = rarity(texts)
    lengths = [len(text.stems) + len(text.heading_stems) for text in texts]
    usual = sum(lengths) / len(lengths) if lengths else 1.0
    scores = {}
    for id, text, length in zip(candidates, texts, lengths, strict=True):
        found = sum(weigh(word) * text.presence(word, _HEADING) for word in content_stems(question, text.language))
        scores[id] = found / (1 + _SATURATION * (1 - _LENGTH + _LENGTH * length / (usual or 1.0)))
    return sorted((id for id, score in scores.items() if score > 0), key=lambda id: -scores[id])


_RANKED_SENTENCES = 300
"""Sentences requested from a ranker; these and their neighbours are the candidates."""

_WORDS_PER_CANDIDATE = 3
"""One candidate is read for facts per this many words of the budget: far more than fit."""

_NOVELTY_EXPONENT = 0.5
"""Exponent of novelty: a sentence's worth is multiplied by this power of the share of its content words not yet
shown."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A sentence as it would be shown, with the facts it states and the concepts it mentions."""

    candidate: CandidateSentence
    facts: tuple[Fact, ...]
    mentioned: frozenset[str]
    line: str
    words: frozenset[str]
    worth: float

    @property
    def length(self) -> int:
        return len(self.line.split())


def facts_by_sentence(view: GraphView, ranker: Ranker, question: str, words: int) -> FactSubgraph:
    """Find the sentences that rank best for a question, and return the facts they state.

    Each fact has the chosen sentences that state it, then those that state no fact but mention its ends; `text` shows
    all chosen sentences, best first.

    Args:
        view: what the question may see of the graph.
        ranker: a ranker over the same view.
        question: the question.
        words: how many words `text` may have; sentences that no longer fit are skipped for shorter ones.
    """
    ranked = ranker.sentences(question, _RANKED_SENTENCES, allowed=view.allowed)
    ids = dict.fromkeys(near for hit in ranked for near in _with_neighbours(hit.id))
    candidates = {candidate.sentence.id: candidate for candidate in read_candidates(view, ids)}
    worths = sentence_worths(question, [hit.id for hit in ranked], candidates)
    considered = list(worths.items())[: max(1, words // _WORDS_PER_CANDIDATE)]
    chosen = _chosen(_shown(view, [(candidates[id], worth) for id, worth in considered]), words)
    sentences = {
        each.candidate.sentence.id: RetrievedSentence(
            each.candidate.sentence, each.candidate.section, each.candidate.document, each.worth
        )
        for each in chosen
    }
    facts: dict[str, Fact] = {fact.key: fact for each in chosen for fact in each.facts}
    of_facts: dict[str, list[RetrievedSentence]] = defaultdict(list)
    for each in sorted(chosen, key=lambda each: not each.facts):  # those that state facts come first
        told = each.facts or [fact for fact in facts.values() if not each.mentioned.isdisjoint(fact.concepts)]
        for fact in told:
            of_facts[fact.key].append(sentences[each.candidate.sentence.id])
    return FactSubgraph(
        question,
        tuple(start_concepts(view, question)),
        tuple(FactPath((fact.subject,), (fact,), of_facts[key][0].score) for key, fact in facts.items()),
        tuple(RestoredFact(fact, tuple(of_facts[key])) for key, fact in facts.items()),
        names_as_written(view, facts.values()),
        "\n".join(each.line for each in chosen),
    )


def _chosen(shown: Iterable[_Shown], words: int) -> list[_Shown]:
    """Choose sentences that fit greedily, each time the one worth most after those already chosen."""
    left = list(shown)
    chosen: list[_Shown] = []
    said: set[str] = set()
    ends: set[str] = set()
    while True:
        left = [
            each
            for each in left
            if each.length <= words
            and all(each.candidate.sentence.text != one.candidate.sentence.text for one in chosen)
        ]
        open_ = [each for each in left if each.facts or not ends.isdisjoint(each.mentioned)]
        if not open_:
            return chosen
        best = max(open_, key=lambda each: each.worth * _novelty(each.words, said))
        chosen.append(best)
        left.remove(best)
        words -= best.length
        said |= best.words
        ends.update(concept for fact in best.facts for concept in fact.concepts)


def _novelty(words: frozenset[str], said: set[str]) -> float:
    return float((len(words - said) / len(words)) ** _NOVELTY_EXPONENT) if words else 0.0


def _with_neighbours(id: str) -> list[str]:
    document, _, position = id.rpartition("#")
    return [sentence_id(document, int(position) + step) for step in (0, -1, 1) if int(position) + step >= 0]


def _shown(view: GraphView, candidates: Sequence[tuple[CandidateSentence, float]]) -> list[_Shown]:
    """Return sentences as they would be shown."""
    mentions: Mapping[str, Sequence[Mention]] = view.mentions(candidate.sentence.id for candidate, _ in candidates)
    reader = FactReader(view)
    stated = {
        candidate.sentence.id: _facts_of(candidate.sentence, mentions.get(candidate.sentence.id, ()), reader)
        for candidate, _ in candidates
    }
    names = names_as_written(view, (fact for facts in stated.values() for fact in facts))
    return [
        _Shown(
            candidate,
            tuple(stated[id]),
            frozenset(mention.concept for mention in mentions.get(id, ())),
            marked_sentence(id, candidate.sentence.text, stated[id], mentions.get(id, ()), names),
            frozenset(content_stems(candidate.sentence.text, candidate.document.language)),
            worth,
        )
        for candidate, worth in candidates
        for id in [candidate.sentence.id]
    ]


def _facts_of(sentence: Sentence, mentions: Sequence[Mention], reader: FactReader) -> list[Fact]:
    """Return the facts a sentence states; each is about a concept that the sentence mentions."""
    found = {
        fact.key: fact
        for concept in dict.fromkeys(mention.concept for mention in mentions)
        for fact in reader.about((concept,))
        if any(item.sentence_id == sentence.id for item in fact.evidence)
    }
    return [found[key] for key in sorted(found)]
