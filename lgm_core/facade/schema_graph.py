"""The part of a graph that holds its schema."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from lgm_core.facade.read_graph import ReadGraph
from lgm_core.facade.schema_changes import (
    SchemaSource,
    accept_in,
    current_schema,
    export_from,
    load_into,
    propose_in,
    undo_in,
)
from lgm_core.model import Schema

__all__ = ["SchemaGraph"]


class SchemaGraph(ReadGraph):
    """The part of `LanguageGraph` that holds its schema: what the domain knows before any text is read."""

    def schema(self) -> Schema | None:
        """Return the schema with what is only proposed; None if the graph has none.

        Proposed properties have sentences of documents as examples, as far as these are still in the graph.
        """
        return current_schema(self._opened.existing())

    def load_schema(self, source: SchemaSource) -> Schema:
        """Replace the schema, as one change that `undo_schema` takes back; return the new one.

        The graph is made if there is none yet. An equal schema makes no change.

        Args:
            source: a schema, or the path of a file: TOML (`.toml`), or an ontology of OWL or SKOS in Turtle (`.ttl`,
                `.nt`, `.owl`), RDF/XML (`.rdf`, `.owl`, `.xml`) or JSON-LD (`.jsonld`).

        Raises:
            InputError: the file cannot be read, or is not of its syntax (with the line); nothing is stored.
            SchemaError: the schema contradicts itself (in TOML with the line); nothing is stored.
            MissingDependencyError: RDF needs rdflib, which is not installed.
            StoreError: the graph is read-only, or cannot be written.
        """
        return load_into(self.store, source)

    def propose_schema(self, *, min_members: int = 3, min_facts: int = 3) -> Schema:
        """Propose classes and properties that the graph has often, as one change; return what is new.

        Classes are what things are stated to be. Properties are the predicates of facts about their members, grouped
        if they mean the same, with domain, range, and sentences as examples. Proposals have no effect before
        `accept_schema`.

        Args:
            min_members: the fewest members of a class.
            min_facts: the fewest facts of a property.

        Raises:
            InputError: a number is less than 1.
            StoreError: there is no graph, it is read-only, or it cannot be written.
        """
        return propose_in(self._opened.existing(), min_members=min_members, min_facts=min_facts)

    def accept_schema(self, names: str | Iterable[str] = (), *, at_least: int | None = None) -> Schema:
        """Accept proposed classes and properties, with the classes that these need, as one change.

        Args:
            names: the names of classes and properties, one or several.
            at_least: instead of names, the fewest members that the graph has of a class, and facts that conform to a
                property.

        Returns:
            The schema, of what is now accepted only.

        Raises:
            InputError: names and `at_least` are both given or both missing, a name is not proposed, or `at_least` is
                less than 1; nothing is stored.
            StoreError: there is no graph, it is read-only, or it cannot be written.
        """
        return accept_in(self._opened.existing(), names, at_least)

    def undo_schema(self) -> str:
        """Take the last change of the schema back, whole; return what it was.

        Raises:
            InputError: the schema was never changed.
            StoreError: there is no graph, it is read-only, or it cannot be written.
        """
        return undo_in(self._opened.existing())

    def export_schema(self, path: str | PathLike[str]) -> None:
        """Write the schema to a file, which is replaced; its suffix chooses the syntax as in `load_schema`.

        `.owl` is written as RDF/XML.

        Raises:
            InputError: there is no schema, the suffix is unknown, or the file cannot be written.
            MissingDependencyError: RDF needs rdflib, which is not installed.
            StoreError: there is no graph.
        """
        export_from(self._opened.existing(), path)
