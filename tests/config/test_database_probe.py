"""What `start` checks of a database before anybody depends on it."""

from unittest.mock import Mock

import psycopg
import pytest
from django.core.management import CommandError
from django.db import connection

from config import database_probe
from server import presence
from tests.serving import wait_until


@pytest.fixture
def opened(transactional_db):
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as found:
        yield found


@pytest.fixture
def another(transactional_db):
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as found:
        yield found


def test_postgresql_itself_is_used(opened):
    database_probe.check(opened)


def test_a_pooler_that_delivers_no_notifications_is_refused(opened, monkeypatch):
    elsewhere = {**connection.get_connection_params(), "dbname": "postgres"}
    monkeypatch.setattr(database_probe, "connection", Mock(get_connection_params=lambda: elsewhere))
    monkeypatch.setattr(database_probe, "PATIENCE", 0.05)
    with pytest.raises(CommandError, match=r"pooler.*pool_mode = session"):
        database_probe.check(opened)


def test_a_standby_is_refused():
    standby = Mock()
    standby.execute.return_value.fetchone.return_value = (True,)
    with pytest.raises(CommandError, match=r"standby.*target_session_attrs=read-write"):
        database_probe.check(standby)


class TestServersOfOneDatabase:
    def test_with_the_same_key_are_fine(self, opened, another):
        another.execute(presence.HOLD, presence.lock())
        database_probe.check(opened)

    def test_with_another_key_are_refused(self, opened, another, settings):
        own = settings.SECRET_KEY
        settings.SECRET_KEY = "that of another server"
        another.execute(presence.HOLD, presence.lock())
        settings.SECRET_KEY = own
        with pytest.raises(CommandError, match="another SECRET_KEY"):
            database_probe.check(opened)

    def test_with_another_key_that_ended_are_forgotten(self, opened, another, settings):
        own = settings.SECRET_KEY
        settings.SECRET_KEY = "that of another server"
        another.execute(presence.HOLD, presence.lock())
        settings.SECRET_KEY = own
        another.close()
        database_probe.check(opened)

    def test_only_one_prepares_it(self, opened, another):
        assert database_probe.try_lock(opened, 7)
        assert not database_probe.try_lock(another, 7)

    def test_a_running_server_holds_its_lock(self, opened, real_server):
        numbers = [presence.SERVERS, presence.key_mark()]
        held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND granted"
        wait_until(lambda: opened.execute(held, numbers).fetchone()[0])
