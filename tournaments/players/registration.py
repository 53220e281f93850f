"""Register, change, check in, withdraw and return players, and store the byes that they request."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from pairings.snapshot import Decision, Outcome
from pairings.snapshot import Result as ResultFact
from tournaments.core import external_ids, snapshot
from tournaments.core.journal.acts import Act, act, lines_of, not_finished, tell_players
from tournaments.core.journal.errors import Conflict, Refused, Twin, last_change_text
from tournaments.core.rights import Right, Who, required_right
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words import notation
from tournaments.core.words.names import NotAName, clean_text, isolate
from tournaments.core.words.texts import error_text
from tournaments.drafts import byes
from tournaments.models import (
    Appearance,
    Badge,
    Call,
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
    TeamMember,
    Tournament,
)
from tournaments.models.player import sort_key
from tournaments.players import person_checks
from tournaments.schedule.seats import can_renumber, renumber_seats, seat_newcomer


def leave(doing: Act, rows: Sequence[Player]) -> list[Player]:
    """Withdraw those of the players who are in, within an act, as `withdraw_all` does; return them."""
    stage = snapshot.current_stage(doing.tournament)
    scheduled, last = snapshot.system_of(stage)[0].scheduled, last_published(doing.tournament)
    leaving = [row for row in rows if row.withdrawn_after is None]
    for row in leaving:
        after = last_result(stage, row) if scheduled and stage.started_at is not None else last
        doing.update(row, withdrawn_after=after, version=doing.sequence)
    if scheduled:
        for row in leaving:
            with doing.together():
                forfeit_open_games(doing, stage, row)
    return leaving


def last_round(tournament: Tournament) -> int:
    """Return the number of the last round that exists, a draft included; 0 before the first."""
    return tournament.rounds.aggregate(last=Max("number"))["last"] or 0


def last_published(tournament: Tournament) -> int:
    """Return the number of the last published round; 0 before the first.

    A player who leaves while a round is a draft has not played that round.
    """
    return tournament.rounds.public().aggregate(last=Max("number"))["last"] or 0


def last_result(stage: Stage, player: Player) -> int:
    """Return the last round in which a player of a schedule has a result; without one, the round before the stage's
    first.
    """
    places = player.appearances.filter(round__stage=stage, pairing__result__isnull=False)
    return places.aggregate(last=Max("round__number"))["last"] or stage.first_round - 1


def forfeit_open_games(doing: Act, stage: Stage, player: Player) -> None:
    """Record a player's open games in a schedule as lost by forfeit; if the opponent has left too, both lose."""
    tables = Pairing.objects.filter(
        appearances__player=player, round__stage=stage, round__status=Round.Status.PUBLISHED, result__isnull=True
    )
    found = list(tables.order_by("round__number").select_related("round").prefetch_related("appearances__player"))
    lost = []
    for table in found:
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
        lost.append({"round": table.round.number, "was": "", "now": notation.write(result)})
    if lost:
        lines = [{**line, **more} for line, more in zip(lines_of(found), lost, strict=True)]
        doing.facts["results"] = [*doing.facts.get("results", []), *lines]


#: Fields of a player that a form, a list or the API may set.
FIELDS = (
    "name",
    "reading",
    "rating",
    "official_rating",
    "rating_source",
    "title",
    "rank",
    "club",
    "federation",
    "fide_id",
    "birth",
    "sex",
    "may_have_bye",
    "may_take_half_bye",
    "fixed_table",
)

#: Fields that decide the initial ranking.
RANKING = ("rating", "title", "name")


def add_player(who: Who, tournament: Tournament, *, unlike: Iterable[str] = (), **values: object) -> Player:
    """Add one player. After the start this is a late entry, if the system accepts late entries."""
    return add_players(who, tournament, [values], unlike=unlike)[0]


