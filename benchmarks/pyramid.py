"""Measure the layers of a pyramid on a generated domain (`python -m benchmarks pyramid`)."""

from __future__ import annotations

import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.pooled_questions import read_pooled
from benchmarks.pyramid_completion import completion_figures
from benchmarks.pyramid_condensation import condensation_figures
from benchmarks.pyramid_domain.documents import documents
from benchmarks.pyramid_domain.domain_schema import domain_schema
from benchmarks.pyramid_domain.extraction import extraction_figures, learned_graph
from benchmarks.pyramid_domain.questions import NONE_OF_THESE, DomainQuestion, option_scores, questions
from benchmarks.pyramid_domain.world import DOCUMENTS, SEED, world
from lgm_core import LanguageGraph, PyramidOptions
from lgm_core.errors import InputError
from lgm_core.evaluation.metrics import exact_match
from lgm_core.language.concepts import concept_key
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Answer
from lgm_core.progress import counted
from lgm_core.reasoning.pyramid.pyramid_options import Layer
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.schema.schema_file import read_schema_file

__all__ = ["gold_model", "layers_benchmark", "pyramid_benchmark"]

_LAYERS: tuple[Layer, ...] = ("schema", "facts", "text")
_ENTRY = re.compile(r"^\[(\d+)\].*\n  \"(.*)\"$", re.MULTILINE)
_QUESTION = re.compile(r"<question>\n(.*?)\n</question>", re.DOTALL)


def pyramid_benchmark(count: int = DOCUMENTS, seed: int = SEED) -> dict[str, Any]:
    """Learn the generated domain without a model, and ask its questions.

    Args:
        count: how many documents there are; fewer than 1,500 have fewer questions.
        seed: of the domain.

    Returns:
        `extraction`: what the graph has of the domain; `without_model` and `scripted`, by a model that knows the gold
        queries and reads facts and text as well as can be: see `_figures`; `subsets`: precision, recall and F1 of the
        options chosen by each subset of layers with the scripted model; `completion` and `condensation`: see
        `completion_figures` and `condensation_figures`; `ablations`: how many questions of the schema its layer
        answers, and exactly, without a model, from a schema with every second property and one label each, after
        completion (all proposals accepted) and condensation, one of them, or neither.
    """
    made, asked = documents(seed, count), questions(seed, count)
    with tempfile.TemporaryDirectory() as place, learned_graph(made, Path(place) / "islands.lgm") as graph:
        extraction = extraction_figures(graph, world(seed, count), made)
        told = {name: extraction[name] for name in ("recall", "precision", "classes")}
        scripted = graph.with_llm(gold_model(asked))
        subsets = [chosen for size in (3, 2, 1) for chosen in combinations(_LAYERS, size)]
        return {
            "extraction": told,
            "without_model": _figures(graph, asked, PyramidOptions()),
            "scripted": _figures(scripted, asked, PyramidOptions()),
            "subsets": {" ".join(chosen): _options(scripted, asked, chosen) for chosen in subsets},
            "completion": completion_figures(graph),
            "condensation": condensation_figures(graph, made, world(seed, count).records, asked, Path(place)),
            "ablations": _ablations(graph, [each for each in asked if each.kind == "schema"]),
        }


def _ablations(graph: LanguageGraph, asked: Sequence[DomainQuestion]) -> dict[str, dict[str, int]]:
    whole = domain_schema()
    kept = tuple(replace(each, labels=each.labels[:1], inverse="") for each in whole.properties[::2])
    figures = {}
    for name in ("completion condensation", "completion", "condensation", "neither"):
        graph.load_schema(replace(whole, properties=kept))
        if "completion" in name:
            graph.complete_schema(accept_at=float("-inf"))
        if "condensation" in name:
            graph.condense_schema()
        answers = [(each, graph.ask(each.text, PyramidOptions(layers=("schema",)))) for each in asked]
        answered = [(each, answer) for each, answer in answers if answer.layer]
        exact = sum(set(map(_key, _said(answer))) == set(map(_key, each.gold)) for each, answer in answered)
        figures[name] = {"answered": len(answered), "exact": exact}
        graph.load_schema(whole)
    return figures


def gold_model(asked: Iterable[DomainQuestion]) -> ScriptedChatModel:
    """Return a model that knows the gold query of each question, and reads whatever states its answer."""
    known = {each.text: each for each in asked}

    def reply(messages: Sequence[Message]) -> str:
        request = messages[-1].content
        said = _QUESTION.search(request)
        question = known[said[1]] if said is not None else None
        if question is None:
            return ""
        if "<facts>" not in request:
            return question.sparql or "NONE"
        entries = _ENTRY.findall(request)
        states = [number for number, sentence in entries if sentence in question.evidence]
        if question.kind in ("unanswerable", "schema") or not states:
            return '{"missing": "what was asked", "answer": ""}'
        return f'{{"missing": "", "answer": "{", ".join(question.gold)} [{states[0]}]."}}'

    return ScriptedChatModel(reply, name="gold")


