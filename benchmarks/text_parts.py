"""Measure where long texts are divided (`python -m benchmarks text-parts SOURCE …`; benchmarks/text-parts.md).

Passages of one title are a document, and so is a Markdown file. Two to five drawn at random are joined, sixty times.
Files are also measured alone: their sections of the second level are the parts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from lgm_core import Document, LanguageGraph
from lgm_core.evaluation.datasets import read_rows
from lgm_core.language.text_parts import part_starts
from lgm_core.language.words import content_stems

__all__ = ["text_parts_benchmark"]

Text = list[tuple[tuple[Any, ...], ...]]  # of each sentence its stems, its paragraph, and its part


def text_parts_benchmark(sources: Sequence[Path], weights: Sequence[float]) -> dict[str, dict[str, Any]]:
    """Return precision, recall and F1 of boundaries, and mean WindowDiff, by kind of text and way to divide it."""
    figures: dict[str, dict[str, Any]] = {}
    for source in sources:
        read, random = [each for each in _read(source) if len(each) >= 10], Random(7)
        drawn = (enumerate(random.sample(read, random.randint(2, min(5, len(read))))) for _ in range(60))
        joined: list[Text] = [[(word, (n, *at), (n,)) for n, one in some for word, at, _ in one[:60]] for some in drawn]
        kinds: list[tuple[str, list[Text]]] = [("joined", joined), ("headings", read)]
        for kind, texts in kinds[: 1 + source.is_dir()]:
            gold = {n: at for n, text in enumerate(texts) if len(text) > 40 and (at := _changes(text, 2))}
            told = f"{(source if source.is_dir() else source.parent).name}, {kind}, {len(gold)} texts"
            evenly = [[len(texts[n]) * k // (len(at) + 1) for k in range(1, len(at) + 1)] for n, at in gold.items()]
            sizes = [len(texts[n]) for n in gold]
            figures[told] = {"evenly, as many": _scores(sizes, [*gold.values()], evenly)} if gold else {}
            for weight in weights if gold else ():
                ours = [part_starts([s[0] for s in texts[n]], _changes(texts[n], 1), weight)[1:] for n in gold]
                figures[told][f"by words, weight {weight:g}"] = _scores(sizes, [*gold.values()], ours)
    return figures


def _read(source: Path) -> list[Text]:
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for path in source.glob("*.md"):
        texts[path.name].append(path.read_text(encoding="utf-8"))
    for _, row in () if source.is_dir() else read_rows(source):
        texts[row["title"]].append(row["text"])
    media, read = "text/markdown" if source.is_dir() else "text/plain", list[Text]()
    with TemporaryDirectory() as folder, LanguageGraph(Path(folder, "g.lgm")) as graph:
        graph.build([Document.from_text("\n\n".join(text), id=id, media_type=media) for id, text in texts.items()])
        for record in graph.documents():
            (held,) = graph.store.scan([record.id])
            parts = {each.id: each.path[:2] for each in held.sections}
            prose = [(s, content_stems(s.text, record.language, or_all=False)) for s in held.sentences if not s.is_code]
            read.append([(stems, (each.paragraph,), parts[each.section_id]) for each, stems in prose])
    return read


def _changes(text: Text, column: int) -> list[int]:
    return [n for n in range(1, len(text)) if text[n][column] != text[n - 1][column]]


def _scores(sizes: Sequence[int], gold: Sequence[list[int]], found: Sequence[list[int]]) -> dict[str, float]:
    right = sum(len({*wanted} & {*given}) for wanted, given in zip(gold, found, strict=True))
    precision, recall = (right / max(1, sum(map(len, each))) for each in (found, gold))
    f1, window_diff = 2 * right / sum(map(len, (*gold, *found))), mean(map(_window_diff, sizes, gold, found))
    return {"precision": precision, "recall": recall, "f1": f1, "window_diff": window_diff}


def _window_diff(size: int, wanted: Sequence[int], given: Sequence[int]) -> float:
    wide = max(2, round(size / (len(wanted) + 1) / 2))
    counts = ([sum(n < each <= n + wide for each in at) for n in range(size - wide)] for at in (wanted, given))
    return float(mean(one != other for one, other in zip(*counts, strict=True)))
