"""A list of players as people have it: pasted, CSV, TSV, XLSX or a report file.

`open_file` makes text of a file, `read` understands a text, `compare` says what it does beside those who are there;
none of them stores anything. `write` is the way out. What a column can hold is COLUMNS.
"""

from tournaments.player_lists.columns import COLUMNS, FIELDS, LEFT_OUT, SECTION, UNKNOWN, write
from tournaments.player_lists.comparing import Answers, Fate, Plan, RowDecision, compare, key_of
from tournaments.player_lists.reading import Choice, ListRow, PlayerList, chosen_after, read
from tournaments.player_lists.texts import LARGEST, MOST_ROWS, ListText, NotAList, RowTooLong, open_file, unmangle

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
