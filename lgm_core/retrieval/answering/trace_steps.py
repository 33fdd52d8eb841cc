"""What the trace of an answer says of looking up and reading."""

from __future__ import annotations

from collections import Counter

from lgm_core.model import TraceStep
from lgm_core.retrieval.answering.expanded_query import ExpandedQuery
from lgm_core.retrieval.answering.sentence_selection import SelectedSentences
from lgm_core.retrieval.relation_wording import path_sentence

__all__ = ["concept_steps", "reading_step"]


def concept_steps(query: ExpandedQuery) -> list[TraceStep]:
    """Report which concepts were found, how expansion reached others, and how many it left out."""
    steps = [TraceStep("concepts", {"text": query.text, "found": query.concepts})]
    if query.expanded:
        reached = {concept.key: path_sentence(concept.path) for concept in query.expanded}
        left_out = {"left_out": len(query.left_out)} if query.left_out else {}
        steps.append(TraceStep("expansion", {"reached": reached} | left_out))
    return steps


def reading_step(selected: SelectedSentences) -> TraceStep:
    """Report what is read, best first, how much that is, and how many sentences by each path.

    `by_rank` is reported where all sentences about the concepts were to be read, and best ranked ones are.
    """
    paths = Counter(" → ".join(selected.paths.get(sentence.id, ())) for sentence in selected.sentences)
    details = {
        "sentences": len(selected.sentences),
        "characters": selected.characters,
        "unread": len(selected.unread),
        "paths": dict(paths),
        "read": [sentence.id for sentence in selected.sentences],
    }
    return TraceStep("reading", details | ({"by_rank": True} if selected.by_rank else {}))
