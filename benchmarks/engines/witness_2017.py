"""Compare rounds of the Dutch system of 2017 with another engine.

    .venv/bin/python -m pip install py4swiss==0.3.1
    .venv/bin/python -m benchmarks.engines.witness_2017 [--tournaments 100] [--first 0] [--players 40] [--keep FOLDER]

The witness is py4swiss (MIT), which pairs by the edition in force until 31 January 2026 and has no generator.
`generate --edition 2017` makes a tournament with points of 1, ½ and 0. The witness pairs each of its rounds from the
rounds before, with colours and bye. Only this file needs it. Tournament N is the same in every run. The last line is
the count, as JSON.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from pairings.files.trf.replay import Replay
from pairings.files.trf.writing.build import document_of
from pairings.files.trf.writing.write import Edition, write
from pairings.snapshot import ByeKind, Round
from standings.commands import generate

Seats = frozenset[tuple[int, int]]
#: Settings that no file of 2017 can contain, or that programs read differently.
SETTINGS = ("--edition", "2017", "--points", "1,0.5,0", "--bye-points", "1", "--odd-results", "0", "--full-byes", "0")


def tournament(number: int, players: int) -> Replay:
    parser = argparse.ArgumentParser()
    generate.add_arguments(parser)
    made = generate.random_tournament(parser.parse_args(["--seed", str(number), "--players", str(players), *SETTINGS]))
    played, _refusal = generate.tournament(made)
    return Replay(document_of(played))


def seats(played: Round) -> Seats:
    """Return pairs with their colours, and the bye."""
    byes = {(bye.player, 0) for bye in played.byes if bye.kind is ByeKind.ALLOCATED}
    return frozenset({(pairing.first, pairing.second) for pairing in played.pairings} | byes)


def witness_pairs(replay: Replay, number: int, path: Path) -> Seats:
    """Write the file, let the witness pair the next round from it, and return its pairs."""
    snapshot = replay.snapshot(number)
    away = tuple(
        replace(bye, kind=ByeKind.ZERO) for bye in snapshot.byes
    )  # the witness counts the points of the coming bye
    path.write_bytes(write(document_of(replace(snapshot, byes=away), edition=Edition.TRF16)))
    pairs = DutchEngine.generate_pairings(TrfParser.parse(path))
    return frozenset((pair.white, pair.black) for pair in pairs)


def differing(replay: Replay, folder: Path, keep: Path | None, name: str) -> Iterator[str]:
    """Yield the differences of the witness in each round, and store the positions with both answers."""
    for number, played in enumerate(replay.rounds, start=1):
        path = folder / f"{name}-{number}.trf"
        ours, theirs = seats(played), witness_pairs(replay, number, path)
        if ours != theirs:
            same = set(map(frozenset, ours)) == set(map(frozenset, theirs))
            yield "rounds in which colours differ" if same else "rounds in which pairs differ"
            if keep:
                found = {"ours": sorted(ours - theirs), "theirs": sorted(theirs - ours)}
                (keep / path.name).write_bytes(path.read_bytes())
                (keep / f"{path.stem}.json").write_text(json.dumps(found) + "\n")
        path.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first tournament")
    parser.add_argument("--players", type=int, default=40, help="the maximum number of players")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="the folder for positions with differences")
    arguments = parser.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    count: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        for number in range(arguments.first, arguments.first + arguments.tournaments):
            replay = tournament(number, Random(number).randint(4, arguments.players))
            count["tournaments"] += 1
            count["rounds"] += len(replay.rounds)
            count.update(differing(replay, Path(folder), arguments.keep, f"{number}"))
    print(json.dumps(count))


if __name__ == "__main__":
    main()
