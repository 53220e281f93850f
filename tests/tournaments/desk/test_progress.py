"""The next step, as a table of how far a tournament can be; and each step done by its one button."""

from datetime import timedelta

import pytest

from tests.tournaments.all_features.test_pages import at, signed_in
from tournaments.core.journal.errors import Refused
from tournaments.core.words.notation import parse
from tournaments.desk.progress import Progress, RoundProgress, Step, StepKind, next_step, progress_of
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
    "nobody is on the list": (Progress(), Step(StepKind.ADD_PLAYERS)),
    "one player plays nobody": (Progress(players=1), Step(StepKind.ADD_PLAYERS)),
    "two players can play": (Progress(players=2), Step(StepKind.PAIR, 1)),
    "nobody is here yet": (Progress(players=10, away=10), Step(StepKind.CHECK_IN, count=10)),
    "some are not here yet": (Progress(players=10, away=3), Step(StepKind.CHECK_IN, count=3)),
    "a draft waits": (Progress(8, last=2, draft=DRAFT), Step(StepKind.PUBLISH, 2, 4)),
    "results are missing": (Progress(8, last=2, running=(TWO_MISSING,)), Step(StepKind.ENTER_RESULTS, 2, 2, (1, 3))),
    "all are in": (Progress(8, last=2, planned=5, running=(ALL_IN,)), Step(StepKind.CLOSE_AND_PAIR, 2, 4)),
    "all are in, and who knows how many rounds": (
        Progress(8, last=2, running=(ALL_IN,)),
        Step(StepKind.CLOSE_AND_PAIR, 2, 4),
    ),
    "all are in of the last round": (Progress(8, last=2, planned=2, running=(ALL_IN,)), Step(StepKind.CLOSE, 2, 4)),
    "a schedule waits for results": (
        Progress(8, last=3, planned=3, running=(ALL_IN, THIRD)),
        Step(StepKind.ENTER_RESULTS, 3, 1),
    ),
    "a schedule is all in": (
        Progress(8, last=3, planned=3, running=(ALL_IN, RoundProgress(3, 4))),
        Step(StepKind.CLOSE_ALL, count=8),
    ),
    "a match of a knock-out was drawn": (
        Progress(8, last=2, planned=3, running=(RoundProgress(2, 4, undecided=(1, 4)),), in_order=True),
        Step(StepKind.SAY_WHO_GOES_ON, 2, 2, (1, 4)),
    ),
    "a round is closed": (Progress(8, last=2, planned=5), Step(StepKind.PAIR, 3)),
    "nobody is left, later": (Progress(0, last=2, planned=5), Step(StepKind.PAIR, 3)),
    "the last round is closed": (Progress(8, last=5, planned=5), Step(StepKind.ANNOUNCE)),
    "the table is announced": (Progress(8, last=5, planned=5, finished=True), None),
}


@pytest.mark.parametrize("case", TABLE)
def test_the_next_step(case):
    now, step = TABLE[case]
    assert next_step(now) == step


def step_of(stage, orla):
    return signed_in(orla).get(at(stage, "desk")).context["step"]


def do(page, step):
    """Press the button, with what its form holds."""
    rounds_said = {} if step.asks_rounds is None else {"rounds": step.asks_rounds}
    return page.post(step.url, {**dict(step.hidden), **rounds_said}) if step.post else page.get(step.url)


