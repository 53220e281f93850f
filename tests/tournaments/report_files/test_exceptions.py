"""Exceptions in the report file: one comment each, with its round, from the journal and the rounds."""

import pytest

from tests.tournaments.report_files.test_reports import export_report, replay
from tournaments.core.rights import Right
from tournaments.core.words.notation import parse
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import JournalEntry
from tournaments.officials import arbiter
from tournaments.players import registration
from tournaments.results import results
from tournaments.setup import lifecycle, rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(make):
    """A Swiss of eight, not in FIDE mode; rounds 1 and 2 are closed."""
    stage = make(system="dutch", planned_rounds=5).with_players(*"ABCDEFGH")
    for _number in (1, 2):
        stage.play("1-0", "½-½", "0-1", "1-0")
    return stage


def comments(stage, **more):
    return replay(export_report(stage.tournament, **more)).document.texts("###")


def correct(stage):
    table = stage.tournament.rounds.get(number=1).pairings.get(table=1)
    given = {"reason": "the slip says so"}
    results.correct_result(stage.orla, stage.tournament, table, parse("0-1", stage.tournament.scoring), **given)


def test_ordinary_tournament_has_no_exceptions(swiss):
    assert comments(swiss) == []


def test_settings_changed_before_round_1_are_no_exception(make):
    stage = make(system="dutch", planned_rounds=5).with_players(*"ABCD")
    lifecycle.change_settings(stage.orla, stage.tournament, planned_rounds=3, points_win="3")
    editing.forbid_pair(stage.orla, stage.tournament, stage.players["A"], stage.players["B"])
    stage.play("1-0", "1-0")
    assert comments(stage) == []


def test_changed_rounds_points_and_tiebreaks_are_listed_with_old_values(swiss):
    change = lifecycle.change_settings
    change(swiss.orla, swiss.tournament, planned_rounds=7, points_allocated_bye="0.5", reason="so we agreed")
    before = rules.RULE_BOOKS[0].facts("fide-2026", "dutch", {})["chain"]
    rules.change_rules(
        swiss.orla, swiss.tournament, rules="fide-2026", changes={"chain": ["PTS", "SB"]}, reason="as announced"
    )
    change(swiss.orla, swiss.tournament, rules="othello", reason="a slip")
    now = rules.RULE_BOOKS[0].facts("othello", "dutch", {})["chain"]
    assert comments(swiss) == [
        'Kierros: {"rules": "othello"}',
        "Scoring @ Round 2: allocated bye ½, was 1: so we agreed",
        "Rounds @ Round 2: 7, were 5: so we agreed",
        f"Tie-breaks @ Round 2: PTS SB, were {' '.join(before)}: as announced",
        f"Tie-breaks @ Round 2: {' '.join(now)}, were PTS SB: a slip",
    ]


def test_correction_is_listed_with_old_result_and_reason(swiss):
    correct(swiss)
    assert comments(swiss) == ["Result @ Round 2: round 1 table 1: 0-1, was 1-0: the slip says so"]


def test_later_forbidden_pairs_are_listed_only_with_the_right_to_see_them(swiss):
    pair = editing.forbid_pair(swiss.orla, swiss.tournament, swiss.players["B"], swiss.players["A"])
    editing.allow_pair(swiss.orla, swiss.tournament, pair)
    answer = comments(swiss)
    assert [line.partition(":")[0] for line in answer] == [
        "Prohibited pairing @ Round 2",
        "Prohibited pairing ended @ Round 2",
    ]
    assert answer[0].endswith(": 1-2")
    assert comments(swiss, granted=frozenset({Right.SEE})) == []


def test_reasons_are_hidden_without_the_right_to_read_the_journal(swiss):
    correct(swiss)
    assert comments(swiss, granted=frozenset({Right.SEE})) == ["Result @ Round 2: round 1 table 1: 0-1, was 1-0"]


def test_full_point_byes_are_listed_once_their_round_is_published(swiss):
    registration.request_bye(swiss.orla, swiss.tournament, swiss.players["C"], 3, "full")
    registration.request_bye(swiss.orla, swiss.tournament, swiss.players["A"], 3, "full")
    swiss.pair()
    assert comments(swiss) == []
    swiss.publish()
    assert comments(swiss) == ["FPB @ Round 3: 1, 3"]


@pytest.mark.rotates(2)
def test_leaving_fide_mode_is_listed_in_round_order(make):
    stage = make(system="dutch", planned_rounds=5, fide_mode=True).with_players(*"ABCDEFGH")
    stage.play("1-0", "½-½", "0-1", "1-0")
    arbiter.leave_fide_mode(stage.orla, stage.tournament, reason="Fewer rounds", understood=True, name="Cup")
    stage.play("1-0", "½-½", "0-1", "1-0")
    lifecycle.change_settings(stage.orla, stage.tournament, planned_rounds=3)
    lines = ["FIDE mode left @ Round 1: Fewer rounds", "Rounds @ Round 2: 3, were 5"]
    assert comments(stage) == lines
    assert comments(stage, granted=frozenset({Right.SEE})) == lines


def test_undone_correction_is_not_listed(swiss):
    correct(swiss)
    undo.undo(swiss.orla, swiss.tournament, JournalEntry.objects.get(verb="correct-result"))
    assert comments(swiss) == []
