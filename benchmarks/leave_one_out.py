"""Whether the weights of the ranking hold for kinds of documents that had no part in choosing them.

For each kind, the weights are chosen that are best on all other kinds, among the defaults and each of them changed by
half, and compared on the kind itself with the defaults, the best choice in hindsight, and baselines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.metrics import mean
from lgm_core.evaluation.retrieval_comparison import compare_retrieval
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.vectors.port import Embed, Embeddings

__all__ = ["leave_one_out_benchmark"]

CHANGED = (
    "title_bonus",
    "related_words",
    "similarity",
    "follow_up_similarity",
    "name",
    "context",
    "mention_bridge",
    "successor_bonus",
    "direct_first",
    "direct_unnamed",
    "phrase",
    "length_normalisation",
)
"""The weights that are changed, those that decide between words, names, titles, chains and meaning."""

_FACTORS = (0.5, 1.5)

_DEFAULTS = "defaults"


def leave_one_out_benchmark(
    kinds: Sequence[Path], *, limit: int | None = None, embed: Embed | Embeddings | str | None = None
) -> dict[str, dict[str, Any]]:
    """Return for each kind what the weights chosen without it find of it, as `mrr`, or as the answer's share of words.

    Args:
        kinds: folders, each with `questions.jsonl` beside documents.
        limit: only the first questions of each kind.
        embed: an embedding model.

    Returns:
        By name of the kind: `figure` (which is measured), `chosen` (the weights that are best on the other kinds), and
        what is found with these (`left_out`), with the `defaults`, with the weights best on this kind (`hindsight`)
        and by each baseline.

    Raises:
        InputError: there are fewer than two kinds, or a file is invalid.
    """
    if len(kinds) < 2:
        raise InputError(f"{len(kinds)} kinds of documents were given; one can be left out of two or more")
    variants = _variants(embed is not None)
    found = {kind.name: _figures(kind, variants, limit, embed) for kind in kinds}
    return {name: _row(name, found, variants) for name in found}


def _variants(has_model: bool) -> dict[str, dict[str, float]]:
    weights = RankingWeights()
    names = [name for name in CHANGED if has_model or "similarity" not in name]
    return {_DEFAULTS: {}} | {
        f"{name} {factor * getattr(weights, name):g}": {name: factor * getattr(weights, name)}
        for name in names
        for factor in _FACTORS
    }


def _figures(
    kind: Path, variants: Mapping[str, Mapping[str, float]], limit: int | None, embed: Embed | Embeddings | str | None
) -> dict[str, dict[str, float]]:
    documents = sorted(path for path in kind.iterdir() if path.name != "questions.jsonl")
    compared = compare_retrieval(documents, [kind / "questions.jsonl"], limit=limit, variants=variants, embed=embed)
    return dict(compared["methods"])


def _row(
    name: str, found: Mapping[str, Mapping[str, Mapping[str, float]]], variants: Mapping[str, Any]
) -> dict[str, Any]:
    def value(kind: str, method: str) -> float:
        return found[kind][method][_figure(found[kind])]

    def gain(variant: str, kind: str) -> float:
        return value(kind, f"passages, {variant}") - value(kind, f"passages, {_DEFAULTS}")

    chosen = max(variants, key=lambda variant: mean([gain(variant, other) for other in found if other != name]))
    hindsight = max(variants, key=lambda variant: gain(variant, name))
    baselines = [method for method in ("BM25", "dense", "BM25 + dense") if method in found[name]]
    return {
        "figure": _figure(found[name]),
        "chosen": chosen,
        "left_out": value(name, f"passages, {chosen}"),
        "defaults": value(name, f"passages, {_DEFAULTS}"),
        "hindsight": value(name, f"passages, {hindsight}"),
        **{method: value(name, method) for method in baselines},
    }


def _figure(methods: Mapping[str, Mapping[str, float]]) -> str:
    return "mrr" if "mrr" in methods["BM25"] else "answer@300w"
