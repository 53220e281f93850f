"""Manage tokens for programs: of a tournament, or of all of a person's tournaments; a token can create narrower
ones.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from datetime import datetime, timedelta
from hashlib import sha256
from threading import Lock

from cachetools import TTLCache
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.journal.acts import act
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.orm.fast_reading import ReusedQuery
from tournaments.core.rights import Right, Who, rights
from tournaments.core.words import names
from tournaments.models import ApiToken, CodeGrant, DeviceGrant, Tournament, User
from tournaments.models.access import LETTERS_OF_ID
from tournaments.models.fields import secret, secret_hash

#: The columns that a program's request needs; the rest of both rows is read on demand.
OF_TOKEN = (
    *("id", "tournament", "name", "secret_hash", "scopes"),
    *("expires_at", "created_by", "last_used_at", "revoked_at", "made_with"),
)
OF_MAKER = ("id", "username", "first_name", "is_active", "is_superuser", "is_guest")


#: Seconds for which a process may still accept a token that another process has revoked.
MOMENT = 1

_token_cache: TTLCache[str, ApiToken] = TTLCache(1000, MOMENT)
_lock = Lock()


def token_with(value: str) -> ApiToken | None:
    """Return the token with this secret and its maker, even if it no longer works. Both are copies for the caller."""
    hashed = secret_hash(value)
    with _lock:
        found = _token_cache.get(hashed)
    if found is None:
        found = _TOKEN.first(hashed)
        if found is None:
            return None
        with _lock:
            _token_cache[hashed] = found
    own = copy(found)
    own.created_by = copy(found.created_by)
    return own


def forget() -> None:
    """Clear the cache of tokens: now, and again after the commit."""
    _clear()
    transaction.on_commit(_clear)


def note_use(token: ApiToken, at: datetime) -> None:
    """Store when a token was last used, if it is in the cache."""
    with _lock:
        found = _token_cache.get(token.secret_hash)
        if found is not None:
            found.last_used_at = at


def _clear() -> None:
    with _lock:
        _token_cache.clear()


def _tokens_by_hash(hashed: str) -> QuerySet[ApiToken]:
    tokens = ApiToken.objects.select_related("created_by").filter(secret_hash=hashed).order_by()
    return tokens.only(*OF_TOKEN, *(f"created_by__{name}" for name in OF_MAKER))


_TOKEN = ReusedQuery(_tokens_by_hash, "a hash")


#: The prefix of every token.
MARK = "kie_"
LONGEST = timedelta(days=366)
#: Scopes of a person's token: it is valid for all sections of the person's events anyway.
OF_ACCOUNT = [scope for scope in ApiToken.Scope if scope != ApiToken.Scope.EVENT]
#: The minimum time between two updates of the last use.
USE_INTERVAL = timedelta(minutes=1)


def check_token_limits(who: Who, tournament: Tournament | None, scopes: Collection[str], expires_at: datetime) -> None:
    """Raise NotAllowed if a token would create one with more rights, a wider reach or a later end, or one that creates
    others.

    `tournament` is what the new one is for, None for all of its maker's.
    """
    own = who.token
    if own is None:
        return
    if own.made_with_id is not None:
        raise NotAllowed(_("This token was created by another token, so it cannot create tokens."), code="not-allowed")
    if own.tournament_id is not None and (tournament is None or tournament.pk != own.tournament_id):
        raise NotAllowed(
            _("This token is for one tournament, and can only create tokens for that one."), code="not-allowed"
        )
    more = [scope for scope in scopes if scope not in own.scopes and not _is_reached(own, scope)]
    if more:
        text = _("A token cannot grant scopes that it does not have: {scopes}.")
        raise NotAllowed(text.format(scopes=", ".join(more)), code="not-allowed", field="scopes")
    if expires_at > own.expires_at:
        raise NotAllowed(
            _("A token cannot create one that expires later than itself."), code="not-allowed", field="expires_at"
        )


def _is_reached(own: ApiToken, scope: str) -> bool:
    """Return whether a token reaches all sections of an event without the scope for it."""
    return scope == ApiToken.Scope.EVENT and own.tournament_id is None


def create_token(
    who: Who, tournament: Tournament, *, name: str, scopes: list[str], expires_at: datetime, value: str = ""
) -> tuple[ApiToken, str]:
    """Create a key for a program. The secret is returned once and never stored; `value` is that of a form, as in
    `invite`.
    """
    check_token_limits(who, tournament, scopes, expires_at)
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
    """Revoke a token at once; its maker may do so even after leaving the staff."""
    own = who.user is not None and token.created_by_id == who.user.pk
    with act(who, tournament, "revoke-token", None if own else Right.ADMINISTER, name=token.name) as doing:
        row = doing.own(token)
        if row.revoked_at is None:
            doing.update(row, revoked_at=timezone.now())
        forget()


def create_account_token(
    who: Who, *, name: str, scopes: Collection[str], expires_at: datetime, value: str = ""
) -> tuple[ApiToken, str]:
    """Create a person's key for a program, valid for all of the person's tournaments. The secret is shown once, never
    stored.

    `value` is the secret of a form or a request: repeated with the same key, it gives the same token. Raise NotAllowed,
    and Refused for a key that was used for something else.
    """
    if who.user is None or who.is_guest:
        raise NotAllowed(_("Sign in with an account to create a token."), code="not-allowed")
    check_token_limits(who, None, scopes, expires_at)
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
        raise Refused(_("This Idempotency-Key was already used for a different request."), code="key-reused")
    return token, value


def find_token(who: Who, public_id: str) -> ApiToken | None:
    """Return the person's own token with this id; a token of one tournament finds only those of that tournament."""
    if who.user is None or len(public_id) != LETTERS_OF_ID:
        return None
    return tokens_in_reach(who).filter(secret_hash__startswith=public_id).first()


