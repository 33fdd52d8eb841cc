"""Commands that answer: ask, retrieve."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Annotated

import typer

from lgm_core.cli import console
from lgm_core.cli.wrapping import GrowingText, columns_of
from lgm_core.errors import InputError, shown
from lgm_core.facade.answer_modes import ANSWER_MODES, mode_of
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.hosts.retrieved_results import RetrievalMode
from lgm_core.model import (
    Answer,
    AnswerEvent,
    AnswerRestart,
    AnswerText,
    FactSubgraph,
    RestoredFact,
    RetrievedPassage,
    RetrievedSentence,
    TraceStep,
)
from lgm_core.model.answer import span_in_words
from lgm_core.model.trace import End, count_of
from lgm_core.reasoning.logical_form_options import LogicalFormOptions, TextMode
from lgm_core.reasoning.pyramid.pyramid_steps import LayerStep

if TYPE_CHECKING:
    from lgm_core.facade.answer_modes import AnswerOptions
    from lgm_core.facade.language_graph import LanguageGraph
    from lgm_core.facade.opened_graph import OnStep

__all__ = ["ask", "retrieve"]


Select = Annotated[
    bool, typer.Option("--select", help="Let a language model choose which of the best twenty answer together.")
]


PageFile = Annotated[Path | None, typer.Option("--page", help="Write an HTML page that shows how it was found.")]


_NEAREST = 3
"""The most sentences near the question that are printed below an answer that is not fully supported."""


_MODES = {name: options for mode in ANSWER_MODES for name, options in mode.commands.items()}


def ask(
    question: Annotated[str, typer.Argument(help="The question.")],
    graph: console.GraphPlace = "graph.lgm",
    llm: console.Llm = False,
    model: console.ModelName = None,
    base_url: console.BaseUrl = None,
    cache: console.CacheReplies = True,
    mode: Annotated[
        str,
        typer.Option(
            metavar="|".join(_MODES),
            help="From the best sentences; the same for small models; by the paper's algorithm; from facts, with "
            "missing ones looked up; planned and solved in steps, from facts first; or from the schema, the "
            "facts or the text, whichever answers first.",
            autocompletion=lambda: list(_MODES),
        ),
    ] = next(iter(_MODES)),
    brief: Annotated[bool, typer.Option("--brief", help="Answer with the bare fact.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Let the model judge statements that no sentence clearly supports.")
    ] = False,
    rounds: Annotated[int | None, typer.Option(min=1, help="The most rounds.")] = None,
    embed: console.Embed = None,
    keep: Annotated[bool, typer.Option("--keep", help="With --mode feedback: keep the findings in the graph.")] = False,
    text: Annotated[
        TextMode | None,
        typer.Option(help="With --mode logical-forms: when to read text; never leaves facts and rules."),
    ] = None,
    where: console.WhereJson = None,
    page: PageFile = None,
    json: console.AsJson = False,
    trace: Annotated[bool, typer.Option("--trace", help="Print each step on stderr.")] = False,
) -> None:
    """Answer a question with numbered citations, or without a language model with the best evidence."""
    from lgm_core.facade.checked_arguments import ask_options, with_ask_options
    from lgm_core.retrieval.answering.ask_options import SupportCheck

    if mode not in _MODES:
        raise InputError(f"--mode {shown(mode)} does not exist; use one of {', '.join(_MODES)}")
    asked: AnswerOptions = _MODES[mode]
    if keep and not isinstance(asked, FeedbackOptions):
        raise InputError("--keep keeps the findings of --mode feedback; use that mode too")
    if isinstance(asked, FeedbackOptions):
        asked = replace(asked, keep=keep)
    if text is not None:
        if not isinstance(asked, LogicalFormOptions):
            raise InputError("--text is for --mode logical-forms; use that mode too")
        asked = replace(asked, text=text)
    if rounds is not None:
        if not mode_of(asked).rounds:
            raise InputError(f"--rounds limits nothing in --mode {mode}; leave it out")
        asked = replace(asked, **{mode_of(asked).rounds: rounds})  # type: ignore[arg-type]
    judge = SupportCheck.MODEL if check else SupportCheck.RULES
    common = replace(ask_options(asked), brief=brief, check=judge, where=console.parsed_where(where))
    asked = with_ask_options(asked, common)
    chat_model = console.language_model(llm, model, base_url)
    if check and chat_model is None:
        raise InputError("--check asks a language model; use --llm too")
    on_step = _print_step if trace else _print_step_briefly if chat_model is not None else None
    opened = console.existing_graph(graph, chat_model, embed=console.embeddings(embed), cache_replies=cache)
    with console.interruptible() as cancel, opened as language_graph, console.showing_progress():
        if json or not sys.stdout.isatty():
            result = language_graph.ask(question, asked, on_step=on_step, cancel=cancel)
        else:
            result = _print_stream(language_graph.stream(question, asked, settled=True, cancel=cancel), on_step)
        # Printed first, so that an answer that was paid for is not lost if the page cannot be written.
        if json:
            console.print_json({**console.as_data(result), "supported": result.supported})
        else:
            _print_result(result, where, graph, language_graph)
        if page is not None:
            language_graph.show(result).save(page)


def _print_result(result: Answer, where: str | None, graph: str, language_graph: LanguageGraph) -> None:
    """Print an answer, and how to undo what was added on the way to it."""
    _print_answer(result, has_text=not sys.stdout.isatty())
    if not result.text and not result.citations:
        _note_nothing(language_graph, result.question, where)
    for end in result.trace[-1:]:
        if isinstance(end, End) and end.addition:
            undo = f"lgm undo {end.addition} --graph {graph}"
            console.say(f"{count_of(end.facts, 'fact')} added; to undo: {undo}", err=True)


def retrieve(
    question: Annotated[str, typer.Argument(help="The question.")],
    graph: console.GraphPlace = "graph.lgm",
    k: Annotated[int, typer.Option("--top", "-k", min=1, help="How many; without effect with --words.")] = 5,
    words: Annotated[
        int | None,
        typer.Option(
            "--words", min=1, help="The sentences that answer best within this many words, not whole sections."
        ),
    ] = None,
    mode: Annotated[RetrievalMode, typer.Option(help="Passages, sentences, or facts with sentences.")] = "passages",
    where: console.WhereJson = None,
    embed: console.Embed = None,
    select: Select = False,
    model: console.ModelName = None,
    base_url: console.BaseUrl = None,
    cache: console.CacheReplies = True,
    page: PageFile = None,
    json: console.AsJson = False,
) -> None:
    """Find the best passages, sentences or facts for a question; only --select asks a language model."""
    if words is not None and (select or mode != "passages"):
        raise InputError("--words focuses passages; leave it out, or use --mode passages without --select")
    chat_model = console.language_model(select, model, base_url)
    if chat_model is not None and mode != "passages":
        raise InputError("--select chooses passages; leave it out, or use --mode passages")
    if page is not None and mode != "passages":
        raise InputError("--page explains why passages were found; leave it out, or use --mode passages")
    allowed = console.parsed_where(where)
    opened = console.existing_graph(graph, embed=console.embeddings(embed), cache_replies=cache)
    found: Sequence[RestoredFact | RetrievedPassage | RetrievedSentence]
    with console.interruptible() as cancel, opened as language_graph, console.showing_progress():
        if mode == "facts":
            subgraph = language_graph.retrieve_facts(question, where=allowed)
            found = subgraph.facts
            _print_facts(subgraph, k, json)
        elif mode == "sentences":
            found = sentences = language_graph.retrieve_sentences(question, k, where=allowed)
            _print_all_retrieved(sentences, json)
        else:
            found = passages = language_graph.retrieve_passages(
                question, k, words=words, where=allowed, select=chat_model, on_step=_print_step, cancel=cancel
            )
            _print_all_retrieved(passages, json)
            if page is not None:
                language_graph.show(passages, question=question, where=allowed).save(page)
        if found or json:
            return
        if mode == "facts" and where is None and not language_graph.statistics().facts:
            console.note("The graph has no facts; learn them with lgm build --facts open.")
        else:
            _note_nothing(language_graph, question, where, "no fact" if mode == "facts" else "nothing")


def _print_all_retrieved(retrieved: Sequence[RetrievedPassage | RetrievedSentence], json: bool) -> None:
    if json:
        console.print_json([_retrieved_data(result) for result in retrieved])
        return
    digits = len(str(len(retrieved)))
    for number, result in enumerate(retrieved, 1):
        _print_retrieved(result, f"{number:>{digits}}. ", is_last=number == len(retrieved))


def _print_retrieved(result: RetrievedPassage | RetrievedSentence, first: str, *, is_last: bool) -> None:
    """Print a passage or sentence below its place; on a terminal, blank lines separate results."""
    below = " " * len(first)
    place = " / ".join(result.section.path) or result.document.id
    console.say_wrapped(f"{place}  ({result.score:.3f})", first=first, bold=True)
    console.say_place(
        f"{span_in_words(result.start, result.end, result.page)} of {result.document.id}", result.path, below
    )
    sentences = result.sentences if isinstance(result, RetrievedPassage) else (result.sentence,)
    for (is_code, _), group in groupby(sentences, key=lambda sentence: (sentence.is_code, sentence.paragraph)):
        if is_code:  # printed without wrapping
            console.say(indent("\n".join(sentence.text for sentence in group), below))
        else:
            console.say_wrapped(" ".join(sentence.text for sentence in group), first=below)
    if sys.stdout.isatty() and not is_last:
        console.say("")


def _print_facts(subgraph: FactSubgraph, k: int, json: bool) -> None:
    """Print the best facts, each with its sentences."""
    from lgm_core.retrieval.facts.fact_text import fact_line

    if json:
        console.print_json(
            [
                {
                    **console.as_data(restored.fact),
                    "sentences": [_retrieved_data(sentence) for sentence in restored.sentences],
                }
                for restored in subgraph.facts[:k]
            ]
        )
        return
    for number, restored in enumerate(subgraph.facts[:k], 1):
        console.say_wrapped(fact_line(restored.fact, subgraph.names), first=f"{number}. ", bold=True)
        for sentence in restored.sentences:
            console.say_wrapped(f"[{sentence.id}] {sentence.text}", first="   ", rest="     ")


def _print_stream(events: Iterator[AnswerEvent], on_step: OnStep | None) -> Answer:
    """Print the text of an answer word by word as it comes, then the steps made meanwhile; return the answer."""
    begun, waiting = False, list[TraceStep]()
    columns = columns_of(sys.stdout) or 80
    growing = GrowingText(columns)
    for event in events:
        match event:
            case AnswerText():
                console.say(growing.shown(event.text), nl=False)
                begun = True
            case AnswerRestart():
                console.say(f"{growing.rest()}\n(replaced by:)")
                growing = GrowingText(columns)
            case TraceStep():
                waiting.append(event)
            case Answer():
                answer = event
                if begun:
                    console.say(growing.rest())
        if on_step is not None and (not begun or isinstance(event, Answer)):
            while waiting:
                on_step(waiting.pop(0))
    return answer


def _note_layers(answer: Answer) -> None:
    """Say which layer of a pyramid answered, why those above it did not, and what was asked of the schema."""
    for step in answer.trace:
        if isinstance(step, LayerStep):
            for finding in step.findings():
                if finding.code:
                    console.note(f"{finding.label} {finding.text}:")
                    console.say(indent(finding.code, "    "), err=True)
                else:
                    console.note(": ".join(filter(None, (finding.label, finding.text))))


def _print_answer(answer: Answer, *, has_text: bool = True) -> None:
    if answer.text and has_text:
        console.say_wrapped(answer.text)
    if answer.failure is not None:
        console.note(str(answer.failure))
    if answer.citations:
        heading = ("\nNearest evidence:" if answer.text else "Evidence:") if answer.is_evidence_only else ""
        console.say_wrapped(heading, bold=True)
    console.print_citations(answer.citations)
    for statement in answer.doubtful:
        console.note(f"“{statement.text}”: {statement.verdict}.")
    if answer.nearest:
        console.say_wrapped("\nNearest sentences, which do not support it:", bold=True)
        console.print_citations(answer.nearest[:_NEAREST])
    if answer.missing_concepts:
        console.note(f"Not found: {', '.join(answer.missing_concepts)}")
    if answer.unread:
        console.note(f"{answer.unread} sentences about these concepts were not read; --mode paper reads all of them.")
    if answer.read_by_rank:
        console.note("Few or no sentences are about the concepts of the question, so the best-ranked ones were read.")
    _note_layers(answer)
    console.note_usage(answer.usage)


def _note_nothing(graph: LanguageGraph, question: str, where: str | None, what: str = "nothing") -> None:
    from lgm_core.language.language_guess import LANGUAGE_NAMES, is_in_other_language

    among = "the documents that pass --where" if where else "the graph"
    console.note(f"{what.capitalize()} in {among} is about that question.")
    languages = [] if where else graph.store.languages()  # those of hidden documents stay secret
    if is_in_other_language(question, languages):
        names = " and ".join(LANGUAGE_NAMES.get(code, code) for code in languages)
        console.note(f"The question seems to be in another language than the documents, which are in {names}.")


def _print_step(step: TraceStep) -> None:
    console.note(f"· {step.line()}")


def _print_step_briefly(step: TraceStep) -> None:
    """Print the steps before the answer, without the texts in them."""
    if not step.is_in_answer:
        console.note(f"· {step.line(brief=True)}")


def _retrieved_data(result: RetrievedPassage | RetrievedSentence) -> dict[str, object]:
    """Return a result as flat data for programs."""
    return {
        "id": result.id,
        "document_id": result.document.id,
        "title": result.document.title,
        "section_path": list(result.section.path),
        "start": result.start,
        "end": result.end,
        **({} if result.page is None else {"page": result.page}),
        "score": result.score,
        "path": list(result.path),
        **({"before": result.before} if isinstance(result, RetrievedPassage) else {}),
        "text": result.text,
    }
