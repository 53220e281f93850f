"""How test databases are dropped."""

import psycopg
import pytest
from django.db import connection

from tests import database_template


@pytest.mark.django_db(transaction=True)
def test_database_is_dropped_despite_a_connected_session():
    name = f"{connection.settings_dict['NAME']}_left"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    connection.close()
    parameters = {**connection.get_connection_params(), "dbname": name}
    for key in ("pool", "cursor_factory", "context", "prepare_threshold"):
        parameters.pop(key, None)
    with psycopg.connect(**parameters) as left:
        database_template.drop(name, verbosity=0)
        with pytest.raises(psycopg.OperationalError):
            left.execute("SELECT 1")
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_database WHERE datname = %s", [name])
        assert cursor.fetchone() is None
