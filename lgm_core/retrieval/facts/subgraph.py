"""Subgraph retrieval: a beam search over facts from the concepts that a question names (TCR-QF, section 3.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from lgm_core.flow import Flow
from lgm_core.model import FactPath, FactSubgraph, RestoredFact, TraceStep
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_paths import FactReader, Path, extensions, path_from
from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions
from lgm_core.retrieval.facts.fact_text import names_as_written
from lgm_core.retrieval.facts.path_prompts import enough_request, score_request
from lgm_core.retrieval.facts.path_scoring import QuestionCoverage, with_cosines
from lgm_core.retrieval.facts.restoration import restore
from lgm_core.retrieval.facts.start_concepts import start_concepts
from lgm_core.vectors.port import Embeddings

__all__ = ["retrieve_facts"]


def retrieve_facts(
    view: GraphView,
    question: str,
    options: FactRetrievalOptions | None = None,
    *,
    embeddings: Embeddings | None = None,
) -> Flow[FactSubgraph]:
    """Find the facts that bear on a question, and give them back their sentences.

    Paths start at the concepts that the question names, by all names of these, and go on over facts in either
    direction, through no concept twice. At each depth the best of each start are kept. By words, a fact is worth what
    it covers of the question that its path has left open; an embedding model adds the cosine of question and path. A
    language model scores the best by words instead, in one batch a depth, and then says whether they are enough. Where
    its reply is of no use the words decide; the trace step `fact paths` has the `error`.

    Args:
        view: what the question may see of the graph.
        question: the question.
        options: settings; the default asks no language model.
        embeddings: an embedding model.
    """
    options = options or FactRetrievalOptions()
    reader, coverage = FactReader(view), QuestionCoverage(question, view.question_languages)
    beams = _starts(view, question, reader, coverage)
    concepts = tuple(path.start[0] for path in beams)
    kept: list[Path] = []
    for depth in range(1, options.depth + 1):
        by_start = _extended(beams, reader, coverage)
        if embeddings is not None:
            by_start = [with_cosines(view, question, paths, embeddings) for paths in by_start]
        if options.scorer == "llm" and by_start:
            by_start = yield from _judged(view, question, by_start, options.candidates, depth)
        beams = [path for paths in by_start for path in _best(paths, options.width)]
        kept += beams
        if (
            not beams
            or depth == options.depth
            or (options.scorer == "llm" and (yield from _is_enough(view, question, kept)))
        ):
            break
    paths = _whole(kept)
    facts = list({fact.key: fact for path in paths for fact in path.facts}.values())
    if options.sentences:
        restored = restore(view, facts, k=options.sentences, embeddings=embeddings)
    else:
        restored = [RestoredFact(fact, ()) for fact in facts]
    return FactSubgraph(
        question,
        concepts,
        tuple(paths),
        tuple(restored),
        names_as_written(view, facts),
    )


def _starts(view: GraphView, question: str, reader: FactReader, coverage: QuestionCoverage) -> list[Path]:
    """Return a path without facts for each concept that the question names and facts are about."""
    groups = [group for group in reader.names(start_concepts(view, question)) if reader.about(group)]
    coverage.weigh(reader.facts_read.values())
    covered = [coverage.of_text(group[0]) for group in groups]
    return [
        path_from(group, of_group, coverage.share(of_group)) for group, of_group in zip(groups, covered, strict=True)
    ]


def _extended(beams: Sequence[Path], reader: FactReader, coverage: QuestionCoverage) -> list[list[Path]]:
    """Return the paths with each fact that leads on, by where they start, scored by words."""
    by_start: defaultdict[tuple[str, ...], list[Path]] = defaultdict(list)
    for path in beams:
        by_start[path.start] += extensions(path, reader)
    coverage.weigh(reader.facts_read.values())
    return [[coverage.scored(path) for path in paths] for paths in by_start.values() if paths]


def _best(paths: Sequence[Path], width: int) -> list[Path]:
    """Return the best paths, each with how many of its facts brought it further; the first always did."""
    best = sorted(paths, key=lambda path: (-path.rank, path.facts[-1].key))[:width]
    return [
        replace(path, useful=len(path.facts)) if path.rank > path.before or not path.useful else path for path in best
    ]


def _judged(
    view: GraphView, question: str, by_start: Sequence[Sequence[Path]], most: int, depth: int
) -> Flow[list[list[Path]]]:
    """Score the last facts of the best paths of each start by a language model, in one batch."""
    shown = [_best(paths, most) for paths in by_start]
    names = names_as_written(view, (fact for paths in shown for path in paths for fact in path.facts))
    outcomes = yield [score_request(question, [path.facts for path in paths], names) for paths in shown]
    judged = [
        [
            replace(path, rank=outcome.value[number], before=-1.0)
            for number, path in enumerate(paths, 1)
            if outcome.value.get(number)
        ]
        if outcome.ok
        else paths
        for paths, outcome in zip(shown, outcomes, strict=True)
    ]
    errors = [outcome.error for outcome in outcomes if not outcome.ok]
    details = {"depth": depth, "shown": sum(map(len, shown)), "helpful": sum(map(len, judged))}
    yield TraceStep("fact paths", details | ({"error": errors[0]} if errors else {}))
    return judged


def _is_enough(view: GraphView, question: str, paths: Sequence[Path]) -> Flow[bool]:
    whole = [path.facts for path in _whole(paths)]
    (outcome,) = yield [enough_request(question, whole, names_as_written(view, chain.from_iterable(whole)))]
    return bool(outcome.ok and outcome.value)


def _whole(paths: Sequence[Path]) -> list[FactPath]:
    """Return paths, best first, without the beginnings of others and those that have the facts of a better one."""
    cut = [FactPath(path.concepts[: path.useful], path.facts[: path.useful], path.rank) for path in paths]
    keys = [tuple(fact.key for fact in path.facts) for path in cut]
    beginnings = {of_path[:end] for of_path in keys for end in range(1, len(of_path))}
    by_facts: dict[frozenset[str], FactPath] = {}
    for path, of_path in sorted(zip(cut, keys, strict=True), key=lambda item: -item[0].score):
        if of_path not in beginnings:
            by_facts.setdefault(frozenset(of_path), path)
    return list(by_facts.values())
