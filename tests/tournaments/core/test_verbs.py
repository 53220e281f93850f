"""VERBS and the functions that carry them out speak of the same verbs."""

import ast
from dataclasses import MISSING, fields

import pytest

from tests.layers import verb_modules
from tournaments.core.journal.verb import Effects, Group, Topic, Verb
from tournaments.core.journal.verbs import VERBS, keys_of


def done():
    """Every verb that an act is opened with, the third argument of `act`, one text or a choice of texts; and what
    is made of it when it is seen, under the lock, what there is.
    """
    for _name, path in verb_modules():
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


@pytest.mark.rotates(4)
def test_what_is_done_has_words_and_what_has_words_is_done():
    assert set(done()) == set(VERBS)


def test_a_verb_is_known_by_its_own_name():
    assert all(verb.key == name for name, verb in VERBS.items())


def test_who_adds_a_verb_says_what_it_does_to_drafts_places_and_readers():
    with pytest.raises(TypeError, match="effects"):
        Verb("applaud", "applauded", "Applauded.")
    with pytest.raises(TypeError, match="drafts"):
        Effects(Topic.PLAYERS)
    assert not [each.name for kind in (Effects,) for each in fields(kind) if each.default is not MISSING]


def test_groups_that_are_asked_for_have_verbs():
    assert not [group for group in Group if not keys_of(group)]


def test_only_what_can_be_undone_can_be_built_on():
    assert not [name for name, verb in VERBS.items() if verb.built_on_by and not verb.reversible]
