"""Recorded tournaments with the correct pairing of every round: the sample in tests/data, or a folder of report files.

The `manifest.tsv` of a folder has the columns file, check (all rounds, last round, none) and next. `next` is the known
part of the round after the last one: empty, pairs in a `.next` file beside the report, or nopair.

If the columns are file and rounds instead, that many rounds were planned, and all rounds of every file are correct.
In files that are not listed, no round counts as the last.

A column `round` names the only correct round; its pairs are beside the report.
"""

from __future__ import annotations

import csv
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random

from pairings.files.trf.reading.read import read
from pairings.files.trf.replay import Replay
from pairings.plan import CannotPair, NoLegalPairing
from pairings.snapshot import ByeKind
from pairings.systems.dutch import Options, pair
from tests.pairings.dutch.recorded import Recorded

DATA = Path(__file__).parents[2] / "data/dutch"
SAMPLES = {
    "2026": DATA / "recorded.jsonl",
    "2017": DATA / "recorded-2017.jsonl",
    "2012": DATA / "positions-2012.jsonl",
}

#: More rounds than any file has.
MORE = 99


def pairing(snapshot, options):
    """Return (pairs as (first, second), the player with the allocated bye or None); None if there is no legal pairing.

    A recorded round can consist of byes only; for it the engine may report that no player is present.
    """
    try:
        plan = pair(snapshot, options, Random(0))
    except NoLegalPairing:
        return None
    except CannotPair:
        if snapshot.to_be_paired():
            raise
        return set(), None
    bye = next((bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED), None)
    return {(each.first, each.second) for each in plan.pairings}, bye


@dataclass(frozen=True)
class FromSample:
    """A line of an edition's sample."""

    line: str
    edition: str

    @cached_property
    def _record(self):
        return Recorded(json.loads(self.line))

    @property
    def name(self):
        return self._record.record["name"]

    @property
    def options(self):
        by_the_rules = self._record.record["baku"] and not self._record.is_baku_of_all
        return Options(self.edition, acceleration="baku" if by_the_rules else "none")

    def rounds(self):
        for number in self._record.to_check():
            yield number, self._record.before(number), self._record.pairing_of(number)


@dataclass(frozen=True)
class FromFile:
    """A report file with its row of the manifest."""

    path: Path
    check: str
    next: str
    edition: str
    planned: int | None = None

    @property
    def options(self):
        return Options(self.edition)

    @property
    def name(self):
        return self.path.name

    def rounds(self):
        replay = Replay(read(self.path.read_bytes()))
        first = {"all": 1, "last": replay.played, "none": replay.played + 1}[self.check]
        for number in range(first, replay.played + 1):
            played = replay.rounds[number - 1]
            bye = next((bye.player for bye in played.byes if bye.kind is ByeKind.ALLOCATED), None)
            yield number, self._before(replay, number), ({(p.first, p.second) for p in played.pairings}, bye)
        if self.next:
            yield replay.played + 1, self._before(replay, replay.played + 1), self._next()

    def _before(self, replay, number):
        before = replay.snapshot(number)
        return before if self.planned is None else replace(before, planned_rounds=self.planned)

    def _next(self):
        if self.next == "nopair":
            return None
        lines = self.path.with_suffix(".next").read_text().splitlines()[1:]
        pairs = [tuple(map(int, line.split())) for line in lines]
        return {(a, b) for a, b in pairs if b}, next((a for a, b in pairs if not b), None)


def tournaments(folder=None, edition="2026"):
    """Return the tournaments of the folder; without a folder, those of the edition's sample."""
    if folder is None:
        return [FromSample(line, edition) for line in SAMPLES[edition].read_text().splitlines()]
    with (Path(folder) / "manifest.tsv").open() as manifest:
        rows = {row["file"]: row for row in csv.DictReader(manifest, delimiter="\t")}
    if all("check" in row for row in rows.values()):
        return [FromFile(Path(folder) / name, row["check"], row["next"], edition) for name, row in rows.items()]
    planned = {name: int(row["rounds"]) for name, row in rows.items()}
    if all("round" in row for row in rows.values()):
        return [FromFile(Path(folder) / name, "none", "pairs", edition, planned[name]) for name in rows]
    return [
        FromFile(path, "all", "", edition, planned.get(path.name, MORE)) for path in sorted(Path(folder).glob("*.trf"))
    ]


def replay_tournament(tournament):
    """Return the checked rounds, the differences and the slowest round.

    These are: rounds by size class, [(name, round, recorded, ours)], and (seconds, name, round).
    """
    checked, differing, slowest = Counter(), [], (0.0, "", 0)
    for number, snapshot, recorded in tournament.rounds():
        begin = time.process_time()
        ours = pairing(snapshot, tournament.options)
        slowest = max(slowest, (time.process_time() - begin, tournament.name, number))
        checked[size_class(len(snapshot.to_be_paired()))] += 1
        if ours != recorded:
            differing.append((tournament.name, number, recorded, ours))
    return checked, differing, slowest


def size_class(players):
    return next(
        (f"{limit:4d} players or fewer" for limit in (10, 20, 40, 80, 150) if players <= limit), "more than 150"
    )


def replay_all(found, progress):
    """Replay all tournaments on all cores, and add up the answers of `replay_tournament`.

    Calls `progress(done, of)` after each. Returns the five slowest rounds.
    """
    checked, differing, slowest = Counter(), [], []
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for done, result in enumerate(workers.map(replay_tournament, found, chunksize=8), start=1):
            checked += result[0]
            differing += result[1]
            slowest.append(result[2])
            progress(done, len(found))
    return checked, differing, sorted(slowest, reverse=True)[:5]


def bar(done, of):
    """Draw a progress bar on standard error."""
    full = 40 * done // of
    sys.stderr.write(f"\r[{'#' * full}{'.' * (40 - full)}] {done} of {of} tournaments")
    sys.stderr.write("\n" if done == of else "")
    sys.stderr.flush()
