"""The part of a graph that tuning a language model uses: rows to tune it with, and rewards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError, shown
from lgm_core.facade.graph_alignment import AlignedGraph
from lgm_core.facade.logical_forms import solving
from lgm_core.flow import run
from lgm_core.graph.port import Where
from lgm_core.model import Answer
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.tuning.answer_reward import AnswerReward, answer_reward
from lgm_core.tuning.tuning_data import TuningReport, write_tuning_data

__all__ = ["TunedGraph"]


class TunedGraph(AlignedGraph):
    """The part of `LanguageGraph` that helps to tune a language model."""

    def tuning_data(
        self,
        tasks: str | Sequence[str] = ("nlu", "nli", "nlg"),
        *,
        folder: str | PathLike[str],
        seed: int = 1,
        where: Where | None = None,
        held_out: float = 0.1,
    ) -> TuningReport:
        """Write chat rows to tune a language model with, `train.jsonl` and `held_out.jsonl`, and report their counts.

        Each line has `messages`, `task` and `provenance`: the documents, sentences, facts and relations that bear it
        out. Documents are divided between the files, and no sentence of one that is held out is in `train.jsonl`. Only
        VALID relations are used. The same graph and arguments write the same bytes (KAG, section 2.5).

        Args:
            tasks: groups of tasks (`nlu`, `nli`, `nlg`), or single ones such as `nlu/facts`.
            folder: where to write; it is made if it is missing, and its former rows are replaced.
            seed: another seed makes other choices.
            where: a filter on document metadata; nothing from other documents is used.
            held_out: the share of documents held out, from 0 to less than 1.

        Raises:
            InputError: a task does not exist, an argument cannot be understood, the folder cannot be written, or the
                graph has neither facts nor VALID relations (the message names the step to run).
            StoreError: there is no graph.
        """
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise InputError(f"seed={shown(seed)} is no whole number; give one, such as seed=1")
        facts_alone = self._opened.with_llm(None)
        options = LogicalFormOptions(text="never", rounds=1)

        def solve(plan: LogicalPlan) -> Sequence[str]:
            session = facts_alone.question_session(None, None, where=where)
            solution = run(solving(facts_alone, plan, options, "", where), session)
            return () if solution.is_evidence_only else solution.answers

        view = GraphView(self._opened.existing(), where=where)
        return write_tuning_data(view, tasks, Path(folder), solve, seed=seed, held_out=held_out)

    def reward(self, answer: str | Answer, question: str = "", *, where: Where | None = None) -> AnswerReward:
        """Judge an answer by what the graph knows, as a reward to tune a language model with (KAG, formula 1).

        Args:
            answer: the answer, as text or as `ask` returns it.
            question: the question; by default that of an `Answer`. What is not linked to it earns next to nothing.
            where: a filter on document metadata; nothing from other documents is used.

        Raises:
            InputError: the graph has no facts, the answer is no text or in another language than the graph, or the
                filter cannot be understood.
            StoreError: there is no graph.
        """
        if isinstance(answer, Answer):
            question = question or answer.question
            answer = "" if answer.is_evidence_only else answer.text
        if not isinstance(answer, str) or not isinstance(question, str):
            raise InputError(f"an answer and its question must be text, not {shown(answer)} and {shown(question)}")
        view, ranker = self._opened.seen(f"{question}\n{answer}", where)
        reward = answer_reward(view, ranker, answer, question)
        documents = None if view.allowed is None else sorted(view.allowed)
        if not reward.facts and not any(graph.facts for graph in view.store.scan(documents)):
            raise InputError("the graph has no facts to judge answers by; build it with facts='open', or import facts")
        return reward

    def preference_pairs(
        self, rows: Iterable[Mapping[str, Any]], *, margin: float = 0.1, where: Where | None = None
    ) -> Iterator[dict[str, Any]]:
        """Yield pairs for preference tuning, `prompt`, `chosen`, `rejected` and `rewards` (KAG, section 2.5.3).

        Args:
            rows: objects with `question` and `answers`, a list of texts.
            margin: by how much the rewards `normed` of the best and the worst must differ; others yield no pair.
            where: a filter on document metadata; nothing from other documents is used.

        Raises:
            InputError: a row or the margin cannot be used, or an answer cannot be judged (see `reward`).
        """
        if not margin >= 0:
            raise InputError(f"margin={shown(margin)} is no number from 0 on")
        for row in rows:
            question, answers = (row.get(key) if isinstance(row, Mapping) else None for key in ("question", "answers"))
            if not isinstance(question, str) or not isinstance(answers, list) or {*map(type, answers)} - {str}:
                raise InputError(f"a row needs `question`, a text, and `answers`, a list of texts: {shown(row)}")
            worths = {answer: self.reward(answer, question, where=where).normed for answer in answers}
            chosen, rejected = (most(worths, key=worths.__getitem__, default="") for most in (max, min))
            if worths and worths[chosen] - worths[rejected] > margin:
                yield {
                    "prompt": [{"role": "user", "content": question}],
                    "chosen": [{"role": "assistant", "content": chosen}],
                    "rejected": [{"role": "assistant", "content": rejected}],
                    "rewards": [worths[chosen], worths[rejected]],
                }
