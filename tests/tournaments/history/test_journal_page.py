"""The journal page: one line per entry with the players, filters and search."""

import re

import pytest

from tests.tournaments.all_features.test_pages import at, signed_in
from tournaments.core.rights import Who
from tournaments.core.words.names import isolate
from tournaments.history import undo
from tournaments.models import Member
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(make):
    stage = make().with_players("Ann", "Bo", "Cy", "Di")
    stage.play("1-0", "0-1")
    registration.withdraw(stage.orla, stage.tournament, stage.players["Bo"])
    return stage


def lines(stage, **wanted):
    text = signed_in(stage.orla.user).get(at(stage, "journal"), wanted).text
    found = re.findall(r'<tr id="e\d+".*?</tr>', text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in found]


def test_line_of_a_result_names_its_players(over):
    table = over.round.pairings.get(table=1)
    names = [each.player.name for each in table.appearances.order_by("side")]
    answer = [line for line in lines(over, table=1) if "table 1" in line]
    assert answer
    assert all(" – ".join(names) in line for line in answer)


def test_line_of_a_result_keeps_partners_together(make):
    stage = make(system="partners", game="padel", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
    stage.pair()
    stage.publish()
    seats = list(stage.table(1).appearances.order_by("side").values_list("player__name", flat=True))
    stage.enter(1, "15-9")
    assert f"{seats[0]} · {seats[2]} – {seats[1]} · {seats[3]}" in lines(stage)[0]
    found = signed_in(stage.orla.user).get(at(stage, "desk-search"), {"q": "Ann"}).text
    assert f"{seats[0]} · {seats[2]} – {seats[1]} · {seats[3]}" in found


def test_name_in_the_sentence_is_not_repeated(over):
    withdrawal = next(line for line in lines(over) if "withdrew" in line)
    assert withdrawal.count("Bo") == 1


def test_filter_by_kind_shows_only_that_kind(over):
    assert any("withdrew" in line for line in lines(over, kind="players"))
    assert not any("table 1" in line for line in lines(over, kind="players"))
    assert any("table 1" in line for line in lines(over, kind="results"))


def test_filter_by_table_shows_only_that_table(over):
    assert lines(over, table=2)
    assert not any("table 1" in line for line in lines(over, table=2))
    assert lines(over, table=77) == []


def test_filter_by_person_shows_only_their_entries(over):
    assert len(lines(over, by=over.orla.user.pk)) == len(lines(over))
    assert lines(over, by=0) == []


def test_people_filter_lists_everyone_with_entries(over, sam):
    Member.objects.create(tournament=over.tournament, user=sam, role="organiser")
    registration.withdraw(Who.at_page(sam), over.tournament, over.players["Cy"])
    people = signed_in(over.orla.user).get(at(over, "journal")).context["people"]
    assert [person.username for person in people] == ["Orla", "Sam"]


def test_search_by_name_finds_results_and_withdrawal(over):
    found = lines(over, q="bo")
    assert any("withdrew" in line for line in found)
    assert any("table" in line for line in found)
    assert not any("Cy" in line and "Bo" not in line and "table" in line for line in found)


def test_search_without_matches_shows_a_message(over):
    text = signed_in(over.orla.user).get(at(over, "journal"), {"q": "no such thing"}).text
    assert "No entries match." in text


@pytest.mark.parametrize("name", ["q", "kind", "by", "table", "page"])
def test_invalid_filter_values_are_accepted(over, name):
    client = signed_in(over.orla.user)
    for value in ("-1", "99999999999999999999", "%", '"', "é'", "x" * 300):
        assert client.get(at(over, "journal"), {name: value}).status_code == 200, value


@pytest.fixture
def cup(make):
    return make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")


class TestDifference:
    """Two points of the journal are compared, after any actions and undos between them."""

    def differences_by_heading(self, cup, orla, after, until=""):
        answer = signed_in(orla).get(f"/t/cup/desk/journal/difference/?from={after}&until={until}")
        assert answer.status_code == 200
        return {
            str(heading): [(line.what, line.was, line.now) for line in lines]
            for heading, lines in answer.context["groups"]
        }

    def test_difference_lists_players_rounds_results_and_settings(self, cup, orla):
        before = cup.revision()
        cup.play("1-0", "0-1")
        registration.add_player(cup.orla, cup.tournament, name="Zoe")
        lifecycle.change_settings(cup.orla, cup.tournament, city="Turku")
        found = self.differences_by_heading(cup, orla, before)
        assert (isolate("Zoe"), "–", "added") in found["Players"]
        assert [line[1] for line in found["Results"]] == ["–", "–"]
        assert sorted(line[2] for line in found["Results"]) == ["0-1", "1-0"]
        assert [line[1:] for line in found["Settings"]] == [("–", isolate("Turku"))]
        assert len(found["Rounds"]) == 1
        assert self.differences_by_heading(cup, orla, cup.revision()) == {}

    def test_prizes_are_entered_then_changed(self, cup, orla):
        """Settings too long for the table are said in words, not by dots."""
        points = [cup.revision()]
        for amount in ("300", "500"):
            lifecycle.change_settings(cup.orla, cup.tournament, prizes={"categories": [{"prizes": [amount]}]})
            points.append(cup.revision())
        first = self.differences_by_heading(cup, orla, points[0], points[1])["Settings"]
        second = self.differences_by_heading(cup, orla, points[1], points[2])["Settings"]
        assert [line[1:] for line in first + second] == [("–", "entered"), ("entered", "changed")]

    def test_players_added_together_are_one_line(self, cup, orla):
        before = cup.revision()
        cup.with_players("Eve", "Flo", "Gus")
        [(what, was, now)] = self.differences_by_heading(cup, orla, before)["Players"]
        assert [name.strip("\u2068\u2069") for name in what.split("; ")] == ["Eve", "Flo", "Gus"]
        assert (was, now) == ("–", "added")

    def test_undone_change_is_no_difference(self, cup, orla):
        cup.pair()
        cup.publish()
        cup.enter(1, "1-0")
        first = cup.revision()
        cup.enter(1, "0-1", version=cup.table(1).version)
        second = cup.revision()
        undo.undo(cup.orla, cup.tournament, cup.tournament.journal.first())
        assert self.differences_by_heading(cup, orla, first) == {}
        assert [line[1:] for line in self.differences_by_heading(cup, orla, first, second)["Results"]] == [
            ("1-0", "0-1")
        ]
        assert [line[1:] for line in self.differences_by_heading(cup, orla, first - 1, first)["Results"]] == [
            ("–", "1-0")
        ]
