"""Chat rows: an instruction, what it is given, the reply to learn, and what of the graph bears the reply out."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lgm_core.tuning.formats import FORMATS, Format, Record
from lgm_core.tuning.guidelines import GUIDELINES

__all__ = ["Rows", "TuningRow", "documents_of"]


@dataclass(frozen=True, slots=True)
class TuningRow:
    """A row to tune a language model with.

    Attributes:
        task: its task, such as `nlu/facts`.
        messages: pairs of role (`system`, `user`, `assistant`) and content.
        provenance: where it comes from: `documents` and `sentences` by id; for some tasks `facts` and `relations` by
            key, `label` and `bucket`, and the `columns` and `format` of the reply.
    """

    task: str
    messages: tuple[tuple[str, str], ...]
    provenance: Mapping[str, object]

    @property
    def line(self) -> str:
        """Return the row as a line of JSON Lines."""
        messages = [{"role": role, "content": content} for role, content in self.messages]
        row = {"messages": messages, "task": self.task, "provenance": self.provenance}
        return json.dumps(row, ensure_ascii=False) + "\n"


def documents_of(sentences: Iterable[str]) -> list[str]:
    """Return the ids of the documents of sentences, sorted."""
    return sorted({id.rpartition("#")[0] for id in sentences})


@dataclass
class Rows:
    """Makes the rows of one task in one part; its seed chooses formats and wordings.

    Args:
        task: the task.
        seed: what its choices depend on.
        reworded: further wordings of guidelines by task.
    """

    task: str
    seed: str
    reworded: Mapping[str, Sequence[str]] = field(default_factory=dict)
    made: list[TuningRow] = field(default_factory=list)

    @cached_property
    def chance(self) -> random.Random:
        """Return what chooses at random."""
        return random.Random(f"{self.seed}:{self.task}")  # noqa: S311  # no secret depends on it

    def format(self, columns: Sequence[str]) -> Format:
        """Choose a format that suits the columns."""
        return self.chance.choice([each for each in FORMATS if len(columns) > 1 or each.name != "json by label"])

    def records(
        self, asked: str, columns: Sequence[str], records: Iterable[Record], sentences: Sequence[str], **told: object
    ) -> None:
        """Add a row whose reply consists of records, sorted and each once, in a chosen format.

        Args:
            asked: what the user gives, without the format.
            columns: the columns of the reply.
            records: the records of the reply.
            sentences: the ids of the sentences that it comes from.
            told: what else its provenance has.
        """
        chosen = self.format(columns)
        reply = chosen.write(columns, sorted(set(records)))
        asked = f"{asked}\nReply {chosen.asked(columns)}"
        self.text(asked, reply, sentences, columns=list(columns), format=chosen.name, **told)

    def text(self, asked: str, reply: str, sentences: Sequence[str], **told: object) -> None:
        """Add a row with any reply; the arguments are those of `records`."""
        guideline = self.chance.choice([*GUIDELINES[self.task], *self.reworded.get(self.task, ())])
        provenance = {"documents": documents_of(sentences), "sentences": list(sentences), **told}
        messages = (("system", guideline), ("user", asked), ("assistant", reply))
        self.made.append(TuningRow(self.task, messages, provenance))
