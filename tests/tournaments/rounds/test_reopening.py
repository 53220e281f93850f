"""Rounds a step back: running again, and a draft again, while nothing depends on them; journalled and taken back."""

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.drafts import byes
from tournaments.history import undo
from tournaments.models import JournalEntry, Round
from tournaments.players import registration
from tournaments.rounds import publishing, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(make):
    return make(system="dutch", planned_rounds=5).with_players(*"ABCD")


def last(stage, verb):
    return JournalEntry.objects.filter(tournament=stage.tournament, verb=verb).latest("sequence")


def reopen(stage, number=1):
    round_ = stage.tournament.rounds.get(number=number)
    return publishing.reopen_round(stage.orla, stage.tournament, round_)


def unpublish(stage, number=1):
    return publishing.unpublish_round(stage.orla, stage.tournament, stage.tournament.rounds.get(number=number))


class TestReopening:
    @pytest.mark.rotates(4)
    def test_lets_a_round_run_and_its_results_be_entered_and_taken_back(self, swiss):
        swiss.play("1-0", "1-0")
        entered = last(swiss, "enter-result")
        swiss.round = reopen(swiss)
        assert (swiss.round.status, swiss.round.closed_at) == (Round.Status.PUBLISHED, None)
        undo.undo(swiss.orla, swiss.tournament, entered)
        swiss.enter(2, "0-1")
        swiss.close()
        assert swiss.revision() == JournalEntry.objects.filter(tournament=swiss.tournament).count()

    @pytest.mark.rotates(4)
    def test_is_taken_back_while_all_results_stand(self, swiss):
        swiss.play("1-0", "1-0")
        reopen(swiss)
        entry = last(swiss, "reopen-round")
        swiss.enter(1, None)
        with pytest.raises(Refused, match="changed since"):
            undo.undo(swiss.orla, swiss.tournament, entry)
        undo.undo(swiss.orla, swiss.tournament, last(swiss, "enter-result"))
        undo.undo(swiss.orla, swiss.tournament, entry)
        assert swiss.tournament.rounds.get().status == Round.Status.CLOSED

    @pytest.mark.rotates(4)
    def test_cannot_be_taken_back_when_a_result_is_missing(self, swiss):
        swiss.play("1-0", "1-0")
        entered = last(swiss, "enter-result")
        reopen(swiss)
        undo.undo(swiss.orla, swiss.tournament, entered)
        with pytest.raises(Refused, match="changed since"):
            undo.undo(swiss.orla, swiss.tournament, last(swiss, "reopen-round"))

    @pytest.mark.rotates(4)
    def test_is_refused_when_a_round_was_paired_from_it(self, swiss):
        swiss.play("1-0", "1-0")
        swiss.pair()
        with pytest.raises(Refused, match="Round 2 is already paired"):
            reopen(swiss)

    def test_of_a_schedule_asks_nothing_of_other_rounds(self, cup):
        rounds.publish_schedule(cup.orla, cup.tournament)
        cup.round = cup.tournament.rounds.get(number=1)
        for table in (1, 2):
            cup.enter(table, "1-0")
        cup.close()
        assert reopen(cup).is_running

    @pytest.mark.rotates(4)
    def test_is_refused_in_a_finished_tournament_and_to_helpers(self, swiss, helper, heli):
        swiss.play("1-0", "1-0")
        with pytest.raises(NotAllowed):
            publishing.reopen_round(helper, swiss.tournament, swiss.round)
        swiss.finish()
        with pytest.raises(Refused, match="finished"):
            reopen(swiss)


class TestUnpublishing:
    @pytest.mark.rotates(4)
    def test_makes_a_draft_that_can_be_edited_and_published(self, swiss):
        swiss.pair()
        swiss.publish()
        swiss.round = unpublish(swiss)
        assert (swiss.round.is_draft, swiss.round.published_at) == (True, None)
        swiss.publish()
        unpublish(swiss)
        undo.undo(swiss.orla, swiss.tournament, last(swiss, "unpublish-round"))
        assert swiss.tournament.rounds.get().is_running

    @pytest.mark.rotates(4)
    def test_is_refused_while_something_hangs_on_it(self, swiss):
        swiss.pair()
        swiss.publish()
        swiss.enter(1, "1-0")
        with pytest.raises(Refused, match=r"Round 1 has a result \(table 1\)"):
            unpublish(swiss)
        swiss.enter(1, None)
        late = registration.add_player(swiss.orla, swiss.tournament, name="Late")
        byes.count_missed(swiss.orla, swiss.tournament, late, "half")
        with pytest.raises(Refused, match="Missed rounds"):
            unpublish(swiss)

    def test_is_refused_of_a_closed_round(self, swiss):
        swiss.play("1-0", "1-0")
        with pytest.raises(Refused, match="Reopen it first"):
            unpublish(swiss)


@pytest.mark.rotates(8)
def test_the_desk_has_a_button_for_each(swiss):
    page, desk = signed_in(swiss.orla.user), f"/t/{swiss.tournament.slug}/desk/"
    swiss.pair()
    assert "unpublish/" not in page.get(desk).content.decode()
    swiss.publish()
    assert page.post(f"{desk}rounds/1/unpublish/", follow=True).status_code == 200
    assert swiss.tournament.rounds.get().is_draft
    swiss.publish()
    for table in (1, 2):
        swiss.enter(table, "1-0")
    assert "unpublish/" not in page.get(desk).content.decode()
    swiss.close()
    assert f"{desk}rounds/1/reopen/" in page.get(desk).content.decode()
    page.post(f"{desk}rounds/1/reopen/")
    assert swiss.tournament.rounds.get().is_running
