"""Build the cards of all players of a tournament at once, for each revision.

All cards share two parts. The state of the running round is read at each revision. Players, earlier rounds and places
are read once, and kept until a change affects them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import chain
from random import Random
from threading import Condition

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from django.db.models import Count

from pairings import snapshot as facts
from pairings.numbers import scores
from pairings.numbers.chess960 import POSITIONS, back_rank
from pairings.snapshot import Bye, Decision, Pairing, Scoring
from pairings.snapshot import Result as ResultFact
from pairings.systems import SYSTEMS
from tournaments.core import snapshot as snapshots
from tournaments.core.court_floor import Stations, stations_of
from tournaments.core.hall import place_text
from tournaments.core.journal.verbs import VERBS_WITHOUT_MOVES
from tournaments.core.present_round import present
from tournaments.core.rulebook import RULE_BOOKS, Place
from tournaments.core.snapshot import bye_label, counted_rounds, overlaps, runs_in_turn
from tournaments.core.words import notation
from tournaments.core.words.values import Moment
from tournaments.models import Appearance, Player, Result, Round, Stage, Tournament
from tournaments.models import Pairing as PairingRow
from tournaments.models.round import Clock, rated_of
from tournaments.stages.stages import Seat, seats_of
from tournaments.teams.matches import tell_teams

#: Above this number of rounds × players to come, schedules are not read after each result.
MOST_AHEAD = 4_000
#: The maximum number of players for which a page ranks all.
RANKED_AT_ONCE = 1000


def most_points(record: snapshots.View, planned: int, struck: Collection[int] = ()) -> Mapping[int, Fraction]:
    """Return the most points that each player can reach, by the player's key; {} if the schedule is too long.

    `record` has the published rounds, `planned` is the number of the last round in the stage. Games against `struck`
    players, given by their keys, count for nobody.
    """
    snapshot = record.snapshot
    ahead = range(len(snapshot.rounds) + 1, planned + 1)
    scheduled = snapshots.system_of(record.stage)[0].scheduling is not None
    if scheduled and len(ahead) * len(snapshot.players) > MOST_AHEAD:
        return {}
    out = frozenset(record.numbers[key] for key in struck if key in record.numbers)
    games = (pairing for _number, pairing in snapshot.recorded_pairings())
    coming = _of_schedule(record, ahead, out) if scheduled else _of_free_rounds(record, ahead)
    found = dict(RULE_BOOKS[0].points(record.stage, record=record))
    for number, points in chain(_of_open_games(games, snapshot.scoring, out), coming):
        found[record.players[number].pk] += points
    return found


def max_of_newcomer(record: snapshots.View, planned: int) -> Fraction:
    """Return the most points that a player without a seat can reach: the rounds so far count as missed."""
    scoring, missed_rounds = record.snapshot.scoring, len(record.snapshot.rounds)
    return missed_rounds * scoring.zero_bye + max(0, planned - missed_rounds) * _of_round(scoring)


def _of_round(scoring: Scoring) -> Fraction:
    """Return the most points that a round can give."""
    return max(_of_game(scoring), scoring.allocated_bye)


def _of_game(scoring: Scoring) -> Fraction:
    return max(scoring.win, scoring.draw, scoring.forfeit_win)


def _of_open_games(
    games: Iterable[Pairing], scoring: Scoring, struck: frozenset[int]
) -> Iterator[tuple[int, Fraction]]:
    """(player, points) that open games can still add. An adjourned game counts as a draw until it is finished."""
    for game in games:
        adjourned = game.result is not None and game.result.decision is Decision.ADJOURNED
        if (game.result is None or adjourned) and struck.isdisjoint(game.players):
            yield from ((number, _of_game(scoring) - (scoring.draw if adjourned else 0)) for number in game.players)


def _of_free_rounds(record: snapshots.View, ahead: range) -> Iterator[tuple[int, Fraction]]:
    """(player, points) of rounds that depend on results: requested byes count, and rounds before a late entry."""
    scoring, shift = record.snapshot.scoring, record.stage.first_round - 1
    requested = snapshots.requested_byes(record.stage, [number + shift for number in ahead], record.numbers)
    for number in ahead:
        byes = {bye.player: scoring.points_of_bye(bye.kind) for bye in requested[number + shift]}
        for player in record.snapshot.players:
            is_missed = number < player.entered < ahead.stop
            yield player.number, scoring.zero_bye if is_missed else byes.get(player.number, _of_round(scoring))


def _of_schedule(record: snapshots.View, ahead: range, struck: frozenset[int]) -> Iterator[tuple[int, Fraction]]:
    """Yield (player, points) for rounds that are known in advance, with their rests and games already lost by
    forfeit.
    """
    system, options = snapshots.system_of(record.stage)
    snapshot = record.snapshot
    for number in ahead:
        plan = system.pair(replace(snapshot, next_round=number), options, snapshots.lots(record.stage, number))
        games = tuple(Pairing(each.table, each.first, each.second, each.result) for each in plan.pairings)
        coming = facts.Round(number, games, tuple(Bye(each.player, each.kind) for each in plan.byes))
        yield from scores.of_round(coming, snapshot.scoring, record.numbers.values(), struck)
        yield from _of_open_games(games, snapshot.scoring, struck)


@dataclass(frozen=True, slots=True)
class StartPosition:
    """A start position by its number, with White's first rank."""

    number: int

    @property
    def rank(self) -> str:
        return back_rank(self.number)


