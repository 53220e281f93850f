"""The manual: every page links to its chapter, buttons have the same names as on pages, and sentences are short."""

import functools
import html
import re
from io import BytesIO
from statistics import median

import pytest
from django.template.base import Lexer, TokenType
from django.test import Client
from django.urls import resolve, reverse
from PIL import Image
from pypdf import PdfReader

from config.translation.areas import ROOT
from pairings.systems import SYSTEMS
from tests import pseudo_language
from tests.tournaments.all_features.test_pages import at
from tests.tournaments.all_features.test_readers import NOBODY, PAGES
from tests.tournaments.all_features.url_patterns import routes
from tournaments.core.games import GAMES
from tournaments.public import example_rounds, manual_pages
from tournaments.public.manual_pages import CHAPTER_OF, CHAPTERS
from tournaments.templatetags.manual import FALLBACK, PICTURES, path_of

pytestmark = pytest.mark.django_db

#: Addresses whose answer is not a page under the program's own head: files, parts of pages,
#: pages embedded in other sites, the screen of a projector, and what is read before anything else.
NO_PAGES = {
    "manual", "manual-chapter", "manual-pdf", "standings:norm-forms-pdf", "standings:print-event",
    "standings:print-round", "standings:print-everything",
    "standings:print-names-of-event", "standings:print-prizes-of-event", "standings:print-sections",
    "now", "screen", "embed-standings", "embed-pairings",
    "report", "schedule-csv", "teams-csv", "players-csv", "fees-csv",
    "tournament-file", "pairings-pgn", "standings:table-csv", "standings:table-h9",
    "standings:table-aga", "standings:table-fesa", "standings:clubs-csv", "sign-in",
    "standings:series-csv", "standings:series-pdf",
    "language", "worker", "manifest", "without-network", "preview", "screen-code", "months-feed",
}  # fmt: skip


def pages():
    """Return the names of all addresses that answer some reader with a page."""
    return {
        route.name.removeprefix("tournaments:")
        for route in routes()
        if PAGES.get(route.pattern, NOBODY) is not NOBODY and not route.pattern.startswith("api/")
    } - NO_PAGES


def test_every_page_belongs_to_one_chapter():
    assert pages() - CHAPTER_OF.keys() == set()
    assert sum(len(chapter.pages) for chapter in CHAPTERS) == len(CHAPTER_OF)


def test_chapters_name_only_existing_pages():
    names = {route.name.removeprefix("tournaments:") for route in routes()}
    assert CHAPTER_OF.keys() - names == set()


def test_question_mark_links_to_the_chapter(cup):
    page = Client().get(at(cup, "standings:table")).text
    (address,) = re.findall(r'class="manual-link"\s+href="([^"]*)"', page)
    assert resolve(address).kwargs == {"key": "standings"}
    assert "<h1>Standings, tie-breaks and prizes</h1>" in Client().get(address).text


def test_an_unknown_chapter_is_not_found():
    assert Client().get(reverse("tournaments:manual-chapter", args=["no-such"])).status_code == 404


def test_contents_link_to_every_chapter():
    contents = Client().get(reverse("tournaments:manual")).text
    for chapter in CHAPTERS:
        assert f'<a href="{chapter.url}">' in contents


def test_manual_has_every_system_with_its_settings_and_every_game():
    systems, results = (text_of(key) for key in ("systems", "results"))
    for system in SYSTEMS:
        assert f'id="system-{system}"' in systems
    assert "Every possible game has a penalty" in systems
    for game in GAMES.values():
        assert f"{game.name}</th>" in results


def text_of(key):
    """Return the HTML of a chapter, as its page shows it."""
    page = Client().get(reverse("tournaments:manual-chapter", args=[key])).text
    return page.partition('<div class="manual">')[2].rpartition("</div>")[0]  # pictures have a `div` of their own


#: The program writes the chapter on systems, in the words of each system.
WRITTEN = [chapter.key for chapter in CHAPTERS if chapter.key != "systems"]


MANUAL = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("templates/manual/*.html")}


def names(key):
    """Return the names in a chapter for buttons, links, headings and fields of pages: each message with its context."""
    source = (ROOT / f"templates/manual/{key}.html").read_text()
    for token in Lexer(source).tokenize():
        parts = token.split_contents() if token.token_type is TokenType.BLOCK else []
        if parts and parts[0] in {"button", "field"}:
            context = [part.removeprefix("context=")[1:-1] for part in parts if part.startswith("context=")]
            yield parts[1][1:-1], context[0] if context else None


@functools.cache
def of_pages():
    """Return the messages of all pages except those of the manual."""
    found = [message for message, found in pseudo_language.messages().items() if set(found.sources) - MANUAL]
    return {(form, context) for text, context in found for form in ((text,) if isinstance(text, str) else text)}


@pytest.mark.parametrize("key", WRITTEN)
def test_buttons_and_fields_have_the_same_names_as_on_pages(key):
    found = set(names(key))
    assert found
    assert found - of_pages() == set(), "Pages call these otherwise now"


