"""One predicate per right, shared by pages, API and services."""

from __future__ import annotations

from enum import StrEnum

from django.db.models import Q, QuerySet

from tournaments.models import ApiToken, Member, Tournament
from tournaments.rights.who import Who


class Right(StrEnum):
    """What somebody may do with a tournament."""

    SEE = "see"
    SEE_DRAFTS = "see-drafts"
    SEE_PERSONAL = "see-personal"
    ENTER_RESULTS = "enter-results"
    MANAGE_PLAYERS = "manage-players"
    PAIR = "pair"
    SET_RULES = "set-rules"
    ADMINISTER = "administer"


_OF_ROLE = {
    Member.Role.ORGANISER.value: frozenset(Right),
    Member.Role.HELPER.value: frozenset({Right.SEE, Right.ENTER_RESULTS}),
}

_OF_SCOPE = {
    ApiToken.Scope.READ.value: frozenset({Right.SEE, Right.SEE_DRAFTS, Right.SEE_PERSONAL}),
    ApiToken.Scope.RESULTS.value: frozenset({Right.SEE, Right.ENTER_RESULTS}),
    ApiToken.Scope.PLAYERS.value: frozenset({Right.SEE, Right.SEE_PERSONAL, Right.MANAGE_PLAYERS}),
    ApiToken.Scope.PAIRINGS.value: frozenset({Right.SEE, Right.SEE_DRAFTS, Right.PAIR}),
    ApiToken.Scope.RULES.value: frozenset({Right.SEE, Right.SET_RULES}),
}


def rights(who: Who, tournament: Tournament) -> frozenset[Right]:
    """All rights of a person, program or command over a tournament. A token never has more than its maker has now."""
    public = frozenset({Right.SEE}) if tournament.is_public else frozenset()
    if who.token is not None:
        if who.token.tournament_id != tournament.pk or not who.token.is_open:
            return public
        granted = frozenset().union(*(_OF_SCOPE[scope] for scope in who.token.scopes))
        return public | (granted & _of_member(who.token.created_by_id, tournament))
    if who.agent.startswith("command: ") and who.user is None:
        return frozenset(Right)
    if who.user is None or not who.user.is_active:
        return public
    return public | _of_member(who.user.pk, tournament)


def _of_member(user_id: int, tournament: Tournament) -> frozenset[Right]:
    role = Member.objects.filter(tournament=tournament, user_id=user_id, user__is_active=True).values_list(
        "role", flat=True
    )
    return _OF_ROLE[role[0]] if role else frozenset()


def visible(who: Who) -> QuerySet[Tournament]:
    """The tournaments that somebody may see: those over which `rights` grants it, the latest first."""
    if who.token is None and who.user is None and who.agent.startswith("command: "):
        return Tournament.objects.all()
    mine = Q(pk__in=())
    if who.token is not None:
        own = who.token.tournament
        mine = Q(pk=own.pk) if Right.SEE in rights(who, own) else mine
    elif who.user is not None and who.user.is_active:
        mine = Q(pk__in=Member.objects.filter(user=who.user).values("tournament"))
    return Tournament.objects.filter(Q(is_public=True) | mine)
