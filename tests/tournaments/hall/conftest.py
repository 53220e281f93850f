"""A round robin on two courts, and an event whose sections share two courts."""

import pytest

from tests.tournaments.hall.courts import with_courts
from tournaments.events import events
from tournaments.rounds import rounds


@pytest.fixture
def evening(make):
    """A round robin of six players, all rounds published, on two courts."""
    stage = make(system="round-robin").with_players(*"ABCDEF")
    stage.pair()
    stage.publish()
    rounds.publish_schedule(stage.orla, stage.tournament)
    return with_courts(stage, 2)


@pytest.fixture
def badminton(make):
    """The sections Men and Mixed of one event on two courts; Anna plays in both."""
    men = make(name="Men", system="round-robin")
    mixed_tournament = events.add_section(men.orla, men.tournament, section="Mixed", event="Cup", own="Men")
    men.tournament.refresh_from_db()
    men.with_players("Anna Virta", "Bo", "Cy", "Di")
    mixed = object.__new__(type(men))
    mixed.orla, mixed.tournament = men.orla, mixed_tournament
    mixed.with_players("Virta, Anna", "Eva", "Flo", "Gus")
    for stage in (men, mixed):
        stage.pair()
        stage.publish()
        rounds.publish_schedule(stage.orla, stage.tournament)
    with_courts(men, 2, rest=0)
    mixed.tournament.refresh_from_db()
    return men, mixed
