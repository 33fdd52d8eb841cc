"""Writing the rows that a language model is tuned with: `train.jsonl` and `held_out.jsonl`, divided by document."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lgm_core.errors import InputError, shown
from lgm_core.file_writing import written_whole
from lgm_core.model.relation import counting_evidence
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.tuning.label_buckets import confusable
from lgm_core.tuning.stated_knowledge import Part
from lgm_core.tuning.tasks import ADDING, COLUMNS, Solve, add_labelled, add_plans, labelled
from lgm_core.tuning.tuning_rows import GUIDELINES, Rows

__all__ = ["TuningReport", "write_tuning_data"]

_MOST = 2000
"""The most rows of a task for training, about; a fifth of it for plans, each of which is executed."""

_GROUPS = tuple(dict.fromkeys(task.partition("/")[0] for task in GUIDELINES))

_FACTS = "it takes facts, of which there are none or too few; build with facts='open', or run graph.learn_facts()"
_VALID = "it takes VALID relations, of which there are none or too few; run graph.reflect() or lgm reflect"
_TYPES = f"{_VALID}, or have graph.construct() find types of things"
_LEFT_OUT = {
    **dict.fromkeys(("nlu/entities", "nlu/types"), _TYPES),
    **dict.fromkeys(("nlu/relations", "nli/relations", "nli/hypernyms", "nli/chains"), _VALID),
    "nlg/descriptions": "the graph keeps no summaries of sections and no descriptions of things by a language model",
}
"""Why a task has no rows; the others take facts."""


@dataclass(frozen=True, slots=True)
class TuningReport:
    """The rows that `LanguageGraph.tuning_data` wrote.

    Attributes:
        train: the number of rows in `train.jsonl` by task, such as `nlu/entities`.
        held_out: the number of rows in `held_out.jsonl` by task.
        left_out: by task, why it has no rows for training.
    """

    train: Mapping[str, int]
    held_out: Mapping[str, int]
    left_out: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the counts of rows, then what was left out and why, a line each."""
        totals = f"rows: {sum(self.train.values())}, held out {sum(self.held_out.values())}"
        tasks = dict.fromkeys((*self.train, *self.held_out))
        lines = [f"{task}: {self.train.get(task, 0)}, held out {self.held_out.get(task, 0)}" for task in tasks]
        return "\n".join([totals, *lines, *(f"{task} left out: {told}" for task, told in self.left_out.items())])


def write_tuning_data(
    view: GraphView, tasks: str | Sequence[str], folder: Path, solve: Solve, *, seed: int, held_out: float
) -> TuningReport:
    """Write rows of what a view states (see `LanguageGraph.tuning_data`); `solve` executes plans on facts alone."""
    wanted, known = [tasks] if isinstance(tasks, str) else list(tasks), (*_GROUPS, *GUIDELINES)
    if not wanted or any(task not in known for task in wanted):
        raise InputError(f"tasks={shown(tasks)} must be some of {', '.join(known)}")
    names = [task for task in GUIDELINES if {task, task.partition("/")[0]}.intersection(wanted)]
    if isinstance(held_out, bool) or not isinstance(held_out, int | float) or not 0 <= held_out < 1:
        raise InputError(f"held_out={shown(held_out)} is no share of documents; give a number from 0 to less than 1")
    documents = [record.id for record in view.store.documents(where=view.where)]
    shuffled = sorted(documents)
    random.Random(f"{seed}:documents").shuffle(shuffled)  # noqa: S311  # no secret depends on it
    count = min(max(1, round(held_out * len(documents))), len(documents) - 1) if held_out and documents else 0
    held_ids, train_ids = sorted(shuffled[:count]), sorted(shuffled[count:])
    seen = frozenset(documents)
    relations = [each for each in view.store.relations() if counting_evidence(each.evidence, seen)]
    held = Part(view, relations, held_ids)
    hidden = {each.text.casefold().strip() for each in held.sentences.values()}
    train = Part(view, relations, train_ids, hidden)
    if not train.facts and not train.relations:
        told = dict.fromkeys(_LEFT_OUT.get(task, _FACTS) for task in names)
        raise InputError(f"there is nothing to make rows of: {'; '.join(told)}")
    buckets = {task: confusable(labelled(task, train)) for task in COLUMNS if task in names}
    most_held = max(1, round(_MOST * len(held_ids) / max(1, len(train_ids))))
    files: dict[str, dict[str, list[str]]] = {"train": {}, "held_out": {}}
    for name, part, most in (("train", train, _MOST), ("held_out", held, most_held)):
        for task in names:
            rows = Rows(task, f"{seed}:{name}")
            if task in buckets:
                add_labelled(rows, part, labelled(task, part), buckets[task], most)
            elif task == "nlu/plans":
                add_plans(rows, part, -(-most // 5), solve)
            else:
                ADDING[task](rows, part, most)
            files[name] |= {task: rows.made} if rows.made else {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows_of in files.items():
            with written_whole((folder / f"{name}.jsonl").resolve()) as file:
                file.writelines(line.encode("utf-8", "replace") for made in rows_of.values() for line in made)
    except OSError as error:
        raise InputError(f"{folder}: the rows cannot be written ({error.strerror or error})") from error
    counts = [{task: len(made) for task, made in rows_of.items()} for rows_of in files.values()]
    left_out = {task: _LEFT_OUT.get(task, _FACTS) for task in names if task not in counts[0]}
    return TuningReport(counts[0], counts[1], left_out)
