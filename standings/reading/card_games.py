"""JSON of card-game events ("tcg-event/1"): players with the round they left after, matches with their games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from standings.presets import THREE_ONE
from standings.reading import BrokenFile, Document

FORMAT = "tcg-event/1"

OUTCOMES: Mapping[str, tuple[Outcome, Outcome]] = {
    "a": (Outcome.WIN, Outcome.LOSS),
    "b": (Outcome.LOSS, Outcome.WIN),
    "draw": (Outcome.DRAW, Outcome.DRAW),
    "double_loss": (Outcome.LOSS, Outcome.LOSS),
}
#: What a match without an opponent is: a bye is won, an assigned loss (late entry, missed round) is not.
BYES: Mapping[str, ByeKind] = {"bye": ByeKind.ALLOCATED, "loss": ByeKind.ZERO}


def read(data: Mapping[str, Any]) -> Document:
    """Raises BrokenFile with the key or the match that is wrong."""
    try:
        return _read(data)
    except KeyError as error:
        raise BrokenFile(f"{error} is missing or refers to nothing.") from error
    except (TypeError, AttributeError) as error:
        raise BrokenFile(f"A value has the wrong type ({error}).") from error


def _read(data: Mapping[str, Any]) -> Document:
    numbers = {player["id"]: number for number, player in enumerate(data["players"], start=1)}
    if len(numbers) != len(data["players"]):
        raise BrokenFile("Two players have the same id.")
    players = tuple(
        Player(numbers[p["id"]], name=str(p.get("name", p["id"])), withdrawn=p["drop_after"]) for p in data["players"]
    )
    rounds = tuple(_round(number, data, numbers) for number in range(1, data["rounds"] + 1))
    snapshot = Snapshot(players, rounds, _scoring(data.get("best_of", 3)), len(rounds) + 1, data["rounds"])
    return Document(snapshot, {number: str(label) for label, number in numbers.items()}, round_robin=False)


def _scoring(best_of: int) -> Scoring:
    return replace(THREE_ONE, best_of=best_of, bye_games=(1, 0) if best_of == 1 else (2, 0))


def _round(number: int, data: Mapping[str, Any], numbers: Mapping[str, int]) -> Round:
    matches = [match for match in data["matches"] if match["round"] == number]
    seen = [player for match in matches for player in (match["a"], match["b"]) if player is not None]
    if len(set(seen)) != len(seen):
        raise BrokenFile(f"A player is twice in round {number}.")
    return Round(
        number,
        tuple(_pairing(match, numbers) for match in matches if match["type"] == "match"),
        tuple(Bye(numbers[m["a"]], BYES[m["type"]]) for m in matches if m["type"] != "match"),
    )


def _pairing(match: Mapping[str, Any], numbers: Mapping[str, int]) -> Pairing:
    first, second = numbers[match["a"]], numbers[match["b"]]
    if match["result"] is None:
        return Pairing(match["table"], first, second)
    games = (int(match["a_games"]), int(match["b_games"]), int(match["drawn_games"]))
    return Pairing(match["table"], first, second, Result(*OUTCOMES[match["result"]], games=games))
