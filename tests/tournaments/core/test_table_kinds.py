"""Kinds of tables: their records are complete, and code uses them instead of asking for the kind."""

import sys
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import pytest
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from pairings.snapshot import Outcome
from pairings.systems import SYSTEMS
from tests.tools.table_questions import OF_ROUNDS, QUESTION, questions
from tournaments.core import tables
from tournaments.core.tables import (
    KINDS,
    PARTNERS,
    POD,
    TEAM_MATCH,
    TWO_PLAYERS,
    SeatNames,
    TableKind,
    is_paired_by,
    kind_of,
    kind_of_system,
)
from tournaments.core.words import notation
from tournaments.models import Player, Tournament

#: The current number. Ask the record of the kind instead; if it has no answer, add a field to it.
MOST_QUESTIONS = 30
#: The current number for the kind of rounds, which the record of the system answers.
MOST_OF_ROUNDS = 62


def tournament_of(kind):
    boards = {"best_of": 4, "points_win": 2, "points_draw": 1} if kind is TEAM_MATCH else {}
    return Tournament(game="chess", **({kind.flag: True} if kind.flag else {}), **boards)


def faults_of(kind):
    """Return the missing, wrong or forgotten parts of the record of a kind."""
    tournament = tournament_of(kind)
    if kind_of(tournament) is not kind:
        return ["it is not in KINDS, before the kinds without its flag"]
    people = [Player(pk=seat, name=f"Name{seat}") for seat in range(1, kind.most + 1)]
    return [
        *_without_template(kind),
        *_faults_of_pairing(kind),
        *_faults_of_notation(kind, tournament.scoring, people),
        *_faults_of_choices(kind, tournament.scoring, people),
    ]


def _without_template(kind):
    for name in kind.parts.__slots__:
        path = getattr(kind.parts, name)
        try:
            if path is not None:
                get_template(path)
        except TemplateDoesNotExist:
            yield f"parts.{name}: there is no template {path}"


def _faults_of_pairing(kind):
    if not any(is_paired_by(kind, system) for system in SYSTEMS.values()):
        yield "no system pairs it"
    left_over = kind.fewest - 1 - (kind.most - kind.fewest)
    if not all(kind.tables(players) * kind.most >= players - left_over for players in range(40)):
        yield "tables: so many do not seat everybody who fills one"


def _faults_of_notation(kind, scoring, people):
    if notation.grammar_of(scoring) is not kind.grammar:
        yield "notation.grammar_of does not know its scoring"
    for key in notation.keys(scoring):
        text = kind.shown(key.result, halves=True)
        if not text or kind.stored(notation.write(key.result), halves=True) != text:
            yield f"shown, stored: {key.notation} is told in two ways"
        for own in people:
            answer = kind.result_words(key.result, people, own, halves=True)
            if ("You won" in answer) is not (key.result.at_seat(own.pk) is Outcome.WIN):
                yield f"told: {key.notation} is no result for seat {own.pk}"


def _faults_of_choices(kind, scoring, people):
    for own in people:
        choices = kind.choices(scoring, people, own)
        if {each.notation for each in choices} != {key.notation for key in notation.keys(scoring)}:
            yield f"choices: seat {own.pk} cannot report every result"
        seated = SeatNames(2, 7, own.pk, "White", [each.name for each in people if each is not own])
        for name in ("in_calendar", "on_telephone"):
            answer = getattr(kind, name)(seated)
            if not all(each in answer for each in seated.names) or "2" not in answer:
                yield f"{name}: does not say the round and with whom"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_kind_is_complete(kind):
    assert faults_of(kind) == []


def kinds_of_modules(names):
    """Return the keys of all kinds that these modules of the package define."""
    modules = [import_module(f"{tables.__name__}.{name}") for name in names]
    return {value.key for module in modules for value in vars(module).values() if isinstance(value, TableKind)}


def test_every_kind_of_a_module_is_listed():
    names = [each.name for each in iter_modules(tables.__path__)]
    assert kinds_of_modules(names) == {kind.key for kind in KINDS}


def test_kinds_have_distinct_keys_and_flags():
    assert len({kind.key for kind in KINDS}) == len({kind.flag for kind in KINDS}) == len(KINDS)


