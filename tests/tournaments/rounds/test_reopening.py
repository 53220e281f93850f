"""Reopening and unpublishing rounds while nothing depends on them, with journal and undo."""

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
    def test_reopened_round_accepts_and_undoes_results(self, swiss):
        swiss.play("1-0", "1-0")
        entered = last(swiss, "enter-result")
        swiss.round = reopen(swiss)
        assert (swiss.round.status, swiss.round.closed_at) == (Round.Status.PUBLISHED, None)
        undo.undo(swiss.orla, swiss.tournament, entered)
        swiss.enter(2, "0-1")
        swiss.close()
        assert swiss.revision() == JournalEntry.objects.filter(tournament=swiss.tournament).count()

    @pytest.mark.rotates(4)
    def test_undo_of_reopening_needs_all_results_unchanged(self, swiss):
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
    def test_reopening_cannot_be_undone_while_a_result_is_missing(self, swiss):
        swiss.play("1-0", "1-0")
        entered = last(swiss, "enter-result")
        reopen(swiss)
        undo.undo(swiss.orla, swiss.tournament, entered)
        with pytest.raises(Refused, match="changed since"):
            undo.undo(swiss.orla, swiss.tournament, last(swiss, "reopen-round"))

    @pytest.mark.rotates(4)
    def test_reopening_is_refused_after_the_next_round_is_paired(self, swiss):
        swiss.play("1-0", "1-0")
        swiss.pair()
        with pytest.raises(Refused, match="Round 2 is already paired"):
            reopen(swiss)

    def test_reopening_in_a_schedule_ignores_other_rounds(self, cup):
        rounds.publish_schedule(cup.orla, cup.tournament)
        cup.round = cup.tournament.rounds.get(number=1)
        for table in (1, 2):
            cup.enter(table, "1-0")
        cup.close()
        assert reopen(cup).is_running

    @pytest.mark.rotates(4)
    def test_reopening_is_refused_in_a_finished_tournament_and_for_helpers(self, swiss, helper, heli):
        swiss.play("1-0", "1-0")
        with pytest.raises(NotAllowed):
            publishing.reopen_round(helper, swiss.tournament, swiss.round)
        swiss.finish()
        with pytest.raises(Refused, match="finished"):
            reopen(swiss)


class TestUnpublishing:
    @pytest.mark.rotates(4)
    def test_unpublished_round_is_a_draft_again(self, swiss):
        swiss.pair()
        swiss.publish()
        swiss.round = unpublish(swiss)
        assert (swiss.round.is_draft, swiss.round.published_at) == (True, None)
        swiss.publish()
        unpublish(swiss)
        undo.undo(swiss.orla, swiss.tournament, last(swiss, "unpublish-round"))
        assert swiss.tournament.rounds.get().is_running

    @pytest.mark.rotates(4)
    def test_unpublishing_is_refused_with_results_or_points_for_missed_rounds(self, swiss):
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

    def test_unpublishing_a_closed_round_is_refused(self, swiss):
        swiss.play("1-0", "1-0")
        with pytest.raises(Refused, match="Reopen it first"):
            unpublish(swiss)


@pytest.mark.rotates(8)
def test_desk_has_buttons_to_unpublish_and_reopen(swiss):
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
