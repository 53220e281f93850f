"""manage.py restore: what a backup holds in the place of what is stored."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from config.backups import archive, database, keeping
from config.backups.archive import BackupError, Manifest
from config.build import RESTORED


class Command(BaseCommand):
    help = (
        "Put a backup in the place of everything that is stored now, which is kept in a file beside the automatic ones."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `backup` wrote, or an automatic one")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *_args: object, file: Path, yes: bool, **_options: object) -> None:
        try:
            manifest = archive.read(file)
            self._tell(file, manifest)
            if not (yes or self._agreed()):
                raise CommandError("Nothing was changed.")
            aside = self._replace(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Restored and compared: {len(manifest.tables)} tables, {manifest.rows} rows. Everybody signs in again."
        )
        if aside:
            self.stdout.write(f"What was stored before is in {aside}")

    def _tell(self, file: Path, manifest: Manifest) -> None:
        self.stdout.write(f"{file} was made at {manifest.made_at}. It holds {len(manifest.tournaments)} tournaments:")
        for slug, name, revision in manifest.tournaments[:20]:
            self.stdout.write(f"  {name} ({slug}), journal up to {revision}")
        if len(manifest.tournaments) > 20:
            self.stdout.write("  ...")
        self.stdout.flush()

    def _agreed(self) -> bool:
        try:
            return input("Put it in the place of everything that is stored now? Type yes: ").strip().lower() == "yes"
        except EOFError:
            return False

    def _replace(self, file: Path) -> Path | None:
        with database.one_connection(), database.alone():
            with database.connected() as opened:
                is_empty = not database.table_names(opened)
            aside = None if is_empty else keeping.first_place() / timezone.now().strftime(keeping.REPLACED)
            if aside:
                database.back_up(aside)
            database.restore(file)
            settings.VAR.mkdir(parents=True, exist_ok=True)
            (settings.VAR / RESTORED).write_text(timezone.now().isoformat())
        return aside
