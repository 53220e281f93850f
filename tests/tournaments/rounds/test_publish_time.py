"""Drafts with a publish time: published once, at that time, unchanged."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tests.tournaments.all_features.test_pages import at, signed_in
from tournaments.core.journal.errors import NotAllowed, NotPaired, Refused
from tournaments.drafts import editing
from tournaments.hall.forms import PublishTimeForm
from tournaments.history import undo
from tournaments.models import JournalEntry, Member, Round
from tournaments.rounds import publishing

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def timed_draft(cup, now):
    """A draft that will be published automatically in an hour."""
    cup.pair()
    cup.round = publishing.set_publish_time(cup.orla, cup.tournament, cup.round, now + HOUR, minutes=50)
    return cup


def is_published(stage):
    return not Round.objects.get(pk=stage.round.pk).is_draft


class TestAutomaticPublishing:
    def test_draft_is_published_once_with_its_clock_by_its_organiser(self, timed_draft, now, orla):
        assert publishing.publish_due(now + HOUR - timedelta(seconds=1)) == []
        assert publishing.publish_due(now + HOUR) == [timed_draft.round]
        assert publishing.publish_due(now + HOUR) == []
        row = Round.objects.get(pk=timed_draft.round.pk)
        assert row.is_running
        assert row.publication is None
        assert row.clock.minutes == 50
        entry = JournalEntry.objects.get(tournament=timed_draft.tournament, verb="publish-round")
        assert (entry.actor, entry.through) == (orla, "time")

    def test_draft_is_published_late_within_the_grace_period(self, timed_draft, now):
        assert publishing.publish_due(now + HOUR + publishing.GRACE) == [timed_draft.round]

    def test_draft_is_not_published_after_the_grace_period(self, timed_draft, now):
        late = now + HOUR + publishing.GRACE + timedelta(seconds=1)
        assert publishing.publish_due(late) == []
        assert "The time passed" in publishing.obstacle(timed_draft.round, late)

    @pytest.mark.rotates(4)
    def test_changed_draft_is_not_published(self, timed_draft, now, client, orla):
        editing.swap_players(
            timed_draft.orla,
            timed_draft.tournament,
            timed_draft.round,
            timed_draft.players["Ann"],
            timed_draft.players["Bo"],
        )
        assert publishing.publish_due(now + HOUR) == []
        page = signed_in(orla).get(at(timed_draft, "desk")).content.decode()
        assert "The draft was changed after the time was set." in page
        publishing.set_publish_time(timed_draft.orla, timed_draft.tournament, timed_draft.round, now + HOUR)
        assert publishing.publish_due(now + HOUR) == [timed_draft.round]

    @pytest.mark.rotates(4)
    def test_undone_publication_is_not_repeated(self, timed_draft, now):
        publishing.publish_due(now + HOUR)
        undo.undo(
            timed_draft.orla,
            timed_draft.tournament,
            JournalEntry.objects.filter(verb="publish-round").latest("sequence"),
        )
        assert publishing.publish_due(now + HOUR) == []
        assert "unpublished" in publishing.obstacle(Round.objects.get(pk=timed_draft.round.pk), now + HOUR)

    def test_draft_of_a_former_staff_member_is_not_published(self, timed_draft, now, caplog):
        Member.objects.filter(tournament=timed_draft.tournament).delete()
        assert publishing.publish_due(now + HOUR) == []
        assert "was not published" in caplog.text

    def test_draft_is_not_published_if_the_time_was_undone(self, timed_draft, now):
        undo.undo(timed_draft.orla, timed_draft.tournament, JournalEntry.objects.get(verb="set-publish-time"))
        assert publishing.publish_due(now + HOUR) == []

    def test_manual_publication_cancels_the_time(self, timed_draft, now):
        timed_draft.publish()
        assert publishing.publish_due(now + HOUR) == []
        publishing.unpublish_round(timed_draft.orla, timed_draft.tournament, timed_draft.round)
        assert publishing.publish_due(now + HOUR) == []


@pytest.mark.parametrize(
    ("at", "hours"),
    [("12:01", timedelta(minutes=1)), ("06:00", timedelta(hours=18)), ("06:01", None), ("12:00", None)],
)
def test_typed_time_is_the_next_one_within_18_hours(at, hours):
    noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    form = PublishTimeForm({"at": at})
    assert form.is_valid()
    assert form.instant(noon) == (hours and noon + hours)


class TestSetting:
    @pytest.mark.parametrize("ahead", [-HOUR, timedelta(), publishing.LONGEST + HOUR])
    def test_time_out_of_range_is_refused(self, cup, now, ahead):
        cup.pair()
        with pytest.raises(Refused) as refused:
            publishing.set_publish_time(cup.orla, cup.tournament, cup.round, now + ahead)
        assert refused.value.field == "at"

    @pytest.mark.rotates(4)
    def test_incomplete_draft_gets_no_time_without_confirmation(self, cup, now):
        cup.pair()
        editing.unpair(cup.orla, cup.tournament, cup.round, cup.players["Ann"])
        with pytest.raises(NotPaired) as refused:
            publishing.set_publish_time(cup.orla, cup.tournament, cup.round, now + HOUR)
        absent = [player.public_id for player in refused.value.players]
        publishing.set_publish_time(cup.orla, cup.tournament, cup.round, now + HOUR, not_paired=absent)
        assert publishing.publish_due(now + HOUR) == [cup.round]

    def test_running_round_gets_no_time(self, cup, now):
        cup.pair()
        cup.publish()
        with pytest.raises(Refused):
            publishing.set_publish_time(cup.orla, cup.tournament, cup.round, now + HOUR)

    def test_helper_cannot_set_a_time(self, cup, now, helper):
        cup.pair()
        with pytest.raises(NotAllowed):
            publishing.set_publish_time(helper, cup.tournament, cup.round, now + HOUR)

    @pytest.mark.rotates(8)
    def test_draft_page_sets_and_clears_the_time(self, cup, orla):
        cup.pair()
        organiser, coming = signed_in(orla), timezone.now().astimezone(cup.tournament.zone) + HOUR
        over = organiser.post(at(cup, "publish", number=1), {"later": "1", "at": f"{coming - 2 * HOUR:%H:%M}"})
        assert over.status_code == 422
        assert "This time has passed." in over.content.decode()
        assert organiser.post(at(cup, "publish", number=1), {"later": "1", "at": "25:99"}).status_code == 422
        given = {"later": "1", "at": f"{coming:%H:%M}", "minutes": "40"}
        text = organiser.post(at(cup, "publish", number=1), given, follow=True).content.decode()
        assert f"will be published at {coming:%H:%M} with a clock of 40 minutes" in re.sub(r"\s+", " ", text)
        organiser.post(at(cup, "publish", number=1), {"wait": "1"})
        assert Round.objects.get(pk=cup.round.pk).publication is None
        assert not is_published(cup)
