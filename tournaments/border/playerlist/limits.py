"""How long a list can be, and the error of one that cannot be read."""

MOST_ROWS = 20_000
#: Lines with nothing in them count here too.
MOST_LINES = 2 * MOST_ROWS
#: Characters of a list, bytes of a file: beyond this a list is a mistake.
LARGEST = 2_000_000
#: Characters of a row: no player has so many.
LONGEST_ROW = 20_000
#: What lies to the right of so many columns is no player's.
MOST_COLUMNS = 40


class NotAList(ValueError):
    """The list as a whole cannot be read; the text says why."""


class RowTooLong(NotAList):
    """A row is so long that the text is none of players."""
