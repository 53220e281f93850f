"""manage.py restore: replace all stored data with a backup."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.utils import timezone

from config.backups import archive, database, keeping, replaying
from config.backups.archive import BackupError
from config.backups.replaying import ReplayedCluster, Unusable
from config.build import RESTORE_TIME_FILE


class Command(BaseCommand):
    help = "Replace all stored data with a backup. The current data is saved in a file beside the automatic backups."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            help="a backup file, or a folder of automatic backups, which is restored up to the last second",
        )
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *_args: object, file: Path, yes: bool, **_options: object) -> None:
        try:
            copy = self._restore_folder(file, yes) if file.is_dir() else self._restore_file(file, yes)
        except BackupError as error:
            raise CommandError(str(error)) from error
        if copy:
            self.stdout.write(f"The previous data is in {copy}")

    def _restore_folder(self, folder: Path, yes: bool) -> Path | None:
        """Restore from the continuous copy, which has every second, or from the newest backup file if it cannot be
        used.
        """
        generation = replaying.newest(folder)
        if generation is None:
            return self._restore_file(keeping.newest_whole(folder), yes)
        backup = replaying.newest_file(folder)
        try:
            with replaying.replay(generation) as found:
                if backup is not None and found.is_older_than(archive.read(backup)):
                    raise Unusable("It is older than the newest backup file.")
                return self._exchange(found, yes)
        except Unusable as error:
            if backup is None:
                raise BackupError(
                    f"The continuous copy in {generation.folder} cannot be used, and there is no complete backup file. "
                    f"{error}"
                ) from error
            self.stdout.write(f"The continuous copy in {generation.folder} cannot be used. {error}")
            self.stdout.write("Restoring the newest backup file instead.")
        return self._restore_file(backup, yes)

    def _exchange(self, found: ReplayedCluster, yes: bool) -> Path | None:
        last = (
            "" if found.last_entry is None else f" Its last entry was made at {found.last_entry:%Y-%m-%d %H:%M:%S} UTC."
        )
        self.stdout.write(
            f"{found.generation.folder} contains everything up to its end.{last} {len(found.tournaments)} tournaments:"
        )
        self._ask(found.tournaments, yes)
        with database.one_connection():
            with database.lock_out_writers():
                copy = self._set_aside()
            replaying.exchange(found)
            call_command("migrate", verbosity=0)
        self._mark()
        self.stdout.write("Restored up to the last second.")
        return copy

    def _restore_file(self, file: Path, yes: bool) -> Path | None:
        manifest = archive.read(file)
        self.stdout.write(
            f"{file} was made at {manifest.made_at}. It contains {len(manifest.tournaments)} tournaments:"
        )
        self._ask(manifest.tournaments, yes)
        with database.one_connection(), database.lock_out_writers():
            copy = self._set_aside()
            database.restore(file)
            self._mark()
        self.stdout.write(
            f"Restored and verified: {len(manifest.tables)} tables, {manifest.rows} rows. Everyone must sign in again."
        )
        return copy

    def _ask(self, tournaments: Sequence[Sequence[object]], yes: bool) -> None:
        """Name the contents, and ask for confirmation. Raises CommandError if the person declines."""
        for slug, name, revision in tournaments[:20]:
            self.stdout.write(f"  {name} ({slug}), journal up to {revision}")
        if len(tournaments) > 20:
            self.stdout.write("  ...")
        self.stdout.flush()
        if not (yes or self._confirm()):
            raise CommandError("Nothing was changed.")

    def _confirm(self) -> bool:
        try:
            return input("Replace all stored data with it? Type yes: ").strip().lower() == "yes"
        except EOFError:
            return False

    def _set_aside(self) -> Path | None:
        """Back up the stored data to a file, if there is any, and return its path."""
        with database.open_connection() as session:
            if not database.table_names(session):
                return None
        copy = keeping.first_place() / timezone.now().strftime(keeping.REPLACED_NAME)
        database.back_up(copy)
        return copy

    def _mark(self) -> None:
        """Make browsers request all pages again."""
        settings.VAR.mkdir(parents=True, exist_ok=True)
        (settings.VAR / RESTORE_TIME_FILE).write_text(timezone.now().isoformat())
