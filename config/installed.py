"""The command `kierros` of an installed application, which corresponds to `python3 manage.py` in a source folder.

It is imported as `kierros.program.config.installed`, and then imports the program by its usual names. Data is kept in
the usual place for a user's programs, unless VAR_DIR names a folder.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs

PROGRAM = Path(__file__).resolve().parent.parent


def main() -> None:
    """Run one command line."""
    if not os.environ.get("VAR_DIR"):
        folder = platformdirs.user_data_path("kierros", appauthor=False)
        os.environ["VAR_DIR"] = str(folder)
    os.environ["KIERROS_COMMAND"] = "kierros"
    sys.path.insert(0, str(PROGRAM))
    from config import bootstrap

    bootstrap.installed_main(sys.argv[1:])
