"""Train the sentence splitter."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from perceptron_training import AveragedPerceptron

from lgm_core.evaluation.conllu import GoldText
from lgm_core.language.sentence_boundaries import (
    EDGE,
    Chunk,
    following_features,
    is_candidate,
    kind_features,
    left_bucket,
    meeting_features,
    previous_features,
    since_bucket,
    text_style,
)
from lgm_core.language.tokenizer import CHUNK

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
    start, count, style = 0, len(texts), text_style(texts)
    chunks = [Chunk.read(text) for text in texts]
    for position in range(1, count):
        truth = position in starts
        if is_candidate(texts[position - 1], texts[position]):
            since = position - start
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
            start = position
    return result


def train_sentences(
    texts: Sequence[GoldText], *, epochs: int, scale: int = 16, minimum_updates: int = 1, seed: int = 1
) -> dict[str, Any]:
    """Return the data of a splitter (see `SentenceSplitter.load`)."""
    examples = [gap for text in texts for gap in gaps(*paragraph(text))]
    model = AveragedPerceptron(2)
    generator = random.Random(seed)
    for epoch in range(epochs):
        generator.shuffle(examples)
        mistakes = 0
        for features, truth in examples:
            guess = model.predict(features)
            model.steps += 1
            if guess != truth:
                mistakes += 1
                model.update(truth, guess, features)
        print(f"sentences: epoch {epoch + 1} of {epochs}, {mistakes} mistakes in {len(examples)}", flush=True)
    weights = model.averaged(scale=scale, minimum_updates=minimum_updates)
    print(f"sentences: {len(weights)} features")
    rows: dict[str, list[str]] = {}
    for feature, (_, weight) in weights.items():
        rows.setdefault(str(weight), []).append(feature)
    return {"weights": dict(sorted(rows.items()))}
