"""Compare what one extraction pass costs with the structured prompt and with the paper's three prompts.

    python benchmarks/extraction_tokens.py corpus.jsonl [--passages 100] [--batch-characters 6000] [--json]

The corpus has rows `{"id", "title", "text"}`; every passage is a document of its own. Nothing is sent: a scripted model
answers both sides with the same relations, those that the patterns find, each in the form its prompt asks for, and
tokens are counted by rule.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lgm_core.flow import Ledger, Session, run
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.learning.estimate import estimate
from lgm_core.learning.extraction.extractor import ExtractionOptions, extract
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Document, DocumentGraph, RelationKind

KINDS = {RelationKind.IS_A: "is_a", RelationKind.HAS_PART: "has_part", RelationKind.ALIAS_OF: "alias"}
PAPER_ENDS = (
    (RelationKind.IS_A, "subclass", "parent_class"),
    (RelationKind.HAS_PART, "entity", "components"),
    (RelationKind.ALIAS_OF, "A", "B"),
)


def main() -> None:
    """Print the tokens of both ways, and what the estimate had said."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--passages", type=int, default=100)
    parser.add_argument("--batch-characters", type=int, default=6000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not arguments.corpus.is_file():
        sys.exit(f"{arguments.corpus} is not there; any JSON Lines file of passages with id, title and text will do")
    graphs = analysed(arguments.corpus, arguments.passages)
    structured = ExtractionOptions(batch_characters=arguments.batch_characters)
    result: dict[str, Any] = {
        "passages": len(graphs),
        "sentences": sum(len(graph.sentences) for graph in graphs),
        "structured": measured(graphs, structured),
        "structured, cued sentences only": measured(graphs, replace(structured, only_cued=True)),
        "paper": measured(graphs, replace(structured, prompts="paper")),
    }
    result["structured / paper"] = round(result["structured"]["tokens"] / result["paper"]["tokens"], 3)
    if arguments.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name}: {value}")


def analysed(corpus: Path, passages: int) -> list[DocumentGraph]:
    """Return the graphs of the first passages of a corpus, made without a language model."""
    with corpus.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line, _ in zip(lines, range(passages), strict=False)]
    documents = [Document.from_text(row["text"], id=str(row["id"]), title=row.get("title", "")) for row in rows]
    return analyse_documents(documents, LiteAnnotator(), "benchmark")


def measured(graphs: Sequence[DocumentGraph], options: ExtractionOptions) -> dict[str, float]:
    """Extract from every document with a scripted model; return what it cost and what was foreseen."""
    ledger, relations = Ledger(), 0
    for graph in graphs:
        session = Session(ScriptedChatModel(replies_about(graph, options)), ledger=ledger)
        relations += len(run(extract(graph, options, "scripted"), session).relations)
    spent, foreseen = ledger.total, estimate(graphs, options).total
    return {
        "calls": spent.calls,
        "prompt": spent.prompt_tokens,
        "completion": spent.completion_tokens,
        "tokens": spent.tokens,
        "estimated": foreseen.tokens,
        "relations": relations,
    }


def replies_about(graph: DocumentGraph, options: ExtractionOptions) -> Callable[[Sequence[Message]], str]:
    """Return a script that replies what the patterns found in a document, in the form a prompt asks for."""
    sentences = {sentence.id: sentence for sentence in graph.sentences}
    found_in = [
        (sentences[evidence.sentence_id], relation) for relation in graph.relations for evidence in relation.evidence
    ]

    def structured(messages: Sequence[Message]) -> str:
        numbers = {text: int(number) for number, text in re.findall(r"^\[(\d+)\] (.*)$", messages[-1].content, re.M)}
        entries = [
            {"n": numbers[text], "kind": KINDS[relation.kind], "a": relation.subject, "b": relation.object}
            for sentence, relation in found_in
            if (text := " ".join(sentence.resolved.split())) in numbers
        ]
        return json.dumps({"relations": entries})

    def paper(messages: Sequence[Message]) -> str:
        kind, subject, object_ = next(ends for ends in PAPER_ENDS if f'"{ends[1]}"' in messages[0].content)
        entries = [
            {
                "sentence": sentence.resolved,
                subject: relation.subject,
                object_: [relation.object] if kind is RelationKind.HAS_PART else relation.object,
            }
            for sentence, relation in found_in
            if relation.kind is kind and " ".join(sentence.resolved.split()) in messages[-1].content
        ]
        return json.dumps(entries or [{}])

    return paper if options.prompts == "paper" else structured


if __name__ == "__main__":
    main()
