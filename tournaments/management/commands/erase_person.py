"""manage.py erase_person: erase a person's personal data on this server, as the owner's page does."""

from __future__ import annotations

from argparse import ArgumentParser

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.privacy import erasing, finding
from tournaments.privacy.erasing import ChosenRow
from tournaments.privacy.finding import PersonFound


class Command(BaseCommand):
    help = (
        "Erase a person's personal data. Without --entry or --all, only list where the person appears. An erasure "
        "cannot be undone, and backups keep the data until they are deleted: see docs/privacy.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", help="the name, or the FIDE ID")
        parser.add_argument(
            "--entry",
            action="append",
            default=[],
            metavar="ENTRY",
            help="erase this entry of the list; can be repeated",
        )
        parser.add_argument("--all", action="store_true", help="erase every entry of the list")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(
        self,
        *_args: object,
        person: str,
        entry: list[str],
        all: bool,
        yes: bool,
        **_options: object,
    ) -> None:
        person = " ".join(person.split())
        found = finding.find(person)
        self._list(found.rows)
        for account in found.accounts:
            self.stdout.write(f"The account {account} is an owner's and is not touched.")
        if not entry and not all:
            return
        if all and found.more:
            raise CommandError("There are more entries than are listed. Nothing was erased. Type more of the name.")
        found_ids = {str(each.ticked) for each in found.rows}
        if unknown := sorted(set(entry) - found_ids):
            raise CommandError(f"Not in the list: {', '.join(unknown)}. Nothing was erased.")
        chosen_rows = [ChosenRow.of(text) for text in (found_ids if all else entry)]
        self._preview(chosen_rows, person)
        if not yes and input("Nothing takes this back. Type yes to erase: ").strip().lower() != "yes":
            raise CommandError("Nothing was erased.")
        try:
            erasures = erasing.erase_everywhere(Who.command("erase_person"), chosen_rows, person)
        except Refused as refusal:
            raise CommandError(refusal.text) from refusal
        self.stdout.write(
            f"Erased: {max(1, len(erasures))}. Backups in {settings.BACKUP_DIR} have the data until deleted."
        )

    def _list(self, rows: tuple[PersonFound, ...]) -> None:
        if not rows:
            raise CommandError("Nobody was found. Type at least three letters of the name, or the whole FIDE ID.")
        for row in rows:
            details = f" ({', '.join(row.known)})" if row.known else ""
            place = f", {row.where}" if row.where else ""
            on = f", {row.on:%Y-%m-%d}" if row.on else ""
            self.stdout.write(f"{row.ticked}  {row.what}: {row.name}{details}{place}{on}")

    def _preview(self, chosen_rows: list[ChosenRow], person: str) -> None:
        for each in erasing.preview_of(chosen_rows, person):
            stays = f"; stays, as prizes or norms need it: {', '.join(each.stays)}" if each.stays else ""
            place = each.where.name if each.where else "Accounts"
            self.stdout.write(f"{place}: {each.name} becomes {each.new_name}{stays}")
