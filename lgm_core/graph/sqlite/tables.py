"""The tables of the embedded graph: created in a new file, recognised in an existing one.

A sentence's integer id holds its document's number and its position (`codecs.sentence_codec`), so that a document's
rows are adjacent and in order; document numbers do not follow the order of document ids. `posting` leads from a concept
to its sentences. Mentions are only ever read together with their sentence, so they are a column.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from lgm_core.errors import StoreError
from lgm_core.graph.stored_format import check_format

__all__ = ["APPLICATION_ID", "FORMAT", "empty_graph", "prepare"]

FORMAT = 3
"""The format of graph files, in the header field that SQLite calls the user version."""

APPLICATION_ID = 0x4C474D47
"""`LGMG`, in the header field that SQLite calls the application id."""

_TABLES = """
CREATE TABLE document (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    source TEXT NOT NULL,
    metadata TEXT NOT NULL,           -- a JSON object
    content_hash TEXT NOT NULL,
    recipe TEXT NOT NULL,
    section_count INTEGER NOT NULL,
    sentence_count INTEGER NOT NULL,
    mention_count INTEGER NOT NULL,
    stamp INTEGER NOT NULL,           -- the revision that wrote it
    language TEXT NOT NULL            -- its ISO 639-1 code
);
CREATE INDEX document_by_language ON document (language);
CREATE INDEX document_by_stamp ON document (stamp);
CREATE TABLE place (                  -- where the files of documents lay when they were last built
    document INTEGER PRIMARY KEY,     -- document.no
    path TEXT NOT NULL
);
CREATE TABLE section (
    document INTEGER NOT NULL,        -- document.no
    position INTEGER NOT NULL,
    level INTEGER NOT NULL,
    title TEXT NOT NULL,
    path TEXT NOT NULL,               -- a JSON array
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    PRIMARY KEY (document, position)
) WITHOUT ROWID;
CREATE TABLE sentence (
    id INTEGER PRIMARY KEY,           -- see codecs.sentence_codec
    section INTEGER NOT NULL,         -- section.position
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    text TEXT NOT NULL,
    resolved TEXT,                    -- NULL: the same as text
    lemmas TEXT NOT NULL,
    mentions TEXT NOT NULL,           -- JSON: [[concept.id, start, end, source, surface if it is not the text's], ...]
    clauses TEXT,                     -- see codecs.sentence_codec; NULL: none
    paragraph INTEGER NOT NULL,
    page INTEGER                      -- from 1; NULL: the document has no pages
);
CREATE TABLE concept (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    frequency INTEGER NOT NULL        -- sentences that mention it
);
CREATE TABLE form (                   -- surface forms of a concept, without pronouns
    concept INTEGER NOT NULL,
    surface TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (concept, surface)
) WITHOUT ROWID;
CREATE TABLE posting (
    concept INTEGER NOT NULL,
    sentence INTEGER NOT NULL,
    PRIMARY KEY (concept, sentence)
) WITHOUT ROWID;
CREATE TABLE reference (
    sentence INTEGER NOT NULL,
    antecedent INTEGER NOT NULL,
    PRIMARY KEY (sentence, antecedent)
) WITHOUT ROWID;
CREATE TABLE relation (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject INTEGER NOT NULL,         -- concept.id
    object INTEGER NOT NULL,          -- concept.id
    verdict TEXT NOT NULL,
    basis TEXT,                       -- a hash of the evidence that the verdict was given on
    UNIQUE (subject, kind, object)
);
CREATE INDEX relation_by_object ON relation (object);
CREATE TABLE evidence (
    relation INTEGER NOT NULL,
    sentence INTEGER NOT NULL,
    origin TEXT NOT NULL,
    PRIMARY KEY (relation, sentence, origin)
) WITHOUT ROWID;
CREATE INDEX evidence_by_sentence ON evidence (sentence);
CREATE TABLE blob (
    name TEXT PRIMARY KEY,
    data BLOB NOT NULL
);
CREATE TABLE property (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO property VALUES ('revision', 0);
CREATE TABLE domain_schema (          -- one row, or none
    versions TEXT NOT NULL            -- JSON, see codecs.schema_codec
);
CREATE TABLE fact (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,         -- JSON: all that tells it from others, see model.Fact.key
    subject INTEGER NOT NULL,         -- concept.id
    object INTEGER,                   -- concept.id; NULL: a value or a section
    verdict TEXT NOT NULL,
    basis TEXT                        -- a hash of the evidence that the verdict was given on
);
CREATE INDEX fact_by_subject ON fact (subject);
CREATE INDEX fact_by_object ON fact (object) WHERE object IS NOT NULL;
CREATE TABLE fact_evidence (
    fact INTEGER NOT NULL,
    sentence INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    origin TEXT NOT NULL,
    wording TEXT NOT NULL,
    texts TEXT NOT NULL,              -- a JSON array: how its values are written; empty: it has none
    PRIMARY KEY (fact, sentence, start, "end", origin, wording, texts)
) WITHOUT ROWID;
CREATE INDEX fact_evidence_by_sentence ON fact_evidence (sentence);
CREATE TABLE profile (
    document INTEGER NOT NULL,        -- document.no
    concept INTEGER NOT NULL,         -- concept.id
    types TEXT NOT NULL,              -- a JSON array
    description TEXT NOT NULL,
    evidence TEXT NOT NULL,           -- JSON: pairs of a sentence's position and an origin
    entity_class TEXT,
    is_familiar INTEGER,
    relevance REAL,
    origin TEXT NOT NULL
);
CREATE INDEX profile_by_document ON profile (document);
CREATE INDEX profile_by_concept ON profile (concept);
CREATE TABLE addition (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    created TEXT NOT NULL
);
CREATE TABLE added (                  -- what an addition gave to a document; the tables above have it too
    document INTEGER NOT NULL,        -- document.no
    addition INTEGER NOT NULL,        -- addition.no
    pieces TEXT NOT NULL,             -- JSON, see codecs.piece_codec
    facts INTEGER NOT NULL,           -- how many of each kind there are, in the order of PIECE_KINDS
    profiles INTEGER NOT NULL,
    relations INTEGER NOT NULL,
    mentions INTEGER NOT NULL,
    predicate_groups INTEGER NOT NULL,
    PRIMARY KEY (document, addition)
) WITHOUT ROWID;
-- counts additions without a look at what they gave, which lies on many pages
CREATE INDEX added_by_addition ON added (addition, facts, profiles, relations, mentions, predicate_groups);
CREATE TABLE predicate_group (
    document INTEGER NOT NULL,        -- document.no
    name TEXT NOT NULL,
    members TEXT NOT NULL,            -- a JSON array
    description TEXT NOT NULL,
    origin TEXT NOT NULL,
    run TEXT NOT NULL                 -- addition.id
);
CREATE INDEX predicate_group_by_document ON predicate_group (document);
"""


def prepare(connection: sqlite3.Connection, path: Path, *, read_only: bool) -> None:
    """Ensure that the file is a graph of this format; an empty file becomes one.

    Raises:
        SchemaVersionError: it is a graph of another format.
        StoreError: the file is another application's database.
    """
    if _is_graph(connection, path):
        return
    if read_only:
        raise StoreError(f"{path}: the file is empty; there is no graph to read")
    _use_write_ahead_log(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it first.
        if not _is_graph(connection, path):
            _create_tables(connection)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def empty_graph() -> sqlite3.Connection:
    """Return a connection to an empty graph in memory, which stands in for a missing file."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _create_tables(connection)
    return connection


def _is_graph(connection: sqlite3.Connection, path: Path) -> bool:
    """Distinguish a graph from an empty file, and reject everything else."""
    # The application id is read last: a file that another process is just creating is then empty or a graph.
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    version = _format(connection)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        if application or version or tables:
            raise StoreError(f"{path} is the SQLite database of another application, not a language graph")
        return False
    check_format(path, _format(connection), FORMAT)  # reread: the graph may just have been created
    return True


def _format(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch the file to write-ahead logging; SQLite does not wait for other processes doing the same."""
    for attempt in range(100):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or attempt == 99:
                raise
            time.sleep(0.02)


def _create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables of a new graph, inside the caller's transaction."""
    for statement in _statements(_TABLES):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={FORMAT}")


def _statements(script: str) -> list[str]:
    """Split a script into statements; `executescript` would end the transaction."""
    statements, current = [], ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            statements.append(current)
            current = ""
    return statements
