"""manage.py import_tournament: import a tournament from its file, from a report file, or from Go or shogi results."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.models import Tournament, User
from tournaments.report_files import importing
from tournaments.report_files.go_results import incoming_go, looks_like_one
from tournaments.report_files.importing import broken_rounds, marks, propose
from tournaments.report_files.reading import BrokenReport, incoming
from tournaments.setup import moving
from tournaments.tournament_files import checking


class Command(BaseCommand):
    help = (
        "Import a tournament from a tournament file, a report file (TRF) of players or teams, or a results file of Go "
        "(H9, AGA) or shogi (FESA)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file")
        parser.add_argument("--organiser", help="the account that becomes the organiser")
        parser.add_argument("--not-rated", action="store_true", help="the report file belongs to an unrated tournament")

    def handle(
        self, *_args: object, file: Path, organiser: str | None, not_rated: bool = False, **_options: object
    ) -> None:
        user = User.objects.filter(username=organiser).first() if organiser else None
        if organiser and user is None:
            raise CommandError(f"There is no account {organiser}.")
        who = Who(user=user, agent="command: import_tournament")
        try:
            data = file.read_bytes()
            tournament = self._store(who, file, data, fide_rated=not not_rated)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except Refused as refusal:
            raise CommandError(refusal.text) from refusal
        except BrokenReport as broken:
            raise CommandError(str(broken)) from broken
        self.stdout.write(f"{tournament.name} is at /t/{tournament.slug}/")

    def _store(self, who: Who, file: Path, data: bytes, *, fide_rated: bool) -> Tournament:
        if looks_like_one(data):
            return _import_go_results(who, file, data)
        if checking.looks_like_one(data):
            return moving.import_file(who, data)
        return self._report(who, file, data, fide_rated=fide_rated)

    def _report(self, who: Who, file: Path, data: bytes, *, fide_rated: bool) -> Tournament:
        """Import a report file and print all its remarks; rounds that break rules are marked."""
        found = incoming(data)
        proposal = propose(found)
        for line, text in found.remarks:
            self.stderr.write(f"line {line}: {text}" if line else text)
        return importing.import_tournament(
            who,
            found,
            name=found.name or file.stem,
            starts_on=found.first_day or timezone.now().date(),
            time_zone="UTC",
            is_public=True,
            system=proposal.system,
            options=proposal.options,
            marked=marks(broken_rounds(found, proposal)),
            fide_rated=fide_rated,
        )


def _import_go_results(who: Who, file: Path, data: bytes) -> Tournament:
    """Import a file of Go or shogi results; the tournament has the name in the file, or otherwise the file's name."""
    found = incoming_go(data)
    return importing.import_tournament(
        who,
        found,
        name=found.name or file.stem,
        starts_on=found.first_day or timezone.now().date(),
        time_zone="UTC",
        is_public=True,
    )
