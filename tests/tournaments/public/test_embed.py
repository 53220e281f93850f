"""Public content on other sites: pages for frames, the HTML that embeds them, and link previews."""

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
def test_embedded_pages_may_be_framed_by_any_site_and_others_by_none(running, path):
    for _time in range(2):
        found = Client().get(path)
        assert "frame-ancestors *" in found["Content-Security-Policy"]
        assert "X-Frame-Options" not in found
        assert "csrf" not in found.content.decode()
    for other in ("/t/cup/", "/t/cup/standings/", "/account/sign-in/"):
        answer = Client().get(other)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"


def test_embedded_pages_show_the_published_round_and_its_results(running):
    page = Client().get("/embed/cup/pairings/").content.decode()
    assert ("Round 1" in page, "Round 2" in page, page.count("½-½")) == (True, False, 1)
    page = Client().get("/embed/cup/standings/").content.decode()
    assert 'id="standings"' not in page  # the style of the large table would make names as narrow as places
    assert [page.count(name) for name in running.players] == [1] * 4


def test_before_round_1_embedded_pairings_say_so(cup):
    assert "has not been published yet" in Client().get("/embed/cup/pairings/").content.decode()
    assert Client().get("/embed/cup/standings/").status_code == 200


def test_embed_codes_link_to_the_embedded_pages(running, orla):
    lifecycle.change_settings(running.orla, running.tournament, name='Cup "A" <b>')
    page = signed_in(orla).get("/t/cup/desk/website/").content.decode()
    shown = re.findall(r"<textarea[^>]*>\s*(.*?)</textarea", page, re.DOTALL)
    for lines, path in zip(shown, FRAMES, strict=True):
        assert len(lines.splitlines()) == 2
        assert f"http://testserver{path}" in lines
        assert "&lt;iframe" in lines
        assert "&amp;quot;A&amp;quot; &amp;lt;b&amp;gt;" in lines
    assert 'href="/t/cup/desk/website/"' in signed_in(orla).get("/t/cup/desk/").content.decode()


def test_link_preview_and_structured_data_describe_the_tournament(running):
    lifecycle.change_settings(running.orla, running.tournament, name="Cup </script><b> & more")
    page = Client().get("/t/cup/").content.decode()
    (answer,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    assert json.loads(answer) == {
        "@context": "https://schema.org", "@type": "SportsEvent", "name": "Cup </script><b> & more",
        "startDate": "2026-01-10", "sport": "Chess",
    }  # fmt: skip
    assert '<meta property="og:title" content="Cup &lt;/script&gt;&lt;b&gt; &amp; more">' in page


def test_hidden_tournament_has_no_embedded_pages_and_no_link_preview(running, orla):
    lifecycle.change_settings(running.orla, running.tournament, is_public=False)
    assert [Client().get(path).status_code for path in FRAMES] == [404, 404]
    page = signed_in(orla).get("/t/cup/").content.decode()
    assert ("og:title" in page, "ld+json" in page) == (False, False)
    assert "the tournament is hidden" in signed_in(orla).get("/t/cup/desk/website/").content.decode()
