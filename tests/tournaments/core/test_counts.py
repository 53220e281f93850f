"""Plural forms of nouns for amounts, including half points, in each language."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from pairings.wording.mark import Sentence
from pairings.wording.mark import ngettext as counted
from tournaments.core.words import texts
from tournaments.core.words.figures import number_for, points_in_words

HALF = Fraction(1, 2)
AMOUNTS = (0, HALF, 1, 3 * HALF, 2, 5, 11, 21, 22)

#: For each amount, the whole number with the same plural form.
FORMS = {
    "en": (0, 1, 1, 2, 2, 5, 11, 21, 22),
    "de": (0, 1, 1, 2, 2, 5, 11, 21, 22),
    "es": (0, 1, 1, 2, 2, 5, 11, 21, 22),
    "fi": (0, 2, 1, 2, 2, 5, 11, 21, 22),  # ½ pistettä
    "fr": (0, 1, 1, 1, 2, 5, 11, 21, 22),  # 1½ point
    "ru": (0, 2, 1, 2, 2, 5, 11, 21, 22),  # ½ очка, 1½ очка
    "ja": (0, 2, 1, 2, 2, 5, 11, 21, 22),  # one form for all
}


@pytest.mark.parametrize("language", FORMS)
def test_amount_takes_the_plural_form_of_the_language(language):
    assert tuple(number_for(amount, language) for amount in AMOUNTS) == FORMS[language]


def test_russian_fraction_takes_the_form_of_two_to_four():
    assert {number_for(Fraction(halves, 2), "ru") for halves in (9, 11, 21, 41)} == {2}


@pytest.mark.parametrize(
    ("shown", "number"),
    {"½": 1, "0.5": 2, "1½": 2, "0.333": 2, "1": 1, "1.0": 1, "3": 3, "-1": 2, "1/0": 2, "many": 2, "": 2}.items(),
)
@pytest.mark.rotates(3)
def test_displayed_amount_is_parsed_for_its_plural_form(shown, number):
    assert number_for(shown, "en") == number


def test_points_take_singular_or_plural_noun():
    lines = [points_in_words(Fraction(halves, 2), f"{halves}/2") for halves in (0, 1, 2, 3)]
    assert lines == ["0/2 points", "1/2 point", "2/2 point", "3/2 points"]


def test_counted_sentence_chooses_its_form_by_amount(monkeypatch):
    asked = []
    monkeypatch.setattr(texts, "ngettext", lambda one, many, number: asked.append(number) or many)
    message = counted("{points} point", "{points} points", "points")
    with override("fr"):
        assert texts.translate(Sentence(message, points="1½")) == "1½ points"
        texts.translate(Sentence(message, points="5"))
    assert asked == [1, 5]
