"""A document becomes a local knowledge graph, in stages: mentions, entities, relations, schema.

The stages are those of *Holistic construction of a local knowledge graph* (chapters 5 to 10 of the thesis); each is a
flow, and works without a language model too. A stage's findings are stored as an addition, which can be undone.
"""
