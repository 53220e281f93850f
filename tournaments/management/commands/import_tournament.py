"""manage.py import_tournament: a whole tournament from its file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from tournaments.journal.errors import Refused
from tournaments.models import User
from tournaments.rights.who import Who
from tournaments.services import moving


class Command(BaseCommand):
    help = "Store the tournament of a file that export_tournament or the desk wrote."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file")
        parser.add_argument("--organiser", help="the account that runs the tournament here")

    def handle(self, *_args: Any, file: Path, organiser: str | None, **_options: Any) -> None:
        user = User.objects.filter(username=organiser).first() if organiser else None
        if organiser and user is None:
            raise CommandError(f"There is no account {organiser}.")
        try:
            tournament = moving.import_file(Who(user=user, agent="command: import_tournament"), file.read_bytes())
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except Refused as refusal:
            raise CommandError(refusal.text) from refusal
        self.stdout.write(f"{tournament.name} is at /t/{tournament.slug}/")
