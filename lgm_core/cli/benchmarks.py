"""The commands `lgm bench language`, `coreference`, `relations` and `retrieval`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from lgm_core.cli.console import AsJson, LanguageBackend, print_json

__all__ = ["app"]

app = typer.Typer(
    help="Measure the language backend, coreference, relations and retrieval on your own data.",
    no_args_is_help=True,
)


@app.command()
def language(
    treebank: Annotated[Path, typer.Option(help="A treebank in CoNLL-U, plain or gzipped.")],
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Measure sentence splitting, tags, noun phrases and lemmas on raw text, and the speed."""
    from lgm_core.evaluation.language_benchmark import language_benchmark
    from lgm_core.language.backends import annotator_named

    _print_figures(language_benchmark(treebank, annotator_named(language_backend)), json)


@app.command()
def coreference(
    gap: Annotated[Path, typer.Option(help="Tab-separated examples in the format of GAP.")],
    json: AsJson = False,
) -> None:
    """Measure how often *he* and *she* are resolved to the right person, and how often marks are right."""
    from lgm_core.evaluation.coreference_benchmark import coreference_benchmark
    from lgm_core.language.lite.lite_annotator import LiteAnnotator

    _print_figures(coreference_benchmark(gap, LiteAnnotator(pronouns=False)), json)


@app.command()
def relations(
    gold: Annotated[Path, typer.Option(help="JSON Lines with `text`, `relations` and, by kind, `term` or `pair`.")],
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Measure the relations that patterns find: precision, recall and F1 by kind."""
    from lgm_core.evaluation.relations_benchmark import relations_benchmark
    from lgm_core.language.backends import annotator_named

    _print_figures(relations_benchmark(gold, annotator_named(language_backend)), json)


@app.command()
def retrieval(
    corpus: Annotated[Path, typer.Option(help="JSON Lines with `id`, `title`, `text`.")],
    questions: Annotated[Path, typer.Option(help="JSON Lines with `id`, `question`, `gold_passages`.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first questions.")] = None,
    ablate: Annotated[bool, typer.Option("--ablate", help="Measure also without each part of the ranking.")] = False,
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Build a graph of a corpus without a language model and measure how well questions find their passages."""
    from lgm_core.evaluation.retrieval_benchmark import retrieval_benchmark

    _print_figures(retrieval_benchmark(corpus, questions, limit=limit, ablate=ablate, annotator=language_backend), json)


def _print_figures(figures: Mapping[str, Any], json: bool) -> None:
    if json:
        print_json(figures)
    else:
        _print_indented(figures, 0)


def _print_indented(figures: Mapping[str, Any], depth: int) -> None:
    for name, value in figures.items():
        if isinstance(value, Mapping):
            typer.echo(f"{'  ' * depth}{name}")
            _print_indented(value, depth + 1)
        else:
            shown = f"{value:.4g}" if isinstance(value, float) else str(value)
            typer.echo(f"{'  ' * depth}{name:24} {shown:>10}")