def _figures(graph: LanguageGraph, asked: Sequence[DomainQuestion], options: PyramidOptions) -> dict[str, Any]:
    """Return, by kind and form of questions, how many each layer answers and whether it answers them right.

    `answered` by layer, of `questions`; `precision` and `recall` of the names or values in answers of the schema, and
    `exact`, the share of these that have all and no other; `right_layer`; `uncited`, names without a sentence that has
    them or the thing asked about; `requests`, the most for an answer of the schema, and `reads_below`, how often
    sentences were ranked for one; `tokens` of all questions.
    """
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    requests = reads_below = uncited = tokens = right_layer = 0
    for question in counted(asked, "asking", "questions"):
        with _ranked() as reads:
            answer = graph.ask(question.text, options)
        tokens += answer.usage.tokens
        own = counts[" ".join(filter(None, (question.kind, question.form)))]
        own["questions"] += 1
        own[f"answered by {answer.layer or 'none'}"] += 1
        right_layer += answer.layer == {"unanswerable": ""}.get(question.kind, question.kind)
        if answer.layer == "schema":
            requests, reads_below = max(requests, answer.usage.calls), reads_below + reads[0]
            said, gold = set(map(_key, _said(answer))), set(map(_key, question.gold))
            own.update({"said": len(said), "right": len(said & gold), "gold": len(gold), "exact": said == gold})
            uncited += sum(not _bears_out(answer, place, question) for place in range(len(answer.statements)))
    return {
        "right_layer": right_layer / len(asked),
        "by_kind": {name: _shares(own) for name, own in counts.items()},
        "of_schema": _shares(sum((own for name, own in counts.items() if name.startswith("schema")), Counter())),
        "uncited": uncited,
        "requests": requests,
        "reads_below": reads_below,
        "tokens": tokens,
    }


def _shares(own: Counter[str]) -> dict[str, Any]:
    answered = {name: own[name] for name in own if name.startswith(("answered", "questions"))}
    if not own["said"]:
        return answered
    precision, recall = own["right"] / own["said"], own["right"] / own["gold"]
    return answered | {
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "exact": round(own["exact"] / own["answered by schema"], 4),
    }


def _options(graph: LanguageGraph, asked: Sequence[DomainQuestion], layers: tuple[Layer, ...]) -> dict[str, float]:
    """Return precision, recall and F1 of the options chosen, as means over all questions."""
    totals = [0.0, 0.0, 0.0]
    for question in counted(asked, f"asking {', '.join(layers)}", "questions"):
        answer = graph.ask(question.text, PyramidOptions(layers=layers))
        chosen = _chosen(answer, question)
        totals = [total + own for total, own in zip(totals, option_scores(chosen, question.right), strict=True)]
    names = ("precision", "recall", "f1")
    return {name: round(total / len(asked), 4) for name, total in zip(names, totals, strict=True)}


def _chosen(answer: Answer, question: DomainQuestion) -> list[str]:
    """Return the options that an answer names, else that there is none."""
    said = {_key(each) for each in _said(answer)} if answer.layer else set()
    text = answer.text.casefold() if answer.layer not in ("", "schema") and not answer.is_evidence_only else ""
    chosen = [each for each in question.options if _key(each) in said or each.casefold() in text]
    return [each for each in chosen if each != NONE_OF_THESE] or [NONE_OF_THESE]


def _said(answer: Answer) -> Iterator[str]:
    for each in answer.statements:
        yield each.text


def _key(name: str) -> str:
    return concept_key(name, "en") or name.casefold()


def _bears_out(answer: Answer, place: int, question: DomainQuestion) -> bool:
    """Tell whether a statement cites a sentence of the documents that states what the answer rests on."""
    numbers = answer.statements[place].citations
    cited = [each.text for each in answer.citations if each.number in numbers]
    evidence = set(question.evidence)
    return any(text in evidence for text in cited)


@contextmanager
def _ranked() -> Iterator[list[int]]:
    """Count how often sentences are ranked meanwhile."""
    reads = [0]
    held = {name: getattr(Ranker, name) for name in ("sentences", "windows")}

    def counting(method: Callable[..., Any]) -> Callable[..., Any]:
        def counted_method(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401  # any method
            reads[0] += 1
            return method(*arguments, **options)

        return counted_method

    for name, method in held.items():
        setattr(Ranker, name, counting(method))
    try:
        yield reads
    finally:
        for name, method in held.items():
            setattr(Ranker, name, method)


def layers_benchmark(folder: Path, schema: Path) -> dict[str, Any]:
    """Ask other questions without a model, and tell which layer answers how many of them, and how many rightly.

    Args:
        folder: holds `corpus.jsonl` and `questions.jsonl` with `answer`.
        schema: the schema of its relations.

    Returns:
        By layer, the `share` of questions that it answers and the `precision` of its answers (exact match).

    Raises:
        InputError: a file cannot be used, or a passage could not be learned.
    """
    pooled = read_pooled([folder / "corpus.jsonl"], [folder / "questions.jsonl"])
    answered: Mapping[str, list[bool]] = {layer: [] for layer in _LAYERS}
    with (
        tempfile.TemporaryDirectory() as place,
        LanguageGraph(Path(place) / "layers.lgm", annotator="lite:parse") as graph,
    ):
        report = graph.build((passage.document() for passage in pooled.passages), facts="open")
        if report.failed:
            raise InputError(f"{report.failed[0].name} could not be learned: {report.failed[0].error}")
        graph.load_schema(read_schema_file(schema))
        for question in counted(pooled.questions, "asking", "questions"):
            answer = graph.ask(question.text, PyramidOptions())
            if answer.layer:
                said = (
                    answer.statements[0].text
                    if answer.statements
                    else answer.text.partition(": ")[2].split("; ")[0].rstrip(".")
                )
                answered[answer.layer].append(bool(exact_match(said, question.answers)))
    size = len(pooled.questions)
    return {
        layer: {"share": round(len(right) / size, 4), "precision": round(sum(right) / len(right), 4) if right else None}
        for layer, right in answered.items()
    }
