"""`docs/fide-checklist.md` answers each of FIDE's 225 questions once, and everything that it refers to exists.

The test counts the answers and compares them with the line at the top.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest
from django.core.management import get_commands

from pairings.__main__ import COMMANDS
from tests.test_docs import ROOT, files, known_names
from tests.tournaments.all_features.url_patterns import routes

CHECKLIST = (ROOT / "docs/fide-checklist.md").read_text()
ANSWERS = ("pass", "fails", "n/a")
PAGE = re.compile(r"page `([\w:-]+)`")
COMMAND = re.compile(r"command `(?:manage\.py )?(\w+)`")
TEST = re.compile(r"`(test_\w+|Test\w+)`")
FILE = re.compile(r"`([\w./-]+/(?:[\w.-]+)?|[\w./-]+\.(?:py|md))`")
OTHER = re.compile(r"(?:as )?(\d+)\b")


@dataclass(frozen=True)
class Row:
    number: int
    asks: str
    answer: str
    weight: str
    shown_by: str


def rows():
    for line in CHECKLIST.splitlines():
        if re.match(r"\| \d", line):
            number, *cells = (cell.strip() for cell in line.strip().strip("|").split("|"))
            yield Row(int(number), *cells)


@cache
def names_of_tests():
    """Return the names of all tests and test classes."""
    texts = [(ROOT / name).read_text() for name in files() if re.fullmatch(r"tests/.*\.py", name)]
    return {name for text in texts for name in re.findall(r"^\s*(?:def|class) ([Tt]est\w*)", text, re.MULTILINE)}


def summary_line():
    """Return the line at the top of the checklist."""
    answers = Counter(row.answer for row in rows())
    fails = [row for row in rows() if row.answer == "fails"]
    hard = [row.number for row in fails if row.weight == "hard"]
    percent = sum(int(row.weight) for row in fails if row.weight.isdigit())
    return (
        f"**{answers['pass']} pass, {answers['n/a']} do not apply, {len(fails) - len(hard)} fail ({percent} %), "
        f"{len(hard)} fail hard{': ' + ', '.join(map(str, hard)) if hard else ''}.**"
    )


def test_every_question_has_one_answer():
    assert [row.number for row in rows()] == [*range(1, 226)]
    assert {row.answer for row in rows()} <= set(ANSWERS)
    assert [row.number for row in rows() if not row.asks or not re.fullmatch(r"|hard|\d{1,2}", row.weight)] == []


def test_summary_line_is_at_the_top():
    assert summary_line() in CHECKLIST, f"the line to put there: {summary_line()}"
    assert len(re.findall(r"^\*\*\d+ pass", CHECKLIST, re.MULTILINE)) == 1


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: str(row.number))
def test_evidence_of_each_answer_exists(row):
    pages, commands = PAGE.findall(row.shown_by), COMMAND.findall(row.shown_by)
    named, places = TEST.findall(row.shown_by), FILE.findall(row.shown_by)
    there = {route.name for route in routes()}
    assert [page for page in pages if page not in there] == []
    assert [each for each in commands if each not in {*dict.fromkeys(c[0] for c in COMMANDS), *get_commands()}] == []
    assert [name for name in named if name not in names_of_tests()] == []
    assert [place for place in places if not (ROOT / place).exists()] == []
    shown = [*pages, *commands, *named, *places, *OTHER.findall(row.shown_by)]
    assert shown if row.answer == "pass" else row.shown_by, "what shows it, why it fails, or what makes it void"


def test_question_referring_to_another_names_an_answered_one():
    answers = {row.number: row.answer for row in rows()}
    for row in rows():
        led = OTHER.match(row.shown_by)
        if led is not None:
            assert int(led[1]) in answers.keys() - {row.number}
            assert row.answer != "pass" or answers[int(led[1])] != "n/a", row.number


@pytest.mark.rotates(8)
def test_named_tests_are_known_to_the_docs():
    assert {name for row in rows() for name in TEST.findall(row.shown_by)} <= known_names()
