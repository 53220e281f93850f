"""manage.py export_tournament: export a whole tournament as one file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.tournament_files import files


class Command(BaseCommand):
    help = "Export a tournament with its journal as one JSON file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("file", type=Path, nargs="?", help="the file to write; an existing file is replaced")

    def handle(self, *_args: object, slug: str, file: Path | None, **_options: object) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {slug}.")
        content = files.write(tournament)
        if file is None:
            sys.stdout.buffer.write(content)
            return
        try:
            file.write_bytes(content)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
