"""Measure the engine: `python -m benchmarks NAME …`; each command tells with `--help` which files it reads."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmarks.alignment import alignment_benchmark
from benchmarks.clauses import clauses_benchmark
from benchmarks.construction.construction_figures import construction_figures, construction_table
from benchmarks.construction.gold_entities import read_gold
from benchmarks.construction.recorded_papers import read_recorded_folder
from benchmarks.coreference import coreference_benchmark
from benchmarks.facts import context_benchmark, facts_benchmark
from benchmarks.feedback import feedback_benchmark
from benchmarks.language import language_benchmark
from benchmarks.leave_one_out import leave_one_out_benchmark
from benchmarks.pyramid import layers_benchmark, pyramid_benchmark
from benchmarks.pyramid_domain.world import SEED
from benchmarks.reasoning.fact_steps import fact_steps_benchmark
from benchmarks.reasoning.gold_plans import passage_benchmark
from benchmarks.reasoning.rules import rules_benchmark
from benchmarks.reflection import reflection_benchmark
from benchmarks.relations import relations_benchmark
from benchmarks.reward import reward_benchmark
from benchmarks.schema import schema_benchmark
from benchmarks.statements import statements_benchmark
from benchmarks.support.support_benchmark import Verdict, support_benchmark
from benchmarks.support.support_table import failure_text, support_table
from benchmarks.text_parts import text_parts_benchmark
from benchmarks.tuning import tuning_benchmark
from lgm_core.cli.application import main
from lgm_core.cli.console import (
    AsJson,
    BaseUrl,
    LanguageBackend,
    interruptible,
    print_figures,
    print_json,
    say,
    showing_progress,
)
from lgm_core.cli.measuring import ModelName, Timeout
from lgm_core.errors import InputError
from lgm_core.facade.embedding_models import named_embeddings
from lgm_core.language.backends import annotator_named
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.text_parts import WEIGHT
from lgm_core.llm.openai import OpenAIChatModel

__all__ = ["app"]

_ABOUT = "Measure the engine on treebanks, gold relations, and questions whose steps and evidence are known."

app = typer.Typer(
    help=_ABOUT, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
)


@app.callback(help=_ABOUT)
def benchmarks(context: typer.Context) -> None:
    context.with_resource(showing_progress())


@app.command()
def language(
    treebank: Annotated[Path, typer.Option(help="A treebank in CoNLL-U, plain or gzipped.")],
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Measure sentence splitting, tags, noun phrases and lemmas on raw text, and the speed."""
    print_figures(language_benchmark(treebank, annotator_named(language_backend)), json)


@app.command()
def tuning(
    folder: Annotated[Path, typer.Argument(help="A folder with corpus.jsonl.")],
    is_a: Annotated[Path | None, typer.Option(help="Gold classes of terms: texts with relations.")] = None,
    model: ModelName = None,
    base_url: BaseUrl = None,
    terms: Annotated[
        int, typer.Option(min=1, help="How many terms the model, if one is named, ranks classes of.")
    ] = 100,
    seed: int = 1,
    json: AsJson = False,
) -> None:
    """Measure whether the graph bears out the rows that it gives to tune a model with, and its ranking of classes."""
    llm = None if model is None else OpenAIChatModel(model, base_url=base_url, timeout=900)
    print_figures(tuning_benchmark(folder, is_a, seed, llm, terms), json)


@app.command()
def clauses(
    treebank: Annotated[Path, typer.Argument(help="A treebank in CoNLL-U with features, plain or gzipped.")],
    language_backend: LanguageBackend = "lite:parse",
    json: AsJson = False,
) -> None:
    """Measure which subjects, objects and prepositional nouns of verbs are read, against gold trees."""
    print_figures(clauses_benchmark(treebank, annotator_named(language_backend)), json)


@app.command()
def schema(
    folder: Annotated[Path, typer.Argument(help="Ontologies `NAME.ttl`, with sentences and triples `NAME.jsonl`.")],
    language_backend: LanguageBackend = "lite:parse",
    json: AsJson = False,
) -> None:
    """Measure what extraction with a schema keeps of right, wrong and recorded triples, and what open facts conform."""
    print_figures(schema_benchmark(folder, annotator_named(language_backend)), json)


@app.command()
def text_parts(
    sources: Annotated[list[Path], typer.Argument(help="JSON lines of `title` and `text`, or folders of Markdown.")],
    weight: Annotated[list[float] | None, typer.Option(help="Weights of a part more to compare.")] = None,
    json: AsJson = False,
) -> None:
    """Measure where long texts are divided: between joined documents, and at headings that are taken away."""
    print_figures(text_parts_benchmark(sources, weight or [WEIGHT]), json)


