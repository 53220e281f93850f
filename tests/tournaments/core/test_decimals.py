"""Decimals use the decimal mark of the reader's language; halves and files do not change."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from pairings.wording.mark import Sentence
from pairings.wording.mark import ngettext as counted
from tournaments.core.words.figures import local
from tournaments.core.words.texts import as_csv, translate
from tournaments.templatetags.pages import decimals, with_sign

WRITTEN = ("12.25", "−35.2", "55.56 %", "100 %", "13½", "7 (0.5)", "1.5-0.5", "3", "–")
SHOWN = ("12.25", "−35.2", "55.56%", "100%", "13½", "7 (0.5)", "1.5-0.5", "3", "–")


@pytest.mark.parametrize(
    ("language", "written"),
    {
        "en": SHOWN,
        "ja": SHOWN,
        "fi": (
            "12,25",
            "−35,2",
            "55,56\N{NO-BREAK SPACE}%",
            "100\N{NO-BREAK SPACE}%",
            "13½",
            "7 (0,5)",
            "1,5-0,5",
            "3",
            "–",
        ),
        "de": (
            "12,25",
            "−35,2",
            "55,56\N{NO-BREAK SPACE}%",
            "100\N{NO-BREAK SPACE}%",
            "13½",
            "7 (0,5)",
            "1,5-0,5",
            "3",
            "–",
        ),
    }.items(),
)
def test_decimals_and_percentages_use_the_decimal_mark_of_the_language(language, written):
    with override(language):
        assert tuple(map(local, WRITTEN)) == written


def test_ratings_use_the_decimal_mark_of_the_language():
    with override("fi"):
        assert (decimals(Fraction(5, 2)), with_sign(Fraction(-352, 10))) == ("2,50", "−35,2")


def test_sentence_localises_decimals_but_not_names():
    sentence = Sentence(
        "{name} has {points}, by article 13.3: {share}.", name="A. 1.5 B", points="12.25", share="55.56 %"
    )
    with override("fi"):
        assert translate(sentence) == "A. 1.5 B has 12,25, by article 13.3: 55,56\N{NO-BREAK SPACE}%."
    assert sentence == "A. 1.5 B has 12.25, by article 13.3: 55.56 %."
    message = counted("{n} point", "{n} points", "n")
    with override("de"):
        assert translate(Sentence(message, n="0.75")) == "0,75 points"


def test_csv_file_keeps_the_decimal_point():
    with override("fi"):
        assert as_csv([[Fraction(49, 4)]]) == "12.25\r\n"
