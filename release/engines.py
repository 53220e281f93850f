"""The engines by themselves, as their own project: `kierros.pairings` and `kierros.standings`.

Here the two folders are called `pairings` and `standings`. Another package on PyPI installs a `standings`, so what is
published is in a folder `kierros`, and each import says so (docs/decisions/0060-contract-of-the-api.md).
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PACKAGES = ("pairings", "standings")
#: The parts that use Django and belong to the server alone.
OF_THE_SERVER = ("standings/apps.py", "standings/web")
#: An import, and text in quotes that begins with the name of a module. `import pairings` is written nowhere.
NAMES = re.compile(r"""(?m)(^\s*from |["'`](?=\w+\.[a-z_{]))(pairings|standings)\b""")

PROJECT = """\
[project]
name = "kierros-engines"
description = "Pairing systems and tie-breaks of tournaments: Swiss, round robin, knock-out, teams"
readme = "README.md"
requires-python = ">=3.11"
dynamic = ["version"]
license = "MIT"
license-files = ["LICENSE"]
keywords = ["tournament", "pairing", "swiss", "chess", "tie-break", "standings"]
classifiers = [
    "Intended Audience :: Developers",
    "Programming Language :: Python :: 3",
    "Programming Language :: Python :: 3 :: Only",
    "Topic :: Games/Entertainment :: Board Games",
    "Typing :: Typed",
]

[project.scripts]
kierros-pairings = "kierros.pairings.__main__:main"
kierros-standings = "kierros.standings.__main__:main"

[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[tool.hatch.version]
path = "kierros/pairings/__init__.py"

[tool.hatch.build]
only-include = ["kierros"]
"""


def write_project(folder: Path) -> None:
    """Write the whole project into an empty folder; any build tool makes its packages there."""
    for path in _files():
        target = folder / "kierros" / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(rename_modules(path.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    shutil.copy2(ROOT / "docs/library.md", folder / "README.md")
    shutil.copy2(ROOT / "LICENSE", folder / "LICENSE")


def rename_modules(source: str) -> str:
    """Python source with the names that its modules have once they are installed."""
    return NAMES.sub(r"\1kierros.\2", source)


def _files() -> Iterator[Path]:
    not_theirs = tuple(ROOT / name for name in OF_THE_SERVER)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            own = path.is_file() and path.suffix != ".pyc"
            if own and not any(path.is_relative_to(other) for other in not_theirs):
                yield path
