"""Installations of older versions can be updated: no row is lost, and their tables equal those of new installations.

`tests/data/installations/` has the dumps; `tests/tools/record_installation.py` recorded them.
"""

import ast
import gzip
import json
import re
import subprocess
from importlib import import_module

import psycopg
import pytest
from django.db import connection, models
from django.db.migrations import AddField, DeleteModel, RemoveField, RenameField, RenameModel

from tests.serving import ROOT, environment_for, manage

MIGRATIONS = ROOT / "tournaments" / "migrations"
INSTALLATIONS = ROOT / "tests" / "data" / "installations"
#: Installations before 1.0 are named after their last migration, all others after a release.
BEFORE_1_0 = INSTALLATIONS / "0081.sql.gz"
RECORDED = {path.name.removesuffix(".sql.gz") for path in INSTALLATIONS.glob("*.sql.gz")} - {"0081"}
RELEASED = {name for name in RECORDED if "." in name}
OURS = {
    "benchmarks",
    "config",
    "operating_system",
    "pairings",
    "paper",
    "pictures",
    "server",
    "standings",
    "tests",
    "tournaments",
}

#: Tables whose rows Django writes by itself.
OF_THE_TABLES = {"django_migrations", "django_content_type", "auth_permission"}

#: The parts of a database, without the order in which columns were added and without rows.
FACTS = {
    "tables": """SELECT relname, relkind, relpersistence, reloptions, obj_description(oid, 'pg_class') FROM pg_class
                  WHERE relnamespace = current_schema()::regnamespace AND relkind NOT IN ('i', 'S')""",
    "columns": """SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
                         attstorage, attcompression, attcollation::regcollation::text, attoptions, attstattarget,
                         pg_get_expr(adbin, adrelid), col_description(pg_class.oid, attnum)
                    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
                    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
                   WHERE relnamespace = current_schema()::regnamespace AND relkind <> 'i' AND attnum > 0
                     AND NOT attisdropped""",
    "constraints": """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), condeferrable, condeferred,
                             convalidated
                        FROM pg_constraint WHERE connamespace = current_schema()::regnamespace""",
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()",
    "triggers": """SELECT tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger
                    WHERE NOT tgisinternal""",
    "functions": """SELECT proname, pg_get_functiondef(oid) FROM pg_proc
                     WHERE pronamespace = current_schema()::regnamespace AND prokind IN ('f', 'p')""",
    "sequences": """SELECT sequencename, data_type::text, start_value, min_value, max_value, increment_by, cycle,
                           cache_size
                      FROM pg_sequences WHERE schemaname = current_schema()""",
    "extensions": "SELECT extname FROM pg_extension",
}


def connect_to(name):
    there = {"host": connection.settings_dict["HOST"], "port": connection.settings_dict["PORT"] or None}
    who = {"user": connection.settings_dict["USER"], "password": connection.settings_dict["PASSWORD"] or None}
    return psycopg.connect(dbname=name, **there, **who)


#: Statements that recreate checks and triggers from their own definitions.
SAID_AGAIN = """
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s', conrelid::regclass, conname, conname,
              pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype = 'c'
 UNION ALL
SELECT format('DROP TRIGGER %I ON %s; %s', tgname, tgrelid::regclass, pg_get_triggerdef(oid))
  FROM pg_trigger WHERE NOT tgisinternal
"""


def facts(name):
    """Return the parts of the database. Conditions are written as after a restored dump, with its brackets."""
    with connect_to(name) as there:
        for (statement,) in there.execute(SAID_AGAIN).fetchall():
            there.execute(statement)
        found = {kind: set(map(str, there.execute(query).fetchall())) for kind, query in FACTS.items()}
        there.rollback()
    return found


def rows(name):
    """Return all rows of each table as JSON, and the last value of each sequence."""
    with connect_to(name) as there:
        tables = there.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
        found = {
            table: sorted(text for (text,) in there.execute(f'SELECT to_jsonb(each)::text FROM "{table}" each'))
            for (table,) in tables
        }
        sequences = there.execute("SELECT sequencename, last_value FROM pg_sequences").fetchall()
    return found, dict(sequences)


