"""Train the part-of-speech tagger: tag dictionary, ambiguity classes, and perceptrons averaged over several runs."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from perceptron_training import AveragedPerceptron, group_by_weights, mean_weights

from lgm_core.language.lite.tagging_features import (
    WordFeatures,
    bigram_features,
    context_features,
    derived_class,
    tagged_word_features,
    word_features,
)

TaggedSentence = Sequence[tuple[str, str]]
"""The words of a sentence with their tags."""
_EDGE = ("", "")
"""What stands before and after a sentence."""
_RARE_SHARE = 0.05
"""A tag that a word takes less often than that is left out of its ambiguity class, as a slip."""
_NOUN_OPENINGS = 0.3
"""Share of sentences added with a noun as their first word. With more of them the tagger takes more first words for
plain nouns, and fewer for names."""


def count_tags(sentences: Sequence[TaggedSentence]) -> tuple[dict[str, Counter[str]], dict[str, Counter[str]]]:
    """Count the tags of each form, and of each lower-cased form."""
    exact: dict[str, Counter[str]] = defaultdict(Counter)
    lower: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for word, tag in sentence:
            exact[word][tag] += 1
            lower[word.lower()][tag] += 1
    return exact, lower


def fixed_tags(exact: dict[str, Counter[str]], *, frequency: int = 30, share: float = 0.995) -> dict[str, str]:
    """Return the words that occur `frequency` times and take the same tag in at least `share` of them.

    They skip the model when text is tagged. Lower bounds fix more words, which is faster, and some with a wrong tag.
    """
    fixed = {}
    for word, counts in exact.items():
        tag, count = counts.most_common(1)[0]
        if sum(counts.values()) >= frequency and count / sum(counts.values()) >= share:
            fixed[word] = tag
    return fixed


def ambiguity_of(counts: Mapping[str, int], letters: Mapping[str, str]) -> str:
    """Return the ambiguity class of a word, given how often it takes each tag: letters, most frequent tag first."""
    total = sum(counts.values())
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return "".join(letters[tag] for tag, count in ranked if count and count >= _RARE_SHARE * total)


def train_tagger(
    gold: Sequence[TaggedSentence],
    labelled: Sequence[TaggedSentence] = (),
    *,
    epochs: int,
    runs: int,
    scale: int,
    minimum_updates: int,
    minimum_weight: int,
) -> dict[str, object]:
    """Return the data of a tagger (see `Tagger.load`), its weights averaged over `runs` orders of sentences.

    Args:
        gold: sentences tagged by people.
        labelled: further sentences, tagged by a stronger model.
        epochs: passes over the sentences in each run.
        runs: models that are trained and averaged.
        scale: what mean weights are multiplied by before they are rounded.
        minimum_updates: features updated less often are left out of a model.
        minimum_weight: smaller rounded weights become 0.
    """
    tags = sorted({tag for sentence in gold for _, tag in sentence})
    sentences = [*gold, *labelled]
    fixed = fixed_tags(count_tags(gold)[0])
    exact, lower = count_tags(sentences)
    # What gold fixes must be so in all sentences. These alone fix too much: in manuals *flags* is always a noun.
    fixed = {word: tag for word, tag in fixed_tags(exact).items() if fixed.get(word) == tag}
    sentences += noun_openings(gold, share=_NOUN_OPENINGS)
    vocabulary = _Vocabulary(tags, fixed, lower)
    models = [
        _train(vocabulary, sentences, seed, epochs).averaged(minimum_updates=minimum_updates) for seed in range(runs)
    ]
    weights = mean_weights(models, scale=scale, minimum_weight=minimum_weight)
    print(f"tagger: {len(weights)} features")
    return {
        "tags": tags,
        "fixed": dict(sorted(vocabulary.fixed.items())),
        "ambiguity": dict(sorted(vocabulary.ambiguity.items())),
        "weights": group_by_weights(weights),
    }


class _Vocabulary:
    """The tags and words that all training runs share, with the features of every word cached.

    A word in training is described as if its own occurrence had not been counted, so that rare words look as unknown
    words will when the tagger is used.
    """

    def __init__(self, tags: Sequence[str], fixed: dict[str, str], counts: Mapping[str, Counter[str]]) -> None:
        self.tags = tags
        self.numbers = {tag: number for number, tag in enumerate(tags)}
        self.fixed = fixed
        self._letters = {tag: chr(ord("A") + number) for number, tag in enumerate(tags)}
        self.ambiguity = {word: ambiguity_of(tag_counts, self._letters) for word, tag_counts in counts.items()}
        self._counts = counts
        self._described: dict[tuple[str, str], tuple[str, str, WordFeatures]] = {}

    def describe(self, word: str, tag: str) -> tuple[str, str, WordFeatures]:
        """Return a word in lower case, its ambiguity class and its features."""
        description = self._described.get((word, tag))
        if description is None:
            lower = word.lower()
            ambiguity = self._class_of_others(lower, tag) if word else ""
            description = self._described[word, tag] = (lower, ambiguity, word_features(word, ambiguity))
        return description

    def _class_of_others(self, lower: str, tag: str) -> str:
        """Return the ambiguity class that all other occurrences of a word give it."""
        others = self._counts[lower] - Counter([tag])
        if others:
            return ambiguity_of(others, self._letters)
        return derived_class(lower, self.ambiguity)


def noun_openings(sentences: Sequence[TaggedSentence], *, share: float, seed: int = 1) -> list[TaggedSentence]:
    """Return a share of the sentences cut so that they open with one of their nouns, capitalised.

    What opens a sentence of web text with a capital is mostly a name; in encyclopaedias it is as often a plain noun.
    """
    generator = random.Random(seed)
    openings: list[TaggedSentence] = []
    for sentence in sentences:
        nouns = [number for number, (_, tag) in enumerate(sentence[:-2]) if number and tag in {"NOUN", "PROPN"}]
        if nouns and generator.random() < share:
            first = generator.choice(nouns)
            word, tag = sentence[first]
            openings.append([(word[0].upper() + word[1:], tag), *sentence[first + 1 :]])
    return openings


def _train(vocabulary: _Vocabulary, sentences: Sequence[TaggedSentence], seed: int, epochs: int) -> AveragedPerceptron:
    model = AveragedPerceptron(len(vocabulary.tags))
    shuffled = list(sentences)
    generator = random.Random(seed)
    for epoch in range(epochs):
        generator.shuffle(shuffled)
        mistakes = sum(_train_sentence(model, sentence, vocabulary) for sentence in shuffled)
        print(f"tagger: run {seed + 1}, epoch {epoch + 1} of {epochs}, {mistakes} mistakes", flush=True)
    return model


def _train_sentence(model: AveragedPerceptron, sentence: TaggedSentence, vocabulary: _Vocabulary) -> int:
    """Tag a sentence with the model, correct it where it errs, and return how often it did."""
    described = [vocabulary.describe(word, tag) for word, tag in [_EDGE, _EDGE, *sentence, _EDGE, _EDGE]]
    tag = second_tag = ""
    mistakes = 0
    for position, (word, truth) in enumerate(sentence):
        guess = vocabulary.fixed.get(word)
        if guess is None:
            features = _features(described[position : position + 5], second_tag, tag, position == 0)
            best = model.predict(features)
            guess = vocabulary.tags[best]
            model.steps += 1
            if guess != truth:
                mistakes += 1
                model.update(vocabulary.numbers[truth], best, features)
        second_tag, tag = tag, guess
    return mistakes


def _features(window: Sequence[tuple[str, str, WordFeatures]], second_tag: str, tag: str, first: bool) -> list[str]:
    """Return all features of the middle word of a window of five."""
    word, ambiguity, own = window[2]
    return [
        *own.own,
        *(own.first if first else ()),
        *window[1][2].as_previous,
        *window[0][2].as_second_previous,
        *window[3][2].as_next,
        *window[4][2].as_second_next,
        *context_features(second_tag, tag, ambiguity, window[3][1]),
        *tagged_word_features(tag, word),
        *bigram_features(window[1][0], word, window[3][0]),
    ]
