"""The tables of the embedded graph: made when a file is new, recognised when it is not.

A sentence's integer id holds its document's number and its position (`codecs.sentence_numbers`), so that a document's
rows lie together and in order; document numbers do not follow the order of document ids. `posting` leads from a concept
to its sentences. What a sentence mentions is only ever read together with the sentence, so it is a column.

Format 1 had no clauses, format 2 no stamps. Format 3 had one language for the whole graph, in a blob, and a full-text
index of the lemmas. Format 4 had no places, format 5 no index of stamps, format 6 no facts, profiles and additions,
format 7 neither paragraphs nor groups of predicates, and profiles told less, format 8 did not count what additions
gave. A file of such a format is brought up to date when it is first opened for writing.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from lgm_core.errors import SchemaVersionError, StoreError
from lgm_core.graph.codecs.piece_codec import PIECE_KINDS

__all__ = ["APPLICATION_ID", "SCHEMA_VERSION", "empty_graph", "hides_newer_tables", "prepare"]

SCHEMA_VERSION = 9
APPLICATION_ID = 0x4C474D47
"""`LGMG`, in the field of the file header where SQLite keeps the application that a file belongs to."""

_COUNT_INDEX = f"CREATE INDEX added_by_addition ON added (addition, {', '.join(PIECE_KINDS)});"
"""Counts additions without a look at what they gave, which lies on many pages."""

_FACT_TABLES = f"""
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
    origin TEXT NOT NULL DEFAULT ''
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
    {", ".join(f"{name} INTEGER NOT NULL" for name in PIECE_KINDS)}, -- how many of each there are
    PRIMARY KEY (document, addition)
) WITHOUT ROWID;
{_COUNT_INDEX}
"""
"""What files of before format 7 lack."""

_PROFILE_COLUMNS = ("entity_class TEXT", "is_familiar INTEGER", "relevance REAL", "origin TEXT NOT NULL DEFAULT ''")
"""What profiles of format 7 lack."""

_GROUP_TABLE = """
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
"""What files of before format 8 lack."""

_TABLES = (
    """
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
    stamp INTEGER NOT NULL DEFAULT 0, -- the revision that wrote it
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
    id INTEGER PRIMARY KEY,           -- see codecs.sentence_numbers
    section INTEGER NOT NULL,         -- section.position
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    text TEXT NOT NULL,
    resolved TEXT,                    -- NULL: the same as text
    lemmas TEXT NOT NULL,
    mentions TEXT NOT NULL,           -- JSON: [[concept.id, start, end, source, surface if it is not the text's], ...]
    clauses TEXT,                     -- see codecs.clause_codec; NULL: none
    paragraph INTEGER NOT NULL DEFAULT -1
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
"""
    + _FACT_TABLES
    + _GROUP_TABLE
)


_COUNTS = {
    name: f"(SELECT count(*) FROM json_each(pieces) WHERE json_extract(value, '$[0]') = '{kind}')"  # noqa: S608 - fixed text
    for name, kind in PIECE_KINDS.items()
}
"""Counts what format 8 did not."""

_PLACE = "TABLE place (document INTEGER PRIMARY KEY, path TEXT NOT NULL)"
"""What files of before format 5 lack."""

_LANGUAGE_OF_FORMAT_3 = "coalesce((SELECT CAST(data AS TEXT) FROM main.blob WHERE name = 'graph-language'), 'en')"
"""Reads the blob in which format 3 kept the language of a graph that is not English."""


def prepare(connection: sqlite3.Connection, path: Path, *, read_only: bool) -> None:
    """Make sure that the file is a graph of a known format; an empty file becomes one.

    Raises:
        SchemaVersionError: a newer version of this library wrote the file.
        StoreError: the file is the database of another application.
    """
    if _is_graph(connection, path):
        if _format(connection) < SCHEMA_VERSION:
            _bring_up_to_date(connection, read_only=read_only)
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


def hides_newer_tables(connection: sqlite3.Connection) -> bool:
    """Tell whether a reader's own tables stand before those of a file that another process has brought up to date."""
    shown = connection.execute("SELECT 1 FROM temp.sqlite_master LIMIT 1").fetchone()
    return shown is not None and _format(connection) == SCHEMA_VERSION


