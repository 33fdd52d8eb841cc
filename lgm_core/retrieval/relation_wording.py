"""Relations in words, for people and language models."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.model import RelationKind
from lgm_core.model.concept import name_of

__all__ = ["VERBS", "child_step", "is_inherited", "path_sentence", "relation_step"]

VERBS = {RelationKind.IS_A: "is a", RelationKind.HAS_PART: "has part", RelationKind.ALIAS_OF: "is also called"}
"""The words between the subject and the object of a relation."""


def relation_step(kind: RelationKind, target: str) -> str:
    """Return a relation to a concept as a step of a path: `is a fruit`, `has part peel`, `also called malus`."""
    target = name_of(target)
    if kind is RelationKind.IS_A:
        return f"is {'an' if target[0] in 'aeiou' else 'a'} {target}"
    return f"has part {target}" if kind is RelationKind.HAS_PART else f"also called {target}"


def child_step(child: str) -> str:
    """Return an is-a relation from the side of the parent: `includes apple`."""
    return f"includes {name_of(child)}"


def is_inherited(path: Sequence[str]) -> bool:
    """Tell whether every step of a path leads to a class or an alias, so that what holds for its end holds for all."""
    return all(step.startswith(("is a ", "is an ", "also called ")) for step in path[1:])


def path_sentence(path: Sequence[str]) -> str:
    """Return a path as a sentence: `apple is a fruit`, `apple also called malus, is a tree`.

    Args:
        path: a concept, then the steps from it, as `relation_step` and `child_step` word them.
    """
    return " ".join([path[0], ", ".join(path[1:])]).strip()
