"""What the commands share: options, opening a graph, printing for people and for programs, and interruption."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import fields, is_dataclass
from textwrap import indent
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lgm_core.cli.progress_bars import ProgressLines
from lgm_core.cli.wrapping import columns_of, wrapped
from lgm_core.errors import Cancelled, InputError, shown
from lgm_core.model.trace import TraceStep
from lgm_core.progress import watch_progress

if TYPE_CHECKING:
    from lgm_core.cli.progress_bars import ProgressBars
    from lgm_core.facade.language_graph import LanguageGraph
    from lgm_core.flow import RequestLimits
    from lgm_core.graph.port import Where
    from lgm_core.llm.port import ChatModel
    from lgm_core.model import Citation, Fact, MetaRelation, Sentence, Usage
    from lgm_core.vectors.port import Embeddings

__all__ = [
    "AsJson",
    "BaseUrl",
    "CacheReplies",
    "Embed",
    "GraphPlace",
    "LanguageBackend",
    "Llm",
    "ModelName",
    "OptionalBackend",
    "RequestsPerMinute",
    "TokenBudget",
    "TokensPerMinute",
    "WhereJson",
    "Workers",
    "as_data",
    "embeddings",
    "evidence_data",
    "existing_graph",
    "interruptible",
    "language_model",
    "note",
    "note_usage",
    "parsed_where",
    "print_citations",
    "print_figures",
    "print_json",
    "print_result",
    "request_limits",
    "say",
    "say_place",
    "say_wrapped",
    "showing_progress",
]

GraphPlace = Annotated[
    str,
    typer.Option(
        "--graph",
        "-g",
        help="The graph file, or an address of Neo4j: bolt://HOST:7687/DATABASE?graph=NAME.",
        envvar="LGM_GRAPH",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Processes that analyse documents; default: all cores.")
]
LanguageBackend = Annotated[
    str,
    typer.Option(
        help="What reads the text: lite, lite:parse, lite:LANGUAGE, spacy:PIPELINE (en_core_web_sm), stanza:LANGUAGE.",
        envvar="LGM_LANGUAGE_BACKEND",
    ),
]
OptionalBackend = Annotated[
    str | None,
    typer.Option(
        "--language-backend",
        help="What reads the text: lite (the default; with open facts lite:parse), lite:parse, lite:LANGUAGE, "
        "spacy:PIPELINE (en_core_web_sm), stanza:LANGUAGE.",
        envvar="LGM_LANGUAGE_BACKEND",
    ),
]
Llm = Annotated[
    bool, typer.Option("--llm", help="Use a language model (OPENAI_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL).")
]
ModelName = Annotated[str | None, typer.Option("--model", help="The language model's name; implies --llm.")]
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="An OpenAI-compatible endpoint; implies --llm.")]
CacheReplies = Annotated[
    bool, typer.Option("--cache/--no-cache", help="Keep the language model's replies in the graph; ask nothing twice.")
]
TokenBudget = Annotated[
    int | None,
    typer.Option(
        min=1, help="Tokens that the language model may cost; then the command stops, and goes on another time."
    ),
]
RequestsPerMinute = Annotated[
    int | None, typer.Option(min=1, help="Requests to the language model begun within a minute.")
]
TokensPerMinute = Annotated[
    int | None, typer.Option(min=1, help="Tokens of the requests to the language model begun within a minute.")
]
WhereJson = Annotated[
    str | None,
    typer.Option(
        "--where",
        metavar="JSON",
        help="""Use only documents whose metadata match, such as '{"year": {"$gte": 2020}, "lang": "en"}'.""",
    ),
]

Embed = Annotated[
    str | None,
    typer.Option(
        "--embed",
        metavar="NAME",
        help="An embedding model: fastembed:MODEL (BAAI/bge-small-en-v1.5), openai:MODEL (text-embedding-3-small), the "
        "folder of an ONNX model, or MODULE:NAME of a function.",
        envvar="LGM_EMBED",
    ),
]

_STEERING = re.compile(
    r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|\r(?!\n)"
)
"""Control characters except tabs and line ends, marks of text direction, and halves of surrogate pairs."""

_STOPPING = "Stopping after the current work. Ctrl-C again stops at once."

_shown_bars: ProgressBars | None = None
"""The bars on the terminal, which are hidden while something else is printed."""


@contextmanager
def interruptible(stopped: str = "Stopped.") -> Iterator[threading.Event]:
    """Yield an event that Ctrl-C and SIGTERM set, to pass as `cancel`; the second signal interrupts at once.

    Args:
        stopped: the message that the command was stopped.

    Raises:
        typer.Exit: the command was stopped; exit code 130, after SIGTERM 143.
    """
    cancel = threading.Event()
    received = signal.SIGINT

    def interrupt(signal_number: int, frame: FrameType | None) -> None:
        nonlocal received
        received = signal.Signals(signal_number)
        if cancel.is_set():
            raise KeyboardInterrupt
        cancel.set()
        if _shown_bars is not None and _shown_bars.is_shown:
            _shown_bars.remark(_STOPPING)
        else:
            os.write(2, f"\n{_STOPPING}\n".encode())  # a handler must not use the stream that it may have interrupted

    previous = {number: signal.signal(number, interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield cancel
    except (KeyboardInterrupt, Cancelled):
        note(stopped)
        raise typer.Exit(128 + received) from None
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def say(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Print a line for people, on stdout or stderr.

    Characters from documents, names and paths that would control the terminal or reorder text are printed as escapes.
    """
    _echo(_STEERING.sub(_escaped, text), nl=nl, err=err)


