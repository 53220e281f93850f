"""Passwords are refused if they are similar to the user's name, common or short."""

import pytest

from tournaments.people.forms import AccountForm


def errors(username, password):
    form = AccountForm({"username": username, "password": password})
    form.is_valid()
    return form.errors.get("password", [])


@pytest.mark.parametrize("name", ["Anna Organiser", "Sanni Korkeasi", "Kerros Oy Turku"[::-1], "שרה כהן"])
def test_word_sharing_letters_with_the_name_is_accepted(name):
    assert not [text for text in errors(name, "kierros") if "name" in text]
    assert not errors(name, "kierros on round in Finnish")


def test_letters_of_the_name_in_another_order_are_accepted():
    assert not errors("Organiser Anna", "reasoning-roi")


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Anna Organiser", "organiser1"),
        ("Anna Organiser", "ANNA ORGANISER"),
        ("Anna Organiser", "annaorganiser"),
        ("anna.organiser@kierros.example", "organiser22"),
        ("Żółć-Kowalczyk", "kowalczyk7"),
    ],
)
def test_name_or_a_near_copy_is_refused_with_a_clear_message(name, password):
    assert errors(name, password) == ["The password is too similar to your name. Choose another."]


def test_common_or_short_password_is_refused():
    assert any("10 characters" in text for text in errors("Ann", "kierros"))
    assert any("common" in text for text in errors("Ann", "password123"))
