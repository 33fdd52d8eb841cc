"""The command that serves a graph: as pages on this machine, or as tools for agents."""

from __future__ import annotations

import signal
import webbrowser
from typing import Annotated

import typer

from lgm_core.cli import console
from lgm_core.errors import InputError
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.vectors.port import Embeddings

__all__ = ["serve"]


def serve(
    graph: console.GraphPlace = "graph.lgm",
    mcp: Annotated[bool, typer.Option("--mcp", help="Speak the Model Context Protocol, on stdin and stdout.")] = False,
    http: Annotated[bool, typer.Option("--http", help="Speak it over HTTP instead, at /mcp; implies --mcp.")] = False,
    host: Annotated[
        str,
        typer.Option(help="The address to listen at. Pages: this machine alone. MCP: anyone who reaches it can read."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at; 0 finds a free one.")] = 8000,
    embed: console.Embed = None,
    k: Annotated[int, typer.Option("-k", min=1, help="MCP: relations of each kind an explanation returns.")] = 5,
    words: Annotated[int, typer.Option("--words", min=1, help="MCP: the most words a search returns.")] = 500,
    writable: Annotated[
        bool, typer.Option("--writable", help="MCP: let clients add and delete documents too.")
    ] = False,
    open_browser: Annotated[bool, typer.Option("--open", help="Pages: open them in the browser.")] = False,
) -> None:
    """Show a graph as pages in the browser, read-only, on this machine; or serve it to agents (--mcp).

    Pages require a token, which is part of the printed address. The graph can be built meanwhile.
    """
    if not (mcp or http):
        if writable:
            raise InputError("--writable is for agents (--mcp); pages are read-only, so leave it out")
        _serve_pages(graph, host, port, console.embeddings(embed), open_browser=open_browser)
        return
    if open_browser:
        raise InputError("--open is for pages; leave it out, or --mcp and --http")
    if http and port == 0:
        raise InputError("--port 0 is for pages; agents must know the port, so name one")
    from lgm_core.mcp_server import graph_server, serve_http

    with console.existing_graph(graph, embed=console.embeddings(embed)) as language_graph:
        server = graph_server(language_graph, k=k, words=words, is_writable=writable)
        if not http:
            server.run("stdio")
            return
        console.note(f"{language_graph.store} at http://{host}:{port}/mcp; stop with Ctrl-C.")
        serve_http(server, host, port)


def _serve_pages(place: str, host: str, port: int, embed: Embeddings | None, *, open_browser: bool) -> None:
    from lgm_core.page_server import PageServer

    with console.existing_graph(place, embed=embed) as language_graph:
        if isinstance(language_graph.store, SQLiteStore):
            # Opened again, so that nothing can be written to the file by mistake.
            store = SQLiteStore(language_graph.store.path, read_only=True)
            language_graph.close()
            language_graph = LanguageGraph(store, embed=embed)
        with language_graph, PageServer(language_graph, host=host, port=port) as server:
            console.note(f"{language_graph.store} as pages, for everyone with this address; stop with Ctrl-C.")
            console.say(server.address)
            if open_browser:
                webbrowser.open(server.address)
            for number in (signal.SIGINT, signal.SIGTERM):  # the parent process may have set them to be ignored
                signal.signal(number, signal.default_int_handler)
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                console.note("Stopped.")
