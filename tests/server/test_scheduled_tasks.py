"""A real server publishes drafts at their time, even after a restart, and deletes expired sessions and old details."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.serving import wait_until
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tournaments.core.rights import Who
from tournaments.models import JournalEntry, Round, Tournament
from tournaments.privacy import retention
from tournaments.rounds import publishing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.rotates(8)
def test_next_server_publishes_a_due_draft_once(idle_server, cup, make):  # noqa: F811 the fixture
    cup.pair()
    publishing.set_publish_time(cup.orla, cup.tournament, cup.round, timezone.now() + timedelta(seconds=1))
    for key, days in (("ended", -1), ("open", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days))
    retention.set_months(Who.command("test"), 6)
    old, older = (make(name=name).with_players("Ann", birth="1990-05-17").tournament for name in ("Old", "Older"))
    Tournament.objects.filter(pk__in=[old.pk, older.pk]).update(finished_at=timezone.now() - timedelta(days=400))
    idle_server.start()
    wait_until(lambda: Round.objects.get(pk=cup.round.pk).is_running)
    wait_until(lambda: list(Session.objects.values_list("session_key", flat=True)) == ["open"])
    wait_until(lambda: JournalEntry.objects.filter(verb="remove-details").count() == 2)
    idle_server.stop()
    assert set(old.players.values_list("birth", flat=True)) == {"1990"}
    assert JournalEntry.objects.filter(verb="publish-round").count() == 1
