"""Each judge finds its own fault, and none on a good page."""

import pytest

from tests.tournaments.all_features.judges import (
    JUDGES,
    PERSONAL,
    Bench,
    Facts,
    NameReader,
    Page,
    other_halves,
    text_of,
)
from tournaments.core.words.names import END, ISOLATE

NAME = "שרה כהן 2"
FACTS = Facts(
    known=frozenset({"Cup"}),
    names=frozenset({NAME, "רות"}),
    half="½",
    secrets=dict(PERSONAL),
    is_marked=True,
    english=frozenset({"Ṡĭġń", "ẏŏŭ ṁŭṡṫ ẇȧĭṫ"}),  # in other letters, which the judge of marks does not find
)
GOOD = f"""<html lang="en-xa"><h1 id="top">Cup · ṗȧġė</h1>
<p><bdi>{NAME}</bdi> 1½ {ISOLATE}רות{END} 2, ½-½</p><label for="it">ṅȧṁė</label><input id="it">
<p>Ṡĭġń ĭń</p><code>0.5</code><img alt="" src="x"></html>"""
#: For each judge, pages in which it must find a fault.
BAD = {
    "translation": ["<p>Round 1</p>", '<input placeholder="Name">', "<title>Cup Standings</title>"],
    "English": ["<a>Ṡĭġń</a>", '<input placeholder="Ṡĭġń">', "<p>ṫȯḋȧẏ <b>ẏŏŭ</b> ṁŭṡṫ ẇȧĭṫ</p>"],
    "half points": ["<td>1.5</td>", "<p>.5</p>"],
    "isolation": [f"<p>3 · {NAME} 2</p>", f'<p title="3 {NAME}">3</p>', f"<td>{ISOLATE}{NAME}{END} 1, רות</td>"],
    "ids": ['<p id="a">1</p><p id="a">2</p>'],
    "markup": ['<label for="a">1</label>', '<img src="x">'],
    "secrets": ["<p>1987-03-14</p>", "<p>142054831</p>"],
}


def found_on(html, facts=FACTS):
    """Return the names of the judges that find a fault on a page."""
    bench = Bench()
    bench.judge(Page("/t/cup/", html, facts))
    return {name for name, faults in bench.found.items() if faults}


def test_every_judge_is_tested():
    assert BAD.keys() == JUDGES.keys()


@pytest.mark.parametrize(("judge", "html"), [(judge, html) for judge, pages in BAD.items() for html in pages])
def test_only_the_matching_judge_finds_a_fault(judge, html):
    assert found_on(html) == {judge}


def test_good_page_passes_all_judges():
    assert found_on(GOOD) == set()


def test_english_is_no_fault_without_the_pseudo_language():
    assert found_on("<p>Round 1</p>", Facts()) == set()


def test_football_writes_half_a_point_in_decimals():
    assert found_on("<p>½ 1.5</p>", Facts(half=".5")) == {"half points"}
    assert list(other_halves(text_of("<p>1.5 <code>½</code> ½-½ C.04.5.1</p>"), ".5")) == []


def test_names_in_options_and_attributes_need_no_isolation():
    reader = NameReader([NAME])
    reader.feed(f'<option>1 {NAME}</option><input value="1 {NAME}"><p dir="rtl" title="1 {NAME}">1 {NAME}</p>')
    assert reader.bare == []


def test_verdict_gives_advice_and_addresses():
    bench = Bench()
    bench.judge(Page("/t/cup/", "<p>1.5</p>", FACTS))
    bench.judge(Page("/t/cup/players/", "<p>1.5</p>", FACTS))
    assert bench.verdict().splitlines() == [JUDGES["half points"].advice, "  /t/cup/: ' 1.5 '"]
    assert Bench().verdict() == ""
