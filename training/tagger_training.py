"""Train the part-of-speech tagger."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from perceptron_training import AveragedPerceptron, group_by_row, mean_weights

from lgm_core.language.lite.tagger import (
    WordFeatures,
    bigram_features,
    context_features,
    derived_class,
    tagged_word_features,
    word_features,
)

TaggedSentence = Sequence[tuple[str, str]]
_EDGE = ("", "")


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
    """Return the frequent words that (nearly) always take the same tag."""
    fixed = {}
    for word, counts in exact.items():
        tag, count = counts.most_common(1)[0]
        if sum(counts.values()) >= frequency and count / sum(counts.values()) >= share:
            fixed[word] = tag
    return fixed


def ambiguity_of(counts: Mapping[str, int], letters: Mapping[str, str]) -> str:
    """Return the tags a word takes at least one time in twenty, most frequent first, as letters."""
    total = sum(counts.values())
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return "".join(letters[tag] for tag, count in ranked if count and count >= 0.05 * total)


def train_tagger(
    sentences: Sequence[TaggedSentence],
    *,
    epochs: int,
    runs: int,
    scale: int,
    minimum_updates: int,
    minimum_weight: int,
) -> dict[str, object]:
    """Return the data of a tagger (see `Tagger.load`), its weights averaged over `runs` in different orders."""
    tags = sorted({tag for sentence in sentences for _, tag in sentence})
    exact, lower = count_tags(sentences)
    sentences = [*sentences, *openings(sentences, share=0.3)]
    course = _Course(tags, fixed_tags(exact), lower)
    trained = [_run(course, sentences, seed, epochs).averaged(minimum_updates=minimum_updates) for seed in range(runs)]
    weights = mean_weights(trained, scale=scale, minimum_weight=minimum_weight)
    print(f"tagger: {len(weights)} features")
    return {
        "tags": tags,
        "fixed": dict(sorted(course.fixed.items())),
        "ambiguity": dict(sorted(course.ambiguity.items())),
        "weights": group_by_row(weights),
    }


class _Course:
    """What stays the same over all training runs, with the features of every word kept.

    A word in training is described as if its occurrence had not been counted: rare words then look as new words will.
    """

    def __init__(self, tags: Sequence[str], fixed: dict[str, str], counts: Mapping[str, Counter[str]]) -> None:
        self.tags = tags
        self.numbers = {tag: number for number, tag in enumerate(tags)}
        self.fixed = fixed
        self._letters = {tag: chr(ord("A") + number) for number, tag in enumerate(tags)}
        self.ambiguity = {word: ambiguity_of(found, self._letters) for word, found in counts.items()}
        self._counts = counts
        self._words: dict[tuple[str, str], tuple[str, str, WordFeatures]] = {}

    def describe(self, word: str, tag: str) -> tuple[str, str, WordFeatures]:
        """Return a word in lower case, its ambiguity class and its features."""
        found = self._words.get((word, tag))
        if found is None:
            lower = word.lower()
            ambiguity = self._unseen_class(lower, tag) if word else ""
            found = self._words[word, tag] = (lower, ambiguity, word_features(word, ambiguity))
        return found

    def _unseen_class(self, lower: str, tag: str) -> str:
        others = self._counts[lower] - Counter([tag])
        if others:
            return ambiguity_of(others, self._letters)
        return derived_class(lower, self.ambiguity)


def openings(sentences: Sequence[TaggedSentence], *, share: float, seed: int = 1) -> list[TaggedSentence]:
    """Cut a share of the sentences so that they open with one of their nouns, capitalised.

    In web text what opens a sentence with a capital is mostly a name; in encyclopaedias it is as often a plain noun.
    """
    generator = random.Random(seed)
    cut: list[TaggedSentence] = []
    for sentence in sentences:
        nouns = [number for number, (_, tag) in enumerate(sentence[:-2]) if number and tag in {"NOUN", "PROPN"}]
        if nouns and generator.random() < share:
            first = generator.choice(nouns)
            word, tag = sentence[first]
            cut.append([(word[0].upper() + word[1:], tag), *sentence[first + 1 :]])
    return cut


def _run(course: _Course, sentences: Sequence[TaggedSentence], seed: int, epochs: int) -> AveragedPerceptron:
    model = AveragedPerceptron(len(course.tags))
    shuffled = list(sentences)
    generator = random.Random(seed)
    for epoch in range(epochs):
        generator.shuffle(shuffled)
        mistakes = sum(_train_sentence(model, sentence, course) for sentence in shuffled)
        print(f"tagger: run {seed + 1}, epoch {epoch + 1} of {epochs}, {mistakes} mistakes", flush=True)
    return model


def _train_sentence(model: AveragedPerceptron, sentence: TaggedSentence, course: _Course) -> int:
    described = [course.describe(word, tag) for word, tag in [_EDGE, _EDGE, *sentence, _EDGE, _EDGE]]
    tag = second_tag = ""
    mistakes = 0
    for position, (word, truth) in enumerate(sentence):
        guess = course.fixed.get(word)
        if guess is None:
            features = _features(described[position : position + 5], second_tag, tag, position == 0)
            best = model.predict(features)
            guess = course.tags[best]
            model.steps += 1
            if guess != truth:
                mistakes += 1
                model.update(course.numbers[truth], best, features)
        second_tag, tag = tag, guess
    return mistakes


def _features(around: Sequence[tuple[str, str, WordFeatures]], second_tag: str, tag: str, first: bool) -> list[str]:
    """Return all features of the middle one of five words."""
    word, ambiguity, own = around[2]
    return [
        *own.own,
        *(own.first if first else ()),
        *around[1][2].as_previous,
        *around[0][2].as_second_previous,
        *around[3][2].as_next,
        *around[4][2].as_second_next,
        *context_features(second_tag, tag, ambiguity, around[3][1]),
        *tagged_word_features(tag, word),
        *bigram_features(around[1][0], word, around[3][0]),
    ]
