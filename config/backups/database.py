"""Copy the rows of our tables out of PostgreSQL and back in, with COPY.

Every version of PostgreSQL reads this text. It does not contain the table definitions: the migrations that the backup
names create the tables, so an older backup can be restored into a newer Kierros.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from psycopg import sql
from psycopg.rows import dict_row

from config.backups import archive
from config.backups.archive import ArchivedTable, BackupError, Manifest, Writer
from server.database_pool import leave_pool
from tournaments.core.direct_connection import session_parameters

Connection = psycopg.Connection[Any]

#: Tables whose rows are worthless after a restore: people who were signed in sign in again, and rating lists are
#: loaded again from their files (their lines lie in tables of other names).
WITHOUT_ROWS = frozenset({"django_session", "tournaments_ratinglist", "tournaments_tally", "tournaments_task"})
#: With these settings every server writes the same value as the same text.
TEXT = {
    "client_encoding": "UTF8",
    "DateStyle": "ISO, YMD",
    "TimeZone": "UTC",
    "IntervalStyle": "postgres",
    "extra_float_digits": "3",
    "bytea_output": "hex",
}
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND coalesce(backend_type, 'client backend') = 'client backend'"
)
#: Seconds that a process which has just ended may still be seen.
PATIENCE = 3.0
MARK = """
SELECT concat_ws('.', (SELECT max(id) FROM tournaments_journalentry), (SELECT count(*) FROM tournaments_tournament),
    (SELECT md5(string_agg(concat_ws(',', id, username, password, is_active), ';' ORDER BY id)) FROM tournaments_user))
