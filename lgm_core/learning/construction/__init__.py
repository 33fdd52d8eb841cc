"""A document becomes a small knowledge graph of its own, in stages: mentions, entities, relations, schema.

The stages are those of *Holistic construction of a local knowledge graph* (chapters 5 to 10 of the thesis); each is a
flow, and each can do without a language model. What a stage finds is kept as an addition, and can be taken back.
"""
