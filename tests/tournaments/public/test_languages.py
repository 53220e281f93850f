"""The language of public pages: the reader's choice, the browser's, or the tournament's."""

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from standings.web.papers import orders
from standings.web.papers.catalogue import BY_KEY
from tests.pseudo_language import mark
from tests.tournaments.public.test_page_cache import at, play_everything
from tournaments.history import undo
from tournaments.public.page_cache import PAGES
from tournaments.setup import copies, lifecycle, moving
from tournaments.tournament_files import files


@pytest.fixture
def running(orla):
    return play_everything(orla)


def read(address, client=None, **headers):
    return (client or Client()).get(address, headers={name.replace("_", "-"): text for name, text in headers.items()})


def language(answer):
    (text,) = re.findall(r'<html lang="([^"]*)"', answer.content.decode())
    return text


def choose(client, code, page):
    return client.post(
        reverse("tournaments:language"), {"language": code}, headers={"referer": f"http://testserver{page}"}
    )


class TestLanguageChoice:
    @pytest.mark.rotates(2)
    def test_is_hidden_if_there_is_only_one_language(self, running, settings):
        settings.LANGUAGES = [("en", "English")]
        assert "languages" not in read(at(running, "tournament")).content.decode()

    @pytest.mark.rotates(8)
    @pytest.mark.parametrize("signed_in", [False, True])
    def test_lists_each_language_by_its_own_name(self, running, nobodys, orla, signed_in):
        client = Client()
        if signed_in:
            client.force_login(orla)
        page = read(at(running, "tournament"), client).content.decode()
        form = page[page.index('<details class="languages">') : page.index("</details>")]
        assert re.findall(r'value="([^"]*)"\s+lang="\1"[^>]*>\s*(\S+)\s*<', form) == [("en", "English"), ("en-xa", "·")]

    @pytest.mark.rotates(2)
    def test_overrides_the_browser_language_on_every_page(self, running, nobodys, orla):
        client = Client(enforce_csrf_checks=True)  # the form on a public page has no token
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

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize("code", ["xx", "", "fi", "\0", "<b>", "a" * 600])
    def test_unknown_language_is_ignored(self, running, nobodys, code):
        client = Client()
        choose(client, code, "/")
        assert language(read(at(running, "tournament"), client, accept_language="en-xa")) == "en-xa"
        assert len(PAGES) == 1

    def test_never_redirects_to_another_site(self, db):
        client = Client()
        address = reverse("tournaments:language")
        answer = client.post(address, {"language": "en", "next": "https://evil.example/"})
        assert answer["Location"] == "/"
        assert client.get(address)["Location"] == "/"


@pytest.fixture
def at_home(running, orla, nobodys):
    """A tournament whose language is the pseudo-language."""
    return set_language(running, "en-xa")


def set_language(stage, code):
    lifecycle.change_settings(stage.orla, stage.tournament, language=code)
    stage.tournament.refresh_from_db()
    return stage


class TestTournamentLanguage:
    @pytest.mark.rotates(2)
    @pytest.mark.parametrize(("asked", "got"), [("sv", "en-xa"), ("", "en-xa"), ("en", "en"), ("sv, en;q=0.1", "en")])
    def test_is_used_on_public_pages_if_the_requested_one_is_not_supported(self, at_home, asked, got, orla):
        client = Client()
        for _signed_in in (False, True):
            answer = read(at(at_home, "standings:table"), client, accept_language=asked)
            assert (language(answer), answer["Content-Language"]) == (got, got)
            client.force_login(orla)

    def test_is_not_used_at_the_desk(self, at_home, orla):
        client = Client()
        client.force_login(orla)
        assert language(read(at(at_home, "desk"), client)) == "en"

    def test_is_used_on_the_screen_whatever_the_browser_requests(self, at_home, orla):
        client = Client()
        for _signed_in in (False, True):
            assert language(read(at(at_home, "screen"), client, accept_language="en")) == "en-xa"
            client.force_login(orla)

    def test_unsupported_language_is_ignored(self, at_home, settings):
        settings.LANGUAGES = [("en", "English"), ("fi", "suomi")]
        assert language(read(at(at_home, "standings:table"))) == "en"
        assert language(read(at(at_home, "screen"))) == "en"

    @pytest.mark.rotates(2)
    def test_changes_public_pages_at_once(self, running, nobodys):
        assert language(read(at(running, "tournament"))) == "en"
        set_language(running, "en-xa")
        assert language(read(at(running, "tournament"))) == "en-xa"
        undo.undo(running.orla, running.tournament, running.tournament.journal.first())
        assert language(read(at(running, "tournament"))) == "en"

    def test_is_kept_in_copies_and_tournament_files(self, at_home, orla):
        copy = copies.copy_tournament(at_home.orla, at_home.tournament, name="Next", starts_on=date(2026, 2, 1))
        assert copy.language == "en-xa"
        assert moving.import_file(at_home.orla, files.write(at_home.tournament)).language == "en-xa"

    @pytest.mark.rotates(2)
    def test_is_a_setting_only_if_there_are_several_languages(self, running, orla, nobodys, settings):
        client = Client()
        client.force_login(orla)
        page = read(at(running, "settings"), client).content.decode()
        assert 'name="language"' in page[page.index("<main") :]
        settings.LANGUAGES = [("en", "English")]
        page = read(at(running, "settings"), client).content.decode()
        assert 'name="language"' not in page

    def test_second_language_is_printed_beside_the_first(self, at_home):
        wanted = orders.PaperRequest(at_home.tournament, at_home.round, language="en", second="en-xa")
        document = orders.document(BY_KEY["pairings"], wanted, orders.PrintOrder(at_home.orla, "", "http://open"))
        (sheet,) = document.sheets
        assert sheet.title == f"Pairings · {mark('Pairings')}"
        heads = [column.head for column in sheet.columns]
        assert f"Table · {mark('Table')}" in heads
        assert document.language == "en"

    @pytest.mark.parametrize(("asked", "printed"), [("", "en-xa"), ("?language=en", "en"), ("?language=xx", "en-xa")])
    def test_is_used_on_paper_unless_another_is_chosen(self, at_home, orla, monkeypatch, asked, printed):
        made = []
        monkeypatch.setattr(orders, "print_document", lambda document: made.append(document) or b"%PDF")
        client = Client()
        client.force_login(orla)
        address = reverse("standings:print-event", args=[at_home.tournament.slug, "standings"])
        assert read(f"{address}{asked}", client, accept_language="en").status_code == 200
        (document,) = made
        assert document.language == printed
        assert document.sheets[0].title == {"en": "Standings", "en-xa": mark("Standings")}[printed]
