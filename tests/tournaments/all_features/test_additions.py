"""The tests name every forgotten part of a new system, tie-break, verb or page.

The type of the record names it, or the test that checks everything of its kind. `test_table_kinds.py` does the same for
kinds of tables.
"""

from dataclasses import MISSING, fields, replace
from types import SimpleNamespace

import pytest
from django.urls import path

from pairings import systems
from pairings.system import SystemOf
from pairings.systems import SYSTEMS
from standings.core.reckoning import Criterion
from standings.core.tiebreaks import TIEBREAKS
from tests.pairings import test_systems
from tests.standings import test_criteria
from tests.tournaments.all_features import test_manual, test_races, test_readers
from tests.tournaments.core import test_verbs
from tournaments.core.journal.verb import Effects, Topic, Verb
from tournaments.core.journal.verbs import VERBS
from tournaments.web import urls


def failure_text(check, *arguments):
    """Return the message of a failing test."""
    with pytest.raises(AssertionError) as failed:
        check(*arguments)
    return str(failed.value)


@pytest.mark.parametrize(("record", "full"), [(SystemOf, SYSTEMS["manual"]), (Criterion, TIEBREAKS["WIN"])])
def test_record_without_required_field_names_the_field(record, full):
    needed = [each.name for each in fields(record) if each.default is MISSING and each.default_factory is MISSING]
    assert needed
    for name in needed:
        given = {each.name: getattr(full, each.name) for each in fields(record) if each.name != name}
        with pytest.raises(TypeError, match=name):
            record(**given)


class TestSystem:
    def test_unlisted_system_is_found(self, tmp_path, monkeypatch):
        (tmp_path / "toy").mkdir()
        (tmp_path / "toy/__init__.py").write_text("")
        monkeypatch.setattr(systems, "__path__", [*systems.__path__, str(tmp_path)])
        assert "toy" in failure_text(test_systems.test_every_module_of_a_system_is_listed_under_its_key)

    def test_system_without_module_is_found(self, monkeypatch):
        monkeypatch.setattr(test_systems, "SYSTEMS", {**SYSTEMS, "toy": SYSTEMS["manual"]})
        assert "toy" in failure_text(test_systems.test_every_module_of_a_system_is_listed_under_its_key)

    @pytest.mark.parametrize(
        "check",
        ["test_has_a_row_in_the_docs", "test_is_marked_for_translation", "test_describes_itself"],
    )
    def test_system_without_docs_translation_or_summary_is_found(self, monkeypatch, check):
        toy = replace(SYSTEMS["manual"], key="toy", name="Toy", summary="Throws dice")
        monkeypatch.setattr(test_systems, "SYSTEMS", {"toy": toy})
        monkeypatch.setattr(test_systems, "folder", lambda key: test_systems.ROOT / "pairings/systems/manual")
        found = failure_text(getattr(test_systems.TestEverySystem(), check), "toy")
        assert "toy" in found.lower() or "Throws dice" in found


class TestTieBreak:
    @pytest.fixture(autouse=True)
    def toy(self, monkeypatch):
        criterion = replace(TIEBREAKS["WIN"], code="TOY", name="Toys", about="Counts toys", source="")
        monkeypatch.setattr(test_criteria, "TIEBREAKS", {**TIEBREAKS, "TOY": criterion})

    @pytest.mark.parametrize(
        ("check", "text"),
        [
            ("test_has_a_worked_example", "TOY"),
            ("test_is_marked_for_translation", "Counts toys"),
            ("test_has_a_row_in_the_docs", "TOY"),
        ],
    )
    def test_tie_break_without_example_translation_or_docs_is_found(self, check, text):
        assert text in failure_text(getattr(test_criteria.TestEveryCriterion(), check))

    def test_tie_break_without_description_is_found(self):
        assert "Counts toys" in failure_text(
            test_criteria.TestEveryCriterion().test_has_a_description_and_a_source, "TOY"
        )

    def test_unlisted_tie_break_is_found(self, monkeypatch):
        monkeypatch.setattr(test_criteria, "TIEBREAKS", {k: each for k, each in TIEBREAKS.items() if k != "WIN"})
        assert "WIN" in failure_text(test_criteria.TestEveryCriterion().test_is_listed)


class TestVerb:
    def test_verb_without_all_effects_is_rejected(self):
        with pytest.raises(TypeError, match="'facts' and 'effects'"):
            Verb("applaud", "applauded", "Applauded.")
        with pytest.raises(TypeError, match="drafts"):
            Effects(Topic.PLAYERS)

    @pytest.mark.rotates(4)
    def test_verb_that_no_function_uses_is_found(self, monkeypatch):
        toy = replace(VERBS["check-in"], key="applaud")
        monkeypatch.setattr(test_verbs, "VERBS", {**VERBS, "applaud": toy})
        assert "applaud" in failure_text(test_verbs.test_verbs_of_acts_equal_the_verbs_with_words)

    @pytest.mark.rotates(4)
    def test_verb_without_record_is_found(self, tmp_path, monkeypatch):
        module = tmp_path / "applause.py"
        module.write_text(
            'def applaud(who, tournament):\n    with act(who, tournament, "applaud", None):\n        pass\n'
        )
        known = list(test_verbs.verb_modules())
        monkeypatch.setattr(test_verbs, "verb_modules", lambda: [*known, ("tournaments.applause", module)])
        assert "applaud" in failure_text(test_verbs.test_verbs_of_acts_equal_the_verbs_with_words)

    def test_verb_with_row_argument_and_no_race_test_is_found(self, monkeypatch):
        def applaud(who: test_races.Who, tournament: test_races.Tournament, player: test_races.Player) -> None:
            """Do nothing."""

        applaud.__module__ = "applause"
        toy = SimpleNamespace(__name__="applause", applaud=applaud)
        monkeypatch.setattr(test_races, "verb_modules", lambda: [("applause", None)])
        monkeypatch.setattr(test_races, "import_module", {"applause": toy}.__getitem__)
        assert "applaud" in failure_text(test_races.test_every_verb_with_a_row_argument_has_a_race_test)


class TestPage:
    PATTERN = "t/<slug:slug>/toy/"

    @pytest.fixture(autouse=True)
    def toy(self):
        page = path(self.PATTERN, lambda request, slug: None, name="toy")
        urls.urlpatterns.append(page)
        yield
        urls.urlpatterns.remove(page)

    def test_page_without_readers_is_found(self):
        assert self.PATTERN in failure_text(test_readers.TestEveryAddress().test_has_readers_in_the_table)

    def test_page_without_chapter_in_the_manual_is_found(self, monkeypatch):
        monkeypatch.setattr(test_manual, "PAGES", {**test_manual.PAGES, self.PATTERN: test_readers.EVERYBODY})
        assert "toy" in failure_text(test_manual.test_every_page_belongs_to_one_chapter)
