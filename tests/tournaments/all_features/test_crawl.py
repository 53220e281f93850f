"""Every linked page is opened once by each of its readers and checked by all judges.

A tournament of each system is played. In its states an organiser, a helper and a stranger follow every link that they
find, in the pseudo-language. For the Dutch system they also send every form with each of its buttons, once empty and
once full of nonsense. The names and results contain what the judges in `judges.py` look for.
"""

from __future__ import annotations

import secrets
from collections import Counter
from itertools import cycle
from random import Random
from typing import NamedTuple

import pytest
from django.test import Client

from config.translation.areas import AREAS
from config.translation.catalogues import forms, is_translated, read
from config.translation.languages import TARGET_LANGUAGES
from pairings.systems import SYSTEMS
from tests.catalogue_faults import KEPT as PLACES
from tests.tournaments.all_features.crawler import Crawler
from tests.tournaments.all_features.judges import HALVES, Bench, text_of
from tests.tournaments.all_features.system_tournaments import IN_EVENT, STATES, TELLING, Scene
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.all_features.test_readers import PAGES, T
from tournaments.public.page_cache import PAGES as KEPT

pytestmark = pytest.mark.django_db

#: Not pages, or pages without a link to them: one is shown offline, and one is for people who signed up.
UNLINKED = {
    r"t/(?P<slug>[-\w]+)/report\.(?P<edition>trf16|trf26)$", T + "players/<str:player_id>/card/",
    "worker.js", "without-network/", T + "app.webmanifest", T + "screen/code.svg",
}  # fmt: skip
#: Addresses to which these tournaments have no link: loaded lists, signing up before round 1, a sheet of Go, teams, and
#: FIDE mode, which they never used.
ELSEWHERE = {
    T + "desk/fide-mode/",
    T + "desk/players/listed/", T + "desk/players/listed/update/", T + "sign-up/", T + "sign-up/mine/",
    T + "standings.h9", T + "best-boards/",
    T + "club-teams/", T + "club-teams.csv", T + "rounds/<int:number>/pods/",
    T + "standings.aga", T + "standings.fesa", T + "courts/", "e/<slug:event>/courts/",
}  # fmt: skip
#: Addresses that exist only in systems whose pairings are known in advance.
OF_SCHEDULES = {T + "desk/grid/"}
#: The number of pages to check for one address, one kind of reader and one state; with --all-links, all pages.
EACH, ALL = 1, 1000
#: In the tournament of this system, in these states, each derivation has its own address; elsewhere all count as one.
DERIVED, DERIVES = "dutch", {TELLING, "finished"}
#: A run in slices crawls one in this many of the cases.
SLICES = 12


class Case(NamedTuple):
    system: str
    states: tuple[str, ...] = (TELLING,)
    game: str = ""

    def __str__(self):
        return "-".join((self.system, *self.states[-1:], *([self.game] if self.game else []))).replace(" ", "_")


#: One system is crawled in every state, one in the states with most pages, one while it has a grid; the others in
#: the state with most text. Pages outside this tournament and its event are crawled one time, while it is running.
#: The slowest cases come first, one in each slice.
CASES = [
    *(Case("dutch", (state,)) for state in STATES),
    Case("papp", STATES[1:]),
    Case("round-robin", ("running",)),
    Case("burstein", (TELLING, "between rounds"), game="football"),
    *(Case(system) for system in SYSTEMS if system not in {"dutch", "papp", "round-robin"}),
]


@pytest.fixture
def same_lots(monkeypatch):
    """Draw lots with a fixed seed, so that every run crawls the same pages."""
    monkeypatch.setattr(secrets, "choice", Random("crawl").choice)


def test_every_system_is_crawled():
    assert {case.system for case in CASES} == set(SYSTEMS)


