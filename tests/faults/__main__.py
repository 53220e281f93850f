"""Run the scripts that need only this repository: all of them, or the named ones.

python -m tests.faults [NAME ...]
"""

from __future__ import annotations

import argparse
import sys

from tests.faults import backups, clock, concurrent_start, failover, full_disk, killed, read_only, update
from tests.faults.harness import run

PLAYED = (killed, failover, read_only, full_disk, clock, concurrent_start, backups, update)
SCRIPTS = {each.__name__.rpartition(".")[2]: each.scenario for each in PLAYED}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SCRIPTS))
    names = parser.parse_args().names or list(SCRIPTS)
    if unknown := [name for name in names if name not in SCRIPTS]:
        parser.error(f"Unknown scripts: {', '.join(unknown)}. Choose from: {', '.join(SCRIPTS)}.")
    found = {name: run(name, SCRIPTS[name]) for name in names}
    failed = [name for name, result in found.items() if result]
    print(f"{len(found)} scripts run, {len(failed)} failed{': ' if failed else '.'}{', '.join(failed)}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
