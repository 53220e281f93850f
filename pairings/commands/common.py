"""The shared parts of commands on report files: reading, the choice of system, and sentences."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from typing import Any

from pairings.commands.command_line import CommandError, bytes_of
from pairings.files.pairing_system import DeclaredSystem, UnknownSystem, system_in, system_with_options
from pairings.files.reading import BrokenDocument, Recorded, Source, read
from pairings.files.trf.errors import TooWide, TrfError
from pairings.files.trf.records import TrfDocument
from pairings.files.trf.replay import Replay
from pairings.options import OptionError, specs
from pairings.options import read as read_options
from pairings.plan import CannotPair, Fact, Reason, RoundPlan
from pairings.snapshot import Snapshot
from pairings.system import System
from pairings.systems import SYSTEMS

#: The input of the commands.
FILE = "a report file (TRF), a snapshot of the API or a tournament file (JSON), or - for standard input"
#: The system of a file that names none.
DEFAULT = "dutch"


class _WithOptions(str):
    """A help text that lists the options of all systems; they are imported only when it is shown."""

    __slots__ = ()

    def __mod__(self, values: object) -> str:
        option_list = "; ".join(
            f"{key}: {', '.join(spec.name for spec in specs(system.options)) or 'none'}"
            for key, system in SYSTEMS.items()
        )
        return f"{super().__mod__(values)} {option_list}"


def add_system_arguments(
    parser: argparse.ArgumentParser, seed: str = "seed of the lots that a system draws; that of the file, else 0"
) -> None:
    parser.add_argument(
        "--system", help=f"the pairing system, that of the file if not given, else dutch: {', '.join(SYSTEMS)}"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=_WithOptions("an option of the system (may be repeated)."),
    )
    parser.add_argument(
        "--edition", help="the edition of the system's rules; that of the file, or of its first day; else the latest"
    )
    parser.add_argument("--seed", type=int, help=seed)


def chosen_system(arguments: argparse.Namespace, source: Source | None = None) -> tuple[System, object]:
    """Return the system and its options: the given ones, else those of the file. Raises CommandError."""
    if arguments.system and arguments.system not in SYSTEMS:
        raise CommandError(f"there is no system {arguments.system}; there are {', '.join(SYSTEMS)}")
    try:
        declared = _settings_of_file(arguments, source)
    except ValueError as error:
        raise CommandError(f"{str(error).removesuffix('.')}. --system and --edition say which to take.") from error
    system = declared.system
    kinds = {spec.name: spec.kind for spec in specs(system.options)}
    values = {name: value for name, value in declared.options.items() if name in kinds}
    for setting in arguments.option:
        name, _, value = setting.partition("=")
        values[name] = _option_value(value, kinds.get(name, "choice"))
    if arguments.edition:
        values["edition"] = arguments.edition
    try:
        return system, read_options(system.options, values)
    except OptionError as error:
        flag = "--edition" if error.name == "edition" and arguments.edition else f"--option {error.name}"
        raise CommandError(f"{flag}: {error}") from error


def of_two(system: System) -> None:
    """Raise CommandError for pods and partners, because rounds here have two players at a table."""
    if not system.of_two:
        raise CommandError(f"{system.key} seats more than two at a table; this knows rounds of two")


def in_turn(system: System) -> None:
    """Raise CommandError if rounds overlap: no record shows the available players of a pairing."""
    if system.overlapping:
        raise CommandError(f"the rounds of an {system.key} overlap, and no file tells who was free at each pairing")


def _settings_of_file(arguments: argparse.Namespace, source: Source | None) -> DeclaredSystem:
    """Return the system that the file names, unless one is given. Raises ValueError for an unknown one."""
    if isinstance(source, Recorded):
        if source.system not in SYSTEMS:
            raise UnknownSystem(source.system)
        declared = DeclaredSystem(SYSTEMS[source.system], source.options)
        return declared if arguments.system in {None, source.system} else DeclaredSystem(SYSTEMS[arguments.system])
    if source is None or (arguments.system and arguments.edition):
        return DeclaredSystem(SYSTEMS[arguments.system or DEFAULT])
    if arguments.system:
        return system_with_options(SYSTEMS[arguments.system], source.document)
    try:
        return system_in(source.document) or system_with_options(SYSTEMS[DEFAULT], source.document)
    except UnknownSystem:
        raise
    except ValueError:
        if arguments.edition:  # instead of the one that is not here
            return DeclaredSystem(SYSTEMS[DEFAULT])
        raise


def _option_value(value: str, kind: str) -> object:
    if kind == "bool":
        return {"true": True, "yes": True, "false": False, "no": False}.get(value.lower(), value)
    return int(value) if kind == "int" and value.isascii() and value.isdigit() and len(value) < 19 else value


def source_of(path: str) -> Source:
    """Return the tournament in a file; `-` is standard input. Raises CommandError with the file and the position."""
    try:
        return read(bytes_of(path))
    except (TrfError, BrokenDocument) as error:
        raise CommandError(f"{path}: {error}") from error


def report_of(source: Source, path: str) -> Replay:
    """Return a source that is a report file. Raises CommandError for any other."""
    if isinstance(source, Replay):
        return source
    raise CommandError(f"{path}: --trf adds the round to a report file, which this is not.")


def snapshot_of(source: Source, round_number: int | None) -> Snapshot:
    """Return the snapshot before a round, by default the next one. Raises CommandError."""
    number = source.played + 1 if round_number is None else round_number
    if not 1 <= number <= source.played + 1:
        raise CommandError(f"--round is from 1 to {source.played + 1} for this file")
    return source.snapshot(number)


def sides_of(source: Source) -> dict[int, dict[str, object]]:
    """Return players for JSON, by number: their ids in the file, and their names."""
    players = source.snapshot(source.played + 1).players
    return {player.number: {"id": source.ids[player.number], "name": player.name} for player in players}


def seed_for(arguments: argparse.Namespace, source: Source, snapshot: Snapshot) -> int | str:
    """Return the seed of a round: the given one, else that of the file, else 0."""
    if arguments.seed is not None or not isinstance(source, Recorded):
        return arguments.seed or 0
    return source.seed_of(snapshot.next_round) or 0


def plan_of(system: System, options: object, snapshot: Snapshot, seed: int | str) -> RoundPlan:
    """Return the engine's plan. Raises CannotPair, and CommandError for a schedule with gaps in its seats."""
    require_seats(system, snapshot)
    return system.pair(snapshot, options, Random(seed))


