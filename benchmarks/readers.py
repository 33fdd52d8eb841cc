"""Let one reader answer the same questions from three contexts: BM25's passages, ranked passages, ranked sentences.

The reader is whatever OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL name; it is asked once a question and context,
with the same prompt, at temperature 0. Nothing else uses a language model. FOLDER holds `corpus.jsonl` (`id`, `title`,
`text`) and `questions.jsonl` (`id`, `question`, `answer`[, `aliases`]). Replies are appended to the file named by
`--replies`, so that a run that was stopped goes on where it was.

    python benchmarks/readers.py FOLDER --limit 100 --replies replies.jsonl
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any

import typer

from lgm_core.evaluation.answer_scores import exact_match, token_f1
from lgm_core.evaluation.bm25 import BM25
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.llm.openai import OpenAIChatModel
from lgm_core.llm.port import Message
from lgm_core.model import RetrievedSentence

Context = Callable[[str], str]

_PROMPT = """Answer the question from the text. Reply with the answer alone: a name, a date, a number, a short phrase, \
or yes or no.

Text:
{context}

Question: {question}
Answer:"""


@dataclass(frozen=True)
class Scored:
    """The answer to a question from one of the contexts, with its scores."""

    context: str
    question: str
    answer: str
    exact_match: float
    token_f1: float
    prompt_tokens: int


def main(
    folder: Annotated[Path, typer.Argument(help="Folder with corpus.jsonl and questions.jsonl.")],
    replies: Annotated[Path, typer.Option(help="File that keeps every answer, one JSON object a line.")],
    limit: Annotated[int, typer.Option(help="How many questions to ask.")] = 100,
    passages: Annotated[int, typer.Option(help="Passages in a context.")] = 5,
    sentences: Annotated[int, typer.Option(help="Sentences in a context.")] = 10,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for one reply.")] = 900,
) -> None:
    """Build the graph, ask what was not asked yet, and print the figures."""
    questions = _rows(folder / "questions.jsonl")[:limit]
    with tempfile.TemporaryDirectory() as scratch, LanguageGraph(Path(scratch) / "benchmark.lgm") as graph:
        graph.build(folder / "corpus.jsonl", workers=1)
        contexts = _contexts(graph, _rows(folder / "corpus.jsonl"), passages, sentences)
        asked = {(row["context"], row["question"]) for row in _rows(replies)} if replies.exists() else set()
        model = OpenAIChatModel(timeout=timeout)
        with replies.open("a", encoding="utf-8") as out:
            for scored in _answers(model, questions, contexts, asked):
                out.write(json.dumps(asdict(scored)) + "\n")
                out.flush()
    print(json.dumps(_figures(_rows(replies), {row["question"] for row in questions}), indent=2))


def _contexts(graph: LanguageGraph, corpus: list[dict[str, Any]], passages: int, sentences: int) -> dict[str, Context]:
    texts = [f"{row['title']}: {row['text']}" for row in corpus]
    baseline = BM25(texts)
    return {
        "bm25 passages": lambda question: "\n".join(texts[number] for number in baseline.rank(question, passages)),
        "ranked passages": lambda question: "\n".join(
            f"{passage.document.title}: {passage.text}" for passage in graph.retrieve_passages(question, k=passages)
        ),
        "ranked sentences": lambda question: _by_title(graph.retrieve_sentences(question, k=sentences)),
    }


def _by_title(retrieved: list[RetrievedSentence]) -> str:
    """Write sentences under their titles, titles in the order of their best sentence, sentences in document order."""
    grouped: dict[str, list[RetrievedSentence]] = {}
    for sentence in retrieved:
        grouped.setdefault(sentence.document.title, []).append(sentence)
    return "\n".join(
        f"{title}: " + " ".join(member.sentence.text for member in sorted(group, key=attrgetter("sentence.position")))
        for title, group in grouped.items()
    )


def _answers(
    model: OpenAIChatModel, questions: list[dict[str, Any]], contexts: dict[str, Context], asked: set[tuple[str, str]]
) -> Iterator[Scored]:
    for row in questions:
        for name, context in contexts.items():
            if (name, row["question"]) in asked:
                continue
            prompt = _PROMPT.format(context=context(row["question"]), question=row["question"])
            reply = model.complete([Message("user", prompt)])
            answer = reply.text.strip().partition("\n")[0]
            gold = [row["answer"], *row.get("aliases", [])]
            yield Scored(
                name,
                row["question"],
                answer,
                exact_match(answer, gold),
                token_f1(answer, gold),
                reply.usage.prompt_tokens,
            )


def _figures(rows: list[dict[str, Any]], questions: set[str]) -> dict[str, dict[str, float]]:
    figures = {}
    for name in dict.fromkeys(row["context"] for row in rows):
        chosen = [row for row in rows if row["context"] == name and row["question"] in questions]
        figures[name] = {"questions": len(chosen)} | {
            measure: round(sum(row[measure] for row in chosen) / len(chosen), 3)
            for measure in ("exact_match", "token_f1", "prompt_tokens")
        }
    return figures


def _rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


if __name__ == "__main__":
    typer.run(main)
