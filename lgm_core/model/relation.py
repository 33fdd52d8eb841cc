"""Meta-relations between concepts, with their evidence and verdict."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "INFERRED",
    "INFERRED_JOINTLY",
    "Evidence",
    "MetaRelation",
    "RelationKind",
    "Verdict",
    "counting_evidence",
]


class RelationKind(StrEnum):
    """The three meta-relations of the paper: inheritance, composition and alias."""

    IS_A = "is_a"
    HAS_PART = "has_part"
    ALIAS_OF = "alias_of"


class Verdict(StrEnum):
    """The judgement of reflection on a relation (paper section 3.2.3); unjudged relations are UNKNOWN."""

    VALID = "valid"
    UNKNOWN = "unknown"
    INVALID = "invalid"


INFERRED, INFERRED_JOINTLY = "inferred:", "inferred jointly:"
"""How the origin begins of what alignment inferred from a sentence, or from sentences of several documents together."""


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """A sentence that states a relation, and its source: `pattern:<name>`, `llm:<model>` or `inferred:<rule>`."""

    sentence_id: str
    origin: str

    @property
    def is_joint(self) -> bool:
        """Return whether the sentence counts only together with the relation's other joint evidence."""
        return self.origin.startswith(INFERRED_JOINTLY)

    @property
    def is_inferred(self) -> bool:
        """Return whether alignment inferred the relation from the sentence."""
        return self.origin.startswith((INFERRED, INFERRED_JOINTLY))


def counting_evidence(evidence: Sequence[Evidence], documents: Collection[str] | None = None) -> tuple[Evidence, ...]:
    """Return the evidence from some documents, None for all; joint evidence only if none of it is missing."""
    joint = [each for each in evidence if each.is_joint]
    seen = [each for each in evidence if documents is None or each.sentence_id.rpartition("#")[0] in documents]
    is_whole = len(joint) > 1 and all(each in seen for each in joint)
    return tuple(each for each in seen if is_whole or not each.is_joint)


@dataclass(frozen=True, slots=True)
class MetaRelation:
    """`subject` is a kind of `object`, has it as a part, or is another name for it (both concept keys).

    An alias is symmetric and stored once, with the smaller key as subject.
    """

    kind: RelationKind
    subject: str
    object: str
    evidence: tuple[Evidence, ...] = ()
    verdict: Verdict = Verdict.UNKNOWN

    @property
    def key(self) -> tuple[str, str, str]:
        """Return the relation's identity in a graph."""
        return (self.kind.value, self.subject, self.object)
