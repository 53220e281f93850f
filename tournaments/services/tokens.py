"""Tokens for programs: of a tournament, and of a person in all of his; what one keeps to that is made with another."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.journal.acts import act
from tournaments.journal.errors import NotAllowed, Refused
from tournaments.models import ApiToken, Tournament
from tournaments.models.access import LETTERS_OF_ID
from tournaments.models.ids import secret, secret_hash
from tournaments.rights import bearer
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who

#: How the text of every token begins.
MARK = "kie_"
LONGEST = timedelta(days=366)
#: Scopes that a token of a person can have: it is for all sections of his events anyway.
OF_ACCOUNT = [scope for scope in ApiToken.Scope if scope != ApiToken.Scope.EVENT]
#: Last use is written at most so often.
EVERY = timedelta(minutes=1)


def no_more_than_own(who: Who, tournament: Tournament | None, scopes: Collection[str], expires_at: datetime) -> None:
    """Raises NotAllowed where a token would make one that can do more, reaches further, lasts longer, or makes others.

    `tournament` is what the new one is for, None for all of its maker's.
    """
    own = who.token
    if own is None:
        return
    if own.made_with_id is not None:
        raise NotAllowed(_("This token was made with another one. Make tokens with that."), code="not-allowed")
    if own.tournament_id is not None and (tournament is None or tournament.pk != own.tournament_id):
        raise NotAllowed(_("This token is for one tournament, and makes tokens for that alone."), code="not-allowed")
    more = [scope for scope in scopes if scope not in own.scopes and not _is_reached(own, scope)]
    if more:
        text = _("A token can make none that does more than itself. It has not: {scopes}.")
        raise NotAllowed(text.format(scopes=", ".join(more)), code="not-allowed", field="scopes")
    if expires_at > own.expires_at:
        raise NotAllowed(
            _("A token can make none that works longer than itself."), code="not-allowed", field="expires_at"
        )


def _is_reached(own: ApiToken, scope: str) -> bool:
    """Whether a token without the scope of an event works in all of its sections anyway."""
    return scope == ApiToken.Scope.EVENT and own.tournament_id is None


def create_token(
    who: Who, tournament: Tournament, *, name: str, scopes: list[str], expires_at: datetime, value: str = ""
) -> tuple[ApiToken, str]:
    """A key for a program. The secret is returned once and never stored; `value` is that of a form, as in `invite`."""
    no_more_than_own(who, tournament, scopes, expires_at)
    value = f"{MARK}{value or secret()}"
    with act(who, tournament, "create-token", Right.ADMINISTER, name=name) as doing:
        token = doing.create(
            ApiToken,
            tournament=doing.tournament,
            name=name,
            hint=value[:8],
            secret_hash=secret_hash(value),
            scopes=scopes,
            expires_at=expires_at,
            created_by=who.user,
            made_with=who.token,
        )
    return token, value


def revoke_token(who: Who, tournament: Tournament, token: ApiToken) -> None:
    """End a token at once; whoever made it may, also after leaving the staff."""
    own = who.user is not None and token.created_by_id == who.user.pk
    with act(who, tournament, "revoke-token", None if own else Right.ADMINISTER, name=token.name) as doing:
        row = doing.own(token)
        if row.revoked_at is None:
            doing.update(row, revoked_at=timezone.now())
        bearer.forget()


def create_account_token(
    who: Who, *, name: str, scopes: Collection[str], expires_at: datetime, value: str = ""
) -> tuple[ApiToken, str]:
    """A person's key for a program, to all of his tournaments. The secret is returned once and never stored.

    `value` is the secret of a form or a request: asked for again with the same key, it is the same token. Raises
    NotAllowed, and Refused for a key that was used for something else.
    """
    if who.user is None or who.is_guest:
        raise NotAllowed(_("Sign in with an account to make a token."), code="not-allowed")
    no_more_than_own(who, None, scopes, expires_at)
    value = f"{MARK}{value or secret()}"
    asked_by = sha256(who.key.encode()).hexdigest() if who.key is not None else None
    with transaction.atomic(durable=True):
        values = {
            "name": name,
            "hint": value[:8],
            "secret_hash": secret_hash(value),
            "scopes": [scope.value for scope in ApiToken.Scope if scope in scopes],
            "expires_at": expires_at,
            "created_by": who.user,
            "made_with": who.token,
        }
        if asked_by is None:
            return ApiToken.objects.create(**values), value
        token, is_new = ApiToken.objects.get_or_create(asked_by=asked_by, defaults=values)
    if not is_new and token.secret_hash != values["secret_hash"]:
        raise Refused(_("This Idempotency-Key was used for another request."), code="key-reused")
    return token, value


def find(who: Who, public_id: str) -> ApiToken | None:
    """The person's own token with this id; a token of one tournament finds those of that tournament only."""
    if who.user is None or len(public_id) != LETTERS_OF_ID:
        return None
    return reached(who).filter(secret_hash__startswith=public_id).first()


def reached(who: Who) -> QuerySet[ApiToken]:
    """The person's own tokens, the latest first: all of them, or those of the tournament that a token is for."""
    found = ApiToken.objects.filter(created_by=who.user).select_related("tournament", "made_with").order_by("-pk")
    if who.token is None or who.token.tournament_id is None:
        return found
    return found.filter(tournament=who.token.tournament_id)


def revoke_account_token(who: Who, token: ApiToken) -> None:
    """End a person's token at once, and those that were made with it. Done already, nothing happens."""
    if who.user is None or token.created_by_id != who.user.pk:
        raise NotAllowed(_("Only who made a token revokes it."), code="not-allowed")
    ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())
    bearer.forget()


def touch(token: ApiToken) -> None:
    """Note that a token was used, at most once a minute; mostly this asks nobody."""
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at <= now - EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        bearer.used(token, now)
