"""Documents learned into memory, for property graphs of hosts."""

from lgm_core import Document
from lgm_core.flow import Session, run
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.in_memory import learn_in_memory, surface_forms


def test_a_concept_is_never_named_by_a_pronoun() -> None:
    text = "Runa Belov paints. She lives in Karsk. She was born in Ulm. She sings."
    document = Document.from_text(text, id="runa", title="Runa Belov")
    (graph,) = run(learn_in_memory([document], annotator=LiteAnnotator()), Session())
    assert [mention.surface for mention in graph.mentions if mention.concept == "runa belov"].count("She") == 3
    assert surface_forms(graph)["runa belov"] == "Runa Belov"
