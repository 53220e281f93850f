"""Matches of teams: two teams meet, and their members play at several boards, whose points make the match."""

from __future__ import annotations

from collections.abc import Sequence

from pairings.snapshot import Result, Scoring
from tournaments.core.tables import two_players
from tournaments.core.tables.record import Choice, Person, TableKind
from tournaments.core.words import boards, notation
from tournaments.core.words.entrants import Entrants


def _told(result: Result, players: Sequence[Person], own: Person, *, halves: bool) -> str:
    """Which team won, with the points of the boards from its side."""
    text = two_players.who_won(result, players, own)
    if result.games is None and result.score is None:
        return text
    own_side = result if players[0].pk == own.pk else notation.mirrored(result)
    return f"{text}, {boards.game_points(own_side, halves=halves)}"


def _choices(scoring: Scoring, players: Sequence[Person], own: Person) -> tuple[Choice, ...]:
    """The results that one tap reports, with the points of the boards."""

    def points(result: Result) -> str:
        return boards.game_points(result, halves=scoring.halves)

    return two_players.choices_of_two(scoring, players, own, points)


TEAM_MATCH = TableKind(
    key="team-match",
    flag="of_teams",
    fewest=2,
    most=2,
    entrants=Entrants.TEAMS,
    tables=two_players.pairs,
    has_sides=True,
    has_partners=False,
    has_members=True,
    seat_name=two_players.side_name,
    games_of_two=True,
    pairs_by_hand=True,
    turns_sides=False,
    rates_results=False,
    in_report_files=True,
    grammar=notation.OF_TWO,
    counts_boards=True,
    mark=two_players.own_mark,
    shown=boards.game_points,
    stored=boards.stored_result_text,
    told=_told,
    choices=_choices,
    slips_a_sheet=4,
    in_calendar=two_players.title_of_two,
    on_telephone=two_players.published_for_two,
    parts=two_players.PARTS,
)
