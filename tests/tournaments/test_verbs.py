"""VERBS and the services speak of the same verbs."""

import ast
from pathlib import Path

from tournaments.journal.groups import EDITS, FOR_HELPERS, RESULTS, ROUNDS
from tournaments.journal.verbs import VERBS

SERVICES = Path(__file__).parents[2] / "tournaments/services"


def done():
    """Every verb that a service opens an act with, the third argument of `act`, one text or a choice of texts; and what
    a service makes of it when it has seen, under the lock, what there is.
    """
    for path in SERVICES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "act":
                named = {
                    each.value
                    for each in ast.walk(node.args[2])
                    if isinstance(each, ast.Constant) and isinstance(each.value, str)
                }
                assert named, f"{path.name}, line {node.lineno}: the verb is a text where it is done"
                yield from named
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "doing.verb":
                yield ast.literal_eval(node.value)


def test_what_is_done_has_words_and_what_has_words_is_done():
    assert set(done()) == set(VERBS)


def test_a_verb_is_known_by_its_own_name():
    assert all(verb.key == name for name, verb in VERBS.items())


def test_what_is_said_of_verbs_is_said_of_those_that_there_are():
    built = {later for verb in VERBS.values() for later in verb.built_on_by}
    assert built | RESULTS | EDITS | FOR_HELPERS | ROUNDS <= set(VERBS)


def test_only_what_can_be_undone_can_be_built_on():
    assert not [name for name, verb in VERBS.items() if verb.built_on_by and not verb.reversible]
