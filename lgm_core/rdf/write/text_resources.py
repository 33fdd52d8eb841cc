"""The text of a document as resources: the document, its sections, paragraphs and sentences, and what they mention."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.model import Clause, DocumentGraph, Mention, Metadata, Scalar, Section, Sentence
from lgm_core.model.document import authors_of, keywords_of
from lgm_core.rdf.iris import Iris
from lgm_core.rdf.vocabulary import DCTERMS, LGM, RDF, RDFS

__all__ = ["Iri", "Literal", "Object", "Resource", "ResourceList", "mention_resources", "text_resources"]


@dataclass(frozen=True, slots=True)
class Iri:
    """A resource by its name; `value` is the whole IRI."""

    value: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A text with the IRI of its datatype, or with its language; a plain string has neither."""

    text: str
    datatype: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class ResourceList:
    """Several objects whose order counts."""

    items: Sequence[Object]


@dataclass(slots=True)
class Resource:
    """A resource with its properties, in the order in which they are written; without an IRI it is a blank node."""

    iri: str = ""
    properties: dict[str, list[Object]] = field(default_factory=dict)

    @classmethod
    def of(cls, iri: str, *types: str) -> Resource:
        """Return a resource of some classes, without an IRI where it is empty."""
        resource = cls(iri)
        resource.add(f"{RDF}type", *map(Iri, types))
        return resource

    def add(self, property: str, *objects: Object | None) -> None:
        """Add objects of a property; None is left out."""
        if told := [each for each in objects if each is not None]:
            self.properties.setdefault(property, []).extend(told)


Object = Iri | Literal | str | bool | int | float | ResourceList | Resource
"""What a property can have; texts and numbers of Python are literals of the type that holds them exactly."""


def text_resources(graph: DocumentGraph, iris: Iris) -> Iterator[Resource]:
    """Yield a document, and its sections, paragraphs and sentences in order."""
    yield _document(graph, iris)
    for section in graph.sections:
        yield _section(section, iris)
    yield from _paragraphs(graph.sentences, iris)
    antecedents: dict[str, list[Object]] = defaultdict(list)
    sentences = sentence_iris(graph, iris)
    sections = {section.id: section.position for section in graph.sections}
    for reference in graph.references:
        antecedents[reference.sentence_id].append(Iri(sentences[reference.antecedent_id]))
    for sentence in graph.sentences:
        yield _sentence(sentence, sections[sentence.section_id], antecedents[sentence.id], iris)


def sentence_iris(graph: DocumentGraph, iris: Iris) -> dict[str, str]:
    """Return the IRIs of a document's sentences by their ids."""
    return {sentence.id: iris.part("sentence", sentence.position) for sentence in graph.sentences}


def mention_resources(graph: DocumentGraph, iris: Iris, entities: Mapping[str, str]) -> Iterator[Resource]:
    """Yield what sentences mention, in order."""
    positions = {sentence.id: sentence.position for sentence in graph.sentences}
    for mention in graph.mentions:
        yield _mention(mention, positions[mention.sentence_id], iris, entities[mention.concept])


def _document(graph: DocumentGraph, iris: Iris) -> Resource:
    record = graph.document
    resource = Resource.of(iris.document, f"{LGM}Document")
    resource.add(f"{DCTERMS}identifier", record.id)
    resource.add(f"{DCTERMS}title", record.title)
    resource.add(f"{DCTERMS}creator", *authors_of(record.metadata))
    resource.add(f"{DCTERMS}subject", *keywords_of(record.metadata))
    resource.add(f"{DCTERMS}language", record.language)
    resource.add(f"{LGM}source", record.source or None)
    resource.add(f"{LGM}metadata", *_fields(record.metadata))
    resource.add(f"{LGM}contentHash", record.content_hash)
    resource.add(f"{LGM}recipe", record.recipe)
    return resource


