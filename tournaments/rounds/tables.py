"""Prepare rounds for pages: one row for each table, with names, points before the round, result and keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from pairings import snapshot as facts
from pairings.numbers import amounts
from pairings.seating.hall import GamePlace, Hall
from pairings.systems import SYSTEMS
from tournaments.core import hall, snapshot
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.snapshot import beside, bye_label
from tournaments.core.tables import result_text
from tournaments.core.words import boards, notation, pods
from tournaments.core.words.values import Moment
from tournaments.hall.table_numbers import shared_tables_text
from tournaments.models import Appearance, MatchSheet, Pairing, Player, Result, Round, Tournament
from tournaments.teams.matches import BoardLine, tell_teams

#: Points of players by their keys, or places in a list; None if none are shown.
Scores = Mapping[int, Fraction] | None


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player's seat in a pod, with the points before the round.

    `mark` is 1, ½ or 0, or the score of the own side; "" without a result. `side` is 1 or 2 for partners, and 0 if each
    plays alone.
    """

    seat: int
    player: Player
    was: str
    mark: str
    side: int = 0


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round. `was_first` and `was_second` are the players' points before the round, if requested. `place`
    is where the game is played. `boards` are those of a team match, and `so_far` is the score of the finished ones,
    if requested. `beside` are the players in the third and fourth seat of a pod, with their points.
    """

    pairing: Pairing
    first: Player
    second: Player
    result: Result | None
    was_first: str
    was_second: str
    place: GamePlace
    boards: Sequence[BoardLine] = ()
    so_far: str = ""
    beside: tuple[tuple[Player, str], ...] = ()

    @property
    def room(self) -> str:
        """The room of the game; "" if the table number is enough."""
        return hall.place_text(self.place)

    @property
    def heading(self) -> str:
        """The heading of games in the same room and wave."""
        return hall.heading(self.place, self.pairing.round.tournament)

    @property
    def players(self) -> tuple[Player, ...]:
        """All players at the table, in the order of the sides."""
        return (self.first, self.second, *(player for player, _was in self.beside))

    @property
    def pod(self) -> tuple[Sitting, ...]:
        """The seats of a pod or of partners, each with its result; () at tables with two sides."""
        if self.pairing.round.tournament.table_kind.has_sides:
            return ()
        kind = self.pairing.round.tournament.table_kind
        before = (self.was_first, self.was_second, *(was for _player, was in self.beside))
        fact = self.result.fact if self.result else None
        found = [
            Sitting(seat, player, was, kind.mark(fact, seat) if fact else "", 2 - seat % 2 if kind.has_partners else 0)
            for seat, (player, was) in enumerate(zip(self.players, before, strict=True), start=1)
        ]
        return tuple(sorted(found, key=lambda each: (each.side, each.seat)))

    @property
    def sides(self) -> tuple[tuple[Sitting, ...], ...]:
        """The partners on the first and on the second side; () at tables without partners."""
        there = self.pod
        if not there or not there[0].side:
            return ()
        return tuple(tuple(each for each in there if each.side == side) for side in (1, 2))

    @property
    def short(self) -> str:
        """The result in the notation of the key that enters it."""
        return pods.short(self.result.fact) if self.result and self.result.others else self.shown

    @property
    def notation(self) -> str:
        return notation.write(self.result.fact) if self.result else ""

    @property
    def rated(self) -> str:
        """The result for rating, if it differs from the one that counts."""
        return notation.write(self.result.rated_fact) if self.result and self.result.rated else ""

    @property
    def shown(self) -> str:
        """The result for readers: in a team match the points of its boards."""
        return result_text(self.result.fact if self.result else None, self.pairing.round.tournament)


@dataclass(frozen=True, slots=True)
class ByeRow:
    """A player without a table: the kind of the bye, and its label on pages."""

    player: Player
    kind: str
    appearance: Appearance
    was: str
    label: str


def rows_of(
    round_: Round,
    *,
    only: Pairing | None = None,
    tables: Sequence[int] | None = None,
    scores: Scores = None,
    reasons: bool = True,
    senders: bool = False,
) -> tuple[list[TableRow], list[ByeRow]]:
    """Return the tables in order, and the byes by name. `only` selects the row of one table. `tables` selects the
    tables with these numbers, in this order, and all byes. `scores` are the points to show. Without `reasons` they
    are not read; `senders` adds the accounts that entered the results.
    """
    places = round_.appearances.select_related("player", "pairing", "pairing__result")
    if not reasons:
        names_matches = SYSTEMS[round_.stage.system].names_matches
        places = places.defer("reasons", *(() if names_matches else ("pairing__reasons",)))
    if senders:
        places = places.select_related("player", "pairing__result__entered_by")
    if only is not None:
        places = places.filter(pairing=only).select_related("player", "pairing__result__entered_by")
    if tables:
        places = places.filter(Q(pairing__isnull=True) | Q(pairing__table__in=tables))
    found: dict[int, tuple[Pairing, dict[int, Appearance]]] = {}
    byes: list[ByeRow] = []
    for place in places:
        if place.pairing is None or place.side is None:
            was, label = _points(round_, place, scores), bye_label(round_, place.bye)
            byes.append(ByeRow(place.player, place.bye, place, was, label))
        else:
            _pairing, sides = found.setdefault(place.pairing.pk, (place.pairing, {}))
            sides[place.side] = place
    layout = round_.tournament.layout
    rows = [
        _row(round_, pairing, [sides[side] for side in sorted(sides)], scores, layout)
        for pairing, sides in found.values()
    ]
    place_of_table = {table: at for at, table in enumerate(tables or ())}
    rows.sort(key=lambda row: (place_of_table.get(row.pairing.table, 0), row.pairing.table))
    return rows, sorted(byes, key=lambda bye: bye.player.by_name)


@dataclass(frozen=True, slots=True)
class OpenGames:
    """The games of a round without a result. `running` is the number that may be played now. Otherwise `moment` is the
    first planned time: of a round without results, or of a match with a new date.
    """

    running: int = 0
    moment: Moment | None = None


def open_games(tournament: Tournament, games: Iterable[tuple[int, int, bool]]) -> OpenGames:
    """Return the open games from (round, table, whether there is a result). Dates are given, but not compared with
    today: a public page stays unchanged until something changes.
    """
    all_games = list(games)
    begun = {number for number, _table, is_over in all_games if is_over}
    running, moments = 0, []
    for number, table, is_over in all_games:
        moment = tournament.moment_of(number, table)
        if is_over:
            continue
        if moment is None or (number in begun and not tournament.was_moved(number, table)):
            running += 1
        else:
            moments.append(moment)
    return OpenGames(running, None if running else min(moments, key=str, default=None))


def open_rows(tournament: Tournament, rows: Iterable[TableRow]) -> OpenGames:
    """Return the open games of rows."""
    return open_games(
        tournament, ((row.pairing.round.number, row.pairing.table, row.result is not None) for row in rows)
    )


def rows_now(round_: Round, *, scores: Scores = None, reasons: bool = False) -> tuple[list[TableRow], list[ByeRow]]:
    """Return the tables and byes of a round, as `rows_of` does. The newest of overlapping rounds also has the open
    games of earlier rounds: every table where players sit.
    """
    rows, byes = rows_of(round_, scores=scores, reasons=reasons)
    for other in beside(round_):
        other.tournament, other.stage = round_.tournament, round_.stage
        rows += [row for row in rows_of(other, scores=scores, reasons=reasons)[0] if row.result is None]
    return sorted(rows, key=lambda row: row.pairing.table), byes


def forms_of(rounds: Collection[Round], players: Collection[Player]) -> dict[int, list[str]]:
    """Return each player's results in these rounds, in order, by player key; "" for a bye."""
    places = (
        Appearance.objects.filter(round__in=rounds, player__in=players)
        .select_related("pairing__result")
        .defer("reasons", "pairing__reasons")
        .order_by("round__number")
    )
    found: dict[int, list[str]] = {player.pk: [] for player in players}
    for place in places:
        if place.pairing is None or place.side is None:
            found[place.player_id].append("")
        elif (result := getattr(place.pairing, "result", None)) is not None:
            found[place.player_id].append(result.fact.at_seat(place.side).value)
    return found


