"""Links for other computers: the poster for the hall, and warnings about links that only this computer opens."""

import re

import pytest
from django.test import Client, RequestFactory
from django.utils.translation import gettext, override

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.models import Tournament
from tournaments.web import links

pytestmark = pytest.mark.django_db
PLACE = "/t/cup/desk/poster/"


@pytest.fixture
def cup(make):
    return make().with_players("Ann", "Bo")


@pytest.fixture
def hall(settings):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "cup.example"]
    settings.LAN_ADDRESSES = lambda: ["192.168.1.20", "10.0.0.7"]


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("localhost:8000", "http://192.168.1.20:8000/t/cup/"),
        ("127.0.0.1:8000", "http://192.168.1.20:8000/t/cup/"),
        ("[::1]:8000", "http://192.168.1.20:8000/t/cup/"),
        ("localhost", "http://192.168.1.20/t/cup/"),
        ("192.168.1.20:8000", "http://192.168.1.20:8000/t/cup/"),
        ("cup.example", "http://cup.example/t/cup/"),
    ],
)
def test_local_address_becomes_the_address_in_the_network(hall, host, link):
    assert links.link(RequestFactory().get("/", headers={"host": host}), "/t/cup/") == link


def test_poster_shows_the_link_as_code_and_text(cup, orla, hall):
    page = signed_in(orla).get(PLACE, headers={"host": "localhost:8000"}).text
    assert re.search(r'id="link">http://192\.168\.1\.20:8000/t/cup/<', page)
    assert "<svg" in page
    assert "Only this computer" not in page
    assert f'href="{PLACE}"' in signed_in(orla).get("/t/cup/desk/", headers={"host": "localhost"}).text


def test_poster_without_a_network_explains_what_to_do(cup, orla, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    page = signed_in(orla).get(PLACE, headers={"host": "localhost:8000"}).text
    assert "start Kierros with --lan" in page


def test_poster_warns_that_a_hidden_tournament_is_for_staff_only(make, orla):
    make(is_public=False)
    assert "only staff can open this address" in signed_in(orla).get(PLACE).text


def test_poster_uses_the_language_of_the_tournament(cup, orla):
    Tournament.objects.filter(pk=cup.tournament.pk).update(language="fi")
    page = signed_in(orla).get(PLACE, headers={"Accept-Language": "de"}).text
    poster = page[page.index('<section class="poster"') :]
    with override("fi"):
        assert gettext("Where you play, results and standings on your phone") in poster
        assert poster.index(gettext("Find your name.")) < poster.index("</ol>")
    with override("de"):
        assert gettext("Poster for the hall") in page


def test_poster_requires_sign_in(cup):
    assert Client().get(PLACE).status_code == 302
