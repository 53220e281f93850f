"""Public content on other sites: pages for frames, the lines for them, and the preview of a link."""

import json
import re

import pytest
from django.test import Client

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

FRAMES = ("/embed/cup/standings/", "/embed/cup/pairings/")


@pytest.fixture
def running(cup):
    cup.play("1-0", "½-½")
    cup.pair()
    return cup


@pytest.mark.parametrize("path", FRAMES)
def test_any_site_may_frame_it_also_from_memory(running, path):
    for _time in range(2):
        found = Client().get(path)
        assert "frame-ancestors *" in found["Content-Security-Policy"]
        assert "X-Frame-Options" not in found
        assert "csrf" not in found.content.decode()
    for other in ("/t/cup/", "/t/cup/standings/", "/account/sign-in/"):
        answer = Client().get(other)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"


def test_it_shows_the_round_that_everybody_sees_and_its_results(running):
    page = Client().get("/embed/cup/pairings/").content.decode()
    assert ("Round 1" in page, "Round 2" in page, page.count("½-½")) == (True, False, 1)
    page = Client().get("/embed/cup/standings/").content.decode()
    assert 'id="standings"' not in page  # the style of the large table would make names as narrow as places
    assert [page.count(name) for name in running.players] == [1] * 4


def test_before_the_first_round_it_says_so(cup):
    assert "has not been published yet" in Client().get("/embed/cup/pairings/").content.decode()
    assert Client().get("/embed/cup/standings/").status_code == 200


def test_the_lines_to_copy_lead_there(running, orla):
    lifecycle.change_settings(running.orla, running.tournament, name='Cup "A" <b>')
    page = signed_in(orla).get("/t/cup/desk/website/").content.decode()
    shown = re.findall(r"<textarea[^>]*>\s*(.*?)</textarea", page, re.DOTALL)
    for lines, path in zip(shown, FRAMES, strict=True):
        assert len(lines.splitlines()) == 2
        assert f"http://testserver{path}" in lines
        assert "&lt;iframe" in lines
        assert "&amp;quot;A&amp;quot; &amp;lt;b&amp;gt;" in lines
    assert 'href="/t/cup/desk/website/"' in signed_in(orla).get("/t/cup/desk/").content.decode()


def test_a_link_tells_what_it_is_about(running):
    lifecycle.change_settings(running.orla, running.tournament, name="Cup </script><b> & more")
    page = Client().get("/t/cup/").content.decode()
    (answer,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    assert json.loads(answer) == {
        "@context": "https://schema.org", "@type": "SportsEvent", "name": "Cup </script><b> & more",
        "startDate": "2026-01-10", "sport": "Chess",
    }  # fmt: skip
    assert '<meta property="og:title" content="Cup &lt;/script&gt;&lt;b&gt; &amp; more">' in page


def test_nothing_is_told_of_what_is_hidden(running, orla):
    lifecycle.change_settings(running.orla, running.tournament, is_public=False)
    assert [Client().get(path).status_code for path in FRAMES] == [404, 404]
    page = signed_in(orla).get("/t/cup/").content.decode()
    assert ("og:title" in page, "ld+json" in page) == (False, False)
    assert "the tournament is hidden" in signed_in(orla).get("/t/cup/desk/website/").content.decode()