def _fields(metadata: Metadata) -> Iterator[Resource]:
    for name in sorted(metadata):
        value = metadata[name]
        resource = Resource()
        resource.add(f"{LGM}field", name)
        if isinstance(value, Sequence) and not isinstance(value, str):
            resource.add(f"{LGM}values", ResourceList([_scalar(item) for item in value]))
        else:
            resource.add(f"{LGM}value", _scalar(value))
        yield resource


def _scalar(value: Scalar) -> Object:
    return Iri(f"{LGM}null") if value is None else value


def _section(section: Section, iris: Iris) -> Resource:
    resource = Resource.of(iris.part("section", section.position), f"{LGM}Section")
    resource.add(f"{LGM}inDocument", Iri(iris.document))
    resource.add(f"{LGM}index", section.position)
    resource.add(f"{DCTERMS}title", section.title)
    resource.add(f"{LGM}level", section.level)
    resource.add(f"{LGM}path", ResourceList(section.path))
    resource.add(f"{LGM}start", section.start)
    resource.add(f"{LGM}end", section.end)
    return resource


def _paragraphs(sentences: Sequence[Sentence], iris: Iris) -> Iterator[Resource]:
    """Yield paragraphs; one that is longer than a section is in several."""
    sections: dict[int, list[str]] = {}
    for sentence in sentences:
        if sentence.paragraph >= 0:
            sections.setdefault(sentence.paragraph, []).append(sentence.section_id)
    for number, ids in sorted(sections.items()):
        resource = Resource.of(iris.part("paragraph", number), f"{LGM}Paragraph")
        resource.add(f"{LGM}inDocument", Iri(iris.document))
        positions = [id.rpartition("#s")[2] for id in dict.fromkeys(ids)]
        resource.add(f"{LGM}inSection", *(Iri(iris.part("section", position)) for position in positions))
        resource.add(f"{LGM}index", number)
        yield resource


def _sentence(sentence: Sentence, section: int, antecedents: Sequence[Object], iris: Iris) -> Resource:
    resource = Resource.of(iris.part("sentence", sentence.position), f"{LGM}Sentence")
    resource.add(f"{LGM}inDocument", Iri(iris.document))
    resource.add(f"{LGM}inSection", Iri(iris.part("section", section)))
    if sentence.paragraph >= 0:
        resource.add(f"{LGM}inParagraph", Iri(iris.part("paragraph", sentence.paragraph)))
    resource.add(f"{LGM}index", sentence.position)
    resource.add(f"{LGM}text", sentence.text)
    resource.add(f"{LGM}start", sentence.start)
    resource.add(f"{LGM}end", sentence.end)
    resource.add(f"{LGM}page", sentence.page)
    resource.add(f"{LGM}resolved", sentence.resolved if sentence.resolved != sentence.text else None)
    resource.add(f"{LGM}lemmas", sentence.lemmas)
    if sentence.clauses:
        resource.add(f"{LGM}clauses", ResourceList([_clause(clause) for clause in sentence.clauses]))
    resource.add(f"{LGM}refersTo", *antecedents)
    return resource


def _clause(clause: Clause) -> Resource:
    resource = Resource()
    resource.add(f"{LGM}subjectKey", clause.subject)
    resource.add(f"{LGM}verb", clause.verb)
    resource.add(f"{LGM}objectKey", clause.object)
    resource.add(f"{LGM}statementKind", clause.kind.value)
    return resource


def _mention(mention: Mention, position: int, iris: Iris, entity: str) -> Resource:
    name = iris.part("mention", position, mention.start, mention.end, mention.source.value, mention.concept)
    resource = Resource.of(name, f"{LGM}Mention")
    resource.add(f"{LGM}inSentence", Iri(iris.part("sentence", position)))
    resource.add(f"{LGM}entity", Iri(entity))
    resource.add(f"{LGM}key", mention.concept)
    resource.add(f"{RDFS}label", mention.surface)
    resource.add(f"{LGM}start", mention.start)
    resource.add(f"{LGM}end", mention.end)
    resource.add(f"{LGM}mentionSource", mention.source.value)
    return resource
