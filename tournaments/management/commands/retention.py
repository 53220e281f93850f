"""manage.py retention: set how long personal details and unused accounts are kept, as on the owner's page."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError

from tournaments.core.rights import Who
from tournaments.models import Retention
from tournaments.models.server_wide import account_retention_months, retention_months
from tournaments.privacy import retention

NEVER = "never"
CONFIRMATION_PROMPT = "What is removed cannot be restored. Type yes to go on: "
AUTHOR = Who.command("retention")


class Command(BaseCommand):
    help = (
        "Show how long the server keeps personal details of finished tournaments and unused accounts, and what is due "
        "for removal. A running server removes it within an hour. See docs/privacy.md for what stays."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        choices = [NEVER, *map(str, Retention.Months.values)]
        parser.add_argument(
            "--months", choices=choices, help="months to keep personal details after a tournament is over"
        )
        periods = [NEVER, *map(str, Retention.ACCOUNT_MONTHS)]
        parser.add_argument("--accounts", choices=periods, help="erase accounts that were unused for this many months")
        parser.add_argument("--now", action="store_true", help="remove old details at once")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(
        self, *_args: object, months: str | None, accounts: str | None, now: bool, yes: bool, **_options: object
    ) -> None:
        chosen, period = _chosen(months, retention_months()), _chosen(accounts, account_retention_months())
        self._show(chosen, period)
        if not now and months is None and accounts is None:
            return
        if (chosen or period) and not yes and input(CONFIRMATION_PROMPT).strip().lower() != "yes":
            raise CommandError("Nothing was changed.")
        if months is not None:
            retention.set_months(AUTHOR, chosen)
        if accounts is not None:
            retention.set_account_months(AUTHOR, period)
        if not chosen and not period:
            return
        while now and retention.remove_next():
            pass
        self.stdout.write("Removed." if now else "Saved. A running server removes them within an hour.")

    def _show(self, months: int | None, period: int | None) -> None:
        """Print how long data are kept, and what would be removed now."""
        if months is None:
            self.stdout.write("Personal details are kept.")
        else:
            due = retention.preview(months)
            self.stdout.write(f"Personal details are removed {months} months after a tournament is over.")
            self.stdout.write(f"To be removed now, from tournaments: {due.tournaments}")
            for label, count in due.lines:
                self.stdout.write(f"  {label}: {count}")
        if period is None:
            self.stdout.write("Unused accounts are kept.")
            return
        unused = list(retention.unused_accounts(period))
        self.stdout.write(f"Accounts are erased after {period} months without use.")
        self.stdout.write(f"To be erased now: {len(unused)}")
        for user in unused:
            last = f"last used on {user.used_at:%Y-%m-%d}" if user.used_at else "never used"
            self.stdout.write(f"  {user.username}: {last}")


def _chosen(typed: str | None, stored: int | None) -> int | None:
    """Return the typed months, or otherwise the present ones."""
    return stored if typed is None else None if typed == NEVER else int(typed)
