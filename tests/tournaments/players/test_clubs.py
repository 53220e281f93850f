"""Club teams: set at the desk, shown publicly with who counts, in files, copies and CSV."""

import json
import re
from datetime import date

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.tournament_files.test_files import COMMAND, elsewhere
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.history import undo
from tournaments.players import registration
from tournaments.setup import copies, moving
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db
PLACE = "/t/cup/desk/club-teams/"
RULE = {"by": "club", "best": 2, "several": False, "short": False}
CLUBS = {"Ann": "Bay", "Bo": "Town", "Cy": "Bay", "Di": "Town", "Ed": "Town", "Flo": "Hill"}


@pytest.fixture
def cup(make):
    """A Swiss of one round: Ann, Bo and Cy have won.

    Bay has Ann and Cy; Town has Bo and two who lost; Hill has only Flo.
    """
    cup = make(system="dutch", planned_rounds=1).with_players(*CLUBS)
    for name, club in CLUBS.items():
        registration.change_player(cup.orla, cup.tournament, cup.players[name], club=club)
    cup.pair()
    cup.publish()
    for pairing in cup.round.pairings.all():
        first = pairing.appearances.get(side=1).player.name
        cup.enter(pairing.table, "1-0" if first in {"Ann", "Bo", "Cy"} else "0-1")
    cup.close()
    return cup


def give(cup, **more):
    registration.set_club_teams(cup.orla, cup.tournament, {**RULE, **more})
    return cup


def last_sentence(cup):
    entry = cup.tournament.journal.first()
    return VERBS[entry.verb].sentence(entry.facts)


def test_club_teams_are_stored_journalled_and_undone(cup):
    give(cup)
    assert cup.tournament.club_teams == RULE
    assert last_sentence(cup) == "Club teams: best 2 of each club count."
    before = cup.revision()
    give(cup)
    assert cup.revision() == before
    give(cup, by="federation", several=True, short=True)
    assert last_sentence(cup) == (
        "Club teams: best 2 of each federation count; several teams per club, include incomplete teams."
    )
    registration.set_club_teams(cup.orla, cup.tournament, None)
    assert last_sentence(cup) == "Removed the club teams."
    undo.undo(cup.orla, cup.tournament, cup.tournament.journal.first())
    cup.tournament.refresh_from_db()
    assert cup.tournament.club_teams["by"] == "federation"


def test_helper_cannot_set_club_teams(cup, heli):
    from tournaments.core.rights import Who
    from tournaments.models import Member

    Member.objects.create(tournament=cup.tournament, user=heli, role="helper")
    with pytest.raises(NotAllowed):
        registration.set_club_teams(Who.at_page(heli), cup.tournament, RULE)


@pytest.mark.parametrize(
    "wrong", [{"best": 0}, {"best": 99}, {"best": True}, {"by": "town"}, {"several": 1}, {"more": 1}]
)
def test_invalid_club_teams_are_refused(cup, wrong):
    with pytest.raises(Refused):
        give(cup, **wrong)
    assert cup.tournament.club_teams is None


def test_copy_and_tournament_file_include_club_teams(cup):
    give(cup)
    copy = copies.copy_tournament(cup.orla, cup.tournament, name="Next", starts_on=date(2026, 2, 1))
    assert copy.club_teams == RULE
    back, text = elsewhere(cup.tournament)
    assert files.write(back) == text
    document = json.loads(text)
    document["tournament"]["club_teams"]["best"] = 0
    with pytest.raises(Refused):
        moving.import_file(COMMAND, json.dumps(document).encode())


class TestPages:
    @pytest.mark.rotates(2)
    def test_desk_saves_the_number_that_counts_and_shows_the_table(self, cup, orla):
        client = signed_in(orla)
        assert 'id="clubs"' not in client.get(PLACE).text
        answer = client.post(PLACE, {"by": "club", "best": "2"}, follow=True)
        assert "Club teams saved." in answer.text
        assert [each.name for each in answer.context["teams"]] == ["Bay", "Town", "Hill"]
        assert client.get(PLACE).context["form"]["best"].value() == 2
        gone = client.post(PLACE, {"by": ""}, follow=True).text
        assert "Club teams removed." in gone
        cup.tournament.refresh_from_db()
        assert cup.tournament.club_teams is None

    def test_form_shows_the_stored_values(self, cup, orla):
        give(cup, by="federation", several=True)
        form = signed_in(orla).get(PLACE).context["form"]
        values = {field.name: field.value() for field in form.visible_fields()}
        assert values == {**RULE, "by": "federation", "several": True}

    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            ({"best": "0"}, "greater than or equal to 1"), ({"best": "21"}, "less than or equal to 20"),
            ({"best": "four"}, "whole number"), ({"best": ""}, "Enter how many players of each team count."),
            ({"by": "town"}, "valid choice"),
        ],
    )  # fmt: skip
    def test_invalid_input_is_refused_with_the_reason(self, cup, orla, typed, why):
        answer = signed_in(orla).post(PLACE, {"by": "club", "best": "2", **typed})
        assert (answer.status_code, why in answer.text) == (422, True)

    @pytest.mark.rotates(2)
    def test_public_page_shows_who_counts_and_why(self, cup, client):
        assert client.get("/t/cup/club-teams/").status_code == 404
        assert "club-teams" not in client.get("/t/cup/standings/").text
        give(cup)
        for page in ("/t/cup/standings/", "/t/cup/"):
            assert "/t/cup/club-teams/" in client.get(page).text
        text = " ".join(client.get("/t/cup/club-teams/").text.split())
        assert "More points than Town: 2 to 1." in text
        assert "1 club player does not count: only the best 2 do." in text
        assert "Not ranked: 1 player is missing." in text
        assert len(re.findall(r'<details class="rest quiet">\s*<summary>1 club player does not count', text)) == 1

    def test_corrected_result_changes_the_table(self, cup, client):
        give(cup)
        from tournaments.core.words.notation import parse
        from tournaments.results import results

        seat = cup.players["Ann"].appearances.get()
        lost = parse("0-1" if seat.side == 1 else "1-0", cup.tournament.scoring)
        results.correct_result(cup.orla, cup.tournament, seat.pairing, lost, reason="misread")
        teams = client.get("/t/cup/club-teams/").context["teams"]
        assert [(each.name, each.team.points) for each in teams][:2] == [("Town", 2), ("Bay", 1)]

    def test_csv_has_a_line_for_each_player_of_a_club(self, cup, client):
        give(cup)
        lines = client.get("/t/cup/club-teams.csv").content.decode("utf-8-sig").splitlines()
        assert lines[0].split(",")[:3] == ["rank", "team", "team points"]
        assert len(lines) == 1 + len(CLUBS)
        assert [line.split(",")[5] for line in lines[1:]].count("no") == 1

    def test_page_explains_an_empty_table(self, make, client):
        cup = make(system="dutch", planned_rounds=1).with_players("Ann", "Bo")
        give(cup)
        assert "appears after the first round" in client.get("/t/cup/club-teams/").text
        cup.play("1-0")
        assert "No player has a club yet." in client.get("/t/cup/club-teams/").text
