"""A graph goes out and comes in."""

from __future__ import annotations

from os import PathLike
from typing import BinaryIO

from lgm_core.facade.exchange.export_target import ExportFormat, export_to
from lgm_core.facade.exchange.graph_import import ImportReport, import_from
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.worker_threads import in_thread

__all__ = ["Exchanging"]


class Exchanging(OpenedGraph):
    """The methods of `LanguageGraph` that write all of a graph down, and read what was written."""

    def export(
        self,
        target: BinaryIO | str | PathLike[str],
        *,
        format: ExportFormat | None = None,
        base: str | None = None,
    ) -> None:
        """Write the whole graph to a file or a binary stream in a stable order: equal graphs give equal bytes.

        Args:
            target: the path of a file, which is replaced when all is written, or a stream, which stays open.
            format: `jsonl`, an object a line, which `import_graph` reads again; `graphml`; or RDF as `turtle` or
                `jsonld` (see `docs/guides/rdf.md`). None takes that of the suffix, `.graphml`, `.ttl` or `.jsonld`,
                else `jsonl`.
            base: what the IRIs of RDF begin with, such as `https://example.org/papers/`; by default `urn:lgm:`.

        Raises:
            InputError: there is no such format or base, or the format has no IRIs; or the file cannot be written, and
                what stood in its place is still there.
        """
        export_to(target, self.existing(), format, base)

    async def aexport(
        self,
        target: BinaryIO | str | PathLike[str],
        *,
        format: ExportFormat | None = None,
        base: str | None = None,
    ) -> None:
        """Do what `export` does in a worker thread; raises the same."""
        await in_thread(self.export, target, format=format, base=base)

    def import_graph(self, source: BinaryIO | str | PathLike[str]) -> ImportReport:
        """Take in the documents that were exported as JSON Lines, in one transaction, and tell what came in.

        They join the graph with all that was known of them, additions included, which are theirs then and no longer
        listed as additions; a document that the graph holds is replaced. The lines are read one after another; in
        memory are some of the documents at a time, or all of them where the graph is in Neo4j.

        Args:
            source: the path of a file, or a binary stream.

        Raises:
            InputError: it cannot be read, which the message tells with the line, or a document in it is not whole;
                nothing is stored then.
            SchemaVersionError: it has another format.
            StoreError: the graph cannot be written.
        """
        return import_from(source, self.store)

    async def aimport_graph(self, source: BinaryIO | str | PathLike[str]) -> ImportReport:
        """Do what `import_graph` does in a worker thread; raises the same."""
        return await in_thread(self.import_graph, source)