def _echo(text: str, *, nl: bool = True, err: bool = False) -> None:
    with nullcontext() if _shown_bars is None else _shown_bars.hidden():
        typer.echo(text, nl=nl, err=err)


def say_wrapped(
    text: str, *, first: str = "", rest: str | None = None, err: bool = False, dim: bool = False, bold: bool = False
) -> None:
    """Print text for people, wrapped to the width of a terminal; elsewhere unwrapped, for tools that read lines.

    Args:
        text: the text; each of its lines is wrapped separately.
        first: the beginning of the first line.
        rest: the beginning of the others; by default as many blanks as `first` has characters.
        err: whether to print on stderr.
        dim: whether to print dimmed on a terminal, unless `NO_COLOR` is set.
        bold: whether to print bold on a terminal, likewise.
    """
    stream = sys.stderr if err else sys.stdout
    rest = " " * len(first) if rest is None else rest
    safe = _STEERING.sub(_escaped, text)
    columns = columns_of(stream)
    if columns is None:
        _echo(first + safe.replace("\n", f"\n{rest}"), err=err)
        return
    lines = wrapped(safe, columns, first=first, rest=rest)
    if (dim or bold) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        lines = typer.style(lines, dim=dim or None, bold=bold or None)
    _echo(lines, err=err)


def note(text: str) -> None:
    """Print a remark for people, on stderr."""
    say_wrapped(text, rest="  ", err=True)


@contextmanager
def showing_progress() -> Iterator[None]:
    """Show the progress of the work inside on stderr: as bars on a terminal, else as a line now and then."""
    if columns_of(sys.stderr) is None or os.environ.get("TERM") == "dumb":  # which cannot redraw a line
        with watch_progress(ProgressLines(note, time.monotonic)):
            yield
        return
    from lgm_core.cli.progress_bars import ProgressBars

    global _shown_bars  # everything that prints needs it
    before, _shown_bars = _shown_bars, ProgressBars()
    try:
        with watch_progress(_shown_bars):
            yield
    finally:
        _shown_bars.stop()
        _shown_bars = before


def print_citations(citations: Iterable[Citation]) -> None:
    """Print sentences with their numbers, each with its place and the concepts that led to it."""
    listed = list(citations)
    digits = max((len(str(citation.number)) for citation in listed), default=1)
    for citation in listed:
        first = f"  {f'[{citation.number}]':>{digits + 2}} "
        below = " " * len(first)
        if "\n" in citation.text:  # code, whose lines stay as they are
            say(f"{first}{indent(citation.text, below).lstrip()}")
        else:
            say_wrapped(citation.text, first=first)
        say_place(citation.place, citation.path, below)


def say_place(place: str, path: Sequence[str], below: str) -> None:
    """Print where a sentence or passage stands, and the concepts that led to it, dimmed and indented by `below`."""
    for line in (place, f"via {' → '.join(path)}" if path else ""):
        if line:
            say_wrapped(line, first=below, rest=f"{below}  ", dim=True)


