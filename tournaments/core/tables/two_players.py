"""Define tables of two: two players with one game or more, or two teams whose members play at several boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.snapshot import Outcome, Result, Scoring
from tournaments.core.tables.record import Parts, Person, ResultButton, SeatNames, TableKind, as_stored, side_name
from tournaments.core.words import notation
from tournaments.core.words.entrants import Entrants
from tournaments.core.words.names import isolate

#: A function that writes the games or scores of a result from one player's side.
OwnGames = Callable[[Result], str]


def pairs(players: int) -> int:
    return players // 2


def result_sentence(result: Result, players: Sequence[Person], own: Person) -> str:
    """Return the result in words for one of two players, without games and scores."""
    first = players[0].pk == own.pk
    outcome = result.first if first else result.second
    if outcome is Outcome.WIN:
        return _("You won")
    if outcome is Outcome.DRAW:
        return pgettext("result of a game", "Draw")
    return _("{name} won").format(name=isolate(players[1 if first else 0].name))


def choices_of_two(
    scoring: Scoring, players: Sequence[Person], own: Person, games: OwnGames = notation.write
) -> tuple[ResultButton, ...]:
    """Return the results that players report with one tap, own wins first; none if scores are typed."""
    first = players[0].pk == own.pk
    name = isolate(players[1 if first else 0].name)
    won = _("I won against {name}").format(name=name)
    lost = _("{name} won").format(name=name)
    own_side = 1 if first else 2
    ranked = []
    for key in notation.keys(scoring):
        place = 1 if key.winner == 0 else 0 if key.winner == own_side else 2
        detail = games(key.result if first else notation.mirror_result(key.result)) if key.result.games else ""
        ranked.append(
            (place, ResultButton((won, pgettext("result of a game", "Draw"), lost)[place], detail, key.notation))
        )
    return tuple(choice for _place, choice in sorted(ranked, key=lambda each: each[0]))


def title_of_two(seated: SeatNames) -> str:
    return _("Round {number}: {side} against {name}").format(
        number=seated.round, side=seated.side, name=seated.names[0]
    )


def publication_message(seated: SeatNames) -> str:
    return _("Round {number} is published. Your table: {table}, {side} against {name}.").format(
        number=seated.round, table=seated.table, side=seated.side, name=seated.names[0]
    )


def own_mark(result: Result, seat: int) -> str:
    """Return a result from the side of a seat."""
    return notation.write_own(result, first=seat % 2 == 1)


def _format_result(result: Result | None, *, halves: bool) -> str:
    return notation.write(result)


def _result_words(result: Result, players: Sequence[Person], own: Person, *, halves: bool) -> str:
    """Return the winner in words, with games or scores from the player's side."""
    text = result_sentence(result, players, own)
    if result.games is None and result.score is None:
        return text
    return f"{text}, {notation.write_own(result, first=players[0].pk == own.pk)}"


PARTS = Parts(
    columns="tables/two_players/columns.html",
    closed_columns="tables/two_players/columns.html",
    entry_columns="tables/two_players/entry_columns.html",
    names_columns="tables/two_players/names_columns.html",
    game="tables/two_players/game.html",
    card_seat="tables/two_players/card_seat.html",
    report_seat="tables/two_players/report_seat.html",
    report_waits="tables/two_players/report_waits.html",
    round_help="tables/two_players/round_help.html",
    entry_help=None,
    crosstable_help="tables/two_players/crosstable_help.html",
)
TWO_PLAYERS = TableKind(
    key="two-players",
    flag="",
    fewest=2,
    most=2,
    entrants=Entrants.PLAYERS,
    tables=pairs,
    has_sides=True,
    has_partners=False,
    has_members=False,
    seat_name=side_name,
    games_of_two=True,
    pairs_by_hand=True,
    turns_sides=True,
    rates_results=True,
    in_report_files=True,
    grammar=notation.OF_TWO,
    counts_boards=False,
    mark=own_mark,
    shown=_format_result,
    stored=as_stored,
    result_words=_result_words,
    choices=choices_of_two,
    slips_a_sheet=10,
    in_calendar=title_of_two,
    on_telephone=publication_message,
    parts=PARTS,
)


def _match_words(result: Result, players: Sequence[Person], own: Person, *, halves: bool) -> str:
    """Return the winning team in words, with the board points from its side."""
    text = result_sentence(result, players, own)
    if result.games is None and result.score is None:
        return text
    own_side = result if players[0].pk == own.pk else notation.mirror_result(result)
    return f"{text}, {notation.game_points(own_side, halves=halves)}"


def _match_choices(scoring: Scoring, players: Sequence[Person], own: Person) -> tuple[ResultButton, ...]:
    """Return the results that players report with one tap, with the points of the notation."""

    def points(result: Result) -> str:
        return notation.game_points(result, halves=scoring.halves)

    return choices_of_two(scoring, players, own, points)


TEAM_MATCH = TableKind(
    key="team-match",
    flag="of_teams",
    fewest=2,
    most=2,
    entrants=Entrants.TEAMS,
    tables=pairs,
    has_sides=True,
    has_partners=False,
    has_members=True,
    seat_name=side_name,
    games_of_two=True,
    pairs_by_hand=True,
    turns_sides=False,
    rates_results=False,
    in_report_files=True,
    grammar=notation.OF_TWO,
    counts_boards=True,
    mark=own_mark,
    shown=notation.game_points,
    stored=notation.stored_result_text,
    result_words=_match_words,
    choices=_match_choices,
    slips_a_sheet=4,
    in_calendar=title_of_two,
    on_telephone=publication_message,
    parts=PARTS,
)