def steps(name):
    """Return our migrations that the database lists as applied."""
    with connect_to(name) as there:
        query = "SELECT name FROM django_migrations WHERE app = 'tournaments'"
        return {step for (step,) in there.execute(query).fetchall()}


@pytest.fixture
def other(transactional_db):
    """The name of a second, empty database on the server of the tests."""
    name = f"{connection.settings_dict['NAME']}_other"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}"')
    yield name
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def fill_database(name, dump):
    """Load a dump into the database; return the name of the database."""
    with connect_to(name) as there:
        there.execute(gzip.decompress(dump.read_bytes()).decode())
    return name


@pytest.fixture
def older(other):
    """The name of the database of an installation older than 1.0."""
    return fill_database(other, BEFORE_1_0)


def updated_without_loss(name):
    """Apply all migrations and return those that were applied.

    The tables must equal those of a new installation, and every row must stay the same except for new columns.
    """
    before, sequences = rows(name)
    taken = steps(name)
    done = run(name, "migrate")
    assert done.returncode == 0, done.stderr
    after, sequences_after = rows(name)
    changed = lost_and_added(*in_columns_of_before(before, after))
    assert [lost for lost, _added in changed.values() if lost] == []
    assert changed.keys() <= OF_THE_TABLES
    assert [table for table in after.keys() - before.keys() if after[table]] == []
    same = {name for name in sequences if name.removesuffix("_id_seq") not in OF_THE_TABLES}
    assert {name: sequences_after[name] for name in same} == {name: sequences[name] for name in same}
    assert run(name, "migrate", "--check").returncode == 0
    made, expected = facts(name), facts(connection.settings_dict["NAME"])
    for kind in FACTS:
        assert made[kind] == expected[kind], kind
    assert any("result_fits" in trigger for trigger in made["triggers"])
    return steps(name) - taken


def run(name, *command, **more):
    return subprocess.run(
        manage(*command), cwd=ROOT, env=environment_for(name, **more), check=False, capture_output=True, text=True
    )


def in_columns_of_before(before, after):
    """Return the rows of both sides, limited to the tables and columns that existed before."""
    columns = {table: json.loads(lines[0]).keys() for table, lines in before.items() if lines}
    return [
        {table: sorted(in_columns(line, columns[table]) for line in side[table]) for table in columns}
        for side in (before, after)
    ]


def in_columns(line, columns):
    return json.dumps({name: value for name, value in json.loads(line).items() if name in columns})


def lost_and_added(before, after):
    """Return, for each table that differs, the rows that only one side has."""
    differing = {table for table in before.keys() | after.keys() if before.get(table) != after.get(table)}
    return {
        table: (set(before.get(table, ())) - set(after.get(table, ())), set(after[table]) - set(before.get(table, ())))
        for table in differing
    }


class TestInstallationBefore10:
    @pytest.mark.rotates(2)
    @pytest.mark.slow("loads a second database")
    def test_has_rows_in_all_tables(self, older):
        found, _sequences = rows(older)
        assert [table for table, lines in found.items() if not lines] == []
        assert found.keys() <= rows(connection.settings_dict["NAME"])[0].keys()

    @pytest.mark.slow("two commands on a second database; nothing else shows that an update loses no row")
    @pytest.mark.rotates(8)
    def test_is_updated_without_loss(self, older):
        assert updated_without_loss(older) == {path.stem for path in MIGRATIONS.glob("0*.py")}

    @pytest.mark.rotates(8)
    def test_too_old_installation_gets_instructions(self, older):
        with connect_to(older) as there:
            there.execute("DELETE FROM django_migrations WHERE name = '0081_comments'")
        before = rows(older)[0]
        done = run(older, "migrate")
        assert done.returncode == 1
        assert "Start the last version before 1.0 once" in done.stderr
        assert "Traceback" not in done.stderr
        assert rows(older)[0] == before

    @pytest.mark.rotates(8)
    def test_is_restored_from_its_backup(self, older, tmp_path):
        """The backup names the old migrations; the new initial migration makes the tables."""
        before, sequences = rows(older)
        stored = tmp_path / "older.zip"
        assert run(older, "backup", str(stored)).returncode == 0
        done = run(older, "restore", str(stored), "--yes", BACKUP_DIR=str(tmp_path), VAR_DIR=str(tmp_path / "var"))
        assert "Restored and verified" in done.stdout, done.stderr
        after, sequences_after = rows(older)
        emptied = {"django_session", "tournaments_ratinglist", "tournaments_tally", "tournaments_task"}
        before, after = in_columns_of_before(before, after)
        for table, lines in before.items():
            if table not in emptied | OF_THE_TABLES:
                assert after[table] == lines, table
        assert sequences.keys() <= sequences_after.keys()
        assert facts(older) == facts(connection.settings_dict["NAME"])