"""


@contextmanager
def open_connection() -> Iterator[Connection]:
    """Open a connection outside the pool, because a backup takes long."""
    try:
        session = psycopg.connect(**session_parameters(), autocommit=True)
    except psycopg.OperationalError as error:
        raise BackupError(f"The database cannot be reached. {error}") from error
    with session:
        yield session


def back_up(path: Path, connected_as: Connection | None = None) -> Manifest:
    """Write a snapshot of all stored data to a file, while others continue to write. Raises BackupError."""
    if connected_as is None:
        with open_connection() as session:
            return back_up(path, session)
    try:
        with connected_as.transaction():
            connected_as.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            _same_text(connected_as)
            return archive.write(path, lambda writer: _fill(connected_as, writer))
    except psycopg.Error as error:
        raise BackupError(f"The database could not be read. {error}") from error


def _fill(session: Connection, writer: Writer) -> Manifest:
    tables: dict[str, ArchivedTable] = {}
    sequences: dict[str, list[object]] = {}
    for name in table_names(session):
        columns = _columns(session, name)
        lines = _Lines(session, _copy_out(session, name, columns))
        digest = writer.text(name, lines)
        tables[name] = ArchivedTable(columns, lines.count, digest)
        sequences |= _sequences(session, name, columns)
    has_tournaments = "tournaments_tournament" in tables
    found = (
        session.execute("SELECT slug, name, revision FROM tournaments_tournament ORDER BY id")
        if has_tournaments
        else ()
    )
    return Manifest(
        made_at=datetime.now(tz=UTC).isoformat(timespec="seconds"),
        build=settings.BUILD,
        migrations=[list(row) for row in session.execute("SELECT app, name FROM django_migrations ORDER BY id")],
        mark=mark(session) if has_tournaments else "",
        tournaments=[list(row) for row in found],
        tables=tables,
        sequences=sequences,
    )


def _same_text(session: Connection) -> None:
    """Set the settings that make text the same on every server, until the transaction ends."""
    for name, value in TEXT.items():
        session.execute("SELECT set_config(%s, %s, true)", [name, value])


def mark(session: Connection) -> str:
    """Return a value that changes whenever a new backup is worthwhile. Raises BackupError."""
    try:
        return str(_query_row(session, MARK))
    except psycopg.Error as error:
        raise BackupError(f"The database could not be read. {error}") from error


def has_since(session: Connection, before: str, verbs: frozenset[str]) -> bool:
    """Return whether the journal has entries of these verbs newer than a mark. Raises BackupError."""
    newest = before.split(".", 1)[0]
    if not newest.isdigit():
        return False
    question = "SELECT EXISTS (SELECT FROM tournaments_journalentry WHERE id > %s AND verb = ANY(%s))"
    try:
        return bool(_query_row(session, question, int(newest), sorted(verbs)))
    except psycopg.Error as error:
        raise BackupError(f"The database could not be read. {error}") from error


class _Lines:
    """The blocks of a COPY; `count` are its rows so far."""

    def __init__(self, session: Connection, statement: sql.Composed) -> None:
        self._opened = session
        self._statement = statement
        self.count = 0

    def __iter__(self) -> Iterator[bytes | bytearray | memoryview]:
        with self._opened.cursor() as cursor, cursor.copy(self._statement) as copied:
            for block in copied:
                self.count += bytes(block).count(b"\n")
                yield block


def table_names(session: Connection) -> list[str]:
    """List the tables of our apps in order; a shared database may have other tables."""
    rows = session.execute(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY 1"
    )
    return [name for (name,) in rows if name.startswith(_prefixes())]


def has_accounts() -> bool:
    """Return whether there is any account here. Raises BackupError."""
    with open_connection() as session:
        return "tournaments_user" in table_names(session) and bool(
            _query_row(session, "SELECT EXISTS (SELECT FROM tournaments_user)")
        )


def _prefixes() -> tuple[str, ...]:
    return ("django_", *(f"{app.label}_" for app in apps.get_app_configs()))


def _columns(session: Connection, table: str) -> list[str]:
    rows = session.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped "
        "AND attgenerated = '' ORDER BY attnum",
        [sql.Identifier(table).as_string(session)],
    )
    return [name for (name,) in rows]


def _copy_out(session: Connection, table: str, columns: list[str]) -> sql.Composed:
    """Copy the rows sorted by the text of the primary key, which is the same order on every server."""
    rows = session.execute(
        "SELECT attname, typcollation <> 0 FROM pg_index "
        "JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey) "
        "JOIN pg_type ON pg_type.oid = atttypid WHERE indrelid = %s::regclass AND indisprimary ORDER BY attnum",
        [sql.Identifier(table).as_string(session)],
    )
    order = [
        sql.SQL('{} COLLATE "C"').format(sql.Identifier(name)) if is_text else sql.Identifier(name)
        for name, is_text in rows
    ]
    return sql.SQL("COPY (SELECT {} FROM {} WHERE {} ORDER BY {}) TO STDOUT").format(
        _identifiers(columns),
        sql.Identifier(table),
        sql.SQL("false" if table in WITHOUT_ROWS else "true"),
        sql.SQL(", ").join(order),
    )


def _sequences(session: Connection, table: str, columns: list[str]) -> dict[str, list[Any]]:
    found = {}
    for column in columns:
        name = _query_row(
            session, "SELECT pg_get_serial_sequence(%s, %s)", sql.Identifier(table).as_string(session), column
        )
        if name:
            value = session.execute(sql.SQL("SELECT last_value, is_called FROM {}").format(sql.SQL(name))).fetchone()
            found[f"{table}.{column}"] = list(value or ())
    return found


def restore(path: Path) -> Manifest:
    """Replace all stored data with a backup, and compare it row for row: all or nothing. Raises BackupError.

    The restore is one transaction on Django's connection.
    """
    manifest = archive.read(path)
    _refuse_unknown_tables(path, manifest)
    try:
        with transaction.atomic():
            erased, retention = _erasures(), _retention()
            _drop_all()
            _make_tables(manifest)
            for name, table in manifest.tables.items():
                _fill_table(path, name, table)
            _check_references(manifest)
            _set_sequences(manifest)
            _compare(manifest)
            call_command("migrate", verbosity=0)
            _keep_erasures(erased)
            _keep_retention(retention)
    except (Error, psycopg.Error) as error:
        raise BackupError(f"{path} does not fit this database. Nothing was changed. {error}") from error
    return manifest


@contextmanager
def one_connection() -> Iterator[None]:
    """Connect without a pool, which opens spare connections. Then every other connection belongs to another process."""
    leave_pool()
    options = connection.settings_dict["OPTIONS"]
    pool = options.pop("pool", None)
    try:
        yield
    finally:
        connection.close()
        if pool is not None:
            options["pool"] = pool


@contextmanager
def lock_out_writers() -> Iterator[None]:
    """Lock out all other writers. Raises BackupError if another client is connected."""
    with transaction.atomic(durable=True):
        deadline = time.monotonic() + PATIENCE
        while _query_row(_raw(), OTHERS):
            if time.monotonic() > deadline:
                raise BackupError("Kierros is running on this database. Stop it, then try again.")
            time.sleep(0.05)
        if names := table_names(_raw()):
            _execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(_identifiers(names)))
        yield


def unknown_migration(migrations: set[tuple[str, str]]) -> str | None:
    """Return the first of these migrations that only a newer version of Kierros has, as `app.name`; None if there is
    none.
    """
    on_disk = MigrationLoader(None).disk_migrations or {}
    first = {app: min(name for other, name in on_disk if other == app) for app, _name in on_disk}
    newer = (key for key in sorted(migrations - on_disk.keys()) if key[0] not in first or key[1] > first[key[0]])
    return next((f"{app}.{name}" for app, name in newer), None)


def _refuse_unknown_tables(path: Path, manifest: Manifest) -> None:
    """Refuse a backup whose tables this version cannot create. Raises BackupError."""
    on_disk = MigrationLoader(None).disk_migrations or {}
    migrations = {(app, name) for app, name in manifest.migrations}
    if newer := unknown_migration(migrations):
        raise BackupError(
            f"{path} was written by another version of Kierros, which has {newer}. "
            "Restore it with that version or a later one."
        )
    replaced_keys = {
        key for key, migration in on_disk.items() if migration.replaces and _has_migration(migrations, key, migration)
    }
    for app, _name in sorted(migrations - on_disk.keys()):
        if not any(key[0] == app for key in replaced_keys):
            raise BackupError(
                f"{path} was written by a version of Kierros that is too old for this one. Restore it with the last "
                "version before 1.0, start that version once, and make a new backup with it."
            )


def _has_migration(migrations: set[tuple[str, str]], key: tuple[str, str], migration: Migration) -> bool:
    """Return whether a database with these steps has the migration: itself, or the steps that it replaces."""
    return key in migrations or (bool(migration.replaces) and migrations.issuperset(migration.replaces))


def _drop_all() -> None:
    names = table_names(_raw())
    if names:
        _execute(sql.SQL("DROP TABLE {} CASCADE").format(_identifiers(names)))
    functions = _raw().execute(
        "SELECT oid::regprocedure::text, proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace"
    )
    for signature, name in functions.fetchall():
        if name.startswith(_prefixes()):
            _execute(sql.SQL("DROP FUNCTION {}").format(sql.SQL(signature)))


def _make_tables(manifest: Manifest) -> None:
    executor = MigrationExecutor(connection)
    migrations = {(app, name) for app, name in manifest.migrations}
    graph = executor.loader.graph
    nodes = graph.node_map
    keys = {key for key in nodes if _has_migration(migrations, key, graph.nodes[key])}
    last = [key for key in keys if not any(c.key in keys and c.key[0] == key[0] for c in nodes[key].children)]
    executor.migrate(sorted(last))
    tables = table_names(_raw())
    if tables != sorted(manifest.tables):
        differing = ", ".join(sorted(set(tables) ^ set(manifest.tables)))
        raise BackupError(f"The backup's tables do not match its version of Kierros: {differing}. Nothing was changed.")
    for name in tables:
        _execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(sql.Identifier(name)))
    _execute(sql.SQL("TRUNCATE {}").format(_identifiers(tables)))
    _execute(sql.SQL("SET CONSTRAINTS ALL DEFERRED"))  # migrations leave some immediate, and tables come by name


def _fill_table(path: Path, name: str, table: ArchivedTable) -> None:
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(name), _identifiers(table.columns))
    with archive.text(path, name) as member, _raw().cursor() as cursor, cursor.copy(statement) as copied:
        while block := member.read(archive.BLOCK):
            copied.write(block)


def _check_references(manifest: Manifest) -> None:
    """Check all foreign keys before anything else uses the rows."""
    _execute(sql.SQL("SET CONSTRAINTS ALL IMMEDIATE"))
    for name in manifest.tables:
        _execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(sql.Identifier(name)))
    _execute(sql.SQL("SET CONSTRAINTS ALL DEFERRED"))


def _set_sequences(manifest: Manifest) -> None:
    for place, (value, was_used) in manifest.sequences.items():
        table, column = place.split(".")
        quoted = sql.Identifier(table).as_string(_raw())
        _raw().execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)", [quoted, column, value, was_used])


def _compare(manifest: Manifest) -> None:
    """Check that each table has exactly the rows of the file."""
    _same_text(_raw())
    for name, table in manifest.tables.items():
        digest = hashlib.sha256()
        for block in _Lines(_raw(), _copy_out(_raw(), name, table.columns)):
            digest.update(block)
        if digest.hexdigest() != table.sha256:
            raise BackupError(f"{name} does not match the backup's checksum. Nothing was changed.")


ERASURES = "tournaments_erasure"
OF_ERASURE = ("kind", "key", "called", "slug", "sequence", "at")


def _erasures() -> list[tuple[object, ...]]:
    """List the people whose personal data was erased here, to erase it again: the backup may be older."""
    if ERASURES not in table_names(_raw()):
        return []
    statement = sql.SQL("SELECT {} FROM {}").format(_identifiers(list(OF_ERASURE)), sql.Identifier(ERASURES))
    return _raw().execute(statement).fetchall()


def _keep_erasures(rows: list[tuple[object, ...]]) -> None:
    statement = sql.SQL("INSERT INTO {} ({}) VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING").format(
        sql.Identifier(ERASURES), _identifiers(list(OF_ERASURE))
    )
    for row in rows:
        _raw().execute(statement, row)


RETENTION = "tournaments_retention"


def _retention() -> list[dict[str, Any]]:
    """Read how long personal details are kept here: the backup may be older than that decision."""
    if RETENTION not in table_names(_raw()):
        return []
    with _raw().cursor(row_factory=dict_row) as cursor:  # the tables may be older than this program
        return cursor.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(RETENTION))).fetchall()


def _keep_retention(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        _execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(RETENTION)))
        names, values = _identifiers(list(row)), sql.SQL(", ").join(map(sql.Literal, row.values()))
        _execute(sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(sql.Identifier(RETENTION), names, values))


def _identifiers(names: list[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, names))


def _raw() -> Connection:
    """Return the psycopg connection inside Django's connection."""
    connection.ensure_connection()
    raw: Connection = connection.connection
    return raw


def _execute(statement: sql.SQL | sql.Composed) -> None:
    _raw().execute(statement)


def _query_row(session: Connection, statement: Any, *values: Any) -> Any:
    row = session.execute(statement, values or None).fetchone()
    return row[0] if row else None