def empty_graph() -> sqlite3.Connection:
    """Return a connection to an empty graph in memory, which stands for a file that is not there."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _create_tables(connection)
    return connection


def _is_graph(connection: sqlite3.Connection, path: Path) -> bool:
    """Tell a graph from an empty file, and refuse everything else."""
    # The application id is read last: then a file that another process is just making is empty or a graph.
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    version = _format(connection)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        if application or version or tables:
            raise StoreError(f"{path} is the SQLite database of another application, not a language graph")
        return False
    if version > SCHEMA_VERSION:
        raise SchemaVersionError(
            f"{path} has graph format {version}, but this version of language-graph-model knows formats up to "
            f"{SCHEMA_VERSION}; open it with a newer version (in a clone: git pull)"
        )
    return True


def _format(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _bring_up_to_date(connection: sqlite3.Connection, *, read_only: bool) -> None:
    """Add what a file of an older format lacks; a reader adds it in views of its own."""
    if read_only:
        _show_as_up_to_date(connection)
    else:
        _convert(connection)


def _show_as_up_to_date(connection: sqlite3.Connection) -> None:
    """Add what a file of an older format lacks for this connection alone."""
    if _format(connection) < 5:
        connection.execute(f"CREATE TEMP {_PLACE}")
    if _format(connection) < 7:
        _make_temporary(connection, _FACT_TABLES)
    else:
        counts = ", ".join(f"{count} AS {name}" for name, count in _COUNTS.items())
        connection.execute(f"CREATE TEMP VIEW added AS SELECT *, {counts} FROM main.added")  # noqa: S608 - fixed text
    if _format(connection) == 8:
        return
    if _format(connection) == 7:
        told = "NULL AS entity_class, NULL AS is_familiar, NULL AS relevance, '' AS origin"
        connection.execute(f"CREATE TEMP VIEW profile AS SELECT *, {told} FROM main.profile")  # noqa: S608 - fixed text
    _make_temporary(connection, _GROUP_TABLE)
    clauses = "NULL AS clauses, " if _format(connection) < 2 else ""
    connection.execute(f"CREATE TEMP VIEW sentence AS SELECT *, {clauses}-1 AS paragraph FROM main.sentence")  # noqa: S608
    if _format(connection) >= 4:
        return
    stamp = ", 0 AS stamp" if _format(connection) < 3 else ""
    connection.execute(
        f"CREATE TEMP VIEW document AS SELECT *{stamp}, {_LANGUAGE_OF_FORMAT_3} AS language FROM main.document"  # noqa: S608
    )


def _make_temporary(connection: sqlite3.Connection, tables: str) -> None:
    for statement in _statements(tables):
        if "CREATE TABLE" in statement:
            connection.execute(statement.replace("CREATE TABLE", "CREATE TEMP TABLE"))


def _convert(connection: sqlite3.Connection) -> None:
    """Bring the file itself up to date."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it first.
        if _format(connection) < 2:
            connection.execute("ALTER TABLE sentence ADD COLUMN clauses TEXT")
        if _format(connection) < 3:
            connection.execute("ALTER TABLE document ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0")
            connection.execute("UPDATE document SET stamp = (SELECT value FROM property WHERE name = 'revision')")
        if _format(connection) < 4:
            connection.execute("ALTER TABLE document ADD COLUMN language TEXT NOT NULL DEFAULT ''")
            connection.execute(f"UPDATE document SET language = {_LANGUAGE_OF_FORMAT_3}")  # noqa: S608 - fixed text
            connection.execute("CREATE INDEX document_by_language ON document (language)")
            connection.execute("DELETE FROM blob WHERE name = 'graph-language'")
            # A full-text index, which files made where SQLite lacks FTS5 do not have.
            connection.execute("DROP TABLE IF EXISTS sentence_text")
        if _format(connection) < 5:
            connection.execute(f"CREATE {_PLACE}")
        if _format(connection) < 6:
            connection.execute("CREATE INDEX document_by_stamp ON document (stamp)")
        if _format(connection) < 7:
            for statement in _statements(_FACT_TABLES):
                connection.execute(statement)
        if _format(connection) < 8:
            _convert_from_7(connection)
        if _format(connection) in (7, 8):
            _count_added(connection)
        connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _convert_from_7(connection: sqlite3.Connection) -> None:
    if _format(connection) == 7:
        for column in _PROFILE_COLUMNS:
            connection.execute(f"ALTER TABLE profile ADD COLUMN {column}")
    for statement in _statements(_GROUP_TABLE):
        connection.execute(statement)
    connection.execute("ALTER TABLE sentence ADD COLUMN paragraph INTEGER NOT NULL DEFAULT -1")


def _count_added(connection: sqlite3.Connection) -> None:
    for name, count in _COUNTS.items():
        connection.execute(f"ALTER TABLE added ADD COLUMN {name} INTEGER NOT NULL DEFAULT 0")
        connection.execute(f"UPDATE added SET {name} = {count}")  # noqa: S608 - fixed text
    connection.execute("DROP INDEX added_by_addition")
    connection.execute(_COUNT_INDEX)


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch the file to write-ahead logging; SQLite does not wait by itself for processes doing the same."""
    for attempt in range(100):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or attempt == 99:
                raise
            time.sleep(0.02)


def _create_tables(connection: sqlite3.Connection) -> None:
    """Make the tables of a new graph, inside the caller's transaction."""
    for statement in _statements(_TABLES):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")


def _statements(script: str) -> list[str]:
    """Split a script into statements; `executescript` would end the transaction."""
    statements, current = [], ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            statements.append(current)
            current = ""
    return statements
