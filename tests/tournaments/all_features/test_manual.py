"""The manual: every page leads to its chapter, and what the program lists is in it."""

import html
import re
from io import BytesIO

import pytest
from django.test import Client
from django.urls import resolve, reverse
from pypdf import PdfReader

from pairings.systems import SYSTEMS
from tests.tournaments.all_features.addresses import routes
from tests.tournaments.all_features.test_pages import at
from tests.tournaments.all_features.test_readers import NOBODY, PAGES
from tournaments.core.games import GAMES
from tournaments.public.manual_pages import CHAPTER_OF, CHAPTERS

pytestmark = pytest.mark.django_db

#: Addresses that are answered with something else than a page under the program's own head: files, parts of pages,
#: pages within pages of others, the screen of a projector, and what is read before anything else.
NO_PAGES = {
    "manual", "manual-pdf", "standings:norm-forms-pdf", "standings:print-event", "standings:print-round",
    "now", "screen", "embed-standings", "embed-pairings", "report", "schedule-csv", "teams-csv", "players-csv",
    "tournament-file", "pairings-pgn", "standings:table-csv", "standings:table-h9",
    "standings:table-aga", "standings:table-fesa", "standings:clubs-csv", "sign-in",
    "worker", "manifest", "without-network", "preview",
}  # fmt: skip


def pages():
    """The names of all addresses that somebody is answered at with a page."""
    return {
        route.name.removeprefix("tournaments:")
        for route in routes()
        if PAGES.get(route.pattern, NOBODY) is not NOBODY and not route.pattern.startswith("api/")
    } - NO_PAGES


def test_every_page_is_in_one_chapter():
    assert pages() - CHAPTER_OF.keys() == set()
    assert sum(len(chapter.pages) for chapter in CHAPTERS) == len(CHAPTER_OF)


def test_chapters_name_pages_that_there_are():
    names = {route.name.removeprefix("tournaments:") for route in routes()}
    assert CHAPTER_OF.keys() - names == set()


def test_the_question_mark_leads_to_the_chapter(cup):
    page = Client().get(at(cup, "standings:table")).text
    (address,) = re.findall(r'class="manual-link"\s+href="([^"]*)"', page)
    path, _, anchor = address.partition("#")
    assert resolve(path).url_name == "manual"
    assert f'<section id="{anchor}"' in Client().get(path).text
    assert anchor == "standings"


def test_it_has_every_system_with_its_settings_and_every_game():
    page = Client().get(reverse("tournaments:manual")).text
    for key in SYSTEMS:
        assert f'id="system-{key}"' in page
    for game in GAMES.values():
        assert f"{game.name}</th>" in page
    assert "Every possible game has a penalty" in page


@pytest.mark.rotates(6)
def test_the_whole_manual_is_one_pdf_with_contents():
    answer = Client().get(reverse("tournaments:manual-pdf"))
    assert answer["Content-Type"] == "application/pdf"
    whole = PdfReader(BytesIO(answer.content))
    texts = [" ".join(page.extract_text().split()) for page in whole.pages]
    listed = [each.title for each in whole.outline if not isinstance(each, list)]
    assert listed == [f"{number}. {chapter.title}" for number, chapter in enumerate(CHAPTERS, 1)]
    for heading in listed:
        assert heading in texts[0]
        assert any(heading in text for text in texts[1:])
    page = re.sub(r"<[^>]+>", " ", Client().get(reverse("tournaments:manual")).text.partition('class="manual"')[2])
    said = [each for each in re.split(r"\s{2,}", html.unescape(page)) if len(each) > 80]
    found = "".join(re.sub(r"Kierros: manual \d+", "", " ".join(texts)).split())
    assert len(said) > 60
    missing = [each for each in said if "".join(each.split()) not in found]
    assert missing == [], missing


def test_a_page_that_is_in_no_chapter_leads_to_the_beginning():
    page = Client().get(reverse("tournaments:sign-in")).text
    assert re.search(f'class="manual-link"\\s+href="{reverse("tournaments:manual")}"', page)
