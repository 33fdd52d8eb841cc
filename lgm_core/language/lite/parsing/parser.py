"""Parse tagged English sentences: a transition parser with greedy decoding and perceptrons for arcs and labels.

The transition system is arc-hybrid (see `transitions`), the features follow Zhang and Nivre (2011) as simplified by
Honnibal, and training uses the dynamic oracle of Goldberg and Nivre (2013). Relations are chosen when the tree is
complete, so that they can see a word's siblings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lgm_core.language.lite.parsing.parsing_features import arc_features, label_features, sibling_tags
from lgm_core.language.lite.parsing.transitions import LEFT_ARC, RIGHT_ARC, SHIFT, Configuration
from lgm_core.language.perceptron import classifier, load_data, scorer, unpack_weights

__all__ = ["DependencyParser", "best_transition"]


class DependencyParser:
    """A trained parser; relations are those of Universal Dependencies."""

    def __init__(self, arc_weights: Mapping[str, int], labels: Sequence[str], label_weights: Mapping[str, int]) -> None:
        """Take a trained model.

        Args:
            arc_weights: packed weights of the transitions by feature.
            labels: the relations, in the order of their packed weights.
            label_weights: packed weights of the relations by feature.
        """
        self._arc_weights = arc_weights
        self._labels = tuple(labels)
        self._label_weights = label_weights
        self._best_label = classifier(len(labels))
        self._scores = scorer(3)

    @classmethod
    def load(cls) -> DependencyParser:
        """Read the parser that ships with the package."""
        data = load_data("parser.json.gz")
        return cls(unpack_weights(data["arcs"]), data["labels"], unpack_weights(data["label_weights"]))

    def parse(self, words: Sequence[str], tags: Sequence[str]) -> list[tuple[int, str]]:
        """Return the head (an index, -1 for the root) and the relation of each word."""
        size = len(words)
        padded_words = [*(word.lower() for word in words), "", "", ""]
        padded_tags = [*tags, "ROOT", "", ""]
        configuration = Configuration(size)
        weight = self._arc_weights.get
        while not configuration.is_terminal:
            features = arc_features(configuration, padded_words, padded_tags)
            scores = self._scores(sum([weight(feature, 0) for feature in features]))
            configuration.apply(best_transition(scores, configuration))
        return [self._labelled_arc(child, configuration, padded_words, padded_tags) for child in range(size)]

    def _labelled_arc(
        self, child: int, configuration: Configuration, words: Sequence[str], tags: Sequence[str]
    ) -> tuple[int, str]:
        head = configuration.heads[child]
        if head == configuration.size:
            return -1, "root"
        weight = self._label_weights.get
        siblings = sibling_tags(child, configuration, tags)
        features = label_features(child, configuration.heads, words, tags, siblings)
        return head, self._labels[self._best_label(sum([weight(feature, 0) for feature in features]))]


def best_transition(scores: Sequence[int], configuration: Configuration) -> int:
    """Return the permissible transition with the highest score."""
    permissible = configuration.permissible()
    return max(
        (transition for transition in (SHIFT, RIGHT_ARC, LEFT_ARC) if permissible[transition]), key=scores.__getitem__
    )
