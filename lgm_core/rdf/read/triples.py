"""The triples of a file, as they are read: what is said of each resource, and nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lgm_core.rdf.vocabulary import RDF

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

__all__ = ["Triples"]


class Triples:
    """Triples by their subjects, each once.

    A graph of rdflib keeps three more indexes and a context of each triple, and every name as often as it is written:
    that takes three times the memory, and half of the time to parse a file.
    """

    def __init__(self) -> None:
        self._by_subject: defaultdict[Node, dict[tuple[Node, Node], None]] = defaultdict(dict)
        self._by_class: defaultdict[str, dict[Node, None]] = defaultdict(dict)
        self._names: dict[Node, Node] = {}

    def about(self, subject: Node) -> Iterable[tuple[Node, Node]]:
        """Return the properties of a resource, each with a value."""
        return self._by_subject.get(subject, {}).keys()

    def of_class(self, type: str) -> Iterable[Node]:
        """Return the resources of a class."""
        return self._by_class.get(type, {}).keys()

    def add(self, subject: Node, predicate: Node, object: Node) -> None:
        """Add a triple."""
        predicate = self._names.setdefault(predicate, predicate)
        object = self._names.setdefault(object, object)
        self._by_subject[subject][predicate, object] = None
        if str(predicate) == f"{RDF}type":
            self._by_class[str(object)][subject] = None

    def graph(self) -> Graph:
        """Return a graph of rdflib that adds to these triples, for a parser to write to; it reads nothing."""
        from rdflib import Graph
        from rdflib.store import Store

        add = self.add

        class Writing(Store):
            def add(self, triple: tuple[Node, Node, Node], context: object, quoted: bool = False) -> None:
                add(*triple)

            def bind(self, prefix: str, namespace: str, override: bool = True) -> None:
                """Prefixes are the parser's own matter."""

        return Graph(store=Writing(), bind_namespaces="none")