def add_players(
    who: Who,
    tournament: Tournament,
    rows: Iterable[Mapping[str, Any]],
    *,
    unlike: Iterable[str] = (),
    new_names: bool = False,
) -> list[Player]:
    """Add players in the given order, all or none. Each row has some of FIELDS, at least `name`.

    `unlike` are names that no listed player may have yet; raises Twin with the player who has one. With `new_names`
    this applies to all names of the rows, and no name may occur twice.
    """
    rows = list(rows)
    with act(who, tournament, "add-players", Right.MANAGE_PLAYERS, count=len(rows)) as doing:
        not_finished(doing)
        no_twins(doing.tournament.players.all(), unlike)
        if new_names:
            _no_name_twice(doing.tournament, rows)
        for row in rows:
            open_table(doing, row.get("fixed_table"))
        return enter(doing, person_checks.check_rows(doing.tournament, rows))


def enter(doing: Act, rows: Iterable[Mapping[str, object]]) -> list[Player]:
    """Add players to the list in the given order, within an act.

    Each row is as in `add_players`, with a `public_id` if a caller knows it already.
    """
    stage = snapshot.current_stage(doing.tournament)
    entered = _first_round_open_to_newcomers(doing, stage)
    rows = list(rows)
    players = doing.create_many([_new(doing, row, entered) for row in rows])
    external_ids.name_players(doing, players, rows, in_list=True)
    if len(players) == 1:
        doing.name(name=players[0])
    else:
        doing.name(names=players)
    _seat_newcomers(doing, stage, players)
    return players


def _seat_newcomers(doing: Act, stage: Stage, players: list[Player]) -> None:
    """Seat players who come after the start: behind the others, or in a schedule that has only just begun."""
    if stage.started_at is None:
        return
    system, _options = snapshot.system_of(stage)
    if system.scheduled:
        for player in players:
            seat_newcomer(doing, stage, player)
    else:
        renumber_seats(doing, stage, players)


def _new(doing: Act, row: Mapping[str, Any], entered: int) -> Player:
    values = {name: row[name] for name in (*FIELDS, "public_id", "paid") if row.get(name) is not None}
    return Player(
        tournament=doing.tournament,
        entered=entered,
        sort_key=sort_key(values["name"]),
        version=doing.sequence,
        **values,
    )


def changed_columns(row: Player, changes: Mapping[str, Any]) -> dict[str, object]:
    """Return the columns of a player that change with some of FIELDS. A changed rating loses its source unless it has a
    new one.
    """
    found = {**changes, **({"sort_key": sort_key(changes["name"])} if "name" in changes else {})}
    if changes.get("rating", row.rating) != row.rating:
        found.setdefault("rating_source", "")
    return found


def no_twins(listed: QuerySet[Player], names: Iterable[str]) -> None:
    """Raise Twin with the first of the listed players who has one of the names."""
    keys = [sort_key(name) for name in names]
    twin = listed.filter(sort_key__in=keys).first() if keys else None
    if twin is not None:
        raise Twin(_("{name} is already on the list.").format(name=isolate(twin.name)), code="twin", field="name")


def _no_name_twice(tournament: Tournament, rows: Sequence[Mapping[str, Any]]) -> None:
    """Raise Twin at the first row whose name is on the list or in an earlier row."""
    keys = [sort_key(row["name"]) for row in rows]
    used_keys = set(tournament.players.filter(sort_key__in=keys).values_list("sort_key", flat=True))
    for place, (row, key) in enumerate(zip(rows, keys, strict=True)):
        if key in used_keys:
            text = _("{name} is already on the list.").format(name=isolate(row["name"]))
            raise Twin(text, code="twin", field=f"players/{place}/name")
        used_keys.add(key)


def namesakes(tournament: Tournament, players: Collection[Player]) -> list[tuple[Player, Player]]:
    """Return the players with the same name as an earlier player, each with the first one of that name."""
    first: dict[str, Player] = {}
    for other in tournament.players.filter(sort_key__in={player.sort_key for player in players}).order_by("pk"):
        first.setdefault(other.sort_key, other)
    pairs = [(player, first.get(player.sort_key, player)) for player in players]
    return [(player, other) for player, other in pairs if player != other]


def twice(player: Player) -> str:
    """Return the notice for a player whose name was on the list already."""
    text = _("Another {name} was already on the list. If this is the same person, remove one of the two.")
    return text.format(name=isolate(player.name))


def open_table(doing: Act, table: int | None) -> None:
    """Raise Refused if this fixed table is closed, so that no player can have it."""
    if table is not None and not doing.tournament.layout.is_open(table):
        raise Refused(
            _("Number {table} is closed. Choose another one, or open it on the hall page.").format(table=table),
            code="table-closed",
            field="fixed_table",
        )


