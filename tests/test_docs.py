"""The docs name only existing functions, tests, files, commands and links. Decisions have one form and one index.

A name in backticks is looked up from its end: `field.Field._legal` is an attribute of a class of any module `field`,
`seating/classes.py` any file whose path ends so. Words without a capital, a dot or an underscore are looked up only in
tables, below "function", "code", "where" and "test"; elsewhere they may be options, keys or plain words.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

from pairings.__main__ import COMMANDS as PAIRINGS
from pairings.systems import SYSTEMS

ROOT = Path(__file__).parents[1]
#: All documents except the changelog, which names things that no longer exist.
DOCS = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")} - {ROOT / "CHANGELOG.md"})
DECISIONS = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))
PYTHON = (
    "benchmarks",
    "config",
    "operating_system",
    "pairings",
    "paper",
    "pictures",
    "release",
    "server",
    "standings",
    "tests",
    "tournaments",
    "manage.py",
)
FOLDERS = (*PYTHON, ".ci", ".github", "docs", "locale", "requirements", "static", "templates")
#: Created when the program runs.
OF_THE_MACHINE = {"var/", ".venv/"}
NAMED = ("function", "code", "where", "test")
COMMANDS = {*get_commands(), "test", "bootstrap"}

IDENTIFIER = r"[^\W\d]\w*"
SPAN = re.compile(r"`([^`\n]+)`")
PLACE = re.compile(r"[\w.-]*(?:/[\w.-]+)*/?")
IN_FILE = re.compile(rf"(\S+\.py): ({IDENTIFIER}(?:\.{IDENTIFIER})*)")
DOTTED = re.compile(rf"{IDENTIFIER}(?:\.{IDENTIFIER})+")
TELLING = re.compile(rf"(?=.*[_A-Z])(?=..){IDENTIFIER}")
A_CASE = re.compile(r"(\w+)\[([\w.]+)\]")
MANAGED = re.compile(r"manage\.py (\w+)")
RUN = re.compile(rf"python3? -m ({IDENTIFIER}(?:\.{IDENTIFIER})*)(?: ([a-z]\w*))?")
TESTED = re.compile(r"\btests/[\w/.-]*\w/?")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")

Names = dict[str, "Names"]


@cache
def files() -> tuple[str, ...]:
    """Return every file of the project, and every folder with a slash at its end."""
    found = [each for each in ROOT.iterdir() if each.is_file()]
    for folder in FOLDERS:
        found += [ROOT / folder, *(each for each in (ROOT / folder).rglob("*") if "__pycache__" not in each.parts)]
    return tuple(each.relative_to(ROOT).as_posix() + "/" * each.is_dir() for each in found)


@cache
def modules() -> dict[str, Names]:
    """Return the names of every module, by its dotted name."""
    found: dict[str, Names] = {}
    for name in files():
        if name.endswith(".py") and name.split("/")[0] in PYTHON:
            dotted = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            found[dotted] = dict(members(ast.parse((ROOT / name).read_text()).body))
    return found


def members(body: list[ast.stmt]) -> Iterator[tuple[str, Names]]:
    """Yield the names in a module or a class, and those in its classes."""
    for node in body:
        match node:
            case ast.ClassDef():
                own = [*members(node.body), *((name, {}) for name in attributes(node))]
                yield node.name, dict(own)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name, {}
            case ast.Import() | ast.ImportFrom():
                yield from ((each.asname or each.name, {}) for each in node.names)
            case ast.Assign() | ast.AnnAssign():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                named = (each for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
                yield from ((each.id, {}) for each in named)
            case ast.If() | ast.Try():
                yield from members(node.body)


def attributes(node: ast.ClassDef) -> Iterator[str]:
    """Yield the attributes that the methods of a class set on `self`."""
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store) and isinstance(each.value, ast.Name):
            yield each.attr


@cache
def known_names() -> frozenset[str]:
    """Return the names in all modules and classes, and those of modules, folders, settings and views."""
    found = {part for name in files() for part in name.removesuffix("/").removesuffix(".py").split("/")}
    levels = [*modules().values()]
    while levels:
        level = levels.pop()
        found |= set(level)
        levels += level.values()
    for path in (ROOT / "tournaments/sql").glob("*.sql"):
        found |= set(re.findall(r"CREATE VIEW (\w+)", path.read_text()))
    return frozenset(found | set(re.findall(r"[A-Z_]{4,}", (ROOT / "config/settings.py").read_text())))


def has(level: Names, names: list[str]) -> bool:
    return not names or (names[0] in level and has(level[names[0]], names[1:]))


def is_dotted(name: str) -> bool:
    """Return whether a module, or a class of any module, has the dotted name."""
    parts = name.split(".")
    if any(has(level, parts) and level[parts[0]] for level in modules().values()):
        return True
    splits = ((".".join(parts[:i]), parts[i:]) for i in range(len(parts), 0, -1))
    return any(
        has(level, rest)
        for head, rest in splits
        for each, level in modules().items()
        if f".{each}".endswith(f".{head}")
    )


def is_place(name: str) -> bool:
    """Return whether the path of a file or folder ends this way, with `.py` or a slash added if it is missing."""
    wanted = {f"/{name}", f"/{name}/", f"/{name}.py"}
    return name in OF_THE_MACHINE or any(f"/{each}".endswith(end) for each in files() for end in wanted)


def is_case(tests: str, case: str) -> bool:
    """Return whether a test file contains the class and the name of the case."""
    texts = [(ROOT / name).read_text() for name in files() if name.startswith("tests/") and name.endswith(".py")]
    return any(f"class {tests}" in text and f'"{case}"' in text for text in texts)


def is_there(name: str, answer: bool) -> bool:
    """Return whether the text in backticks exists, or cannot exist as a name.

    With `answer`, a plain identifier has to be a known name.
    """
    if (found := A_CASE.fullmatch(name)) and name.startswith("Test"):
        return is_case(*found.groups())
    if found := IN_FILE.fullmatch(name):
        place, inside = found.groups()
        return is_place(place) and is_dotted(f"{place.removesuffix('.py').replace('/', '.')}.{inside}")
    if PLACE.fullmatch(name) and not name.startswith(("/", "-")) and ("/" in name or name.endswith((".py", ".md"))):
        return is_place(name) or is_dotted(name.strip("/").replace("/", "."))
    if DOTTED.fullmatch(name):
        return is_dotted(name) or is_place(name)
    if TELLING.fullmatch(name) or (answer and re.fullmatch(IDENTIFIER, name)):
        return name in known_names()
    return not name.startswith(("Test", "test_"))


def spans(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in backticks, and whether it is in a column of names."""
    columns: list[bool] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            columns = []
            yield from ((span, False) for span in SPAN.findall(line))
            continue
        cells = line.strip("|").split("|")
        columns = columns or [cell.strip().startswith(NAMED) for cell in cells]
        for place, cell in enumerate(cells):
            yield from ((span, columns[place]) for span in SPAN.findall(cell))


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.relative_to(ROOT).as_posix())
class TestReferences:
    def test_is_there(self, path):
        assert [span for span, answer in spans(path.read_text()) if not is_there(span, answer)] == []

    def test_named_commands_exist(self, path):
        text = path.read_text()
        assert set(MANAGED.findall(text)) <= COMMANDS
        for module, command in RUN.findall(text):
            place = module.replace(".", "/")
            assert is_place(f"{place}.py") or is_place(f"{place}/__main__.py")
            places = {name: there for name, there, _what in PAIRINGS} if module == "pairings" else {}
            assert not command or is_place(places.get(command, f"{module}.commands.{command}").replace(".", "/"))
        assert [each for each in TESTED.findall(text) if not is_place(each)] == []

    def test_links_lead_to_existing_files(self, path):
        assert [link for link in LINK.findall(path.read_text()) if not (path.parent / link).exists()] == []


class TestDecisions:
    def test_are_numbered_consecutively(self):
        assert [int(path.name[:4]) for path in DECISIONS] == [*range(1, len(DECISIONS) + 1)]

    @pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
    def test_have_one_form(self, path):
        text = path.read_text()
        assert text.startswith(f"# {int(path.name[:4])}. ")
        assert re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE) == ["Context", "Decision", "Options", "Consequences"]
        assert not re.search(r"^##", text, re.MULTILINE)

    def test_are_listed_once_in_the_index(self):
        """Each decision is listed once, in one area, with its number and title; in an area the older come first."""
        index = (ROOT / "docs/decisions/README.md").read_text()
        titles = [(path.name, path.read_text().splitlines()[0].removeprefix("# ")) for path in DECISIONS]
        areas = [re.findall(r"^- \[(.+)\]\((\S+)\)$", part, re.MULTILINE) for part in index.split("\n## ")[1:]]
        assert sorted((name, title) for area in areas for title, name in area) == titles
        for area in areas:
            assert area
            assert [name for _title, name in area] == sorted(name for _title, name in area)


def test_readme_states_the_number_of_pairing_systems():
    assert f"**{len(SYSTEMS)} pairing systems**" in (ROOT / "README.md").read_text()
