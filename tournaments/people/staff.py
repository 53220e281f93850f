"""Manage the staff of a tournament: invitations, passes for helpers without an account, tables, and leaving."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.seating.hall import HIGHEST
from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Right, Who
from tournaments.models import Invitation, Member, Tournament, User
from tournaments.models.fields import public_id, secret, secret_hash
from tournaments.people import accounts

#: Two numbers, the first table and the last; None for all.
Tables = tuple[int, int] | None


def invite(
    who: Who,
    tournament: Tournament,
    *,
    role: str,
    hours: int = 48,
    value: str = "",
    tables: Tables = None,
    is_pass: bool = False,
) -> str:
    """Return a secret for a link that makes the first person who opens it within `hours` a member.

    With `is_pass` no account is needed, and the access ends with these hours. Passes are for helpers only, because an
    organiser can create tokens or invitations that last longer. `tables` are those of a helper. `value` is the secret
    of a form, which shows it again if it is sent twice. A token can create passes that end before it does, but no
    member who would stay after it has ended: raise NotAllowed.
    """
    value = value or secret()
    with act(who, tournament, "invite", Right.ADMINISTER, role=role) as doing:
        if role != Member.Role.HELPER and (is_pass or tables is not None):
            raise Refused(_("Only helpers can have a pass or their own tables."), code="organiser-whole", field="role")
        until = doing.at + timedelta(hours=hours)
        if who.token is not None and (not is_pass or until > who.token.expires_at):
            raise NotAllowed(
                _("A token can only create passes that expire before it does. Invite people on the staff page."),
                code="not-allowed",
            )
        doing.facts |= _tables_fact(tables)
        if is_pass:
            doing.facts["until"] = f"{until.astimezone(doing.tournament.zone):%Y-%m-%d %H:%M}"
        doing.create(
            Invitation,
            tournament=doing.tournament,
            role=Member.Role(role),
            secret_hash=secret_hash(value),
            expires_at=until,
            created_by=who.user,
            until=until if is_pass else None,
            **_ends(tables),
        )
    return value


def _tables_fact(tables: Tables) -> dict[str, str]:
    return {} if tables is None else {"tables": f"{tables[0]}–{tables[1]}"}


def _ends(tables: Tables) -> dict[str, int | None]:
    """Return the columns of a range of tables. Raise Refused."""
    if tables is None:
        return {"first_table": None, "last_table": None}
    first, last = tables
    if not 1 <= first <= last <= HIGHEST:
        raise Refused(
            _("Enter two tables from 1 to {most}, lower number first.").format(most=HIGHEST),
            code="no-such-table",
            field="first_table",
        )
    return {"first_table": first, "last_table": last}


def revoke_invitation(who: Who, tournament: Tournament, invitation: Invitation) -> None:
    """Revoke an unused link at once. A person who has used it is a member, and must be removed as one."""
    with act(who, tournament, "revoke-invitation", Right.ADMINISTER, role=invitation.role) as doing:
        row = doing.own(invitation)
        if row.is_open:
            doing.update(row, revoked_at=doing.at)


def invitation_of(value: str) -> Invitation | None:
    """Return the invitation of a link, open or not; None if there never was one."""
    return Invitation.objects.select_related("tournament").filter(secret_hash=secret_hash(value)).first()


def find_invitation(value: str) -> Invitation | None:
    """Return the open invitation of a link; None if there is none."""
    found = invitation_of(value)
    return found if found is not None and found.is_open else None


def may_join(user: User, invitation: Invitation) -> bool:
    """Return whether a signed-in user can join with that account; a guest only where they already help."""
    is_member = Member.objects.filter(user=user, tournament=invitation.tournament_id).exists()
    return not user.is_guest or (is_member and invitation.until is not None)


def join(who: Who, value: str) -> Member:
    """Use an invitation. A member who opens another one keeps the stronger role; opening it again changes nothing."""
    invitation = invitation_of(value)
    if invitation is None or who.user is None or not (invitation.is_open or invitation.used_by_id == who.user.pk):
        raise link_expired_error()
    user = who.user
    if not may_join(user, invitation):
        raise NotAllowed(_("A pass is for one tournament. Sign in with an account to join."), code="guest")
    with act(who, invitation.tournament, "join", None, name=user.called, role=invitation.role) as doing:
        if not _use(invitation, user):
            if not Invitation.objects.filter(pk=invitation.pk, used_by=user).exists():
                raise link_expired_error()
            return Member.objects.select_related("tournament").get(tournament=doing.tournament, user=user)
        return _member(doing, invitation, user)


def _use(invitation: Invitation, user: User) -> bool:
    invitations = Invitation.objects.filter(pk=invitation.pk, used_at__isnull=True, revoked_at__isnull=True)
    return invitations.update(used_by=user, used_at=timezone.now()) > 0


def _member(doing: Act, invitation: Invitation, user: User) -> Member:
    """Return the member created from an invitation; an existing member gets the stronger role, or the newer pass."""
    values = {
        "role": invitation.role,
        "first_table": invitation.first_table,
        "last_table": invitation.last_table,
        "until": invitation.until,
    }
    member = Member.objects.filter(tournament=doing.tournament, user=user).first()
    if member is None:
        return doing.create(Member, tournament=doing.tournament, user=user, **values)
    if invitation.role == Member.Role.ORGANISER or member.until is not None:
        doing.update(member, **values)
    return member


def use_pass(who: Who, value: str, name: str) -> Member:
    """Use a pass under a name. The pass is then used up, and `who` is a helper without an account until it ends. Raise
    Refused for a link that no longer works.
    """
    invitation = invitation_of(value)
    if invitation is None or invitation.until is None:
        raise link_expired_error()
    tidy()
    with act(replace(who, user=None), invitation.tournament, "join", None, name=name, role=invitation.role) as doing:
        if not invitation.is_open:
            raise link_expired_error()
        guest = User(username=f"guest-{public_id()}{public_id()}", first_name=name, is_guest=True)
        guest.set_unusable_password()
        guest.save()
        if not _use(invitation, guest):
            raise link_expired_error()
        doing.who = replace(doing.who, user=guest)
        return _member(doing, invitation, guest)


def tidy() -> None:
    """Disable helpers whose pass has expired, which ends their sessions. Their names stay with their actions."""
    active = Member.objects.active().filter(user=OuterRef("pk"))
    User.objects.filter(is_guest=True, is_active=True).exclude(Exists(active)).update(is_active=False)


def link_expired_error() -> Refused:
    return Refused(
        _("This link has expired or was already used. Ask the organiser for a new one."), code="link-expired"
    )


def give(who: Who, tournament: Tournament, user: User) -> Member:
    """Make an account an organiser of any tournament: only the server's owner can. Raise NotAllowed."""
    accounts.require_owner(who, _("Only the owner of this server can give tournaments to others."))
    with act(who, tournament, "join", None, name=user.called, role=Member.Role.ORGANISER.value) as doing:
        invitation = Invitation(tournament=doing.tournament, role=Member.Role.ORGANISER)
        return _member(doing, invitation, user)


