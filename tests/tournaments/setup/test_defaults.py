"""Settings that an organiser's new tournaments copy from the one with the club's defaults."""

from datetime import date

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.event_page.test_event_page import image
from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Who
from tournaments.event_page.event_page import read_image, set_event_page
from tournaments.models import Member, Tournament, User
from tournaments.setup import copies, lifecycle
from tournaments.setup.lifecycle import CLUB_SETTINGS, defaults_of, set_defaults

pytestmark = pytest.mark.django_db

NEW = {"name": "May Open", "starts_on": "2026-05-01", "game": "go", "time_zone": "UTC", "is_public": "on"}


@pytest.fixture
def club(make):
    club = make(name="Club Evening", game="chess")
    key, logo = read_image(image(), "logo")
    page = {**(club.tournament.event_page or {}), "logo": key, "contact": "Oulu SK"}
    set_event_page(club.orla, club.tournament, page, images={key: logo})
    values = {"city": "Oulu", "uses_check_in": True, "players_report": False, "points_draw": 0}
    lifecycle.change_settings(club.orla, club.tournament, **values)
    club.tournament.refresh_from_db()
    return club


def test_new_tournament_copies_logo_and_settings_but_uses_the_points_of_its_game(club):
    client = signed_in(club.orla.user)
    assert b"with_defaults" not in client.get("/new/").content
    client.post("/t/club-evening/desk/defaults/", {"do": "use"})
    page = client.get("/new/").content.decode()
    assert "Use the defaults from Club Evening" in page
    client.post("/new/", {**NEW, "with_defaults": "on"})
    made = Tournament.objects.get(name="May Open")
    assert {name: getattr(made, name) for name in CLUB_SETTINGS} == {
        name: getattr(club.tournament, name) for name in CLUB_SETTINGS
    }
    assert (made.city, made.uses_check_in, made.event_page["contact"]) == ("Oulu", True, "Oulu SK")
    assert made.points_draw != 0
    assert [image.key for image in made.images.all()] == [made.event_page["logo"]]
    logo = client.get(f"/t/{made.slug}/").content.decode()
    assert made.event_page["logo"] in logo


def test_cleared_checkbox_copies_nothing(club):
    set_defaults(club.orla, club.tournament, used=True)
    signed_in(club.orla.user).post("/new/", NEW)
    made = Tournament.objects.get(name="May Open")
    assert (made.city, made.event_page, made.images.count()) == ("", None, 0)


def test_each_section_of_a_new_event_gets_the_logo(club):
    set_defaults(club.orla, club.tournament, used=True)
    signed_in(club.orla.user).post("/new/", {**NEW, "with_defaults": "on", "sections": "A, B"})
    sections = Tournament.objects.filter(event__isnull=False)
    assert [each.images.count() for each in sections] == [1, 1]


def test_defaults_end_when_stopped_deleted_or_after_losing_access(club, sam):
    client = signed_in(club.orla.user)
    set_defaults(club.orla, club.tournament, used=True)
    assert b"Stop using as defaults" in client.get("/t/club-evening/desk/settings/").content
    assert b"Club Evening" in client.get("/account/").content
    client.post("/t/club-evening/desk/defaults/", {"do": "stop"})
    assert defaults_of(club.orla) is None
    set_defaults(club.orla, club.tournament, used=True)
    Member.objects.filter(user=club.orla.user).update(role=Member.Role.HELPER)
    assert defaults_of(club.orla) is None
    Member.objects.filter(user=club.orla.user).update(role=Member.Role.ORGANISER)
    with pytest.raises(NotAllowed):
        set_defaults(Who.at_page(sam), club.tournament, used=True)
    copies.erase(club.tournament)
    assert User.objects.get(pk=club.orla.user.pk).defaults_from is None


def test_stopping_at_another_tournament_keeps_the_defaults(club, make):
    other = make(name="Other", starts_on=date(2026, 4, 1))
    set_defaults(club.orla, club.tournament, used=True)
    set_defaults(club.orla, other.tournament, used=False)
    assert defaults_of(club.orla) == club.tournament
