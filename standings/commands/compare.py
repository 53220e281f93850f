"""`compare`: the tables of a file under several rule sets, with changed places and the reasons."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from pairings.commands.command_line import CommandError
from standings.commands.common import RULE_SETS, add_file_arguments, document_of, rules_of
from standings.explain.wording_compare import line_sentence, move_sentence
from standings.reading import SnapshotFile
from standings.rulesets.compare import RuleSetComparison, compare


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_file_arguments(parser)
    parser.add_argument(
        "--rules",
        required=True,
        action="append",
        metavar="NAME",
        help=f"repeat it: the others are compared with the first. {RULE_SETS}",
    )


def run(arguments: argparse.Namespace) -> int:
    if len(arguments.rules) < 2:
        raise CommandError("Give --rules at least twice.")
    document = document_of(arguments)
    first, *others = (rules_of(name, document) for name in arguments.rules)
    for other in others:
        try:
            found = compare(document.snapshot, first, other, arguments.through_round)
        except ValueError as error:
            raise CommandError(str(error)) from error
        for line in _lines(found, document):
            print(line)
    return 0


def _lines(found: RuleSetComparison, document: SnapshotFile) -> Iterator[str]:
    yield f"{found.first.key} and {found.second.key}: {len(found.moves)} places differ."
    for line in found.lines:
        yield f"  {line_sentence(line)}"
    for move in found.moves:
        yield f"  {move_sentence(move, document.labels)}"
