"""Train the dependency parser with a dynamic oracle, on tags as the tagger would predict them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from perceptron_training import AveragedPerceptron, group_by_row, mean_weights
from tagger_training import train_tagger

from lgm_core.evaluation.conllu import GoldSentence
from lgm_core.language.lite.parser import (
    LEFT,
    RIGHT,
    SHIFT,
    State,
    arc_features,
    best_move,
    label_features,
    sibling_tags,
)
from lgm_core.language.lite.tagger import Tagger
from lgm_core.language.perceptron import unpack_rows


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence as the parser sees it (lower-case words, predicted tags, fillers), with its gold tree."""

    words: list[str]
    tags: list[str]
    heads: list[int]
    relations: list[str]


def jackknife(sentences: Sequence[GoldSentence]) -> list[Example]:
    """Tag each half of the sentences with a tagger trained on the other half, so that tags are as wrong as in use."""
    tagged = [[(word.form, word.upos) for word in sentence.words] for sentence in sentences]
    predicted: dict[int, list[str]] = {}
    for half in (0, 1):
        data = train_tagger(tagged[1 - half :: 2], epochs=4, runs=1, scale=3, minimum_updates=2, minimum_weight=2)
        tagger = Tagger(data["tags"], unpack_rows(data["weights"]), data["fixed"], data["ambiguity"])
        for number in range(half, len(sentences), 2):
            predicted[number] = tagger.tag([word for word, _ in tagged[number]])
    return [_example(sentence, predicted[number]) for number, sentence in enumerate(sentences)]


def _example(sentence: GoldSentence, tags: list[str]) -> Example:
    size = len(sentence.words)
    return Example(
        [*(word.form.lower() for word in sentence.words), "", "", ""],
        [*tags, "ROOT", "", ""],
        [word.head if word.head >= 0 else size for word in sentence.words],
        [word.relation for word in sentence.words],
    )


def costless(state: State, heads: Sequence[int]) -> set[int]:
    """Return the moves after which no gold arc is lost that could still be reached."""
    stack, following, size = state.stack, state.next, state.size
    allowed = state.moves()
    free = {move for move in (SHIFT, RIGHT, LEFT) if allowed[move]}
    if SHIFT in free and (heads[following] in stack[:-1] or any(heads[item] == following for item in stack)):
        free.discard(SHIFT)
    if stack:
        top = stack[-1]
        waits = any(heads[item] == top for item in range(following, size))
        if waits or (len(stack) > 1 and heads[top] == stack[-2]) or following < heads[top]:
            free.discard(LEFT)
        if waits or heads[top] >= following:
            free.discard(RIGHT)
    return free


def train_parser(sentences: Sequence[GoldSentence], *, epochs: int, minimum_updates: int) -> dict[str, object]:
    """Return the data of a parser (see `DependencyParser.load`)."""
    examples = [example for example in jackknife(sentences) if example.words]
    arcs = AveragedPerceptron(3)
    generator = random.Random(1)
    for epoch in range(epochs):
        generator.shuffle(examples)
        wrong = sum(_train_arcs(arcs, example, explore=epoch > 0, generator=generator) for example in examples)
        print(f"parser: epoch {epoch + 1} of {epochs}, {wrong} wrong moves", flush=True)
    arc_weights = mean_weights([arcs.averaged(minimum_updates=minimum_updates)], scale=3, minimum_weight=4)
    counts = Counter(relation for example in examples for relation in example.relations)
    labels = sorted(label for label, count in counts.items() if count >= 20 and label != "root")
    label_weights = _train_labels(examples, labels, generator)
    print(f"parser: {len(arc_weights)} arc features, {len(label_weights)} label features, {len(labels)} labels")
    return {"arcs": group_by_row(arc_weights), "labels": labels, "label_weights": group_by_row(label_weights)}


def _train_arcs(model: AveragedPerceptron, example: Example, *, explore: bool, generator: random.Random) -> int:
    """Follow the model's own moves nine times in ten (once it has learned something), else the oracle's."""
    state = State(len(example.heads))
    wrong = 0
    while not state.done:
        features = arc_features(state, example.words, example.tags)
        scores = model.scores(features).tolist()
        guess = best_move(scores, state)
        free = costless(state, example.heads)
        model.steps += 1
        target = guess
        if free and guess not in free:
            target = max(sorted(free), key=scores.__getitem__)
            model.update(target, guess, features)
            wrong += 1
        state.apply(guess if explore and generator.random() < 0.9 else target)
    return wrong


def _train_labels(examples: Sequence[Example], labels: Sequence[str], generator: random.Random) -> dict[str, list[int]]:
    numbers = {label: number for number, label in enumerate(labels)}
    model = AveragedPerceptron(len(labels))
    items = []
    for example in examples:
        state = _gold_state(example)
        for child, relation in enumerate(example.relations):
            if relation in numbers and state.heads[child] < state.size:
                siblings = sibling_tags(child, state, example.tags)
                items.append(
                    (
                        tuple(label_features(child, state.heads, example.words, example.tags, siblings)),
                        numbers[relation],
                    )
                )
    for epoch in range(3):
        generator.shuffle(items)
        wrong = 0
        for features, truth in items:
            guess = model.predict(features)
            model.steps += 1
            if guess != truth:
                wrong += 1
                model.update(truth, guess, features)
        print(f"parser: labels, epoch {epoch + 1} of 3, {wrong} wrong", flush=True)
    return mean_weights([model.averaged(minimum_updates=2)], scale=2, minimum_weight=2)


def _gold_state(example: Example) -> State:
    state = State(len(example.heads))
    for child, head in enumerate(example.heads):
        state.heads[child] = head
    for child in range(state.size):
        head = state.heads[child]
        if child > head:
            state.right[head].append(child)
    for child in reversed(range(state.size)):
        if child < state.heads[child]:
            state.left[state.heads[child]].append(child)
    return state
