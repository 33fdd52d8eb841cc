"""Small graphs to read from."""

from collections.abc import Sequence
from pathlib import Path

from lgm_core import Document, LanguageGraph
from lgm_core.flow import Session, run
from lgm_core.llm.port import ChatModel
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Fact
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.plan_parts import Term
from lgm_core.reasoning.text.model_answers import TextFinding
from lgm_core.reasoning.text.text_answering import answer_from_text
from lgm_core.retrieval.concepts.graph_view import GraphView

COMPOSERS = (
    Document("v", "Antonio Vivaldi was an Italian composer. He was born in Venice on 4 March 1678.", "Antonio Vivaldi"),
    Document("c", "The Concerto in C Major is a work by Antonio Vivaldi. It lasts 12 minutes.", "Concerto in C Major"),
    Document("p", "The plague came to Venice 22 times between 1361 and 1528.", "Plague in Venice", {"shelf": "closed"}),
    Document("b", "Johann Sebastian Bach was a German composer. He was born in Eisenach.", "Johann Sebastian Bach"),
)


def composers(folder: Path) -> LanguageGraph:
    """Return a graph of documents about composers and a city."""
    graph = LanguageGraph(folder / "composers.lgm")
    graph.build(COMPOSERS)
    return graph


def asked(
    graph: LanguageGraph,
    question: str,
    *types: str,
    facts: Sequence[Fact] = (),
    model: ChatModel | None = None,
    where: dict[str, str] | None = None,
    whole_question: str = "",
) -> TextFinding:
    """Answer a question from the text of a graph."""
    return run(
        answer_from_text(
            question,
            Term("o1", types),
            view=GraphView(graph.store, where=where, question=question),
            ranker=graph.ranker(),
            facts=facts,
            options=LogicalFormOptions(),
            by_model=model is not None,
            whole_question=whole_question,
        ),
        Session(model or ScriptedChatModel([])),
    )
