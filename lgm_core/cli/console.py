"""What the commands share: options, opening a graph, printing for people and for programs, and clean failures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lgm_core.errors import Cancelled, InputError

if TYPE_CHECKING:
    from lgm_core.facade.language_graph import LanguageGraph
    from lgm_core.llm.port import ChatModel

__all__ = [
    "AsJson",
    "BaseUrl",
    "GraphFile",
    "LanguageBackend",
    "Llm",
    "ModelName",
    "Workers",
    "as_data",
    "existing_graph",
    "interruptible",
    "language_model",
    "note",
    "print_json",
]

GraphFile = Annotated[Path, typer.Option("--graph", "-g", help="The graph file.", envvar="LGM_GRAPH")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Processes that analyse documents; default: all cores.")
]
LanguageBackend = Annotated[
    str,
    typer.Option(
        help="What reads the text: lite, lite:parse, spacy:PIPELINE (en_core_web_sm, …) or stanza:LANGUAGE.",
        envvar="LGM_LANGUAGE_BACKEND",
    ),
]
Llm = Annotated[
    bool, typer.Option("--llm", help="Use a language model (OPENAI_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL).")
]
ModelName = Annotated[str | None, typer.Option("--model", help="The language model's name; implies --llm.")]
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="An OpenAI-compatible endpoint; implies --llm.")]


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C end a long command with a clear line and exit code 130."""
    try:
        yield
    except (KeyboardInterrupt, Cancelled):
        note("Stopped. What was learned so far is stored; the same command goes on from there.")
        raise typer.Exit(130) from None


def note(text: str) -> None:
    """Print a line for people, on stderr."""
    typer.echo(text, err=True)


def print_json(value: object) -> None:
    """Print a value as one JSON document."""
    typer.echo(json.dumps(as_data(value), ensure_ascii=False, indent=2))


def as_data(value: object) -> Any:  # noqa: ANN401  # JSON has no narrower type
    """Turn dataclasses, mappings and sequences into what JSON can hold."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_data(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_data(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_data(item) for item in value]
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    return str(value)


def existing_graph(path: Path, llm: ChatModel | None = None) -> LanguageGraph:
    """Open a graph file that must be there already."""
    from lgm_core.facade.language_graph import LanguageGraph

    if not path.is_file():
        raise InputError(f"there is no graph at {path}; make one with: lgm build DOCUMENTS --graph {path}")
    return LanguageGraph(path, llm=llm)


def language_model(wanted: bool, model: str | None, base_url: str | None) -> ChatModel | None:
    """Make the chat model that the options ask for, or None."""
    if not (wanted or model or base_url):
        return None
    from lgm_core.llm.openai import OpenAIChatModel

    return OpenAIChatModel(model, base_url=base_url)
