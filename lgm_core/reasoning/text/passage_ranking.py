"""Ranking passages for each step of a plan, and for all steps together.

Rankings are fused by reciprocal ranks (Cormack, Clarke and Büttcher, SIGIR 2009), since scores for different questions
cannot be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lgm_core.language.words import name_stems, stems
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.plan.plan_parts import Retrieval, used_variables
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.rank_fusion import fused_ranks
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["WeightedRanking", "fused", "passages_together", "plan_passages", "ranked_for_step"]

_SOON = 5
"""The rank at which the weight has halved. Between 3 and 20 recall hardly changes (benchmarks/reasoning.md)."""
_DEPTH = 40
"""How many passages of each ranking are used."""
_TITLED = 0.5
"""Weight of the ranking of passages whose title has a name of the question, relative to the others."""
_WHOLE = 0.5
"""Weight of the ranking for the whole question, relative to that for a step."""

_WHOLE_OF_UNSURE = 2.0
"""The same if a step uses names picked from sentences without a language model, two thirds of which are wrong."""


@dataclass(frozen=True, slots=True)
class WeightedRanking:
    """The ids of sections, best first, and the weight of this ranking."""

    sections: Sequence[str]
    weight: float = 1.0


def ranked_for_step(question: str, ranker: Ranker, view: GraphView, k: int) -> list[str]:
    """Return the ids of the `k` best sections for a sub-question, best first.

    A sub-question is mostly answered by one passage, so ranking single passages counts as much as ranking chains of
    passages. Passages whose title has a name of the question count more: *History of Ohio* for what happened in Ohio.

    Args:
        question: the sub-question, with variables replaced by names.
        ranker: ranks the passages.
        view: the visible part of the graph.
        k: how many sections.
    """
    depth = max(k, _DEPTH)
    alone = ranker.with_options(replace(ranker.weights, hops=1))
    rankings = [
        WeightedRanking([hit.id for hit in each.passages(question, depth, allowed=view.allowed)])
        for each in (ranker, alone)
    ]
    order = fused(rankings)
    titled = WeightedRanking(_with_named_titles(question, order, view), _TITLED)
    return fused([*rankings, titled])[:k]


def passages_together(
    steps: Sequence[WeightedRanking], whole: Sequence[str], k: int, *, unsure: Sequence[WeightedRanking] = ()
) -> list[str]:
    """Return the ids of the `k` sections that answer a question together, best first.

    The best section of each step comes first, then those of the fused rankings of the steps and the whole question.

    Args:
        steps: the sections of each step.
        whole: the sections of the whole question, best first.
        k: how many sections.
        unsure: the sections of steps that may ask for the wrong thing; their best ones do not come first.
    """
    best = dict.fromkeys(ranking.sections[0] for ranking in steps if ranking.sections)
    of_whole = WeightedRanking(whole, _WHOLE_OF_UNSURE if unsure else _WHOLE)
    return list(dict.fromkeys([*best, *fused([*steps, *unsure, of_whole])]))[:k]


def fused(rankings: Sequence[WeightedRanking]) -> list[str]:
    """Return all ranked sections, by the sum of their reciprocal ranks."""
    sections = [ranking.sections for ranking in rankings]
    return list(fused_ranks(sections, _SOON, [ranking.weight for ranking in rankings]))


def _with_named_titles(question: str, sections: Sequence[str], view: GraphView) -> list[str]:
    """Return the sections whose title has a word of a name in the question, in order."""
    names = name_stems(question, view.language)
    if not names:
        return []
    titles = _titles(sections, view)
    return [section for section in sections if not names.isdisjoint(stems(titles.get(section, ""), view.language))]


def _titles(sections: Sequence[str], view: GraphView) -> Mapping[str, str]:
    """Return the titles of sections and their documents, by id."""
    records = view.documents(section.rpartition("#s")[0] for section in sections)
    return {
        section.id: " ".join((records[section.document_id].title, *section.path))
        for section in view.store.sections(list(sections))
        if section.document_id in records
    }


def plan_passages(
    question: str, steps: Sequence[StepResult], ranker: Ranker, view: GraphView, k: int
) -> tuple[str, ...]:
    """Return the ids of the `k` sections that answer a question together, best first.

    If no step read text, these are the best sections for the question. For 100 questions of MuSiQue, five sections hold
    .90 of the gold passages if the answers of the steps are known, and .83 if they are picked without a language model;
    the ranking for the question finds .82 (benchmarks/reasoning.md).

    Args:
        question: the question.
        steps: the results of the steps of its plan.
        ranker: ranks the passages.
        view: the visible part of the graph.
        k: how many sections.
    """
    whole = [hit.id for hit in ranker.passages(question, k, allowed=view.allowed)]
    sure: list[WeightedRanking] = []
    unsure: list[WeightedRanking] = []
    picked: set[str] = set()
    for step in steps:
        if not isinstance(step.step.action, Retrieval):
            continue
        action = step.step.action
        used = {action.subject.variable, action.object.variable, *used_variables(action)}
        if step.passages:
            (sure if picked.isdisjoint(used) else unsure).append(WeightedRanking(step.passages))
        if step.basis == "text":
            picked |= used
    return tuple(passages_together(sure, whole, k, unsure=unsure))
