"""The command line: `python -m pairings COMMAND ...`. No database, nothing imported that the command does not need.

Exit status 0: done. 1: the answer is no (no legal pairing, a round differs). 2: broken file or arguments.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pairings import commandline

#: Command, a module of pairings.commands, and what it does, in the order of the help text.
COMMANDS = (
    ("pair", "pair a round of a report file"),
    ("check", "pair every round of report files anew and compare"),
    ("explain", "say why a round of a report file is paired as it is"),
    ("generate", "make up a tournament, paired by the engine"),
    ("schedule", "lay out every round of a round robin or a circular plan"),
    ("papp", "pair positions by the smallest total penalty, and say why"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    commandline.print_any_name()
    return commandline.run("pairings", "Pair rounds, check files, lay out schedules.", COMMANDS, arguments)


if __name__ == "__main__":
    sys.exit(main())
