"""The command line: `python -m standings COMMAND ...`. It needs no database and imports only what the command uses.

Exit status 0: success. 2: broken file or invalid arguments, reported in one line.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pairings.commands import command_line

#: Command, its module, and its purpose, in the order of the help text.
COMMANDS = (
    ("rank", "standings.commands.rank", "The table of a file under a rule set."),
    ("compare", "standings.commands.compare", "Whose place differs under two rule sets, and why."),
)


def main(arguments: Sequence[str] | None = None) -> int:
    command_line.print_any_name()
    return command_line.run("standings", "Rank players and say why.", COMMANDS, arguments)


if __name__ == "__main__":
    sys.exit(main())
