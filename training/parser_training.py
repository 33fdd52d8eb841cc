"""Train the dependency parser with a dynamic oracle, on tags as the tagger would predict them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from parser_transitions import (
    LEFT_ARC,
    RIGHT_ARC,
    SHIFT,
    Configuration,
    arc_features,
    label_features,
    sibling_tags,
)
from perceptron_training import AveragedPerceptron, group_by_weights, mean_weights
from tagger_training import train_tagger

from benchmarks.language import GoldSentence
from lgm_core.language.lite.tagger import Tagger
from lgm_core.language.perceptron import unpack_weights

_EXPLORED_SHARE = 0.9
"""How often training follows the model's own transition after the first epoch, so that it meets its own mistakes."""
_RAREST_LABEL = 20
"""Relations that occur less often are not learned: their weights would be noise."""


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence as the parser sees it (lower-case words, predicted tags, fillers), with its gold tree."""

    words: list[str]
    tags: list[str]
    heads: list[int]
    relations: list[str]


def jackknife(sentences: Sequence[GoldSentence]) -> list[Example]:
    """Tag each half of the sentences with a tagger trained on the other half: tags are then as wrong as in use."""
    tagged = [[(word.form, word.upos) for word in sentence.words] for sentence in sentences]
    predicted: dict[int, list[str]] = {}
    for half in (0, 1):
        data = train_tagger(tagged[1 - half :: 2], epochs=4, runs=1, scale=3, minimum_updates=2, minimum_weight=2)
        tagger = Tagger(data["tags"], unpack_weights(data["weights"]), data["fixed"], data["ambiguity"])
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


def zero_cost_transitions(configuration: Configuration, heads: Sequence[int]) -> set[int]:
    """Return the transitions after which every gold arc that could be reached still can be (the dynamic oracle).

    Args:
        configuration: where the parser stands, by mistakes or not.
        heads: the gold head of each word; the size of the sentence stands for the root.
    """
    stack, front, size = configuration.stack, configuration.front, configuration.size
    zero_cost = set(configuration.permitted())
    # A shift hides the stack from the front of the buffer: no arc between them may be left to draw.
    if SHIFT in zero_cost and (heads[front] in stack[:-1] or any(heads[word] == front for word in stack)):
        zero_cost.discard(SHIFT)
    if stack:
        top = stack[-1]
        # An arc takes the top off the stack: its children must not be in the buffer, nor its head elsewhere.
        awaits_children = any(heads[word] == top for word in range(front, size))
        if awaits_children or (len(stack) > 1 and heads[top] == stack[-2]) or front < heads[top]:
            zero_cost.discard(LEFT_ARC)
        if awaits_children or heads[top] >= front:
            zero_cost.discard(RIGHT_ARC)
    return zero_cost


def train_parser(sentences: Sequence[GoldSentence], *, epochs: int, minimum_updates: int) -> dict[str, object]:
    """Return the data of a parser (see `DependencyParser.load`).

    Args:
        sentences: gold sentences.
        epochs: passes over the sentences.
        minimum_updates: arc features updated less often are left out.
    """
    examples = [example for example in jackknife(sentences) if example.words]
    arcs = AveragedPerceptron(3)
    generator = random.Random(1)
    for epoch in range(epochs):
        generator.shuffle(examples)
        wrong = sum(_train_arcs(arcs, example, explore=epoch > 0, generator=generator) for example in examples)
        print(f"parser: epoch {epoch + 1} of {epochs}, {wrong} wrong transitions", flush=True)
    arc_weights = mean_weights([arcs.averaged(minimum_updates=minimum_updates)], scale=3, minimum_weight=4)
    counts = Counter(relation for example in examples for relation in example.relations)
    labels = sorted(label for label, count in counts.items() if count >= _RAREST_LABEL and label != "root")
    label_weights = _train_labels(examples, labels, generator)
    print(f"parser: {len(arc_weights)} arc features, {len(label_weights)} label features, {len(labels)} labels")
    return {"arcs": group_by_weights(arc_weights), "labels": labels, "label_weights": group_by_weights(label_weights)}


def _train_arcs(model: AveragedPerceptron, example: Example, *, explore: bool, generator: random.Random) -> int:
    """Parse a sentence, correct the model where it errs, and return how often it did.

    With `explore`, the parse mostly goes on from the model's own transition, right or wrong, else from the oracle's.
    """
    configuration = Configuration(len(example.heads))
    wrong = 0
    while permitted := configuration.permitted():
        features = arc_features(configuration, example.words, example.tags)
        scores = model.scores(features).tolist()
        guess = max(permitted, key=scores.__getitem__)
        zero_cost = zero_cost_transitions(configuration, example.heads)
        model.steps += 1
        target = guess
        if zero_cost and guess not in zero_cost:
            target = max(sorted(zero_cost), key=scores.__getitem__)
            model.update(target, guess, features)
            wrong += 1
        configuration.apply(guess if explore and generator.random() < _EXPLORED_SHARE else target)
    return wrong


def _train_labels(examples: Sequence[Example], labels: Sequence[str], generator: random.Random) -> dict[str, list[int]]:
    numbers = {label: number for number, label in enumerate(labels)}
    model = AveragedPerceptron(len(labels))
    arcs = []
    for example in examples:
        tree = _gold_tree(example)
        for child, relation in enumerate(example.relations):
            if relation in numbers and tree.heads[child] < tree.size:
                siblings = sibling_tags(child, tree, example.tags)
                features = label_features(child, tree.heads, example.words, example.tags, siblings)
                arcs.append((tuple(features), numbers[relation]))
    for epoch in range(3):
        generator.shuffle(arcs)
        wrong = 0
        for features, truth in arcs:
            guess = model.predict(features)
            model.steps += 1
            if guess != truth:
                wrong += 1
                model.update(truth, guess, features)
        print(f"parser: labels, epoch {epoch + 1} of 3, {wrong} wrong", flush=True)
    return mean_weights([model.averaged(minimum_updates=2)], scale=2, minimum_weight=2)


def _gold_tree(example: Example) -> Configuration:
    """Return the configuration in which the gold tree is complete, children from the inside out."""
    tree = Configuration(len(example.heads))
    for child, head in enumerate(example.heads):
        tree.heads[child] = head
    for child in range(tree.size):
        head = tree.heads[child]
        if child > head:
            tree.right_children[head].append(child)
    for child in reversed(range(tree.size)):
        if child < tree.heads[child]:
            tree.left_children[tree.heads[child]].append(child)
    return tree
