"""Play the scripts that need nothing but this repository: all of them, or those that are named.

python -m tests.faults [NAME ...]
"""

from __future__ import annotations

import sys

from tests.faults import backups, clock, failover, full_disk, killed, read_only, together, update
from tests.faults.harness import run

PLAYED = (killed, failover, read_only, full_disk, clock, together, backups, update)
SCRIPTS = {each.__name__.rpartition(".")[2]: each.scenario for each in PLAYED}


def main() -> int:
    found = {name: run(name, SCRIPTS[name]) for name in sys.argv[1:] or SCRIPTS}
    failed = [name for name, result in found.items() if result]
    print(f"{len(found)} played, {len(failed)} failed{': ' if failed else '.'}{', '.join(failed)}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
