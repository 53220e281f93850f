"""Manage accounts of organisers and helpers."""

from __future__ import annotations

import re
from datetime import datetime
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, TypedDict

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Greatest
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.models import ApiToken, Member, Series, Tournament, User
from tournaments.people import tokens

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

#: The number of the database lock for creating the first account.
FIRST_ACCOUNT_LOCK = 5_437_715

#: The letters of codes: none looks like a digit.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def create(*, username: str, password: str) -> User:
    """Create an account. Raise Refused if the name is taken."""
    try:
        with transaction.atomic(durable=True):
            return User.objects.create_user(username=username, password=password)
    except IntegrityError as error:
        raise Refused(_("This name is already taken. Choose another."), code="name-taken", field="username") from error


def first_account_code() -> str:
    """Return the code that proves access to a new installation's console, in letters that are hard to confuse."""
    digest = salted_hmac("first account", "", algorithm="sha256").digest()
    letters = [LETTERS[byte % len(LETTERS)] for byte in digest[:12]]
    return "-".join("".join(letters[start : start + 4]) for start in (0, 4, 8))


def is_first_account_code(typed: str) -> bool:
    """Return whether it is the code, ignoring case and hyphens."""
    plain = "".join(letter for letter in typed.upper() if letter.isalnum())
    return constant_time_compare(plain, first_account_code().replace("-", ""))


def create_first(*, username: str, password: str) -> User:
    """Create the first account of an installation, that of its owner. Raise Refused if there is one already.

    It becomes the organiser of tournaments and series that a command created, such as demos.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [FIRST_ACCOUNT_LOCK])
        if User.objects.exists():
            raise Refused(
                _("An account already exists. Sign in, or ask its owner for an invitation."), code="not-first"
            )
        user = User.objects.create_user(username=username, password=password, is_superuser=True)
        orphans = Tournament.objects.filter(members__isnull=True)
        Member.objects.bulk_create(
            Member(tournament=tournament, user=user, role=Member.Role.ORGANISER) for tournament in orphans
        )
        Series.objects.filter(owner__isnull=True).update(owner=user)
        return user


class LastUse(TypedDict):
    used_at: datetime | None


def with_last_use(users: QuerySet[User]) -> QuerySet[WithAnnotations[User, LastUse]]:
    """Return the accounts with `used_at`: the last sign-in, or the last use of a token that the account created; or
    None.
    """
    user_tokens = ApiToken.objects.filter(created_by=OuterRef("pk")).order_by().values("created_by")
    return users.annotate(
        used_at=Greatest("last_login", Subquery(user_tokens.annotate(at=Max("last_used_at")).values("at")))
    )


def set_password(user: User, password: str) -> None:
    """Set a new password; this ends every session of the account, and every link for a new password."""
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        locked.set_password(password)
        locked.save(update_fields=["password"])
    user.password = locked.password


def sign_out_everywhere(user: User) -> None:
    """End every session of the account. The caller starts a new one for the user who requested it."""
    User.objects.filter(pk=user.pk).update(signed_out=F("signed_out") + 1)
    user.refresh_from_db(fields=["signed_out"])


class _OneTime(PasswordResetTokenGenerator):
    """A secret that is valid until it is used, the password changes, or the user signs in; it is not stored."""

    key_salt = "tournaments.people.accounts"


_ONE_TIME = _OneTime()


def reset_secret(who: Who, user: User) -> str:
    """Return the secret of a link with which the account can set a new password, once, within a day. Only the server's
    owner and commands can create one: raise NotAllowed.
    """
    if who.user is not None or not who.agent.startswith("command: "):
        require_owner(who, _("Only the owner of this server can reset passwords."))
    return f"{user.pk}-{_ONE_TIME.make_token(user)}"


def require_owner(who: Who, otherwise: str) -> None:
    """Raise NotAllowed, with the message, unless the user is the server's owner at a page, or a command runs."""
    if who.is_command:
        return
    owner = who.user is not None and who.user.is_superuser and who.user.is_active and who.token is None
    if not owner:
        raise NotAllowed(otherwise, code="not-allowed")


def set_active(who: Who, user: User, *, is_active: bool) -> None:
    """Close an account, or reopen it. A closed one cannot sign in, its sessions end and its tokens stop working.

    Its actions stay in the journals. When it is reopened, it is on the staff of its tournaments again.
    """
    require_owner(who, _("Only the owner of this server can close accounts."))
    if user.is_superuser:
        raise Refused(_("The owner's account cannot be closed."), code="not-allowed")
    User.objects.filter(pk=user.pk).update(is_active=is_active)
    if not is_active:
        sign_out_everywhere(user)


def end_sessions(who: Who, user: User) -> None:
    """End all sessions of another person's account."""
    require_owner(who, _("Only the owner of this server can sign others out."))
    sign_out_everywhere(user)


def find_reset(secret: str) -> User | None:
    """Return the account of a link's secret; None if the secret is not valid."""
    key, _dash, token = secret.partition("-")
    if not (key.isascii() and key.isdecimal() and len(key) < 19):
        return None
    user = User.objects.filter(pk=int(key), is_active=True, is_guest=False).first()
    return user if user is not None and _ONE_TIME.check_token(user, token) else None


def tokens_of(user: User) -> list[ApiToken]:
    """Return the account's tokens that still work, those for all tournaments first."""
    user_tokens = tokens.tokens_in_reach(Who.at_page(user)).filter(revoked_at__isnull=True)
    return sorted((token for token in user_tokens if token.is_open), key=lambda token: token.tournament_id is not None)


def revoke_token(who: Who, token: ApiToken) -> None:
    """Revoke a token of either kind. The journal records the end of a tournament's token."""
    if token.tournament is None:
        tokens.revoke_account_token(who, token)
    else:
        tokens.revoke_token(who, token.tournament, token)


def revoke_tokens(user: User) -> int:
    """Revoke all tokens that the account created; return their number."""
    found = tokens_of(user)
    for token in found:
        revoke_token(Who.at_page(user), token)
    return len(found)


#: With at least this share of common letters in the same order, a password is too similar to the name.
LIKE_THE_NAME = 0.7


class NotTheName:
    """A Django password validator: it rejects the account's name, one of its words, or something similar.

    The order of letters counts: two words that happen to have the same letters are not similar.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        if user is None:
            return
        name = user.username.lower()
        if any(_alike(password.lower(), part) for part in {name, *re.split(r"\W+", name)} if part):
            raise ValidationError(
                _("The password is too similar to your name. Choose another."), code="password_too_similar"
            )

    def get_help_text(self) -> str:
        return _("Do not use a password similar to your name.")


def _alike(password: str, name: str) -> bool:
    return SequenceMatcher(None, password, name, autojunk=False).ratio() >= LIKE_THE_NAME
