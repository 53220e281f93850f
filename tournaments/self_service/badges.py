"""Badges: the code that links a phone to its player. Only its hash is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from math import ceil

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.journal.acts import Act, act, at_own_tables, not_finished, tell_players
from tournaments.core.journal.errors import Refused, TooOften
from tournaments.core.rights import Right, Who
from tournaments.core.words.names import isolate
from tournaments.models import Appearance, Badge, Call, Player, Round, Tournament
from tournaments.models.fields import secret_hash

#: The maximum number of badges created, and printed, at a time.
MOST = 500


def make_badges(who: Who, tournament: Tournament, secrets: Mapping[Player, str]) -> None:
    """Give each player a badge with this secret; an earlier badge ends at once. Raises Refused for too many.

    The caller creates the secrets, so that the same request creates the same ones
    (`tournaments.models.fields.typed_secret`).
    """
    if len(secrets) > MOST:
        raise Refused(_("At most {most} badges can be created at once.").format(most=MOST), code="too-many-badges")
    with act(who, tournament, "make-badges", Right.ADMINISTER) as doing:
        rows = doing.own_many(list(secrets))
        hashes = [secret_hash(value) for value in secrets.values()]
        present = {badge.player_id: badge for badge in Badge.objects.filter(player__in=rows)}
        with doing.together():
            for row, value in zip(rows, hashes, strict=True):
                known = present.get(row.pk)
                if known is None:
                    doing.create(Badge, player=row, secret_hash=value, made_at=doing.at)
                else:
                    doing.update(known, secret_hash=value, made_at=doing.at)
        tell_players(doing, rows)


def revoke_badges(who: Who, tournament: Tournament, players: Iterable[Player]) -> None:
    """Revoke the badges of players, and the rights of the phones linked by them. Other badges stay as they are."""
    with act(who, tournament, "revoke-badges", Right.ADMINISTER) as doing:
        badges = list(Badge.objects.filter(player__in=doing.own_many(list(players))).select_related("player"))
        doing.delete_many(badges)
        tell_players(doing, [badge.player for badge in badges])


#: The maximum number of calls of a player within this time.
MOST_CALLS = 3
CALL_INTERVAL = timedelta(minutes=10)


def call_organiser(who: Who, tournament: Tournament) -> Call:
    """Call an organiser to the table of the badge's player. Calling twice changes nothing.

    Raises TooOften for repeated calls, and Refused after the end of the tournament.
    """
    with act(who, tournament, "call-organiser", Right.PLAY) as doing:
        player = _caller(doing)
        not_finished(doing)
        call = Call.objects.filter(player=player).first()
        if call is not None:
            return call
        _not_too_often(doing, player)
        seat = _seat(player)
        table = seat.pairing.table if seat is not None and seat.pairing is not None else None
        number = seat.round.number if seat is not None else None
        doing.facts |= {"round": number, "table": table}
        doing.name(name=player)
        return doing.create(Call, player=player, round_number=number, table=table, at=doing.at)


def take_back_call(who: Who, tournament: Tournament) -> None:
    """Cancel the call of the badge's player. Without a call nothing changes."""
    with act(who, tournament, "take-back-call", Right.PLAY) as doing:
        call = Call.objects.filter(player=_caller(doing)).first()
        if call is not None:
            _add_facts(doing, call)
            doing.delete(call)


def answer_call(who: Who, tournament: Tournament, player: Player) -> Call:
    """Record that a staff member is on the way to a player who called.

    The first who answers is recorded; answering again changes nothing. Raises Refused if the player no longer calls.
    """
    with act(who, tournament, "answer-call", Right.ENTER_RESULTS) as doing:
        call = _at_desk(doing, player)
        if call is None:
            text = _("{name} is no longer calling.").format(name=isolate(player.name))
            raise Refused(text, code="no-call")
        if call.answered_at is None:
            name = who.user.called if who.user is not None else who.agent
            doing.update(call, answered_at=doing.at, answered_by=name[:100])
    return call


def end_call(who: Who, tournament: Tournament, player: Player) -> None:
    """Resolve a player's call. A call that no longer exists counts as resolved."""
    with act(who, tournament, "end-call", Right.ENTER_RESULTS) as doing:
        call = _at_desk(doing, player)
        if call is not None:
            doing.delete(call)


def open_calls(*tournaments: Tournament) -> QuerySet[Call]:
    """Return open calls: unanswered ones first, then the oldest first."""
    calls = Call.objects.filter(player__tournament__in=tournaments).select_related("player")
    return calls.order_by(F("answered_at").asc(nulls_first=True), "at", "pk")


def _caller(doing: Act) -> Player:
    if doing.who.badge is None:
        raise Refused(_("Only players can call an organiser."), code="no-call")
    return doing.own(doing.who.badge.player)


def _not_too_often(doing: Act, player: Player) -> None:
    calls = doing.tournament.journal.filter(
        verb="call-organiser", at__gt=doing.at - CALL_INTERVAL, facts__ids__name=player.public_id
    )
    times = list(calls.order_by("-at").values_list("at", flat=True)[:MOST_CALLS])
    if len(times) == MOST_CALLS:
        wait = times[-1] + CALL_INTERVAL - doing.at
        minutes = ceil(wait / timedelta(minutes=1))
        text = ngettext(
            "You have called several times. Go to the organiser, or call again in {minutes} minute.",
            "You have called several times. Go to the organiser, or call again in {minutes} minutes.",
            minutes,
        ).format(minutes=minutes)
        raise TooOften(text, code="called-often", seconds=ceil(wait.total_seconds()))


def _seat(player: Player) -> Appearance | None:
    """Return a player's place in a running round, with an open game if there is one."""
    places = player.appearances.filter(pairing__isnull=False, round__status=Round.Status.PUBLISHED)
    places = places.select_related("pairing", "round").defer("reasons", "pairing__reasons")
    return places.order_by(F("pairing__result").asc(nulls_first=True), "round__number").first()


def _at_desk(doing: Act, player: Player) -> Call | None:
    """Return the call of a player, if there is one; a helper may only see to calls from their own tables."""
    row = doing.own(player)
    call = Call.objects.filter(player=row).first()
    doing.name(name=row)
    if call is not None:
        if call.table is not None:
            at_own_tables(doing, [call.table])
        doing.facts |= {"round": call.round_number, "table": call.table}
    return call


def _add_facts(doing: Act, call: Call) -> None:
    doing.facts |= {"round": call.round_number, "table": call.table}
    doing.name(name=call.player)