def start_position(round_: Round, table: int | None) -> StartPosition | None:
    """Return the start position at a table of a round; None in ordinary chess.

    If `table` is None, the position of all tables, or None where each table has its own.
    """
    kind = round_.tournament.start_positions
    own = kind == Tournament.StartPositions.TABLE
    if not kind or (own and table is None):
        return None
    purpose = f"chess960/{table}" if own else "chess960"
    return StartPosition(Random(snapshots.seed_of(round_.stage, round_.number, purpose)).randrange(POSITIONS))


#: The maximum number of tournaments whose cards are cached, each at its last revisions.
ROOM = 16


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """A player's game in a round: a table with an opponent and a side (1 first, 2 second), or a bye.

    In a pod `others` are all other players at the table, in the order of sides; the first of them is the opponent.
    `rated` is the result for ratings, if it differs.
    """

    round: int
    player: int
    table: int = 0
    pairing: int = 0
    pairing_id: str = ""
    side: int = 0
    bye: str = ""
    opponent: Player | None = None
    result: ResultFact | None = None
    others: tuple[Player, ...] = ()
    rated: ResultFact | None = None

    @property
    def outcome(self) -> str:
        """The outcome for the player; "" while there is no result."""
        if self.result is None:
            return ""
        return self.result.at_seat(self.side).value

    @property
    def detail(self) -> str:
        """The games or scores from the player's side, if the game counts them; otherwise ""."""
        if self.result is None or (self.result.games is None and self.result.score is None):
            return ""
        return notation.write_own(self.result, first=self.side % 2 == 1)


@dataclass(frozen=True, slots=True)
class Now:
    """The round that visitors want to see, its progress, and whether it is the only running round."""

    round: Round
    tables: int
    entered: int
    alone: bool

    @property
    def clock(self) -> Clock | None:
        return self.round.clock if self.round.is_running else None


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """One player's card: the game of the present round, all games, the latest first, and the place after closed rounds.

    `most` is the highest number of points that the player can still reach, and `best` the best place possible with it.
    Both are None if they are unknown, or if nothing is left to play. `before` are the opponent's points, if places
    depend on points. `is_free`: rounds overlap, and the player waits for the next one. `sits` is the player's pod and
    seat in the booster draft of the present round. `station` is the station to which the game is called, and `queued`
    its place in the queue for one.
    """

    player: Player
    tournament: Tournament
    now: Now | None
    planned: int | None
    game: PlayerGame | None
    games: tuple[PlayerGame, ...]
    place: Place | None
    ranked: int
    most: Fraction | None
    best: int | None
    before: Fraction | None
    room: str
    sits: Seat | None = None
    is_free: bool = False
    station: int = 0
    queued: int = 0

    @property
    def start(self) -> StartPosition | None:
        """The start position of the game in Chess960."""
        if self.now is None or self.game is None or self.game.opponent is None:
            return None
        return start_position(self.now.round, self.game.table)

    @property
    def day(self) -> Moment | None:
        """The day of the game, or of the round if the player has no game.

        It is set only before play: for a round that has not begun, or a game with its own date.
        """
        if self.now is None or not self.now.round.is_running:
            return None
        number, table = self.now.round.number, 0 if self.game is None else self.game.table
        if self.game is not None and self.game.result is not None:
            return None
        is_ahead = not self.now.entered or self.tournament.was_moved(number, table)
        return self.tournament.moment_of(number, table) if is_ahead else None

    @property
    def after_round(self) -> int | None:
        """The round after which the player has the place, while a later round is running; otherwise None."""
        now = self.now
        runs = self.place is not None and now is not None and now.alone and now.round.is_running
        return now.round.number - 1 if now is not None and runs else None

    @property
    def ends(self) -> datetime | None:
        """The end of the time at the player's own table."""
        clock = self.now.clock if self.now is not None else None
        if clock is None or self.now is None:
            return None
        return clock.ends_at(self.now.round.extensions.get(self.game.pairing_id, 0) if self.game is not None else 0)


