"""An empty database with all migrations, which test databases are copied from.

It is created once for each state of the migrations and stays on the test server until a migration changes. A copy
takes about one second, and all migrations about three.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import psycopg
from django.core.management import call_command
from django.db import connection
from psycopg import sql

ROOT = Path(__file__).resolve().parents[1]
#: The files that determine the tables: our migrations, and the packages with their own migrations.
SOURCES = ("*/migrations/*.py", "*/sql/*.sql", "requirements/run.txt")


def key() -> str:
    """Return a hash of everything that determines the tables."""
    read = hashlib.sha256()
    for path in sorted(path for pattern in SOURCES for path in ROOT.glob(pattern)):
        read.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return read.hexdigest()[:16]


def template() -> str:
    """Return the name of the migrated database; create it if it is missing, and drop older ones."""
    name = f"migrated_{key()}"
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtext('migrated'))")  # another run may create it at the same time
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'migrated\\_%'")
        found = {row[0] for row in cursor.fetchall()}
        for old in found - {name}:
            cursor.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(old)))
        if name not in found:
            _make(cursor, name)
    return name


def drop(name: str, verbosity: int) -> None:
    """Drop a test database instead of Django: on a busy machine a session may outlive its server."""
    connection.close_pool()
    with connection._nodb_cursor() as cursor:
        cursor.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _make(cursor: psycopg.Cursor, name: str) -> None:
    """Create it under another name, so that an interrupted run leaves nothing that looks complete."""
    unfinished = sql.Identifier("migrated_unfinished")
    cursor.execute(sql.SQL("CREATE DATABASE {}").format(unfinished))
    usual = connection.settings_dict["NAME"]
    try:
        _go_to("migrated_unfinished")
        call_command("migrate", verbosity=0, interactive=False)
    finally:
        _go_to(usual)
    cursor.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(unfinished, sql.Identifier(name)))


def _go_to(database: str) -> None:
    """Let the next query open a connection to this database: connections in the pool lead to another one."""
    connection.close()
    connection.close_pool()
    connection.settings_dict["NAME"] = database
