"""Check rights: one predicate per right, shared by pages, API and services."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.core.orm.fast_reading import ReusedQuery
from tournaments.models import ApiToken, Badge, Member, Operation, Player, Tournament, User

#: The length up to which the journal shows it.
LONGEST_AGENT = 80


@dataclass(frozen=True, slots=True)
class Who:
    """The author of a request. `user` is the person responsible, `token` the program's key, and `agent` the client as
    the journal shows it.

    `badge` is the badge of a player who acts without an account. `operations` are a program's requests under its own
    ids. `key` and `key_of` are an Idempotency-Key and the hash of its request; the key of a page's form already
    includes the contents.
    """

    user: User | None = None
    token: ApiToken | None = None
    agent: str = "page"
    key: str | None = None
    key_of: str = ""
    operations: tuple[Operation, ...] = ()
    badge: Badge | None = None

    @property
    def is_guest(self) -> bool:
        """Whether this is a helper with a pass, who has no account."""
        return self.user is not None and self.user.is_guest

    @classmethod
    def at_page(cls, user: object, key: str | None = None) -> Who:
        return cls(user=user if isinstance(user, User) else None, agent="page", key=key)

    @classmethod
    def program(cls, token: ApiToken) -> Who:
        return cls(user=token.created_by, token=token, agent=f"api: {token.name}")

    @classmethod
    def player(cls, badge: Badge) -> Who:
        """Return the author for a player with a badge; the journal shows the name."""
        return cls(agent=f"badge: {badge.player.name}"[:LONGEST_AGENT], badge=badge)

    @classmethod
    def command(cls, name: str) -> Who:
        """Return the author for a command on the server: anyone who can run it can do everything."""
        return cls(agent=f"command: {name}")

    @property
    def is_command(self) -> bool:
        return self.agent.startswith("command: ") and self.user is None and self.token is None


#: Nobody: an organiser's scheduled action that has become due.
BY_TIME = Who(agent="time")


class Right(StrEnum):
    """One action that users may be allowed to do in a tournament."""

    SEE = "see"
    SEE_DRAFTS = "see-drafts"
    SEE_PERSONAL = "see-personal"
    ENTER_RESULTS = "enter-results"
    MANAGE_PLAYERS = "manage-players"
    PAIR = "pair"
    SET_RULES = "set-rules"
    ADMINISTER = "administer"
    PLAY = "play"


#: All rights except that of a player to act without an account.
ALL = frozenset(Right) - {Right.PLAY}


_OF_ROLE = {
    Member.Role.ORGANISER.value: ALL,
    Member.Role.HELPER.value: frozenset({Right.SEE, Right.ENTER_RESULTS}),
}

_OF_SCOPE = {
    ApiToken.Scope.READ.value: frozenset({Right.SEE, Right.SEE_DRAFTS, Right.SEE_PERSONAL}),
    ApiToken.Scope.RESULTS.value: frozenset({Right.SEE, Right.ENTER_RESULTS}),
    ApiToken.Scope.PLAYERS.value: frozenset({Right.SEE, Right.SEE_PERSONAL, Right.MANAGE_PLAYERS}),
    ApiToken.Scope.PAIRINGS.value: frozenset({Right.SEE, Right.SEE_DRAFTS, Right.PAIR}),
    ApiToken.Scope.RULES.value: frozenset({Right.SEE, Right.SET_RULES}),
    ApiToken.Scope.ADMIN.value: frozenset({Right.SEE, Right.ADMINISTER}),
    ApiToken.Scope.EVENT.value: frozenset(),
}


def scopes_for(needed: Collection[Right]) -> list[str]:
    """Return the scopes that each grant all these rights alone, in their order."""
    return [scope for scope, granted in _OF_SCOPE.items() if granted.issuperset(needed) and granted]


def granted_by(token: ApiToken) -> frozenset[Right]:
    """Return the rights that the scopes of a token grant and that its maker has."""
    return frozenset().union(*(_OF_SCOPE[scope] for scope in token.scopes))


def rights(who: Who, tournament: Tournament) -> frozenset[Right]:
    """Return all rights of a person, program or command in a tournament. A token never has more than its maker has
    now.
    """
    return rights_of_all(who, [tournament])[tournament.pk]


def required_right(who: Who, players: Collection[Player], right: Right) -> Right:
    """Return the right needed to change players. Players with a badge need only PLAY for their own changes."""
    own = who.badge is not None and [each.pk for each in players] == [who.badge.player_id]
    return Right.PLAY if own else right


def rights_of_all(who: Who, tournaments: Collection[Tournament]) -> dict[int, frozenset[Right]]:
    """Return the rights in several tournaments, by their keys, in at most two queries."""
    return {key: granted for key, (granted, _tables) in standing_in_all(who, tournaments).items()}


def rights_and_tables(who: Who, tournament: Tournament) -> tuple[frozenset[Right], range | None]:
    """Return the rights, and the tables for which the user enters results: None if not limited. A token has its maker's
    tables.
    """
    return standing_in_all(who, [tournament])[tournament.pk]


def standing_in_all(who: Who, tournaments: Collection[Tournament]) -> dict[int, tuple[frozenset[Right], range | None]]:
    """Return the rights and the tables in several tournaments, by their keys, in at most two queries."""
    public = {each.pk: frozenset({Right.SEE}) if each.is_public else frozenset() for each in tournaments}
    if who.badge is not None:
        own_one = Badge.objects.filter(
            pk=who.badge.pk, secret_hash=who.badge.secret_hash, player__tournament__in=public
        )
        at = own_one.values_list("player__tournament", flat=True).first()
        return {
            key: (viewer_rights | ({Right.PLAY} if key == at else frozenset()), None)
            for key, viewer_rights in public.items()
        }
    if who.is_command:
        return dict.fromkeys(public, (ALL, None))
    if who.token is not None:
        granted = granted_by(who.token)
        own = _of_member(who.token.created_by_id, [each for each in tournaments if _is_for(who.token, each)])
    elif who.user is not None and who.user.is_active:
        granted = ALL
        own = _of_member(who.user.pk, tournaments)
    else:
        granted, own = frozenset(), {}
    nothing: tuple[frozenset[Right], range | None] = (frozenset(), None)
    standing_by_key = {key: own.get(key, nothing) for key in public}
    return {
        key: (viewer_rights | (granted & standing_by_key[key][0]), standing_by_key[key][1])
        for key, viewer_rights in public.items()
    }


def _is_for(token: ApiToken, tournament: Tournament) -> bool:
    """Return whether a token is valid for a tournament: for all of its maker's, for one, or for those of one event."""
    if not token.is_open:
        return False
    if token.tournament_id is None or token.tournament_id == tournament.pk:
        return True
    if ApiToken.Scope.EVENT not in token.scopes or tournament.event_id is None:
        return False
    return token.tournament is not None and token.tournament.event_id == tournament.event_id


