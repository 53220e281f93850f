"""Readers choose the language of pages, or their browser does."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.public.test_kept_pages import at, played
from tournaments.public.page_cache import PAGES

MARKED = "Ṗĺȧẏėṙṡ"


@pytest.fixture
def running(orla):
    return played(orla)


def read(address, client=None, **headers):
    return (client or Client()).get(address, headers={name.replace("_", "-"): text for name, text in headers.items()})


def language(answer):
    (said,) = re.findall(r'<html lang="([^"]*)"', answer.content.decode())
    return said


def choose(client, code, page):
    return client.post(
        reverse("tournaments:language"), {"language": code}, headers={"referer": f"http://testserver{page}"}
    )


class TestTheChoice:
    def test_is_not_there_where_there_is_but_one_language(self, running):
        assert "languages" not in read(at(running, "tournament")).content.decode()

    @pytest.mark.parametrize("signed_in", [False, True])
    def test_has_each_language_by_its_own_name(self, running, nobodys, orla, signed_in):
        client = Client()
        if signed_in:
            client.force_login(orla)
        page = read(at(running, "tournament"), client).content.decode()
        form = page[page.index('<details class="languages">') : page.index("</details>")]
        assert re.findall(r'value="([^"]*)"\s+lang="\1"[^>]*>\s*(\S+)\s*<', form) == [("en", "English"), ("en-xa", "·")]

    def test_counts_more_than_the_browser_on_every_page(self, running, nobodys, orla):
        client = Client(enforce_csrf_checks=True)  # the form of a page for everybody has no token
        page = at(running, "tournament")
        answer = choose(client, "en-xa", page)
        assert answer["Location"].endswith(page)
        assert client.cookies["language"]["httponly"]
        for address in (page, reverse("tournaments:home"), at(running, "standings:table")):
            assert language(read(address, client, accept_language="en")) == "en-xa"
        client.force_login(orla)
        desk = read(at(running, "desk"), client, accept_language="en")
        assert language(desk) == "en-xa"
        choose(client, "en", page)
        assert language(read(page, client, accept_language="en-xa")) == "en"

    @pytest.mark.parametrize("code", ["xx", "", "fi", "\0", "<b>", "a" * 600])
    def test_of_what_there_is_not_is_as_if_there_were_none(self, running, nobodys, code):
        client = Client()
        choose(client, code, "/")
        assert language(read(at(running, "tournament"), client, accept_language="en-xa")) == "en-xa"
        assert len(PAGES) == 1

    def test_never_leads_to_another_site(self, db):
        client = Client()
        address = reverse("tournaments:language")
        answer = client.post(address, {"language": "en", "next": "https://evil.example/"})
        assert answer["Location"] == "/"
        assert client.get(address)["Location"] == "/"
