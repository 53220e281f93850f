"""VERBS and the functions that perform them agree."""

import ast
from contextlib import suppress
from dataclasses import MISSING, fields
from string import Formatter
from typing import get_type_hints

import pytest
from django.db.models.signals import post_save

from tests.entry_facts import faults
from tests.layers import verb_modules
from tournaments.core.journal.verb import Effects, Topic, Verb, VerbGroup
from tournaments.core.journal.verbs import VERBS, keys_of
from tournaments.models import JournalEntry


def verbs_of_acts():
    """Return every verb that `act` is called with, its third argument: one text or a choice of texts.

    Add the verbs that an act changes to under the lock, when it sees what is stored.
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
def test_verbs_of_acts_equal_the_verbs_with_words():
    assert set(verbs_of_acts()) == set(VERBS)


def test_verb_key_equals_its_name():
    assert all(verb.key == name for name, verb in VERBS.items())


def test_verb_requires_facts_and_effects():
    with pytest.raises(TypeError, match="'facts' and 'effects'"):
        Verb("applaud", "applauded", "Applauded.")
    with pytest.raises(TypeError, match="drafts"):
        Effects(Topic.PLAYERS)
    assert not [each.name for kind in (Effects,) for each in fields(kind) if each.default is not MISSING]


def test_every_group_has_verbs():
    assert not [group for group in VerbGroup if not keys_of(group)]


def test_only_reversible_verbs_have_built_on_by():
    assert not [name for name, verb in VERBS.items() if verb.built_on_by and not verb.reversible]


def test_lines_use_only_described_facts():
    """Only plain texts are checked: the placeholders of a text with a plural are known with its number.

    `place` is the table as players call it; `only_table` is the table if `tables` go from 2 to 2; `courts_name` are
    courts as players call them.
    """
    for verb in VERBS.values():
        for line in verb.lines if isinstance(verb.lines, tuple) else (verb.lines,):
            with suppress(KeyError):  # the number of a plural
                named = {name for _text, name, _how, _conversion in Formatter().parse(str(line)) if name}
                assert named - {"place", "only_table", "courts_name"} <= get_type_hints(verb.facts).keys(), verb.key


LINE = {"table": 1, "was": "", "now": "1-0"}


@pytest.mark.parametrize(
    ("verb", "facts", "fault"),
    [
        ("check-in", {"name": "Ann", "ids": {"name": "AB"}}, []),
        ("check-in", {"name": "Ann", "colour": "red"}, ["colour is not described"]),
        ("close-round", {}, ["round is missing"]),
        ("close-round", {"round": True}, ["round is True, not int"]),
        ("put-results", {"round": 1, "count": 1, "results": [LINE]}, ["pairing is missing"]),
        ("undo", {"of": "close-round", "sequence": 4, "round": 1}, []),
        ("undo", {"of": "close-round", "sequence": 4}, ["round is missing"]),
    ],
)  # fmt: skip
def test_faults_find_facts_that_differ_from_their_description(verb, facts, fault):
    assert [each for found in faults(verb, facts) for each in fault if each not in found] == []
    assert len(faults(verb, facts)) == len(fault)


def test_saving_an_entry_with_wrong_facts_fails_the_test():
    with pytest.raises(AssertionError, match="close-round: round is missing"):
        post_save.send(JournalEntry, instance=JournalEntry(verb="close-round", facts={}))
