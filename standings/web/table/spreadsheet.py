"""The table for a spreadsheet: decimals, and text that no spreadsheet reads as a formula."""

from __future__ import annotations

from collections.abc import Iterator

from standings.core.reckoning import base_of
from standings.web.table.current import StageStandings
from standings.web.table.final import places_behind


def lines_of(now: StageStandings) -> Iterator[list[object]]:
    """Yield a heading, then a line for each player in the order of the table, then players who did not reach its
    stage.
    """
    called = now.table.rules.outside
    heads = [called if called and base_of(code) == "OUT" else code for code in now.table.columns]
    yield ["rank", "name", "club", *heads]
    for row in now.table.rows:
        player = now.player(row)
        values = ["" if value is None else value for value in row.values.values()]
        yield ["" if row.struck else row.rank, player.name, player.club, *values]
    for place in places_behind(now):
        values = [place.points if code == "PTS" else "" for code in now.table.columns]
        yield [place.rank, place.player.name, place.player.club, *values]
