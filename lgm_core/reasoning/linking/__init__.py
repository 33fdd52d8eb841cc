"""Linking the words of a plan to the graph: names to concepts, types to what things are, predicates to facts'."""
