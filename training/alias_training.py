"""Measure how often each strategy for short forms is right, and choose the cutoff, on texts and gold pairs.

python training/alias_training.py --gold alias.jsonl --texts corpus.jsonl ...

The precision of a strategy is estimated from texts alone, as in Sohn, Comeau, Kim and Wilbur (2008): what it finds in
the words beside other short forms it finds by chance. Strategies are chosen one after another, the most precise of what
the chosen ones leave first, for each kind of short form. The script prints the table of
`lgm_core/learning/patterns/abbreviations.py`, and precision, recall and F1 against the gold pairs at several
cutoffs: with everything, and by five-fold cross-validation, where a text is read with the precisions measured on the
other texts. Gold files are those of `python -m benchmarks relations` (alias); texts are JSON objects with a `text`, one
a line.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lgm_core.language.concepts import concept_key
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.patterns.abbreviations import KINDS, STRATEGIES, Candidate, Kind, read_brackets
from lgm_core.learning.patterns.letter_alignment import Window, align

_FOLDS = 5
"""Parts of the texts for cross-validation."""
_RANDOM_WINDOWS = 100
"""Words beside other short forms that each short form is tried with; more measure chance more exactly."""
_DOUBT = 0.5
"""Chance matches that every strategy is charged with besides those measured, so that rare ones are not trusted."""
_CUTOFFS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)

Found = frozenset[int]
"""The numbers of the strategies that find a short form in some words."""
Table = dict[Kind, list[tuple[int, float]]]
"""The strategies for each kind of short form with their precision, the most precise first."""


@dataclass
class Text:
    """What the strategies find in one text.

    Attributes:
        brackets: for each bracket its candidates, each with the beginnings of the long forms by strategy.
        beside: what is found for short forms in the words before their brackets, by kind.
        by_chance: what is found for them in the words before other brackets, with the number of trials under None.
    """

    brackets: list[list[tuple[Candidate, dict[int, int]]]]
    beside: list[tuple[Kind, Found]]
    by_chance: dict[Kind, Counter[Found | None]] = field(default_factory=dict)


def read_texts(paths: Iterable[Path]) -> dict[str, None]:
    """Return the different texts with brackets of some files."""
    texts: dict[str, None] = {}
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            text = json.loads(line)["text"]
            if "(" in text or "[" in text:
                texts[text] = None
    return texts


def found_by(candidate: Candidate, window: Window) -> dict[int, int]:
    """Return where the long form begins by each strategy that finds one."""
    begins = {}
    for number, strategy in enumerate(STRATEGIES):
        long = candidate.long_form(strategy, window)
        if long is not None:
            begins[number] = long[0]
    return begins


def examine(texts: Sequence[str]) -> list[Text]:
    """Return what the strategies find in texts."""
    annotator = LiteAnnotator()
    examined = []
    for text, sentences in zip(texts, annotator.annotate(texts), strict=True):
        brackets = [
            [(candidate, found_by(candidate, candidate.window())) for candidate in candidates]
            for sentence in sentences
            for candidates in read_brackets(text, sentence.start, sentence.end)
        ]
        beside = [
            (candidate.kind, frozenset(begins)) for bracket in brackets for candidate, begins in first_reading(bracket)
        ]
        examined.append(Text(brackets, beside))
    _try_by_chance(examined)
    return examined


def first_reading(bracket: Sequence[tuple[Candidate, dict[int, int]]]) -> list[tuple[Candidate, dict[int, int]]]:
    """Return the candidates of a bracket for the short form in it whose long form stands before it, if there is one."""
    short = bracket[0][0].short
    return [
        (candidate, begins)
        for candidate, begins in bracket
        if candidate.short == short and candidate.words[-1].end <= short[0] and not candidate.whole
    ]


def _try_by_chance(texts: Sequence[Text]) -> None:
    """Try every short form with the words before brackets of other texts."""
    chance = random.Random(0)
    beside = [
        (number, candidate)
        for number, text in enumerate(texts)
        for bracket in text.brackets
        for candidate, _ in first_reading(bracket)
    ]
    windows: dict[tuple[int, int], Window] = {}
    for number, candidate in beside:
        counts = texts[number].by_chance.setdefault(candidate.kind, Counter())
        for other in chance.sample(range(len(beside)), min(_RANDOM_WINDOWS, len(beside))):
            other_number, donor = beside[other]
            if other_number == number:
                continue
            words = donor.words[-candidate.most_words :]
            window = windows.get((other, len(words)))
            if window is None:
                window = windows[other, len(words)] = Window(donor.text, words)
            counts[None] += 1
            found = frozenset(
                index
                for index, strategy in enumerate(STRATEGIES)
                if align(strategy, candidate.surface, candidate.letters, window, whole=False) is not None
            )
            if found:
                counts[found] += 1


def measure(texts: Sequence[Text]) -> Table:
    """Return the strategies for each kind, chosen one after another, with the precision of what each of them adds."""
    table: Table = {}
    for kind in KINDS:
        beside = [found for text in texts for of_kind, found in text.beside if of_kind == kind]
        by_chance: Counter[Found | None] = Counter()
        for text in texts:
            by_chance.update(text.by_chance.get(kind, {}))
        scale = len(beside) / max(1, by_chance.pop(None, 0))
        remaining, chosen = set(range(len(STRATEGIES))), []
        while remaining:
            measured = {strategy: _precision(strategy, beside, by_chance, scale) for strategy in sorted(remaining)}
            strategy = max(measured, key=measured.__getitem__)
            if not any(strategy in found for found in beside):
                break
            chosen.append((strategy, measured[strategy]))
            remaining.remove(strategy)
            beside = [found for found in beside if strategy not in found]
            by_chance = Counter({found: count for found, count in by_chance.items() if strategy not in found})
        table[kind] = chosen
    return table


def _precision(strategy: int, beside: Sequence[Found], by_chance: Mapping[Found, int], scale: float) -> float:
    """Return the estimated precision of a strategy."""
    matches = sum(strategy in found for found in beside)
    expected = scale * sum(count for found, count in by_chance.items() if strategy in found)
    return 1 - min(1.0, (expected + _DOUBT) / (matches + 1))


def predicted(text: Text, table: Table, cutoff: float) -> set[tuple[str, str]]:
    """Return the keys of the pairs found in a text."""
    pairs = set()
    for bracket in text.brackets:
        best: tuple[float, Candidate, int] | None = None
        for candidate, begins in bracket:
            for strategy, precision in table[candidate.kind]:
                if strategy in begins:
                    if precision >= cutoff and (best is None or precision > best[0]):
                        best = precision, candidate, begins[strategy]
                    break
        if best is not None:
            _, candidate, begin = best
            pairs.add(pair(candidate.surface, candidate.text[begin : candidate.words[-1].end]))
    return pairs


def pair(short: str, long: str) -> tuple[str, str]:
    """Return the keys of two names, sorted."""
    first, second = sorted((concept_key(short, "en"), concept_key(long, "en")))
    return first, second


def scores(found: Sequence[set[tuple[str, str]]], gold: Sequence[set[tuple[str, str]]]) -> str:
    """Return precision, recall and F1 in words."""
    correct = sum(len(some & right) for some, right in zip(found, gold, strict=True))
    precision, recall = correct / max(1, sum(map(len, found))), correct / max(1, sum(map(len, gold)))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return f"P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}"


def cross_validate(texts: Sequence[Text], gold: Sequence[set[tuple[str, str]]]) -> None:
    """Print scores by cutoff, measured on everything and on the other folds; the gold texts come first."""
    table = measure(texts)
    tables = [measure([text for number, text in enumerate(texts) if number % _FOLDS != fold]) for fold in range(_FOLDS)]
    labelled = range(len(gold))
    for cutoff in _CUTOFFS:
        seen = [predicted(texts[number], table, cutoff) for number in labelled]
        unseen = [predicted(texts[number], tables[number % _FOLDS], cutoff) for number in labelled]
        print(f"cutoff {cutoff:.2f}: all {scores(seen, gold)}   cross-validated {scores(unseen, gold)}", flush=True)


def print_table(table: Table) -> None:
    """Print the precision of each strategy by kind, as the module of strategies holds it."""
    for number, strategy in enumerate(STRATEGIES):
        precisions = {kind: precision for kind in KINDS for chosen, precision in table[kind] if chosen == number}
        cells = [f"{precisions[kind]:.3f}".lstrip("0") if kind in precisions else "   -" for kind in KINDS]
        groups = (" ".join(cells[first : first + 5]) for first in range(0, len(cells), 5))
        print(f"{strategy.name:24} | {' | '.join(groups)}")


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, required=True, help="texts with their pairs")
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="more texts, without pairs")
    options = parser.parse_args()
    rows = {row["text"]: row for row in map(json.loads, options.gold.read_text(encoding="utf-8").splitlines())}
    gold = [{pair(relation["a"], relation["b"]) for relation in row["relations"]} for row in rows.values()]
    texts = examine(list(rows | read_texts(options.texts)))
    cross_validate(texts, gold)
    print_table(measure(texts))


if __name__ == "__main__":
    main()
