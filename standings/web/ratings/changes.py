"""The rating changes of a tournament under FIDE's rules, and its norms: input and results of `standings.rating`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pairings.snapshot import Decision, Snapshot
from pairings.system import SystemKind
from standings.core.exact import total
from standings.rating.changes import (
    FirstRating,
    PlayerRatingChange,
    Rate,
    RatedGame,
    change_of,
    development,
    first_rating,
    performance,
)
from standings.rating.norms import Exempt, Format, Norm, Setting, norm
from standings.rating.opposition import WORTH, NormPlayer, Opposition, opposition
from standings.rating.outlook import Outlook, can_bring, is_large, outlook
from standings.rating.titles import open_to
from standings.web.table.current import view_of
from tournaments.core import rights
from tournaments.core import snapshot as snapshots
from tournaments.core.games import GAMES
from tournaments.core.rulebook import RatingChange
from tournaments.core.words import values
from tournaments.models import Appearance, Player, Stage, TeamMember, Tournament
from tournaments.officials.corrections import rated_view
from tournaments.public.cards import Cards, PlayerGame, cards_of
from tournaments.teams.matches import MemberRecord, records

#: The score of a played board for one side, by that side's symbol.
BOARD_SCORES = {"1": Fraction(1), "½": Fraction(1, 2), "0": Fraction(0)}


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player or member of a team, with the result of games against rated opponents.

    It is a change for rated players, otherwise a first rating.
    """

    player: Player | TeamMember
    games: tuple[RatedGame, ...]
    change: PlayerRatingChange | None
    first: FirstRating | None
    performance: int | None

    @property
    def points(self) -> Fraction:
        return total(game.score for game in self.games)

    @property
    def page(self) -> Player:
        """The player whose page shows the games: for a member, the team."""
        return self.player.team if isinstance(self.player, TeamMember) else self.player


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player's progress towards a norm, the requirements on remaining games, and the names of all players by
    number.
    """

    player: Player
    faced: Opposition
    norm: Norm
    outlook: Outlook | None
    opponents: Mapping[int, str]

    @property
    def wanted(self) -> Fraction:
        """The points for the norm: those scored, plus those required from the rest."""
        rest = self.outlook.points if self.outlook is not None and not self.norm.made else None
        return self.norm.points + (rest or 0)

    @property
    def meter(self) -> tuple[str, str]:
        """The current points and those for the norm, in HTML number format."""
        return f"{float(self.norm.points):g}", f"{float(self.wanted or 1):g}"


def has_norms(tournament: Tournament) -> bool:
    """Return whether norms are possible: standard chess of single players, not teams, rapid or blitz (B.01 1.1)."""
    fast = values.is_fast(tournament.time_control, tournament.rate_of_play)
    return is_chess(tournament) and tournament.table_kind.rates_results and not fast


def is_chess(tournament: Tournament) -> bool:
    return tournament.game == GAMES["chess"].key


def rated_players(tournament: Tournament) -> list[RatedPlayer]:
    """Return all players by rating, with the results of all stages so far, including results of a running round.

    For teams it returns the members, because FIDE rates people.
    """
    if tournament.table_kind.has_members:
        return _rated_members(tournament)
    cards = cards_of(tournament)
    found = [_rate_player(tournament, player, rated_games(cards, player)) for player in cards.players.values()]
    return sorted(found, key=lambda each: (-(each.player.reported_rating or 0), each.page.by_name))


def _rated_members(tournament: Tournament) -> list[RatedPlayer]:
    found = [_rate_player(tournament, each.member, _board_games(each)) for each in records(tournament)]
    return sorted(found, key=lambda each: (-(each.player.reported_rating or 0), each.player.name))


def _board_games(record: MemberRecord) -> tuple[RatedGame, ...]:
    """Return a member's games over the board against rated opponents."""
    games = []
    for _round, _board, _team, opponent, result in record.rounds:
        rating = opponent.reported_rating if opponent else None
        if rating and result in BOARD_SCORES:
            games.append(RatedGame(rating, BOARD_SCORES[result]))
    return tuple(games)


