"""Chat rows: an instruction, what it is given, the reply to learn, and what of the graph bears the reply out."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lgm_core.tuning.formats import FORMATS, Record
from lgm_core.tuning.guidelines import DATA, GUIDELINES, WORDINGS

__all__ = ["Rows"]


@dataclass
class Rows:
    """Makes the rows of one task in one part; its seed chooses formats and wordings.

    Attributes:
        task: the task, such as `nlu/facts`.
        seed: what its choices depend on.
        reworded: wordings of guidelines by a language model, by task.
        made: the rows so far, as lines of JSON Lines.
    """

    task: str
    seed: str
    reworded: Mapping[str, Sequence[str]] = field(default_factory=dict)
    made: list[str] = field(default_factory=list)

    @cached_property
    def chance(self) -> random.Random:
        """Return what chooses at random."""
        return random.Random(f"{self.seed}:{self.task}")  # noqa: S311  # no secret depends on it

    def written(self, columns: Sequence[str], records: Iterable[Record]) -> str:
        """Write each record once, in a format by chance."""
        return self.chance.choice(FORMATS).write(columns, list(dict.fromkeys(records)))

    def records(
        self, asked: str, columns: Sequence[str], records: Iterable[Record], sentences: Iterable[str], **told: object
    ) -> None:
        """Add a row whose reply consists of records, sorted and each once, in a format by chance.

        `asked` is what the user gives, without the format; the other arguments are those of `text`.
        """
        chosen = self.chance.choice(FORMATS)
        reply = chosen.write(columns, sorted(set(records)))
        asked = f"{asked}\nReply {chosen.asked}: {', '.join(columns)}."
        self.text(asked, reply, sentences, columns=columns, format=chosen.name, **told)

    def text(self, asked: str, reply: str, sentences: Iterable[str], **told: object) -> None:
        """Add a row; its provenance has the ids of its sentences, those of their documents, and what is `told`."""
        guideline = self.chance.choice([GUIDELINES[self.task], *self.reworded.get(self.task, ())])
        told_how = self.chance.choice(WORDINGS).format(guideline)
        turns = (("system", f"{told_how} {DATA}"), ("user", asked), ("assistant", reply))
        ids = list(dict.fromkeys(sentences))
        documents = sorted({id.rpartition("#")[0] for id in ids})
        row = {
            "messages": [{"role": role, "content": content} for role, content in turns],
            "task": self.task,
            "provenance": {"documents": documents, "sentences": ids, **told},
        }
        self.made.append(json.dumps(row, ensure_ascii=False) + "\n")
