"""The part of a graph that reads it: concepts and documents, as data, as pages, and as files."""

from __future__ import annotations

from functools import partial
from os import PathLike
from typing import Any, BinaryIO, Literal, Self

from lgm_core.errors import InputError, shown
from lgm_core.facade.asked_graph import AskedGraph
from lgm_core.facade.async_methods import awaited
from lgm_core.facade.checked_arguments import checked_number
from lgm_core.facade.construction_records import ConstructionRecord, construction_records
from lgm_core.facade.document_construction import entities_of
from lgm_core.facade.export_target import ExportFormat, export_to
from lgm_core.facade.fact_learning import StatedFact, stated_facts
from lgm_core.facade.graph_status import GraphStatus, graph_status
from lgm_core.facade.mutual_index import SectionKnowledge, section_knowledge, sections_about
from lgm_core.facade.page_showing import Shown, notebook_view, page_of
from lgm_core.facade.relation_listing import StatedRelation, stated_relations
from lgm_core.graph.port import Where
from lgm_core.model import (
    AdditionRecord,
    DocumentEntity,
    DocumentRecord,
    Fact,
    RelationKind,
    Section,
    Statistics,
    Verdict,
)
from lgm_core.pages.page import Page
from lgm_core.retrieval.concepts.explanation import Explanation, explain
from lgm_core.retrieval.concepts.relationship import Relationship, relate

__all__ = ["ReadGraph"]


