"""Players: adding, changing, checking in, leaving and returning, and the byes they ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.snapshot import ByeKind, Decision, Outcome
from pairings.snapshot import Result as ResultFact
from tournaments import border
from tournaments.border.playerlist import Answers, Decided, Fate, ListRow, Plan, compare
from tournaments.journal.acts import Act, act
from tournaments.journal.errors import Conflict, Refused, StaleSnapshot, Twin
from tournaments.models import (
    Appearance,
    ExternalId,
    FixedPair,
    ForbiddenPair,
    Pairing,
    Player,
    RequestedBye,
    Result,
    Round,
    Seat,
    Stage,
    Tournament,
)
from tournaments.models.player import sort_key
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services import external
from tournaments.services.seats import number_anew, numbers_are_open, seat_newcomer
from tournaments.words.isolation import isolate

#: What may be set of a player, by form, list or API.
FIELDS = ("name", "rating", "title", "club", "federation", "fide_id", "birth", "sex", "may_have_bye", "fixed_table")

#: What the initial ranking goes by.
RANKING = ("rating", "title", "name")


def add_player(who: Who, tournament: Tournament, *, unlike: Iterable[str] = (), **values: Any) -> Player:
    """Add one player. After the start this is a late entry, where the system takes one."""
    return add_players(who, tournament, [values], unlike=unlike)[0]


def add_players(
    who: Who, tournament: Tournament, rows: Iterable[Mapping[str, Any]], *, unlike: Iterable[str] = ()
) -> list[Player]:
    """Add players in the order given, all or none. Each row holds some of FIELDS, `name` at least.

    `unlike` are names that nobody on the list may have yet; raises Twin with the one who has.
    """
    rows = list(rows)
    with act(who, tournament, "add-players", Right.MANAGE_PLAYERS, count=len(rows)) as doing:
        not_finished(doing)
        no_twins(doing.tournament.players.all(), unlike)
        for row in rows:
            open_table(doing, row.get("fixed_table"))
        return enter(doing, rows)


def take_list(
    who: Who, tournament: Tournament, rows: Sequence[ListRow], answers: Answers, *, seen: str | None = None
) -> Plan:
    """Add the players of a list and update those who are there, as `compare` decides; all or none.

    `seen` is the tag of the plan that somebody agreed to; raises StaleSnapshot when it has become another one.
    """
    with act(who, tournament, "take-list", Right.MANAGE_PLAYERS) as doing:
        not_finished(doing)
        plan = compare(rows, doing.tournament.players.all(), answers)
        as_seen(plan, seen)
        carry_out(doing, plan.added, plan.of(Fate.UPDATE))
    return plan


def as_seen(plan: Plan, seen: str | None) -> None:
    """Raises StaleSnapshot when a plan is not the one that somebody agreed to."""
    if seen is not None and plan.tag != seen:
        text = _("What would happen is not what you saw: the list here or the players changed since. Look again.")
        raise StaleSnapshot(text, code="stale")


def carry_out(doing: Act, added: list[dict[str, Any]], decided: Iterable[Decided]) -> None:
    """Put players of a list on the tournament's, and change those who are there as it was decided."""
    updated = [(each.player, each.changes) for each in decided if each.player is not None]
    moves_others = any(not changes.keys().isdisjoint(RANKING) for _player, changes in updated)
    doing.update_many((player, _as_written(changes, doing.sequence)) for player, changes in updated)
    if added:
        doing.facts |= {"count": len(added)}
        enter(doing, added)
    if updated:
        doing.name(players=[player for player, _changes in updated])
    if moves_others:
        _ranked_anew(doing)


def _as_written(changes: Mapping[str, Any], version: int) -> dict[str, Any]:
    """The columns of a player that change with some of FIELDS."""
    keyed = {"sort_key": sort_key(changes["name"])} if "name" in changes else {}
    return {**changes, **keyed, "version": version}


