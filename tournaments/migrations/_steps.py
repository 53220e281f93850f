"""What migrations share. They import nothing of the application, which may change after them."""

from collections.abc import Mapping
from pathlib import Path

from django.apps.registry import Apps
from django.core.management import CommandError
from django.db import DatabaseError, migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Model

SQL = Path(__file__).resolve().parents[1] / "sql"
OLDER = (
    "This database was made by a version of Kierros before 1.0 that is too old to update in one step. Nothing was "
    "changed. Start the last version before 1.0 once on this database, then start this version again."
)


def run_sql(name: str, version: int) -> migrations.RunSQL:
    """Run tournaments/sql/NAME.VERSION.sql. That file never changes: a change is a new version in a new migration."""
    return migrations.RunSQL((SQL / f"{name}.{version}.sql").read_text(encoding="utf-8"))


def refuse_older_databases(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Tables are there, but not the last step before 1.0: Django would have taken this migration as applied.

    Raises CommandError, which all commands that migrate show as it is.
    """
    with schema_editor.connection.cursor() as cursor:
        if "tournaments_tournament" in schema_editor.connection.introspection.table_names(cursor):
            raise CommandError(OLDER)


def make_trigrams(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make pg_trgm, which finds names with typing errors in rating lists.

    It is a trusted extension: whoever may make tables may make it. Where PostgreSQL lacks or refuses it, names are
    found by how they begin.
    """
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")
        if cursor.fetchone() is None:
            return
        try:
            with transaction.atomic(using=schema_editor.connection.alias):
                cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        except DatabaseError as error:
            print(f"\npg_trgm could not be made ({error}): names in rating lists are found without typing errors only.")


class CommentColumns(Operation):
    """What the columns of a model hold, by the names of its fields. It is one step a model, not one a field."""

    def __init__(self, model_name: str, comments: Mapping[str, str]) -> None:
        self.model_name = model_name
        self.comments = comments

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """The fields with their comments."""
        fields = state.models[app_label, self.model_name].fields
        for name, comment in self.comments.items():
            fields[name] = fields[name].clone()
            fields[name].db_comment = comment
        state.reload_model(app_label, self.model_name, delay=True)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Write the comments."""
        self._write(schema_editor, from_state.apps.get_model(app_label, self.model_name), self.comments)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Take the comments off."""
        none = dict.fromkeys(self.comments)
        self._write(schema_editor, from_state.apps.get_model(app_label, self.model_name), none)

    def describe(self) -> str:
        """What the command of migrations prints."""
        return f"Comment the columns of {self.model_name}"

    def _write(
        self, editor: BaseDatabaseSchemaEditor, model: type[Model], comments: Mapping[str, str | None]
    ) -> None:
        table = editor.quote_name(model._meta.db_table)
        columns = {field.name: str(field.column) for field in model._meta.local_fields}
        for name, comment in comments.items():
            column = editor.quote_name(columns[name])
            text = "NULL" if comment is None else editor.quote_value(comment)
            editor.execute(f"COMMENT ON COLUMN {table}.{column} IS {text}", None)
