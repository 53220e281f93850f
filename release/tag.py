"""`python -m release.tag v1.0.0` prints the notes of a release for its tag, or what is not ready for one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from release.__main__ import ROOT

#: The places of the release's version, and their patterns.
BY_PYTHON = r'(?m)^__version__ = "(.+)"$'
PLACES: dict[str, Callable[[str], str]] = {
    "pairings/__init__.py": lambda text: _find_pattern(BY_PYTHON, text),
    "standings/__init__.py": lambda text: _find_pattern(BY_PYTHON, text),
    "clients/python/kierros_client/__init__.py": lambda text: _find_pattern(BY_PYTHON, text),
    "clients/typescript/package.json": lambda text: str(json.loads(text)["version"]),
    "clients/typescript/package-lock.json": lambda text: str(json.loads(text)["version"]),
    "clients/typescript/README.md": lambda text: _all_of(r"kierros-client-(.+?)\.tgz", text),
    "README.md": lambda text: _all_of(r"kierros-([\d.]+)-py3", text),
}
TAG = re.compile(r"v(\d+\.\d+)\.\d+")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the notes, for `git tag --annotate --cleanup=verbatim --file`; or what is not ready."""
    (tag,) = sys.argv[1:] if arguments is None else arguments
    faults = [*_find_unfinished(), *faults_of(tag, ROOT)]
    if faults:
        sys.stderr.write("".join(f"{fault}\n" for fault in faults))
        return 1
    print(f"Kierros {tag[1:]}\n\n{notes(tag[1:], ROOT)}")
    return 0


def faults_of(tag: str, root: Path) -> Iterator[str]:
    """Yield the parts of the files that do not agree with a tag, a line each."""
    version = tag.removeprefix("v")
    api = TAG.fullmatch(tag)
    if api is None:
        yield f"{tag}: a tag is v, and three numbers: v1.0.0"
        return
    for place, reader in PLACES.items():
        there = reader(root.joinpath(place).read_text(encoding="utf-8"))
        if there != version:
            yield f"{place}: the version is {there}, not {version}"
    if not root.joinpath(f"docs/api/{api[1]}.json").exists():
        yield f"docs/api/{api[1]}.json: is missing; python -m tests.tools.contract {api[1]} writes it"
    if not notes(version, root):
        yield f"CHANGELOG.md: has no lines under {version} with a date"
    if notes("Unreleased", root):
        yield f"CHANGELOG.md: has lines under Unreleased; they belong under {version}"


def notes(version: str, root: Path) -> str:
    """Return the changelog of a version: all below its heading, which has a date."""
    date = "" if version == "Unreleased" else r" – \d{4}-\d\d-\d\d"
    text = root.joinpath("CHANGELOG.md").read_text(encoding="utf-8")
    return _find_pattern(rf"(?ms)^## {re.escape(version)}{date}\n(.*?)(?=^## |\Z)", text).strip()


def _all_of(pattern: str, text: str) -> str:
    """Return the versions that a file names in several places, with commas between: one if they agree."""
    return ", ".join(sorted(set(re.findall(pattern, text))))


def _find_pattern(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[1] if found else ""


def _find_unfinished() -> Iterator[str]:
    """A tag names a commit: what is not in one would be missing."""
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    if changed:
        yield f"not committed:\n{changed.rstrip()}"


if __name__ == "__main__":
    sys.exit(main())