def test_every_flag_of_a_tournament_belongs_to_a_kind():
    columns = {field.name for field in Tournament._meta.fields if field.name.startswith("of_")}
    assert columns == {kind.flag for kind in KINDS} - {""}


def test_tournament_without_flags_has_two_players_at_a_table():
    assert kind_of(Tournament()) is TWO_PLAYERS


def test_pods_and_partners_systems_have_their_own_kinds():
    assert {key for key, system in SYSTEMS.items() if kind_of_system(system) is POD} == {"pods"}
    assert {key for key, system in SYSTEMS.items() if kind_of_system(system) is PARTNERS} == {"partners"}


@pytest.mark.parametrize(
    ("kind", "names", "line"),
    [
        (PARTNERS, ["Ann", "Bo", "Cy", "Di"], "Ann · Cy – Bo · Di"),
        (POD, ["Ann", "Bo", "Cy", "Di"], "Ann – Bo – Cy – Di"),
        (TWO_PLAYERS, ["Ann", "Bo"], "Ann – Bo"),
        (PARTNERS, ["Ann"], "Ann"),
    ],
)
def test_line_of_names_keeps_partners_together(kind, names, line):
    assert kind.line_of(names) == line


def test_result_words_are_from_the_players_view():
    people = [Player(pk=seat, name=name) for seat, name in enumerate(("Ann", "Bo", "Cy", "Di"), start=1)]
    pod = notation.parse("3", tournament_of(POD).scoring)
    assert POD.result_words(pod, people, people[2], halves=True) == "You won"
    assert "Cy" in POD.result_words(pod, people, people[0], halves=True)
    match = notation.parse("2½-1½", tournament_of(TEAM_MATCH).scoring)
    assert TEAM_MATCH.result_words(match, people[:2], people[0], halves=True) == "You won, 2½-1½"
    assert TEAM_MATCH.result_words(match, people[:2], people[1], halves=True).endswith("won, 1½-2½")


@pytest.mark.parametrize(("asked", "most"), [(QUESTION, MOST_QUESTIONS), (OF_ROUNDS, MOST_OF_ROUNDS)])
@pytest.mark.rotates(4)
def test_few_places_in_the_code_ask_for_the_kind(asked, most):
    """Lower the limit whenever the code asks less often, so that it stays low."""
    found = list(questions(asked))
    assert len(found) <= most, "\n".join(f"{file}:{number}: {line}" for file, number, line in found)


class TestIncompleteKind:
    """A missing field stops the import; everything else that is missing is named."""

    @pytest.mark.parametrize("field", sorted(TWO_PLAYERS.__slots__))
    def test_missing_field_is_named(self, field):
        given = {name: getattr(TWO_PLAYERS, name) for name in TWO_PLAYERS.__slots__ if name != field}
        with pytest.raises(TypeError, match=field):
            type(TWO_PLAYERS)(**given)

    def test_unlisted_kind_is_reported(self):
        assert faults_of(replace(POD, key="relay")) == ["it is not in KINDS, before the kinds without its flag"]

    def test_kind_of_an_unlisted_module_is_found(self, monkeypatch):
        toy = ModuleType("tournaments.core.tables.relay")
        toy.RELAY = replace(POD, key="relay")
        monkeypatch.setitem(sys.modules, toy.__name__, toy)
        assert kinds_of_modules(["relay"]) == {"relay"}

    def test_missing_template_is_named(self):
        parts = replace(POD.parts, game="tables/relay/game.html")
        assert "parts.game: there is no template tables/relay/game.html" in list(
            _without_template(replace(POD, parts=parts))
        )

    def test_mismatched_result_functions_are_reported(self, monkeypatch):
        words, in_calendar = TWO_PLAYERS.result_words, TWO_PLAYERS.in_calendar
        toy = replace(POD, grammar=notation.OF_TWO, result_words=words, in_calendar=in_calendar)
        monkeypatch.setattr("tournaments.core.tables.KINDS", (toy, TEAM_MATCH, TWO_PLAYERS))
        found = "\n".join(faults_of(toy))
        assert "notation.grammar_of does not know its scoring" in found
        assert "told: 2 is no result for seat 3" in found
        assert "in_calendar: does not say the round and with whom" in found
