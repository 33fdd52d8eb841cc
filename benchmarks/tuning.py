"""Rows to tune a model with: whether the graph bears them out, by another path than the one that made them."""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.tuning_checks import Check
from lgm_core import Document, LanguageGraph
from lgm_core.llm.port import ChatModel, Message
from lgm_core.model import Verdict
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["tuning_benchmark"]

_DRAWN = 1000
_VERDICTS = (*[Verdict.VALID] * 8, Verdict.UNKNOWN, Verdict.INVALID)
"""Given to the relations in turn, in place of a model that reflects on them."""
_OTHERS = 19
"""Candidates beside the gold class of a term."""
_ASKED = "Which of the candidates is the term a kind of? Reply with the numbers of the five likeliest, the best first."


def tuning_benchmark(folder: Path, is_a: Path | None, seed: int, llm: ChatModel | None, terms: int) -> dict[str, Any]:
    """Return figures on the rows of a graph of `corpus.jsonl`, and on hypernyms by the graph of a file of gold ones."""
    with TemporaryDirectory() as place, LanguageGraph(Path(place) / "graph.lgm") as graph:
        graph.build(folder / "corpus.jsonl", facts="open")
        keys = [relation.key for relation in graph.store.relations()]
        graph.store.set_verdicts({key: _VERDICTS[number % 10] for number, key in enumerate(keys)})
        runs = [Path(place) / name for name in ("one", "two")]
        report, _ = (graph.tuning_data(folder=run, seed=seed) for run in runs)
        files = [[(run / f"{name}.jsonl").read_bytes() for name in ("train", "held_out")] for run in runs]
        train, held = ([json.loads(line) for line in file.decode().splitlines()] for file in files[0])
        rows = random.Random(seed).sample([*train, *held], min(_DRAWN, len(train) + len(held)))
        wrong = Counter(row["task"] for row in rows if not Check(graph, row).holds())
        shown = {id for row in held for id in row["provenance"]["sentences"]}
        texts = {sentence.text.casefold().strip() for sentence in graph.store.sentences(sorted(shown))}
        learned = {id for row in train for id in row["provenance"]["sentences"]}
        leaked = sum(each.text.casefold().strip() in texts for each in graph.store.sentences(sorted(learned)))
    figures: dict[str, Any] = {
        "rows": sum(report.train.values()),
        "held out": sum(report.held_out.values()),
        "drawn": len(rows),
        "not borne out": sum(wrong.values()),
        **{f"not borne out, {task}": count for task, count in sorted(wrong.items())},
        "held-out sentences in training": leaked,
        "runs equal": files[0] == files[1],
        "largest imbalance of buckets": _imbalance(train),
    }
    return figures | (_hypernyms(is_a, seed, llm, terms) if is_a is not None else {})


def _imbalance(rows: list[dict[str, Any]]) -> float:
    """Return how far the rows with a label of the smallest bucket of a task are below those of the largest one."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        if row["provenance"].get("label"):
            counts[row["task"]][" ".join(row["provenance"]["bucket"])] += 1
    return max((1 - min(each.values()) / max(each.values()) for each in counts.values()), default=0.0)


def _hypernyms(file: Path, seed: int, llm: ChatModel | None, asked: int) -> dict[str, Any]:
    """Return how well the graph of sentences ranks the gold class of each term among classes of other terms.

    Beside it the language model, which is asked about some of the terms and sees no sentence.
    """
    items = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    with TemporaryDirectory() as place, LanguageGraph(Path(place) / "graph.lgm") as graph:
        graph.build([Document(item["id"], item["text"]) for item in items])
        gold = [(each["a"], each["b"]) for item in items for each in item["relations"]]
        chance, view = random.Random(seed), GraphView(graph.store)
        check = Check(graph, {"task": "", "provenance": {"sentences": []}, "messages": [{}] * 2 + [{"content": ""}]})
        of_terms = [(*pair, chance.sample(sorted({b for _, b in gold} - {pair[1]}), _OTHERS)) for pair in gold]
        gains = []
        for term, target, others in of_terms:
            steps = {key: step for own in view.keys_of(term) for key, step in check.above(own, steps=3).items()}
            ranks = {
                each: min((_rank(key, steps) for key in view.keys_of(each)), default=9) for each in (target, *others)
            }
            gains.append(_reciprocal_rank(ranks, target))
    figures = {
        "hypernyms": len(gains),
        "mean reciprocal rank": sum(gains) / len(gains),
        "by chance": sum(1 / place for place in range(1, _OTHERS + 2)) / (_OTHERS + 1),
    }
    if llm is None:
        return figures
    drawn = chance.sample(range(len(gold)), min(asked, len(gold)))
    by_model = [
        _reciprocal_rank(_ranked(llm, term, chance.sample([target, *others], _OTHERS + 1)), target)
        for term, target, others in (of_terms[each] for each in drawn)
    ]
    return figures | {
        "asked": len(drawn),
        "of these, by the graph": sum(gains[each] for each in drawn) / len(drawn),
        "by the model": sum(by_model) / len(drawn),
    }


def _ranked(llm: ChatModel, term: str, candidates: Sequence[str]) -> dict[str, float]:
    """Return the place of each candidate in the model's list of the likely classes of a term; last if it has none."""
    listed = "\n".join(f"{number}. {each}" for number, each in enumerate(candidates, 1))
    reply = llm.complete([Message("user", f"{_ASKED}\n\nTerm: {term}\nCandidates:\n{listed}")])
    numbers = dict.fromkeys(int(number) for number in re.findall(r"\d+", reply.text))
    places = {number: place for place, number in enumerate(numbers)}
    return {each: places.get(number, len(candidates)) for number, each in enumerate(candidates, 1)}


def _reciprocal_rank(ranks: Mapping[str, float], target: str) -> float:
    """Return 1 divided by the place of the target, the mean over the places of those that rank equal."""
    before = sum(rank < ranks[target] for rank in ranks.values())
    ties = sum(rank == ranks[target] for rank in ranks.values())
    return sum(1 / (before + place) for place in range(1, ties + 1)) / ties


def _rank(key: str, steps: Mapping[str, int]) -> float:
    """Return the steps to a class: stated, or half a step more where a stated class has it as its head noun."""
    inferred = [step + 0.5 for each, step in steps.items() if each.endswith(f" {key}")]
    return min([steps.get(key, 9), *inferred])
