"""The user's options of ranking, and the weights that they and the ranking use."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from lgm_core.errors import InputError

__all__ = ["WORDS_ONLY", "RankingOptions", "RankingWeights", "weights_of", "words_only"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingOptions:
    """Settings of the ranking; `benchmarks/ranking.md` shows what each part contributes.

    The defaults were tuned once for five samples of three multi-hop data sets; the optimum around them is flat.

    Attributes:
        hops: the most passages in a chain. 1 ranks each passage alone, which on MuSiQue lowers recall@5 from .81 to
            .57; a third passage helps only there, a fourth nowhere.
        title_bonus: bonus of a passage titled by a concept of the question. 0 if titles carry no meaning, like file
            names.
        related_words: weight of words related to a word of the question (*wife*, *married*); English only. 0 for exact
            words only.
        similarity: weight of a passage's semantic similarity to the question, relative to the most similar one, with an
            embedding model.
        follow_up_similarity: weight of its similarity to the part of the question its chain left open, with an
            embedding model.

    Raises:
        InputError: `hops` is less than 1, or a weight is negative.
    """

    hops: int = 3
    title_bonus: float = 0.7
    related_words: float = 0.7
    similarity: float = 0.3
    follow_up_similarity: float = 0.6

    def __post_init__(self) -> None:
        """Check the settings."""
        for option in fields(self):
            value, least = getattr(self, option.name), 1 if option.name in ("hops", "beam") else 0
            if value < least:
                raise InputError(f"ranking option {option.name} is {value!r}; it must be {least} or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingWeights(RankingOptions):
    """Weights of the ranking, one set for all graphs.

    All were tuned together on the samples of `benchmarks/ranking.md`. Settings within about a third of them score
    nearly as well, so each is a round number. The cost of switching a part off is given where it was measured.

    Attributes:
        beam: chains kept after each hop; time grows with it. 20 or 30 found no more than 12.
        term_saturation: BM25's k1: how soon more occurrences of a word stop counting; its customary value.
        length_normalisation: BM25's b: how much long passages are penalised; less than the customary .75, since
            passages of a graph are sections of similar length.
        word_in_name: weight of a word in a name of the question, which also counts as a whole.
        name: weight of a concept of the question as a whole; if this and `title_bonus` are 0, concepts are not looked
            for. Worth .05 of recall@5 on MuSiQue.
        context: weight of a word of the question in the document's title or a heading above a passage, by its rarity
            there.
        mention_coverage: how much of a concept a passage covers by mentioning it, relative to one titled by it.
        lowercase_seed: strength of a concept the question writes without capitals, relative to a name.
        inherited_score: part of a chain's score that its next passage inherits. Large values lift all neighbours of a
            strong first passage.
        bridge_weight: weight of the bridging concept between two passages.
        new_coverage: weight of the part of the question that the chain left uncovered and the next passage covers.
            Worth .065 of recall@5 on MuSiQue.
        own_coverage: weight of what the next passage covers alone.
        bridge_base: strength of a bridge whose sentence shares nothing with the question; .15 did better than .1 before
            chains were kept together.
        proximity: weight of question words near a bridge within its sentence.
        proximity_reach: distance in words at which proximity falls to about a third; shorter than a clause.
        mention_bridge: strength of a bridge to a passage that mentions the concept, relative to one titled by it. Worth
            .03 of recall@5 on MuSiQue.
        reverse_bridge: strength of a bridge to passages that mention the concept in the first one's title.
        common_concept: bridges to mentions are followed if at most this fraction of the passages (plus 20) mention the
            concept; trades time for recall, since common concepts lead everywhere.
        title_rarity: how much titles by concepts mentioned everywhere are penalised, at bridges and for the title
            bonus.
        anchored: score of the best first passage from which chains count in full. Below it they count less, because a
            passage reached from one that hardly answers was reached by chance. 0 always counts them in full.
        sibling_penalty: penalty that grows with a passage's rank among those reached from the same passage.
        successor_bonus: bonus of a section whose chain comes from one of the best sections. This and the next are worth
            .02 of recall@5 on MuSiQue.
        predecessor_bonus: bonus, times log(1 + n), of a section that starts the chains of n others among the best.
        direct_first: weight of a passage's own score relative to its chain, for the first place. From 1 to 2, recall@1
            of questions that one passage answers rises by .01; at 3, that of multi-hop questions falls.
        direct_unnamed: the same for all places, if the question names nothing, or passages are not about the things in
            their titles, as in news and manuals: there it raised recall@5 by .01 to .03.
        direct_alone: the same for all places including the first, if the question has no concept of the graph and there
            is no semantic similarity: almost nothing else counts.
        stop_word: weight of stop words in a passage's own score, relative to other words.
        phrase: weight of two neighbouring words of the question that are also adjacent in a passage, relative to each
            word.
        definition: weight, in its passage's own score, of a sentence that defines the subject of the question, relative
            to the words of the question.
        defining_sentence: bonus of such a sentence when sentences are ranked.
        sentence_words: weight of the question's words in a sentence when sentences are ranked.
        opening_sentence: bonus of the first sentence of a passage, which usually names its subject.
        bridge_sentence: bonus of a sentence with a bridge of one of the best chains; .1 found more gold sentences
            within the best three than .3 or none.
        covered_discount: how little words count in a sentence if the chain before its passage has covered them: at 0 as
            much as others, at 1 not at all.
        repetition_penalty: penalty that grows with a sentence's rank within its passage; .1 instead of .03 lost gold
            sentences within the best ten of HotpotQA.
    """

    beam: int = 12
    term_saturation: float = 1.2
    length_normalisation: float = 0.6
    word_in_name: float = 0.8
    name: float = 1.0
    context: float = 2.0
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
    hops=1,
    name=0,
    title_bonus=0,
    related_words=0,
    context=0,
    opening_sentence=0,
    bridge_sentence=0,
    repetition_penalty=0,
)
"""Ranking by the question's own words, without concepts: for answering without the graph."""


def words_only(weights: RankingWeights) -> RankingWeights:
    """Return weights for ranking by words only; the user's similarity weights stay."""
    return replace(WORDS_ONLY, similarity=weights.similarity, follow_up_similarity=weights.follow_up_similarity)


def weights_of(options: RankingOptions) -> RankingWeights:
    """Return all weights for a user's options; an instance of `RankingWeights` is returned as is."""
    if isinstance(options, RankingWeights):
        return options
    return RankingWeights(**{option.name: getattr(options, option.name) for option in fields(options)})