@dataclass(frozen=True, slots=True)
class SettledCards:
    """The parts that do not depend on the running round.

    They are the players, the games of other rounds by the players' keys, and the last stage's record without that
    round.
    """

    players: Mapping[int, Player]
    games: Mapping[int, tuple[PlayerGame, ...]]
    record: snapshots.View


@dataclass(frozen=True)
class Cards:
    """The data of all cards of a tournament. `overlapping` are the running rounds, if rounds overlap.

    `points` are those of all players, sorted, if places depend on them; `most` are the points that they can still
    reach.
    """

    tournament: Tournament
    now: Now | None
    planned: int | None
    games: Mapping[int, tuple[PlayerGame, ...]]
    places: Mapping[int, Place]
    points: tuple[Fraction, ...]
    most: Mapping[int, Fraction]
    players: Mapping[str, Player]
    rounds: tuple[Round, ...]
    record: snapshots.View
    seats: Mapping[int, Seat]
    overlapping: Mapping[int, Now]
    in_turn: Mapping[int, Now]
    by_points: bool
    stations: Stations

    @property
    def begun(self) -> frozenset[int]:
        """The rounds with at least one result; empty if no round has a day."""
        if not self.tournament.round_dates:
            return frozenset()
        return frozenset(game.round for games in self.games.values() for game in games if game.result is not None)

    def of(self, player: Player) -> PlayerCard:
        games = self.games.get(player.pk, ())
        present, game = self._present(games)
        place = self.places.get(player.pk)
        most = best = None
        if player.is_in and present is not None and present.alone:
            most = self.most.get(player.pk)
        if most is not None and place is not None and self.points:
            best = 1 + len(self.points) - bisect_right(self.points, most)
        opponent = self.places.get(game.opponent.pk) if game is not None and game.opponent is not None else None
        return PlayerCard(
            player,
            self.tournament,
            present,
            self.planned,
            game,
            games,
            place,
            len(self.places),
            most,
            best,
            opponent.points if opponent is not None and self.by_points else None,
            place_text(self.tournament.layout.place_of(game.table)) if game is not None and game.table else "",
            self.seats.get(player.pk),
            is_free=bool(self.overlapping) and game is None and player.is_in,
            station=self.stations.station(game.pairing_id) if game is not None else 0,
            queued=self.stations.place(game.pairing_id) if game is not None else 0,
        )

    def _present(self, games: Sequence[PlayerGame]) -> tuple[Now | None, PlayerGame | None]:
        """Return the round that a player's card is about, and the player's game in it.

        If rounds overlap, it is the round of a game without a result. If games wait for their turn, it is the round of
        the player's next game.
        """
        for game in games:
            if game.round in self.overlapping and game.opponent is not None and game.result is None:
                return self.overlapping[game.round], game
        number = None if self.now is None else self.now.round.number
        own = next((game for game in games if game.round == number), None)
        if number is None or own is None or own.opponent is None:
            return self.now, own
        waiting = [game for game in games if game.result is None and game.opponent and game.round in self.in_turn]
        coming = [game for game in waiting if game.round >= number or self._was_moved(game)]
        following = min(coming, key=lambda game: (str(self._moment_of(game) or "~"), game.round), default=None)
        return (self.now, own) if following is None else (self.in_turn[following.round], following)

    def _was_moved(self, game: PlayerGame) -> bool:
        return self.tournament.was_moved(game.round, game.table)

    def _moment_of(self, game: PlayerGame) -> Moment | None:
        return self.tournament.moment_of(game.round, game.table)


