"""Define tables of two against two with changing partners: the first and third seats play the second and fourth."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.snapshot import Outcome, Result, Scoring
from tournaments.core.tables.record import (
    Parts,
    Person,
    ResultButton,
    SeatNames,
    Sided,
    TableKind,
    as_stored,
    side_name,
)
from tournaments.core.words import notation
from tournaments.core.words.entrants import Entrants
from tournaments.core.words.names import isolate

FOUR = 4


def _tables(players: int) -> int:
    """Return the number of tables: each seats four, and the players left over rest."""
    return players // FOUR


def _seat_name(seat: int, tournament: Sided) -> str:
    """Return the name of the side, and the number of the player on it."""
    return side_name(2 - seat % 2, tournament)


def _seat_of(players: Sequence[Person], own: Person) -> int:
    return next(seat for seat, player in enumerate(players, start=1) if player.pk == own.pk)


def _format_result(result: Result | None, *, halves: bool) -> str:
    return notation.write(result)


def _mark(result: Result, seat: int) -> str:
    """Return the score of the player's own side; without scores, the mark of the side's result."""
    return notation.write_own(result, first=seat % 2 == 1) if result.score is None else str(result.score[1 - seat % 2])


def _names(players: Sequence[Person]) -> str:
    """Return the names of partners for a sentence."""
    first, second = (isolate(player.name) for player in players)
    return _("{first} and {second}").format(first=first, second=second)


def _result_words(result: Result, players: Sequence[Person], own: Person, *, halves: bool) -> str:
    """Return the winner in words, with the score from the player's own side."""
    seat = _seat_of(players, own)
    outcome = result.at_seat(seat)
    if outcome is Outcome.WIN:
        text = _("You won")
    elif outcome is Outcome.DRAW:
        text = pgettext("result of a game", "Draw")
    else:
        text = _("{name} won").format(name=_names(players[seat % 2 :: 2]))
    return text if result.score is None else f"{text}, {notation.write_own(result, first=seat % 2 == 1)}"


def _choices(scoring: Scoring, players: Sequence[Person], own: Person) -> tuple[ResultButton, ...]:
    """Return the results that players report with one tap, wins of the own side first; none if scores are typed."""
    seat = _seat_of(players, own)
    others = _names(players[seat % 2 :: 2])
    own_side = 2 - seat % 2
    labels = (
        _("I won against {name}").format(name=others),
        pgettext("result of a game", "Draw"),
        _("{name} won").format(name=others),
    )
    ranked = []
    for key in notation.keys(scoring):
        place = 1 if key.winner == 0 else 0 if key.winner == own_side else 2
        ranked.append((place, ResultButton(labels[place], "", key.notation)))
    return tuple(choice for _place, choice in sorted(ranked, key=lambda each: each[0]))


def _in_calendar(seated: SeatNames) -> str:
    first, second, partner = seated.names
    return _("Round {number}: with {partner} against {first} and {second}").format(
        number=seated.round, partner=partner, first=first, second=second
    )


def _on_telephone(seated: SeatNames) -> str:
    first, second, partner = seated.names
    return _(
        "Round {number} is published. You play with {partner} against {first} and {second}, court {court}."
    ).format(number=seated.round, court=seated.table, partner=partner, first=first, second=second)


PARTNERS = TableKind(
    key="partners",
    flag="of_partners",
    fewest=FOUR,
    most=FOUR,
    entrants=Entrants.PLAYERS,
    tables=_tables,
    has_sides=False,
    has_partners=True,
    has_members=False,
    seat_name=_seat_name,
    games_of_two=False,
    pairs_by_hand=False,
    turns_sides=False,
    rates_results=False,
    in_report_files=False,
    grammar=notation.OF_TWO,
    counts_boards=False,
    mark=_mark,
    shown=_format_result,
    stored=as_stored,
    result_words=_result_words,
    choices=_choices,
    slips_a_sheet=10,
    in_calendar=_in_calendar,
    on_telephone=_on_telephone,
    parts=Parts(
        columns="tables/partners/columns.html",
        closed_columns="tables/partners/closed_columns.html",
        entry_columns="tables/partners/entry_columns.html",
        names_columns="tables/partners/names_columns.html",
        game="tables/partners/game.html",
        card_seat="tables/partners/card_seat.html",
        report_seat="tables/partners/report_seat.html",
        report_waits="tables/pod/report_waits.html",
        round_help="tables/partners/round_help.html",
        entry_help="tables/partners/entry_help.html",
        crosstable_help="tables/partners/crosstable_help.html",
    ),
)
