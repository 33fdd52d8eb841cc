"""Addresses of graphs in Neo4j: `bolt://USER:PASSWORD@HOST:PORT/DATABASE?graph=NAME`."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from lgm_core.errors import InputError, missing_extra

if TYPE_CHECKING:
    from neo4j import Driver

__all__ = ["Neo4jAddress", "driver_for", "is_neo4j_address", "parse_address"]

_LOGIN = re.compile(r"//.*@")
_ADDRESS = re.compile(r"(?:bolt|neo4j)(?:\+s|\+ssc)?://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Neo4jAddress:
    """The location and credentials of a graph in Neo4j.

    Attributes:
        uri: the address for the driver, without user name and password.
        auth: user name and password; None without a password.
        database: None for the user's home database.
        graph: the name of the graph.
    """

    uri: str
    auth: tuple[str, str] | None = field(repr=False)
    database: str | None
    graph: str


def is_neo4j_address(place: str) -> bool:
    """Tell whether a text is a Neo4j address, by its scheme."""
    return _ADDRESS.match(place) is not None


def parse_address(address: str) -> Neo4jAddress:
    """Parse an address; only the host is required.

    A missing user name, password or database is taken from the environment variables NEO4J_USERNAME, NEO4J_PASSWORD and
    NEO4J_DATABASE; the default graph is `default`. Other parameters are passed to the driver.

    Raises:
        InputError: it has no host, or a path of several parts.
    """
    parts = urlsplit(address)
    database = unquote(parts.path.strip("/"))
    if not parts.hostname or "/" in database:
        raise InputError(
            f"store={_LOGIN.sub('//', address)!r} is not an address of a graph in Neo4j, such as "
            "bolt://HOST:7687/DATABASE?graph=NAME, where only the host is required"
        )
    parameters = parse_qsl(parts.query, keep_blank_values=True)
    uri = parts._replace(
        netloc=parts.netloc.rpartition("@")[2],  # without the login
        path="",
        query=urlencode([(name, value) for name, value in parameters if name != "graph"]),
        fragment="",
    )
    password = unquote(parts.password or "") or os.environ.get("NEO4J_PASSWORD", "")
    user = unquote(parts.username or "") or os.environ.get("NEO4J_USERNAME", "") or "neo4j"
    return Neo4jAddress(
        uri.geturl(),
        (user, password) if password else None,
        database or os.environ.get("NEO4J_DATABASE") or None,
        dict(parameters).get("graph") or "default",
    )


def driver_for(address: Neo4jAddress) -> Driver:
    """Return a new driver for an address; it connects on first use.

    Raises:
        InputError: the driver cannot use the address.
        MissingDependencyError: the driver is not installed.
    """
    try:
        from neo4j import GraphDatabase
        from neo4j.exceptions import ConfigurationError
    except ImportError as error:
        raise missing_extra("a graph in Neo4j", "neo4j") from error
    try:
        return GraphDatabase.driver(address.uri, auth=address.auth)
    except (ValueError, ConfigurationError) as error:
        raise InputError(f"store={address.uri!r}: Neo4j's driver cannot use this address ({error})") from error