def cards_of(tournament: Tournament) -> Cards:
    """Return the cards of a tournament at its current revision."""
    return cards_at(tournament.pk, tournament.revision)


@cached(LRUCache(ROOM), key=hashkey, condition=Condition())
def cards_at(key: int, _revision: int) -> Cards:
    """Return the cards of a tournament, by its key, at a revision. Concurrent callers share one calculation."""
    tournament = Tournament.objects.select_related("event").get(pk=key)
    rounds = list(tournament.rounds.public().select_related("stage").order_by("number"))
    stage = snapshots.current_stage(tournament)
    running = [row for row in rounds if row.is_running]
    side_by_side = overlaps(stage)
    now = present(rounds)
    in_turn = running if len(running) > 1 and runs_in_turn(stage) else []
    last = rounds[-1] if rounds and running == rounds[-1:] and rounds[-1].stage_id == stage.pk else None
    since = last_move(tournament, several=bool(running) and (last is None or side_by_side))
    settled = _settled_cards(tournament, stage, since, tuple(row for row in rounds if row is not last))
    tell_teams(stage, settled.players.values())
    length = snapshots.length_of(stage, stage.seats.count()) if rounds else None
    planned = None if length is None else stage.first_round - 1 + length
    places = _places(tournament, since) if is_ranked(rounds) else {}
    latest = {} if last is None else _games(settled.players, [last])
    record = settled.record if last is None else snapshots.with_round(settled.record, last)
    in_stage = [row for row in rounds if row.stage_id == stage.pk]
    is_single = len(running) < 2 and not side_by_side
    goes_on = is_single and now in in_stage and not _is_over(tournament, rounds, planned)
    ranked = any(row.status == Round.Status.CLOSED for row in in_stage)
    return Cards(
        tournament,
        _round_state(now, is_single=is_single) if now is not None else None,
        planned,
        {**settled.games, **{player: (*games, *settled.games.get(player, ())) for player, games in latest.items()}},
        places,
        tuple(sorted(row.points for row in places.values() if row.points_first and row.stage == stage.number))
        if ranked
        else (),
        _most_points(record, settled, places, planned) if goes_on and planned is not None else {},
        {player.public_id: player for player in settled.players.values()},
        tuple(rounds),
        record,
        seats_of(now),
        _running_rounds_by_number(running if side_by_side else []),
        _running_rounds_by_number(in_turn),
        SYSTEMS[stage.system].questions.by_points,
        stations_of(tournament),
    )


@cached(LRUCache(ROOM), key=lambda tournament: hashkey(tournament.pk, tournament.revision), condition=Condition())
def points_of(tournament: Tournament) -> Mapping[int, Fraction]:
    """Return all players' points in their last stage, by the player's key, with results of a running round.

    They are calculated once for each revision, even for concurrent callers.
    """
    found: dict[int, Fraction] = {}
    *earlier, last = snapshots.stages_of(tournament)
    for stage in earlier:
        points = RULE_BOOKS[0].points(stage)
        found |= {key: points.get(key, Fraction(0)) for key in stage.seats.values_list("player_id", flat=True)}
    return {**found, **RULE_BOOKS[0].points(last, record=cards_of(tournament).record)}


def is_ranked(rounds: Sequence[Round]) -> bool:
    """Return whether public rounds give a ranking: one is closed, or results count while rounds run."""
    return bool(counted_rounds(rounds)) or sum(row.is_running for row in rounds) > 1


def _is_over(tournament: Tournament, rounds: Sequence[Round], planned: int | None) -> bool:
    closed = sum(row.status == Round.Status.CLOSED for row in rounds)
    return tournament.finished_at is not None or planned is None or closed >= planned


def _most_points(
    record: snapshots.View, settled: SettledCards, places: Mapping[int, Place], planned: int
) -> Mapping[int, Fraction]:
    """Return the most points that each player in the last stage can reach; {} if places depend on other scores."""
    stage = record.stage
    if not SYSTEMS[stage.system].questions.by_points:
        return {}
    length, withdrawn_rows = planned + 1 - stage.first_round, (row for row in settled.players.values() if not row.is_in)
    struck = [row.pk for row in withdrawn_rows if places and row.pk not in places and not row.left_out]
    waiting = [row.pk for row in settled.players.values() if row.pk not in record.numbers]
    newcomers = [key for key in waiting if settled.players[key].entered >= stage.first_round]
    return {**dict.fromkeys(newcomers, max_of_newcomer(record, length)), **most_points(record, length, struck)}


