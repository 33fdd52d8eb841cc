"""What a run that writes tuning data tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["TuningReport"]


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
