"""Accounts of organisers, and helpers who came with a pass: without a name, where they have worked too."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Erasure, JournalEntry, Tournament, User

#: The kind of an account that is ticked; its key is the number of the account.
ACCOUNT = "account"
#: The verbs whose entries have the name of somebody on the staff, who may have done nothing.
OF_STAFF = ("join", "leave", "set-tables")


def found_by(asked: str) -> QuerySet[User]:
    """Accounts and helpers who have this in their name. An owner's account stays as it is."""
    named = Q(username__icontains=asked, is_guest=False) | Q(first_name__icontains=asked, is_guest=True)
    return User.objects.filter(named, is_superuser=False).order_by("-pk")


def accounts_of_keys(keys: Collection[str]) -> list[User]:
    """The accounts with these numbers, without owners."""
    numbers = [int(key) for key in keys if key.isascii() and key.isdecimal() and len(key) < 10]
    return list(User.objects.filter(pk__in=numbers, is_superuser=False).order_by("pk"))


def new_name(user: User) -> str:
    """Return the account's name after the erasure."""
    text = _("Helper {number}") if user.is_guest else _("Account {number}")
    name = text.format(number=user.pk)
    while User.objects.filter(username=name).exclude(pk=user.pk).exists():
        name += "'"
    return name


def worked_in(user: User) -> QuerySet[Tournament]:
    """The tournaments of whose staff the person was, or in whose journal the person is."""
    acted = Exists(JournalEntry.objects.filter(tournament=OuterRef("pk"), actor=user))
    named = JournalEntry.objects.filter(verb__in=OF_STAFF, facts__contains={"name": user.called})
    was_staff = Q(pk__in=user.memberships.values("tournament")) | Q(pk__in=named.values("tournament"))
    return Tournament.objects.filter(acted | was_staff).order_by("pk")


def erase(users: Collection[User]) -> list[Erasure]:
    """Take the name from the accounts and close them: all sessions end, and the tokens stop working."""
    done = []
    for user in User.objects.select_for_update().filter(pk__in=[user.pk for user in users]).order_by("pk"):
        name = new_name(user)
        if user.is_guest:
            user.first_name = name
        else:
            user.username, user.first_name = name, ""
        user.last_name, user.email, user.last_login = "", "", None
        user.is_active, user.signed_out = False, user.signed_out + 1
        user.set_unusable_password()
        user.save()
        done.append(Erasure(kind=ACCOUNT, key=str(user.pk), new_name=name, at=timezone.now()))
    return done


def is_back(erased: Erasure) -> bool:
    """Return whether a restored backup has brought the name back. A later account may reuse a deleted one's number."""
    return any(
        user.called != erased.new_name and user.date_joined < erased.at for user in accounts_of_keys([erased.key])
    )