def rated_games(cards: Cards, player: Player) -> tuple[RatedGame, ...]:
    """Return the player's games over the board against rated opponents, in the order of rounds."""
    return tuple(filter(None, map(_rated_game, reversed(cards.games.get(player.pk, ())))))


def _rated_game(game: PlayerGame) -> RatedGame | None:
    """Return a game of a player's card, if it is over the board against a rated opponent; else None."""
    result = game.rated or game.result
    if result is None or game.opponent is None or result.decision is not Decision.PLAYED:
        return None
    own = result.first if game.side == Appearance.Side.FIRST else result.second
    rating = game.opponent.reported_rating
    return RatedGame(rating, WORTH[own]) if rating else None


def _rate_player(tournament: Tournament, player: Player | TeamMember, games: tuple[RatedGame, ...]) -> RatedPlayer:
    ratings, points = [game.opponent for game in games], total(game.score for game in games)
    change, rating = None, player.reported_rating
    if rating:
        year = rights.year(player.birth)
        k = development(rating, born=int(year) if year else None, year=tournament.starts_on.year)
        change = change_of(rating, games, k, rate=Rate.STANDARD, on=tournament.starts_on)
    first = None if rating else first_rating(ratings, points)
    return RatedPlayer(player, games, change, first, performance(ratings, points))


def rated_in_words(tournament: Tournament, player: Player) -> RatingChange | None:
    """Return the rating change for a player's own page.

    None for games other than chess, for teams, and before the first rated game.
    """
    if not is_chess(tournament) or not tournament.table_kind.rates_results:
        return None
    games = rated_games(cards_of(tournament), player)
    if not games:
        return None
    found = _rate_player(tournament, player, games)
    return RatingChange(
        games=len(games),
        points=found.points,
        performance=found.performance or 0,
        k=found.change.k if found.change else None,
        expected=found.change.expected if found.change else None,
        change=found.change.exact if found.change else None,
        first=found.first.rating if found.first else None,
    )


def people_of(players: Mapping[int, Player]) -> dict[int, NormPlayer]:
    return {
        number: NormPlayer(row.reported_rating, row.title.upper(), row.federation, row.sex)
        for number, row in players.items()
    }


def setting_of(
    stage: Stage, snapshot: Snapshot, people: Mapping[int, NormPlayer], host: str, exempt: Exempt
) -> Setting:
    """Return the tournament's facts for norms: a round robin is single, or double with two cycles."""
    system, options = snapshots.system_of(stage)
    if system.kind is not SystemKind.ROUND_ROBIN:
        rounds = snapshot.planned_rounds or len(snapshot.rounds)
        return Setting(Format.SWISS, rounds, exempt, large=is_large(snapshot, people, host))
    form = Format.DOUBLE if getattr(options, "cycles", 1) == 2 else Format.ROUND_ROBIN
    return Setting(form, len(snapshot.rounds), exempt)


def candidates(tournament: Tournament, *, host: str = "", exempt: Exempt = Exempt.NOT) -> list[Candidate]:
    """Return the players who have made a norm or still can, by rating.

    They are from the last stage, with results of a running round included.
    """
    if not has_norms(tournament):
        return []
    stage = snapshots.current_stage(tournament)
    view = rated_view(view_of(stage))
    people = people_of(view.players)
    setting = setting_of(stage, view.snapshot, people, host, exempt)
    round_robin = setting.format is not Format.SWISS
    names = {number: player.name for number, player in view.players.items()}
    found = []
    for number, player in view.players.items():
        titles = open_to(people[number].title, people[number].sex)
        faced = opposition(view.snapshot, people, number, round_robin=round_robin) if titles else None
        for title in titles:
            if faced is None or not faced.games:
                continue
            norm_here = norm(title, people[number], faced, setting)
            rest = outlook(title, people[number], faced, setting)
            met = {number, *(game.number for game in faced.games)}
            left = [each for other, each in people.items() if round_robin or other not in met]
            if norm_here.made or (rest is not None and rest.open_to and can_bring(rest, title, left, faced.unknown)):
                found.append(Candidate(player, faced, norm_here, rest, names))
    return sorted(
        found, key=lambda each: (not each.norm.made, -(each.player.reported_rating or 0), each.player.by_name)
    )
