"""All weights of the ranking: those that users set, and those that only benchmarks turn."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from lgm_core.retrieval.ranking.ranking_options import RankingOptions

__all__ = ["WORDS_ONLY", "RankingWeights", "weights_of", "words_only"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingWeights(RankingOptions):
    """Weights of the ranking, one set for all graphs.

    All were set together on the samples of `benchmarks/ranking.md`. Settings within about a third of them score
    nearly as well, so that each is a round number. What switching a part off costs is told where it was measured.

    Attributes:
        term_saturation: BM25's k1: how soon more occurrences of a word stop counting; its customary value.
        length_normalisation: BM25's b: how much long passages are held back; less than the customary .75, since
            passages of a graph are sections of similar length.
        word_in_name: weight of a word that is part of a name in the question, which counts as a whole too.
        name: weight of a concept of the question as a whole; with 0 here and for `title_bonus`, concepts are not
            looked for. Worth .05 of recall@5 on MuSiQue.
        mention_coverage: how much of a concept is covered by a passage that mentions it, against one titled by it.
        lowercase_seed: strength of a concept that the question writes without capitals, against a name.
        inherited_score: part of a chain's score that its next passage inherits. Large values lift all neighbours of a
            strong first passage.
        bridge_weight: weight of the bridging concept between two passages.
        new_coverage: weight of the part of the question that the chain left uncovered and the next passage covers.
            Worth .065 of recall@5 on MuSiQue.
        own_coverage: weight of what the next passage covers by itself.
        bridge_base: strength of a bridge whose sentence shares nothing with the question; .15 did better than .1
            before chains were kept together.
        proximity: weight of the question's words being near a bridge within its sentence.
        proximity_reach: words after which proximity has fallen to about a third; shorter than a clause.
        mention_bridge: strength of a bridge to a passage that mentions the concept, against one titled by it. Worth
            .03 of recall@5 on MuSiQue.
        reverse_bridge: strength of a bridge to passages that mention what the first is titled by.
        common_concept: bridges to mentions are followed when at most this part of the passages (and 20 more) mention
            them; trades time for recall, since common concepts lead everywhere.
        title_rarity: how much titles by concepts that are mentioned everywhere are held back, at bridges and for the
            title bonus.
        anchored: score of the best first passage from which chains count in full. Below it they count less, since what
            is reached from a passage that hardly answers was reached by chance. 0 for in full always.
        sibling_penalty: penalty that grows with a passage's place among those reached from the same passage.
        successor_bonus: bonus of a section whose chain comes from one of the best sections. This and the next are
            worth .02 of recall@5 on MuSiQue.
        predecessor_bonus: bonus, times the logarithm of one more than their number, of a section from which the chains
            of others among the best come.
        direct_first: weight of what a passage says by itself against its chain, when the first one is chosen. From 1 to
            2 recall@1 of questions that one passage answers rises by .01, at 3 that of multi-hop questions falls.
        direct_unnamed: the same for all places, where the question names nothing.
        direct_alone: the same for all places and the first, where it has no concept of the graph at all, and meaning is
            not compared: nearly nothing else counts.
        stop_word: weight of stop words in what a passage says by itself, against others.
        phrase: weight of two neighbouring words of the question that a passage has side by side, against each of them.
        definition: weight of a sentence that defines what the question asks about, in what its passage says by itself,
            against the words of the question.
        defining_sentence: bonus of such a sentence, when sentences are ranked.
        sentence_words: weight of the question's words in a sentence, when sentences are ranked.
        opening_sentence: bonus of the sentence that opens a passage, which usually names its subject.
        bridge_sentence: bonus of a sentence that holds a bridge of one of the best chains; .1 found more gold
            sentences within the best three than .3 or none.
        covered_discount: how little those words count in a sentence that the chain before its passage has covered: 0
            as much as the others, 1 nothing.
        repetition_penalty: penalty that grows with a sentence's place among those of its passage; .1 instead of .03
            lost gold sentences within the best ten of HotpotQA.
    """

    term_saturation: float = 1.2
    length_normalisation: float = 0.6
    word_in_name: float = 0.8
    name: float = 1.0
    mention_coverage: float = 0.8
    lowercase_seed: float = 0.5
    inherited_score: float = 0.3
    bridge_weight: float = 0.6
    new_coverage: float = 0.8
    own_coverage: float = 0.2
    bridge_base: float = 0.15
    proximity: float = 1.0
    proximity_reach: float = 4.0
    mention_bridge: float = 0.4
    reverse_bridge: float = 0.3
    common_concept: float = 0.01
    title_rarity: float = 0.2
    anchored: float = 0.9
    sibling_penalty: float = 0.03
    successor_bonus: float = 0.12
    predecessor_bonus: float = 0.08
    direct_first: float = 1.25
    direct_unnamed: float = 0.8
    direct_alone: float = 20.0
    stop_word: float = 0.5
    phrase: float = 0.7
    definition: float = 2.0
    defining_sentence: float = 0.3
    sentence_words: float = 0.3
    opening_sentence: float = 0.1
    bridge_sentence: float = 0.1
    covered_discount: float = 0.8
    repetition_penalty: float = 0.03


WORDS_ONLY = RankingWeights(
    hops=1, name=0, title_bonus=0, related_words=0, opening_sentence=0, bridge_sentence=0, repetition_penalty=0
)
"""Ranking by the question's own words, without concepts: what answering uses when it is not to use the graph."""


def words_only(weights: RankingWeights) -> RankingWeights:
    """Return the weights of ranking by words alone; what a user set for similarity in meaning stays."""
    return replace(WORDS_ONLY, similarity=weights.similarity, follow_up_similarity=weights.follow_up_similarity)


def weights_of(options: RankingOptions) -> RankingWeights:
    """Return all weights for a user's options; weights stay as they are."""
    if isinstance(options, RankingWeights):
        return options
    return RankingWeights(**{option.name: getattr(options, option.name) for option in fields(options)})
