"""The command `kierros` of an installed application: what `python3 manage.py` is in a folder of the source.

It is imported as `kierros.program.config.installed`, and then imports the program by its usual names. Data is kept
where programs of a user keep theirs, unless VAR_DIR names a folder.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs

PROGRAM = Path(__file__).resolve().parent.parent


def main() -> None:
    """Carry out one command line."""
    if not os.environ.get("VAR_DIR"):
        folder = platformdirs.user_data_path("kierros", appauthor=False)
        os.environ["VAR_DIR"] = str(folder)
    os.environ["KIERROS_COMMAND"] = "kierros"
    sys.path.insert(0, str(PROGRAM))
    from config import bootstrap

    bootstrap.installed_main(sys.argv[1:])
