"""Write `pairings/library/typed.pyi`, the types of the systems and their options.

.venv/bin/python -m tests.tools.stubs
"""

import subprocess
import sys
from pathlib import Path

from pairings.library.functions import options_of
from pairings.options import OptionSpec
from pairings.systems import SYSTEMS

STUB = Path(__file__).parents[2] / "pairings/library/typed.pyi"
HEAD = """# Systems and options as a type checker reads them. Written by `tests/tools/stubs.py`: do not edit it.

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal, TypeAlias, TypedDict, Unpack, overload

from pairings.files.trf.writing.build import Heading, Person
from pairings.files.trf.writing.write import Edition
from pairings.plan import RoundPlan
from pairings.snapshot import Snapshot
"""
KINDS = {
    "int": "int",
    "bool": "bool",
    "share": "Fraction | int | str",
    "exact": "Fraction | int | str",
    "text": "str",
    "texts": "Sequence[str]",
    "names": "Sequence[str]",
    "ints": "Sequence[int]",
}
#: Each function, with its arguments before and after the system, and its return type.
FUNCTIONS = (
    ("pair", "snapshot: Snapshot", "*, seed: int | str = 0", "RoundPlan"),
    ("check", "snapshot: Snapshot, plan: RoundPlan", "", "tuple[str, ...]"),
    ("why_not", "snapshot: Snapshot, one: int, other: int", "", "tuple[str, ...]"),
    (
        "write",
        "snapshot: Snapshot",
        (
            '*, name: str = "", first_day: date | None = None, report_edition: Edition = ..., '
            "people: Mapping[int, Person] | None = None, heading: Heading | None = None"
        ),
        "bytes",
    ),
)
USUAL = "dutch"


def name_of(key: str) -> str:
    return "".join(word.capitalize() for word in key.split("-")) + "Options"


def type_of(spec: OptionSpec) -> str:
    known = KINDS.get(spec.kind) or f"Literal[{', '.join(repr(str(choice.value)) for choice in spec.choices)}]"
    return f"{known} | None" if spec.default is None and spec.kind in ("int", "share", "exact") else known


def stub() -> str:
    lines = [HEAD, f"SystemName: TypeAlias = Literal[{', '.join(f'{key!r}' for key in SYSTEMS)}]", ""]
    for key in SYSTEMS:
        fields = [f"    {spec.name}: {type_of(spec)}" for spec in options_of(key)]
        lines += [f"class {name_of(key)}(TypedDict, total=False):", *(fields or ["    ..."]), ""]
    for name, before, behind, gives in FUNCTIONS:
        for key in SYSTEMS:
            usual = " = ..." if key == USUAL else ""
            parts = [before, f'system: Literal["{key}"]{usual}', behind, f"**options: Unpack[{name_of(key)}]"]
            lines += ["@overload", f"def {name}({', '.join(filter(None, parts))}) -> {gives}: ..."]
        lines.append("")
    return format_stub("\n".join(lines))


def format_stub(text: str) -> str:
    """Return the text as ruff formats it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(STUB), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    STUB.write_text(stub())
