"""The commands of `lgm bench`: what needs no language model, and those that ask one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lgm_core.cli.bench import answer_benchmarks, paper_benchmarks
from lgm_core.cli.bench.answer_benchmarks import ModelName, Timeout
from lgm_core.cli.console import AsJson, BaseUrl, LanguageBackend, print_figures, print_json, say, showing_progress
from lgm_core.errors import InputError

__all__ = ["app"]

app = typer.Typer(
    help="Measure on your data: language, relations, facts, their context, support, retrieval, answers, reflection.",
    no_args_is_help=True,
)


@app.callback()
def bench(context: typer.Context) -> None:
    """Measure on your data: language, relations, facts, their context, support, retrieval, answers, reflection."""
    context.with_resource(showing_progress())


app.command()(answer_benchmarks.qa)
app.command()(answer_benchmarks.reflection)
app.command()(paper_benchmarks.construction)


@app.command()
def language(
    treebank: Annotated[Path, typer.Option(help="A treebank in CoNLL-U, plain or gzipped.")],
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Measure sentence splitting, tags, noun phrases and lemmas on raw text, and the speed."""
    from lgm_core.evaluation.language_benchmark import language_benchmark
    from lgm_core.language.backends import annotator_named

    print_figures(language_benchmark(treebank, annotator_named(language_backend)), json)


@app.command()
def coreference(
    gap: Annotated[Path, typer.Option(help="Tab-separated examples in the format of GAP.")],
    json: AsJson = False,
) -> None:
    """Measure how often *he* and *she* are resolved to the right person, and how often marks are right."""
    from lgm_core.evaluation.coreference_benchmark import coreference_benchmark
    from lgm_core.language.lite.lite_annotator import LiteAnnotator

    print_figures(coreference_benchmark(gap, LiteAnnotator(pronouns=False)), json)


