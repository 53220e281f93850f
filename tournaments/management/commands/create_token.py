"""manage.py create_token: create a program's key to a tournament, printed only once."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta

from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from tournaments.core.rights import Who
from tournaments.models import ApiToken, Member, Tournament
from tournaments.people import tokens


class Command(BaseCommand):
    help = "Create a token with which a program works on one tournament, for one of its organisers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        scopes = [scope.value for scope in ApiToken.Scope]
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("--name", required=True, help="the program's name in the journal")
        parser.add_argument(
            "--scopes", nargs="+", choices=scopes, default=scopes, help="its permissions (default: all)"
        )
        parser.add_argument("--hours", type=int, default=72, help="hours until it expires (default: 72)")

    def handle(self, *_args: object, slug: str, name: str, scopes: list[str], hours: int, **_options: object) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {slug}.")
        organiser = tournament.members.filter(role=Member.Role.ORGANISER).select_related("user").first()
        if organiser is None:
            raise CommandError(f"{slug} has no organiser in whose name the token could be.")
        _token, value = tokens.create_token(
            Who(user=organiser.user, agent="command: create_token"),
            tournament,
            name=name,
            scopes=scopes,
            expires_at=timezone.now() + timedelta(hours=hours),
        )
        self.stdout.write(value)