@pytest.mark.django_db
class TestAllTheWay:
    @pytest.mark.rotates(8)
    def test_a_swiss_is_run_by_its_one_button(self, make, orla):
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
    def test_a_round_of_this_minute_is_just_published(self, make, orla):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        stage.pair()
        stage.publish()
        desk = signed_in(orla).get(at(stage, "tournaments:desk")).text
        assert "just published" in desk
        stage.tournament.rounds.update(published_at=stage.round.published_at - timedelta(minutes=3))
        desk = signed_in(orla).get(at(stage, "tournaments:desk")).text
        assert "published 3\N{NO-BREAK SPACE}minutes ago" in desk

    @pytest.mark.rotates(4)
    def test_a_published_schedule_is_closed_in_one_step_and_opened_again_in_one(self, make, orla):
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

    def test_players_who_are_not_here_do_not_hold_up_the_others(self, make, orla):
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

    def test_rounds_that_nobody_has_said_are_proposed_and_kept(self, make, orla):
        stage = make(system="dutch").with_players(*"ABCDEFGHIJKL")
        step = step_of(stage, orla)
        assert (step.label, step.asks_rounds) == ("Pair round 1", 5)
        do(signed_in(orla), step)
        assert progress_of(stage.tournament).planned == 5
        undo.undo(stage.orla, stage.tournament, JournalEntry.objects.latest("pk"))
        assert progress_of(stage.tournament).planned is None

    def test_rounds_that_are_no_number_are_refused(self, make, orla):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        answer = signed_in(orla).post(at(stage, "pair"), {"number": 1, "rounds": "many"}, follow=True)
        assert "Enter the number of rounds" in answer.content.decode()
        assert not stage.tournament.rounds.exists()

    def test_the_bar_fills_with_the_results_of_a_running_round(self, make, orla):
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

    def test_a_helper_is_told_of_results_only(self, make, heli):
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

    def test_it_is_one_entry_that_undo_takes_back_whole(self, running):
        self.all_in(running)
        before = running.revision()
        draft = rounds.close_and_pair(running.orla, running.tournament, 1)
        assert (draft.number, draft.is_draft, running.revision()) == (2, True, before + 1)
        assert running.tournament.rounds.get(number=1).status == Round.Status.CLOSED
        undo.undo(running.orla, running.tournament, JournalEntry.objects.latest("pk"))
        assert [(row.number, row.is_running) for row in running.tournament.rounds.all()] == [(1, True)]

    def test_twice_is_once(self, running):
        self.all_in(running)
        pair = lambda: rounds.close_and_pair(running.orla, running.tournament, 1)  # noqa: E731 said twice
        assert pair() == pair()

    def test_a_missing_result_closes_nothing(self, running):
        running.enter(1, "1-0")
        with pytest.raises(Refused, match="Round 1 has missing results: 2"):
            rounds.close_and_pair(running.orla, running.tournament, 1)
        assert running.tournament.rounds.get().is_running

    def test_what_cannot_be_paired_closes_nothing(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo")
        stage.pair()
        stage.publish()
        stage.enter(1, "1-0")
        with pytest.raises(Refused):
            rounds.close_and_pair(stage.orla, stage.tournament, 1)
        assert stage.tournament.rounds.get().is_running

    def test_results_wait_for_it_to_be_taken_back(self, running):
        self.all_in(running)
        entered = JournalEntry.objects.latest("pk")
        rounds.close_and_pair(running.orla, running.tournament, 1)
        with pytest.raises(Refused, match="next round paired"):
            undo.undo(running.orla, running.tournament, entered)


@pytest.mark.django_db
class TestWhatIsOdd:
    def notices(self, stage, orla):
        return signed_in(orla).get(at(stage, "desk")).context["notices"]

    @pytest.mark.rotates(2)
    def test_a_draft_says_what_changed_since_it_was_made(self, make, orla):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCDEF")
        stage.play("1-0", "1-0", "1-0")
        stage.pair()
        assert self.notices(stage, orla) == []
        registration.withdraw(stage.orla, stage.tournament, stage.players["A"])
        assert "Changed since the draft was made: A withdrew after round" in " ".join(self.notices(stage, orla))

    def test_who_does_not_play_is_named_while_the_round_runs(self, make, orla):
        stage = make(system="manual").with_players(*"AB")
        stage.with_players("Cy")
        stage.pair()
        assert any("no opponent or bye: A, B, Cy" in text for text in self.notices(stage, orla))


@pytest.mark.rotates(2)
def test_finishing_waits_for_nothing_else(make, orla, db):
    stage = make().with_players("Ann", "Bo")
    stage.play("1-0")
    assert step_of(stage, orla).kind is StepKind.ANNOUNCE
    stage.finish()
    assert step_of(stage, orla) is None
