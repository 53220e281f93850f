"""Django's PostgreSQL engine on the embedded server: it starts the server at the first connection, and again if it was
killed.
"""

from __future__ import annotations

import contextlib
import functools
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db.backends.postgresql import base
from django.db.backends.postgresql.client import DatabaseClient
from psycopg import sql

from .binaries import PostgresError
from .listening import Address
from .server import Cluster

#: WAL kept on this disk for a second place that was away for a while (docs/decisions/0068).
WAL_RETENTION = ("wal_keep_size=256MB",)


@functools.cache
def cluster() -> Cluster:
    """Return the joined cluster of the settings, with their database in it."""
    options = WAL_RETENTION if settings.BACKUP_SECOND_DIR is not None else ()
    found = Cluster(Path(settings.EMBEDDED_POSTGRES_DIR), [*options, *settings.EMBEDDED_POSTGRES_OPTIONS])
    found.join()
    _make_database(found, settings.DATABASES["default"]["NAME"])
    return found


def _address() -> Address:
    """Return the server's address; a server known to have been killed is started again."""
    try:
        return cluster().connection
    except PostgresError:
        cluster().join()
        return cluster().connection


def _make_database(found: Cluster, name: str) -> None:
    with psycopg.connect(**found.connection, dbname="postgres", autocommit=True) as connection:
        if not connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone():
            with contextlib.suppress(
                psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation
            ):  # another process has created it
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


class RevivingConnection(psycopg.Connection[Any]):
    """A pool connection that restarts a killed server if it cannot connect."""

    @classmethod
    def connect(cls, conninfo: str = "", **arguments: Any) -> RevivingConnection:
        try:
            return super().connect(conninfo, **arguments)
        except psycopg.OperationalError:
            cluster().join()
            return super().connect(conninfo, **{**arguments, **_address()})


class Shell(DatabaseClient):
    """`manage.py dbshell`: the psql of the embedded server, connected to it."""

    def runshell(self, parameters: Any) -> None:
        self.connection.get_connection_params()  # this starts the server and returns its address
        super().runshell(parameters)

    @classmethod
    def settings_to_cmd_args_env(cls, settings_dict: Any, parameters: Any) -> Any:
        (_psql, *arguments), environment = super().settings_to_cmd_args_env(settings_dict, parameters)
        return [str(cluster().programs / "psql"), *arguments], environment


class DatabaseWrapper(base.DatabaseWrapper):
    """The PostgreSQL engine, connected to the embedded server."""

    client_class = Shell

    @property
    def data_folder(self) -> Path:
        """The folder of all stored data on the disk."""
        return cluster().data

    def get_connection_params(self) -> dict[str, object]:
        if pool := self.settings_dict["OPTIONS"].get("pool"):
            pool["connection_class"] = RevivingConnection
        address = _address()
        self.settings_dict.update(
            HOST=address["host"],
            USER=address["user"],
            PORT=address.get("port", ""),
            PASSWORD=address.get("password", ""),
        )
        return super().get_connection_params()

    def get_new_connection(self, conn_params: dict[str, object]) -> object:
        try:
            return super().get_new_connection(conn_params)
        except psycopg.OperationalError:
            if self.pool:  # its connections revive the server themselves
                raise
            cluster().join()
            return super().get_new_connection({**conn_params, **_address()})