def _of_member(user_id: int, tournaments: Collection[Tournament]) -> dict[int, tuple[frozenset[Right], range | None]]:
    """Return the rights of the role and the tables, by the keys of tournaments where the person is a staff member."""
    keys = [each.pk for each in tournaments]
    now = timezone.now()
    found = _MEMBER.rows(keys[0], user_id, now) if len(keys) == 1 else _members(keys, user_id, now) if keys else ()
    return {member.tournament_id: (_OF_ROLE[member.role], member.tables) for member in found}


def _members(tournaments: Sequence[int], user_id: int, now: datetime) -> QuerySet[Member]:
    return Member.objects.active(now).filter(tournament__in=tournaments, user_id=user_id, user__is_active=True)


_MEMBER = ReusedQuery(lambda key, user_id, now: _members([key], user_id, now), -1, -2, datetime.min.replace(tzinfo=UTC))


def visible(who: Who) -> QuerySet[Tournament]:
    """Return the tournaments that a user may see, according to `rights`, the latest first."""
    if who.is_command:
        return Tournament.objects.all()
    own_tournaments = Q(pk__in=())
    own = who.token.tournament if who.token is not None else None
    if who.token is not None and own is not None:
        near = [own] if own.event_id is None else list(Tournament.objects.filter(event=own.event_id))
        own_tournaments = Q(pk__in=[key for key, granted in rights_of_all(who, near).items() if Right.SEE in granted])
    elif who.token is not None and Right.SEE not in granted_by(who.token):
        own_tournaments = Q(pk__in=())
    elif who.user is not None and who.user.is_active:
        own_tournaments = Q(pk__in=Member.objects.active().filter(user=who.user).values("tournament"))
    return Tournament.objects.filter(Q(is_public=True) | own_tournaments)


class Rule(NamedTuple):
    """A rule for reading a value: with `right` readers get all of it; others get the result of `cut`, or nothing
    without it.
    """

    right: Right
    cut: Callable[[str], str] | None = None


def year(birth: str) -> str:
    """Return the year of a birth; "" if it does not begin with one."""
    found = re.match(r"[0-9]{4}", birth)
    return found[0] if found else ""


#: A fixed table is personal because its reason is, most often a wheelchair. A player without half-point byes has a free
#: entry or conditions: that is between player and organiser. An expulsion is public, but its reason is not: it is about
#: a person, and may be wrong. A FIDE ID is personal because it leads to a profile that shows the sex and the year of
#: birth.
RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "birth": Rule(Right.SEE_PERSONAL, year),
        "sex": Rule(Right.SEE_PERSONAL),
        "fide_id": Rule(Right.SEE_PERSONAL),
        "fixed_table": Rule(Right.SEE_PERSONAL),
        "may_take_half_bye": Rule(Right.SEE_PERSONAL),
        "expelled_for": Rule(Right.SEE_PERSONAL),
        "forbidden_pairs": Rule(Right.SEE_DRAFTS),
        "requested_byes": Rule(Right.SEE_DRAFTS),
    }
)
#: Fields of a player that are not public.
PERSONAL = ("birth", "sex", "fide_id", "fixed_table", "may_take_half_bye", "expelled_for")


def may_read(name: str, granted: Collection[Right]) -> bool:
    """Return whether readers with these rights may read a value."""
    return RULES[name].right in granted


def may_read_byes(granted: Collection[Right]) -> bool:
    """Return whether readers with these rights may read requested byes; those who enter byes may read them, too."""
    return may_read("requested_byes", granted) or Right.MANAGE_PLAYERS in granted


def personal(player: Player, granted: Collection[Right]) -> dict[str, Any]:
    """Return the personal fields of a player that these rights allow; other fields are left out."""
    found = {}
    for name in PERSONAL:
        value, rule = getattr(player, name), RULES[name]
        if rule.right in granted:
            found[name] = value
        elif rule.cut is not None:
            found[name] = rule.cut(value)
    return found
