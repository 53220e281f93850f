"""A class name stands for one thing, so that a search for it finds that thing."""

import ast
from collections import defaultdict

from tests.layers import ROOT
from tests.tools.import_chain import PACKAGES

#: In how many modules one name may be defined.
MOST_MODULES = 2
#: Names that every module of a kind defines: the options of a pairing system, and Django's management commands.
OF_EVERY_MODULE = {"Options", "Command"}


def modules_by_class_name():
    found = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            names = {node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)}
            for name in names if "migrations" not in path.parts else ():
                found[name].append(str(path.relative_to(ROOT)))
    return found


def test_no_class_name_is_defined_in_three_modules():
    modules = modules_by_class_name()
    assert modules.keys() >= OF_EVERY_MODULE
    assert {
        name: paths for name, paths in modules.items() if len(paths) > MOST_MODULES and name not in OF_EVERY_MODULE
    } == {}
