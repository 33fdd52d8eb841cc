"""Writing the rows that a language model is tuned with: `train.jsonl` and `held_out.jsonl`, divided by document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lgm_core.errors import InputError, shown
from lgm_core.file_writing import written_whole
from lgm_core.flow import Flow
from lgm_core.model import Verdict
from lgm_core.model.relation import counting_evidence
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.tuning.generation import add_answers, add_descriptions, add_texts
from lgm_core.tuning.guidelines import GUIDELINES, TASKS, reworded_guidelines
from lgm_core.tuning.inference import add_chains, add_entailment, add_hypernyms, add_relations
from lgm_core.tuning.label_buckets import FEWEST
from lgm_core.tuning.stated_knowledge import Part, divided, read_part
from lgm_core.tuning.tuning_rows import Rows
from lgm_core.tuning.understanding import Solve, add_labelled, add_plans, labelled_tasks

__all__ = ["TuningReport", "checked_tasks", "write_tuning_data"]

_MOST, _MOST_PLANS = 2000, 400
"""The most rows of a task for training, about, and of questions to plan, each of which is executed."""

_NO_VERDICTS = "it takes VALID relations, and none has been judged so; run graph.reflect() or lgm reflect first"
_NO_VALID = "it takes VALID relations, and these documents state none or too few"
_NO_FACTS = "it takes facts, and the graph has none; build it with facts='open', or run graph.learn_facts()"
_NO_TYPES = "it takes types of things: VALID is-a relations (run graph.reflect()) or those that graph.construct() finds"
_FEW = f"fewer than two labels have {FEWEST} texts each"
_WITHOUT_FACTS = {
    "nlu/entities": _NO_TYPES,
    "nlu/types": _NO_TYPES,
    "nlg/descriptions": "the graph keeps no summaries of sections and no descriptions of things by a language model",
}
_TOO_FEW_FACTS = {"nlu/events": f"no facts with a time or place, or {_FEW}", "nlu/facts": _FEW}
_ADDING: Mapping[str, Callable[[Rows, Part, int], None]] = {
    "nli/relations": add_relations,
    "nli/hypernyms": add_hypernyms,
    "nli/chains": add_chains,
    "nli/entailment": add_entailment,
    "nlg/texts": add_texts,
    "nlg/answers": add_answers,
    "nlg/descriptions": add_descriptions,
}
_OF_RELATIONS = ("nlu/relations", "nli/relations", "nli/hypernyms", "nli/chains")


@dataclass(frozen=True, slots=True)
class TuningReport:
    """The rows that `LanguageGraph.tuning_data` wrote.

    Attributes:
        train: the number of rows in `train.jsonl` by task, such as `nlu/entities`.
        held_out: the number of rows in `held_out.jsonl` by task.
        left_out: by task, why it has no rows, or fewer than the graph could give.
    """

    train: Mapping[str, int]
    held_out: Mapping[str, int]
    left_out: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the counts of rows, then what was left out and why, a line each."""
        tasks = dict.fromkeys((*self.train, *self.held_out))
        lines = [f"{task}: {self.train.get(task, 0)}, held out {self.held_out.get(task, 0)}" for task in tasks]
        lines += [f"{task} left out: {reason}" for task, reason in self.left_out.items()]
        totals = f"rows: {sum(self.train.values())}, held out {sum(self.held_out.values())}"
        return "\n".join([totals, *lines])


def checked_tasks(tasks: str | Sequence[str]) -> tuple[str, ...]:
    """Return the names of single tasks for groups (`nlu`) and single tasks (`nlu/facts`), each once.

    Raises:
        InputError: there are none, or one does not exist.
    """
    wanted = [tasks] if isinstance(tasks, str) else list(tasks)
    if unknown := [each for each in wanted if each not in (*TASKS, *GUIDELINES)]:
        raise InputError(f"the task {shown(unknown[0])} does not exist; use {', '.join((*TASKS, *GUIDELINES))}")
    if not wanted:
        raise InputError(f"there is no task; give some of {', '.join(TASKS)}")
    return tuple(task for task in GUIDELINES if {task, task.partition("/")[0]}.intersection(wanted))


def write_tuning_data(
    view: GraphView, tasks: str | Sequence[str], folder: Path, solve: Solve, *, seed: int, held_out: float, reword: bool
) -> Flow[TuningReport]:
    """Write rows of what a view states (see `LanguageGraph.tuning_data`); `solve` executes plans on facts alone."""
    names = checked_tasks(tasks)
    if isinstance(held_out, bool) or not isinstance(held_out, int | float) or not 0 <= held_out < 1:
        raise InputError(f"held_out={shown(held_out)} is no share of documents; give a number from 0 to less than 1")
    documents = [record.id for record in view.store.documents(where=view.where)]
    train_ids, held_ids = divided(documents, held_out, seed)
    seen = frozenset(documents)
    relations = [each for each in view.store.relations() if counting_evidence(each.evidence, seen)]
    is_judged = any(each.verdict is Verdict.VALID for each in relations)
    held = read_part(view, relations, held_ids)
    hidden = {each.text.casefold().strip() for each in held.sentences.values()}
    train = read_part(view, relations, train_ids, hidden)
    if not train.facts and not train.relations:
        told = dict.fromkeys(_reason(task, train, is_judged=is_judged) for task in names)
        raise InputError(f"there is nothing to make rows of: {'; '.join(told)}")
    reworded = (yield from reworded_guidelines(names)) if reword else {}
    labelled = {"train": labelled_tasks(train), "held_out": labelled_tasks(held)}
    buckets = {task: samples.buckets() for task, samples in labelled["train"].items()}
    most_held = max(1, round(_MOST * len(held_ids) / max(1, len(train_ids))))
    files: dict[str, dict[str, list[str]]] = {"train": {}, "held_out": {}}
    for name, part, most in (("train", train, _MOST), ("held_out", held, most_held)):
        for task in names:
            rows = Rows(task, f"{seed}:{name}", reworded)
            if task in buckets:
                add_labelled(rows, part, labelled[name][task], buckets[task], most)
            elif task == "nlu/plans":
                add_plans(rows, part, -(-most * _MOST_PLANS // _MOST), solve)
            else:
                _ADDING[task](rows, part, most)
            files[name] |= {task: rows.made} if rows.made else {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows_of in files.items():
            with written_whole((folder / f"{name}.jsonl").resolve()) as file:
                file.writelines(line.encode("utf-8", "replace") for made in rows_of.values() for line in made)
    except OSError as error:
        raise InputError(f"{folder}: the rows cannot be written ({error.strerror or error})") from error
    counts = [{task: len(made) for task, made in rows_of.items()} for rows_of in files.values()]
    left_out = {task: _reason(task, train, is_judged=is_judged) for task in names if task not in counts[0]}
    return TuningReport(counts[0], counts[1], left_out)


def _reason(task: str, part: Part, *, is_judged: bool) -> str:
    if task in _OF_RELATIONS:
        return _NO_VALID if is_judged else _NO_VERDICTS
    if task in _WITHOUT_FACTS:
        return _WITHOUT_FACTS[task]
    return _TOO_FEW_FACTS.get(task, "the graph states too little for it") if part.facts else _NO_FACTS
