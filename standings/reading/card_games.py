"""JSON of card-game events ("tcg-event/1"): players with the last round they played, matches with their games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from standings.reading.document import BrokenFile, SnapshotFile
from standings.reading.values import MOST_GAMES, MOST_PLAYERS, MOST_ROUNDS, label, rows, whole
from standings.rulesets.presets import THREE_ONE

FORMAT = "tcg-event/1"

OUTCOMES: Mapping[str, tuple[Outcome, Outcome]] = {
    "a": (Outcome.WIN, Outcome.LOSS),
    "b": (Outcome.LOSS, Outcome.WIN),
    "draw": (Outcome.DRAW, Outcome.DRAW),
    "double_loss": (Outcome.LOSS, Outcome.LOSS),
}
#: The kind of a match without an opponent: a bye is won, an assigned loss (late entry, missed round) is not.
BYES: Mapping[str, ByeKind] = {"bye": ByeKind.ALLOCATED, "loss": ByeKind.ZERO}


def read(data: Mapping[str, object]) -> SnapshotFile:
    """Return the content of a card-game event. Raises BrokenFile that names the invalid key or match."""
    try:
        return _read(data)
    except KeyError as error:
        raise BrokenFile(f"{error} is missing or refers to nothing.") from error
    except TypeError as error:
        raise BrokenFile(f"A value has the wrong type ({error}).") from error


def _read(data: Mapping[str, object]) -> SnapshotFile:
    entrants = rows(data, "players", MOST_PLAYERS)
    last = whole(data["rounds"], "The number of rounds", 0, MOST_ROUNDS)
    numbers = {label(player["id"], "A player's id"): number for number, player in enumerate(entrants, start=1)}
    if len(numbers) != len(entrants):
        raise BrokenFile("Two players have the same id.")
    players = tuple(_player(number, player, last) for number, player in enumerate(entrants, start=1))
    matches: dict[int, list[Mapping[str, object]]] = {number: [] for number in range(1, last + 1)}
    for match in rows(data, "matches", MOST_PLAYERS * 10):
        matches[whole(match["round"], "The round of a match", 1, last)].append(match)
    rounds = tuple(_round(number, found, numbers) for number, found in matches.items())
    scoring = _scoring(whole(data.get("best_of", 3), "best_of", 1, MOST_GAMES))
    snapshot = Snapshot(players, rounds, scoring, last + 1, last)
    return SnapshotFile(snapshot, {number: player_label for player_label, number in numbers.items()}, round_robin=False)


def _player(number: int, player: Mapping[str, object], last: int) -> Player:
    dropped_after = player["drop_after"]
    return Player(
        number,
        name=label(player.get("name", player["id"]), "A player's name"),
        withdrawn=None if dropped_after is None else whole(dropped_after, "drop_after", 0, max(last, MOST_ROUNDS)),
    )


def _scoring(best_of: int) -> Scoring:
    return replace(THREE_ONE, best_of=best_of, bye_games=(1, 0) if best_of == 1 else (2, 0), halves=False)


def _round(number: int, matches: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> Round:
    labels = [
        label(player, "A player") for match in matches for player in (match["a"], match["b"]) if player is not None
    ]
    if len(set(labels)) != len(labels):
        raise BrokenFile(f"A player is twice in round {number}.")
    return Round(
        number,
        tuple(_pairing(match, numbers) for match in matches if match["type"] == "match"),
        tuple(Bye(_number(m["a"], numbers), BYES[m["type"]]) for m in matches if m["type"] != "match"),
    )


def _pairing(match: Mapping[str, Any], numbers: Mapping[str, int]) -> Pairing:
    table = whole(match["table"], "A table", 0, MOST_PLAYERS)
    first, second = _number(match["a"], numbers), _number(match["b"], numbers)
    if match["result"] is None:
        return Pairing(table, first, second)
    won, lost, drawn = (
        whole(match[key], "A number of games", 0, MOST_GAMES) for key in ("a_games", "b_games", "drawn_games")
    )
    return Pairing(table, first, second, Result(*OUTCOMES[match["result"]], games=(won, lost, drawn)))


def _number(player: object, numbers: Mapping[str, int]) -> int:
    return numbers[label(player, "A player")]
