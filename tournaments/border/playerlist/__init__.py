"""A list of players as people have it: pasted, CSV, TSV, XLSX or a report file.

`open_file` makes text of a file, `read` understands a text, `compare` says what it does beside those who are there;
none of them stores anything. `write` is the way out. What a column can hold is COLUMNS.
"""

from tournaments.border.playerlist.columns import COLUMNS, FIELDS, LEFT_OUT, SECTION, UNKNOWN
from tournaments.border.playerlist.comparing import Answers, Decided, Fate, Plan, compare, key_of
from tournaments.border.playerlist.limits import LARGEST, MOST_ROWS, NotAList, RowTooLong
from tournaments.border.playerlist.reading import Choice, ListRow, PlayerList, chosen_after, read
from tournaments.border.playerlist.texts import Given, open_file, unmangle
from tournaments.border.playerlist.writing import write

__all__ = [
    "COLUMNS",
    "FIELDS",
    "LARGEST",
    "LEFT_OUT",
    "MOST_ROWS",
    "SECTION",
    "UNKNOWN",
    "Answers",
    "Choice",
    "Decided",
    "Fate",
    "Given",
    "ListRow",
    "NotAList",
    "Plan",
    "PlayerList",
    "RowTooLong",
    "chosen_after",
    "compare",
    "key_of",
    "open_file",
    "read",
    "unmangle",
    "write",
]
