"""Accounts of organisers and helpers."""

from __future__ import annotations

from django.db import IntegrityError, connection, transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.models import Member, Tournament, User

#: The number of the database's lock under which the first account is made.
FIRST_ACCOUNT_LOCK = 5_437_715

#: What codes are made of: no letter that looks like a digit.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def create(*, username: str, password: str) -> User:
    """An account. Raises Refused when the name is taken."""
    try:
        with transaction.atomic(durable=True):
            return User.objects.create_user(username=username, password=password)
    except IntegrityError as error:
        raise Refused(_("This name is taken. Choose another."), code="name-taken", field="username") from error


def first_account_code() -> str:
    """What proves that somebody has seen the console of a new installation: letters that nobody mistakes."""
    digest = salted_hmac("first account", "", algorithm="sha256").digest()
    letters = [LETTERS[byte % len(LETTERS)] for byte in digest[:12]]
    return "-".join("".join(letters[start : start + 4]) for start in (0, 4, 8))


def is_first_account_code(typed: str) -> bool:
    """Whether it is the code, in capitals or not, with or without its hyphens."""
    plain = "".join(letter for letter in typed.upper() if letter.isalnum())
    return constant_time_compare(plain, first_account_code().replace("-", ""))


def create_first(*, username: str, password: str) -> User:
    """The first account of an installation. Raises Refused when somebody was quicker.

    Tournaments that a command has made, the demo's say, get it as their organiser.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [FIRST_ACCOUNT_LOCK])
        if User.objects.exists():
            raise Refused(
                _("There is an account already. Sign in, or ask its owner for an invitation."), code="not-first"
            )
        user = User.objects.create_user(username=username, password=password)
        orphans = Tournament.objects.filter(members__isnull=True)
        Member.objects.bulk_create(
            Member(tournament=tournament, user=user, role=Member.Role.ORGANISER) for tournament in orphans
        )
        return user
