"""The shared parts of the commands: the file, the rule set, the round, and errors as one line."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from pairings.commands.command_line import CommandError, bytes_of
from pairings.options import OptionError, parse
from standings.core.rank import Standings, rank
from standings.core.rules import Rules
from standings.reading import BrokenFile, SnapshotFile, read
from standings.reading.tie_break_list import TieBreakList, of_codes
from standings.rulesets.customise import LINES, customise
from standings.rulesets.presets import RULES, for_system


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    about = "a report file (TRF), a snapshot of the API, a tournament file or an event (JSON), or - for standard input"
    parser.add_argument("file", metavar="FILE", help=about)
    parser.add_argument(
        "--through-round", type=int, metavar="N", help="the standings after this round (default: the last)"
    )


def document_of(arguments: argparse.Namespace) -> SnapshotFile:
    try:
        return read(bytes_of(arguments.file))
    except BrokenFile as error:
        raise CommandError(f"{arguments.file}: {error}") from error


#: All rule sets, for the help of `--rules`.
RULE_SETS = f"rule set: {', '.join(RULES)}"


def rules_of(name: str, document: SnapshotFile) -> Rules:
    """Return the rule set with this name, adapted to the file's pairing system. Raises CommandError for an unknown
    name.
    """
    if name not in RULES:
        raise CommandError(f"There is no rule set {name}. Known: {', '.join(RULES)}.")
    return RULES[name] if document.round_robin is None else for_system(RULES[name], document.round_robin)


def add_change_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--change",
        action="append",
        default=[],
        metavar="LINE=VALUE",
        help=f"change a line of the rule set; can be repeated. Lines: {', '.join(LINES)}",
    )


def with_changes(rules: Rules, changes: Iterable[str]) -> Rules:
    """Return the rule set with lines changed by arguments such as "percentages.floor=1/3" and "chain=MP OMW"."""
    for change in changes:
        name, _equals, value = change.partition("=")
        try:
            rules = customise(rules, {name: parse(LINES[name], value) if name in LINES else value})
        except OptionError as error:
            raise CommandError(f"{name}: {error}") from error
    return rules


def tie_breaks(value: str) -> TieBreakList:
    """Return the list of criteria that an argument names. Raises ArgumentTypeError."""
    listed = of_codes(value)
    if listed.unknown or not listed.chain:
        raise argparse.ArgumentTypeError(f"{listed.unknown or 'an empty list'} is no tie-break here")
    return listed


def table_of(document: SnapshotFile, rules: Rules, through_round: int | None, columns: tuple[str, ...]) -> Standings:
    try:
        return rank(document.snapshot, rules, through_round, columns)
    except ValueError as error:
        raise CommandError(str(error)) from error


def player_of(document: SnapshotFile, label: str) -> int:
    """Return the number of the only player with this id or name in the file. Raises CommandError."""
    found = [number for number, player_label in document.labels.items() if player_label == label]
    found = found or [player.number for player in document.snapshot.players if player.name == label]
    if len(found) != 1:
        raise CommandError(f"{'Several players are' if found else 'There is no player'} called {label}.")
    return found[0]
