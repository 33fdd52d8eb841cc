"""What each command does, in a line of the list of commands on a terminal of 80 columns."""

from __future__ import annotations

import typer

__all__ = ["summarise"]

_SUMMARIES = {
    "additions": "List what was added after documents were learned.",
    "ask": "Answer a question with numbered citations.",
    "build": "Learn documents into a graph file.",
    "concept": "Tell what a concept is, or how two are related.",
    "construct": "Construct the graph of each document, stage by stage.",
    "delete": "Delete documents and all that only they supported.",
    "demo": "Learn a small document set and answer questions from it.",
    "documents": "List the documents of a graph.",
    "entities": "List the things of a document under all their names.",
    "estimate": "Tell the calls, tokens and money of a build, before any.",
    "export": "Write the whole graph, in a stable order.",
    "facts": "Show the facts of a concept, or import recorded ones.",
    "import_": "Take in documents that were exported as RDF.",
    "learn_from": "Look up what questions show to be missing.",
    "plan": "Plan how a question is answered, in logical forms.",
    "reflect": "Let a language model judge relations or facts.",
    "relations": "List relations, each with the sentences that state it.",
    "retrieve": "Find the best passages, sentences or facts.",
    "serve": "Show a graph as pages in the browser, or serve it to agents.",
    "show": "Show a graph in the browser.",
    "solve": "Execute a plan: facts first, text where they are missing.",
    "stats": "Count what a graph holds.",
    "status": "Tell what a graph holds, and what is out of date.",
    "undo": "Take additions back.",
}

_BENCHMARKS = {
    "qa": "Several ways of answering, with one language model.",
    "retrieval": "How well questions find their passages, beside BM25.",
    "support": "Which statements the sentences shown bear out.",
}


def summarise(app: typer.Typer) -> None:
    """Give the commands of an application, and of its benchmarks, the lines that its list of commands shows."""
    _give(app, _SUMMARIES)
    for group in app.registered_groups:
        group.short_help = "Measure on your data."
        if group.typer_instance is not None:
            _give(group.typer_instance, _BENCHMARKS)


def _give(app: typer.Typer, summaries: dict[str, str]) -> None:
    for command in app.registered_commands:
        if command.callback is not None and command.callback.__name__ in summaries:
            command.short_help = summaries[command.callback.__name__]
