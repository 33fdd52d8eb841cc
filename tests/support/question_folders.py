"""A tiny question set on disk, a reader behind the real client that answers it, and a benchmark of both."""

import json
import re
from pathlib import Path
from typing import Any

from lgm_core.evaluation.question_answering.methods import method_named
from lgm_core.evaluation.question_answering.qa_benchmark import Benchmark
from lgm_core.evaluation.question_answering.question_sets import read_question_sets
from lgm_core.llm.openai import OpenAIChatModel
from tests.support.openai_server import OpenAIServer, Response, completion

PASSAGES = [
    ("bridge", "Marten Bridge", ["The Marten Bridge was designed by Ada Lindqvist.", "It opened in 1904."]),
    ("designer", "Ada Lindqvist", ["Ada Lindqvist was an engineer.", "Ada Lindqvist was born in Lund."]),
    ("lund", "Lund", ["Lund is a town in Sweden.", "It has a university."]),
    ("bees", "Bees", ["Bees gather nectar.", "Bees live in hives."]),
]

QUESTIONS = [
    {
        "id": "opened",
        "question": "When did the Marten Bridge open?",
        "answer": "1904",
        "gold_passages": ["bridge"],
        "gold_sentences": [["bridge", 1]],
    },
    {
        "id": "born",
        "question": "Where was the designer of the Marten Bridge born?",
        "answer": "Lund",
        "aliases": ["Lund, Sweden"],
        "gold_passages": ["bridge", "designer"],
        "gold_sentences": [["bridge", 0], ["designer", 1]],
    },
]


def write_folder(folder: Path) -> Path:
    """Write the passages and questions as `corpus.jsonl` and `questions.jsonl`."""
    folder.mkdir(parents=True, exist_ok=True)
    passages = [
        {"id": id, "title": title, "text": " ".join(sentences), "sentences": sentences}
        for id, title, sentences in PASSAGES
    ]
    for name, rows in (("corpus.jsonl", passages), ("questions.jsonl", QUESTIONS)):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


def plain_reader(body: dict[str, Any]) -> Response:
    """Answer a plain prompt: `1904` where the text holds it, `in Lund` likewise, else that it does not know."""
    prompt = body["messages"][-1]["content"]
    text, _, question = prompt.rpartition("Question: ")
    word = "1904" if question.startswith("When") else "Lund"
    if word not in text:
        return completion("unknown")
    return completion("1904." if word == "1904" else "in Lund\nbecause the text says so")


def asked_reader(body: dict[str, Any]) -> Response:
    """Mark every sentence where marks are asked for; otherwise answer with the bare fact, where it is to be read."""
    last = body["messages"][-1]["content"]
    if '"supporting"' in body["messages"][0]["content"]:
        return completion(json.dumps({"supporting": [int(number) for number in re.findall(r"\[(\d+)\]", last)]}))
    word = "1904" if "When did" in last else "Lund"
    return completion(word if word in last else "unknown")


METHODS = ["none", "bm25", "sentences"]


def benchmark(folder: Path, server: OpenAIServer, methods=METHODS, model="reader", **settings) -> Benchmark:
    """Return a benchmark whose answers are kept in `out` beside the folder."""
    return Benchmark(
        read_question_sets(folder),
        [method_named(name) for name in methods],
        OpenAIChatModel(model, base_url=server.base_url, max_retries=0),
        folder.parent / "out",
        **settings,
    )


def rows(folder: Path) -> list[dict]:
    """Return the answers kept so far."""
    return [json.loads(line) for line in (folder.parent / "out" / "answers.jsonl").read_text().splitlines()]
