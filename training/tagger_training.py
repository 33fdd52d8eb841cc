"""Train the part-of-speech tagger."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from perceptron_training import AveragedPerceptron, group_by_row

from lgm_core.language.tagger import context_features, word_features

TaggedSentence = Sequence[tuple[str, str]]


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


def ambiguity_classes(lower: dict[str, Counter[str]], letters: dict[str, str], *, frequency: int = 5) -> dict[str, str]:
    """Return the tags each frequent word takes at least one time in twenty, most frequent first, as letters."""
    classes = {}
    for word, counts in lower.items():
        total = sum(counts.values())
        if total >= frequency:
            classes[word] = "".join(letters[tag] for tag, count in counts.most_common() if count / total >= 0.05)
    return classes


def train_tagger(
    sentences: Sequence[TaggedSentence],
    *,
    epochs: int,
    scale: int,
    minimum_updates: int,
    minimum_weight: int,
    seed: int = 1,
) -> dict[str, Any]:
    """Return the data of a tagger (see `Tagger.load`)."""
    tags = sorted({tag for sentence in sentences for _, tag in sentence})
    letters = {tag: chr(ord("A") + number) for number, tag in enumerate(tags)}
    exact, lower = count_tags(sentences)
    fixed = fixed_tags(exact)
    ambiguity = ambiguity_classes(lower, letters)
    model = AveragedPerceptron(len(tags))
    numbers = {tag: number for number, tag in enumerate(tags)}
    cache = {word: word_features(word, ambiguity.get(word.lower(), "")) for word in [*exact, ""]}
    shuffled = list(sentences)
    generator = random.Random(seed)
    for epoch in range(epochs):
        generator.shuffle(shuffled)
        mistakes = sum(
            _train_sentence(model, sentence, tags, numbers, fixed, ambiguity, cache) for sentence in shuffled
        )
        print(f"tagger: epoch {epoch + 1} of {epochs}, {mistakes} mistakes", flush=True)
    weights = model.averaged(scale=scale, minimum_updates=minimum_updates, minimum_weight=minimum_weight)
    print(f"tagger: {len(weights)} features")
    return {
        "tags": tags,
        "fixed": dict(sorted(fixed.items())),
        "ambiguity": dict(sorted(ambiguity.items())),
        "weights": group_by_row(weights),
    }


def _train_sentence(model, sentence, tags, numbers, fixed, ambiguity, cache) -> int:
    words = [word for word, _ in sentence]
    lowers = ["", *(word.lower() for word in words), ""]
    classes = [ambiguity.get(word, "") for word in lowers]
    entries = [cache[word] for word in ["", "", *words, "", ""]]
    tag = second_tag = ""
    mistakes = 0
    for position, (word, truth) in enumerate(sentence):
        guess = fixed.get(word)
        if guess is None:
            around = entries[position : position + 5]
            features = (
                around[2].own
                + (around[2].first if position == 0 else ())
                + around[1].as_previous
                + around[0].as_second_previous
                + around[3].as_next
                + around[4].as_second_next
                + context_features(
                    lowers[position + 1],
                    classes[position + 1],
                    lowers[position],
                    lowers[position + 2],
                    classes[position + 2],
                    tag,
                    second_tag,
                )
            )
            best = model.predict(features)
            guess = tags[best]
            model.steps += 1
            if guess != truth:
                mistakes += 1
                model.update(numbers[truth], best, features)
        second_tag, tag = tag, guess
    return mistakes
