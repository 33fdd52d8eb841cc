"""What variables stand for: rows, never loose lists, so that what belongs together stays together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lgm_core.model import Fact, FactEnd

__all__ = ["Binding", "Row"]


@dataclass(frozen=True, slots=True)
class Binding:
    """What a variable stands for in a row.

    Attributes:
        end: a concept by its key, a value, or a section. A name that the graph has no concept for is its key all the
            same, so that it can be compared.
        name: as documents write it.
    """

    end: FactEnd
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """Things that belong together, with what says so.

    Attributes:
        bindings: by variable.
        facts: the facts that bear it out, each once, in the order of the steps.
        sentences: the ids of sentences that bear it out, those of its facts among them, each once.
        weight: from 0 to 1, how sure it is: the least of its steps.
    """

    bindings: Mapping[str, Binding] = field(default_factory=dict, hash=False)
    facts: tuple[Fact, ...] = ()
    sentences: tuple[str, ...] = ()
    weight: float = 1.0
