"""The command line: `python -m pairings COMMAND ...`. No database, nothing imported that the command does not need.

Exit status 0: done. 1: the answer is no (no legal pairing, a round differs). 2: broken file or arguments.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from pairings.commands import CommandError

#: Command, its module in pairings.commands, and what it does, in the order of the help text.
COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("pair", "pair", "pair a round of a report file"),
    ("check", "check", "pair every round of report files anew and compare"),
    ("explain", "explain", "say why a round of a report file is paired as it is"),
    ("generate", "generate", "make up a tournament, paired by the engine"),
    ("schedule", "schedule", "lay out every round of a round robin or a circular plan"),
    ("papp", "papp", "pair positions by the smallest total penalty, and say why"),
)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = _Parser(prog="python -m pairings", description="Pair rounds, check files, lay out schedules.")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, module, help_text in COMMANDS:
        subparser = subparsers.add_parser(name, help=help_text, description=help_text)
        if name == (given or [""])[0]:
            loaded = importlib.import_module(f"pairings.commands.{module}")
            loaded.add_arguments(subparser)
            subparser.set_defaults(run=loaded.run)
    parsed = parser.parse_args(given)
    try:
        return int(parsed.run(parsed))
    except CommandError as error:
        print(f"{parser.prog} {parsed.command}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # names must print in any locale
    sys.exit(main())
