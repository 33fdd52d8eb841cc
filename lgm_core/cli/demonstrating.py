"""The `demo` command, which needs no key and no server."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from lgm_core.cli import console

if TYPE_CHECKING:
    from lgm_core.facade.language_graph import LanguageGraph

__all__ = ["demo"]


def demo() -> None:
    """Learn a small document set that comes with the package and answer questions from it; no key, no server."""
    from lgm_core.demo import demo_folder
    from lgm_core.facade.language_graph import LanguageGraph

    folder = demo_folder()
    with (
        console.interruptible() as cancel,
        tempfile.TemporaryDirectory() as temporary,
        LanguageGraph(Path(temporary) / "demo.lgm") as language_graph,
    ):
        report = language_graph.build(folder / "documents", cancel=cancel)
        counted = language_graph.statistics()
        console.say_wrapped(
            f"Learned {report.learned} documents in {report.seconds['total']:.1f} s, with no language model: "
            f"{counted.sentences} sentences, {counted.concepts} concepts, "
            f"{sum(counted.relations.values())} relations.\n"
            "Below each question: the first three sentences found, best first; the expected ones may come later. "
            "Written answers need a language model.\n"
        )
        _ask_demo_questions(language_graph, folder / "questions.jsonl")
    console.say("What to type next:")
    console.say(f"  lgm build {folder / 'documents'} --graph demo.lgm     (or a folder of yours)")
    console.say('  lgm ask "What is a movable-frame hive?" --graph demo.lgm')
    console.say("  lgm relations propolis --graph demo.lgm")
    console.say("With OPENAI_API_KEY and OPENAI_MODEL set, `lgm ask … --llm` writes answers from the cited sentences.")


def _ask_demo_questions(language_graph: LanguageGraph, questions: Path) -> None:
    from lgm_core.retrieval.answering.ask_options import AskOptions

    for line in questions.read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        console.say_wrapped(f"Q: {question['question']}", rest="   ", bold=True)
        console.say_wrapped(f"expected: {question['answer']}", first="   ", rest="     ")
        console.print_citations(language_graph.ask(question["question"], AskOptions(evidence=3)).citations)
        console.say("")
