"""If the game has courts or pitches, no page and no refusal calls them tables."""

import re

import pytest
from django.utils import translation

from config.translation.languages import TARGET_LANGUAGES
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.rounds import publishing, rounds

pytestmark = pytest.mark.django_db

#: Tables of standings and cross tables: there the word "table" is correct.
RIGHT = re.compile(
    r"cross table|final table|changes of the table|exclude from the table|numbers as a table", re.IGNORECASE
)
PAGES = (
    *("", "rounds/1/", "rounds/1/names/"),
    *("desk/", "desk/hall/", "desk/rounds/1/results/", "desk/journal/"),
)


def texts(html):
    """Return the text of a page that people read or hear."""
    shown = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    read_out = " ".join(re.findall(r'(?:aria-label|title|placeholder|data-[a-z]+)="([^"]*[ ][^"]*)"', shown))
    return RIGHT.sub("", re.sub(r"<[^>]+>", " ", shown) + " " + read_out)


@pytest.fixture
def badminton(make):
    stage = make(game="badminton", system="knock-out").with_players(*"ABCDEFGH")
    stage.pair()
    stage.publish()
    stage.enter(1, "2-0")
    stage.enter(1, "2-1")
    return stage


@pytest.mark.parametrize("page", PAGES)
def test_pages_do_not_say_table(badminton, page):
    answer = signed_in(badminton.orla.user).get(f"/t/{badminton.tournament.slug}/{page}")
    assert answer.status_code == 200
    assert re.findall(r".{0,40}(?<!\{)\b[Tt]ables?\b.{0,20}", texts(answer.content.decode())) == []


def test_rows_of_byes_do_not_say_table(make):
    stage = make(game="badminton", system="dutch", planned_rounds=3).with_players(*"ABC")
    client, at = signed_in(stage.orla.user), f"/t/{stage.tournament.slug}/"
    stage.pair()
    pages = [client.get(f"{at}desk/rounds/1/").text]
    stage.publish()
    pages.append(client.get(f"{at}rounds/1/").text)
    assert all("no opponent" in page for page in pages)
    assert [found for page in pages for found in re.findall(r".{0,30}\b[Tt]ables?\b.{0,20}", texts(page))] == []


def test_refusals_do_not_say_table(badminton):
    lines = []
    for verb in (
        lambda: rounds.close_round(badminton.orla, badminton.tournament, badminton.round),
        lambda: publishing.unpublish_round(badminton.orla, badminton.tournament, badminton.round),
    ):
        with pytest.raises(Refused) as refused:
            verb()
        lines.append(refused.value.text)
    assert lines[1].startswith("Round 1 has a result (court 1).")
    assert not re.search("table", " ".join(lines), re.IGNORECASE)


@pytest.mark.parametrize("language", TARGET_LANGUAGES, ids=lambda each: each.code)
def test_lines_of_the_journal_begin_with_round_and_table(language):
    """Lines begin with round and table in every language, so that one rule finds the place."""
    with translation.override(language.code):
        begins = translation.gettext("Round {round}, table {table}")
        for verb in VERBS.values():
            for line in map(str, verb.lines if isinstance(verb.lines, tuple) else (verb.lines,)):
                if {"{table}", "{round}"} <= set(re.findall(r"\{\w+\}", line)) and "{name}" not in line:
                    assert line.startswith((begins, "Round {round}, table {table}")), (verb.key, line)