@pytest.mark.rotates(SLICES)
@pytest.mark.slow("follows every link of a tournament")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_linked_pages_have_no_faults(nobodys, same_lots, case, request):
    everything = request.config.getoption("--all-links")
    scene, system = Scene(case.system, case.game), case.system
    bench, sent, files, opened, halves = Bench(), Counter(), Counter(), set(), set()
    public = f"/t/{scene.tournament.slug}/"
    desk = f"{public}desk/"
    unlinked = [
        f"{public}standings/{scene.players['Gus'].public_id}/PTS/",  # a player who withdraws
        f"{public}standings/?rules=fide-2026",
        *scene.tasks(),
        *(["/series/cup/"] if system in IN_EVENT else []),
    ]
    for state in scene.states():
        if state not in case.states and not (everything and system != "dutch"):
            continue
        table = scene.tournament.rounds.get(number=1).pairings.filter(table__lte=2).latest("table")
        drawn = f"{public}players/{table.appearances.first().player.public_id}/"
        readers = {"organiser": signed_in(scene.orla)}
        if state == "running":
            readers |= {"helper": signed_in(scene.heli), "stranger": Client()}
        for reader, client in readers.items():
            derives = everything or (system == DERIVED and state in DERIVES and reader == "organiser")
            near = ("/",) if everything or (state == "running" and system in IN_EVENT) else (public, "/e/", "/series/")
            crawler = Crawler(
                client, scene.facts(reader), bench, sent, files,
                sends=system == "dutch", each=ALL if everything else EACH, derives=derives, near=near,
            )  # fmt: skip
            crawler.crawl("/", desk, f"{desk}rounds/{scene.cup.round.number}/cost/", public, drawn, *unlinked)
            assert (T + "desk/" in crawler.patterns) == (reader != "stranger")
            opened |= crawler.patterns
            halves |= {address_kind(page, crawler, public) for page in crawler.pages if shows_a_half(page)}
    assert not bench.verdict(), bench.verdict()
    if system == "papp":  # which has every page except those of schedules
        assert {
            pattern for pattern, readers in PAGES.items() if "organiser" in readers
        } - opened == UNLINKED | ELSEWHERE | OF_SCHEDULES
    if everything or system in {"dutch", "papp", "round-robin"}:
        assert SYSTEMS[system].scheduled == (opened >= OF_SCHEDULES)
    if system == "papp" or case.game:
        assert halves >= {"standings/", "crosstable/", "rounds/#/", "players/#/", "desk/rounds/#/", "desk/journal/"}


#: A system for each language, so that all languages together cover many systems.
SPOKEN = list(
    zip(TARGET_LANGUAGES, cycle(("papp", "pods", "round-robin", "mcmahon", "team-swiss", "knock-out")), strict=False)
)


@pytest.fixture
def speaks(settings):
    """A function that makes the program use a language, finished or not."""

    def speak(language):
        settings.LANGUAGES = [("en", "English"), (language.code, language.name)]
        KEPT.clear()

    yield speak
    KEPT.clear()


@pytest.mark.rotates(len(SPOKEN))
@pytest.mark.slow("follows the links of a tournament")
@pytest.mark.parametrize(("language", "system"), SPOKEN, ids=[language.code for language, _system in SPOKEN])
def test_declared_translations_leave_no_english_on_pages(speaks, same_lots, language, system):
    speaks(language)
    scene, bench = Scene(system), Bench()
    next(state for state in scene.states() if state == TELLING)
    public = f"/t/{scene.tournament.slug}/"
    for reader, client in {"organiser": signed_in(scene.orla), "stranger": Client()}.items():
        facts = scene.facts(reader, is_marked=False, english=translated_phrases(language))
        crawler = Crawler(client, facts, bench, sends=False, derives=False, near=(public,), language=language.code)
        crawler.crawl(public, f"{public}desk/")
        assert all(f'<html lang="{language.code}"' in page.html for page in crawler.pages if "<html" in page.html)
    assert not bench.verdict(), bench.verdict()


def translated_phrases(language):
    """Return the English phrases of complete areas.

    Phrases that are the same in the language, or have another meaning in it, are left out.
    """
    entries = [entry for area in AREAS for entry in read(language, area) if entry.id and is_translated(entry)]
    answer = " ".join(text.casefold() for entry in entries for text in forms(entry))
    complete = [entry for area in language.complete for entry in read(language, area) if entry.id]
    texts = {text for entry in complete for text in ([entry.id] if isinstance(entry.id, str) else entry.id)}
    phrases = {max(PLACES.split(text), key=len).strip(" .:…,;") if PLACES.search(text) else text for text in texts}
    whole = {phrase for phrase in phrases if len(phrase) > 3 and (phrase in texts or phrase.count(" ") > 2)}
    return frozenset(phrase for phrase in whole if phrase.casefold() not in answer)


@pytest.mark.rotates(8)
def test_pages_without_links_have_no_faults(nobodys, same_lots):
    scene, bench = Scene("papp"), Bench()
    next(state for state in scene.states() if state == TELLING)
    public, player = f"/t/{scene.tournament.slug}/", scene.players["Ann"].public_id
    crawler = Crawler(signed_in(scene.orla), scene.facts("organiser"), bench, sends=False)
    pages = (
        f"{public}players/{player}/card/", "/without-network/", f"{public}desk/players/listed/", f"{public}sign-up/",
        f"{public}sign-up/mine/", f"{public}best-boards/", f"{public}club-teams/", f"{public}rounds/1/pods/",
        f"{public}desk/fide-mode/", f"{public}courts/",
    )  # fmt: skip
    for address in pages:
        crawler.hand_over(crawler.client.get(address), address)
    assert len(crawler.patterns) > len(pages) / 2
    assert not bench.verdict(), bench.verdict()


def shows_a_half(page):
    return page.facts.half and HALVES[page.facts.half].search(text_of(page.html))


def address_kind(page, crawler, public):
    return crawler.kind(page.address)[0].removeprefix(public)