def set_tables(who: Who, tournament: Tournament, member: Member, tables: Tables) -> Member:
    """Set the tables for which a helper enters results; None for all."""
    with act(who, tournament, "set-tables", Right.ADMINISTER) as doing:
        row = doing.own(member, "user")
        doing.facts |= _tables_fact(tables)
        doing.facts["name"] = row.user.called
        if row.role != Member.Role.HELPER and tables is not None:
            raise Refused(_("Organisers can enter results at all tables."), code="organiser-whole", field="first_table")
        doing.update(row, **_ends(tables))
    return row


def remove_member(who: Who, tournament: Tournament, member: Member) -> None:
    """Remove a person from the staff; the last organiser stays. If the person has left already, nothing happens.

    Raise NotAllowed if a token would remove an organiser.
    """
    with act(who, tournament, "leave", Right.ADMINISTER, name=member.user.called) as doing:
        row = doing.find(member, "user")
        if row is None:
            return
        if who.token is not None and row.role != Member.Role.HELPER:
            raise NotAllowed(_("A token can remove helpers from the staff, but not organisers."), code="not-allowed")
        others = Member.objects.filter(tournament=doing.tournament, role=Member.Role.ORGANISER).exclude(pk=row.pk)
        if not others.exists():
            raise Refused(_("A tournament needs at least one organiser."), code="last-organiser")
        doing.delete(row)
        if row.user.is_guest:
            User.objects.filter(pk=row.user_id).update(is_active=False)
