"""A database that exists and a new one come to the same tables, whichever steps they take."""

import subprocess
import sys

import psycopg
import pytest
from django.db import connection

from tests.serving import ROOT, environment_for, manage

#: Takes each step by itself, to the one that is named or to the last; in a process of its own, on another database.
STEP_BY_STEP = """
import sys
import django
django.setup()
from django.db import connection
from config.backups.database import by_steps
executor = by_steps(connection)
executor.migrate([("tournaments", sys.argv[1])] if sys.argv[1:] else executor.loader.graph.leaf_nodes())
"""

#: What a database consists of, without the order in which columns were added.
FACTS = {
    "columns": """SELECT table_name, column_name, data_type, is_nullable, character_maximum_length, numeric_precision,
                         numeric_scale, column_default, is_identity
                    FROM information_schema.columns WHERE table_schema = current_schema()""",
    "constraints": """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), condeferrable, condeferred
                        FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'""",
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()",
    "triggers": """SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger
                    WHERE NOT tgisinternal""",
    "functions": "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = current_schema()::regnamespace",
}


def facts(name):
    there = {"host": connection.settings_dict["HOST"], "port": connection.settings_dict["PORT"] or None}
    who = {"user": connection.settings_dict["USER"], "password": connection.settings_dict["PASSWORD"] or None}
    with psycopg.connect(dbname=name, **there, **who) as opened:
        return {kind: set(opened.execute(query).fetchall()) for kind, query in FACTS.items()}


@pytest.fixture
def other(transactional_db):
    """The name of a second database on the server of the tests, with nothing in it."""
    name = f"{connection.settings_dict['NAME']}_by_steps"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}"')
    yield name
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run(name, *command):
    subprocess.run(command, cwd=ROOT, env=environment_for(name), check=True, capture_output=True)


@pytest.mark.rotates(4)
def test_step_by_step_and_at_once_are_the_same(other):
    assert not facts(other)["columns"]
    run(other, sys.executable, "-c", STEP_BY_STEP)
    made, expected = facts(other), facts(connection.settings_dict["NAME"])
    for kind in FACTS:
        assert made[kind] == expected[kind], kind
    assert any("result_fits" in trigger for _table, trigger, _text in made["triggers"])
    run(other, *manage("migrate", "--check"))


@pytest.mark.rotates(4)
def test_a_database_in_the_middle_goes_on(other):
    run(other, sys.executable, "-c", STEP_BY_STEP, "0031_drawn")
    assert facts(other)["columns"] != facts(connection.settings_dict["NAME"])["columns"]
    run(other, *manage("migrate"))
    assert facts(other) == facts(connection.settings_dict["NAME"])