def note_usage(usage: Usage) -> None:
    """Print on stderr the requests to a language model, if there were any."""
    if usage.calls or usage.cached or usage.failures:
        note(f"{usage.calls} calls, {usage.tokens} tokens, {usage.cached} cached, {usage.failures} failures")


def print_json(value: object) -> None:
    """Print a value as one JSON document, with JSON escapes for characters that would control the terminal."""
    text = json.dumps(as_data(value), ensure_ascii=False, indent=2)
    _echo(_STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def print_result(result: object, as_json: bool, **more: object) -> None:
    """Print a result as text, or as one JSON document; `more` are members that it does not have itself."""
    if as_json:
        print_json({**as_data(result), **more} if more else result)
    else:
        say(str(result))


def _escaped(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]


def as_data(value: object) -> Any:  # noqa: ANN401  # JSON has no narrower type
    """Turn dataclasses, mappings and sequences into JSON data."""
    if isinstance(value, TraceStep):
        return {"name": value.name, "details": as_data(value.details)}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_data(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_data(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_data(item) for item in value]
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    return str(value)


def evidence_data(claim: Fact | MetaRelation, sentences: Iterable[Sentence]) -> dict[str, object]:
    """Return a fact or relation as JSON data, with the text of the sentence of each piece of its evidence."""
    data: dict[str, object] = as_data(claim)
    data["evidence"] = [
        {**as_data(evidence), "text": sentence.text, "document_id": sentence.document_id}
        for evidence, sentence in zip(claim.evidence, sentences, strict=True)
    ]
    return data


def existing_graph(
    place: str,
    llm: ChatModel | None = None,
    *,
    embed: Embeddings | None = None,
    cache_replies: bool = True,
    limits: RequestLimits | None = None,
) -> LanguageGraph:
    """Open an existing graph.

    Raises:
        InputError: there is none.
        StoreError: its place cannot be read.
    """
    from lgm_core.facade.language_graph import LanguageGraph

    graph = LanguageGraph(place, llm=llm, embed=embed, cache_replies=cache_replies, limits=limits)
    if not graph.store.exists():
        name = str(graph.store)
        graph.close()
        raise InputError(f"there is no graph at {name}; make one with: lgm build DOCUMENTS, and the same --graph")
    return graph


def language_model(wanted: bool, model: str | None, base_url: str | None) -> ChatModel | None:
    """Make the chat model that the options ask for; None without any."""
    if not (wanted or model or base_url):
        return None
    from lgm_core.llm.openai import OpenAIChatModel

    return OpenAIChatModel(model, base_url=base_url)


def embeddings(name: str | None) -> Embeddings | None:
    """Return the embedding model of `--embed`; None without any."""
    if name is None:
        return None
    from lgm_core.facade.embedding_models import named_embeddings

    return named_embeddings(name)


def request_limits(
    tokens: int | None, requests_per_minute: int | None, tokens_per_minute: int | None
) -> RequestLimits | None:
    """Return the limits that the options set; None without any."""
    if tokens is None and requests_per_minute is None and tokens_per_minute is None:
        return None
    from lgm_core.flow import RequestLimits

    return RequestLimits(tokens, requests_per_minute, tokens_per_minute)


def parsed_where(text: str | None) -> Where | None:
    """Return the metadata filter of `--where`.

    Raises:
        InputError: the text is not a JSON object.
    """
    if text is None:
        return None
    try:
        where = json.loads(text)
    except ValueError as error:
        raise InputError(f"--where {shown(text)} is not JSON, such as '{{\"year\": 2020}}': {error}") from error
    if not isinstance(where, dict):
        raise InputError(f"--where {shown(text)} is not a JSON object, such as '{{\"year\": 2020}}'")
    return where


def print_figures(figures: Mapping[str, Any], as_json: bool, *, margin: str = "") -> None:
    """Print figures with their names, nested ones indented, or all of them as JSON."""
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        if isinstance(value, Mapping):
            say(f"{margin}{name}")
            print_figures(value, as_json, margin=f"{margin}  ")
        else:
            shown = f"{value:.4g}" if isinstance(value, float) else str(value)
            say(f"{margin}{name:24} {shown:>10}")
