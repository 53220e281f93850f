"""The prizes of a tournament: stored, shown on desk, public pages and certificates, in files and copies."""

import json
from datetime import date

import pytest

from standings.prizes.fund import Prize
from standings.web.prizes.forms import read_prize
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.tournament_files.test_files import COMMAND, elsewhere
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.words.names import isolate
from tournaments.history import undo
from tournaments.players import registration
from tournaments.setup import copies, moving, rules
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db
PLACE = "/t/cup/desk/prizes/"
FUND = {
    "currency": "€",
    "sharing": "equal",
    "unit": 1,
    "least": 0,
    "several": False,
    "categories": [
        {"name": "Main", "prizes": [[30000, "cup"], [20000, ""]], "group": {}},
        {"name": "Veterans", "prizes": [[5000, ""]], "group": {"born_to": 1960}},
    ],
}
FORM = {
    "currency": "€", "sharing": "equal", "unit": "1", "least": "",
    "c0-name": "Main", "c0-prizes": "300 + cup\n200", "c1-name": "Veterans", "c1-prizes": "50", "c1-born_to": "1960",
    "c2-name": "", "c2-prizes": "",
}  # fmt: skip


NONSENSE = [
    ({"c0-prizes": "300 200"}, "“300 200” is not a prize. Enter one per line"),
    ({"c0-prizes": "3e5"}, "is not a prize"),
    ({"c0-prizes": "12.345"}, "is not a prize"),
    ({"c0-prizes": "300,200,100"}, "is not a prize"),
    ({"c0-prizes": "-5"}, "is not a prize"),
    ({"c0-prizes": "99999999"}, "is not a prize"),
    ({"c0-prizes": "100\n200"}, "Place 2 would get more money"),
    ({"c0-prizes": ""}, "Enter at least one prize."),
    ({"c0-name": ""}, "Enter a name for the category."),
    ({"c1-name": "main"}, "with this name already"),
    ({"c1-born_to": "x"}, "whole number"),
    ({"least": "-1"}, "greater than or equal to 0"),
    ({"least": "60"}, "A prize of 50 €"),
    ({"sharing": "fair"}, "valid choice"),
    ({"unit": "3"}, "valid choice"),
    ({"c0-prizes": "x\u202ey"}, "invisible control characters"),
    ({"currency": "dollars!!"}, "Shorten it to 8"),
]


@pytest.fixture
def cup(make):
    """A Swiss of one round: two players won and two lost, and nothing else separates them.

    One of those who lost is a veteran.
    """
    cup = make(system="dutch", planned_rounds=1).with_players("Ann", "Bo", "Cy", "Di")
    cup.play("1-0", "1-0")
    loser = cup.table(1).appearances.get(side=2).player
    registration.change_player(cup.orla, cup.tournament, loser, birth="1950")
    return cup


def give(cup, fund=FUND):
    rules.set_prizes(cup.orla, cup.tournament, fund)
    return cup


def last_sentence(cup):
    entry = cup.tournament.journal.first()
    return VERBS[entry.verb].sentence(entry.facts)


def test_prizes_are_stored_journalled_and_undone(cup):
    give(cup)
    assert cup.tournament.prizes == FUND
    assert last_sentence(cup) == "Set the prizes: Main: 300 € + cup, 200 €; Veterans: 50 €."
    before = cup.revision()
    give(cup)
    assert cup.revision() == before
    give(cup, None)
    assert last_sentence(cup) == "Removed all prizes."
    undo.undo(cup.orla, cup.tournament, cup.tournament.journal.first())
    cup.tournament.refresh_from_db()
    assert cup.tournament.prizes == FUND


def test_helper_cannot_set_prizes(cup, helper_of_cup):
    with pytest.raises(NotAllowed):
        rules.set_prizes(helper_of_cup, cup.tournament, FUND)


@pytest.fixture
def helper_of_cup(cup, heli):
    from tournaments.core.rights import Who
    from tournaments.models import Member

    Member.objects.create(tournament=cup.tournament, user=heli, role="helper")
    return Who.at_page(heli)


def test_invalid_prize_is_refused_with_its_field(cup):
    wrong = {**FUND, "categories": [FUND["categories"][0], {"name": "B", "prizes": [[1, ""], [2, ""]], "group": {}}]}
    with pytest.raises(Refused, match="Place 2 would get more") as refused:
        give(cup, wrong)
    assert refused.value.field == "1.prizes"


def test_copy_and_tournament_file_include_prizes(cup):
    give(cup)
    copy = copies.copy_tournament(cup.orla, cup.tournament, name="Next", starts_on=date(2026, 2, 1))
    assert copy.prizes == FUND
    back, text = elsewhere(cup.tournament)
    assert files.write(back) == text
    for broken in ({"unit": 7}, {"categories": [{"name": "A", "prizes": [[1.5, ""]], "group": {}}]}, {"more": 1}):
        document = json.loads(text)
        document["tournament"]["prizes"].update(broken)
        with pytest.raises(Refused):
            moving.import_file(COMMAND, json.dumps(document).encode())


