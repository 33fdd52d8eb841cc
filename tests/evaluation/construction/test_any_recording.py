"""What holds of our graphs whatever was recorded: a replay of recordings made at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lgm_core.evaluation.construction.constructed_papers import construct_papers
from lgm_core.evaluation.construction.graph_figures import constructed_shape, shape_figures
from lgm_core.evaluation.construction.recorded_folder import Paper, RecordedEntity, RecordedGraph
from lgm_core.evaluation.construction.replay.recorded_graph_model import RecordedGraphModel
from lgm_core.model import EntityClass

SENTENCES = (
    "The project gave a modified term weighting (TW) algorithm to the Milis project.",
    "The projects use the modified TW algorithm, and the algorithm weighs terms.",
    "The Milis project is a project of a project team.",
    "It is an algorithm that the project team calls the term weighting algorithm.",
    "A term is a word, and a word is a term of the project.",
    "The team weighs the words of the Milis project by the algorithm.",
)
NAMES = (
    *("the project", "project", "projects", "the Milis project", "Milis project", "project team", "the team", "team"),
    *("a modified term weighting (TW) algorithm", "modified TW algorithm", "the algorithm", "algorithm", "TW"),
    *("term weighting algorithm", "term", "terms", "word", "words", "a word", "It"),
)
PAPER = Paper(
    "terms",
    "Weighing terms",
    ("Ida Marsh",),
    ("terms",),
    ({"title": "Abstract", "paragraphs": [[*SENTENCES[:2]]]}, {"title": "Use", "paragraphs": [[*SENTENCES[2:]]]}),
)


def recording(random: Random) -> RecordedGraph:
    """Return things with any names of the text's at any of their places, of any class, related to any others."""
    places = [(number, name) for number, text in enumerate(SENTENCES) for name in NAMES if name in text]
    entities = []
    for number in range(random.randint(4, 14)):
        mentions = random.sample(places, random.randint(1, 5))
        label = random.choice(mentions)[1]
        types = tuple(random.sample(("term", "project", "algorithm", "word", "team", "thing"), 3))
        own: tuple[Any, ...] = (label, tuple({name for _, name in mentions}), types, random.choice(list(EntityClass)))
        entities.append(RecordedEntity(f"e{number}", *own, random.random() < 0.5, f"{label} is it.", tuple(mentions)))
    ids = [entity.id for entity in entities]
    triples = {(random.choice(ids), random.choice("pq"), random.choice(ids)) for _ in range(12)}
    predicates = {"p": ("weighs", "One weighs the other."), "q": ("has", "One has the other.")}
    return RecordedGraph(PAPER.id, tuple(entities), predicates, tuple(sorted(triples)), ())


@pytest.mark.parametrize("seed", range(5))
def test_no_two_names_of_a_lemma_no_loop_and_no_edge_too_many(seed: int) -> None:
    graph = recording(Random(seed))
    made = construct_papers([PAPER], [], model=lambda paper: RecordedGraphModel(paper, graph, "any"))

    figures = shape_figures([constructed_shape(one.graph) for one in made.papers])

    assert figures["entities"] > 0
    assert figures["unmerged"] == figures["self_loops"] == figures["redundant_broader"] == 0
    assert figures["facts_without_sentence"] == 0
