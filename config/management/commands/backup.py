"""manage.py backup: all stored data in one file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from config.backups import database, keeping
from config.backups.archive import BackupError


class Command(BaseCommand):
    help = "Save all stored data in one file, even while the server runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write, or a folder for it")

    def handle(self, *_args: object, file: Path, **_options: object) -> None:
        path = file / timezone.now().strftime(keeping.NAME) if file.is_dir() else file
        if path.exists():
            raise CommandError(f"{path} already exists. Choose another name.")
        try:
            manifest = database.back_up(path)
        except BackupError as error:
            raise CommandError(str(error)) from error
        size = path.stat().st_size
        self.stdout.write(
            f"{path}: {len(manifest.tournaments)} tournaments, {manifest.rows} rows, {size / 1_000_000:.1f} MB. "
            "Keep it private, because it contains password hashes."
        )
