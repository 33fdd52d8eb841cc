"""What changes a graph, step by step, and what each step acknowledges: the material of faults.

Each operation begins with a graph that `before` makes, and is done by `perform`, which acknowledges what is kept from
then on. Done once more after it was interrupted, it comes to the same end as undisturbed.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lgm_core import ConstructionOptions, Document, FeedbackOptions, LanguageGraph
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.learning.reflector import ReflectionOptions
from lgm_core.model import TraceStep
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.index import index_cache
from tests.faults.children import Tell
from tests.feedback import graphs as songs
from tests.graph.store_contract.additions import random_addition
from tests.support.any_replies import AnyReplies
from tests.support.papers import PAPER
from tests.support.sqlite_files import check_integrity
from tests.support.store_graphs import numbered
from tests.support.texts import many_documents

GRAPH = "graph.lgm"

QUESTIONS = ("Where was the lantern number 7 made?", "What does a compass consist of?", "Who repairs the boats?")


@dataclass(frozen=True)
class Operation:
    """Something that changes a graph.

    Attributes:
        name: what it is.
        before: makes the graph file that it begins with.
        perform: does it, and acknowledges.
        check: given a graph and what was acknowledged, asserts that this is kept.
    """

    name: str
    before: Callable[[Path], None]
    perform: Callable[[Tell, Path], None]
    check: Callable[[LanguageGraph, list[Any]], None]


def embedded(texts: list[str]) -> list[list[float]]:
    """Embed texts as counts of their letters."""
    return [[1 + text.lower().count(letter) for letter in "aeioulnrst"] for text in texts]


@contextmanager
def opened(place: Path, **settings: Any) -> Iterator[LanguageGraph]:
    """Open a graph with an embedding model, and let its index be merged often, as in graphs of many documents."""
    index_cache._LEAST_MERGED = 8
    with LanguageGraph(place, embed=embedded, **settings) as graph:
        yield graph


def exported(graph: LanguageGraph) -> bytes:
    """Return the export."""
    stream = io.BytesIO()
    graph.export(stream)
    return stream.getvalue()


def seen(place: Path) -> tuple[bytes, list[Any]]:
    """Return the export of a graph, and which passages questions find in it, with their scores; check the file."""
    check_integrity(place)
    with opened(place) as graph:
        return found(graph)


def found(graph: LanguageGraph) -> tuple[bytes, list[Any]]:
    """Return the export of a graph, and which passages questions find in it, with their scores."""
    passages = [graph.retrieve_passages(question, 5) for question in QUESTIONS]
    return exported(graph), [[(hit.section.id, round(hit.score, 6)) for hit in hits] for hits in passages]


def held(graph: LanguageGraph) -> set[str]:
    """Return the ids of the documents."""
    return {record.id for record in graph.documents()}


# Build -----------------------------------------------------------------------------------------------------------

BUILT = many_documents(140)


def before_build(place: Path) -> None:
    """Hold some of the documents in other words, and one that is not of them."""
    with opened(place) as graph:
        former = [Document.from_text(f"{each.text} So it was.", id=each.id, title=each.title) for each in BUILT[:40]]
        graph.build([*former, Document.from_text("A quay is a wall.", id="other")], workers=1, index=True)


def build(tell: Tell, place: Path, *, workers: int = 1) -> None:
    """Build, and acknowledge how many documents have been learned."""

    def on_step(step: TraceStep) -> None:
        if step.name == "learned":
            tell(step.details["learned"] + step.details["skipped"])

    with opened(place) as graph:
        graph.build(BUILT, workers=workers, index=True, on_step=on_step)


def check_built(graph: LanguageGraph, told: list[Any]) -> None:
    """The first so many documents are there in their new words."""
    learned = [each.id for each in BUILT[: max(told, default=0)]]
    new = {each.id: each.text_hash for each in BUILT}
    assert {record.id: record.text_hash for record in graph.store.documents(learned)} == {id: new[id] for id in learned}


# Delete ----------------------------------------------------------------------------------------------------------

TO_DELETE = [[f"gone{group}{letter}" for letter in "abcdef"] for group in range(6)]


def secret(id: str) -> str:
    """Return a word that only one document has."""
    return f"qx{id}zq"


def before_deletion(place: Path) -> None:
    """Hold documents of which each has a word of its own."""
    gone = [
        Document.from_text(
            f"A {secret(id)} is a kind of lantern. It was made in Ghent.", id=id, title=secret(id).upper()
        )
        for group in TO_DELETE
        for id in group
    ]
    with opened(place) as graph:
        graph.build([*many_documents(30), *gone], workers=1, index=True)


def delete(tell: Tell, place: Path) -> None:
    """Delete documents, some at a time, and ask in between."""
    with opened(place) as graph:
        for group in TO_DELETE:
            graph.delete(group)
            tell(group)
            graph.retrieve_passages(QUESTIONS[0])


def check_deleted(graph: LanguageGraph, told: list[Any]) -> None:
    """What was deleted is gone, and its words are in no file."""
    ids = {id for group in told for id in group}
    assert not ids & held(graph)
    assert not leaked([secret(id) for id in ids], Path(str(graph.store)).parent)


def leaked(words: Sequence[str], folder: Path) -> list[tuple[str, str]]:
    """Return the words that a file of a folder has, with the name of the file."""
    texts = {path.name: path.read_bytes().lower() for path in folder.rglob("*") if path.is_file()}
    return [(word, name) for name, text in texts.items() for word in words if word.lower().encode() in text]


# Reflect ---------------------------------------------------------------------------------------------------------


def before_reflection(place: Path) -> None:
    """Hold relations that nobody has judged."""
    with opened(place) as graph:
        graph.build(many_documents(60), workers=1)


def reflect(tell: Tell, place: Path) -> None:
    """Judge relations, and acknowledge how many have been."""

    def on_step(step: TraceStep) -> None:
        if step.name == "judged":
            tell(min(step.details["relations"], step.details["of"]))

    with opened(place, llm=AnyReplies(3), concurrency=1) as graph:
        graph.reflect(ReflectionOptions(batch=4), on_step=on_step)


def check_reflected(graph: LanguageGraph, told: list[Any]) -> None:
    """So many relations have been judged."""
    keys = [relation.key for relation in [*graph.store.relations(), *graph.store.relations(verdict="invalid")]]
    assert len(graph.store.verdict_basis(keys)) >= max(told, default=0)


# Index merges ----------------------------------------------------------------------------------------------------


def before_merges(place: Path) -> None:
    """Hold documents, with an index of them."""
    with opened(place) as graph:
        graph.build(many_documents(50), workers=1, index=True)


def merge(tell: Tell, place: Path) -> None:
    """Replace documents, a few at a time, so that the changes are merged into a new base again and again."""
    with opened(place) as graph:
        for first in range(0, 50, 5):
            group = many_documents(50, seed=2)[first : first + 5]
            graph.build(group, workers=1, index=True)
            tell({document.id: document.text_hash for document in group})
            graph.retrieve_passages(QUESTIONS[1])


def check_merged(graph: LanguageGraph, told: list[Any]) -> None:
    """What was replaced is, and the index shows it."""
    hashes = {record.id: record.text_hash for record in graph.documents()}
    assert {id: hash for group in told for id, hash in group.items() if hashes[id] != hash} == {}


# Learn from questions --------------------------------------------------------------------------------------------


def before_questions(place: Path) -> None:
    """Hold three documents without facts."""
    songs.small_graph(place).close()


def learn_from_questions(tell: Tell, place: Path) -> None:
    """Let questions show which facts are missing, and acknowledge how many there are."""
    player = songs.Player([songs.PERFORMER, songs.DEATH])
    with opened(place, llm=player.model) as graph:
        options = FeedbackOptions(ask=AskOptions(brief=True))
        graph.learn_from_questions([songs.QUESTION], options, on_step=lambda _: tell(graph.statistics().facts))


def check_learned(graph: LanguageGraph, told: list[Any]) -> None:
    """So many facts are there, and with what was added taken back none are."""
    assert graph.statistics().facts >= max(told, default=0)


# Construct -------------------------------------------------------------------------------------------------------


def _construct(place: Path, text: str, tell: Tell) -> None:
    def on_step(step: TraceStep) -> None:
        if step.name == "construction stage":
            tell([record.id for record in graph.additions()])

    with opened(place, llm=AnyReplies(4), concurrency=1) as graph:
        graph.build([Document.from_text(text, id="ferries", media_type="text/markdown")], extraction=False)
        graph.construct("ferries", ConstructionOptions(window_tokens=25), on_step=on_step)


def before_construction(place: Path) -> None:
    """Hold a document that was constructed, so that there is something to replace."""
    _construct(place, PAPER, lambda _: None)


def construct(tell: Tell, place: Path) -> None:
    """Learn the document in new words, construct it again, and acknowledge which additions there are."""
    _construct(place, PAPER.replace("Jonas Berg", "Mira Voss"), tell)


def check_constructed(graph: LanguageGraph, told: list[Any]) -> None:
    """Of what was found in the new words, all is there: only what was found in the former is taken back."""
    former, new = (set(told[0]) if told else set()), (set(told[-1]) if told else set())
    assert new - former <= {record.id for record in graph.additions()}


# Import ----------------------------------------------------------------------------------------------------------


def before_import(place: Path) -> None:
    """Hold some documents, and have a file with the same and more in other words."""
    with opened(place.with_name("other.lgm")) as other:
        other.build(many_documents(30, seed=5), workers=1)
        other.export(place.with_name("other.jsonl"))
    with opened(place) as graph:
        graph.build(many_documents(20), workers=1, index=True)


def import_graph(tell: Tell, place: Path) -> None:
    """Import the file."""
    with opened(place) as graph:
        tell(len(graph.import_graph(place.with_name("other.jsonl")).documents))
        graph.retrieve_passages(QUESTIONS[0])


def check_imported(graph: LanguageGraph, told: list[Any]) -> None:
    """All is in, or nothing."""
    assert len(held(graph)) in ([30] if told else [20, 30])


# Undo ------------------------------------------------------------------------------------------------------------


def before_undo(place: Path) -> None:
    """Hold documents with additions, and an index of them."""
    chance, documents = random.Random(5), [numbered(number) for number in range(12)]
    with SQLiteStore(place) as store:
        store.write_many(documents)
        for number in range(12):
            store.add(random_addition(chance, f"run-{number}", documents))
    with opened(place) as graph:
        graph.retrieve_passages(QUESTIONS[2])


def undo(tell: Tell, place: Path) -> None:
    """Take the additions back one after another."""
    with opened(place) as graph:
        for record in graph.additions():
            graph.undo(record.id)
            tell(record.id)
            graph.retrieve_passages(QUESTIONS[2])


def check_undone(graph: LanguageGraph, told: list[Any]) -> None:
    """What was taken back is not there."""
    assert not set(told) & {record.id for record in graph.additions()}


# Export ----------------------------------------------------------------------------------------------------------

EXPORT, FORMER = "export.jsonl", "former.jsonl"


def before_export(place: Path) -> None:
    """Hold documents, and have the export of fewer of them."""
    with opened(place) as graph:
        graph.build(many_documents(20), workers=1)
        for name in (EXPORT, FORMER):
            graph.export(place.with_name(name))
        graph.build(many_documents(40), workers=1)


def export(tell: Tell, place: Path) -> None:
    """Export once more, where the former export is."""
    with opened(place) as graph:
        graph.export(place.with_name(EXPORT))
        tell("exported")


def check_exported(graph: LanguageGraph, told: list[Any]) -> None:
    """The export is whole: the new one, or still the former."""
    place = Path(str(graph.store))
    found = place.with_name(EXPORT).read_bytes()
    assert found == exported(graph) or (not told and found == place.with_name(FORMER).read_bytes())


OPERATIONS = (
    Operation("build", before_build, build, check_built),
    Operation("delete", before_deletion, delete, check_deleted),
    Operation("reflect", before_reflection, reflect, check_reflected),
    Operation("index merges", before_merges, merge, check_merged),
    Operation("learn_from_questions", before_questions, learn_from_questions, check_learned),
    Operation("construct", before_construction, construct, check_constructed),
    Operation("import_graph", before_import, import_graph, check_imported),
    Operation("undo", before_undo, undo, check_undone),
    Operation("export", before_export, export, check_exported),
)
