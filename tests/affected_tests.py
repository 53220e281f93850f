"""Run the test files nearest to a change (`manage.py test --changed`), and list the ones that are left out.

A test file is near to a module when it imports the module, or a module that imports it. At a greater distance nearly
everything reaches nearly everything, so the complete list covers those tests. Tests do not import pages but request
their addresses. So a test file is near to a view, its template and the scripts of that template when it contains the
address.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
#: More test files than this are distributed over several processes.
FEW = 5
#: The packages of the project that tests import.
PACKAGES = ("operating_system", "paper", "pictures", "pairings", "standings", "tournaments", "server", "config")
TEMPLATES, STATIC = ROOT / "templates", ROOT / "static"
ADDRESS = re.compile(r"""path\(\s*"([^"]+)",\s*([\w.]+)[^\n]*?name="([^"]+)\"""")
#: The variable part of a URL.
PLACE = re.compile(r"<\w+:\w+>")


def run(options: list[str]) -> int:
    """Run the near tests with pytest's options; return 0 if nothing has changed."""
    from tests import runner

    changed = changed_files()
    near = Nearness().of(changed)
    every = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")}
    print(f"{len(changed)} changed files, {len(near)} test files near to them:", *sorted(near), sep="\n  ")
    print(f"{len(every - near)} test files are further away and left out; `manage.py test` runs them.", flush=True)
    if not near:
        return 0
    several = runner.distribution_options(runner.CORES + 1) if len(near) > FEW else []
    return runner.pytest(*sorted(near), *several, *options)


def changed_files(root: Path = ROOT) -> list[Path]:
    """Return the files that differ from the upstream or main branch: by commits, changes and new files."""
    landed = (git(root, "merge-base", "HEAD", branch) for branch in ("@{upstream}", "main"))
    base = next((found[0] for found in landed if found), "HEAD")
    names = git(root, "diff", "--name-only", base, "--", ".")
    names += git(root, "ls-files", "--others", "--exclude-standard")
    return [root / name for name in dict.fromkeys(names)]


def git(root: Path, *arguments: str) -> list[str]:
    asked = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return asked.stdout.splitlines() if asked.returncode == 0 else []


@dataclass(frozen=True)
class Nearness:
    """The test files that are near a file of the project."""

    root: Path = ROOT

    @cached_property
    def graph(self) -> grimp.ImportGraph:
        return grimp.build_graph(*PACKAGES)

    @cached_property
    def tests(self) -> dict[str, str]:
        """The text of each test file, by its path relative to the root."""
        found = (self.root / "tests").rglob("test_*.py")
        return {str(path.relative_to(self.root)): path.read_text() for path in found}

    @cached_property
    def imports(self) -> dict[str, set[str]]:
        """The modules that each test file imports directly."""
        return {test: set(self._module_names(text)) for test, text in self.tests.items()}

    @cached_property
    def pages(self) -> dict[str, str]:
        """The text of each template, by its name."""
        return {str(path.relative_to(TEMPLATES)): path.read_text() for path in TEMPLATES.rglob("*.html")}

    def of(self, changed: Iterable[Path]) -> set[str]:
        """Return the near test files, by their paths relative to the root."""
        return {test for path in changed for test in self._of(path)}

    def _of(self, path: Path) -> set[str]:
        name = str(path.relative_to(self.root))
        if name in self.tests:
            return {name}
        if path.suffix == ".md":
            return {"tests/test_docs.py"}
        if path.suffix == ".py" and path.relative_to(self.root).parts[0] in {*PACKAGES, "tests"}:
            module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            return self._importing(module) | self._mentioning(self._addresses(module))
        if TEMPLATES in path.parents:
            return self.of(self._showing({str(path.relative_to(TEMPLATES))}))
        if STATIC in path.parents:
            return self._mentioning([path.name]) | self.of(self._showing(self._pages_with(path.name)))
        return self._mentioning([path.name, name])

    def _module_names(self, text: str) -> Iterator[str]:
        """Yield names of imported modules; for `from package import name` both, because `name` may be a module."""
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                yield from (each.name for each in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module
                yield from (f"{node.module}.{each.name}" for each in node.names)

    def _local_names(self, text: str, module: str) -> Iterator[str]:
        """Yield the names that a text uses for a module, or for its imports from it."""
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom):
                own = node.module == module
                yield from (
                    each.asname or each.name for each in node.names if own or f"{node.module}.{each.name}" == module
                )

    def _importing(self, module: str) -> set[str]:
        near = {module}
        if module in self.graph.modules:
            near |= self.graph.find_modules_that_directly_import(module)
        return {test for test, found in self.imports.items() if found & near}

    def _addresses(self, module: str) -> set[str]:
        """Return how tests write the URLs of a module of views: by name, or by their last fixed part."""
        found = set()
        for urls in self.root.glob("*/web/**/urls.py"):
            text = urls.read_text()
            known = set(self._local_names(text, module))
            for address, shown, name in ADDRESS.findall(text):
                if known & set(shown.split(".")):
                    found.add(f':{name}"')
                    last = PLACE.split(address)[-1]
                    found |= {f"{last}{end}" for end in '"?'} if len(last) > len("/") else set()
        return found

    def _mentioning(self, words: Iterable[str]) -> set[str]:
        wanted = tuple(words)
        return {test for test, text in self.tests.items() if any(word in text for word in wanted)}

    def _pages_with(self, script: str) -> set[str]:
        return {name for name, text in self.pages.items() if script in text}

    def _showing(self, names: set[str]) -> set[Path]:
        """Return the modules that name one of these templates, or a template that includes or extends it."""
        known = set(names)
        while (
            fresh := {page for page, text in self.pages.items() if any(f'"{name}"' in text for name in known)} - known
        ):
            known |= fresh
        modules = [path for folder in ("tournaments", "standings") for path in (self.root / folder).rglob("*.py")]
        return {path for path in modules if any(f'"{name}"' in path.read_text() for name in known)}
