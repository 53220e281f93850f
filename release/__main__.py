"""The command line: writes every file of a release into a folder."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from release.engines import write_project

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the application (wheel and source archive) and the engines (wheel and source archive)."""
    parser = ArgumentParser(prog="python -m release", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="the folder for the files; made if it does not exist")
    folder = parser.parse_args(arguments).folder.resolve()
    build(ROOT, folder)
    with tempfile.TemporaryDirectory(prefix="kierros-engines-") as project:
        write_project(Path(project))
        build(Path(project), folder)
    for path in sorted(folder.glob("kierros*")):
        print(path)
    return 0


def build(project: Path, folder: Path, *targets: str) -> None:
    """Build wheel and source archive of a project, or only some targets, with the packages of this environment."""
    chosen = [option for target in targets for option in ("-t", target)]
    command = [sys.executable, "-m", "hatchling", "build", *chosen, "-d", str(folder)]
    subprocess.run(command, cwd=project, check=True)


if __name__ == "__main__":
    sys.exit(main())