@app.command()
def relations(
    gold: Annotated[Path, typer.Option(help="JSON Lines with `text`, `relations` and, by kind, `term` or `pair`.")],
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Measure the relations that patterns find: precision, recall and F1 by kind."""
    from lgm_core.evaluation.relations_benchmark import relations_benchmark
    from lgm_core.language.backends import annotator_named

    print_figures(relations_benchmark(gold, annotator_named(language_backend)), json)


@app.command()
def facts(
    folder: Annotated[Path, typer.Argument(help="Holds corpus.jsonl, and questions.jsonl with `evidence_triples`.")],
    language_backend: LanguageBackend = "lite:parse",
    json: AsJson = False,
) -> None:
    """Measure the relations that a parse gives without a language model: how many evidence triples they join."""
    from lgm_core.evaluation.facts_benchmark import facts_benchmark
    from lgm_core.language.backends import annotator_named

    print_figures(facts_benchmark(folder, annotator_named(language_backend)), json)


@app.command()
def context(
    folder: Annotated[
        Path, typer.Argument(help="Holds corpus.jsonl, and questions.jsonl with `gold_sentences`, `evidence_triples`.")
    ],
    language_backend: LanguageBackend = "lite:parse",
    embed: Annotated[str | None, typer.Option(help="MODULE:NAME of an embedding model.")] = None,
    json: AsJson = False,
) -> None:
    """Measure how often a triple gets back the sentence that it came from, beside ranking by question and template."""
    from lgm_core.evaluation.facts.context_benchmark import context_benchmark
    from lgm_core.evaluation.question_answering.methods.imported_objects import imported_embeddings

    embedding_model = None if embed is None else imported_embeddings(embed)
    print_figures(context_benchmark(folder, annotator=language_backend, embed=embedding_model), json)


@app.command()
def support(
    folder: Annotated[
        Path, typer.Argument(help="Holds corpus.jsonl, and questions.jsonl with `answer`, `gold_passages`; English.")
    ],
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first questions.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Only every so-many-th question.")] = 1,
    ranked_only: Annotated[
        bool, typer.Option("--ranked-only", help="Judge by the ranked sentences alone; gold ones are not added.")
    ] = False,
    failures: Annotated[
        bool, typer.Option("--failures", help="Print true statements not supported, and false ones supported.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Decides which false statements are made.")] = 1,
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Measure which statements the sentences shown bear out."""
    from lgm_core.evaluation.support.support_benchmark import Verdict, support_benchmark
    from lgm_core.evaluation.support.support_table import failure_text, support_table

    wrong: list[Verdict] = []
    figures = support_benchmark(
        folder,
        limit=limit,
        every=every,
        ranked_only=ranked_only,
        annotator=language_backend,
        seed=seed,
        on_judged=lambda verdict: None if verdict.is_right else wrong.append(verdict),
    )
    if json:
        print_json(figures | ({"failures": [verdict.row() for verdict in wrong]} if failures else {}))
        return
    if failures:
        say("\n".join(map(failure_text, wrong)) + "\n")
    say(support_table(figures))


@app.command()
def feedback(
    folder: Annotated[
        Path, typer.Argument(help="Holds corpus.jsonl, and questions.jsonl with `decomposition` and `gold_passages`.")
    ],
    recorded: Annotated[
        Path | None, typer.Option("--facts", help="Recorded triples to begin with; without them there are no facts.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of feedback at most.")] = 20,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first questions.")] = None,
    modes: Annotated[bool, typer.Option("--modes", help="Measure the five ways of the paper's table 2 too.")] = False,
    language_backend: LanguageBackend = "lite:parse",
    json: AsJson = False,
) -> None:
    """Measure what feedback adds to a graph, round by round, with an oracle in the place of a language model."""
    from lgm_core.evaluation.facts.feedback_benchmark import feedback_benchmark

    figures = feedback_benchmark(
        folder, recorded=recorded, annotator=language_backend, max_rounds=rounds, limit=limit, modes=modes
    )
    if not json:
        figures["rounds"] = {f"round {number}": row for number, row in enumerate(figures["rounds"], 1)}
    print_figures(figures, json)


@app.command()
def reasoning(
    folder: Annotated[Path, typer.Argument(help="Holds corpus.jsonl and questions.jsonl.")],
    oracle: Annotated[
        bool, typer.Option("--oracle", help="Answer from `evidence_triples` alone, by plans made from them.")
    ] = False,
    plans: Annotated[
        str, typer.Option(help="`gold`: find passages, in text alone, by plans made from each `decomposition`.")
    ] = "",
    planner: Annotated[
        str, typer.Option(help="`rules`: plan by rules and answer from open facts and text, without a language model.")
    ] = "",
    recorded: Annotated[
        Path | None, typer.Option(help="With `--plans gold`: answer from these recorded triples instead of text.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first questions.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Tell of each question that was missed.")] = False,
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Measure plans of logical forms without a language model: executed over facts that are all there, or over text."""
    from lgm_core.evaluation.reasoning.fact_steps_benchmark import fact_steps_benchmark
    from lgm_core.evaluation.reasoning.oracle_benchmark import oracle_benchmark
    from lgm_core.evaluation.reasoning.passage_benchmark import passage_benchmark
    from lgm_core.evaluation.reasoning.rules_benchmark import rules_benchmark

    given = [name for name, value in {"--oracle": oracle, "--plans": plans, "--planner": planner}.items() if value]
    if not given:
        raise InputError("say what to measure: --oracle, --plans gold or --planner rules")
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} measure different things; give one of them")
    if plans not in ("", "gold"):
        raise InputError(f"--plans is {plans!r}; there is only `gold`")
    if planner not in ("", "rules"):
        raise InputError(f"--planner is {planner!r}; without a language model there is only `rules`")
    if recorded is not None and not plans:
        raise InputError("--recorded is for --plans gold")
    if verbose and plans and recorded is None:
        raise InputError("--verbose tells of answers that were missed; --plans gold has these only with --recorded")
    if plans and recorded is None:
        print_figures(passage_benchmark(folder, annotator=language_backend, limit=limit), json)
        return
    if recorded is not None:
        figures = fact_steps_benchmark(folder, recorded, annotator=language_backend, limit=limit, verbose=verbose)
    elif oracle:
        figures = oracle_benchmark(folder, annotator=language_backend, limit=limit, verbose=verbose)
    else:
        backend = "lite:parse" if language_backend == "lite" else language_backend
        figures = rules_benchmark(folder, annotator=backend, limit=limit, verbose=verbose)
    misses = [] if json else figures.pop("misses", [])
    print_figures(figures, json)
    for line in misses:
        say(line)


@app.command()
def retrieval(
    corpus: Annotated[list[Path], typer.Option(help="JSON Lines with `id`, `title`, `text`; may be repeated.")],
    questions: Annotated[
        list[Path], typer.Option(help="JSON Lines with `id`, `question`, `gold_passages`; one for each corpus.")
    ],
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first questions of each file.")] = None,
    ablate: Annotated[bool, typer.Option("--ablate", help="Measure also without each part of the ranking.")] = False,
    embed: Annotated[
        str | None, typer.Option(help="MODULE:NAME of an embedding model, as an additional signal of the ranking.")
    ] = None,
    select: Annotated[
        bool, typer.Option("--select", help="Measure also with a language model that selects among the best twenty.")
    ] = False,
    model: ModelName = None,
    base_url: BaseUrl = None,
    timeout: Timeout = 900,
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Build a graph of passages without a language model and measure how well questions find theirs, beside BM25.

    Give `--corpus` and `--questions` in pairs to pool several: a passage that two of them share counts once.
    """
    from lgm_core.evaluation.question_answering.methods.imported_objects import imported_embeddings
    from lgm_core.evaluation.retrieval_benchmark import retrieval_benchmark

    selecting = None
    if select or model or base_url:
        from lgm_core.llm.openai import OpenAIChatModel

        selecting = OpenAIChatModel(model, base_url=base_url, timeout=timeout)
    figures = retrieval_benchmark(
        corpus,
        questions,
        limit=limit,
        ablate=ablate,
        annotator=language_backend,
        embed=None if embed is None else imported_embeddings(embed),
        select=selecting,
    )
    print_figures(figures, json)
