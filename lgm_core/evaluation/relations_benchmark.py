"""Measure the relations that patterns find against gold relations of single texts.

A gold file holds one JSON object a line: `{"id", "text", "relations": [{"kind", "a", "b"}]}` and, by kind of row,

- `term`: the row asks for the classes of this term; predictions about anything else do not count
- `pair`: the row asks whether one of these two is a part of the other; predictions between other ends do not count
- neither: the row asks for all aliases; `peer_ab3p` may hold the pairs another detector found

Terms and pairs choose among predictions; they are never shown to the patterns.
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
from lgm_core.learning.patterns import FoundRelation, find_relations
from lgm_core.model import RelationKind

__all__ = ["relations_benchmark"]

_BATCH = 256

Pair = tuple[str, str]


@dataclass(slots=True)
class Tally:
    """What was predicted, what is gold, and how many of each have a match."""

    rows: int = 0
    predicted: int = 0
    correct: int = 0
    gold: int = 0
    found: int = 0

    def add(self, predicted: set[Pair], gold: set[Pair], matched: set[tuple[Pair, Pair]]) -> None:
        """Count one row, given which predicted pair matches which gold pair."""
        self.rows += 1
        self.predicted += len(predicted)
        self.gold += len(gold)
        self.correct += len({prediction for prediction, _ in matched})
        self.found += len({pair for _, pair in matched})

    def scores(self) -> dict[str, float | int]:
        """Return precision, recall and F1 as fractions of 1, and the counts."""
        precision = self.correct / self.predicted if self.predicted else 0.0
        recall = self.found / self.gold if self.gold else 0.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return {
            "precision": precision,
            "recall": recall,
            "f1": f1,
            "rows": self.rows,
            "predicted": self.predicted,
            "correct": self.correct,
            "gold": self.gold,
            "found": self.found,
        }


def relations_benchmark(gold: Path, annotator: Annotator) -> dict[str, dict[str, Any]]:
    """Measure pattern relations against a gold file, by kind (`is_a`, `has_part`, `alias`).

    Both ends of a prediction must equal those of a gold relation after normalisation; for is_a and has_part it is
    enough that their head nouns do. A prediction in a row without gold relations is wrong.

    Raises:
        InputError: the file is missing or not in this format.
    """
    key_of = partial(concept_key, language=annotator.language)
    tallies: dict[str, Tally] = {}
    peer = Tally()
    for row, found in _predictions(_read_rows(gold), annotator):
        kind = _kind(row)
        wanted = {_pair(kind, key_of(one["a"]), key_of(one["b"])) for one in row["relations"]}
        predicted = set(_counted(kind, row, found, key_of))
        tallies.setdefault(kind, Tally()).add(predicted, wanted, _matches(kind, predicted, wanted))
        if "peer_ab3p" in row:
            other = {_pair(kind, key_of(short), key_of(long)) for short, long in row["peer_ab3p"]}
            peer.add(other, wanted, _matches(kind, other, wanted))
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
) -> Iterator[tuple[dict[str, Any], list[FoundRelation]]]:
    """Yield each row with the relations found in its text."""
    lexicon = lexicon_of(annotator.language)
    for start in range(0, len(rows), _BATCH):
        batch = rows[start : start + _BATCH]
        for row, sentences in zip(batch, annotator.annotate([row["text"] for row in batch]), strict=True):
            found = (find_relations(chunk(row["text"], sentence, lexicon)) for sentence in sentences)
            yield row, [relation for relations in found for relation in relations]


def _kind(row: Mapping[str, Any]) -> str:
    return "is_a" if "term" in row else "has_part" if "pair" in row else "alias"


def _pair(kind: str, a: str, b: str) -> Pair:
    """Return the keys of both ends as they are compared; an alias has no direction."""
    return (min(a, b), max(a, b)) if kind == "alias" else (a, b)


def _counted(
    kind: str, row: Mapping[str, Any], found: Iterable[FoundRelation], key_of: Callable[[str], str]
) -> Iterator[Pair]:
    """Yield the predictions a row counts."""
    if kind == "alias":
        yield from (_pair(kind, one.subject.key, one.object.key) for one in found if one.kind is RelationKind.ALIAS_OF)
    elif kind == "is_a":
        term = key_of(row["term"])
        yield from (
            (term, one.object.key) for one in found if one.kind is RelationKind.IS_A and one.subject.key == term
        )
    else:
        first, second = (key_of(end) for end in row["pair"])
        for one in found:
            if one.kind is RelationKind.HAS_PART:
                for whole, part in ((first, second), (second, first)):
                    if _same(one.subject.key, whole) and _same(one.object.key, part):
                        yield whole, part


def _matches(kind: str, predicted: set[Pair], gold: set[Pair]) -> set[tuple[Pair, Pair]]:
    if kind == "alias":
        return {(pair, pair) for pair in predicted & gold}
    return {(one, pair) for one in predicted for pair in gold if _same(one[0], pair[0]) and _same(one[1], pair[1])}


def _same(key: str, other: str) -> bool:
    return key == other or head_word(key) == head_word(other)
