"""What the commands on report files share: reading, the choice of system, and sentences."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from pairings import questions
from pairings.commandline import CommandError
from pairings.options import OptionError, specs
from pairings.options import read as read_options
from pairings.plan import CannotPair, Fact, Reason, RoundPlan
from pairings.sentences import sentence
from pairings.snapshot import Snapshot
from pairings.system import System
from pairings.systems import SYSTEMS
from pairings.systems.dutch.rules.codes import UnknownEdition, edition_named
from pairings.trf.errors import TooWide, TrfError
from pairings.trf.read import read
from pairings.trf.records import Document
from pairings.trf.replay import Replay
from pairings.trf.write import write


def add_system_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--system", default="dutch", help=f"the pairing system: {', '.join(SYSTEMS)}")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the system (may be repeated)"
    )
    parser.add_argument(
        "--edition", help="the edition of the system's rules; that of the file if it names one, else the latest"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the lots that a system draws (%(default)s)")


def chosen_system(arguments: argparse.Namespace, replay: Replay | None = None) -> tuple[System, Any]:
    """The system and its options, the edition being that of the file unless it was given. Raises CommandError."""
    if arguments.system not in SYSTEMS:
        raise CommandError(f"there is no system {arguments.system}; there are {', '.join(SYSTEMS)}")
    system = SYSTEMS[arguments.system]
    kinds = {spec.name: spec.kind for spec in specs(system.options)}
    values: dict[str, Any] = {}
    for given in arguments.option:
        name, _, value = given.partition("=")
        values[name] = _option_value(value, kinds.get(name, "choice"))
    edition = arguments.edition or (_edition_of(replay) if replay and "edition" in kinds else None)
    if edition:
        values.setdefault("edition", edition)
    try:
        return system, read_options(system.options, values)
    except OptionError as error:
        raise CommandError(str(error)) from error


def _edition_of(replay: Replay) -> str | None:
    document = replay.document
    try:
        return edition_named(document.texts("192"), next(iter(document.texts("042")), ""))
    except UnknownEdition as error:
        raise CommandError(str(error)) from error


def _option_value(value: str, kind: str) -> Any:
    if kind == "bool":
        return {"true": True, "yes": True, "false": False, "no": False}.get(value.lower(), value)
    return int(value) if kind == "int" and value.isascii() and value.isdigit() and len(value) < 19 else value


def replay_of(path: str) -> Replay:
    """The tournament in a file, `-` being standard input. Raises CommandError with the file, line and column."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return Replay(read(data))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from error
    except TrfError as error:
        raise CommandError(f"{path}: {error}") from error


def snapshot_of(replay: Replay, round_number: int | None) -> Snapshot:
    """The snapshot before a round, the next one if none is named. Raises CommandError."""
    number = replay.played + 1 if round_number is None else round_number
    if not 1 <= number <= replay.played + 1:
        raise CommandError(f"--round is from 1 to {replay.played + 1} for this file")
    return replay.snapshot(number)


def paired(system: System, options: Any, snapshot: Snapshot, seed: int) -> RoundPlan:
    """The engine's plan. Raises CannotPair, and CommandError for a schedule whose seats have gaps."""
    numbers = [player.number for player in snapshot.players]
    if system.scheduled and numbers != list(range(1, len(numbers) + 1)):
        raise CommandError(f"the system {system.key} needs players numbered from 1 without gaps")
    return system.pair(snapshot, options, Random(seed))


def write_file(made: Callable[[], Document], path: str | None) -> None:
    """Makes a report file and writes it, to standard output without a path. Raises CommandError."""
    try:
        data = write(made())
        if path is not None:
            Path(path).write_bytes(data)
            return
    except (TooWide, TrfError) as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from error
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def names_of(replay: Replay) -> dict[int, str]:
    """Players as people know them, with their numbers in the file."""
    return {e.number: f"{e.record.name or 'player'} ({e.record.number})" for e in replay.entrants}


def worded(reason: Reason, names: Mapping[int, str]) -> str:
    """The sentence, with the article it rests on."""
    text = sentence(reason, names)
    return f"{text} [{reason.article}]" if reason.article else text


def refusal(error: CannotPair, names: Mapping[int, str]) -> str:
    """Why the round cannot be paired, as one paragraph."""
    return " ".join(" ".join(worded(reason, names) for reason in error.reasons).split())


def reasons_json(reasons: Iterable[Reason], names: Mapping[int, str]) -> list[dict[str, Any]]:
    return [
        {
            "code": reason.code,
            "article": reason.article,
            "facts": plain(reason.facts),
            "sentence": sentence(reason, names),
        }
        for reason in reasons
    ]


def plain(fact: Fact | Mapping[str, Fact]) -> Any:
    """Facts as JSON knows them."""
    if isinstance(fact, Mapping):
        return {name: plain(value) for name, value in fact.items()}
    return [plain(value) for value in fact] if isinstance(fact, tuple) else fact


def why_not(system: System) -> Callable[[Snapshot, Any, int, int], Any] | None:
    """The function by which a system tells why two players do not meet, if its engine has one."""
    return partial(questions.why_not, system) if system.questions.why_not else None


def as_reasons(answer: Any) -> tuple[Reason, ...]:
    """One reason or several, as engines give them."""
    return questions.as_reasons(answer)
