"""Each language's files have no fault that a program can detect, and languages declared complete are complete."""

import re
from collections import Counter, defaultdict
from functools import cache

import pytest
from babel.messages.catalog import Message as Entry

from config.translation.areas import AREAS
from config.translation.catalogues import is_translated, path_of, read
from config.translation.languages import TARGET_LANGUAGES, language_of_code
from tests import pseudo_language
from tests.catalogue_faults import MISTAKES, faults

CODES = [language.code for language in TARGET_LANGUAGES]


@cache
def entries(code, area):
    return [entry for entry in read(language_of_code(code), area) if entry.id]


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("code", CODES)
class TestCatalogue:
    def test_exists_and_states_plural_forms_of_its_language(self, code, area):
        head = path_of(language_of_code(code), area).read_text().partition("\n\n")[0]
        assert f'"Language: {code}\\n"\n"Plural-Forms: {language_of_code(code).plurals}\\n"' in head
        assert entries(code, area)

    def test_has_no_faults(self, code, area):
        found = {entry.id: list(faults(entry, language_of_code(code))) for entry in entries(code, area)}
        assert {text: wrong for text, wrong in found.items() if wrong} == {}

    def test_is_complete_if_declared_complete(self, code, area):
        missing = [entry.id for entry in entries(code, area) if not is_translated(entry)]
        assert area not in language_of_code(code).complete or not missing


@pytest.mark.parametrize("code", CODES)
def test_catalogues_have_the_messages_of_the_program(code):
    """If this fails, `manage.py update_catalogues` adds missing messages and removes obsolete ones."""
    wanted, there = defaultdict(set), {}
    for message, found in pseudo_language.messages().items():
        wanted[found.area].add(message)
    for area in AREAS:
        there[area] = {
            (entry.id if isinstance(entry.id, str) else tuple(entry.id), entry.context) for entry in entries(code, area)
        }
    assert {area: wanted[area] ^ there[area] for area in AREAS if wanted[area] ^ there[area]} == {}


def test_no_two_counted_messages_have_the_same_singular():
    """gettext looks up a counted message by its singular: of two with the same one, it would know only the last."""
    counted = Counter((text[0], context) for text, context in pseudo_language.messages() if not isinstance(text, str))
    plain = {(text, context) for text, context in pseudo_language.messages() if isinstance(text, str)}
    assert {message for message in counted if counted[message] > 1 or message in plain} == set()


class TestFaults:
    """The tests above would find each fault."""

    @pytest.mark.parametrize(
        ("code", "english", "text", "fault"),
        [
            ("fi", "Round {n}", "Kierros {n}", ""),
            ("fi", "Round {n}", "Kierros", "places for facts"),
            ("fi", "Round {n}", "Kierros {m}", "places for facts"),
            ("fi", "Round {n}", "Kierros {n}:n", "no ending"),
            ("fi", "<b>{n}</b> rounds", "<b>{n}</i> kierrosta", "places for facts"),
            ("fi", "%(n)s%% of it", "%(n)s %% siitä", ""),
            ("fi", "%(n)s%% of it", "%(n)s siitä", "places for facts"),
            ("fi", " and ", "ja ", "begins with another blank"),
            ("fi", "Lists\n", "Listat", "ends with another blank"),
            ("fi", "Search …", "Haku", "…"),
            ("ja", "Rounds:", "回戦：", ""),
            ("ja", "Rounds:", "回戦", "colon"),
            ("ja", "It is closed.", "終了しました。", ""),
            ("ja", "It is closed.", "終了しました", "a sentence with an end"),
            ("ru", "No.", "№", ""),
            ("ja", "Tournament", "トーナメント", "大会"),
            ("ja", "Knock-out tournament", "ノックアウト・トーナメント", ""),
            ("fr", "Who plays?", "Qui joue\u00a0?", ""),
            ("fr", "Who plays?", "Qui joue ?", "no-break space"),
            ("fr", "the desk", "l'accueil", "apostrophe"),
            ("es", "the seed of the random numbers", "la semilla", ""),
            ("es", "seed", "semilla", "cabeza de serie"),
        ],
    )
    def test_of_plain_messages_are_found(self, code, english, text, fault):
        found = list(faults(Entry(english, text), language_of_code(code)))
        assert bool(found) == bool(fault)
        assert not fault or fault in " ".join(found)

    @pytest.mark.parametrize(
        ("code", "text", "fault"),
        [
            ("fi", ("yksi pelaaja", "{n} pelaajaa"), ""),
            ("fi", ("yksi pelaaja", "pelaajaa"), "places for facts"),
            ("fi", ("{n} pelaaja", ""), "2 forms"),
            ("fr", ("un joueur", "{n} joueurs"), "places for facts"),
            ("fr", ("{n} joueur", "{n} joueurs"), ""),
            ("ru", ("один игрок", "{n} игрока", "{n} игроков"), "places for facts"),
            ("ru", ("{n} игрок", "{n} игрока", "{n} игроков"), ""),
            ("ja", ("{n}名",), ""),
            ("ja", ("{n}名", "{n}名"), "1 forms"),
        ],
    )
    def test_of_counted_messages_are_found(self, code, text, fault):
        found = list(faults(Entry(("one player", "{n} players"), text), language_of_code(code)))
        assert bool(found) == bool(fault)
        assert not fault or fault in " ".join(found)

    def test_guesses_marked_fuzzy_are_found(self):
        assert list(faults(Entry("Round", "Kierros", flags=["fuzzy"]), language_of_code("fi"))) == [
            "it is marked as fuzzy"
        ]


@pytest.mark.parametrize("code", CODES)
def test_mistakes_have_reasons_and_known_keys(code):
    assert len(MISTAKES[code]) >= 8
    for mistake in MISTAKES[code]:
        assert mistake["why"]
        assert {"word", "why"} <= set(mistake) <= {"word", "why", "only", "not"}
        assert all(re.compile(mistake[name]) for name in ("word", "only", "not") if name in mistake)
