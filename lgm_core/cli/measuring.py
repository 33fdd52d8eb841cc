"""The commands of `lgm bench`, which measure retrieval and answers on the user's data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lgm_core.cli import console
from lgm_core.errors import InputError
from lgm_core.facade.answer_modes import ANSWER_MODES, option_names
from lgm_core.progress import tell_progress

if TYPE_CHECKING:
    from lgm_core.evaluation.datasets import Question
    from lgm_core.evaluation.question_answering.question_sets import QuestionSet
    from lgm_core.evaluation.question_answering.recorded_answer import MethodAnswer

__all__ = ["ModelName", "Timeout", "app"]

ModelName = Annotated[str | None, typer.Option("--model", help="The language model; default: OPENAI_MODEL.")]
Timeout = Annotated[float, typer.Option(min=1, help="Seconds to wait for one reply; local models need many.")]

app = typer.Typer(help="Measure retrieval and answers on your data.", no_args_is_help=True)

_STOPPED = "Stopped. Every answer so far is kept; the same command continues from there."


@app.callback()
def bench(context: typer.Context) -> None:
    """Measure retrieval and answers on your data."""
    context.with_resource(console.showing_progress())


@app.command(short_help="What questions find in your documents, beside BM25.")
def retrieval(
    questions: Annotated[list[Path], typer.Option(help="JSON Lines, described below; may be repeated.")],
    corpus: Annotated[
        list[Path] | None,
        typer.Option(help="A file or folder of documents, as `lgm build` reads them; may be repeated."),
    ] = None,
    graph: Annotated[str | None, typer.Option("--graph", "-g", help="An existing graph instead of --corpus.")] = None,
    given_document: Annotated[
        bool, typer.Option("--given-document", help="Search only the documents of each question.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first questions of each file.")] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Only so many questions of each file, at random, always the same.")
    ] = None,
    ablate: Annotated[bool, typer.Option("--ablate", help="Measure also without each part of the ranking.")] = False,
    embed: console.Embed = None,
    select: Annotated[
        bool, typer.Option("--select", help="Measure also with a language model that selects among the best twenty.")
    ] = False,
    model: ModelName = None,
    base_url: console.BaseUrl = None,
    timeout: Timeout = 900,
    language_backend: console.LanguageBackend = "lite",
    json: console.AsJson = False,
) -> None:
    """Compare what this library, BM25 and perhaps dense search find for your questions in the same text.

    Each line of --questions has `id`, `question`, and what is known of the answer: `doc`, the document, with `pages`
    (from 0) or `page_numbers` (from 1) of a PDF file; several `gold_passages`; `sections`, each with `doc` and
    `heading`; `evidence`, a text; or only `answer`.
    """
    from lgm_core.evaluation.retrieval_benchmark import ABLATIONS
    from lgm_core.evaluation.retrieval_comparison import compare_retrieval

    selecting = None
    if select or model or base_url:
        from lgm_core.llm.openai import OpenAIChatModel

        selecting = OpenAIChatModel(model, base_url=base_url, timeout=timeout)
    figures = compare_retrieval(
        corpus or (),
        questions,
        graph=graph,
        given_document=given_document,
        limit=limit,
        sample=sample,
        variants=ABLATIONS if ablate else {},
        annotator=language_backend,
        embed=console.embeddings(embed),
        select=selecting,
    )
    if json:
        console.print_json(figures)
    else:
        methods = figures.pop("methods")
        console.print_figures(figures, as_json=False)
        console.say("\n" + _side_by_side(methods))
        if selected := methods.get("passages, selected"):
            console.say("\n" + _cost_of_selection(selected, figures["questions"]))


_SHOWN = ("recall@1", "recall@2", "recall@5", "recall@20", "mrr", "section@", "page@", "evidence@", "answer@", "ms_p50")
"""How the figures begin that are shown side by side; JSON has all."""


def _side_by_side(methods: Mapping[str, Mapping[str, float]]) -> str:
    """Return a table with a row for each method."""
    names = [name for name in next(iter(methods.values())) if name.startswith(_SHOWN) and name != "recall@10"]
    width = max(map(len, methods))
    rows = [" ".join([" " * width, *(name.rjust(max(6, len(name))) for name in names)])]
    for method, figures in methods.items():
        shown = (f"{figures[name]:{max(6, len(name))}.{1 if name == 'ms_p50' else 3}f}" for name in names)
        rows.append(" ".join([method.ljust(width), *shown]))
    return "\n".join(rows)


def _cost_of_selection(figures: Mapping[str, float], questions: int) -> str:
    """Say what a question cost that a language model selected for, and how often its reply was of no use."""
    cached = figures["llm_cached"]
    asked = questions - cached
    return (
        f"Selection: {asked} questions asked with {figures['llm_calls']} calls, "
        f"{figures['llm_tokens'] / max(asked, 1):,.0f} tokens and {figures['llm_seconds'] / max(asked, 1):.1f} s each; "
        f"{figures['llm_failures']} without a usable reply; {cached} replies kept from before."
    )


@app.command(short_help="Several ways of answering, with one language model.")
def qa(
    folders: Annotated[
        list[Path],
        typer.Argument(
            help="Folders with corpus.jsonl and questions.jsonl, or files of HotpotQA, 2WikiMultiHopQA or MuSiQue."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder for answers, graphs, figures.json, tables and plots.")],
    methods: Annotated[
        str | None,
        typer.Option(
            help="Names with commas between: none, bm25, passages, sentences, dense, "
            f"{', '.join(name for mode in ANSWER_MODES for name in mode.presets)}, "
            f"or MODULE:NAME of a retriever, {option_names()}."
        ),
    ] = None,
    retriever: Annotated[
        list[str] | None, typer.Option(help="MODULE:NAME of a function that makes a (LangChain) retriever.")
    ] = None,
    limit: Annotated[str, typer.Option(help="Only the first questions: one number, or one a folder (60,40,0).")] = "0",
    every: Annotated[str, typer.Option(help="Only every so-many-th: one number, or one a folder (1,1,15).")] = "1",
    full: Annotated[bool, typer.Option("--full", help="Ask for answers in full sentences, not brief ones.")] = False,
    baseline: Annotated[str | None, typer.Option(help="What to compare with; default: sentences.")] = None,
    without_gold: Annotated[
        bool, typer.Option("--without-gold", help="Drop the gold passages: what is still answered?")
    ] = False,
    judge: Annotated[str | None, typer.Option(help="A model that judges the answers, at the same endpoint.")] = None,
    embed: console.Embed = None,
    model: ModelName = None,
    base_url: console.BaseUrl = None,
    timeout: Timeout = 900,
    concurrency: Annotated[int, typer.Option(min=1, help="Requests of one question under way at once.")] = 1,
    language_backend: console.LanguageBackend = "lite",
    json: console.AsJson = False,
) -> None:
    """Let several methods answer the same questions with one language model, and measure the answers.

    A stopped run continues: answers are kept in the folder of --out and used again as long as question, passages,
    options, model and code are the same.
    """
    from lgm_core.evaluation.question_answering.answer_report import write_report
    from lgm_core.evaluation.question_answering.methods import DEFAULT_METHODS, method_named
    from lgm_core.evaluation.question_answering.qa_benchmark import Benchmark, question_answering_benchmark
    from lgm_core.llm.openai import OpenAIChatModel

    names = [name.strip() for name in methods.split(",")] if methods is not None else list(DEFAULT_METHODS)
    names = list(dict.fromkeys([*names, *(retriever or ())]))
    answering = OpenAIChatModel(model, base_url=base_url, timeout=timeout)
    with console.interruptible(_STOPPED) as cancel:
        benchmark = Benchmark(
            _question_sets(folders, limit, every, without_gold),
            [method_named(name, full=full) for name in names],
            answering,
            out,
            judge=OpenAIChatModel(judge, base_url=base_url, timeout=timeout) if judge is not None else None,
            embeddings=console.embeddings(embed),
            annotator=language_backend,
            baseline=baseline or ("sentences" if "sentences" in names else names[0]),
            concurrency=concurrency,
            cancel=cancel,
        )
        figures = question_answering_benchmark(benchmark, on_answer=_progress(benchmark.question_count * len(names)))
    tables, problem = write_report(figures, out, model=answering.name)
    if json:
        console.print_json(figures)
    else:
        console.say(tables, nl=False)
    if problem:
        console.note(problem)


def _question_sets(folders: Sequence[Path], limit: str, every: str, without_gold: bool) -> list[QuestionSet]:
    from lgm_core.evaluation.question_answering.question_sets import read_question_sets

    limits, steps = _numbers("--limit", limit, len(folders), 0), _numbers("--every", every, len(folders), 1)
    selected = [
        questions.selected(limit=most or None, every=step)
        for folder, most, step in zip(folders, limits, steps, strict=True)
        for questions in read_question_sets(folder)
    ]
    return [questions.without_gold() for questions in selected] if without_gold else selected


def _numbers(option: str, text: str, count: int, least: int) -> list[int]:
    """Return one number per folder, from one number for all or as many as there are folders."""
    try:
        numbers = [int(number) for number in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, count) or min(numbers) < least:
        raise InputError(
            f"{option} {text!r} must be a whole number of at least {least}, or {count} of them separated by commas"
        )
    return numbers * count if len(numbers) == 1 else numbers


def _progress(total: int) -> Callable[[str, Question, MethodAnswer], None]:
    made = 0

    def on_answer(method: str, question: Question, record: MethodAnswer) -> None:
        nonlocal made
        made += 1
        tell_progress("answering", made, total, "questions")
        expected = question.answers[0][:40] if question.answers else "no answer"
        reply = f"failed: {record.failure[:80]}" if record.failure else repr(record.text[:60])
        console.note(f"{made} (of {total} at most)  {method}  {record.seconds:.1f} s  {reply} for {expected!r}")

    return on_answer
