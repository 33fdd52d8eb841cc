"""Measure the relations that patterns find in texts against gold relations (`python -m benchmarks relations`).

A line of a gold file is a JSON object `{"id", "text", "relations": [{"kind", "a", "b"}]}`, and further fields
tell which relations count in the row:

- `term`: the classes of this term; predictions about other concepts do not count
- `pair`: whether one of these two is a part of the other; predictions between other concepts do not count
- neither of them: all aliases; `peer_ab3p` may hold the pairs that the detector Ab3P found

Terms and pairs only select predictions; the patterns do not see them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.language.chunking import chunk
from lgm_core.language.concepts import concept_key, head_word
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.port import Annotator
from lgm_core.learning.patterns import RelationMention, find_relations
from lgm_core.model import RelationKind
from lgm_core.progress import tell_progress

__all__ = ["relations_benchmark"]

_BATCH = 256
"""Texts in a call of the annotator: enough for neural backends to batch, without annotating the whole file at once."""

Pair = tuple[str, str]
"""The concept keys of a relation's subject and object."""


@dataclass(slots=True)
class _Tally:
    """Counts of rows, of predicted and gold pairs, and of those with a match.

    `correct` counts the predicted pairs with a match and `matched_gold` the gold pairs with a match: several
    predictions may match the same gold pair by their head nouns.
    """

    rows: int = 0
    predicted: int = 0
    correct: int = 0
    gold: int = 0
    matched_gold: int = 0

    def add(self, predicted: set[Pair], gold: set[Pair], matches: set[tuple[Pair, Pair]]) -> None:
        """Count a row; `matches` holds pairs of a predicted pair and the gold pair that it matches."""
        self.rows += 1
        self.predicted += len(predicted)
        self.gold += len(gold)
        self.correct += len({prediction for prediction, _ in matches})
        self.matched_gold += len({pair for _, pair in matches})

    def scores(self) -> dict[str, float | int]:
        """Return precision, recall and F1 as fractions of 1, and the counts."""
        precision = self.correct / self.predicted if self.predicted else 0.0
        recall = self.matched_gold / self.gold if self.gold else 0.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return {
            "precision": precision,
            "recall": recall,
            "f1": f1,
            "rows": self.rows,
            "predicted": self.predicted,
            "correct": self.correct,
            "gold": self.gold,
            "found": self.matched_gold,
        }


def relations_benchmark(gold: Path, annotator: Annotator) -> dict[str, dict[str, Any]]:
    """Measure pattern relations against a gold file, by kind (`is_a`, `has_part`, `alias`).

    A prediction is correct if its subject and object have the concept keys of a gold relation in the annotator's
    language; for is_a and has_part, equal head nouns are enough. A prediction in a row without gold relations is wrong.

    Raises:
        InputError: the file cannot be read, or a line is not such an object.
    """
    key_of = partial(concept_key, language=annotator.language)
    tallies: dict[str, _Tally] = {}
    peer = _Tally()
    for row, relations in _predictions(_read_rows(gold), annotator):
        kind = _kind(row)
        gold_pairs = {_pair(kind, key_of(relation["a"]), key_of(relation["b"])) for relation in row["relations"]}
        predicted = set(_counted_pairs(kind, row, relations, key_of))
        tallies.setdefault(kind, _Tally()).add(predicted, gold_pairs, _matches(kind, predicted, gold_pairs))
        if "peer_ab3p" in row:
            others = {_pair(kind, key_of(short), key_of(long)) for short, long in row["peer_ab3p"]}
            peer.add(others, gold_pairs, _matches(kind, others, gold_pairs))
    report: dict[str, dict[str, Any]] = {kind: tally.scores() for kind, tally in tallies.items()}
    if peer.rows:
        report["alias"]["peer_ab3p"] = peer.scores()
    return report


def _read_rows(gold: Path) -> list[dict[str, Any]]:
    try:
        lines = gold.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the gold file {gold}: {error}") from error
    rows = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            rows.append({**row, "text": row["text"], "relations": list(row["relations"])})
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                f'{gold}, line {number}: expected {{"id", "text", "relations", …}}, got {line[:80]!r}'
            ) from error
    return rows


def _predictions(
    rows: Sequence[dict[str, Any]], annotator: Annotator
) -> Iterator[tuple[dict[str, Any], list[RelationMention]]]:
    """Yield each row with the relations found in its text."""
    lexicon = lexicon_of(annotator.language)
    for start in range(0, len(rows), _BATCH):
        tell_progress("reading", start, len(rows), "texts")
        batch = rows[start : start + _BATCH]
        for row, sentences in zip(batch, annotator.annotate([row["text"] for row in batch]), strict=True):
            chunked = (chunk(row["text"], sentence, lexicon) for sentence in sentences)
            yield row, [relation for sentence in chunked for relation in find_relations(sentence)]
    tell_progress("reading", len(rows), len(rows), "texts")


def _kind(row: Mapping[str, Any]) -> str:
    return "is_a" if "term" in row else "has_part" if "pair" in row else "alias"


def _pair(kind: str, a: str, b: str) -> Pair:
    """Return two keys as a pair to compare; the keys of an alias, which has no direction, are sorted."""
    return (min(a, b), max(a, b)) if kind == "alias" else (a, b)


def _counted_pairs(
    kind: str, row: Mapping[str, Any], relations: Iterable[RelationMention], key_of: Callable[[str], str]
) -> Iterator[Pair]:
    """Yield the pairs of the predictions that count for what the row asks."""
    if kind == "alias":
        aliases = (relation for relation in relations if relation.kind is RelationKind.ALIAS_OF)
        yield from (_pair(kind, alias.subject.key, alias.object.key) for alias in aliases)
    elif kind == "is_a":
        term = key_of(row["term"])
        classes = (relation for relation in relations if relation.kind is RelationKind.IS_A)
        yield from ((term, relation.object.key) for relation in classes if relation.subject.key == term)
    else:
        first, second = (key_of(name) for name in row["pair"])
        for relation in relations:
            if relation.kind is RelationKind.HAS_PART:
                for whole, part in ((first, second), (second, first)):
                    if _same_head(relation.subject.key, whole) and _same_head(relation.object.key, part):
                        yield whole, part


def _matches(kind: str, predicted: set[Pair], gold: set[Pair]) -> set[tuple[Pair, Pair]]:
    if kind == "alias":
        return {(pair, pair) for pair in predicted & gold}
    return {
        (prediction, pair)
        for prediction in predicted
        for pair in gold
        if _same_head(prediction[0], pair[0]) and _same_head(prediction[1], pair[1])
    }


def _same_head(key: str, other: str) -> bool:
    return key == other or head_word(key) == head_word(other)
