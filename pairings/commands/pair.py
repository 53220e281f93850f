"""`pair FILE`: the pairing of the next round, or of any round again."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from pairings.commands import common
from pairings.files.reading import Source
from pairings.files.trf.replay import Replay
from pairings.plan import CannotPair, RoundPlan
from pairings.snapshot import ByeKind, Snapshot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=common.FILE)
    parser.add_argument("--round", type=int, help="the round to pair; the next one if not given")
    common.add_system_arguments(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--trf", action="store_true", help="write the file with the round added")
    form.add_argument("--json", action="store_true", help="write the round with its reasons as JSON")


def run(arguments: argparse.Namespace) -> int:
    source = common.source_of(arguments.file)
    system, options = common.chosen_system(arguments, source)
    snapshot = common.snapshot_of(source, arguments.round)
    try:
        plan = common.plan_of(system, options, snapshot, common.seed_for(arguments, source, snapshot))
    except CannotPair as error:
        print(common.refusal(error, source.names), file=sys.stderr)
        return 1
    if arguments.trf:
        from pairings.files.trf.writing.build import with_round

        report = common.report_of(source, arguments.file)
        common.write_file(lambda: with_round(report.document, plan), None)
    elif arguments.json:
        import json

        print(json.dumps(_as_json(plan, source, system.key), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(plan, source)))
    if isinstance(source, Replay):
        _warn(source, arguments.file)
    elif not system.scheduled:
        _warn_about_open_games(snapshot)
    return 0


def _warn_about_open_games(snapshot: Snapshot) -> None:
    """A server closes a round before it pairs the next; a snapshot may be of one that runs."""
    for played in snapshot.rounds:
        tables = [str(pairing.table) for pairing in played.pairings if pairing.result is None]
        if tables:
            print(f"Round {played.number} is not over: no result yet at {', '.join(tables)}.", file=sys.stderr)


def _warn(replay: Replay, file: str) -> None:
    from pairings.files.trf.faults import remarks

    for remark in remarks(replay):
        print(f"{file}: line {remark.line}: {remark.text}", file=sys.stderr)


def _lines(plan: RoundPlan, source: Source) -> Iterator[str]:
    """Yield the number of lines, then the players at each table in side order, then allocated byes."""
    pairs = [" ".join(str(source.ids[each]) for each in p.players) for p in plan.pairings]
    pairs += [f"{source.ids[bye.player]} 0" for bye in plan.byes if bye.kind is ByeKind.ALLOCATED]
    yield str(len(pairs))
    yield from pairs


def _as_json(plan: RoundPlan, source: Source, system: str) -> dict[str, object]:
    """Return a round in the format of the API."""
    names, sides = source.names, common.sides_of(source)
    return {
        "system": system,
        "number": plan.number,
        "pairings": [
            {
                "table": p.table,
                "first": sides[p.first],
                "second": sides[p.second],
                **({"others": [sides[each] for each in p.others]} if p.others else {}),
                "reasons": common.reasons_json(p.reasons, names),
            }
            for p in plan.pairings
        ],
        "byes": [
            {"player": sides[b.player], "kind": b.kind.value, "reasons": common.reasons_json(b.reasons, names)}
            for b in plan.byes
        ],
        "reasons": common.reasons_json(plan.reasons, names),
    }
