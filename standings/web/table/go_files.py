"""The standings as files of Go results (H9 for Europe, the AGA's for America), and as FESA's grids of shogi."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404

from pairings.files import go
from pairings.systems import SYSTEMS
from standings.core.tiebreaks import tiebreak
from standings.web.table.current import StageStandings
from tournaments.core import snapshot as snapshots
from tournaments.core.games import GAMES
from tournaments.models import Tournament

MCMAHON, WINS = ("MMS", "SOSM", "SOSOSM"), ("NBW", "SOS", "SOSOS")
#: Characters that a name in a header must not have, because they would end it.
_ENDS = str.maketrans("[]\r\n", "()  ")


def is_go(tournament: Tournament) -> bool:
    """Return whether a Go results sheet is available."""
    return tournament.game == GAMES["go"].key


def is_shogi(tournament: Tournament) -> bool:
    """Return whether a shogi grid is available."""
    return tournament.game == GAMES["shogi"].key


def as_h9(tournament: Tournament, now: StageStandings) -> str:
    """Return the results sheet of the current table as text."""
    return go.write(_sheet(tournament, now))


def as_aga(tournament: Tournament, now: StageStandings) -> str:
    """Return a result file of the AGA as text: players in the order of the table, and their games."""
    return go.aga.write(_sheet(tournament, now))


def as_fesa(tournament: Tournament, now: StageStandings) -> bytes:
    """Return a grid of FESA, in Latin-1 if that has all letters of the names, else in UTF-8."""
    text = go.fesa.write(_sheet(tournament, now, grid=True))
    try:
        return text.encode("iso-8859-1")
    except UnicodeEncodeError:
        return text.encode()


def _sheet(tournament: Tournament, now: StageStandings, *, grid: bool = False) -> go.H9Sheet:
    system, options = snapshots.system_of(now.view.stage)
    if not tournament.table_kind.games_of_two:
        raise Http404
    starts = SYSTEMS[system.key].questions.virtual is not None and options.start == "rank"
    codes: tuple[str, ...] = MCMAHON if starts else WINS
    titles: tuple[str, ...] = (codes[0], "SOS", "SOSOS")
    if grid:
        codes, titles = (("MMS", "NBW"), ("MMS", "Pts")) if starts else (("NBW",), ("Pts",))
    reckoning, snapshot = now.table.reckoning, now.view.snapshot
    played = tuple(each for each in snapshot.rounds if each.number <= reckoning.rounds)
    order = [row.player for row in now.table.rows]
    # Players left out of the table have played. Opponents' games refer to a line, so they get lines at the end.
    paired = {number for each in played for pairing in each.pairings for number in (pairing.first, pairing.second)}
    order += sorted(paired - set(order))
    scores = {
        number: tuple(f"{float(reckoning.value(tiebreak(code), number) or 0):g}" for code in codes) for number in order
    }
    day = f"{tournament.starts_on:%Y-%m-%d}"
    headers = {"EV": tournament.name.translate(_ENDS), "DT": f"{day},{day}"}
    if starts and options.handicaps:
        headers["HA"] = f"h{options.reduction}"
    return go.sheet(
        replace(snapshot, rounds=played),
        order,
        scores,
        titles,
        headers,
        missed="=" if starts and options.absence and not grid else "-",
        colours=not grid,
        rated=grid,
    )