def tokens_in_reach(who: Who) -> QuerySet[ApiToken]:
    """Return the person's own tokens, the latest first: all of them, or those of the requesting token's tournament."""
    found = ApiToken.objects.filter(created_by=who.user).select_related("tournament", "made_with").order_by("-pk")
    if who.token is None or who.token.tournament_id is None:
        return found
    return found.filter(tournament=who.token.tournament_id)


def revoke_account_token(who: Who, token: ApiToken) -> None:
    """Revoke a person's token at once, and those that were created with it. A second call does nothing."""
    if who.user is None or token.created_by_id != who.user.pk:
        raise NotAllowed(_("Only the creator of a token can revoke it."), code="not-allowed")
    ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())
    forget()


def touch(token: ApiToken) -> None:
    """Store that a token was used, at most once a minute; usually this needs no query."""
    now = timezone.now()
    if not settings.READING_ONLY and (token.last_used_at is None or token.last_used_at <= now - USE_INTERVAL):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        note_use(token, now)


#: How many seconds the interval of a program grows if it asks too early (RFC 8628, section 3.5).
INTERVAL_INCREASE = 5
LONGEST_WAIT = 120
#: How long an expired request is kept, so that the program learns the reason.
EXPIRED_REQUEST_LIFETIME = timedelta(hours=1)
SCOPES = OF_ACCOUNT
#: The scope of a program that requests none.
USUAL_SCOPE = "read"
#: The scope of a program that only needs the identity of a person.
PROFILE = "profile"
ALL_SCOPES = (PROFILE, *(each.value for each in SCOPES))
LONGEST_NAME = 60


def is_name(client_id: str) -> bool:
    """Return whether this is a valid name of a program."""
    try:
        return names.clean_name(client_id) == client_id and len(client_id) <= LONGEST_NAME
    except names.NotAName:
        return False


def plain_code(user_code: str) -> str:
    """Return a code as stored: in capitals and with its hyphen, however it was typed."""
    letters = "".join(letter for letter in user_code.upper() if letter.isascii() and letter.isalpha())
    return f"{letters[:4]}-{letters[4:]}"


def ask_for_token(
    *,
    program: str,
    scopes: Collection[str],
    device_code: str,
    user_code: str,
    seconds: int,
) -> DeviceGrant:
    """Store a program's request for a token. Raise IntegrityError if another program has the code."""
    now = timezone.now()
    DeviceGrant.objects.filter(expires_at__lt=now - EXPIRED_REQUEST_LIFETIME).delete()
    return DeviceGrant.objects.create(
        program=program,
        device_hash=secret_hash(device_code),
        user_code=plain_code(user_code),
        scopes=[scope.value for scope in SCOPES if scope in scopes],
        expires_at=now + timedelta(seconds=seconds),
    )