def with_boards(tournament: Tournament, rows: Sequence[TableRow]) -> list[TableRow]:
    """Return the rows; those of running team matches have their finished boards."""
    if not tournament.table_kind.has_members:
        return list(rows)
    running = [row.pairing.pk for row in rows if row.result is None]
    sheets = MatchSheet.objects.filter(pairing__in=running).values_list("pairing_id", "boards") if running else ()
    found = {key: boards.running_score(stored, halves=tournament.halves) for key, stored in sheets}
    return [replace(row, so_far=found.get(row.pairing.pk, "")) for row in rows]


def with_teams(
    round_: Round, rows: Iterable[TableRow], byes: Iterable[ByeRow] = (), more: Iterable[Player] = ()
) -> None:
    """Set the team of each player in these rows, in a round between teams of single players."""
    at_tables = (player for row in rows for player in row.players)
    tell_teams(round_.stage, (*at_tables, *(bye.player for bye in byes), *more))


#: Columns of a result with its author and time on the slip, and the account and time of its entry.
SLIP = ("by", "at", "entered_by", "entered_at")


class TableValues(NamedTuple):
    """A table of a round as plain values, with its players by key; `slip` has the values of SLIP, if requested."""

    public_id: str
    number: int
    handicap: int | None
    version: int
    players: tuple[int, ...]
    fact: facts.Result | None
    slip: tuple[object, ...]


class RoundValues(NamedTuple):
    """The tables of a whole round in order, and the players without a table, by name, each with the kind of the bye."""

    tables: list[TableValues]
    byes: list[tuple[Player, str]]