class ReadGraph(AskedGraph):
    """The part of `LanguageGraph` that reads what is in the graph."""

    def explain(self, name: str, *, where: Where | None = None, limit: int = 10, depth: int = 1) -> Explanation | None:
        """Return what the graph knows about a concept, with the sentences that say so; None if it has no such concept.

        Args:
            name: the concept as a user would write it.
            where: a filter on document metadata; nothing from other documents is used.
            limit: the most relations of each kind, statements from each source, and sentences.
            depth: the most is-a or has-part relations to a concept from which it inherits statements.

        Raises:
            InputError: the filter cannot be understood, or `limit` is less than 1.
        """
        limit = checked_number(limit, "limit")
        return explain(self._opened.existing(), name, where=where, limit=limit, depth=depth)

    def relate(self, first: str, second: str, *, where: Where | None = None, limit: int = 10) -> Relationship:
        """Return a shortest path of meta-relations between two concepts, else sentences that name both.

        If the graph lacks one or both of the concepts, `missing` names them.

        Args:
            first: a concept as a user would write it.
            second: another.
            where: a filter on document metadata; nothing from other documents is used.
            limit: the most sentences that name both.

        Raises:
            InputError: the filter cannot be understood, or `limit` is less than 1.
        """
        limit = checked_number(limit, "limit")
        return relate(self._opened.existing(), first, second, where=where, limit=limit)

    def facts(
        self,
        name: str,
        *,
        where: Where | None = None,
        rejected: bool = False,
        conforming: bool = False,
        limit: int | None = None,
    ) -> list[StatedFact]:
        """Return the facts whose subject or object is a concept, under any of its names, each with its sentences.

        Args:
            name: the concept as a user would write it.
            where: a filter on document metadata; facts have only the sentences of documents that pass it.
            rejected: return the facts that reflection found invalid instead of the others. With a filter their values
                are in normal form, since their wording may come from a hidden document.
            conforming: only those that conform to the schema: their predicate is a label of a property, and their ends
                fit its domain and range. `StatedFact.property` names it.
            limit: the most facts.

        Raises:
            InputError: the name does not name a concept, the filter cannot be understood, or `limit` is less than 1.
        """
        verdict = Verdict.INVALID if rejected else None
        store = self._opened.existing()
        return stated_facts(store, name, where=where, verdict=verdict, conforming=conforming, limit=limit)

    def relations(
        self,
        name: str | None = None,
        *,
        kind: RelationKind | Literal["is_a", "has_part", "alias_of"] | None = None,
        where: Where | None = None,
        rejected: bool = False,
        limit: int | None = None,
    ) -> list[StatedRelation]:
        """Return the meta-relations of the graph, each with its sentences, ordered by kind, subject and object.

        ```python
        for relation in graph.relations("honey bee", kind="has_part"):
            print(relation, [sentence.text for sentence in relation.sentences])
        ```

        Args:
            name: only those whose subject or object is this concept, as a user would write it.
            kind: only those of this kind.
            where: a filter on document metadata; relations have only the sentences of documents that pass it.
            rejected: return the relations that reflection found invalid instead of the others.
            limit: the most relations.

        Raises:
            InputError: the name does not name a concept, the kind does not exist, the filter cannot be understood, or
                `limit` is less than 1.
        """
        kinds = [each.value for each in RelationKind]
        if kind is not None and kind not in kinds:
            raise InputError(f"kind={shown(kind)} does not exist; use one of {', '.join(kinds)}")
        return stated_relations(
            self._opened.existing(),
            name,
            kind=None if kind is None else RelationKind(kind),
            where=where,
            verdict=Verdict.INVALID if rejected else None,
            limit=None if limit is None else checked_number(limit, "limit"),
        )

    def section(self, id: str, *, summary: bool = False, where: Where | None = None) -> SectionKnowledge:
        """Return a section with what it tells of: sentences, facts, concepts with their classes; and its neighbours.

        If the text under its heading has more than 40 sentences, the language model of the graph, if it has one, says
        where it falls into parts, else the words that sentences share do (Utiyama and Isahara 2001).

        Args:
            id: the id of a section; a passage has that of its section.
            summary: let the language model sum the section up.
            where: a filter on document metadata.

        Raises:
            InputError: there is no such section among the documents that pass the filter, or no model for the summary.
            LanguageModelError: there is no summary, as the model failed.
        """
        session = self._opened.question_session(None, None, where=where)
        return self._run(section_knowledge(self._opened, id, where, summary=summary), session)

    asection = awaited(section)

    def sections(self, about: str | Fact | StatedFact, *, where: Where | None = None) -> list[Section]:
        """Return the sections about something, those with the most sentences about it first.

        Args:
            about: a concept as a user would write it, a class of the schema (also for its labels and its
                members, and those of classes below it), or a fact.
            where: a filter on document metadata.

        Raises:
            InputError: it is neither text nor a fact, the text names no concept, or the filter cannot be understood.
        """
        return sections_about(self._opened.existing(), about, where)

    def entities(self, document: str) -> list[DocumentEntity]:
        """Return the things of a document with all their names, in the order of their first mentions.

        For a constructed document these are the findings of construction; for others, all concepts that it mentions.

        Args:
            document: its id.

        Raises:
            InputError: the graph has no such document.
        """
        return entities_of(self._opened.existing(), document)

    def documents(self, *, where: Where | None = None, limit: int | None = None) -> list[DocumentRecord]:
        """Return the records of the learned documents, at most `limit`, ordered by id.

        Raises:
            InputError: the filter cannot be understood, or `limit` is less than 1.
        """
        limit = None if limit is None else checked_number(limit, "limit")
        return self._opened.existing().documents(where=where)[:limit]

    def additions(self) -> list[AdditionRecord]:
        """Return what was added to the graph after its documents were learned, ordered by time and id."""
        return self._opened.existing().additions()

    def constructions(self) -> list[ConstructionRecord]:
        """Return what was constructed for which documents, ordered by document id.

        A construction is stale if the document's text has changed since; `construct` makes it again.
        """
        return construction_records(self._opened.existing())

    def statistics(self) -> Statistics:
        """Count what the graph holds."""
        return self._opened.existing().statistics()

    def status(self, *, files: bool = True) -> GraphStatus:
        """Return what the graph holds, how large it and its index are, and which documents are out of date.

        ```python
        print(graph.status())
        ```

        Args:
            files: read the documents' files again, at their former paths, to find those that changed or are gone.
        """
        return graph_status(self._opened.existing(), files=files)

    def show(
        self,
        what: Shown = None,
        *,
        document: str | None = None,
        at: int = 0,
        question: str | None = None,
        where: Where | None = None,
        limit: int | None = None,
        facts: bool = True,
        schema: bool = False,
    ) -> Page:
        """Return a page: one HTML file that needs no network (`Page.open`, `Page.save`).

        ```python
        graph.show().open()  # concepts, the relations between them, and the sentences that state these
        graph.show("honey bee").save("bees.html")  # the concepts around one
        graph.show(graph.ask("What are bees?"))  # the cited sentences in their context, and how they were found
        graph.show(schema=True)  # the classes and properties of the schema, and what each layer holds
        graph.show(document="bees.md", at=12)  # a text, the concepts it mentions, and what its sentences state
        question = "What are bees?"
        graph.show(graph.retrieve_passages(question), question=question)  # why passages were found
        ```

        A graph of up to 5,000 concepts with relations is shown whole. From a larger one the page shows, and says so,
        only the part nearest to the named concepts, or else to the best-connected ones. A document of more than a
        thousand sentences is shown in part. Citations are shown as they were when the question was asked; the sentences
        around them are read from the current graph.

        Args:
            what: a concept; a question, for the concepts it names; an answer; a solution (`solve`); or passages
                (`retrieve_passages`).
            document: the id of a document (see `documents()`) to show instead of `what`.
            at: the position, from 0, of a sentence of the document that the page must show.
            question: the question for which the passages were found.
            where: a filter on document metadata; nothing from other documents is shown, except citations of an answer.
            limit: the most concepts of the graph; by default 5,000 if that is the whole graph, else 400.
            facts: whether facts of the graph are shown too.
            schema: show the schema instead; every fact that passes the filter is counted.

        Raises:
            InputError: the filter cannot be understood, the text names no concept, the document, the sentence or the
                schema does not exist, `limit` is less than 1, or the passages have no question.
            StoreError: there is no graph.
        """
        return page_of(
            self._opened,
            what,
            document=document,
            at=at,
            question=question,
            where=where,
            limit=limit,
            facts=facts,
            schema=schema,
        )

    def __copy__(self) -> Self:
        """Return a graph of the same class over the same store."""
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the graph itself, as copies of retrievers share it."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the path of the graph file and the settings: where it is unpickled, the file is opened again.

        Raises:
            TypeError: the graph is no file.
        """
        place, settings = self._opened.place_and_settings
        return partial(type(self), **settings), (place,)

    def _repr_html_(self) -> str:
        return notebook_view(self._opened)

    def export(
        self, target: BinaryIO | str | PathLike[str], *, format: ExportFormat | None = None, base: str | None = None
    ) -> None:
        """Write the whole graph to a file or a binary stream in a stable order: equal graphs give equal bytes.

        Args:
            target: the path of a file, which is replaced when everything is written, or a stream, which stays open.
            format: `jsonl`, which `import_graph` reads; `graphml`; or RDF as `turtle` or `jsonld` (see
                `docs/guides/rdf.md`). None takes it from the suffix (`.graphml`, `.ttl` or `.jsonld`), else `jsonl`.
            base: how the IRIs of RDF begin, such as `https://example.org/papers/`; by default `urn:lgm:`.

        Raises:
            InputError: the format or base does not exist, the format has no IRIs, or the file cannot be written; then
                an existing file is unchanged.
        """
        export_to(target, self._opened.existing(), format, base)