def _running_rounds_by_number(rows: Sequence[Round]) -> dict[int, Now]:
    """Return the rounds that run at the same time, by their numbers."""
    games = PairingRow.objects.filter(round__in=[row.pk for row in rows]).order_by().values("round")
    counted = games.annotate(tables=Count("pk"), entered=Count("result")) if rows else ()
    counts = {each["round"]: (each["tables"], each["entered"]) for each in counted}
    return {row.number: Now(row, *counts.get(row.pk, (0, 0)), alone=False) for row in rows}


def _round_state(row: Round, *, is_single: bool) -> Now:
    tables = row.pairings.count()
    return Now(row, tables, Result.objects.filter(pairing__round=row).count(), is_single)


def last_move(tournament: Tournament, *, several: bool) -> int:
    """Return the last revision that may have changed a place: with `several` running rounds any result does."""
    if several:
        return tournament.revision
    moving = tournament.journal.exclude(verb__in=VERBS_WITHOUT_MOVES).order_by("-sequence")
    return moving.values_list("sequence", flat=True).first() or 0


@cached(
    LRUCache(ROOM),
    key=lambda _tournament, stage, since, rounds: hashkey(stage.pk, since, *(row.pk for row in rounds)),
    condition=Condition(),
)
def _settled_cards(tournament: Tournament, stage: Stage, since: int, rounds: tuple[Round, ...]) -> SettledCards:
    """Return the cards' data of all public rounds, or of all rounds before the running one."""
    record = snapshots.take_record(stage, before_round=rounds[-1].number + 1 if rounds else stage.first_round)
    players = {player.pk: player for player in record.players.values()}
    players |= tournament.players.exclude(pk__in=stage.seats.values("player_id")).in_bulk()
    return SettledCards(players, _games(players, rounds), record)


@cached(
    LRUCache(ROOM),
    key=lambda tournament, since: hashkey(tournament.pk, since),
    condition=Condition(),
)
def _places(tournament: Tournament, since: int) -> Mapping[int, Place]:
    return {place.player.pk: place for place in RULE_BOOKS[0].places(tournament)}


def _games(players: Mapping[int, Player], rounds: Sequence[Round]) -> dict[int, tuple[PlayerGame, ...]]:
    """Return the games by the player's key, the latest round first."""
    numbers = {row.pk: row.number for row in rounds}
    rows = list(
        Appearance.objects.filter(round__in=numbers)
        .order_by("-round__number")
        .values_list(
            *("round_id", "player_id", "side", "bye", "pairing_id", "pairing__public_id", "pairing__table"),
            *("pairing__result__rated", *(f"pairing__result__{name}" for name in Result.COLUMNS)),
        )
    )
    sides: dict[int, dict[int, int]] = defaultdict(dict)
    for _round, player, side, _bye, pairing, *_rest in rows:
        if pairing is not None:
            sides[pairing][side] = player
    found: dict[int, list[PlayerGame]] = defaultdict(list)
    waiting = {row.pk: bye_label(row, "zero") for row in rounds}
    kinds = {row.pk: row.tournament.table_kind for row in rounds}
    for round_, player, side, bye, pairing, public_id, table, otherwise, *columns in rows:
        if pairing is None:
            found[player].append(PlayerGame(numbers[round_], player, bye=waiting[round_] if bye == "zero" else bye))
            continue
        players_by_seat = sides[pairing]
        seats = sorted(players_by_seat, key=kinds[round_].order_for(side))
        others = tuple(
            players[players_by_seat[other]] for other in seats if other != side and players_by_seat[other] in players
        )
        result = Result.fact_of(*columns) if columns[0] is not None else None
        rated = rated_of(otherwise) if otherwise else None
        opponent = next(iter(others), None)
        found[player].append(
            PlayerGame(numbers[round_], player, table, pairing, public_id, side, "", opponent, result, others, rated)
        )
    return {key: tuple(games) for key, games in found.items()}
