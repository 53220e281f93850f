"""Read and write player lists: pasted text, CSV, TSV, XLSX or a report file.

`open_file` turns a file into text, `read` parses a text, and `compare` says what the list changes for existing players.
None of them stores anything. `write` exports a list. COLUMNS lists what a column can contain.
"""

from tournaments.player_lists.columns import COLUMNS, FIELDS, NO_COLUMN, SECTION, UNKNOWN, write
from tournaments.player_lists.comparing import Answers, Fate, Plan, RowDecision, compare, key_of
from tournaments.player_lists.reading import ColumnChoice, ListRow, PlayerList, chosen_after, read
from tournaments.player_lists.texts import LARGEST, MOST_ROWS, ListText, NotAList, RowTooLong, open_file, unmangle

__all__ = [
    "COLUMNS",
    "FIELDS",
    "LARGEST",
    "MOST_ROWS",
    "NO_COLUMN",
    "SECTION",
    "UNKNOWN",
    "Answers",
    "ColumnChoice",
    "Fate",
    "ListRow",
    "ListText",
    "NotAList",
    "Plan",
    "PlayerList",
    "RowDecision",
    "RowTooLong",
    "chosen_after",
    "compare",
    "key_of",
    "open_file",
    "read",
    "unmangle",
    "write",
]