def values_of(rounds: Collection[Round], players: Mapping[int, Player], *, slips: bool) -> dict[int, RoundValues]:
    """Return whole rounds by key, for known players by key. A tournament that is read whole has thousands of tables:
    this takes two queries, and no row becomes an object.
    """
    found = {round_.pk: RoundValues([], []) for round_ in rounds}
    sides: dict[int, list[int]] = defaultdict(list)
    places = Appearance.objects.filter(round__in=found).order_by("side")
    for round_, pairing, side, player, bye in places.values_list("round_id", "pairing_id", "side", "player_id", "bye"):
        if side is None:
            found[round_].byes.append((players[player], bye))
        else:
            sides[pairing].append(player)
    slip = SLIP if slips else ()
    columns = [f"result__{name}" for name in (*slip, *Result.COLUMNS)]
    tables = Pairing.objects.filter(round__in=found).order_by("table")
    for round_, key, public_id, number, handicap, version, *values in tables.values_list(
        "round_id", "pk", "public_id", "table", "handicap", "version", *columns
    ):
        result, among = values[len(slip) :], tuple(sides[key])
        fact = None if result[0] is None else Result.fact_of(*result)
        written = tuple(values[: len(slip)])
        found[round_].tables.append(TableValues(public_id, number, handicap, version, among, fact, written))
    for each in found.values():
        each.byes.sort(key=lambda bye: bye[0].by_name)
    return found


def row_of(pairing: Pairing) -> TableRow:
    """Return the row of a table that was read with its `sides` and its round."""
    return _row(pairing.round, pairing, pairing.sides, None, pairing.round.tournament.layout)


def _row(round_: Round, pairing: Pairing, sides: Sequence[Appearance], scores: Scores, layout: Hall) -> TableRow:
    first, second, *others = sides
    pairing.round = round_
    return TableRow(
        pairing,
        first.player,
        second.player,
        getattr(pairing, "result", None),
        _points(round_, first, scores),
        _points(round_, second, scores),
        layout.place_of(pairing.table),
        beside=tuple((place.player, _points(round_, place, scores)) for place in others),
    )


def _points(round_: Round, place: Appearance, scores: Scores) -> str:
    if scores is None:
        return ""
    return amounts.decimal_text(scores.get(place.player_id, Fraction(0)), halves=round_.tournament.halves)


def points_before_round(round_: Round) -> Mapping[int, Fraction]:
    """Return every player's points before a round of the stage, by player key, as in the standings. If the system keeps
    a list or has its own scores, return the places or those scores instead.
    """
    stage = round_.stage
    if keeps_a_list(round_):
        return _places_before(round_)
    if has_scores(round_):
        return _scores_before(round_)
    if round_.number == stage.first_round:
        return {}
    stage.tournament = round_.tournament
    return RULE_BOOKS[0].points(stage, before_round=round_.number)


def keeps_a_list(round_: Round) -> bool:
    """Return whether pages show places of a list beside the names, instead of points."""
    return SYSTEMS[round_.stage.system].questions.moves is not None


def has_scores(round_: Round) -> bool:
    """Return whether the system has its own scores, which pages show beside the names."""
    return SYSTEMS[round_.stage.system].questions.scores is not None


def _scores_before(round_: Round) -> Mapping[int, Fraction]:
    view = snapshot.take_view(round_.stage, before_round=round_.number)
    system, options = snapshot.system_of(round_.stage)
    found = system.questions.scores(view.snapshot, options) if system.questions.scores else {}
    totals = {number: sum((part.points for part in parts), Fraction(0)) for number, parts in found.items()}
    return {player.pk: totals[number] for number, player in view.players.items()}


def _places_before(round_: Round) -> Mapping[int, Fraction]:
    view = snapshot.take_view(round_.stage, before_round=round_.number)
    system, options = snapshot.system_of(round_.stage)
    found = system.questions.moves(view.snapshot, options) if system.questions.moves else {}
    return {player.pk: Fraction(found[number][-1].place) for number, player in view.players.items()}


def sections_beside(tournament: Tournament) -> list[Tournament]:
    """Return the other sections of a section's event, in order."""
    if tournament.event_id is None:
        return []
    return list(Tournament.objects.filter(event=tournament.event_id).exclude(pk=tournament.pk).order_by("place", "pk"))


def clashes_of_section(tournament: Tournament) -> list[str]:
    """Return sentences about the tables of this section's open rounds that other sections also use."""
    others = sections_beside(tournament)
    return clash_sentences(hall.clashes([tournament, *others]).get(tournament.pk, ())) if others else []


def clash_sentences(clashes: Collection[hall.Clash]) -> list[str]:
    """Return a sentence for each other section, with advice on what to do."""
    text = _("{tables} Renumber a draft, or set the first number of each section on the hall page.")
    return [text.format(tables=shared_tables_text(each)) for each in clashes]
