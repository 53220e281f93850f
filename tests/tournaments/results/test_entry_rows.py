"""The rows of the results page are filled from one rendered row and equal the template's own."""

import re
from collections import ChainMap

import pytest
from django.template import Context, engines
from django.test import Client
from django.urls import reverse

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.words import notation
from tournaments.models import Pairing, Player

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bo & <b>Co</b>", 'Di "D" O\'Neil', "\ue002", "THIS-TABLE", "987654321", "اللاعب", "Eve")


@pytest.fixture
def page(make, orla):
    """A function that returns the page of a round with these players, and its rows.

    Each row is rendered by the template alone.
    """

    def show(query="", **settings):
        cup = make(**settings).with_players(*NAMES)
        Player.objects.filter(name="Ann").update(title="GM", rating=2500, federation="FIN", club="A & B")
        cup.pair()
        cup.publish()
        cup.enter(1, "1-0")
        Player.objects.filter(name="Eve").update(withdrawn_after=0)
        return read_page(cup, query)

    def read_page(cup, query):
        client = Client()
        client.force_login(orla)
        answer = client.get(reverse("tournaments:results", args=[cup.tournament.slug, 1]) + query)
        shown, known = (
            engines["django"].get_template("results/entry_row.html").template,
            dict(ChainMap(*answer.context[0].dicts[::-1])),
        )
        rows = []
        for line in known["lines"]:
            context = Context(known | {"line": line})
            context.template = shown
            rows.append(shown.render(context))
        return answer.text, rows

    show.read_page = read_page
    return show


@pytest.mark.parametrize("query", ["", "?absent=2", "?missing"])
def test_every_row_equals_the_row_of_the_template(page, query):
    text, rows = page(query)

    assert len(rows) == (3 if query == "?missing" else 4)
    assert "".join(rows) in text


def test_rows_with_handicap_stones_equal_the_template(make, page):
    cup = make(game="go", system="mcmahon").with_players(*NAMES)
    cup.pair()
    cup.publish()
    Pairing.objects.filter(table__lt=3).update(handicap=4)

    text, rows = page.read_page(cup, "")

    assert text.count("4 handicap stones") == 2
    assert "".join(rows) in text


def test_player_name_is_not_replaced_as_a_placeholder(page):
    text, _rows = page()

    for name in ("\ue002", "THIS-TABLE", "987654321"):
        assert text.count(f"<bdi>{name}</bdi>") == 1


@pytest.mark.parametrize(
    ("settings", "buttons"),
    [
        ({"game": "football", "score_kind": "points"}, ["3-0", "0-3"]),
        ({"game": "football", "score_kind": ""}, []),
        ({}, []),
    ],
)
def test_one_button_awards_a_football_match(make, orla, settings, buttons):
    cup = make(**settings).with_players("Ann", "Bo")
    cup.pair()
    cup.publish()
    panel = (
        signed_in(orla).get("/t/cup/desk/rounds/1/results/?absent=1").text.split('class="panel"')[1].split("</div>")[0]
    )
    assert re.findall(r'value="(\d-\d)"', panel) == buttons
    for text in buttons:
        signed_in(orla).post(f"/t/cup/desk/tables/{cup.table(1).public_id}/result/", {"result": text})
        assert notation.write(cup.table(1).result.fact) == text
