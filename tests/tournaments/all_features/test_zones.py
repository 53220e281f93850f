"""A time zone is typed as people say it, and no page carries the list of all of them."""

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
def test_it_is_read_by_its_name_or_its_city(typed, zone):
    assert values.read_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("helsin", ["Europe/Helsinki"]), ("Helsniki", ["Europe/Helsinki"]), ("qqq", []), ("", [])],
)
def test_what_may_be_meant_is_offered(typed, meant):
    assert values.zones_like(typed) == meant


def test_cities_of_one_name_are_offered_and_not_chosen():
    assert values.read_zone("Louisville") is None
    assert {"America/Louisville", "America/Kentucky/Louisville"} <= {*values.zones_like("Louisville")}


def test_a_refusal_names_what_is_meant_and_keeps_what_was_typed():
    form = CreateForm({**FORM, "time_zone": "Helsniki"})
    assert "Did you mean one of these: Europe/Helsinki?" in form.errors["time_zone"][0]
    field = str(form["time_zone"])
    assert 'value="Helsniki"' in field
    assert '<option value="Europe/Helsinki">' in field


@pytest.mark.django_db
def test_a_tournament_gets_it_and_no_page_has_them_all(orla, cup):
    client = signed_in(orla)
    assert client.post("/new/", {**FORM, "time_zone": "new york"}).status_code == 302
    assert Tournament.objects.get(name="Spring Open").time_zone == "America/New_York"
    new, settings = client.get("/new/").text, client.get(f"/t/{cup.tournament.slug}/desk/settings/").text
    assert 'value="America/New York"' in new, "that of the last tournament"
    assert 'value="Europe/Helsinki"' in settings
    for page in (new, settings):
        assert "Asia/Tokyo" not in page
    assert "Asia/Tokyo" not in Client().get("/new/", follow=True).text
