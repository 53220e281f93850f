"""Choose a reproducible sample of mutants, and find the same mutants again in a later version of the code."""

from __future__ import annotations

import ast
import hashlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from tests.tools.mutation.operators import Site, sites

#: The checkout. The tool's own tests replace it.
ROOT = Path(os.environ.get("MUTANTS_ROOT", Path(__file__).resolve().parents[3]))
#: Parts of the product, and their numbers of the 240 mutants.
SHARES = {
    "tournaments": 152,
    "server": 16,
    "config": 8,
    "standings/web": 24,
    "pairings": 40,
}
#: Code left out: migrations run once, and the rest runs in separate processes, where code objects cannot be swapped.
LEFT_OUT = (
    "/migrations/",
    "config/settings.py",
    "config/bootstrap.py",
    "config/embedded/",
    "config/management/",
    "config/starting/privileges.py",
    "server/processes/supervisor.py",
)
PER_MODULE = 3
#: Functions with fewer places are usually a single `return`, whose mutant any test kills.
FEWEST_PLACES = 3


@dataclass(frozen=True)
class Mutant:
    """A mutant, identified only by names, because line numbers may move."""

    module: str
    function: str
    operator: str
    text: str
    ordinal: int
    becomes: str

    @property
    def words(self) -> str:
        return f"{self.module}: {self.function}: {self.operator}: {self.text} -> {self.becomes}"


def path_of(module: str) -> Path:
    path = ROOT / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def tree_of(module: str) -> ast.Module:
    return ast.parse(path_of(module).read_text())


def _number(seed: int, *parts: object) -> int:
    """Return a number that depends only on the seed and the names, so that other code does not change the choice."""
    return int.from_bytes(hashlib.sha256(repr((seed, *parts)).encode()).digest()[:8])


def _modules(part: str) -> list[str]:
    files = sorted((ROOT / part).rglob("*.py"))
    return [
        module_of(path) for path in files if not any(piece in path.relative_to(ROOT).as_posix() for piece in LEFT_OUT)
    ]


def _mutant(module: str, site: Site) -> Mutant:
    return Mutant(module, site.function, site.operator, site.text, site.ordinal, site.becomes)


def _by_function(modules: Iterable[str]) -> dict[tuple[str, str], list[Site]]:
    found: dict[tuple[str, str], list[Site]] = defaultdict(list)
    for module in modules:
        for site in sites(tree_of(module)):
            found[module, site.function].append(site)
    return {function: places for function, places in found.items() if len(places) >= FEWEST_PLACES}


def _one_of(seed: int, module: str, found: Sequence[Site]) -> Mutant:
    """Choose an operator first, then one of its places. Otherwise constants would be most of the sample."""
    operators = sorted(
        {site.operator for site in found}, key=lambda name: _number(seed, module, name, found[0].function)
    )
    places = [_mutant(module, site) for site in found if site.operator == operators[0]]
    return min(places, key=lambda mutant: _number(seed, *asdict(mutant).values()))


def choose(seed: int, count: int) -> list[Mutant]:
    """Choose at most one mutant of a function and three of a module, with the numbers of each part in SHARES."""
    chosen: list[Mutant] = []
    for part, share in SHARES.items():
        wanted = round(share * count / sum(SHARES.values()))
        functions = _by_function(_modules(part))
        of_module: Counter[str] = Counter()
        for module, function in sorted(functions, key=lambda key: _number(seed, *key)):
            if wanted and of_module[module] < PER_MODULE:
                chosen.append(_one_of(seed, module, functions[module, function]))
                of_module[module] += 1
                wanted -= 1
    return chosen


def store(mutants: Sequence[Mutant], path: Path) -> None:
    path.write_text(json.dumps([asdict(mutant) for mutant in mutants], indent=1) + "\n")


def load(path: Path) -> list[Mutant]:
    return [Mutant(**row) for row in json.loads(path.read_text())]


def _matches(site: Site, mutant: Mutant) -> bool:
    same = (site.function, site.operator, site.text) == (mutant.function, mutant.operator, mutant.text)
    return same and site.ordinal == mutant.ordinal and site.becomes == mutant.becomes


@cache
def _everywhere() -> dict[tuple[str, str, str, int], list[str]]:
    """Return the modules by function, operator, text and ordinal, to find a function that has moved."""
    found: dict[tuple[str, str, str, int], list[str]] = defaultdict(list)
    for part in ("tournaments", "server", "config", "standings", "pairings"):
        for module in _modules(part):
            for site in sites(tree_of(module)):
                found[site.function, site.operator, site.text, site.ordinal].append(module)
    return found


def module_today(mutant: Mutant) -> str | None:
    """Return the mutant's current module: the same one, or the only other one with it. None if it is gone."""
    if path_of(mutant.module).is_file() and any(_matches(site, mutant) for site in sites(tree_of(mutant.module))):
        return mutant.module
    elsewhere = _everywhere().get((mutant.function, mutant.operator, mutant.text, mutant.ordinal), [])
    return elsewhere[0] if len(elsewhere) == 1 else None


def site_of(tree: ast.Module, mutant: Mutant) -> Site:
    """Return the mutant's site in a tree. Raises StopIteration if it is not there."""
    return next(site for site in sites(tree) if _matches(site, mutant))


def locate(mutants: Sequence[Mutant]) -> Iterator[tuple[int, str, Mutant]]:
    """Yield the number, the current module and the mutant, for mutants that still exist."""
    for number, mutant in enumerate(mutants):
        module = module_today(mutant)
        if module is not None:
            yield number, module, mutant
