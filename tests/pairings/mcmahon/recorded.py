"""Recorded tournaments: settings, players, and for each round the state, the weights, the games and the total."""

import json
from pathlib import Path

from pairings.numbers import ranks
from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems.mcmahon import Options

SAMPLE = Path(__file__).parents[2] / "data/mcmahon"
SEEDINGS = {1: "random", 2: "fold", 3: "slip"}
RESULTS = {
    "W": Result(Outcome.LOSS, Outcome.WIN), "B": Result(Outcome.WIN, Outcome.LOSS),
    "=": Result(Outcome.DRAW, Outcome.DRAW),
}  # fmt: skip


def events(folder):
    return [json.loads(path.read_text()) | {"file": path.stem} for path in sorted(Path(folder).glob("*.json"))]


def options_of(event):
    """Return the options of an event: despite its manual, the program looks at countries and clubs above the bar."""
    limit = event["hdNoHdRankThreshold"]
    level = event["system"] == "SW"
    return Options(
        start="level" if level else "rank",
        bar=ranks.spell_rank(event["bar"]),
        floor=ranks.spell_rank(event["floor"]),
        handicaps=limit > ranks.LOWEST,
        even_from=ranks.spell_rank(limit),
        reduction=event["hdCorrection"],
        early=SEEDINGS[event["seedSystem1"]],
        late=SEEDINGS[event["seedSystem2"]],
        apart_above_bar=True,
    )


def numbers(event):
    return {row[0]: number for number, row in enumerate(event["players"], start=1)}


def snapshots(event):
    """Yield (record of a round, snapshot before it) for each round, then (None, snapshot after the last)."""
    number, played = numbers(event), []
    players = tuple(
        Player(number[name], f"{name} X", rating=rating, rank=rank, federation=country, club=club)
        for name, rank, rating, country, club, _rounds, _start in event["players"]
    )
    for at, record in enumerate(event["round"], start=1):
        away = tuple(Bye(number[row[0]], ByeKind.ZERO) for row in event["players"] if row[5][at - 1] == "0")
        yield record, Snapshot(players, tuple(played), next_round=at, planned_rounds=event["rounds"], byes=away)
        tables = tuple(
            Pairing(table, number[black], number[white], RESULTS[result], handicap=stones)
            for table, (white, black, stones, result) in enumerate(record["games"], start=1)
        )
        bye = (Bye(number[record["bye"]], ByeKind.ALLOCATED),) if record["bye"] else ()
        played.append(Round(at, tables, away + bye))
    yield None, Snapshot(players, tuple(played), next_round=len(played) + 1, planned_rounds=event["rounds"])


def games_on(sheet):
    """Return {(round, Black, White, Black's result, stones)} with each game on a results sheet."""
    names = {line.place: line.name for line in sheet.lines}
    return {
        (number, line.name, names[cell.opponent], cell.result, cell.stones)
        for line in sheet.lines
        for number, cell in enumerate(line.cells, start=1)
        if cell.colour == "b"
    }
