"""What sentences are worth for a question: by a ranker, by the question's words, and by their neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lgm_core.retrieval.facts.candidate_sentences import CandidateSentence
from lgm_core.retrieval.facts.triple_similarity import CandidateText, content_stems, rarity

__all__ = ["sentence_worths"]

_FIRST_PLACES = 5
"""How slowly the worth of a place in an order falls: the sixth is worth half of the first."""

_NEIGHBOUR = 0.3
"""What a sentence gets of the worth of the better one beside it: answers go on for more than one sentence."""

_IN_HEADING = 0.8
"""What a word counts that only the titles above a sentence have."""

_SATURATION, _LENGTH = 1.5, 0.75
"""How much long sentences are marked down, as in Okapi BM25, where these are k1 and b."""


def sentence_worths(
    question: str, ranked: Sequence[str], candidates: Mapping[str, CandidateSentence]
) -> dict[str, float]:
    """Return what candidate sentences are worth by their ids, most first.

    A sentence is worth the sum of reciprocal ranks in two orders (reciprocal rank fusion), the ranker's, which knows
    concepts and chains, and that by words of the question in the sentence and the titles above it; and a part of what
    the sentence before or after it is worth.

    Args:
        question: the question.
        ranked: ids of sentences in a ranker's order, best first.
        candidates: the sentences by their ids, and as they are compared.
    """
    worth = dict.fromkeys(candidates, 0.0)
    for order in ([id for id in ranked if id in candidates], _by_words(question, candidates)):
        for place, id in enumerate(order):
            worth[id] += 1 / (_FIRST_PLACES + place)
    places = {(one.document.id, one.sentence.position): id for id, one in candidates.items()}
    whole = {}
    for id, one in candidates.items():
        beside = (places.get((one.document.id, one.sentence.position + step)) for step in (-1, 1))
        whole[id] = worth[id] + _NEIGHBOUR * max((worth[other] for other in beside if other is not None), default=0.0)
    return dict(sorted(whole.items(), key=lambda item: -item[1]))


def _by_words(question: str, candidates: Mapping[str, CandidateSentence]) -> list[str]:
    """Return ids in the order of how many words of the question the sentences have, rare ones more than others."""
    texts = [candidate.text for candidate in candidates.values()]
    weigh = rarity(texts)
    lengths = [len(text.stems) + len(text.heading_stems) for text in texts]
    usual = sum(lengths) / len(lengths) if lengths else 1.0
    scores = {}
    for id, text, length in zip(candidates, texts, lengths, strict=True):
        found = sum(weigh(word) * _presence(word, text) for word in content_stems(question, text.language))
        scores[id] = found / (1 + _SATURATION * (1 - _LENGTH + _LENGTH * length / (usual or 1.0)))
    return sorted((id for id, score in scores.items() if score > 0), key=lambda id: -scores[id])


def _presence(word: str, text: CandidateText) -> float:
    if word in text.stems:
        return 1.0
    return _IN_HEADING if word in text.heading_stems else 0.0
