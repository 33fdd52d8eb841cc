"""Relations stated in sentences, found by patterns without a language model."""

from lgm_core.learning.patterns.pattern_matching import RelationMention, find_relations

__all__ = ["RelationMention", "find_relations"]