def _first_round_open_to_newcomers(doing: Act, stage: Stage) -> int:
    if stage.started_at is None:
        return stage.first_round
    if stage.number > 1:
        raise Refused(_("A later stage has started, so players can no longer be added."), code="too-late")
    system, _options = snapshot.system_of(stage)
    if system.knocks_out:
        raise Refused(
            _(
                "The knock-out has started, and its bracket is full. To add players, discard the draft of "
                "round 1 or undo the round."
            ),
            code="no-late-entry",
        )
    if system.scheduled:
        return stage.first_round
    return last_round(doing.tournament) + 1


def _own(doing: Act, player: Player) -> Player:
    """Return the player's row, locked with its tournament, and record the name for the journal."""
    row = doing.own(player)
    doing.name(name=row)
    return row


def change_player(
    who: Who, tournament: Tournament, player: Player, *, version: int | None = None, **values: Any
) -> Player:
    """Change some of FIELDS, or the `external_id`.

    `version` is the version that the caller saw; raises Conflict if the player has changed since.
    """
    with act(who, tournament, "change-player", Right.MANAGE_PLAYERS) as doing:
        row = _own(doing, player)
        external_ids.name_players(doing, [row], [values])
        changes = {name: values[name] for name in FIELDS if name in values}
        changes |= person_checks.check_changes(doing.tournament, row, changes)
        if all(getattr(row, name) == value for name, value in changes.items()):
            doing.leave_version(row.version)
            return row
        _check_version(doing, row, version)
        if changes.get("fixed_table") != row.fixed_table:
            open_table(doing, changes.get("fixed_table"))
        before = {name: getattr(row, name) for name in RANKING}
        if doing.update(row, **changed_columns(row, changes)):
            doing.update(row, version=doing.sequence)
        if before != {name: getattr(row, name) for name in RANKING}:
            update_ranking(doing)
    return row


def _check_version(doing: Act, row: Player, version: int | None) -> None:
    if version is not None and row.version != version:
        unknown = _("Someone else changed this player. Reload, then try again.")
        raise Conflict(last_change_text(doing.who, doing.tournament, unknown, row.version), current=row)


def update_ranking(doing: Act) -> None:
    """Renumber the players after a correction, as long as numbers may change (C.04.2 article 2.3)."""
    stage = snapshot.current_stage(doing.tournament)
    if stage.started_at is not None and stage.qualification is None and can_renumber(stage):
        renumber_seats(doing, stage)


def remove_player(who: Who, tournament: Tournament, player: Player, *, version: int | None = None) -> None:
    """Remove a player from the list as if never entered: possible until the player is in a round.

    A player who was already removed stays removed. `version` is as in `change_player`.
    """
    with act(who, tournament, "remove-player", Right.MANAGE_PLAYERS) as doing:
        row = doing.find(player)
        if row is None:
            return
        doing.name(name=row)
        _check_version(doing, row, version)
        if row.appearances.exists() or row.seats.filter(stage__started_at__isnull=False).exists():
            text = _("{name} is in a round or has a pairing number. Withdraw the player instead.")
            raise Refused(text.format(name=isolate(row.name)), code="has-played")
        take_off(doing, [row])


def was_removed(tournament: Tournament, public_id: str) -> bool:
    """Return whether a player with this public id was on the list and was removed from it."""
    if tournament.players.filter(public_id=public_id).exists():
        return False
    deletion = [{"model": "player", "before": {"public_id": public_id}}]
    return tournament.journal.filter(verb="remove-player", changes__contains=deletion).exists()


def take_off(doing: Act, players: list[Player]) -> list[ForbiddenPair | FixedPair]:
    """Delete players who are in no round, with their byes, seats, and forbidden and fixed pairs.

    Return the deleted pairs.
    """
    pairs: list[ForbiddenPair | FixedPair] = [
        *ForbiddenPair.objects.filter(Q(one__in=players) | Q(other__in=players)),
        *FixedPair.objects.filter(Q(first__in=players) | Q(second__in=players)),
    ]
    badges, calls = Badge.objects.filter(player__in=players), Call.objects.filter(player__in=players)
    byes, seats = RequestedBye.objects.filter(player__in=players), Seat.objects.filter(player__in=players)
    members = TeamMember.objects.filter(team__in=players)
    doing.delete_many(
        [*members, *byes, *seats, *pairs, *badges, *calls, *ExternalId.objects.filter(player__in=players), *players]
    )
    return pairs