def waiting_grant(user_code: str) -> DeviceGrant | None:
    """Return the grant of a typed code, if it still waits for a decision."""
    found = DeviceGrant.objects.filter(user_code=plain_code(user_code)).first()
    return found if found is not None and found.is_open else None


def _person(who: Who, tournament: Tournament | None) -> User:
    """Return the person who decides. Raise NotAllowed without an account, or if it does not run the tournament."""
    if who.user is None or who.is_guest or who.token is not None:
        raise NotAllowed(_("Sign in with an account to create a token."), code="not-allowed")
    if tournament is not None and Right.ADMINISTER not in rights(who, tournament):
        raise NotAllowed(
            _("You do not have permission to do this. Ask an organiser of this tournament."), code="not-allowed"
        )
    return who.user


def decide_grant(
    who: Who,
    grant: DeviceGrant,
    *,
    allowed: bool,
    until: datetime,
    tournament: Tournament | None,
) -> None:
    """Allow or refuse a program's request. The same decision again changes nothing.

    Raise NotAllowed for a person without an account, or who does not run the tournament. Raise Refused if it is too
    late or another person has decided.
    """
    user = _person(who, tournament)
    with transaction.atomic(durable=True):
        row = DeviceGrant.objects.select_for_update().get(pk=grant.pk)
        if row.allowed is not None and (row.allowed, row.user_id) == (allowed, user.pk):
            return
        if not row.is_open:
            raise Refused(_("This code has expired. Request a new one in the program."), code="expired")
        row.user, row.allowed, row.tournament = user, allowed, tournament
        row.token_until = until
        row.save()


def register_poll(grant: DeviceGrant) -> bool:
    """Record that the program asks for the decision. Return whether it asked too early; it must then wait longer."""
    with transaction.atomic(durable=True):
        row = DeviceGrant.objects.select_for_update().get(pk=grant.pk)
        now = timezone.now()
        early = row.asked_at is not None and now < row.asked_at + timedelta(seconds=row.interval)
        row.asked_at = now
        row.interval = min(row.interval + INTERVAL_INCREASE, LONGEST_WAIT) if early else row.interval
        row.save(update_fields=["asked_at", "interval"])
    return early


def take_token(grant: DeviceGrant) -> tuple[ApiToken, str] | None:
    """Return the allowed token, once; None if it was taken before. Raise NotAllowed if its giver lost the right."""
    count = DeviceGrant.objects.filter(pk=grant.pk, allowed=True, used_at=None).update(used_at=timezone.now())
    return _token_of(grant) if count else None


def _token_of(grant: DeviceGrant | CodeGrant) -> tuple[ApiToken, str] | None:
    if grant.user is None or grant.token_until is None:
        return None
    who = Who.at_page(grant.user)
    if not grant.user.is_active:
        raise NotAllowed(_("This account is closed. Ask the owner of this server."), code="not-allowed")
    if grant.tournament is None:
        return create_account_token(who, name=grant.program, scopes=grant.scopes, expires_at=grant.token_until)
    return create_token(who, grant.tournament, name=grant.program, scopes=grant.scopes, expires_at=grant.token_until)


#: The time in seconds within which a program must exchange a code.
CODE_SECONDS = 120


def make_code(
    who: Who,
    *,
    program: str,
    scopes: Collection[str],
    redirect_uri: str,
    challenge: str,
    until: datetime,
    tournament: Tournament | None,
) -> str:
    """Return a code that a program exchanges for a token, as a person has allowed. Raise NotAllowed as `decide_grant`
    does.
    """
    user = _person(who, tournament)
    now, code = timezone.now(), secret()
    CodeGrant.objects.filter(expires_at__lt=now - EXPIRED_REQUEST_LIFETIME).delete()
    CodeGrant.objects.create(
        program=program,
        code_hash=secret_hash(code),
        redirect_uri=redirect_uri,
        challenge=challenge,
        scopes=[scope.value for scope in SCOPES if scope in scopes],
        user=user,
        tournament=tournament,
        token_until=until,
        expires_at=now + timedelta(seconds=CODE_SECONDS),
    )
    return code


def take_token_of_code(grant: CodeGrant) -> tuple[ApiToken, str] | None:
    """Return the token for a code, once; None if it was exchanged before. Raise NotAllowed as `take_token` does."""
    count = CodeGrant.objects.filter(pk=grant.pk, used_at=None).update(used_at=timezone.now())
    return _token_of(grant) if count else None
