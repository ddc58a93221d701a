"""The tables of a show file, and what makes a file one (DESIGN.md section 4, "Show file")."""

import sqlite3

from companion.kernel.text import Text
from companion.store.codec import FIRST_PREVIOUS_HASH

APPLICATION_ID = 0x52534944  # "RSID", in the file's header
SCHEMA_VERSION = 1
SQLITE_HEADER = b"SQLite format 3\0"

TABLES = f"""
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE journal(
  seq INTEGER PRIMARY KEY CHECK(seq >= 1),
  at_ms INTEGER NOT NULL CHECK(typeof(at_ms) = 'integer'),
  by TEXT NOT NULL CHECK(typeof(by) = 'text'),
  v INTEGER NOT NULL CHECK(typeof(v) = 'integer'),
  event TEXT NOT NULL CHECK(typeof(event) = 'text'),
  hash TEXT NOT NULL CHECK(length(hash) = 64)
);
CREATE TABLE head(id INTEGER PRIMARY KEY CHECK(id = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL);
CREATE TABLE live(id INTEGER PRIMARY KEY CHECK(id = 1), body TEXT NOT NULL);
INSERT INTO head VALUES(1, 0, '{FIRST_PREVIOUS_HASH}');
INSERT INTO meta VALUES('format', 'Ringside Companion show file');
INSERT INTO meta VALUES('schema', '{SCHEMA_VERSION}');
INSERT INTO meta VALUES('row_hash', 'sha256 of the UTF-8 JSON array [previous hash, seq, at_ms, by, v, event text]');
"""

# what leads from the version of the key to the next one, as SQL; version 1 is the first
MIGRATIONS: dict[int, str] = {}

# the journal only grows, one row at a time; `head` follows by itself, so that rows cut off its end are missed
TRIGGERS = {
    "journal_is_never_changed": """
CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END""",
    "journal_is_never_cut": """
CREATE TRIGGER journal_is_never_cut BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END""",
    "journal_rises_by_one": """
CREATE TRIGGER journal_rises_by_one BEFORE INSERT ON journal
WHEN NEW.seq IS NOT (SELECT COALESCE(MAX(seq), 0) + 1 FROM journal)
BEGIN SELECT RAISE(ABORT, 'seq rises by 1'); END""",
    "head_follows": """
CREATE TRIGGER head_follows AFTER INSERT ON journal
BEGIN UPDATE head SET seq = NEW.seq, hash = NEW.hash; END""",
}
COLUMNS = {
    "meta": ["key", "value"],
    "journal": ["seq", "at_ms", "by", "v", "event", "hash"],
    "head": ["id", "seq", "hash"],
    "live": ["id", "body"],
}


def create(connection: sqlite3.Connection) -> None:
    """Make an empty database a show file of the newest version; the caller commits."""
    connection.executescript(
        f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION}; BEGIN IMMEDIATE;"
        + TABLES
        + ";".join(TRIGGERS.values())
        + "; COMMIT"
    )


def strangeness(connection: sqlite3.Connection) -> Text | None:
    """What is wrong with the tables of a file of this version; None if nothing."""
    for table, columns in COLUMNS.items():
        found = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if found != columns:
            due = ", ".join(columns)
            return Text(
                f"its table {table} has the columns {', '.join(found) or 'none'}, due {due}",
                f"su tabla {table} tiene las columnas {', '.join(found) or 'ninguna'}, tocaban {due}",
            )
    return None


def missing_triggers(connection: sqlite3.Connection) -> list[str]:
    """Names of the triggers that somebody dropped or changed."""
    found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
    return [name for name, sql in TRIGGERS.items() if found.get(name) != sql.strip()]


def restore_triggers(connection: sqlite3.Connection, names: list[str]) -> None:
    """Put back triggers that were dropped or changed; the caller commits."""
    for name in names:
        connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        connection.execute(TRIGGERS[name])
