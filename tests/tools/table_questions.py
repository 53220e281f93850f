"""Find code that checks the kind of a tournament's tables instead of using the record of the kind.

    .venv/bin/python -m tests.tools.table_questions          lists each place, and their number

`tournaments/core/tables/` contains the records, and `tournaments/models/` the columns. Code that reads results of pods
from `others` does not count. Neither do names of settings in forms and files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WHERE = {"tournaments": ".py", "standings/web": ".py", "server": ".py", "config": ".py", "templates": ".html"}
#: The modules that define the kinds.
AT_HOME = ("tournaments/core/tables/", "tournaments/models/", "tournaments/migrations/")
#: Flags of a tournament, its scoring or its system, and checks whether a row has seats instead of sides.
QUESTION = re.compile(
    r"\.of_(?:pods|partners|teams)\b|\.get\(\"of_(?:pods|partners|teams)\"\)"
    r"|\b(?:system|scoring|\])\.(?:pods|partners|boards)\b|\]\.(?:pods|partners)\b|\brow\.pod\b"
)
#: Flags of rounds: whether losers are eliminated, and whether rounds wait for each other.
OF_ROUNDS = re.compile(r"\bis_knock_out\(|\.knocks_out\b|(?<!def )\boverlaps\(|\.overlapping\b|if knocks_out\b")


def questions(pattern: re.Pattern[str] = QUESTION) -> Iterator[tuple[str, int, str]]:
    """Yield each place: the file's path, the line number, and the line."""
    for folder, end in WHERE.items():
        for path in sorted((ROOT / folder).rglob(f"*{end}")):
            name = str(path.relative_to(ROOT))
            if not name.startswith(AT_HOME):
                for number, line in enumerate(path.read_text().splitlines(), start=1):
                    if pattern.search(line) and "import" not in line.split():
                        yield name, number, line.strip()


if __name__ == "__main__":
    for about, asked in (("the kind of table", QUESTION), ("the kind of rounds", OF_ROUNDS)):
        found = list(questions(asked))
        for file, number, line in found:
            print(f"{file}:{number}: {line}")
        print(f"{about}: {len(found)} places in {len({file for file, _number, _line in found})} files\n")
