"""Train the sentence splitter."""

from __future__ import annotations

import random
from collections.abc import Sequence

from perceptron_training import AveragedPerceptron, mean_weights

from lgm_core.evaluation.conllu import GoldText
from lgm_core.language.lite.sentence_boundaries import (
    EDGE,
    Chunk,
    bracket_change,
    following_features,
    is_candidate,
    kind_features,
    left_bucket,
    meeting_features,
    previous_features,
    since_bucket,
    text_style,
)
from lgm_core.language.lite.tokenizer import CHUNK

Paragraph = tuple[list[str], set[int]]
"""The chunks of a paragraph, and the positions before which a sentence starts."""


def paragraph(text: GoldText) -> Paragraph:
    """Return the chunks of a gold text and its sentence starts (those that stand after whitespace)."""
    found = list(CHUNK.finditer(text.text))
    starts = {sentence.start for sentence in text.sentences}
    return [match.group() for match in found], {
        number for number, match in enumerate(found) if number and match.start() in starts
    }


def gaps(texts: Sequence[str], starts: set[int]) -> list[tuple[tuple[str, ...], int]]:
    """Return features and truth (1: boundary) of each candidate gap, with true boundaries before it."""
    result = []
    start, depth, count, style = 0, 0, len(texts), text_style(texts)
    chunks = [Chunk.read(text) for text in texts]
    for position in range(1, count):
        truth = position in starts
        depth = max(0, depth + bracket_change(texts[position - 1]))
        since = position - start
        before = texts[position - 2] if since > 1 else ""
        if is_candidate(before, texts[position - 1], texts[position], style, depth):
            previous, following = chunks[position - 1], chunks[position]
            outer = chunks[position - 2] if since > 1 else EDGE
            beyond = chunks[position + 1] if position + 1 < count else EDGE
            features = (
                *previous_features(previous),
                *following_features(following),
                *kind_features(
                    previous.end, following.start, since_bucket(since), left_bucket(count - position), style
                ),
                *meeting_features(outer, previous, following, beyond),
            )
            result.append((features, int(truth)))
        if truth:
            start, depth = position, 0
    return result


def train_sentences(texts: Sequence[GoldText], *, epochs: int, runs: int, scale: int = 16) -> dict[str, object]:
    """Return the data of a splitter (see `SentenceSplitter.load`), its weights averaged over `runs`."""
    examples = [gap for text in texts for gap in gaps(*paragraph(text))]
    models = [_run(examples, epochs, seed).averaged() for seed in range(runs)]
    weights = mean_weights(models, scale=scale, minimum_weight=2)
    print(f"sentences: {len(weights)} features")
    rows: dict[str, list[str]] = {}
    for feature, (_, weight) in weights.items():
        rows.setdefault(str(weight), []).append(feature)
    return {"weights": dict(sorted(rows.items()))}


def _run(examples: Sequence[tuple[tuple[str, ...], int]], epochs: int, seed: int) -> AveragedPerceptron:
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
