"""Graphs of documents from Turtle and JSON-LD, as `write_turtle` and `write_jsonld` write them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from lgm_core.errors import InputError, shown
from lgm_core.model import (
    Clause,
    DocumentGraph,
    DocumentRecord,
    Mention,
    MentionSource,
    Metadata,
    MetadataValue,
    Reference,
    Section,
    Sentence,
    StatementKind,
    section_id,
    sentence_id,
)
from lgm_core.progress import counted, tell_progress
from lgm_core.rdf.read.descriptions import Description, described
from lgm_core.rdf.read.knowledge_reading import KnowledgeReader, chosen, member
from lgm_core.rdf.read.rdf_parsing import RdfFormat, parsed_rdf, rdf_format
from lgm_core.rdf.read.triples import Triples
from lgm_core.rdf.vocabulary import DCTERMS, LGM, RDFS

if TYPE_CHECKING:
    from rdflib.term import Node

__all__ = ["metadata_of", "read_graphs", "read_rdf_file"]

_PARTS = ("Section", "Paragraph", "Sentence", "Profile", "Relation", "Fact", "PredicateGroup")


def read_rdf_file(path: str | PathLike[str]) -> list[DocumentGraph]:
    """Return the graphs of all documents of a file, which its suffix tells to be Turtle, N-Triples or JSON-LD.

    Raises:
        InputError: the file cannot be read, or is not what `read_graphs` takes.
        MissingDependencyError: rdflib is not installed.
    """
    format = rdf_format(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    try:
        return list(read_graphs(data, format))
    except InputError as error:
        raise InputError(f"{path}: {error}") from error.__cause__


def read_graphs(data: bytes, format: RdfFormat) -> Iterator[DocumentGraph]:
    """Yield the graphs of all documents of a text, ordered by id.

    What follows from other parts, such as labels of entities and plain triples of facts, is not read.

    Raises:
        InputError: the text is not of the syntax, holds no document, or one that is not whole; the message names the
            line, or the resource and the property.
        MissingDependencyError: rdflib is not installed.
    """
    tell_progress("parsing", 0)
    triples = parsed_rdf(data, format)
    tell_progress("parsing", 1, 1)
    documents = described(triples, f"{LGM}Document")
    if not documents:
        raise InputError(f"holds no resource of the class lgm:Document (<{LGM}Document>)")
    for document in documents:
        if not document.has(f"{LGM}contentHash"):
            raise InputError(
                f"{document} has no lgm:contentHash: this is the text of a document, not its graph; learn it with build"
            )
    reader = _Reader(triples, {document.node for document in documents})
    ordered = sorted(documents, key=lambda each: each.text(f"{DCTERMS}identifier"))
    for document in counted(ordered, "reading", "documents"):
        yield reader.document(document)


def metadata_of(document: Description) -> dict[str, MetadataValue]:
    """Return the metadata of a document."""
    metadata: dict[str, MetadataValue] = {}
    for field in document.parts(f"{LGM}metadata"):
        name = field.text(f"{LGM}field")
        if name in metadata:
            raise document.error(f"{LGM}metadata", f"has the field {shown(name)} twice")
        listed = field.has(f"{LGM}values")
        metadata[name] = field.items(f"{LGM}values") if listed else field.scalar(f"{LGM}value")
    return dict(sorted(metadata.items()))


class _Reader:
    """Reads documents from triples, whose parts are found once."""

    def __init__(self, triples: Triples, documents: set[Node]) -> None:
        self._parts: dict[Node, dict[str, list[Description]]] = defaultdict(lambda: defaultdict(list))
        sentences = set()
        for type in _PARTS:
            for part in described(triples, f"{LGM}{type}"):
                document = part.resource(f"{LGM}inDocument")
                if document not in documents:
                    raise part.error(f"{LGM}inDocument", f"is <{document}>, which is no document of the file")
                self._parts[document][type].append(part)
                if type == "Sentence":
                    sentences.add(part.node)
        self._mentions: dict[Node, list[Description]] = defaultdict(list)
        for mention in described(triples, f"{LGM}Mention"):
            sentence = mention.resource(f"{LGM}inSentence")
            if sentence not in sentences:
                raise mention.error(f"{LGM}inSentence", f"is <{sentence}>, which is no sentence of the file")
            self._mentions[sentence].append(mention)

    def document(self, document: Description) -> DocumentGraph:
        """Return the graph of a document."""
        parts = self._parts[document.node]
        id = document.text(f"{DCTERMS}identifier")
        sections = {part.node: _section(part, id) for part in parts["Section"]}
        paragraphs = {part.node: part.whole_number(f"{LGM}index") for part in parts["Paragraph"]}
        ids = {part.node: sentence_id(id, part.whole_number(f"{LGM}index")) for part in parts["Sentence"]}
        names = {node: section.id for node, section in sections.items()}
        knowledge = KnowledgeReader(id, ids, names)
        return DocumentGraph(
            document=_record(document, id, len(ids)),
            sections=tuple(sorted(sections.values(), key=lambda section: section.position)),
            sentences=tuple(
                sorted(
                    (_sentence(part, id, names, paragraphs) for part in parts["Sentence"]),
                    key=lambda sentence: sentence.position,
                )
            ),
            mentions=tuple(
                _mention(mention, ids[part.node]) for part in parts["Sentence"] for mention in self._mentions[part.node]
            ),
            relations=tuple(map(knowledge.relation, parts["Relation"])),
            references=tuple(
                Reference(ids[part.node], member(part, f"{LGM}refersTo", node, ids))
                for part in parts["Sentence"]
                for node in part.resources(f"{LGM}refersTo")
            ),
            facts=tuple(map(knowledge.fact, parts["Fact"])),
            profiles=tuple(map(knowledge.profile, parts["Profile"])),
            predicate_groups=tuple(map(knowledge.group, parts["PredicateGroup"])),
        )


def _record(document: Description, id: str, sentence_count: int) -> DocumentRecord:
    metadata: Metadata = metadata_of(document)
    return DocumentRecord(
        id,
        document.text(f"{DCTERMS}title"),
        document.text(f"{LGM}source", ""),
        document.text(f"{DCTERMS}language"),
        metadata,
        document.text(f"{LGM}contentHash"),
        document.text(f"{LGM}recipe"),
        sentence_count,
    )


def _section(part: Description, document: str) -> Section:
    position = part.whole_number(f"{LGM}index")
    return Section(
        section_id(document, position),
        document,
        position,
        part.whole_number(f"{LGM}level"),
        part.text(f"{DCTERMS}title"),
        part.text_items(f"{LGM}path"),
        part.whole_number(f"{LGM}start"),
        part.whole_number(f"{LGM}end"),
    )


def _sentence(
    part: Description, document: str, sections: Mapping[Node, str], paragraphs: Mapping[Node, int]
) -> Sentence:
    position, text, paragraph = part.whole_number(f"{LGM}index"), part.text(f"{LGM}text"), f"{LGM}inParagraph"
    return Sentence(
        sentence_id(document, position),
        document,
        member(part, f"{LGM}inSection", part.resource(f"{LGM}inSection"), sections),
        position,
        part.whole_number(f"{LGM}start"),
        part.whole_number(f"{LGM}end"),
        text,
        part.text(f"{LGM}resolved", text),
        part.text(f"{LGM}lemmas"),
        tuple(map(_clause, part.listed_parts(f"{LGM}clauses"))),
        member(part, paragraph, part.resource(paragraph), paragraphs) if part.has(paragraph) else -1,
    )


def _clause(part: Description) -> Clause:
    kind = chosen(part, f"{LGM}statementKind", StatementKind)
    return Clause(part.text(f"{LGM}subjectKey"), part.text(f"{LGM}verb"), part.text(f"{LGM}objectKey"), kind)


def _mention(part: Description, sentence: str) -> Mention:
    return Mention(
        sentence,
        part.text(f"{LGM}key"),
        part.text(f"{RDFS}label"),
        part.whole_number(f"{LGM}start"),
        part.whole_number(f"{LGM}end"),
        chosen(part, f"{LGM}mentionSource", MentionSource),
    )
