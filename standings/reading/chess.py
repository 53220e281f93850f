"""The JSON of chess events: players with a rating and, round by round, [opponent, colour, result].

Results: 1 = 0 over the board, + and - by forfeit, and without an opponent U (allocated bye), F, H and Z (full-,
half- and zero-point bye).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from standings.reading import BrokenFile, Document

SYSTEMS = {"swiss": False, "rr": True}
OUTCOMES = {"1": Outcome.WIN, "=": Outcome.DRAW, "0": Outcome.LOSS, "+": Outcome.WIN, "-": Outcome.LOSS}
BYES = {"U": ByeKind.ALLOCATED, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}


def read(data: Mapping[str, Any]) -> Document:
    """Raises BrokenFile with the key or the player that is wrong."""
    try:
        return _read(data)
    except (KeyError, IndexError) as error:
        raise BrokenFile(f"{error} is missing or refers to nothing.") from error
    except (TypeError, AttributeError, ValueError) as error:
        raise BrokenFile(f"A value has the wrong type ({error}).") from error


def _read(data: Mapping[str, Any]) -> Document:
    games = {player["id"]: player["games"] for player in data["players"]}
    if len(games) != len(data["players"]):
        raise BrokenFile("Two players have the same id.")
    players = tuple(
        Player(p["id"], name=str(p.get("name", p["id"])), rating=p["rating"] or None)
        for p in sorted(data["players"], key=lambda player: int(player["id"]))
    )
    rounds = tuple(_round(number, games) for number in range(1, data["rounds"] + 1))
    snapshot = Snapshot(players, rounds, next_round=len(rounds) + 1, planned_rounds=data["rounds"])
    return Document(snapshot, {p.number: str(p.number) for p in players}, SYSTEMS[data["system"]])


def _round(number: int, games: Mapping[int, Any]) -> Round:
    cells = {player: own[number - 1] for player, own in games.items() if len(own) >= number}
    byes = tuple(Bye(player, BYES[result]) for player, (opponent, _, result) in cells.items() if not opponent)
    return Round(number, tuple(_pairings(number, cells)), byes)


def _pairings(number: int, cells: Mapping[int, Any]) -> Iterator[Pairing]:
    table = 0
    for player, (opponent, colour, result) in cells.items():
        if opponent:
            back, _, answer = cells[opponent]
            if back != player:
                raise BrokenFile(f"In round {number} player {player} meets {opponent}, who meets {back}.")
        if opponent and colour == "w":
            table += 1
            decision = Decision.FORFEIT if {result, answer} & {"+", "-"} else Decision.PLAYED
            yield Pairing(table, player, opponent, Result(OUTCOMES[result], OUTCOMES[answer], decision))