def require_seats(system: System, snapshot: Snapshot) -> None:
    """Raise CommandError for a schedule with gaps in its seats."""
    numbers = [player.number for player in snapshot.players]
    if system.scheduled and numbers != list(range(1, len(numbers) + 1)):
        raise CommandError(f"the system {system.key} needs players numbered from 1 without gaps")


def write_file(document: Callable[[], TrfDocument], path: str | None) -> None:
    """Make a report file and write it, to standard output without a path. Raises CommandError."""
    from pairings.files.trf.writing.write import write

    try:
        data = write(document())
        if path is not None:
            from pathlib import Path

            Path(path).write_bytes(data)
            return
    except (TooWide, TrfError) as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from error
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def reason_text(reason: Reason, names: Mapping[int, str]) -> str:
    """Return the sentence, with its article."""
    from pairings.wording.sentences import sentence

    text = sentence(reason, names)
    return f"{text} [{reason.article}]" if reason.article else text


def refusal(error: CannotPair, names: Mapping[int, str]) -> str:
    """Return why the round cannot be paired, as one paragraph."""
    return " ".join(" ".join(reason_text(reason, names) for reason in error.reasons).split())


def reasons_json(reasons: Iterable[Reason], names: Mapping[int, str]) -> list[dict[str, object]]:
    from pairings.wording.sentences import sentence

    return [
        {
            "code": reason.code,
            "article": reason.article,
            "facts": plain(reason.facts),
            "text": sentence(reason, names),
        }
        for reason in reasons
    ]


def plain(fact: Fact | Mapping[str, Fact]) -> object:
    """Return facts as JSON values."""
    if isinstance(fact, Mapping):
        return {name: plain(value) for name, value in fact.items()}
    return [plain(value) for value in fact] if isinstance(fact, tuple) else fact


def why_not(system: System) -> Callable[[Snapshot, object, int, int], object] | None:
    """Return the function that explains why two players do not meet, if the system has one."""
    from pairings.library import system_calls

    return partial(system_calls.why_not, system.key) if system.questions.why_not else None


def as_reasons(answer: Any) -> tuple[Reason, ...]:
    """Return one reason or several as a tuple."""
    from pairings.library import system_calls

    return system_calls.as_reasons(answer)
