"""`explain FILE --round 5`: the reasons for the round; `--pair 12 31`: why these two do, or do not, meet."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from pairings.commands import common
from pairings.commands.command_line import CommandError
from pairings.files.reading import Source
from pairings.plan import CannotPair, PlannedPairing, RoundPlan
from pairings.snapshot import Snapshot
from pairings.system import System


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=common.FILE)
    parser.add_argument("--round", type=int, help="the round to explain; the next one if not given")
    parser.add_argument("--pair", nargs=2, metavar=("A", "B"), help="two players, as the file numbers them")
    common.add_system_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    source = common.source_of(arguments.file)
    system, options = common.chosen_system(arguments, source)
    snapshot = common.snapshot_of(source, arguments.round)
    pair = _pair_of(source, arguments.pair)
    names = source.names
    try:
        plan = common.plan_of(system, options, snapshot, common.seed_for(arguments, source, snapshot))
        lines = list(_of_pair(system, options, snapshot, plan, pair, names) if pair else _of_round(plan, names))
    except CannotPair as error:
        print(common.refusal(error, names), file=sys.stderr)
        return 1
    print("\n".join(lines))
    return 0


def _pair_of(source: Source, pair: list[str] | None) -> tuple[int, int] | None:
    if pair is None:
        return None
    numbers = {str(called): number for number, called in source.ids.items()}
    for called in pair:
        if called not in numbers:
            raise CommandError(f"there is no player {called} in this file")
    if pair[0] == pair[1]:
        raise CommandError("--pair takes two different players")
    return numbers[pair[0]], numbers[pair[1]]


def _of_round(plan: RoundPlan, names: dict[int, str]) -> Iterator[str]:
    yield f"Round {plan.number}"
    yield from (f"  {common.reason_text(reason, names)}" for reason in plan.reasons)
    for pairing in plan.pairings:
        yield from _of_table(pairing, names)
    for bye in plan.byes:
        yield f"{names[bye.player]}: {bye.kind.value} bye"
        yield from (f"  {common.reason_text(reason, names)}" for reason in bye.reasons)


def _of_table(pairing: PlannedPairing, names: dict[int, str]) -> Iterator[str]:
    yield f"{pairing.table}. {' – '.join(names[each] for each in pairing.players)}"
    yield from (f"  {common.reason_text(reason, names)}" for reason in pairing.reasons)


def _of_pair(
    system: System, options: object, snapshot: Snapshot, plan: RoundPlan, pair: tuple[int, int], names: dict[int, str]
) -> Iterator[str]:
    for pairing in plan.pairings:
        if set(pair) <= {*pairing.players}:
            yield from _of_table(pairing, names)
            return
    for bye in plan.byes:
        if bye.player in pair:
            yield f"{names[bye.player]}: {bye.kind.value} bye"
            yield from (f"  {common.reason_text(reason, names)}" for reason in bye.reasons)
    players = {player.number for player in snapshot.to_be_paired()}
    yield f"Why not {names[pair[0]]} – {names[pair[1]]}?"
    ask = common.why_not(system) if set(pair) <= players else None
    reasons = common.as_reasons(ask(snapshot, options, *pair)) if ask else ()
    yield from (f"  {common.reason_text(reason, names)}" for reason in reasons)
    for pairing in plan.pairings:
        if {*pairing.players} & set(pair):
            yield from _of_table(pairing, names)
