"""Documents of two tenants, and everything that a graph of them tells."""

import json
import re
from collections.abc import Sequence

from lgm_core import AskOptions, Document, LanguageGraph
from lgm_core.llm.scripted import ScriptedChatModel

OURS = [
    Document.from_text(
        "A quince is a fruit. Fruits contain pectin. The quince harvest was sold to Maud Ferris. It was stored in a "
        "green tender. Quinces can ripen late.",
        id="quinces",
        title="quinces",
        metadata={"readers": ["orchard", "all"]},
    ),
    Document.from_text(
        "Fruits are washed at noon. Maud Ferris pays in autumn. Project halyard is a nickname of the press. A press "
        "has a screw. J. Ferris owns the press.",
        id="washing",
        title="Washing",
        metadata={"readers": ["orchard"]},
    ),
    Document.from_text(
        "Pectin is a sugar. The Ferris family makes jelly. Jelly contains pectin and quinces.",
        id="jelly",
        title="Jelly of Maud Ferris",
        metadata={"readers": "orchard"},
    ),
]
THEIRS = [
    # Between ours in order; with other forms of our names, titles that our texts name, and relations of our concepts.
    Document.from_text(
        "PROJECT HALYARD is a fruit. Project Halyard is also called the Green Tender. Maud FERRIS owes us a keel. "
        "Fruits contain secret ballast. A fruit has a kernel. Things are hidden.",
        id="a halyard",
        title="PROJECT HALYARD (secret)",
        metadata={"readers": ["harbour"]},
    ),
    Document.from_text(
        "The QUINCE is a vessel. A quince is also called a bosun. Bosuns contain rum. Pectin is a poison. Jane Ferris "
        "is a spy. The press is a radio.",
        id="m vessels",
        title="Quince",
        metadata={"readers": ["harbour", "navy"]},
    ),
    Document.from_text(
        "Maud Ferris is a smuggler. Smugglers contain rum. Autumn is a code word. Jelly is an explosive.",
        id="z smugglers",
        title="Maud FERRIS",
        metadata={},
    ),
]
WHERE = {"readers": {"$contains": "orchard"}}
SECRET = re.compile(
    r"secret|keel|ballast|vessel|bosun|rum\b|spy|radio|smuggl|explosive|HALYARD|FERRIS|QUINCE|code word"
)

QUESTIONS = [
    "What does Maud Ferris owe?",
    "Is the quince a vessel, and what do fruits contain?",
    "What is Project Halyard?",
    "What is the Green Tender?",
    "Who owns the press, and what is jelly?",
    "Is a kernel a thing?",
    'document "a halyard" PROJECT HALYARD (secret)',
]
OPTIONS = [
    AskOptions(),
    AskOptions(brief=True),
    AskOptions(depth=3),
    AskOptions(exhaustive=True),
    AskOptions(graph=False),
    AskOptions(expansion=False),
    AskOptions.paper(),
]


def take_all(messages):
    """Mark and cite everything shown, and miss what only the others have."""
    shown = [int(number) for number in re.findall(r"^\[(\d+)\] ", messages[-1].content, re.MULTILINE)]
    if '"supporting"' in messages[0].content:
        return json.dumps({"supporting": shown})
    return json.dumps({"answer": "So they say.", "citations": shown, "missing": ["Project Halyard", "keel"]})


def letters(texts: list[str]) -> list[list[float]]:
    return [[text.count(letter) + 0.1 for letter in "aeiounrstHFQ"] for text in texts]


def told(
    graph: LanguageGraph,
    where: dict | None,
    questions: Sequence[str] = QUESTIONS,
    options: Sequence[AskOptions] = OPTIONS,
) -> list:
    """Return everything that a graph tells about the questions, and everything that it shows to a model."""
    results: list = []
    for question in questions:
        results.append(graph.retrieve_passages(question, 9, where=where))
        results.append(graph.retrieve_sentences(question, 99, where=where))
        for setting in options:
            results.append(graph.with_llm(None).ask(question, setting, where=where))
            model = ScriptedChatModel(take_all)
            results.append(graph.with_llm(model).ask(question, setting, where=where))
            results.append([request.messages for request in model.requests])
    names = ["Project Halyard", "Green Tender", "fruit", "quince", "pectin", "Maud Ferris", "press", "keel", "thing"]
    results += [graph.explain(name, where=where, depth=2) for name in names]
    results += [graph.relate(first, second, where=where) for first in names for second in names[2:6]]
    return results


def without_stamps(result: object) -> str:
    """Return a result in full but for stamps, which tell when a document was written."""
    return re.sub(r"stamp=\d+", "", repr(result))
