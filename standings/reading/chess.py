"""JSON of chess events: players with a rating and, round by round, [opponent, colour, result].

Results: 1 = 0 over the board, + and - by forfeit, and without an opponent U (allocated bye), F, H and Z (full-, half-
and zero-point bye).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from standings.reading.document import BrokenFile, SnapshotFile
from standings.reading.values import MOST_PLAYERS, MOST_ROUNDS, label, rows, whole

#: Opponent or 0, colour, result.
Cell = tuple[int, str, str]

SYSTEMS = {"swiss": False, "rr": True}
OUTCOMES = {"1": Outcome.WIN, "=": Outcome.DRAW, "0": Outcome.LOSS, "+": Outcome.WIN, "-": Outcome.LOSS}
BYES = {"U": ByeKind.ALLOCATED, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}


def read(data: Mapping[str, object]) -> SnapshotFile:
    """Return the content of a chess event. Raises BrokenFile that names the invalid key or player."""
    try:
        return _read(data)
    except KeyError as error:
        raise BrokenFile(f"{error} is missing or refers to nothing.") from error
    except TypeError as error:
        raise BrokenFile(f"A value has the wrong type ({error}).") from error


def _read(data: Mapping[str, Any]) -> SnapshotFile:
    entrants = rows(data, "players", MOST_PLAYERS)
    last = whole(data["rounds"], "The number of rounds", 0, MOST_ROUNDS)
    cards = {whole(p["id"], "A player's id", 1, MOST_PLAYERS): _card(p["games"], last) for p in entrants}
    if len(cards) != len(entrants):
        raise BrokenFile("Two players have the same id.")
    players = tuple(map(_player, sorted(entrants, key=lambda player: int(player["id"]))))
    rounds = tuple(_round(number, cards) for number in range(1, last + 1))
    snapshot = Snapshot(players, rounds, next_round=last + 1, planned_rounds=last)
    return SnapshotFile(snapshot, {p.number: str(p.number) for p in players}, SYSTEMS[data["system"]])


def _player(player: Mapping[str, Any]) -> Player:
    name = label(player.get("name", player["id"]), "A player's name")
    return Player(player["id"], name=name, rating=whole(player["rating"] or 0, "A rating", 0, 9999) or None)


def _card(games: object, last: int) -> list[Cell]:
    """Return the rounds of a player, each as (opponent or 0, colour, result)."""
    if not isinstance(games, list) or len(games) > last:
        raise BrokenFile(f"The games of a player are no list of at most {last} rounds.")
    return [_cell(*game) for game in games]


def _cell(opponent: object, colour: Any, result: Any) -> Cell:
    met = whole(opponent or 0, "An opponent", 0, MOST_PLAYERS)
    if result not in (OUTCOMES if met else BYES) or (met and colour not in ("w", "b")):
        raise BrokenFile(f"[{met}, {colour}, {result}] is no round of a player.")
    return met, colour, result


def _round(number: int, cards: Mapping[int, list[Cell]]) -> Round:
    cells = {player: own[number - 1] for player, own in cards.items() if len(own) >= number}
    byes = tuple(Bye(player, BYES[result]) for player, (opponent, _, result) in cells.items() if not opponent)
    return Round(number, tuple(_pairings(number, cells)), byes)


def _pairings(number: int, cells: Mapping[int, Cell]) -> Iterator[Pairing]:
    table = 0
    for player, (opponent, colour, result) in cells.items():
        if opponent:
            back, other, answer = cells[opponent]
            if back != player or opponent == player:
                raise BrokenFile(f"In round {number} player {player} meets {opponent}, who meets {back}.")
            if other == colour:
                raise BrokenFile(f"In round {number} players {player} and {opponent} have the same colour.")
            if colour == "w":
                table += 1
                decision = Decision.FORFEIT if {result, answer} & {"+", "-"} else Decision.PLAYED
                yield Pairing(table, player, opponent, Result(OUTCOMES[result], OUTCOMES[answer], decision))
