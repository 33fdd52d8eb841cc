"""Small texts of our own for the tests."""

import json
import random
from pathlib import Path

from lgm_core.model import Document

APPLES = Document.from_text(
    "Apples are a type of fruit. Fruits contain many vitamins. Apples are sweet.", id="apples", title="Fruit facts"
)
ORCHARD = Document.from_text(
    "An orchard consists of trees and hedges. Lili Marten runs the orchard near Ghent. She grows pears. "
    "A pear is a fruit. The European Orchard Society (EOS) meets every year.",
    id="orchard",
    title="Orchard",
)
BOATS = Document.from_text(
    "A dinghy is a small boat. Dinghies, also known as tenders, carry people to larger ships. "
    "A boat contains a hull and a keel.",
    id="boats",
    title="Dinghy",
)

_SUBJECTS = ["lantern", "kettle", "bridge", "harbour", "violin", "compass", "ladder", "anvil", "saddle", "loom"]
_KINDS = ["tool", "building", "instrument", "vessel", "machine", "device"]
_PLACES = ["Ghent", "Porto", "Lviv", "Oslo", "Turin", "Cork", "Riga"]
_PARTS = ["handle", "frame", "string", "wheel", "spring", "lid"]


def many_documents(count: int, *, seed: int = 1) -> list[Document]:
    """Make documents of a few sentences, all different, in which concepts recur."""
    random_ = random.Random(seed)
    return [_document(number, random_) for number in range(count)]


def _document(number: int, random_: random.Random) -> Document:
    subject, kind = random_.choice(_SUBJECTS), random_.choice(_KINDS)
    text = (
        f"A {subject} is a kind of {kind}. The {subject} number {number} was made in {random_.choice(_PLACES)}. "
        f"It consists of a {random_.choice(_PARTS)} and a {random_.choice(_PARTS)}. "
        f"People in {random_.choice(_PLACES)} use it with a {random_.choice(_SUBJECTS)}."
    )
    return Document.from_text(text, id=f"d{number:05}", title=f"{subject.title()} {number}")


def write_corpus(path: Path, documents: list[Document]) -> Path:
    """Write documents as JSON Lines."""
    rows = [{"id": document.id, "title": document.title, "text": document.text} for document in documents]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