class TestInstallationOfRelease:
    @pytest.mark.slow("two commands on a second database; nothing else shows that an update loses no row")
    @pytest.mark.rotates(8)
    @pytest.mark.parametrize("version", sorted(RECORDED))
    def test_is_updated_without_loss(self, other, version):
        fill_database(other, INSTALLATIONS / f"{version}.sql.gz")
        assert [table for table, lines in rows(other)[0].items() if not lines] == []
        left = {path.stem for path in MIGRATIONS.glob("0*.py")} - steps(other)
        assert updated_without_loss(other) == left

    def test_every_release_has_a_recorded_installation(self):
        versions = re.findall(r"(?m)^## (\d+\.\d+\.\d+) ", (ROOT / "CHANGELOG.md").read_text())
        assert set(versions) == RELEASED, "python -m tests.tools.record_installation"


class TestFiles:
    def test_migrations_do_not_import_the_application(self):
        """The application changes, but a migration must do what it did when it was written."""
        for path in MIGRATIONS.glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                assert not getattr(node, "level", 0), f"{path.name} imports by a relative name"
                for name in names:
                    assert name.split(".")[0] not in OURS or name == "tournaments.migrations._steps", path.name

    def test_each_sql_file_belongs_to_one_migration(self):
        written = [path.read_text() for path in MIGRATIONS.glob("0*.py")]
        run_by = [f"{name}.{version}.sql" for text in written for name, version in re.findall(
            r"run_sql\(['\"](\w+)['\"], (\d+)\)", text)]  # fmt: skip
        assert sorted(run_by) == sorted(path.name for path in (ROOT / "tournaments" / "sql").iterdir())

    def test_initial_migration_is_first_and_numbers_are_unique(self):
        """Numbers from before 1.0 are not used again: they tell how old an installation or a backup is."""
        names = sorted(path.stem for path in MIGRATIONS.glob("[0-9]*.py"))
        assert names[0] == "0100_initial"
        assert len({name[:4] for name in names}) == len(names)


class TestLaterMigrations:
    """A process of the previous version writes during a migration, and on another server also after it."""

    LATER = sorted(path.stem for path in MIGRATIONS.glob("0*.py") if path.stem > "0100_initial")

    def problems(self, operations):
        for operation in operations:
            if isinstance(operation, AddField):
                field = operation.field
                if not (field.null or field.has_db_default() or field.many_to_many):
                    yield f"{operation.model_name}.{operation.name}: give it a db_default, or null=True"
            elif isinstance(operation, (RemoveField, RenameField, RenameModel, DeleteModel)):
                yield f"{operation.describe()}: the version before still uses it"

    def test_are_additive(self):
        found = {
            name: list(self.problems(import_module(f"tournaments.migrations.{name}").Migration.operations))
            for name in self.LATER
        }
        assert not {name: problems for name, problems in found.items() if problems}

    def test_changes_that_are_not_additive_are_found(self):
        wrong = [AddField("player", "x", models.IntegerField()), RemoveField("player", "name")]
        right = [
            AddField("player", "x", models.IntegerField(db_default=0)),
            AddField("player", "y", models.TextField(null=True)),
        ]
        assert len(list(self.problems(wrong))) == 2
        assert not list(self.problems(right))
