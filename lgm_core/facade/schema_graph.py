"""The part of a graph that holds its schema, and aligns its documents; each change is taken back as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path

from lgm_core.errors import InputError, StoreError, shown
from lgm_core.facade.async_methods import awaited
from lgm_core.facade.checked_arguments import checked_number
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.facade.read_graph import ReadGraph
from lgm_core.file_writing import written_whole
from lgm_core.flow import Flow
from lgm_core.graph.port import Where
from lgm_core.model import Schema, SchemaVersion
from lgm_core.model.addition import utc_now
from lgm_core.reasoning.sparql.cited_rows import MOST_ROWS, SparqlResult, run_query
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.completing import completed
from lgm_core.schema.proposing import proposed_from, proposed_names, support_in, with_accepted, with_shown_examples
from lgm_core.schema.rule_parsing import hint
from lgm_core.schema.schema_checks import check_schema
from lgm_core.schema.schema_file import read_schema_file, schema_in_syntax
from lgm_core.schema.wordnet import wordnet_below

__all__ = ["SchemaGraph"]


class SchemaGraph(ReadGraph):
    """The part of `LanguageGraph` that holds what the domain knows before any text is read, and aligns documents."""

    def schema(self) -> Schema | None:
        """Return the schema with what is only proposed; None if the graph has none.

        Proposed properties have sentences of documents as examples, as long as these are in the graph.
        """
        versions = self._opened.existing().read_schema()
        return with_shown_examples(versions[-1].schema, self.store) if versions else None

    def load_schema(self, source: Schema | str | PathLike[str]) -> Schema:
        """Replace the schema, and return the new one; an equal one makes no change. A missing graph is made.

        Args:
            source: a schema, or the path of a file: TOML (`.toml`), or an ontology of OWL or SKOS in Turtle (`.ttl`,
                `.nt`, `.owl`), RDF/XML (`.rdf`, `.xml`, `.owl`) or JSON-LD (`.jsonld`).

        Raises:
            InputError: the file cannot be read, or is not of its syntax (with the line); nothing is stored.
            SchemaError: the schema contradicts itself (in TOML with the line); nothing is stored.
            MissingDependencyError: RDF needs rdflib, which is not installed.
            StoreError: the graph is read-only, or cannot be written.
        """
        self._check_writable()
        if isinstance(source, Schema):
            check_schema(source)
            schema, change = source, "load a schema"
        elif isinstance(source, str | PathLike):
            schema, change = read_schema_file(source), f"load {Path(source).name}"
        else:
            raise InputError(f"{shown(source)} is no schema; give one, or the path of a file")
        self.store.create()
        if schema != self.schema():
            self._add_version(schema, change)
        return schema

    def propose_schema(
        self, *, min_members: int = 3, min_facts: int = 3, terms: str | Iterable[str] = (), lexicon: str = ""
    ) -> Schema:
        """Add classes and properties that the graph has often to its schema, as proposals; return what is new.

        Classes are what things are stated to be; properties are predicates of facts about their members, grouped if
        they mean the same, with domain, range, and sentences as examples. They have no effect until accepted.

        Args:
            min_members: the fewest members of a class.
            min_facts: the fewest facts of a property.
            terms: propose instead what WordNet has below these nouns, in their most usual meaning, or below the
                meanings with these ids (`oewn-02086723-n`); needs the extra `wordnet`.
            lexicon: the lexicon to take them from (`oewn:2024`), if several are installed.

        Raises:
            InputError: a number is less than 1, or WordNet has no such lexicon or term, or too much below it.
            MissingDependencyError: WordNet is asked for and not installed.
            StoreError: there is no graph, it is read-only, or it cannot be written.
        """
        self._check_writable()
        checked_number(min_members, "min_members")
        checked_number(min_facts, "min_facts")
        held = self._held_schema()
        if wanted := [terms] if isinstance(terms, str) and terms else list(terms):
            new = wordnet_below(wanted, lexicon, held)
        else:
            new = proposed_from(self.store, held, min_members=min_members, min_facts=min_facts)
        if new.classes or new.properties:
            schema = replace(
                held, classes=(*held.classes, *new.classes), properties=(*held.properties, *new.properties)
            )
            check_schema(schema)
            self._add_version(schema, f"propose {_counted(len(new.classes), len(new.properties))}", held)
        return with_shown_examples(new, self.store)

    def complete_schema(self, *, rounds: int = 3, accept_at: float | None = None) -> Schema:
        """Add what facts often say and the schema lacks, as proposals; return them (PolyRAG, section III-B).

        Facts about members of classes are compared with what the schema and the facts that conform to it say, by the
        embedding model of the graph if it has one. Clusters of others become proposals, the best of each round
        first, with their score in `origin`. A property whose wordings say two things is proposed as two: accepted,
        these take its labels over. Proposals count as accepted while the rest is looked at again. Everything is one
        change.

        Args:
            rounds: how often to look at the rest at most.
            accept_at: the score from which proposals are accepted at once; None for none.

        Raises:
            InputError: the schema has no property, the graph no facts, or a number is wrong; nothing is stored.
            LGMError: the embedding model failed; nothing is stored.
            StoreError: there is no graph, it is read-only, or it cannot be written.
        """
        held = self._comparable_schema()
        checked_number(rounds, "rounds")
        if accept_at is not None and (isinstance(accept_at, bool) or not isinstance(accept_at, int | float)):
            raise InputError(f"accept_at={shown(accept_at)} is no score; give a number, such as accept_at=0.1")
        types, embeddings = (lambda: GraphView(self.store).stated_types), self._opened.rankers.embeddings
        schema = completed(self.store, held, types, embeddings, rounds=rounds, accept_at=accept_at)
        classes, properties = schema.classes[len(held.classes) :], schema.properties[len(held.properties) :]
        if classes or properties:
            check_schema(schema)
            self._add_version(schema, f"complete with {_counted(len(classes), len(properties))}", held)
        return with_shown_examples(Schema(classes=classes, properties=properties), self.store)

    def accept_schema(self, names: str | Iterable[str] = (), *, at_least: int | None = None) -> Schema:
        """Accept proposed classes and properties, with those that they need; return all that is accepted.

        Args:
            names: the names of classes and properties, one or several.
            at_least: instead of names, the fewest members of a class, and facts that conform to a property.

        Raises:
            InputError: names and `at_least` are both given or both missing, a name is not proposed, or `at_least` is
                less than 1; nothing is stored.
            StoreError: there is no graph, it is read-only, or it cannot be written.
        """
        self._check_writable()
        wanted = [names] if isinstance(names, str) else list(names)
        if bool(wanted) == (at_least is not None):
            raise InputError(
                "name what to accept, or how many facts or members it must have: `at_least=…`, `--at-least N`"
            )
        held = self._held_schema()
        proposed = proposed_names(held)
        if at_least is not None:
            checked_number(at_least, "at_least")
            support = support_in(self.store, held, lambda: GraphView(self.store).stated_types)
            wanted = [name for name in proposed if support[name] >= at_least]
        if unknown := [name for name in wanted if name not in proposed]:
            near = hint(str(unknown[0]), proposed)
            raise InputError(f"no class or property {shown(unknown[0])} is proposed{near}")
        schema = with_accepted(held, wanted)
        then, now = held.accepted, schema.accepted
        if now != then:
            counts = len(now.classes) - len(then.classes), len(now.properties) - len(then.properties)
            self._add_version(schema, f"accept {_counted(*counts)}", held)
        return with_shown_examples(now, self.store)

    def undo_schema(self) -> str:
        """Take the last change of the schema back, whole; return what it was.

        Raises:
            InputError: there is no change to take back.
            StoreError: there is no graph, it is read-only, or it cannot be written.
        """
        self._check_writable()
        versions = self._opened.existing().read_schema()
        if not versions:
            raise InputError("the graph has no schema, so there is no change to take back")
        self.store.write_schema(versions[:-1])
        return versions[-1].change

    def export_schema(self, path: str | PathLike[str]) -> None:
        """Write the schema to a file, which is replaced, in the syntax of its suffix (see `load_schema`).

        Raises:
            InputError: there is no schema, the suffix is unknown, or the file cannot be written.
            MissingDependencyError: RDF needs rdflib, which is not installed.
            StoreError: there is no graph.
        """
        schema = self.schema()
        if schema is None:
            raise InputError("the graph has no schema; load or propose one first")
        text = schema_in_syntax(schema, path)
        try:
            with written_whole(Path(path).resolve()) as file:
                file.write(text.encode("utf-8", "replace"))
        except OSError as error:
            raise InputError(f"{path}: the schema cannot be written ({error.strerror or error})") from error

    def sparql(self, query: str, *, where: Where | None = None, limit: int = MOST_ROWS) -> SparqlResult:
        """Ask what conforms to the schema in SPARQL 1.1, and cite each row; nothing is ever written or fetched.

        Classes include their subclasses, properties their inverses; all names of a thing are its `rdfs:label`. SELECT
        and ASK can be asked, about one connected pattern of at most twenty triples without endless paths. Prefixes may
        be missing: `:` is the schema's base. A query may take two seconds.

        ```python
        graph.sparql("SELECT ?film ?person WHERE { ?film a :Film ; :director ?person }")
        ```

        Args:
            query: the query.
            where: a filter on document metadata; only facts of documents that pass it are asked.
            limit: the most rows.

        Raises:
            InputError: the query cannot be read, asks for what it may not, names classes or properties that the schema
                does not have, or takes too long; or the graph has no schema, `limit` is less than 1, or the filter
                cannot be understood.
            MissingDependencyError: the extra `ontology` is not installed.
            StoreError: there is no graph, or no process can be started.
        """
        session = self._opened.question_session(None, None, where=where)
        return self._run(_querying(self._opened, query, checked_number(limit, "limit"), where), session)

    asparql = awaited(sparql)

    def _comparable_schema(self) -> Schema:
        """Return the schema of a writable graph; it has properties, and the graph facts to compare them with."""
        self._check_writable()
        held = self._held_schema()
        if not held.properties:
            raise InputError("the schema has no property to compare facts with; load or propose one first")
        if not self.store.facts(limit=1):
            raise InputError("the graph has no facts to compare the schema with; learn them first (facts='open')")
        return held

    def _held_schema(self) -> Schema:
        versions = self._opened.existing().read_schema()
        return versions[-1].schema if versions else Schema()

    def _add_version(self, schema: Schema, change: str, held: Schema | None = None) -> None:
        """Store a schema, which was made from `held` unless that is None.

        Raises:
            InputError: another schema than `held` stands now.
        """
        if held is not None and self._held_schema() != held:
            raise InputError("the schema was changed meanwhile, so nothing is stored; do it again")
        self.store.write_schema([*self.store.read_schema(), SchemaVersion(schema, change, utc_now())])

    def _check_writable(self) -> None:
        if getattr(self.store, "is_read_only", False):
            raise StoreError(f"{self.store}: the graph was opened for reading only")


def _querying(graph: OpenedGraph, query: str, limit: int, where: Where | None) -> Flow[SparqlResult]:
    """Run a query over what a filter shows; the index of the graph is not needed without one."""
    if not isinstance(query, str):
        raise InputError(f"{shown(query)} is no query; give the text of one")
    view = GraphView(graph.existing()) if where is None else graph.seen("", where)[0]
    yield from ()
    return run_query(query, view, graph.queries, limit)


def _counted(classes: int, properties: int) -> str:
    told = ((classes, "class", "classes"), (properties, "property", "properties"))
    return " and ".join(f"{count} {one if count == 1 else many}" for count, one, many in told if count)
