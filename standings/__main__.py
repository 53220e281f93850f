"""The command line: `python -m standings COMMAND ...`. No database, nothing imported that the command does not need.

Exit status 0: done. 2: broken file or arguments, said in one line.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pairings.commands import command_line

#: Command, its module, and what it does, in the order of the help text.
COMMANDS = (
    ("rank", "standings.commands.rank", "The table of a file under a rule set."),
    ("compare", "standings.commands.compare", "Whose place differs under two rule sets, and why."),
)


def main(arguments: Sequence[str] | None = None) -> int:
    command_line.print_any_name()
    return command_line.run("standings", "Rank players and say why.", COMMANDS, arguments)


if __name__ == "__main__":
    sys.exit(main())