def enter(doing: Act, rows: Iterable[Mapping[str, Any]]) -> list[Player]:
    """Put players on the list in the order given, in the act of a verb; each row as in `add_players`."""
    stage = border.current_stage(doing.tournament)
    entered = _first_round_open_to_newcomers(doing, stage)
    rows = list(rows)
    players = doing.create_many([_new(doing, row, entered) for row in rows])
    external.name_players(doing, players, rows)
    if len(players) == 1:
        doing.name(name=players[0])
    else:
        doing.name(names=players)
    _seat_newcomers(doing, stage, players)
    return players


def _seat_newcomers(doing: Act, stage: Stage, players: list[Player]) -> None:
    """Seats for those who come after the start: behind the others, or in a schedule that has only just begun."""
    if stage.started_at is None:
        return
    system, _options = border.system_of(stage)
    if system.scheduled:
        for player in players:
            seat_newcomer(doing, stage, player)
    else:
        number_anew(doing, stage, players)


def _new(doing: Act, row: Mapping[str, Any], entered: int) -> Player:
    values = {name: row[name] for name in FIELDS if row.get(name) is not None}
    return Player(
        tournament=doing.tournament,
        entered=entered,
        sort_key=sort_key(values["name"]),
        version=doing.sequence,
        **values,
    )


def no_twins(listed: QuerySet[Player], names: Iterable[str]) -> None:
    """Raises Twin with the first of those listed who has one of the names."""
    keys = [sort_key(name) for name in names]
    twin = listed.filter(sort_key__in=keys).first() if keys else None
    if twin is not None:
        raise Twin(_("{name} is on the list already.").format(name=isolate(twin.name)), code="twin", field="name")


def open_table(doing: Act, table: int | None) -> None:
    """Raises Refused when nobody can have this fixed table, because it is closed."""
    if table is not None and not doing.tournament.layout.is_open(table):
        raise Refused(
            _("Table {table} is closed. Choose another one, or open it on the page of the hall.").format(table=table),
            code="table-closed",
            field="fixed_table",
        )


def not_finished(doing: Act) -> None:
    """Raises Refused when the tournament is finished."""
    if doing.tournament.finished_at is not None:
        raise Refused(_("The tournament is finished. Reopen it first."), code="finished")


def _first_round_open_to_newcomers(doing: Act, stage: Stage) -> int:
    if stage.started_at is None:
        return stage.first_round
    if stage.number > 1:
        raise Refused(_("A later stage has begun; nobody can enter any more."), code="too-late")
    system, _options = border.system_of(stage)
    if system.scheduled:
        return stage.first_round
    return _last_round(doing.tournament) + 1


def _last_round(tournament: Tournament) -> int:
    """The number of the last round that exists, a draft included; 0 before the first."""
    return tournament.rounds.aggregate(last=Max("number"))["last"] or 0


def _own(doing: Act, player: Player) -> Player:
    """The player's row, locked with its tournament, and the name for the journal."""
    row = doing.own(player)
    doing.name(name=row)
    return row


def change_player(
    who: Who, tournament: Tournament, player: Player, *, version: int | None = None, **values: Any
) -> Player:
    """Change some of FIELDS, or the `external_id`.

    `version` is the one the caller saw; raises Conflict when it is no longer the one.
    """
    with act(who, tournament, "change-player", Right.MANAGE_PLAYERS) as doing:
        row = _own(doing, player)
        external.name_players(doing, [row], [values])
        changes = {name: values[name] for name in FIELDS if name in values}
        if all(getattr(row, name) == value for name, value in changes.items()):
            doing.left(row.version)
            return row
        if version is not None and row.version != version:
            raise Conflict(_("Somebody else has changed this player in the meantime."), current=row)
        if changes.get("fixed_table") != row.fixed_table:
            open_table(doing, changes.get("fixed_table"))
        if "name" in changes:
            changes["sort_key"] = sort_key(changes["name"])
        before = {name: getattr(row, name) for name in RANKING}
        if doing.update(row, **changes):
            doing.update(row, version=doing.sequence)
        if before != {name: getattr(row, name) for name in RANKING}:
            _ranked_anew(doing)
    return row


