"""Tenants' documents, filters and questions by chance: few names and few sentences, so that all overlap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from lgm_core import Document
from lgm_core.graph.port import Where
from lgm_core.model import Schema, SchemaClass, SchemaProperty

TENANTS = ("ash", "birch", "cedar")

NAMES = (
    "Maud Ferris",
    "J. Ferris",
    "the quince",
    "the QUINCE",
    "the press",
    "Project Halyard",
    "the Green Tender",
    "jelly",
    "Porto",
    "Ada Brook",
)
KINDS = ("fruit", "vessel", "machine", "company", "film")
_SENTENCES = (
    "{a} is a {kind}.",
    "{a} is also called {b}.",
    "{a} contains {b}.",
    "{a} owns {b}.",
    "{a} was built by {b} in 1931.",
    "{a} was born in Porto on {day}.",
    "{a} was directed by {b}.",
    "{a} weighs {weight}.",
    "It [: {a}] belongs to {b}.",
    "{a}, {b} and jelly are sold in autumn.",
    "A {kind} has a screw and a handle.",
    "{a} can ripen late, so it is washed.",
    "The {kind} is red.",
    "{a} ist ein Werkzeug, das in der Werkstatt von {b} liegt.",
)
SCHEMA = Schema(
    classes=(*(SchemaClass(kind.title()) for kind in KINDS), SchemaClass("Person")),
    properties=(
        SchemaProperty("owner", ("owned by",), range="Person", inverse="owns"),
        SchemaProperty("owns", ("own",), domain="Person"),
        SchemaProperty("builder", ("built by",)),
        SchemaProperty("director", ("directed by",), domain="Film", range="Person"),
        SchemaProperty("birthDate", ("born", "date of birth"), domain="Person", range="date"),
        SchemaProperty("weight", ("weighs",), range="quantity kg"),
    ),
)
"""What the sentences say, as a schema."""

_DAYS = ("3 May 1903", "May 3, 1903", "1903-05-03", "4 June 1931")
_WEIGHTS = ("12 kg", "12 kilograms", "twelve kilograms", "40 kg")
QUESTIONS = (
    "Who owns {a}?",
    "What is {a}?",
    "When was {a} born?",
    "Is {a} a {kind}, and what does {b} contain?",
    "Who is the director of the {kind} that {b} owns?",
    "How many things does {a} own?",
    "What is {a} also called, and who built it?",
    "Which {kind} is older, {a} or {b}?",
    "Was gehört {a}?",
)
PLANS = (
    "Step 1: What?\nRetrieval(s=s1:Thing[{a}], p=p1:own, o=o1:Thing)\nOutput(o1)",
    "Step 1: Who?\nRetrieval(s=s1:Person, p=p1:own, o=o1:Thing[{a}])\nStep 2: How many?\nCount(s1)->n\nOutput(n)",
    "Step 1: When?\nRetrieval(s=s1:Person[{a}], p=p1:date of birth, o=o1:Date)\nStep 2: Which?\n"
    "Sort(set=s1, orderby=o1, direction=min, limit=1)\nOutput(s1)",
    "Step 1: What?\nRetrieval(s=s1:Thing[{a}], p=p1:support_chunks, o=o1:Chunk)\n"
    'Step 2: Is it?\nDeduce(left=o1, right="{b} is a {kind}", op=entailment)',
)


@dataclass(frozen=True)
class Owned:
    """A document, and the tenants that may see it."""

    document: Document
    readers: frozenset[str]


@dataclass(frozen=True)
class Case:
    """A graph of several tenants, one of whom asks."""

    owned: tuple[Owned, ...]
    tenant: str
    where: Where
    names: tuple[str, str]
    question: str
    plan: str
    seed: int

    @property
    def everything(self) -> list[Document]:
        """Return all documents."""
        return [each.document for each in self.owned]

    @property
    def allowed(self) -> list[Document]:
        """Return those that the tenant may see."""
        return [each.document for each in self.owned if self.tenant in each.readers]

    @property
    def hidden(self) -> list[Document]:
        """Return the others."""
        return [each.document for each in self.owned if self.tenant not in each.readers]


def _filled(draw: st.DrawFn, template: str) -> str:
    values = {
        "a": draw(st.sampled_from(NAMES)),
        "b": draw(st.sampled_from(NAMES)),
        "kind": draw(st.sampled_from(KINDS)),
        "day": draw(st.sampled_from(_DAYS)),
        "weight": draw(st.sampled_from(_WEIGHTS)),
    }
    text = template.format(**values)
    return text[0].upper() + text[1:]


@st.composite
def _texts(draw: st.DrawFn) -> tuple[str, str]:
    """Return the text of a document, with headings or without, and its media type."""
    sections = draw(st.lists(st.lists(st.sampled_from(_SENTENCES), min_size=1, max_size=4), min_size=1, max_size=2))
    written = [" ".join(_filled(draw, template) for template in section) for section in sections]
    if len(written) == 1:
        return written[0], "text/plain"
    headings = [draw(st.sampled_from(NAMES)) for _ in written]
    return "\n\n".join(
        f"# {heading}\n\n{text}" for heading, text in zip(headings, written, strict=True)
    ), "text/markdown"


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw documents with their readers, a tenant with the filter that it is limited by, and what it asks."""
    owned = []
    for number in range(draw(st.integers(2, 6))):
        text, media_type = draw(_texts())
        readers = draw(st.frozensets(st.sampled_from(TENANTS), max_size=2))
        metadata: dict[str, Any] = {"shelf": draw(st.integers(1, 2))}
        if readers or draw(st.booleans()):
            metadata["readers"] = next(iter(readers)) if len(readers) == 1 and draw(st.booleans()) else sorted(readers)
        # The same source and place for some, so that one may repeat another; ids in any order.
        source = draw(st.sampled_from(("", "", "shared.txt")))
        if source:
            metadata["start_index"] = 0
        id = f"{draw(st.sampled_from('abc'))}{number}"
        title = draw(st.sampled_from(("", *NAMES, "Notes")))
        owned.append(
            Owned(
                Document.from_text(text, id=id, title=title, metadata=metadata, source=source, media_type=media_type),
                readers,
            )
        )
    tenant = draw(st.sampled_from(TENANTS))
    filters: tuple[Where, ...] = (
        {"readers": tenant},
        {"readers": {"$in": [tenant]}},
        {"$not": {"readers": {"$nin": [tenant]}}},
        {"$and": [{"readers": {"$contains": tenant}}, {"shelf": {"$gte": 0}}]},
        {"id": {"$in": [each.document.id for each in owned if tenant in each.readers] or ["none"]}},
    )
    return Case(
        tuple(owned),
        tenant,
        draw(st.sampled_from(filters)),
        (draw(st.sampled_from(NAMES)), draw(st.sampled_from(NAMES))),
        _filled(draw, draw(st.sampled_from(QUESTIONS))),
        _filled(draw, draw(st.sampled_from(PLANS))),
        draw(st.integers(0, 5)),
    )
