"""manage.py reset_password: create a link with which an account gets a new password."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError
from django.urls import reverse

from tournaments.core.rights import Who
from tournaments.models import User
from tournaments.people import accounts


class Command(BaseCommand):
    help = "Print a link to choose a new password for an account. It works once, within a day, for anyone who opens it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the account's name")
        parser.add_argument("--server", default="http://127.0.0.1:8000", help="the server's address")

    def handle(self, *_args: object, name: str, server: str, **_options: object) -> None:
        active = User.objects.filter(is_active=True, is_guest=False).order_by("username")
        user = active.filter(username=name).first()
        if user is None:
            names = ", ".join(active.values_list("username", flat=True)) or "none"
            raise CommandError(f"There is no account {name}. There are: {names}.")
        secret = accounts.reset_secret(Who.command("reset_password"), user)
        self.stdout.write(server.rstrip("/") + reverse("tournaments:reset-link", kwargs={"secret": secret}))
