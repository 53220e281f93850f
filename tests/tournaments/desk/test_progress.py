"""The next step for every state of progress, and its single button."""

from datetime import timedelta

import pytest

from tests.tournaments.all_features.test_pages import at, signed_in
from tournaments.core.journal.errors import Refused
from tournaments.core.words.notation import parse
from tournaments.desk.progress import NextStep, Progress, RoundProgress, StepKind, next_step, progress_of
from tournaments.history import undo
from tournaments.models import JournalEntry, Round
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds

DRAFT = RoundProgress(2, 4, (1, 2, 3, 4))
ALL_IN = RoundProgress(2, 4)
TWO_MISSING = RoundProgress(2, 4, (1, 3))
THIRD = RoundProgress(3, 4, (2,))

TABLE = {
    "nobody is on the list": (Progress(), NextStep(StepKind.ADD_PLAYERS)),
    "one player plays nobody": (Progress(players=1), NextStep(StepKind.ADD_PLAYERS)),
    "two players can play": (Progress(players=2), NextStep(StepKind.PAIR, 1)),
    "nobody is here yet": (Progress(players=10, away=10), NextStep(StepKind.CHECK_IN, count=10)),
    "some are not here yet": (Progress(players=10, away=3), NextStep(StepKind.CHECK_IN, count=3)),
    "a draft waits": (Progress(8, last=2, draft=DRAFT), NextStep(StepKind.PUBLISH, 2, 4)),
    "results are missing": (
        Progress(8, last=2, running=(TWO_MISSING,)),
        NextStep(StepKind.ENTER_RESULTS, 2, 2, (1, 3)),
    ),
    "all are in": (Progress(8, last=2, planned=5, running=(ALL_IN,)), NextStep(StepKind.CLOSE_AND_PAIR, 2, 4)),
    "all are in, and who knows how many rounds": (
        Progress(8, last=2, running=(ALL_IN,)),
        NextStep(StepKind.CLOSE_AND_PAIR, 2, 4),
    ),
    "all are in of the last round": (Progress(8, last=2, planned=2, running=(ALL_IN,)), NextStep(StepKind.CLOSE, 2, 4)),
    "a schedule waits for results": (
        Progress(8, last=3, planned=3, running=(ALL_IN, THIRD)),
        NextStep(StepKind.ENTER_RESULTS, 3, 1),
    ),
    "a schedule is all in": (
        Progress(8, last=3, planned=3, running=(ALL_IN, RoundProgress(3, 4))),
        NextStep(StepKind.CLOSE_ALL, count=8),
    ),
    "a match of a knock-out was drawn": (
        Progress(8, last=2, planned=3, running=(RoundProgress(2, 4, undecided=(1, 4)),), in_order=True),
        NextStep(StepKind.SAY_WHO_GOES_ON, 2, 2, (1, 4)),
    ),
    "a round is closed": (Progress(8, last=2, planned=5), NextStep(StepKind.PAIR, 3)),
    "nobody is left, later": (Progress(0, last=2, planned=5), NextStep(StepKind.PAIR, 3)),
    "the last round is closed": (Progress(8, last=5, planned=5), NextStep(StepKind.ANNOUNCE)),
    "the table is announced": (Progress(8, last=5, planned=5, finished=True), None),
}


@pytest.mark.parametrize("case", TABLE)
def test_progress_determines_the_next_step(case):
    now, step = TABLE[case]
    assert next_step(now) == step


def step_of(stage, orla):
    return signed_in(orla).get(at(stage, "desk")).context["step"]


def do(page, step):
    """Press the button with the values of its form."""
    rounds_said = {} if step.asks_rounds is None else {"rounds": step.asks_rounds}
    return page.post(step.url, {**dict(step.hidden), **rounds_said}) if step.post else page.get(step.url)


