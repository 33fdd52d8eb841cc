"""The weights of the ranking, one set for all graphs."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["WORDS_ONLY", "RankingOptions"]


@dataclass(frozen=True, slots=True)
class RankingOptions:
    """Weights of the ranking; `benchmarks/ranking.md` says what each part is worth.

    Attributes:
        hops: passages in a chain at most; 1 ranks each passage by itself.
        beam: chains that are continued after each hop.
        saturation: BM25's k1: how soon more occurrences of a word stop counting.
        length: BM25's b: how much long passages are held back.
        inside: weight of a word that is part of a name in the question, which counts as a whole too.
        name: weight of a concept of the question as a whole; with 0 here and for `seed`, concepts are not looked for.
        mentioned: how much of a concept is covered by a passage that mentions it, against one titled by it.
        related: weight of a word that may stand for a word of the question; 0 turns related words off.
        seed: bonus of a passage titled by a concept of the question.
        small_seed: part of that bonus when the question writes the concept without capitals.
        inherit: part of a chain's score that its next passage inherits.
        link: weight of the bridge between two passages.
        cover: weight of the part of the question that the chain left uncovered and the next passage covers.
        own: weight of what the next passage covers by itself.
        bridge: strength of a bridge whose sentence shares nothing with the question.
        nearness: weight of the question's words being near a bridge within its sentence.
        reach: words after which nearness has fallen to about a third.
        by_mention: strength of a bridge to a passage that mentions the concept, against one titled by it.
        backwards: strength of a bridge to passages that mention what the first is titled by.
        common: bridges to mentions are followed when at most this part of the passages (and 20 more) mention them.
        title_rarity: how much titles by concepts that are mentioned everywhere are held back.
        spread: penalty that grows with a passage's place among those reached from the same passage.
        led: bonus of a section whose chain comes from one of the best sections.
        leads: bonus, times the logarithm of one more than their number, of a section from which the chains of others
            among the best come.
        words: weight of the question's words in a sentence, when sentences are ranked.
        opening: bonus of the sentence that opens a passage.
        on_path: bonus of a sentence that holds a bridge of one of the best chains.
        answered: how little those words count in a sentence that the chain before its passage has covered: 0 as much
            as the others, 1 nothing.
        repeated: penalty that grows with a sentence's place among those of its passage.
        similar: weight of similarity in meaning to the question; this and the next are for embedding models.
        similar_on: weight of similarity in meaning to what the chain left of the question.
    """

    hops: int = 3
    beam: int = 12
    saturation: float = 1.2
    length: float = 0.6
    inside: float = 0.8
    name: float = 1.0
    mentioned: float = 0.8
    related: float = 0.7
    seed: float = 0.7
    small_seed: float = 0.5
    inherit: float = 0.3
    link: float = 0.6
    cover: float = 0.8
    own: float = 0.2
    bridge: float = 0.15
    nearness: float = 1.0
    reach: float = 4.0
    by_mention: float = 0.4
    backwards: float = 0.3
    common: float = 0.01
    title_rarity: float = 0.2
    spread: float = 0.03
    led: float = 0.12
    leads: float = 0.08
    words: float = 0.3
    opening: float = 0.1
    on_path: float = 0.1
    answered: float = 0.8
    repeated: float = 0.03
    similar: float = 0.4
    similar_on: float = 0.6


WORDS_ONLY = RankingOptions(hops=1, name=0, seed=0, related=0, opening=0, on_path=0, repeated=0)
"""Ranking by the question's own words, without concepts: what answering uses when it is not to use the graph."""