def _ranked_anew(doing: Act) -> None:
    """A correction moves its player in the list, as long as numbers may change (C.04.2 article 2.3)."""
    stage = border.current_stage(doing.tournament)
    if stage.started_at is not None and stage.qualification is None and numbers_are_open(stage):
        number_anew(doing, stage)


def remove_player(who: Who, tournament: Tournament, player: Player) -> None:
    """Take a player off the list as if never entered: possible until the player is in a round.

    Who is off it already stays off.
    """
    with act(who, tournament, "remove-player", Right.MANAGE_PLAYERS) as doing:
        row = doing.find(player)
        if row is None:
            return
        doing.name(name=row)
        if row.appearances.exists() or row.seats.filter(stage__started_at__isnull=False).exists():
            raise Refused(
                _("{name} is in the schedule already: withdraw the player instead.").format(name=isolate(row.name)),
                code="has-played",
            )
        take_off(doing, [row])


def take_off(doing: Act, players: list[Player]) -> list[ForbiddenPair | FixedPair]:
    """Delete players who are in no round with their byes, seats, and the pairs forbidden or made beforehand that one of
    them is in, which are returned.
    """
    pairs: list[ForbiddenPair | FixedPair] = [
        *ForbiddenPair.objects.filter(Q(one__in=players) | Q(other__in=players)),
        *FixedPair.objects.filter(Q(first__in=players) | Q(second__in=players)),
    ]
    byes, seats = RequestedBye.objects.filter(player__in=players), Seat.objects.filter(player__in=players)
    doing.delete_many([*byes, *seats, *pairs, *ExternalId.objects.filter(player__in=players), *players])
    return pairs


def check_in(who: Who, tournament: Tournament, players: Iterable[Player], *, here: bool) -> None:
    """Mark players as here or not here; who is so marked already stays so.

    Somebody who comes after the start gets a seat where the system takes one.
    """
    with act(who, tournament, "check-in" if here else "check-out", Right.MANAGE_PLAYERS) as doing:
        rows = doing.own_many(list(players))
        doing.facts["count"] = len(rows)
        doing.name(names=rows)
        stage = border.current_stage(doing.tournament)
        with doing.together():
            for row in rows:
                if doing.update(row, checked_in=here):
                    doing.update(row, version=doing.sequence)
        if here and stage.started_at is not None:
            _enter_late(doing, stage, rows)


def _enter_late(doing: Act, stage: Stage, rows: list[Player]) -> None:
    """Those of the players who have no seat in a stage that has begun enter it now."""
    seated = set(stage.seats.values_list("player_id", flat=True))
    newcomers = [row for row in rows if row.pk not in seated]
    if newcomers:
        entered = _first_round_open_to_newcomers(doing, stage)
        doing.update_many((row, {"entered": entered}) for row in newcomers)
        _seat_newcomers(doing, stage, newcomers)


def withdraw(who: Who, tournament: Tournament, player: Player) -> Player:
    """The player leaves: out of every round from the next one to be paired. Games already paired stand.

    Those of a schedule that have no result yet are lost by forfeit; taking the entry back opens them again.
    """
    with act(who, tournament, "withdraw", Right.MANAGE_PLAYERS) as doing:
        row = _own(doing, player)
        if row.withdrawn_after is None:
            stage = border.current_stage(doing.tournament)
            last = _last_round(doing.tournament)
            if border.system_of(stage)[0].scheduled and stage.started_at is not None:
                last = _last_result(stage, row)
            doing.update(row, withdrawn_after=last, version=doing.sequence)
            if border.system_of(stage)[0].scheduled:
                with doing.together():
                    _forfeit_open_games(doing, stage, row)
            doing.facts["round"] = row.withdrawn_after
    return row


def _last_result(stage: Stage, player: Player) -> int:
    """The last round in which a player of a schedule has a result; the one before the first if there is none."""
    places = player.appearances.filter(round__stage=stage, pairing__result__isnull=False)
    return places.aggregate(last=Max("round__number"))["last"] or stage.first_round - 1


