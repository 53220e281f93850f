"""A large draft is shown in pages; every table has its reasons and buttons on its page."""

import re

import pytest
from django.test import Client

from tournaments.core.words import names
from tournaments.drafts import pages as drafts_pages

pytestmark = pytest.mark.django_db
ADDRESS = "/t/cup/desk/rounds/1/"
NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJKLM"]


@pytest.fixture
def draft(make, monkeypatch):
    """A draft of thirteen players: six tables, two on a page and four on the last page, and a bye."""
    monkeypatch.setattr(drafts_pages, "TABLES_A_PAGE", 2)
    cup = make(system="dutch", planned_rounds=5).with_players(*NAMES)
    cup.pair()
    return cup


@pytest.fixture
def at_desk(orla):
    client = Client()
    client.force_login(orla)
    return client


def page_of(client, number=1):
    return client.get(f"{ADDRESS}?page={number}").content.decode()


def tables(page):
    return [int(number) for number in re.findall(r'<tr id="t(\d+)"', page)]


def test_every_table_is_on_one_page_with_its_reasons(draft, at_desk):
    pages = [page_of(at_desk, number) for number in (1, 2)]
    assert [tables(page) for page in pages] == [[1, 2], [3, 4, 5, 6]]
    for page in pages:
        assert page.count('<details class="why">') == len(tables(page)) + (page is pages[1])
        assert re.findall(r'href="\?page=(\d)"', page) == ["1", "2"]
    assert [len(re.findall(r">\s*undo\s*<", page)) for page in pages] == [0, 1], "the bye stands on the last"


def test_change_returns_the_same_page(draft, at_desk):
    form = {"do": "unpair", "first": draft.table(3).appearances.get(side=1).player.public_id}
    action = f"{ADDRESS}edit/?page=2"
    assert f'action="{action}"' in page_of(at_desk, 2)
    part = at_desk.post(action, form, headers={"HX-Request": "true"}).content.decode()
    assert tables(part) == [4, 5, 6], "from the third that is left on"
    form["first"] = draft.table(4).appearances.get(side=1).player.public_id
    assert at_desk.post(action, form)["Location"] == f"{ADDRESS}?page=2"


def test_players_on_different_pages_can_be_swapped(draft, at_desk):
    page = page_of(at_desk, 2)
    one, other = re.findall(r'<select id="(?:one|other)".*?</select>', page, re.DOTALL)
    assert one.count("<option") == 8, "who sits on this page"
    assert other.count("<option") == 13


def test_options_escape_and_isolate_names(draft, at_desk):
    strange, hebrew = draft.players["Player B"], draft.players["Player C"]
    for player, name in ((strange, "<b>Zoë & Co</b>"), (hebrew, "דוד")):
        type(player).objects.filter(pk=player.pk).update(name=name)
    page = page_of(at_desk, 2)
    assert f'<option value="{strange.public_id}">&lt;b&gt;Zoë &amp; Co&lt;/b&gt;</option>' in page
    assert f'<option value="{hebrew.public_id}">{names.ISOLATE}דוד{names.END}</option>' in page


def test_search_finds_a_player_on_any_page(draft, at_desk):
    name = draft.table(5).appearances.get(side=2).player.name
    assert at_desk.get(ADDRESS, {"find": name.lower()})["Location"] == f"{ADDRESS}?page=2#t5"
    answer = at_desk.get(ADDRESS, {"find": "Nobody"}, follow=True)
    assert "No player with this name is seated in this round." in answer.content.decode()


def test_draft_of_one_page_has_no_page_links(draft, at_desk, monkeypatch):
    monkeypatch.setattr(drafts_pages, "TABLES_A_PAGE", 3)
    page = page_of(at_desk)
    assert tables(page) == [1, 2, 3, 4, 5, 6]
    assert "?page=" not in page
    assert 'id="find"' not in page