def check_in(who: Who, tournament: Tournament, players: Iterable[Player], *, here: bool) -> None:
    """Mark players as here or not here; those already marked so stay as they are.

    A player who arrives after the start gets a seat if the system accepts late entries.
    """
    players = list(players)
    right = required_right(who, players, Right.MANAGE_PLAYERS)
    with act(who, tournament, "check-in" if here else "check-out", right) as doing:
        rows = doing.own_many(players)
        byes.may_check_in(doing, rows if here else ())
        doing.facts["count"] = len(rows)
        doing.name(names=rows)
        stage = snapshot.current_stage(doing.tournament)
        with doing.together():
            for row in rows:
                if doing.update(row, checked_in=here):
                    doing.update(row, version=doing.sequence)
        if here and stage.started_at is not None:
            _enter_late(doing, stage, rows)


def _enter_late(doing: Act, stage: Stage, rows: list[Player]) -> None:
    """Enter those of the players who have no seat in a stage that has begun."""
    seated = set(stage.seats.values_list("player_id", flat=True))
    newcomers = [row for row in rows if row.pk not in seated]
    if newcomers:
        entered = _first_round_open_to_newcomers(doing, stage)
        doing.update_many((row, {"entered": entered}) for row in newcomers)
        _seat_newcomers(doing, stage, newcomers)


def withdraw(who: Who, tournament: Tournament, player: Player) -> Player:
    """Withdraw a player, as `withdraw_all` does."""
    return withdraw_all(who, tournament, [player])[0]


def withdraw_all(who: Who, tournament: Tournament, players: Iterable[Player]) -> list[Player]:
    """Withdraw players from every round from the next one to be paired. Games already paired stand.

    In a schedule, their games without a result are lost by forfeit; undoing the entry opens them again. Players who
    have already left stay as they are.
    """
    players = list(players)
    with act(who, tournament, "withdraw", required_right(who, players, Right.MANAGE_PLAYERS)) as doing:
        rows = doing.own_many(players)
        byes.may_leave(doing)
        leaving = leave(doing, rows)
        tell_players(doing, leaving)
        if len(leaving) == 1:
            doing.facts["round"] = leaving[0].withdrawn_after
    return rows


def return_player(who: Who, tournament: Tournament, player: Player) -> Player:
    """Return a player who had left, as `return_all` does."""
    return return_all(who, tournament, [player])[0]


def return_all(who: Who, tournament: Tournament, players: Iterable[Player]) -> list[Player]:
    """Return players who had left, from the next round to be paired. Players who are in do not change."""
    players = list(players)
    with act(who, tournament, "return", required_right(who, players, Right.MANAGE_PLAYERS)) as doing:
        rows = doing.own_many(players)
        byes.may_return(doing, rows)
        coming = [row for row in rows if row.withdrawn_after is not None]
        refuse_expelled(coming)
        doing.update_many((row, {"withdrawn_after": None, "version": doing.sequence}) for row in coming)
        tell_players(doing, coming)
    return rows


def refuse_expelled(rows: Iterable[Player]) -> None:
    """Raise Refused with the first of the players who was expelled."""
    expelled = next((row for row in rows if row.is_expelled), None)
    if expelled is not None:
        text = _("{name} was expelled. Undo that in the journal first.")
        raise Refused(text.format(name=isolate(expelled.name)), code="expelled")


def request_bye(
    who: Who, tournament: Tournament, player: Player, round_number: int, kind: str | None, *, anyway: bool = False
) -> list[str]:
    """Store, change or (with None) cancel a player's bye for a round that is not paired yet."""
    return request_byes(who, tournament, [(player, round_number, kind)], anyway=anyway)


