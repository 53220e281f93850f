"""Programs that get their token by a code: asked for, decided on by a person, taken once (RFC 8628)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.journal.errors import NotAllowed, Refused
from tournaments.models import ApiToken, DeviceGrant, Tournament
from tournaments.models.ids import secret_hash
from tournaments.rights.permissions import Right, rights
from tournaments.rights.who import Who
from tournaments.services import tokens

#: A program that asks too early waits so much longer from then on (RFC 8628, section 3.5).
SLOWER = 5
LONGEST_WAIT = 120
#: What was asked for is forgotten so long after it has expired; until then the program hears why.
REMEMBERED = timedelta(hours=1)
SCOPES = tokens.OF_ACCOUNT


def plain(user_code: str) -> str:
    """A code as it is stored: in capitals and with its hyphen, however it was typed."""
    letters = "".join(letter for letter in user_code.upper() if letter.isascii() and letter.isalpha())
    return f"{letters[:4]}-{letters[4:]}"


def ask(*, program: str, scopes: Collection[str], device_code: str, user_code: str, seconds: int) -> DeviceGrant:
    """Note that a program asks for a token. Raises IntegrityError when the code is one of another program."""
    now = timezone.now()
    DeviceGrant.objects.filter(expires_at__lt=now - REMEMBERED).delete()
    return DeviceGrant.objects.create(
        program=program,
        device_hash=secret_hash(device_code),
        user_code=plain(user_code),
        scopes=[scope.value for scope in SCOPES if scope in scopes],
        expires_at=now + timedelta(seconds=seconds),
    )


def waiting(user_code: str) -> DeviceGrant | None:
    """What a program asks for under a code that somebody typed, if it can still be decided on."""
    found = DeviceGrant.objects.filter(user_code=plain(user_code)).first()
    return found if found is not None and found.is_open else None


def decide(who: Who, grant: DeviceGrant, *, allowed: bool, until: datetime, tournament: Tournament | None) -> None:
    """Allow or refuse what a program asks for. The same decision again changes nothing.

    Raises NotAllowed for somebody without an account, or who does not run the tournament, and Refused when it is too
    late or somebody else has decided.
    """
    if who.user is None or who.is_guest or who.token is not None:
        raise NotAllowed(_("Sign in with an account to make a token."), code="not-allowed")
    if tournament is not None and Right.ADMINISTER not in rights(who, tournament):
        raise NotAllowed(_("You may not do this in this tournament. Ask one of its organisers."), code="not-allowed")
    with transaction.atomic(durable=True):
        row = DeviceGrant.objects.select_for_update().get(pk=grant.pk)
        if row.allowed is not None and (row.allowed, row.user_id) == (allowed, who.user.pk):
            return
        if not row.is_open:
            raise Refused(_("This code works no longer. Let the program ask for a new one."), code="expired")
        row.user, row.allowed, row.tournament = who.user, allowed, tournament
        row.token_until = until
        row.save()


def asked_too_early(grant: DeviceGrant) -> bool:
    """Note that the program asks whether somebody has decided; whether it should have waited, and waits longer now."""
    with transaction.atomic(durable=True):
        row = DeviceGrant.objects.select_for_update().get(pk=grant.pk)
        now = timezone.now()
        early = row.asked_at is not None and now < row.asked_at + timedelta(seconds=row.interval)
        row.asked_at = now
        row.interval = min(row.interval + SLOWER, LONGEST_WAIT) if early else row.interval
        row.save(update_fields=["asked_at", "interval"])
    return early


def take(grant: DeviceGrant) -> tuple[ApiToken, str] | None:
    """The token that was allowed, once; None if it was taken before. Raises NotAllowed when who allowed it has not the
    right any more.
    """
    taken = DeviceGrant.objects.filter(pk=grant.pk, allowed=True, used_at=None).update(used_at=timezone.now())
    if not taken or grant.user is None or grant.token_until is None:
        return None
    who = Who.at_page(grant.user)
    if not grant.user.is_active:
        raise NotAllowed(_("This account is closed."), code="not-allowed")
    if grant.tournament is None:
        return tokens.create_account_token(who, name=grant.program, scopes=grant.scopes, expires_at=grant.token_until)
    return tokens.create_token(
        who, grant.tournament, name=grant.program, scopes=grant.scopes, expires_at=grant.token_until
    )
