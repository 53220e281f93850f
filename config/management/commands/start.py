"""manage.py start: from nothing to served pages."""

from __future__ import annotations

import errno
import os
import ssl
import sys
import webbrowser
from argparse import ArgumentParser, BooleanOptionalAction
from pathlib import Path
from socket import socket
from typing import NoReturn

import psycopg
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection

from config.backups import database, restoring
from config.backups.archive import BackupError
from config.embedded.binaries import PostgresError
from config.starting import database_probe, privileges
from config.starting.updates import check_up_to_date, migrate_with_backup
from operating_system import system
from server import lan as network
from server.database_pool import leave_pool
from server.processes import supervisor
from tournaments.core.direct_connection import session_parameters
from tournaments.people import accounts

HIGHEST_PORT = 65535

#: The number of the database lock that is held while the database is brought up to date.
PREPARATION_LOCK = 5_437_716

READING_ONLY = (
    "This database is a standby or read-only, so this server is for reading only. When the database becomes writable, "
    "the server restarts as a normal one. To follow a failover with a normal server, name both hosts: "
    "postgres://USER:PASSWORD@HOST1:PORT,HOST2:PORT/NAME?target_session_attrs=read-write"
)

#: A warning for people who serve a hall without HTTPS.
WITHOUT_HTTPS = (
    "Without HTTPS, phones cannot keep pages for offline use, and get no notifications while asleep. "
    "Everything else works. docs/operating.md explains how to set up HTTPS."
)


class Command(BaseCommand):
    help = "Start the database if it is embedded, update it, and serve the pages."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="load demo tournaments first")
        parser.add_argument("--browser", action="store_true", help="open the pages in the browser of this computer")
        parser.add_argument("--port", type=int, default=8000, help="the port on this machine (8000)")
        parser.add_argument(
            "--lan",
            action=BooleanOptionalAction,
            help="let phones on this computer's networks connect, or not; remembered for the next start",
        )

        parser.add_argument(
            "--from",
            dest="backup",
            type=Path,
            metavar="BACKUP",
            help="first restore a backup file, or a folder of backups up to its last second, when another computer is "
            "lost",
        )

    def handle(
        self,
        *_args: object,
        demo: bool,
        browser: bool,
        port: int,
        lan: bool | None,
        backup: Path | None,
        **_options: object,
    ) -> None:
        if not 0 < port <= HIGHEST_PORT:
            raise CommandError(f"Port {port} is not possible. Choose a number from 1 to {HIGHEST_PORT}.")
        if reason := system.why_unfit(settings.VAR):
            raise CommandError(reason)
        listener = privileges.inherited_listener()
        if listener is None:
            self._choose_network(lan)
            _check_certificate()
            listener = _listener(port)
            if backup is not None:
                self._restore(backup)
        if system.is_root():
            self._step_down(listener)
        self._prepare_database(listener, demo=demo)
        self._print_next_steps(port)
        if browser:
            webbrowser.open(f"{_scheme()}://{supervisor.HOST}:{port}/")
        leave_pool()
        look = network.Announcement(self._say, settings.LAN_ADDRESSES, port, _scheme()).look if settings.LAN else None
        supervisor.serve(listener, look, restoring.start_again)

    def _restore(self, source: Path) -> None:
        """Restore a backup into the empty database of this computer."""
        try:
            if database.has_accounts():
                raise CommandError(
                    "This computer already has accounts and tournaments, so nothing was restored. To replace them: "
                    f"{settings.COMMAND} restore {source}"
                )
        except (BackupError, PostgresError) as error:
            raise CommandError(str(error)) from error
        call_command("restore", source, yes=True, stdout=self.stdout)

    def _choose_network(self, option: bool | None) -> None:
        """Start again with the hall's network in the environment, if it should be served and is not yet."""
        first = sys.stdin.isatty() and network.VARIABLE not in os.environ
        open_to_network = network.choose_network(option, settings.VAR / "lan", self._ask if first else None)
        os.environ[network.VARIABLE] = network.ON if open_to_network else network.OFF
        if open_to_network != settings.LAN:
            system.become(sys.executable, [sys.executable, *sys.argv], os.environ)

    def _ask(self) -> bool:
        self.stdout.write(
            "Allow phones on this network to open the tournaments? (To change this later: start --lan or --no-lan)"
        )
        self.stdout.write("Type y and press Enter to allow. Press only Enter for this computer only: ", ending="")
        self.stdout.flush()
        return sys.stdin.readline().strip().lower() in ("y", "yes")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def _step_down(self, listener: socket) -> NoReturn:
        try:
            privileges.drop_privileges(listener)
        except PostgresError as error:
            raise CommandError(str(error)) from error

    def _prepare_database(self, listener: socket, *, demo: bool) -> None:
        try:
            # Not through the pool, which would retry for a while and then not name the error.
            session = psycopg.connect(**session_parameters(), autocommit=True)
        except (PostgresError, psycopg.OperationalError) as error:
            raise CommandError(f"The database cannot be reached. {error}") from error
        with session:
            self._choose_manner(listener, reading_only=database_probe.is_read_only(session))
            if settings.READING_ONLY:
                check_up_to_date()
                return
            # The lock: if several servers start at once, one prepares the database and the others find it ready.
            database_probe.check(session)
            if not database_probe.try_lock(session, PREPARATION_LOCK):
                self._say("Another Kierros is preparing this database. Waiting until it is ready ...")
                session.execute("SELECT pg_advisory_lock(%s)", [PREPARATION_LOCK])
            migrate_with_backup(self._say)
            if demo:
                call_command("load_demo")

    def _choose_manner(self, listener: socket, *, reading_only: bool) -> None:
        """Start again on the same socket if these settings do not match a database of this kind."""
        if reading_only != settings.READING_ONLY:
            os.environ["KIERROS_READING_ONLY"] = "on" if reading_only else "off"
            restoring.start_again(listener)

    def _print_next_steps(self, port: int) -> None:
        self.stdout.write(f"Kierros is at {_scheme()}://{supervisor.HOST}:{port}/ (Ctrl+C to stop)")
        if settings.READING_ONLY:
            self._say(READING_ONLY)
            return
        if not get_user_model().objects.exists():
            self.stdout.write("Open it in a browser and create the organiser's account.")
            if settings.ASKS_FOR_CODE:
                self.stdout.write(
                    f"Enter this code there, so that nobody else creates it first: {accounts.first_account_code()}"
                )
        if hasattr(connection, "data_folder"):
            self.stdout.write(f"All data is in {connection.data_folder}")
        self.stdout.write(f"Backups are saved in {settings.BACKUP_DIR}")
        if settings.LAN and not settings.HTTPS:
            self.stdout.write(WITHOUT_HTTPS)
        self.stdout.flush()