def request_byes(
    who: Who, tournament: Tournament, requests: Sequence[tuple[Player, int, str | None]], *, anyway: bool = False
) -> list[str]:
    """Store byes for several players and rounds, all or none; return the objections of the rules (`byes.look`).

    Raises Refused for a round that will not take place, and for more half-point byes than the tournament allows.
    """
    players = [player for player, _number, _kind in requests]
    with act(who, tournament, "request-bye", required_right(who, players, Right.MANAGE_PLAYERS)) as doing:
        byes.may_ask(doing, [kind for _player, _number, kind in requests])
        rows = {row.pk: row for row in doing.own_many([player for player, _number, _kind in requests])}
        if len(requests) == 1:
            ((player, number, kind),) = requests
            doing.facts |= {"round": number, "kind": kind}
            doing.name(name=rows[player.pk])
        else:
            doing.facts["count"] = len(requests)
            doing.name(names=[rows[player.pk] for player, _number, _kind in requests])
        last = last_round(doing.tournament)
        for place, (player, number, kind) in enumerate(requests):
            try:
                byes.refuse_bye(doing.tournament, rows[player.pk], number, kind, paired=last)
            except Refused as refusal:
                if len(requests) > 1:
                    refusal.field = f"byes/{place}/{refusal.field}"
                raise
        remarks = byes.look(
            doing, [(rows[player.pk], number, kind) for player, number, kind in requests], anyway=anyway
        )
        for player, number, kind in requests:
            _note_bye(doing, rows[player.pk], number, kind)
    return remarks


def _note_bye(doing: Act, player: Player, number: int, kind: str | None) -> None:
    stored_bye = RequestedBye.objects.filter(player=player, round_number=number).first()
    if (stored_bye.kind if stored_bye else None) == kind:
        return
    if stored_bye is None:
        doing.create(RequestedBye, player=player, round_number=number, kind=kind)
    elif kind is None:
        doing.delete(stored_bye)
    else:
        doing.update(stored_bye, kind=kind)
    doing.update(player, version=doing.sequence)


LONGEST_REASON = 300


def expel(who: Who, tournament: Tournament, player: Player, *, reason: str, left_out: bool = False) -> Player:
    """Expel a player (FIDE Laws of Chess 12.9.9) from every round from the next one to be paired, as `withdraw` does.

    Games played stand, and count for the opponents; `left_out` removes the player from the standings. For a player who
    is expelled already, this changes the reason and `left_out`. Raises Refused without a reason.
    """
    clean_reason = _reason(reason)
    with act(who, tournament, "expel", Right.MANAGE_PLAYERS) as doing:
        row = doing.own(player)
        if (row.expelled_for, row.left_out) == (clean_reason, left_out):
            doing.leave_version(row.version)
            return row
        leave(doing, [row])
        doing.update(row, expelled_for=clean_reason, left_out=left_out, version=doing.sequence)
        doing.reason = clean_reason
        doing.facts["round"] = row.withdrawn_after
        doing.name(**{"out" if left_out else "name": row})
    return row


def _reason(reason: str) -> str:
    try:
        clean_reason = clean_text(reason, LONGEST_REASON)
    except NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error
    if not clean_reason:
        text = _("Give a reason for the expulsion. It is recorded in the journal and the report.")
        raise Refused(text, code="expelled-why", field="reason")
    return clean_reason


def set_club_teams(
    who: Who, tournament: Tournament, rule: Mapping[str, object] | None, *, revision: int | None = None
) -> Tournament:
    """Set the rule for club teams, as it is stored (`RuleBook.club_rule`); None for no club teams.

    No team is stored: the standings decide whose points count. Raises Refused for an invalid rule.
    """
    stored = None if rule is None else _check(rule)
    with act(who, tournament, "set-club-teams", Right.SET_RULES, revision=revision) as doing:
        if doing.update(doing.tournament, club_teams=stored) and stored is not None:
            doing.facts["clubs" if stored["by"] == "club" else "federations"] = stored["best"]
            doing.facts["counting"] = [name for name in ("several", "short") if stored[name]]
    tournament.refresh_from_db()
    return tournament


def _check(rule: Mapping[str, object]) -> dict[str, object]:
    try:
        return RULE_BOOKS[0].club_rule(rule)
    except ValueError as error:
        raise Refused(error_text(error), code="club-teams", field=getattr(error, "name", "")) from error
