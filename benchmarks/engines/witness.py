"""Compare whole tournaments with another engine, in both directions: pairs, colours, and places by tie-breaks.

    .venv/bin/python -m pip install --no-deps gacrux==1.11.65
    .venv/bin/python -m benchmarks.engines.witness [--ours 100] [--theirs 100] [--first 0] [--players 40]
                                                       [--keep FOLDER]

The witness is Gacrux (MIT), which was submitted to FIDE's technical commission: an engine of the Dutch system of 2026,
a checker, tie-breaks, and a generator. Only this file needs it.

- *Ours*: `generate` makes a tournament. The witness pairs each of its rounds again, and ranks by its record 212.
- *Theirs*: the generator of the witness makes a tournament, and its tie-breaks rank it. The engine and the tie-breaks
  of this project judge both.

Random values depend only on the number of the tournament, so `--first` can split a long run. Every tournament with a
difference is stored with the findings. The last line is the count, as JSON.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from gacrux.commonmain import commonmain
from gacrux.pairingchecker import pairingchecker
from gacrux.tiebreakchecker import tiebreakchecker
from gacrux.tournamentgenerator import tournamentgenerator

from pairings.files.trf.reading.read import read
from pairings.files.trf.replay import Replay
from pairings.library.recorded_rounds import compare_round
from pairings.snapshot import ByeKind, Round
from pairings.systems import SYSTEMS
from pairings.systems.dutch import Options
from standings.commands import generate
from standings.reading.table import check_standings

#: A round number, or 0 for the places, and the answer of each side.
Difference = tuple[int, Any, Any]
#: Tie-breaks of C.07 for Swiss tournaments that the witness supports.
LISTS = ("DE", "BH", "BH/C1", "BH/C2", "BH/M1", "FB", "SB", "SB/C1", "AOB", "PS", "PS/C1", "WIN", "WON", "BPG", "BWG")
LISTS += ("REP", "STD", "ARO", "TPR", "PTP", "APRO", "APPO", "TPN")


def run_witness(program: commonmain, *arguments: str) -> Any:
    """Run a program of the witness as its command line does, without output, and return its result."""
    with patch.object(sys, "argv", ["witness", *arguments]):
        program.read_command_line()
    program.read_input_file()
    program.prepare_tournament()
    program.do_checker()
    program.apply_result()
    if program.exit:
        raise ValueError(program.resultjson["status"]["error"])
    return program.chessfile.result


def ours(number: int, players: int, path: Path) -> int:
    """Write a tournament of this project to the file, and return its number of rounds."""
    parser = argparse.ArgumentParser()
    generate.add_arguments(parser)
    given = ["--seed", str(number), "--players", str(players), "--format", "TRF26", "--output", str(path)]
    arguments = parser.parse_args(given)
    generate.run(arguments)
    return len(Replay(read(path.read_bytes())).rounds)


def theirs(number: int, players: int, path: Path) -> int:
    """Write a tournament of the witness to the file, ranked by its own list, and return its number of rounds."""
    lots = Random(number)
    rounds = lots.randint(3, max(3, min(11, players // 2)))
    chain = ["PTS", *lots.sample(LISTS, lots.randint(1, 4))]
    maker = tournamentgenerator()
    shares = [f"{lots.choice((0, 0.01, 0.04)):.2f}" for _ in ("absent", "half-point byes", "forfeits")]
    said = ["-p", str(players), "-n", str(rounds), "-g", str(number), "1", "-S", *shares, "-o", str(path)]
    with patch.object(sys, "argv", ["witness", *said, *["-a"] * (lots.randrange(4) == 0)]):
        maker.read_command_line()
    maker.process_tournaments()
    ranker = tiebreakchecker()
    result = run_witness(ranker, "-i", str(path), "-s", "-t", *chain)
    path.write_text(ranker.write_trf_file(result, 1, 0), encoding="latin1")
    return rounds


def witness_differences(path: Path) -> Iterator[Difference]:
    """Yield the differences that the witness finds in a file of ours."""
    replay = Replay(read(path.read_bytes()))
    for played in run_witness(pairingchecker(), "-i", str(path), "-c", "-p")["roundpairing"]:
        written, paired = seats(replay.rounds[played["round"] - 1]), frozenset(played["pairs"])
        if written != paired:
            yield played["round"], sorted(written - paired), sorted(paired - written)
    places = {
        each["cid"]: each["rank"] for each in run_witness(tiebreakchecker(), "-i", str(path), "-c")["competitors"]
    }
    ranks = {entrant.record.number: entrant.record.rank for entrant in replay.entrants}
    if places != ranks:
        yield 0, *unlike(ranks, places)


def own_differences(path: Path) -> Iterator[Difference]:
    """Yield the differences that this project finds in a file of the witness; boards are not in files."""
    replay = Replay(read(path.read_bytes()))
    for number in range(1, replay.played + 1):
        found = compare_round(replay, number, SYSTEMS["dutch"], Options(), 0)
        if not found.agrees:
            yield number, *([(seat.first, seat.second) for seat in side] for side in (found.recorded, found.engine))
    table = check_standings(replay, round_robin=False)
    if table.wrong:
        wrong = [(f"{each.what} of {each.player}", each) for each in table.wrong]
        yield (
            0,
            {what: str(each.written) for what, each in wrong},
            {what: str(each.best) for what, each in wrong},
        )
    if table.notes:
        yield 0, list(table.notes), list(table.chain)


def seats(played: Round) -> frozenset[tuple[int, int]]:
    """Return pairs with their colours, and the bye."""
    byes = {(bye.player, 0) for bye in played.byes if bye.kind is ByeKind.ALLOCATED}
    return frozenset({(pairing.first, pairing.second) for pairing in played.pairings} | byes)


def unlike(ours: Mapping[int, Any], other: Mapping[int, Any]) -> tuple[dict[int, Any], dict[int, Any]]:
    keys = [key for key in ours if ours[key] != other.get(key)]
    return {key: ours[key] for key in keys}, {key: other.get(key) for key in keys}


WAYS = {"ours": (ours, witness_differences), "theirs": (theirs, own_differences)}


def count_differences(way: str, number: int, most: int, folder: Path, keep: Path | None) -> Counter[str]:
    """Return the counts of one tournament made by one side and judged by the other."""
    make, judge = WAYS[way]
    players = Random(f"{way} {number}").randint(4, most)
    path = folder / f"{way}-{number}.trf"
    count = Counter(tournaments=1)
    try:
        count["rounds"] += make(number, players, path)
        found: Sequence[Difference] = list(judge(path))
    except Exception as error:  # noqa: BLE001 a fault of either side is counted and kept, and the run continues
        found = [(-1, type(error).__name__, str(error))]
    count["rounds that differ"] += sum(number > 0 for number, _, _ in found)
    count["tables that differ"] += sum(number == 0 for number, _, _ in found)
    count["not judged"] += sum(number < 0 for number, _, _ in found)
    if found and keep:
        text = path.read_text(encoding="latin1") if path.exists() else ""
        (keep / path.name).write_text(text, encoding="latin1")
        (keep / f"{path.stem}.json").write_text(json.dumps(found, default=str) + "\n")
    path.unlink(missing_ok=True)
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for way in WAYS:
        parser.add_argument(f"--{way}", type=int, default=100, help="the number of tournaments in this direction")
    parser.add_argument("--first", type=int, default=0, help="the number of the first tournament")
    parser.add_argument("--players", type=int, default=40, help="the maximum number of players")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="the folder for tournaments with differences")
    arguments = parser.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    sums: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    with TemporaryDirectory() as folder:
        for way, count in sums.items():
            for number in range(arguments.first, arguments.first + getattr(arguments, way)):
                count.update(count_differences(way, number, arguments.players, Path(folder), arguments.keep))
    print(json.dumps(sums))


if __name__ == "__main__":
    main()