def _forfeit_open_games(doing: Act, stage: Stage, player: Player) -> None:
    tables = Pairing.objects.filter(
        appearances__player=player, round__stage=stage, round__status=Round.Status.PUBLISHED, result__isnull=True
    )
    for table in tables.order_by("round__number").prefetch_related("appearances__player"):
        place, other = sorted(table.appearances.all(), key=lambda each: each.player_id != player.pk)
        won = Outcome.WIN if other.player.withdrawn_after is None else Outcome.LOSS
        sides = (Outcome.LOSS, won) if place.side == Appearance.Side.FIRST else (won, Outcome.LOSS)
        result = ResultFact(*sides, Decision.FORFEIT)
        doing.create(
            Result,
            pairing=table,
            entered_by=doing.who.user,
            entered_at=doing.at,
            **Result.fields_of(result),
        )
        doing.update(table, version=doing.sequence)


def return_player(who: Who, tournament: Tournament, player: Player) -> Player:
    """A player who had left is in again, from the next round to be paired."""
    with act(who, tournament, "return", Right.MANAGE_PLAYERS) as doing:
        row = _own(doing, player)
        if row.withdrawn_after is not None:
            doing.update(row, withdrawn_after=None, version=doing.sequence)
    return row


def request_bye(who: Who, tournament: Tournament, player: Player, round_number: int, kind: str | None) -> None:
    """Note, change or (with None) cancel a player's bye for a round that is still to be paired."""
    with act(who, tournament, "request-bye", Right.MANAGE_PLAYERS, round=round_number, kind=kind) as doing:
        row = _own(doing, player)
        if round_number <= _last_round(doing.tournament):
            raise Refused(
                _("Round {number} has been paired already.").format(number=round_number),
                code="already-paired",
                field="round_number",
            )
        if kind == RequestedBye.Kind.HALF:
            _half_bye_allowed(doing, row, round_number)
        asked = RequestedBye.objects.filter(player=row, round_number=round_number).first()
        if kind is None:
            if asked is not None:
                doing.delete(asked)
        elif asked is not None:
            doing.update(asked, kind=kind)
        else:
            doing.create(RequestedBye, player=row, round_number=round_number, kind=kind)


def _half_bye_allowed(doing: Act, player: Player, round_number: int) -> None:
    """The tournament's limits of half-point byes: how many a player takes, and how late."""
    tournament = doing.tournament
    stage = border.current_stage(tournament)
    planned = border.rounds_of(stage, stage.seats.count())
    barred = tournament.half_byes_not_in_last
    if planned and barred and round_number > planned + stage.first_round - 1 - barred:
        raise Refused(
            ngettext(
                "There are no half-point byes in the last round.",
                "There are no half-point byes in the last {count} rounds.",
                barred,
            ).format(count=barred),
            code="half-bye-too-late",
            field="round_number",
        )
    if tournament.half_byes_most == 0:
        raise Refused(_("There are no half-point byes in this tournament."), code="half-byes-used", field="kind")
    if tournament.half_byes_most is None:
        return
    asked = player.requested_byes.filter(kind=RequestedBye.Kind.HALF).exclude(round_number=round_number)
    had = player.appearances.filter(bye=ByeKind.HALF).exclude(round__number__in=asked.values("round_number"))
    if asked.count() + had.count() >= tournament.half_byes_most:
        raise Refused(
            ngettext(
                "A player may take {count} half-point bye, and {name} has.",
                "A player may take {count} half-point byes, and {name} has.",
                tournament.half_byes_most,
            ).format(name=isolate(player.name), count=tournament.half_byes_most),
            code="half-byes-used",
            field="kind",
        )


def number_of(stage: Stage, player: Player) -> int | None:
    """A player's seat in a stage, if the stage has begun."""
    return Seat.objects.filter(stage=stage, player=player).values_list("number", flat=True).first()
