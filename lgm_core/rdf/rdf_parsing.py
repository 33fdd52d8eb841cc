"""Turtle, N-Triples, RDF/XML and JSON-LD as triples, by rdflib; nothing is ever fetched from anywhere."""

from __future__ import annotations

import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from lgm_core.errors import InputError, missing_extra, shown
from lgm_core.rdf.vocabulary import RDF

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

__all__ = ["RDF_SUFFIXES", "RdfFormat", "Triples", "decoded", "parsed_rdf"]


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


RdfFormat = Literal["turtle", "jsonld", "xml"]
"""A syntax that can be read; N-Triples is Turtle."""

RDF_SUFFIXES: dict[str, RdfFormat] = {".ttl": "turtle", ".nt": "turtle", ".jsonld": "jsonld"}
"""Syntaxes by the suffixes of files."""

_REASON = re.compile(r"Bad syntax \((?P<reason>.*)\) at \^ in:", re.DOTALL)


def parsed_rdf(data: bytes, format: RdfFormat) -> Triples:
    """Return the triples of a text in UTF-8.

    Raises:
        InputError: it is not of this syntax, which the message tells with the line; or its JSON-LD names a context to
            be fetched.
        MissingDependencyError: rdflib is not installed.
    """
    try:
        import rdflib  # noqa: F401  # whether it is there
    except ImportError as error:
        raise missing_extra("Reading Turtle and JSON-LD", "rdf") from error

    text = decoded(data)
    with _quiet_literals():
        try:
            if format != "jsonld":
                # What is relative has to begin somewhere; without a base that would be the working directory.
                triples = Triples()
                triples.graph().parse(data=text, format=format, publicID="urn:lgm:")
                return triples
            return _parsed_jsonld(text)
        except InputError:
            raise
        except RecursionError:
            raise InputError(f"is not usable {_NAMES[format]}: it is nested too deeply") from None
        except IndexError as error:
            raise InputError(f"line {text.count(chr(10)) + 1}: is not {_NAMES[format]}: it ends too early") from error
        except Exception as error:  # rdflib raises anything, also AssertionError and AttributeError
            raise _bad_syntax(error, format) from error


_NAMES = {"turtle": "Turtle", "jsonld": "JSON-LD", "xml": "RDF/XML"}


def decoded(data: bytes) -> str:
    """Return a text in UTF-8; raises an `InputError` with the line if it is not."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"line {line}: is not UTF-8: byte 0x{data[error.start]:02x}; convert the file to UTF-8 first"
        ) from None


def _bad_syntax(error: Exception, format: RdfFormat) -> InputError:
    lines = getattr(error, "lines", None)
    if callable(number := getattr(error, "getLineNumber", None)):  # of XML
        lines = number() - 1
    found = _REASON.search(str(error))
    reason = " ".join(
        (found["reason"] if found else getattr(error, "getMessage", error.__str__)() or type(error).__name__).split()
    )
    reason = reason.encode("utf-8", "replace").decode("utf-8")  # JSON can hold halves of characters
    line = f"line {lines + 1}: " if isinstance(lines, int) else ""
    return InputError(f"{line}is not {_NAMES[format]}: {reason[:300]}")


def _parsed_jsonld(text: str) -> Triples:
    from rdflib.plugins.parsers.jsonld import to_rdf

    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"line {error.lineno}: is not JSON: {error.msg} at column {error.colno}") from error
    _check_contexts(data)
    # A plain graph takes the triples of all named graphs, and needs nothing that rdflib calls deprecated.
    triples = Triples()
    to_rdf(data, triples.graph(), base="urn:lgm:")
    return triples


def _check_contexts(data: Any) -> None:  # noqa: ANN401  # JSON
    """Refuse all contexts but those that are written out: anything else may be an address, which rdflib would open."""
    pending = [data]
    while pending:
        item = pending.pop()
        if isinstance(item, list):
            pending += item
        elif isinstance(item, dict):
            contexts = item.get("@context")
            for context in contexts if isinstance(contexts, list) else [contexts]:
                if context is not None and not isinstance(context, dict):
                    raise _remote(context)
            if "@import" in item:
                raise _remote(item["@import"])
            pending += item.values()


def _remote(address: object) -> InputError:
    return InputError(
        f"names the context {shown(address)}, which would have to be fetched; nothing is: write the context into the "
        'file, as in {"@context": {"lgm": "urn:lgm:vocabulary#"}}'
    )


@contextmanager
def _quiet_literals() -> Iterator[None]:
    """Keep rdflib from logging a traceback for each literal that Python has no type for, such as days before Christ."""
    logger = logging.getLogger("rdflib.term")

    def refuse(record: logging.LogRecord) -> bool:
        return record.levelno > logging.WARNING

    logger.addFilter(refuse)
    try:
        yield
    finally:
        logger.removeFilter(refuse)
