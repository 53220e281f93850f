"""Define pods: three or four players at a table, each alone. One player wins, or several draw."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.snapshot import Outcome, Result, Scoring
from tournaments.core.tables.record import Parts, Person, ResultButton, SeatNames, Sided, TableKind, as_stored
from tournaments.core.words import notation, pods
from tournaments.core.words.entrants import Entrants
from tournaments.core.words.names import isolate


def _tables(players: int) -> int:
    """Return the number of tables of four; the last ones have three."""
    return -(-players // pods.LARGEST)


def _seat_name(seat: int, tournament: Sided) -> str:
    return str(seat)


def _format_result(result: Result | None, *, halves: bool) -> str:
    return notation.write(result)


def _result_words(result: Result, players: Sequence[Person], own: Person, *, halves: bool) -> str:
    """Return the winner in words; a result that is neither a win nor a draw by all is written seat by seat."""
    if Outcome.WIN in result.outcomes:
        winner = players[result.outcomes.index(Outcome.WIN)]
        return _("You won") if winner.pk == own.pk else _("{name} won").format(name=isolate(winner.name))
    return pgettext("result of a game", "Draw") if set(result.outcomes) == {Outcome.DRAW} else notation.write(result)


def _choices(scoring: Scoring, players: Sequence[Person], own: Person) -> tuple[ResultButton, ...]:
    """Return the player's own win, the draw, and a win of each other player."""
    keys = [key for key in notation.keys(scoring) if key.winner <= len(players)]
    ranked = []
    for key in keys:
        winner = players[key.winner - 1] if key.winner else None
        if winner is None:
            ranked.append((1, ResultButton(pgettext("result of a game", "Draw"), "", key.notation)))
        elif winner.pk == own.pk:
            ranked.append((0, ResultButton(_("I won"), "", key.notation)))
        else:
            ranked.append((2, ResultButton(_("{name} won").format(name=isolate(winner.name)), "", key.notation)))
    return tuple(choice for _place, choice in sorted(ranked, key=lambda each: each[0]))


def _in_calendar(seated: SeatNames) -> str:
    return _("Round {number}: seat {seat}, with {names}").format(
        number=seated.round, seat=seated.seat, names=", ".join(seated.names)
    )


def _on_telephone(seated: SeatNames) -> str:
    return _("Round {number} is published. Your table: {table}, seat {seat}, with {names}.").format(
        number=seated.round, table=seated.table, seat=seated.seat, names=", ".join(seated.names)
    )


POD = TableKind(
    key="pod",
    flag="of_pods",
    fewest=pods.SMALLEST,
    most=pods.LARGEST,
    entrants=Entrants.PLAYERS,
    tables=_tables,
    has_sides=False,
    has_partners=False,
    has_members=False,
    seat_name=_seat_name,
    games_of_two=False,
    pairs_by_hand=False,
    turns_sides=False,
    rates_results=True,
    in_report_files=False,
    grammar=notation.OF_PODS,
    counts_boards=False,
    mark=pods.mark,
    shown=_format_result,
    stored=as_stored,
    result_words=_result_words,
    choices=_choices,
    slips_a_sheet=10,
    in_calendar=_in_calendar,
    on_telephone=_on_telephone,
    parts=Parts(
        columns="tables/pod/columns.html",
        closed_columns="tables/pod/closed_columns.html",
        entry_columns="tables/pod/entry_columns.html",
        names_columns="tables/pod/names_columns.html",
        game="tables/pod/game.html",
        card_seat="tables/pod/card_seat.html",
        report_seat="tables/pod/report_seat.html",
        report_waits="tables/pod/report_waits.html",
        round_help="tables/pod/round_help.html",
        entry_help="tables/pod/entry_help.html",
        crosstable_help="tables/pod/crosstable_help.html",
    ),
)
