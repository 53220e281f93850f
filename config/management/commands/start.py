"""manage.py start: from nothing to served pages."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from socket import socket
from typing import Any, NoReturn

import psycopg
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection

from config import privileges, serving
from config.embedded.binaries import PostgresError
from config.pool import leave_pool
from tournaments.services import accounts

HIGHEST_PORT = 65535

#: The number of the database's lock under which it is brought up to date.
PREPARATION_LOCK = 5_437_716


class Command(BaseCommand):
    help = "Start the database if it is our own, bring it up to date, and serve the pages."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="load running demo tournaments first")
        parser.add_argument("--port", type=int, default=8000, help="the port on this machine (8000)")

    def handle(self, *_args: Any, demo: bool, port: int, **_options: Any) -> None:
        if not 0 < port <= HIGHEST_PORT:
            raise CommandError(f"A port is a number from 1 to {HIGHEST_PORT}, and {port} is not.")
        listener = privileges.inherited_listener() or _listener(port)
        if os.geteuid() == 0:
            self._step_down(listener)
        self._prepare_database(demo)
        self._say_what_next(port)
        leave_pool()
        serving.serve(listener)

    def _step_down(self, listener: socket) -> NoReturn:
        try:
            privileges.step_down(listener)
        except PostgresError as error:
            raise CommandError(str(error)) from error

    def _prepare_database(self, demo: bool) -> None:
        try:
            # Not by way of the pool, which would try for a while and then not say what is wrong.
            alone = psycopg.connect(**connection.get_connection_params())
        except (PostgresError, psycopg.OperationalError) as error:
            raise CommandError(f"The database cannot be reached. {error}") from error
        with alone:  # its lock: of several that are started at once, one prepares, and the others find it done
            alone.execute("SELECT pg_advisory_lock(%s)", [PREPARATION_LOCK])
            call_command("migrate", verbosity=0)
            if demo:
                call_command("load_demo")

    def _say_what_next(self, port: int) -> None:
        self.stdout.write(f"Kierros is at http://{serving.HOST}:{port}/ (Ctrl+C ends it)")
        if not get_user_model().objects.exists():
            self.stdout.write("Open it in a browser and create the organiser's account.")
            if settings.ASKS_FOR_CODE:
                self.stdout.write(f"It asks for this code, so that nobody is quicker: {accounts.first_account_code()}")
        if hasattr(connection, "data_folder"):
            self.stdout.write(f"All data is in {connection.data_folder}")
        self.stdout.write(f"Backups are made in {settings.BACKUP_DIR}")
        self.stdout.flush()


def _listener(port: int) -> socket:
    try:
        return serving.listen(port)
    except PermissionError as error:
        raise CommandError(f"Port {port} is for root alone. Take another one: --port 8000") from error
    except OSError as error:
        raise CommandError(
            f"Port {port} is in use, perhaps by another Kierros. Stop that, or take another port: "
            f"python3 manage.py start --port {port % HIGHEST_PORT + 1}"
        ) from error