def sentences(key):
    """Yield the sentences of a chapter as people read them; each step, point, paragraph and heading is separate."""
    blocks = re.split(
        r"</?(?:p|li|h2|table|th|td|figure)\b[^>]*>", re.sub(r"<table.*?</table>", "", text_of(key), flags=re.DOTALL)
    )
    for block in blocks:
        text = " ".join(html.unescape(re.sub(r"<[^>]+>", "", block)).split())
        yield from filter(None, re.split(r"(?<=[.!?])\s+", text))


@pytest.mark.parametrize("key", WRITTEN)
def test_sentences_and_chapters_are_short(key):
    lengths = [len(sentence.split()) for sentence in sentences(key)]
    assert [sentence for sentence in sentences(key) if len(sentence.split()) > 20] == []
    assert median(lengths) <= 12
    assert sum(lengths) <= 900


def test_each_step_has_at_most_three_sentences():
    for key in WRITTEN:
        for step in re.findall(r"<li>(.*?)</li>", text_of(key), flags=re.DOTALL):
            assert len(re.split(r"(?<=[.!?])\s+", " ".join(step.split()))) <= 3, step


def test_pictures_are_few_and_small():
    assert len(PICTURES) <= 12
    for key, picture in PICTURES.items():
        file = ROOT / "static" / path_of(key, FALLBACK)
        assert file.stat().st_size <= 40 * 1024
        with Image.open(file) as image:
            width, height = image.size
        assert abs(width / height - picture.width / picture.height) < 0.01


def test_each_picture_is_shown_in_exactly_one_chapter():
    shown = [name for key in WRITTEN for name in re.findall(r"manual/en/(\w+)\.webp", text_of(key))]
    assert sorted(shown) == sorted(PICTURES)


@pytest.mark.rotates(6)
def test_whole_manual_is_available_as_one_pdf_with_contents():
    answer = Client().get(reverse("tournaments:manual-pdf"))
    assert answer["Content-Type"] == "application/pdf"
    whole = PdfReader(BytesIO(answer.content))
    texts = [" ".join(page.extract_text().split()) for page in whole.pages]
    listed = [each.title for each in whole.outline if not isinstance(each, list)]
    assert listed == [f"{number}. {chapter.title}" for number, chapter in enumerate(CHAPTERS, 1)]
    for heading in listed:
        assert heading in texts[0]
        assert any(heading in text for text in texts[1:])
    found = "".join(re.sub(r"Kierros: manual \d+", "", " ".join(texts)).split())
    shown = [sentence for key in WRITTEN for sentence in sentences(key)]
    missing = [each for each in shown if "".join(each.split()) not in found]
    assert missing == [], missing
    assert "".join(str(example_rounds.ABOUT).split()) not in found  # its pictures are only on the page


def test_pdf_is_in_the_language_of_its_reader(monkeypatch):
    monkeypatch.setattr(manual_pages, "document", str.encode)
    address = reverse("tournaments:manual-pdf")
    assert [Client(headers={"Accept-Language": key}).get(address).content for key in ("fi", "ja")] == [b"fi", b"ja"]


def test_page_without_chapter_links_to_the_start_of_the_manual():
    page = Client().get(reverse("tournaments:sign-in")).text
    assert re.search(f'class="manual-link"\\s+href="{reverse("tournaments:manual")}"', page)


def test_examples_of_results_fit_each_game(client):
    page = client.get(reverse("tournaments:manual-chapter", args=["results"])).text
    typed = dict(re.findall(r'<th scope="row">(.*?)</th>\s*<td>(.*?)</td>', page))
    assert typed["Padel, pickleball"] == "15-9, +--"
    assert typed["Othello"] == "35-29, +--"


class TestSearch:
    """A search over the passages of the manual."""

    def found(self, query, language="en"):
        """Return the address and the title of each passage that is found, and the page."""
        page = Client(headers={"Accept-Language": language}).get(reverse("tournaments:manual"), {"q": query}).text
        return re.findall(r'<a href="([^"]*)"><strong>(.*?)</strong>', page), page

    def test_passage_named_by_the_words_comes_first_and_links_to_its_heading(self):
        found, page = self.found("number odd")
        address = reverse("tournaments:manual-chapter", args=["absences"])
        assert found[0] == (f"{address}#:~:text=The%20number%20of%20players%20is%20odd", "The number of players is odd")
        assert f"{len(found)} passage" in page

    def test_line_with_most_words_is_shown(self):
        passage = manual_pages.Passage(CHAPTERS[0], "", ("Pair the round.", "Give a bye.", "A bye in a round."))
        assert passage.line_about(("bye", "round")) == "A bye in a round."
        assert passage.line_about(("zebra",)) == "Pair the round."

    def test_nothing_is_found_for_unknown_words_and_no_words_show_the_chapters(self):
        found, page = self.found("zebra crossing")
        assert found == []
        assert "0 passages found" in page
        assert "Run an event" in self.found(" ")[1]

    def test_search_is_in_the_language_of_the_reader(self):
        assert self.found("pelaaja", "fi")[0]
        assert self.found("pelaaja")[0] == []