class TestPages:
    @pytest.mark.rotates(2)
    def test_desk_saves_prizes_and_shows_the_present_winners(self, cup, orla):
        client = signed_in(orla)
        assert "Main prizes" in client.get(PLACE).text
        text = client.post(PLACE, FORM, follow=True).text
        cup.tournament.refresh_from_db()
        assert cup.tournament.prizes == FUND
        assert "if the tournament ended now, after round 1" in " ".join(text.split())
        assert "tied on everything" not in text.replace("2 players are tied on everything", "")
        assert text.count("250 €") == 2
        assert "Places 1–2 are tied and share 300 + 200 € equally." in text
        assert client.get(PLACE).context["sheet"].categories[1]["born_to"].value() == 1960

    @pytest.mark.rotates(2)
    def test_page_shows_the_total_of_all_prizes(self, cup, orla):
        client = signed_in(orla)
        total = "Total of all prizes: "
        assert total not in client.get(PLACE).text
        saved = client.post(PLACE, {**FORM, "c1-prizes": "50.50; 1"}, follow=True).text
        assert f"{total}{isolate('551.50 €')}" in saved
        shown = client.post(PLACE, {**FORM, "currency": "$", "unit": "3"}).text
        assert f"{total}{isolate('550 $')}" in shown, "as it is typed, though not saved"
        assert total not in client.post(PLACE, {**FORM, "c0-prizes": "300 200"}).text

    @pytest.mark.rotates(2)
    def test_empty_category_is_folded(self, cup, orla):
        give(cup)
        client = signed_in(orla)
        folded = '<details class="card prize">'
        page = client.get(PLACE).text
        assert (page.count('<fieldset class="card prize">'), page.count(folded)) == (2, 1)
        assert 'name="c2-name"' in page.partition(folded)[2]
        for typed in ({"c2-prizes": "cup"}, {"c2-born_to": "x"}, {"c2-name": "Juniors"}):
            assert folded not in client.post(PLACE, {**FORM, **typed, "unit": "3"}).text, typed

    @pytest.mark.rotates(2)
    def test_cleared_category_is_removed(self, cup, orla):
        give(cup)
        signed_in(orla).post(PLACE, {**FORM, "c0-name": "", "c0-prizes": " "})
        cup.tournament.refresh_from_db()
        assert [each["name"] for each in cup.tournament.prizes["categories"]] == ["Veterans"]
        text = (
            signed_in(orla)
            .post(PLACE, {**FORM, **dict.fromkeys([n for n in FORM if n[0] == "c" and "-" in n], "")}, follow=True)
            .text
        )
        assert "Prizes removed." in text
        cup.tournament.refresh_from_db()
        assert cup.tournament.prizes is None

    @pytest.mark.rotates(4)
    def test_invalid_input_is_refused_with_the_reason(self, cup, orla):
        client = signed_in(orla)
        for typed, why in NONSENSE:
            answer = client.post(PLACE, {**FORM, **typed})
            assert (answer.status_code, why in answer.text) == (422, True), typed
        cup.tournament.refresh_from_db()
        assert cup.tournament.prizes is None

    @pytest.mark.parametrize(
        ("line", "prize"),
        [
            ("300", (30000, "")), ("12,50", (1250, "")), ("12.5", (1250, "")), ("300 + cup", (30000, "cup")),
            ("300 €", (30000, "")), ("€300", (30000, "")), ("€ 300+cup", (30000, "cup")), ("cup", (0, "cup")),
            ("0", (0, "")), ("100 a book of chess", (10000, "a book of chess")),
        ],
    )  # fmt: skip
    def test_prize_is_parsed_from_usual_notations(self, line, prize):
        assert read_prize(line, "€") == Prize(*prize)

    def test_several_prizes_in_a_line_are_separated(self, cup, orla):
        signed_in(orla).post(PLACE, {**FORM, "c0-prizes": "300, 200;100"})
        cup.tournament.refresh_from_db()
        assert [each[0] for each in cup.tournament.prizes["categories"][0]["prizes"]] == [30000, 20000, 10000]

    @pytest.mark.rotates(2)
    def test_public_page_shows_the_prizes_and_finally_the_winners(self, cup, client):
        give(cup)
        before = client.get("/t/cup/").text
        assert "300 € + cup, 200 €" in before
        assert "250 €" not in before
        cup.finish()
        after = client.get("/t/cup/").text
        assert after.count("250 €") == 4, "on the podium, and with its reason"
        assert "Places 1–2 are tied" in after

    def test_certificate_names_the_prize(self, cup, orla):
        give(cup)
        cup.finish()
        text = signed_in(orla).get("/t/cup/desk/certificates/").text
        assert text.count("250 €") == 2
        assert 'class="certificate place1"' in text
        assert "cup" in text.partition("certificate")[2]

    @pytest.mark.rotates(2)
    def test_corrected_birth_year_changes_the_winner(self, cup, orla):
        give(cup)
        assert "50 € is left" not in signed_in(orla).get(PLACE).text
        row = cup.tournament.players.get(birth="1950")
        registration.change_player(cup.orla, cup.tournament, row, birth="1990")
        assert "Veterans: 50 € is not awarded" in signed_in(orla).get(PLACE).text
