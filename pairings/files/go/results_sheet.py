"""A results sheet from a snapshot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairings.files.go.h9 import H9Cell, H9Line, H9Sheet
from pairings.numbers import ranks
from pairings.snapshot import ByeKind, Outcome, Pairing, Player, Snapshot

_RESULTS = {Outcome.WIN: "+", Outcome.DRAW: "=", Outcome.LOSS: "-"}
_WON = frozenset({ByeKind.ALLOCATED, ByeKind.FULL})


def sheet(
    snapshot: Snapshot,
    order: Sequence[int],
    scores: Mapping[int, tuple[str, ...]],
    titles: tuple[str, ...],
    headers: Mapping[str, str],
    *,
    missed: str = "=",
    colours: bool = True,
    rated: bool = False,
) -> H9Sheet:
    """Return players in this order, best first, with their `scores` under their titles.

    `missed` is the form of a missed round: = if it adds half a point, - if nothing. An unplayed game is written as a
    bye of the winner and a missed round of the other: a sheet is for ratings. Without `colours` games have only their
    results. A sheet that is `rated` has ratings beside ranks, and surnames before a comma.
    """
    place = {number: at for at, number in enumerate(order, start=1)}
    games: dict[int, list[H9Cell]] = {number: [] for number in order}
    for played in snapshot.rounds:
        cells = {bye.player: H9Cell(0, _of_bye(bye.kind, missed)) for bye in played.byes}
        for pairing in played.pairings:
            cells |= _of_pairing(pairing, place, colours)
        for number, row in games.items():
            row.append(cells.get(number, H9Cell(0, missed)))
    players = {player.number: player for player in snapshot.players}
    make = _rated_line if rated else _line
    lines = (make(players[number], place[number], scores.get(number, ()), games[number]) for number in order)
    return H9Sheet(tuple(lines), headers, titles=titles)


def _line(player: Player, place: int, scores: tuple[str, ...], cells: Sequence[H9Cell]) -> H9Line:
    """Return a player's line; without a rank it has the rank for the Go rating."""
    rank = player.rank
    if rank is None and player.rating is not None:
        rank = ranks.of_rating(player.rating)
    country = "".join(player.federation.split())[:2].upper()
    club = "".join(player.club.split())[:4]
    return H9Line(place, " ".join(player.name.replace(",", " ").split()), rank, country, club, scores, tuple(cells))


def _rated_line(player: Player, place: int, scores: tuple[str, ...], cells: Sequence[H9Cell]) -> H9Line:
    """Return a player's line with rank and rating as they are; a rating implies no rank here."""
    country = "".join(player.federation.split())[:2].upper()
    name = " ".join(player.name.split())
    return H9Line(place, name, player.rank, country, "", scores, tuple(cells), player.rating)


def _of_bye(kind: ByeKind, missed: str) -> str:
    return "+" if kind in _WON else "=" if kind is ByeKind.HALF else missed


def _of_pairing(pairing: Pairing, place: Mapping[int, int], colours: bool) -> dict[int, H9Cell]:
    first, second, result = pairing.first, pairing.second, pairing.result
    if result is not None and not result.played:
        return {first: H9Cell(0, _RESULTS[result.first]), second: H9Cell(0, _RESULTS[result.second])}
    own, other = ("?", "?") if result is None else (_RESULTS[result.first], _RESULTS[result.second])
    black, white, stones = ("b", "w", pairing.handicap) if colours else ("", "", None)
    return {first: H9Cell(place[second], own, black, stones), second: H9Cell(place[first], other, white, stones)}