def _scheme() -> str:
    """Return the scheme of this process; a proxy in front of it may use another."""
    return "http" if settings.HTTPS_CERTIFICATE is None else "https"


def _check_certificate() -> None:
    if settings.HTTPS_CERTIFICATE is None and settings.HTTPS_KEY is None:
        return
    if not settings.HTTPS or settings.HTTPS_CERTIFICATE is None or settings.HTTPS_KEY is None:
        raise CommandError("HTTPS needs HTTPS_CERTIFICATE, HTTPS_KEY and HTTPS=on. Set all three.")
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
            settings.HTTPS_CERTIFICATE, settings.HTTPS_KEY
        )
    except OSError as error:  # an SSLError is one
        raise CommandError(
            f"The certificate cannot be used ({error}). Set HTTPS_CERTIFICATE and HTTPS_KEY to a matching pair of PEM "
            "files that this account can read."
        ) from error


def _listener(port: int) -> socket:
    try:
        return supervisor.listen(
            port, settings.LISTEN or (supervisor.ALL_ADDRESSES if settings.LAN else supervisor.HOST)
        )
    except PermissionError as error:
        raise CommandError(
            f"This account cannot use port {port}. Choose another: --port {8000 if port != 8000 else 8765}"
        ) from error
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise CommandError(
                f"This computer does not have the address {settings.LISTEN}. Set LISTEN to one of its addresses."
            ) from error
        raise CommandError(
            f"Port {port} is in use, perhaps by another Kierros. Stop it, or choose another port: "
            f"{settings.COMMAND} start --port {port % HIGHEST_PORT + 1}"
        ) from error
