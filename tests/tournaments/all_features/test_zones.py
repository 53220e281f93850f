"""A time zone is typed by city or name, and no page contains the list of all zones."""

import pytest
from django.test import Client

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.words import values
from tournaments.models import Tournament
from tournaments.setup.forms.creation_forms import CreateForm

FORM = {"name": "Spring Open", "starts_on": "2026-01-10", "game": "chess"}


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Helsinki", "Europe/Helsinki"),
        ("helsinki", "Europe/Helsinki"),
        ("  New  York ", "America/New_York"),
        ("america/new_york", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("utc", "UTC"),
        ("Etc/GMT+3", None),
        ("Europe", None),
        ("Mars/Olympus", None),
        ("", None),
    ],
)
def test_time_zone_is_read_by_name_or_city(typed, zone):
    assert values.read_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("helsin", ["Europe/Helsinki"]), ("Helsniki", ["Europe/Helsinki"]), ("qqq", []), ("", [])],
)
def test_similar_time_zones_are_offered(typed, meant):
    assert values.zones_like(typed) == meant


def test_ambiguous_city_is_offered_but_not_selected():
    assert values.read_zone("Louisville") is None
    assert {"America/Louisville", "America/Kentucky/Louisville"} <= {*values.zones_like("Louisville")}


def test_refusal_suggests_zones_and_keeps_the_typed_text():
    form = CreateForm({**FORM, "time_zone": "Helsniki"})
    assert "Did you mean one of these: Europe/Helsinki?" in form.errors["time_zone"][0]
    field = str(form["time_zone"])
    assert 'value="Helsniki"' in field
    assert '<option value="Europe/Helsinki">' in field


@pytest.mark.django_db
def test_zone_is_stored_for_a_tournament_and_pages_do_not_list_all(orla, cup):
    client = signed_in(orla)
    assert client.post("/new/", {**FORM, "time_zone": "new york"}).status_code == 302
    assert Tournament.objects.get(name="Spring Open").time_zone == "America/New_York"
    new, settings = client.get("/new/").text, client.get(f"/t/{cup.tournament.slug}/desk/settings/").text
    assert 'value="America/New York"' in new, "that of the last tournament"
    assert 'value="Europe/Helsinki"' in settings
    for page in (new, settings):
        assert "Asia/Tokyo" not in page
    assert "Asia/Tokyo" not in Client().get("/new/", follow=True).text
