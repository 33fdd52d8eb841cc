"""The command that serves a graph to other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from lgm_core.cli.console import GraphPlace, existing_graph, note
from lgm_core.errors import InputError

__all__ = ["serve"]


def serve(
    graph: GraphPlace = "graph.lgm",
    mcp: Annotated[bool, typer.Option("--mcp", help="Speak the Model Context Protocol, on stdin and stdout.")] = False,
    http: Annotated[bool, typer.Option("--http", help="Speak it over HTTP instead, at /mcp; implies --mcp.")] = False,
    host: Annotated[str, typer.Option(help="The address to listen at; anyone who reaches it can read.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen at.")] = 8000,
    k: Annotated[int, typer.Option("-k", min=1, help="Passages a search returns.")] = 5,
    writable: Annotated[bool, typer.Option("--writable", help="Let clients add and delete documents too.")] = False,
) -> None:
    """Serve a graph to agents: search, explain a concept, relate two, find facts; read-only by default."""
    if not (mcp or http):
        raise InputError("say what to speak; there is: lgm serve --mcp")
    from lgm_core.mcp_server import graph_server, serve_http

    with existing_graph(graph) as language_graph:
        server = graph_server(language_graph, k=k, is_writable=writable)
        if not http:
            server.run("stdio")
            return
        note(f"{language_graph.store} at http://{host}:{port}/mcp; stop with Ctrl-C.")
        serve_http(server, host, port)
