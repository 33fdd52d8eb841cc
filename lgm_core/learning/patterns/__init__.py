"""Meta-relations that sentences state, found without a language model."""

from lgm_core.learning.patterns.pattern_matching import FoundRelation, find_relations

__all__ = ["FoundRelation", "find_relations"]
