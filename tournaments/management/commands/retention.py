"""manage.py retention: how long personal details of tournaments that are over are kept, as the owner's page says it."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError

from tournaments.core.rights import Who
from tournaments.models import Retention
from tournaments.models.retention import months_kept
from tournaments.privacy import retention

NEVER = "never"


class Command(BaseCommand):
    help = (
        "Show how long personal details of tournaments that are over are kept, and what would be removed now. A server "
        "that runs removes it within an hour. Names, results and years of birth stay: see docs/privacy.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        choices = [NEVER, *map(str, Retention.Months.values)]
        parser.add_argument("--months", choices=choices, help="keep them so many months after a tournament is over")
        parser.add_argument("--now", action="store_true", help="remove at once what is old enough")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *_args: object, months: str | None, now: bool, yes: bool, **_options: object) -> None:
        chosen = months_kept() if months is None else None if months == NEVER else int(months)
        if chosen is None:
            if months is not None:
                retention.set_months(Who.command("retention"), None)
            self.stdout.write("Personal details are kept.")
            return
        due = retention.preview(chosen)
        self.stdout.write(f"Personal details are removed {chosen} months after a tournament is over.")
        self.stdout.write(f"To be removed now, from tournaments: {due.tournaments}")
        for label, count in due.lines:
            self.stdout.write(f"  {label}: {count}")
        if months is None and not now:
            return
        if not yes and input("What is removed cannot be restored. Type yes to go on: ").strip().lower() != "yes":
            raise CommandError("Nothing was changed.")
        if months is not None:
            retention.set_months(Who.command("retention"), chosen)
        while now and retention.remove_next():
            pass
        self.stdout.write("Removed." if now else "Saved. A server that runs removes them within an hour.")