@pytest.mark.django_db
class TestNextStepOnPages:
    @pytest.mark.rotates(8)
    def test_swiss_can_be_run_by_the_next_step_button_alone(self, make, orla):
        page = signed_in(orla)
        stage = make(system="dutch", planned_rounds=2)
        assert step_of(stage, orla).label == "Add players"
        stage.with_players(*"ABCDEF")
        lines = []
        while (step := step_of(stage, orla)) is not None:
            lines.append(step.label)
            if step.kind is StepKind.ENTER_RESULTS:
                stage.round = stage.tournament.rounds.last()
                for table in (1, 2, 3):
                    stage.enter(table, "1-0")
            do(page, step)
        assert lines == [
            "Pair round 1",
            "Publish round 1",
            "Enter results: 3 missing (tables 1, 2, 3)",
            "All 3 results in: close and pair round 2",
            "Publish round 2",
            "Enter results: 3 missing (tables 1, 2, 3)",
            "All 3 results in: close round 2",
            "Publish the final standings",
        ]
        stage.tournament.refresh_from_db()
        assert stage.tournament.finished_at is not None

    @pytest.mark.rotates(2)
    def test_time_since_publishing_is_shown(self, make, orla):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        stage.pair()
        stage.publish()
        desk = signed_in(orla).get(at(stage, "tournaments:desk")).text
        assert "just published" in desk
        stage.tournament.rounds.update(published_at=stage.round.published_at - timedelta(minutes=3))
        desk = signed_in(orla).get(at(stage, "tournaments:desk")).text
        assert "published 3\N{NO-BREAK SPACE}minutes ago" in desk

    @pytest.mark.rotates(4)
    def test_published_schedule_closes_and_reopens_in_one_step(self, make, orla):
        stage = make().with_players("Ann", "Bo", "Cy", "Di")
        rounds.publish_schedule(stage.orla, stage.tournament)
        assert step_of(stage, orla).label == "Enter results: 6 missing"
        for round_ in stage.tournament.rounds.all():
            won = {pairing: parse("1-0", stage.tournament.scoring) for pairing in round_.pairings.all()}
            results.enter_round(stage.orla, stage.tournament, round_, won)
        assert step_of(stage, orla).label == "All 6 results in: close all rounds"
        do(signed_in(orla), step_of(stage, orla))
        assert set(stage.tournament.rounds.values_list("status", flat=True)) == {Round.Status.CLOSED}
        undo.undo(stage.orla, stage.tournament, JournalEntry.objects.latest("pk"))
        assert step_of(stage, orla).label == "All 6 results in: close all rounds"

    def test_absent_players_do_not_delay_pairing(self, make, orla):
        stage = make(system="dutch", planned_rounds=3, uses_check_in=True).with_players(*"ABCDE")
        registration.check_in(stage.orla, stage.tournament, [stage.players[name] for name in "ABCD"], here=True)
        page = signed_in(orla)
        context = page.get(at(stage, "desk")).context
        assert (context["step"].label, context["otherwise"].label) == (
            "Check in 1 player",
            "Pair round 1 with the 4 players checked in",
        )
        do(page, context["otherwise"])
        assert stage.tournament.rounds.get().pairings.count() == 2

    def test_proposed_number_of_rounds_is_saved_when_round_1_is_paired(self, make, orla):
        stage = make(system="dutch").with_players(*"ABCDEFGHIJKL")
        step = step_of(stage, orla)
        assert (step.label, step.asks_rounds) == ("Pair round 1", 5)
        do(signed_in(orla), step)
        assert progress_of(stage.tournament).planned == 5
        undo.undo(stage.orla, stage.tournament, JournalEntry.objects.latest("pk"))
        assert progress_of(stage.tournament).planned is None

    def test_invalid_number_of_rounds_is_refused(self, make, orla):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        answer = signed_in(orla).post(at(stage, "pair"), {"number": 1, "rounds": "many"}, follow=True)
        assert "Enter the number of rounds" in answer.content.decode()
        assert not stage.tournament.rounds.exists()

    def test_progress_bar_counts_results_of_the_running_round(self, make, orla):
        stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
        stage.pair()
        stage.publish()
        stage.enter(1, "1-0")
        page = signed_in(orla).get(at(stage, "desk")).content.decode()
        assert '<progress max="2" value="1" aria-label="Results so far">' in page
        stage.enter(2, "1-0")
        stage.close()
        page = signed_in(orla).get(at(stage, "desk")).content.decode()
        assert '<progress max="3" value="1" aria-label="Closed rounds">' in page

    def test_helper_sees_only_the_step_for_results(self, make, heli):
        stage = make().with_players("Ann", "Bo")
        stage.tournament.members.create(user=heli, role="helper")
        assert step_of(stage, heli) is None
        stage.pair()
        stage.publish()
        assert step_of(stage, heli).label == "Enter results: 1 missing (table 1)"
        stage.enter(1, "1-0")
        assert step_of(stage, heli) is None


