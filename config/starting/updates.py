"""Updating a database when a newer version of Kierros starts on it."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from config.backups import database, keeping
from config.backups.archive import BackupError

#: The name of the backup that can undo an update.
BEFORE_UPDATE = "before-update-%Y-%m-%d-%H%M%S.zip"


def migrate_with_backup(say: Callable[[str], object]) -> None:
    """Run missing migrations, after a backup of the stored data.

    Raises CommandError, and changes nothing, if a newer version made the database or the backup fails.
    """
    is_new, lacks = _compare()
    if not is_new and lacks:
        say(f"This version of Kierros updates the database. The backup from before the update is {_back_up()}")
    call_command("migrate", verbosity=0)


def check_up_to_date() -> None:
    """Raise CommandError if a read-only database lacks migrations that this version needs."""
    _is_new, lacks = _compare()
    if lacks:
        raise CommandError(
            "This read-only database belongs to an older version of Kierros. Start this version on the main database "
            "first. That updates both."
        )


def _compare() -> tuple[bool, bool]:
    """Return whether the database is empty, and whether it lacks migrations. Raises CommandError if it has newer
    ones.
    """
    executor = MigrationExecutor(connection)
    migrations = set(executor.loader.applied_migrations)
    if newer := database.unknown_migration(migrations):
        raise CommandError(
            f"This database was made by a newer version of Kierros, which has {newer}. Nothing was changed. Start that "
            f"version, or restore a backup from before the update: {settings.COMMAND} restore FILE"
        )
    return not migrations, bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _back_up() -> str:
    try:
        path = keeping.first_place() / timezone.now().strftime(BEFORE_UPDATE)
        database.back_up(path)
    except BackupError as error:
        raise CommandError(
            f"The backup before the update failed, so nothing was changed. {error} Free some space or "
            "choose another folder in BACKUP_DIR. Then start again."
        ) from error
    return str(path)