@app.command()
def pyramid(
    folder: Annotated[Path | None, typer.Option("--questions", help="Ask other questions than the domain's.")] = None,
    schema: Annotated[Path | None, typer.Option(help="The schema for `--questions`, in TOML.")] = None,
    seed: Annotated[int, typer.Option(help="Of the generated domain.")] = SEED,
    json: AsJson = False,
) -> None:
    """Measure which layer of a pyramid answers the questions of a generated domain, and how rightly."""
    if folder is not None and schema is not None:
        print_figures(layers_benchmark(folder, schema), json)
    else:
        print_figures(pyramid_benchmark(seed=seed), json)


@app.command()
def leave_one_out(
    kinds: Annotated[list[Path], typer.Argument(help="Folders, each with questions.jsonl beside documents.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first questions of each kind.")] = None,
    embed: Annotated[str | None, typer.Option(help="An embedding model.")] = None,
    json: AsJson = False,
) -> None:
    """Measure on each kind of documents the weights of the ranking that are best on the others."""
    print_figures(leave_one_out_benchmark(kinds, limit=limit, embed=embed), json)


@app.command()
def doors(
    pages: Annotated[Path, typer.Argument(help="Folder of Markdown pages; a README.md beside it is one more.")],
    questions: Annotated[Path, typer.Option(help="Such as benchmarks/data/documentation-questions.jsonl.")],
    embed: Annotated[str | None, typer.Option(help="An embedding model.")] = None,
    misses: Annotated[bool, typer.Option("--misses", help="Print questions without a right one of three.")] = False,
    json: AsJson = False,
) -> None:
    """Measure right sections by the retrievers of LangChain and LlamaIndex, as users make them, and by their BM25."""
    from benchmarks.doors import doors_benchmark  # which loads both hosts

    missed = (lambda name, question: say(f"{name}: {question}")) if misses else None
    print_figures(doors_benchmark(pages, questions, embed=embed, misses=missed), json)


@app.command()
def coreference(
    gap: Annotated[Path, typer.Option(help="Tab-separated examples in the format of GAP.")],
    json: AsJson = False,
) -> None:
    """Measure how often *he* and *she* are resolved to the right person, and how often marks are right."""
    print_figures(coreference_benchmark(gap, LiteAnnotator(pronouns=False)), json)


