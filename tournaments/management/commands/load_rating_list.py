"""manage.py load_rating_list: load a rating list from its file into the database."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.rating_lists import loading
from tournaments.rating_lists.loading import RATES


class Command(BaseCommand):
    help = "Load a rating list: FIDE's as TXT or XML, a national one as CSV, also in a ZIP file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file")
        parser.add_argument("--name", default="", help="the name of the list (FIDE's own lists: FIDE)")
        parser.add_argument(
            "--date", type=date.fromisoformat, help="the date of the list, if the file does not contain it"
        )
        parser.add_argument(
            "--rate",
            choices=RATES,
            help="the rate of play of a list with one rating, if its file name does not contain it",
        )

    def handle(self, *_args: object, file: Path, name: str, rate: str | None, **options: Any) -> None:
        began = time.monotonic()
        try:
            with file.open("rb") as content:
                loaded = loading.load_list(
                    Who(agent="command: load_rating_list"),
                    content,
                    file.name,
                    name=name,
                    listed_on=options["date"],
                    rate=rate,
                )
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except Refused as refusal:
            raise CommandError(refusal.text) from refusal
        took = time.monotonic() - began
        self.stdout.write(f"{loaded.listed}: {loaded.listed.lines:,} players in {took:.0f} s.")
        for fault in loaded.faults:
            self.stderr.write(fault)
        if loaded.skipped > len(loaded.faults):
            self.stderr.write(f"... and {loaded.skipped - len(loaded.faults):,} more lines that are no players.")
