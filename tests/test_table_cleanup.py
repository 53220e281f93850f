"""The database is emptied after a test even if a server is still answering a request."""

import threading

import psycopg
import pytest
from django.db import connection

from tests import table_cleanup
from tests.serving import wait_until
from tournaments.models import Player, User


@pytest.mark.slow("PostgreSQL looks for two that wait for each other after a second")
@pytest.mark.django_db(transaction=True)
def test_request_holding_a_table_yields_to_the_emptying():
    User.objects.create_user("orla")
    tables = [Player._meta.db_table, User._meta.db_table]
    (statement,) = table_cleanup.deleting(connection.ops, None, tables)
    with psycopg.connect(**connection.get_connection_params()) as request:
        request.execute(f"SELECT FROM {tables[1]}")
        emptied = threading.Thread(target=empty, args=(statement,))
        emptied.start()
        wait_until(lambda: waiting(tables[1]))
        with pytest.raises(psycopg.errors.DeadlockDetected):
            request.execute(f"SELECT FROM {tables[0]}")
        request.rollback()
        emptied.join()
    assert not User.objects.exists()


def empty(statement):
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
        other.execute(statement)


def waiting(table):
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE relation = %s::regclass AND NOT granted", [table])
        return cursor.fetchone()[0]
