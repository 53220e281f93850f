"""The command line: `python -m pairings COMMAND ...`. It uses no database and imports only what the command needs.

Exit status 0: done. 1: the answer is no (no legal pairing, a round or a rank differs). 2: broken file or arguments.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pairings.commands import command_line

#: Command, its module, and what it does, in the order of the help text. Some need the standings too, and so live there.
COMMANDS = (
    ("pair", "pairings.commands.pair", "pair a round of a report file"),
    ("check", "standings.commands.check", "pair every round of report files anew, reckon their standings, and compare"),
    ("explain", "pairings.commands.explain", "say why a round of a report file is paired as it is"),
    ("compare", "pairings.commands.compare", "pair a round under each of FIDE's Swiss systems, side by side"),
    ("generate", "standings.commands.generate", "make up a tournament, paired by the engine"),
    ("schedule", "pairings.commands.schedule", "lay out every round of a round robin or a circular plan"),
    ("papp", "pairings.commands.papp", "pair positions by the smallest total penalty, and say why"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    command_line.print_any_name()
    return command_line.run("pairings", "Pair rounds, check files, lay out schedules.", COMMANDS, arguments)


if __name__ == "__main__":
    sys.exit(main())
