"""Manage ids that a program gives to players and tournaments, so that it can find them after losing its own records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments.core.journal import erased
from tournaments.core.journal.acts import Act
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.core.words.names import isolate
from tournaments.models import Erasure, ExternalId, Player, Tournament, User

#: The prefix of erased ids, of which only a hash is kept.
ERASED_PREFIX = "erased-"


def hash_id(value: str) -> str:
    """Return a hash of the id of a player whose personal data was erased, so that the id can still be recognised."""
    if value.startswith(ERASED_PREFIX):
        return value
    return ERASED_PREFIX + salted_hmac("tournaments.external_ids", value, algorithm="sha256").hexdigest()[:40]


def own(who: Who) -> QuerySet[ExternalId]:
    """Return the ids given by this program, or by this person without a program."""
    if who.user is None:
        return ExternalId.objects.none()
    return ExternalId.objects.filter(owner=who.user, program=who.token.name if who.token is not None else "")


def of_players(who: Who, players: Collection[Player]) -> dict[int, str]:
    """Return the program's ids of players, by player key."""
    if who.user is None or not players:
        return {}
    return dict(own(who).filter(player__in=players).values_list("player_id", "value"))


def of_tournaments(who: Who, tournaments: Collection[Tournament]) -> dict[int, str]:
    """Return the program's ids of tournaments, by tournament key."""
    found = own(who).filter(tournament__in=tournaments, player=None)
    return dict(found.values_list("tournament_id", "value"))


def free_in(tournament: Tournament, players: Collection[Player]) -> list[ExternalId]:
    """Return the ids of players that are still free in the tournament to which the players move."""
    used_ids = set(
        ExternalId.objects.filter(tournament=tournament, player__isnull=False).values_list("owner", "program", "value")
    )
    ids = ExternalId.objects.filter(player__in=players)
    return [each for each in ids if (each.owner_id, each.program, each.value) not in used_ids]


def name_players(
    doing: Act, players: Iterable[Player], rows: Iterable[Mapping[str, Any]], *, in_list: bool = False
) -> None:
    """Give each player the `external_id` of its row, if it has one; "" removes it. `in_list`: an error names the row of
    the list it belongs to.

    Raise Refused if another player of the tournament has the id.
    """
    pairs = list(zip(players, rows, strict=True))
    values = {player: row["external_id"] for player, row in pairs if row.get("external_id") is not None}
    at = {player: f"players/{place}/" if in_list else "" for place, (player, _row) in enumerate(pairs)}
    if not values or doing.who.user is None:
        return
    if Erasure.objects.filter(kind="player", key__in=[player.public_id for player in values]).exists():
        raise erased.refusal()
    ids_by_player = {
        each.player_id: each for each in own(doing.who).filter(tournament=doing.tournament, player__isnull=False)
    }
    player_by_value = {
        each.value: key for key, each in ids_by_player.items() if key not in {player.pk for player in values}
    }
    with doing.together():
        for player, value in values.items():
            if value and hash_id(value) in player_by_value:
                raise erased.refusal()
            if value in player_by_value:
                raise duplicate_error(value, f"{at[player]}external_id")
            player_by_value |= {value: player.pk} if value else {}
            _store(doing, ids_by_player.get(player.pk), value, player)


def name_tournament(doing: Act, value: str | None) -> None:
    """Give the tournament an external id; "" removes it, None keeps it. Raise Refused if another tournament has it."""
    if value is None or doing.who.user is None:
        return
    User.objects.select_for_update().get(pk=doing.who.user.pk)  # no other act of this program gives it meanwhile
    ids = own(doing.who).filter(player=None)
    if value and ids.filter(value=value).exclude(tournament=doing.tournament).exists():
        raise duplicate_error(value)
    _store(doing, ids.filter(tournament=doing.tournament).first(), value, None)


def _store(doing: Act, row: ExternalId | None, value: str, player: Player | None) -> None:
    if row is not None and value:
        doing.update(row, value=value)
    elif row is not None:
        doing.delete(row)
    elif value:
        program = doing.who.token.name if doing.who.token is not None else ""
        doing.create(
            ExternalId,
            tournament=doing.tournament,
            player=player,
            owner=doing.who.user,
            program=program,
            value=value,
        )


def duplicate_error(value: str, field: str = "external_id") -> Refused:
    text = _("The external ID {value} is already in use.").format(value=isolate(value))
    return Refused(text, code="external-id-taken", field=field)
