"""The allowed imports inside `tournaments`, where names and not folders show the kind of a module."""

from collections import defaultdict
from functools import cache

import grimp
import pytest

from tests.layers import layer_of, modules, verb_modules
from tests.tools.import_chain import longest_chain, small_modules

#: The modules below all features: models, and what every feature builds on.
BELOW = {"models", "core"}
#: The limit for the longest chain of imports; nobody reads a longer one from top to bottom.
LONGEST_CHAIN = 18
#: The limit for modules under 60 lines with one importer, which must be read together with it.
MOST_SMALL_MODULES = 8
#: The modules that a layer must not import.
FORBIDDEN = {"inside": {"pages", "api", "wiring"}, "pages": {"api", "wiring"}, "api": {"pages", "wiring"}}
#: Forms define the choices, and the API offers the same choices.
EXCEPT = {("tournaments.setup.api", "tournaments.setup.forms.creation_forms")}


@cache
def imports():
    """Return (importer, imported) for every import between modules of `tournaments`."""
    graph = grimp.build_graph("tournaments", cache_dir=None)
    names = {name for name, _path in modules()} - {"tournaments"}
    return [(who, whom) for who in sorted(names) for whom in graph.find_modules_directly_imported_by(who) & names]


@pytest.mark.parametrize("layer", FORBIDDEN)
def test_layer_imports_none_above_or_beside_it(layer):
    found = {(who, whom) for who, whom in imports() if layer_of(who) == layer and layer_of(whom) in FORBIDDEN[layer]}
    assert found - EXCEPT == set()


def test_each_exception_is_still_needed():
    assert set(imports()) >= EXCEPT


def feature_of(module):
    return module.split(".")[1]


def test_rows_and_core_import_no_feature():
    found = [(who, whom) for who, whom in imports() if feature_of(who) in BELOW and feature_of(whom) not in BELOW]
    assert found == []


def test_features_import_each_other_in_one_direction():
    """Below pages and API, features import each other in one direction only: they can be read one after another."""
    known = defaultdict(lambda: defaultdict(list))
    for who, whom in imports():
        one, other = feature_of(who), feature_of(whom)
        if one != other and {layer_of(who), layer_of(whom)} == {"inside"} and not {one, other} & BELOW:
            known[one][other].append(f"{who} imports {whom}")
    left = set(known)
    while free := {feature for feature in left if not set(known[feature]) & left}:
        left -= free
    assert {one: {other: known[one][other] for other in known[one] if other in left} for one in left} == {}


def test_pages_and_api_open_no_act():
    """Everything is written by verbs of the `inside` layer, which pages, API and commands share."""
    assert {name for name, _path in verb_modules() if layer_of(name) != "inside"} == set()


def test_longest_chain_of_imports_does_not_grow():
    """Lower the limit when the chain gets shorter, so that it stays short."""
    chain = longest_chain()
    assert len(chain) <= LONGEST_CHAIN, " > ".join(chain)


def test_small_modules_with_a_single_importer_stay_few():
    """Merge such a module into its importer, or move it to similar modules; lower the limit when there are fewer."""
    found = small_modules()
    assert len(found) <= MOST_SMALL_MODULES, found