@pytest.mark.django_db
class TestCloseAndPair:
    @pytest.fixture
    def running(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        stage.pair()
        stage.publish()
        return stage

    def all_in(self, stage):
        for table in (1, 2):
            stage.enter(table, "1-0")
        return stage

    def test_closing_and_pairing_is_one_entry_undone_together(self, running):
        self.all_in(running)
        before = running.revision()
        draft = rounds.close_and_pair(running.orla, running.tournament, 1)
        assert (draft.number, draft.is_draft, running.revision()) == (2, True, before + 1)
        assert running.tournament.rounds.get(number=1).status == Round.Status.CLOSED
        undo.undo(running.orla, running.tournament, JournalEntry.objects.latest("pk"))
        assert [(row.number, row.is_running) for row in running.tournament.rounds.all()] == [(1, True)]

    def test_repeated_request_returns_the_same_draft(self, running):
        self.all_in(running)
        pair = lambda: rounds.close_and_pair(running.orla, running.tournament, 1)  # noqa: E731 said twice
        assert pair() == pair()

    def test_missing_result_prevents_closing(self, running):
        running.enter(1, "1-0")
        with pytest.raises(Refused, match="Round 1 has missing results: 2"):
            rounds.close_and_pair(running.orla, running.tournament, 1)
        assert running.tournament.rounds.get().is_running

    def test_impossible_pairing_prevents_closing(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo")
        stage.pair()
        stage.publish()
        stage.enter(1, "1-0")
        with pytest.raises(Refused):
            rounds.close_and_pair(stage.orla, stage.tournament, 1)
        assert stage.tournament.rounds.get().is_running

    def test_result_cannot_be_undone_before_the_next_pairing(self, running):
        self.all_in(running)
        entered = JournalEntry.objects.latest("pk")
        rounds.close_and_pair(running.orla, running.tournament, 1)
        with pytest.raises(Refused, match="next round paired"):
            undo.undo(running.orla, running.tournament, entered)


@pytest.mark.django_db
class TestNotices:
    def notices(self, stage, orla):
        return signed_in(orla).get(at(stage, "desk")).context["notices"]

    @pytest.mark.rotates(2)
    def test_draft_lists_changes_since_it_was_made(self, make, orla):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCDEF")
        stage.play("1-0", "1-0", "1-0")
        stage.pair()
        assert self.notices(stage, orla) == []
        registration.withdraw(stage.orla, stage.tournament, stage.players["A"])
        assert "Changed since the draft was made: A withdrew after round" in " ".join(self.notices(stage, orla))

    def test_unpaired_players_are_named_during_the_draft(self, make, orla):
        stage = make(system="manual").with_players(*"AB")
        stage.with_players("Cy")
        stage.pair()
        assert any("no opponent or bye: A, B, Cy" in text for text in self.notices(stage, orla))


@pytest.mark.rotates(2)
def test_finished_tournament_has_no_next_step(make, orla, db):
    stage = make().with_players("Ann", "Bo")
    stage.play("1-0")
    assert step_of(stage, orla).kind is StepKind.ANNOUNCE
    stage.finish()
    assert step_of(stage, orla) is None