@app.command()
def relations(
    gold: Annotated[Path, typer.Option(help="JSON Lines with `text`, `relations` and, by kind, `term` or `pair`.")],
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Measure the relations that patterns find: precision, recall and F1 by kind."""
    print_figures(relations_benchmark(gold, annotator_named(language_backend)), json)


@app.command()
def statements(
    file: Annotated[Path, typer.Argument(help="Statements, such as benchmarks/data/statements-dev.jsonl.")],
    misses: Annotated[bool, typer.Option("--misses", help="List what was missed.")] = False,
    language_backend: LanguageBackend = "lite:parse",
    json: AsJson = False,
) -> None:
    """Measure concepts and open facts of plain statements: whole facts, and verbs taken for nouns."""
    figures = statements_benchmark(file, annotator_named(language_backend))
    missed = figures["misses"] if misses else []
    if not (misses and json):
        del figures["misses"]
    print_figures(figures, json)
    for line in [] if json else missed:
        say(line)


@app.command()
def facts(
    folder: Annotated[Path, typer.Argument(help="Holds corpus.jsonl, and questions.jsonl with `evidence_triples`.")],
    language_backend: LanguageBackend = "lite:parse",
    json: AsJson = False,
) -> None:
    """Measure the relations that a parse gives without a language model: how many evidence triples they join."""
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
    embedding_model = None if embed is None else named_embeddings(embed)
    print_figures(context_benchmark(folder, annotator=language_backend, embed=embedding_model), json)


@app.command()
def align(
    folder: Annotated[Path, typer.Argument(help="Holds corpus.jsonl, and questions.jsonl with `gold_passages`.")],
    recorded: Annotated[Path | None, typer.Option("--facts", help="Recorded triples to begin with.")] = None,
    store: Annotated[str | None, typer.Option(help="An empty graph to use, such as an address of Neo4j.")] = None,
    drawn: Annotated[Path | None, typer.Option(help="A file for 50 merges and 50 is-a relations to read.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the drawing.")] = 34,
    json: AsJson = False,
) -> None:
    """Measure alignment without a language model: neighbours and recall before and after, and undoing."""
    print_figures(alignment_benchmark(folder, recorded, store=store, drawn=drawn, seed=seed), json)


@app.command()
def reward(
    folder: Annotated[Path, typer.Argument(help="Holds corpus.jsonl, and questions.jsonl with evidence or steps.")],
    recorded: Annotated[
        Path | None, typer.Option("--facts", help="Recorded triples as facts; without them, open facts.")
    ] = None,
    gold_facts: Annotated[bool, typer.Option(help="Import the evidence triples, too.")] = False,
    seed: Annotated[int, typer.Option(help="Seed of the faults.")] = 1,
    json: AsJson = False,
) -> None:
    """Measure how often a true answer earns more than the same with a fault in it."""
    print_figures(reward_benchmark(folder, recorded=recorded, gold_facts=gold_facts, seed=seed), json)


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
    language_backend: LanguageBackend = "lite:parse",
    json: AsJson = False,
) -> None:
    """Measure what feedback adds to a graph, round by round, with an oracle in the place of a language model."""
    figures = feedback_benchmark(folder, recorded=recorded, annotator=language_backend, max_rounds=rounds, limit=limit)
    if not json:
        figures["rounds"] = {f"round {number}": row for number, row in enumerate(figures["rounds"], 1)}
    print_figures(figures, json)


@app.command()
def reasoning(
    folder: Annotated[Path, typer.Argument(help="Holds corpus.jsonl and questions.jsonl.")],
    plans: Annotated[
        str, typer.Option(help="`gold`: find passages, in text alone, by plans made from each `decomposition`.")
    ] = "",
    planner: Annotated[
        str, typer.Option(help="`rules`: plan by rules and answer from open facts and text, without a language model.")
    ] = "",
    recorded: Annotated[
        Path | None, typer.Option(help="With `--plans gold`: answer from these recorded triples instead of text.")
    ] = None,
    schema: Annotated[
        Path | None, typer.Option(help="With `--planner rules`: answer again with this schema (TOML).")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first questions.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Tell of each question that was missed.")] = False,
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Measure plans of logical forms without a language model, carried out over text or facts."""
    if bool(plans) == bool(planner):
        raise InputError("say what to measure: --plans gold or --planner rules")
    if plans not in ("", "gold"):
        raise InputError(f"--plans is {plans!r}; there is only `gold`")
    if planner not in ("", "rules"):
        raise InputError(f"--planner is {planner!r}; without a language model there is only `rules`")
    if recorded is not None and not plans:
        raise InputError("--recorded is for --plans gold")
    if verbose and plans and recorded is None:
        raise InputError("--verbose tells of answers that were missed; --plans gold has these only with --recorded")
    if recorded is not None:
        figures = fact_steps_benchmark(folder, recorded, annotator=language_backend, limit=limit, verbose=verbose)
    elif plans:
        figures = passage_benchmark(folder, annotator=language_backend, limit=limit)
    else:
        backend = "lite:parse" if language_backend == "lite" else language_backend
        figures = rules_benchmark(folder, annotator=backend, limit=limit, verbose=verbose, schema=schema)
    misses = [] if json else figures.pop("misses", [])
    print_figures(figures, json)
    for line in misses:
        say(line)


@app.command()
def construction(
    folder: Annotated[
        Path, typer.Argument(help="Holds papers.jsonl, questions.jsonl and graphs-MODEL.jsonl.gz, one for each model.")
    ],
    ablations: Annotated[bool, typer.Option("--ablations", help="Switch off each stage, too.")] = False,
    gold: Annotated[
        Path | None, typer.Option(help="Gold entities and coreference, JSON Lines as of SciERC: id = a paper's title.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Measure the graphs of single papers, without a language model and with recorded graphs in the place of one."""
    annotated = read_gold(gold) if gold is not None else []
    figures = construction_figures(read_recorded_folder(folder), ablations=ablations, gold=annotated)
    if json:
        print_json(figures.as_json())
    else:
        say(construction_table(figures), nl=False)


@app.command()
def reflection(
    folder: Annotated[Path, typer.Argument(help="Folder with appendix7.json and candidates.json.")],
    out: Annotated[Path | None, typer.Option(help="Folder that keeps replies, so that a stopped run goes on.")] = None,
    model: ModelName = None,
    base_url: BaseUrl = None,
    timeout: Timeout = 900,
    concurrency: Annotated[int, typer.Option(min=1, help="Requests under way at once.")] = 1,
    language_backend: LanguageBackend = "lite",
    json: AsJson = False,
) -> None:
    """Measure the verdicts of reflection on relations between concepts whose names the model cannot know."""
    with interruptible() as cancel:
        figures = reflection_benchmark(
            folder,
            OpenAIChatModel(model, base_url=base_url, timeout=timeout),
            annotator=language_backend,
            replies=out / "replies.jsonl" if out is not None else None,
            concurrency=concurrency,
            cancel=cancel,
        )
    print_figures(figures, json)


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
    """Measure how well support tells true statements from false ones that differ from them by one change."""
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


if __name__ == "__main__":
    main(app)
