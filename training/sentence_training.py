"""Train the sentence splitter on the gaps between the chunks of paragraphs."""

from __future__ import annotations

import random
from collections.abc import Sequence

from perceptron_training import AveragedPerceptron, mean_weights

from benchmarks.language import GoldText
from lgm_core.language.lite.boundary_candidates import bracket_change, is_candidate, text_style
from lgm_core.language.lite.boundary_features import (
    EDGE,
    Chunk,
    following_features,
    joint_features,
    kind_features,
    left_bucket,
    previous_features,
    since_bucket,
)
from lgm_core.language.lite.tokenizer import CHUNK

Paragraph = tuple[list[str], set[int]]
"""The chunks of a paragraph, and the positions before which a sentence starts."""
Example = tuple[tuple[str, ...], int]
"""The features of a gap, and whether it is a boundary (1) or not (0)."""


def paragraph(text: GoldText) -> Paragraph:
    """Return the chunks of a gold text and its sentence starts (those that stand after whitespace)."""
    chunks = list(CHUNK.finditer(text.text))
    starts = {sentence.start for sentence in text.sentences}
    return [chunk.group() for chunk in chunks], {
        number for number, chunk in enumerate(chunks) if number and chunk.start() in starts
    }


def gap_examples(texts: Sequence[str], starts: set[int]) -> list[Example]:
    """Return an example for each candidate gap of a paragraph, given its chunks and its true sentence starts."""
    examples: list[Example] = []
    start, depth, count, style = 0, 0, len(texts), text_style(texts)
    chunks = [Chunk.read(text) for text in texts]
    for position in range(1, count):
        truth = position in starts
        depth = max(0, depth + bracket_change(texts[position - 1]))
        since = position - start
        before_previous = texts[position - 2] if since > 1 else ""
        if is_candidate(before_previous, texts[position - 1], texts[position], style, depth):
            previous, following = chunks[position - 1], chunks[position]
            outer = chunks[position - 2] if since > 1 else EDGE
            beyond = chunks[position + 1] if position + 1 < count else EDGE
            features = (
                *previous_features(previous),
                *following_features(following),
                *kind_features(
                    previous.end, following.start, since_bucket(since), left_bucket(count - position), style
                ),
                *joint_features(outer, previous, following, beyond),
            )
            examples.append((features, int(truth)))
        if truth:
            start, depth = position, 0
    return examples


def train_sentences(texts: Sequence[GoldText], *, epochs: int, runs: int, scale: int = 16) -> dict[str, object]:
    """Return the data of a splitter (see `SentenceSplitter.load`), its weights averaged over `runs` orders of examples.

    Args:
        texts: gold texts.
        epochs: passes over the examples in each run.
        runs: models that are trained and averaged; more make the weights depend less on the order of examples.
        scale: what the mean weights are multiplied by before they are rounded to integers.
    """
    examples = [example for text in texts for example in gap_examples(*paragraph(text))]
    models = [_train(examples, epochs, seed).averaged() for seed in range(runs)]
    weights = mean_weights(models, scale=scale, minimum_weight=2)
    print(f"sentences: {len(weights)} features")
    features_by_weight: dict[str, list[str]] = {}
    for feature, (_, weight) in weights.items():  # of the two classes, the weight of a boundary says it all
        features_by_weight.setdefault(str(weight), []).append(feature)
    return {"weights": dict(sorted(features_by_weight.items()))}


def _train(examples: Sequence[Example], epochs: int, seed: int) -> AveragedPerceptron:
    model = AveragedPerceptron(2)
    shuffled = list(examples)
    generator = random.Random(seed)
    for _ in range(epochs):
        generator.shuffle(shuffled)
        for features, truth in shuffled:
            guess = model.predict(features)
            model.steps += 1
            if guess != truth:
                model.update(truth, guess, features)
    return model
