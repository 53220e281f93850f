"""`start` checks the database before it serves anybody."""

import subprocess
from unittest.mock import Mock

import psycopg
import pytest
from django.core.management import CommandError
from django.db import connection, connections

from config.starting import database_probe
from server.processes import presence
from tests.serving import environment_for, manage, wait_until
from tournaments.core import direct_connection
from tournaments.core.direct_connection import ALIAS


@pytest.fixture
def open_connection(transactional_db):
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as found:
        yield found


@pytest.fixture
def another(transactional_db):
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as found:
        yield found


def test_direct_postgresql_passes(open_connection):
    database_probe.check(open_connection)


def test_pooler_without_notifications_is_refused(open_connection, monkeypatch):
    elsewhere = {**connection.get_connection_params(), "dbname": "postgres"}
    monkeypatch.setattr(database_probe, "connection", Mock(get_connection_params=lambda: elsewhere))
    monkeypatch.setattr(database_probe, "PATIENCE", 0.05)
    with pytest.raises(CommandError, match=r"pooler.*DATABASE_DIRECT_URL.*pool_mode = session"):
        database_probe.check(open_connection)


def test_read_only_database_is_detected(open_connection):
    assert not database_probe.is_read_only(open_connection)
    open_connection.execute("SET default_transaction_read_only = on")
    assert database_probe.is_read_only(open_connection)


class TestServersOfOneDatabase:
    def test_same_secret_key_passes(self, open_connection, another):
        another.execute(presence.HOLD, presence.lock())
        database_probe.check(open_connection)

    def test_different_secret_key_is_refused(self, open_connection, another, settings):
        own = settings.SECRET_KEY
        settings.SECRET_KEY = "that of another server"
        another.execute(presence.HOLD, presence.lock())
        settings.SECRET_KEY = own
        with pytest.raises(CommandError, match="another SECRET_KEY"):
            database_probe.check(open_connection)

    def test_ended_server_with_another_key_is_ignored(self, open_connection, another, settings):
        own = settings.SECRET_KEY
        settings.SECRET_KEY = "that of another server"
        another.execute(presence.HOLD, presence.lock())
        settings.SECRET_KEY = own
        another.close()
        database_probe.check(open_connection)

    def test_only_one_server_prepares_the_database(self, open_connection, another):
        assert database_probe.try_lock(open_connection, 7)
        assert not database_probe.try_lock(another, 7)

    @pytest.mark.rotates(8)
    def test_a_running_server_holds_its_lock(self, open_connection, real_server):
        numbers = [presence.SERVERS, presence.key_mark()]
        held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND granted"
        wait_until(lambda: open_connection.execute(held, numbers).fetchone()[0])


class TestBehindPooler:
    @pytest.fixture
    def past_it(self, settings):
        """A direct connection, as with DATABASE_DIRECT_URL: one database has two URLs."""
        connections.settings[ALIAS] = connections.settings["default"]
        connections[ALIAS] = connection.copy()
        yield direct_connection.direct_connection()
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.settings[ALIAS]

    def test_notifications_arrive_by_the_direct_connection(self, open_connection, past_it):
        database_probe.check(open_connection)

    def test_direct_connection_to_another_database_is_refused(self, open_connection, past_it, monkeypatch):
        elsewhere = {**connection.get_connection_params(), "dbname": "postgres"}
        monkeypatch.setattr(database_probe, "connection", Mock(get_connection_params=lambda: elsewhere))
        monkeypatch.setattr(database_probe, "PATIENCE", 0.05)
        with pytest.raises(CommandError, match="Both must lead to the same database"):
            database_probe.check(open_connection)

    def test_locks_use_the_direct_connection(self, open_connection, past_it):
        connection.ensure_connection()
        assert direct_connection.try_lock(11, 12)
        holder = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 11 AND objid = 12"
        assert open_connection.execute(holder).fetchall() == [(past_it.connection.info.backend_pid,)]
        assert past_it.connection.info.backend_pid != connection.connection.info.backend_pid
        direct_connection.unlock(11, 12)
        assert not open_connection.execute(holder).fetchall()

    @pytest.mark.rotates(2)
    def test_direct_url_without_database_url_is_refused(self):
        environment = environment_for("kierros") | {"DATABASE_DIRECT_URL": "postgres://localhost/kierros"}
        environment.pop("DATABASE_URL", None)
        ran = subprocess.run(manage("check"), env=environment, capture_output=True, text=True, check=False)
        assert "DATABASE_DIRECT_URL leads past the pooler that DATABASE_URL names" in ran.stderr
