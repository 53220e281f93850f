"""A newer version updates the database after a backup. An older version refuses a newer database."""

import shutil
import subprocess
import sys

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.backups import archive
from config.starting import updates
from tests.serving import ROOT, own_environment


class OneMigrationIsMissing(MigrationExecutor):
    def migration_plan(self, *_targets, **_more):
        return ["0199_future"]


@pytest.fixture
def commands_called(monkeypatch):
    done = []
    monkeypatch.setattr(updates, "call_command", lambda *names, **_options: done.append(names[0]))
    return done


@pytest.fixture
def messages():
    return []


class TestBackup:
    @pytest.fixture(autouse=True)
    def pending(self, transactional_db, monkeypatch, settings, tmp_path):
        monkeypatch.setattr(updates, "MigrationExecutor", OneMigrationIsMissing)
        settings.BACKUP_DIR = tmp_path / "backups"

    def test_is_made_before_migrations(self, settings, commands_called, messages):
        updates.migrate_with_backup(messages.append)
        (path,) = settings.BACKUP_DIR.glob("before-update-*.zip")
        assert archive.read(path).tables
        assert str(path) in messages[0]
        assert commands_called == ["migrate"]

    def test_failed_backup_stops_the_update(self, settings, commands_called, messages):
        settings.BACKUP_DIR.write_text("no folder")
        with pytest.raises(CommandError, match=r"The backup before the update failed.*BACKUP_DIR"):
            updates.migrate_with_backup(messages.append)
        assert commands_called == []


@pytest.mark.django_db
def test_current_database_needs_no_backup(settings, tmp_path, messages, commands_called):
    settings.BACKUP_DIR = tmp_path / "backups"
    updates.migrate_with_backup(messages.append)
    assert not settings.BACKUP_DIR.exists()
    assert messages == []


@pytest.mark.django_db
def test_newer_database_is_refused(messages, commands_called):
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '0999_later', now())")
    with pytest.raises(CommandError, match=r"newer version of Kierros, which has tournaments\.0999_later"):
        updates.migrate_with_backup(messages.append)
    assert commands_called == []


NEXT_VERSION = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("tournaments", "{last}")]
    operations = [
        migrations.RunSQL("ALTER TABLE tournaments_user ADD next int NOT NULL DEFAULT 0"),
        migrations.RunSQL("ALTER TABLE tournaments_user ALTER next DROP DEFAULT"),
        migrations.RunSQL("CREATE TABLE tournaments_next (id int PRIMARY KEY)"),
    ]
"""
UPDATE = (
    "from django.core.management import call_command as run; "
    "from config.starting.updates import migrate_with_backup as up; "
)
ADD_ACCOUNT = "from tournaments.models import User; User.objects.create_user('{name}'); "
NAMES = "from tournaments.models import User; print(*User.objects.values_list('username', flat=True))"


@pytest.mark.rotates(8)
def test_backup_before_the_update_reverts_it(tmp_path):
    """The older version refuses the database of the newer one, restores the backup, and continues."""
    newer = tmp_path / "newer"
    shutil.copytree(ROOT, newer, ignore=shutil.ignore_patterns(".git", ".venv", "var", ".*_cache", "docs"))
    migrations = newer / "tournaments" / "migrations"
    last = max(path.stem for path in migrations.glob("0*.py"))
    (migrations / "0999_next.py").write_text(NEXT_VERSION.format(last=last))
    settings = {"BACKUP_DIR": str(tmp_path / "backups"), "VAR_DIR": str(tmp_path / "var")}

    def shell(root, text):
        return subprocess.run(
            [sys.executable, str(root / "manage.py"), "shell", "--no-imports", "-c", text],
            env=own_environment(tmp_path / "postgres", **settings),
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    done = shell(ROOT, UPDATE + "up(print); " + ADD_ACCOUNT.format(name="before"))
    assert done.returncode == 0, done.stderr
    done = shell(newer, UPDATE + "up(print)")
    assert "The backup from before the update is" in done.stdout, done.stderr
    refused = shell(ROOT, UPDATE + "up(print)")
    assert "newer version of Kierros, which has tournaments.0999_next" in refused.stderr
    (path,) = (tmp_path / "backups").glob("before-update-*.zip")
    done = shell(ROOT, UPDATE + f"run('restore', {str(path)!r}, yes=True); up(print); " + NAMES)
    assert "before" in done.stdout.splitlines()[-1].split(), done.stderr
    assert shell(ROOT, ADD_ACCOUNT.format(name="after") + NAMES).stdout.split() == ["before", "after"]
