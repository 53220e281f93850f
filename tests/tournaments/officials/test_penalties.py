"""Warnings and penalties: given by staff, listed, printed and undone, and hidden from the public."""

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import Gone, Refused
from tournaments.core.journal.feed import events
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words.penalties import Measure
from tournaments.history import undo
from tournaments.officials.penalties import give_penalty, penalties_of, remove_penalty
from tournaments.setup import moving
from tournaments.teams import members
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db
PAGE = "/t/cup/desk/penalties/"


@pytest.fixture
def stage(make):
    """A card game in round 1."""
    stage = make(game="cards", system="papp", options={}, planned_rounds=3).with_players(*"ABCD")
    stage.pair()
    stage.publish()
    return stage


def warn(stage, name="A", number=1, measure=Measure.WARNING, reason="Telephone rang"):
    return give_penalty(stage.orla, stage.tournament, stage.players[name], number, measure, reason=reason)


def list_penalties(stage):
    return [(each.player.name, each.penalty.measure.value, each.time) for each in penalties_of(stage.tournament)]


class TestVerbs:
    def test_penalties_of_a_kind_are_counted_and_do_not_change_standings(self, stage):
        places = RULE_BOOKS[0].places(stage.tournament)
        warn(stage, "B")
        warn(stage)
        warn(stage, measure=Measure.GAME_LOSS)
        warn(stage, number=2)
        assert list_penalties(stage) == [
            ("A", "warning", 1),
            ("A", "game-loss", 1),
            ("A", "warning", 2),
            ("B", "warning", 1),
        ]
        assert RULE_BOOKS[0].places(stage.tournament) == places

    def test_journal_records_and_undoes_a_penalty(self, stage):
        warn(stage)
        entry = stage.tournament.journal.get(verb="give-penalty")
        assert VERBS["give-penalty"].sentence(entry.facts) == "A, round 1: warning (Telephone rang)."
        undo.undo(stage.orla, stage.tournament, entry)
        assert list_penalties(stage) == []

    def test_removed_penalty_is_restored_on_undo(self, stage):
        given = warn(stage)
        remove_penalty(stage.orla, stage.tournament, stage.players["A"], given.id)
        assert list_penalties(stage) == []
        with pytest.raises(Gone, match="already removed"):
            remove_penalty(stage.orla, stage.tournament, stage.players["A"], given.id)
        undo.undo(stage.orla, stage.tournament, stage.tournament.journal.get(verb="remove-penalty"))
        assert list_penalties(stage) == [("A", "warning", 1)]

    def test_penalty_needs_a_reason_and_an_existing_round(self, stage):
        with pytest.raises(Refused, match="Enter what happened"):
            warn(stage, reason=" ")
        with pytest.raises(Refused, match="Round 4 does not exist"):
            warn(stage, number=4)

    def test_public_feed_hides_penalties(self, stage):
        warn(stage)
        (answer,) = events(stage.tournament.journal.filter(verb="give-penalty"))
        assert answer.open is None
        assert answer.whole["entry"]["facts"]["why"] == "Telephone rang"


class TestPages:
    def test_page_links_to_deductions_and_expulsions(self, stage, orla):
        page = signed_in(orla).get(PAGE).text
        assert '"/t/cup/desk/arbiter/#deductions"' in page
        assert '"/t/cup/desk/arbiter/#expelled"' in page

    def test_page_gives_and_removes_penalties(self, stage, orla):
        client, key = signed_in(orla), stage.players["A"].public_id
        sent = {"do": "give", "player": key, "round": "1", "measure": "warning", "reason": "Telephone rang"}
        assert "A, round 1: warning saved." in client.post(PAGE, sent, follow=True).text
        assert "Telephone rang" in client.get(PAGE).text
        assert "Telephone rang" in client.get(f"/t/cup/desk/players/{key}/").text
        assert "Telephone rang" not in client.get(f"/t/cup/players/{key}/").text
        pdf = client.get("/t/cup/desk/print/penalties.pdf")
        assert pdf.headers["Content-Type"] == "application/pdf"
        (line,) = penalties_of(stage.tournament)
        client.post(PAGE, {"do": "remove", "player": key, "penalty": line.penalty.id})
        assert "No warnings or penalties." in client.get(PAGE).text

    def test_errors_are_shown_beside_the_field(self, stage, orla):
        client, key = signed_in(orla), stage.players["A"].public_id
        sent = {"do": "give", "player": key, "round": "9", "measure": "warning", "reason": "Why"}
        answer = client.post(PAGE, sent)
        assert answer.status_code == 422
        assert "Round 9 does not exist" in answer.text
        assert 'value="Why"' in answer.text
        assert "This page is out of date" in client.post(PAGE, {"do": "remove", "player": "nobody"}).text

    def test_players_of_the_table_are_listed_first(self, stage, orla):
        client = signed_in(orla)
        table = stage.round.pairings.get(table=2)
        there = {place.player.public_id for place in table.appearances.all()}
        form = client.get(PAGE, {"round": "1", "table": "2"}).context["form"]
        assert {key for key, _name in form.fields["player"].choices[1:3]} == there
        assert f"{PAGE}?round=1&amp;table=2" in client.get("/t/cup/desk/rounds/1/results/?absent=2").text


class TestTeams:
    @pytest.fixture
    def league(self, make):
        """A team league in round 1; each team has two members."""
        league = make(system="round-robin", options={}, of_teams=True, best_of=2).with_players("Oulu", "Turku")
        for team, names in (("Oulu", ["Ann", "Bo"]), ("Turku", ["Cy", "Di"])):
            rows = [{"name": name} for name in names]
            members.set_members(league.orla, league.tournament, league.players[team], rows)
        league.pair()
        league.publish()
        return league

    def test_penalties_of_a_member_are_counted_apart_from_the_teams(self, league):
        oulu = league.players["Oulu"]
        bo = oulu.members.get(name="Bo")
        warn(league, "Oulu")
        for _time in range(2):
            give_penalty(league.orla, league.tournament, oulu, 1, Measure.WARNING, reason="Telephone rang", member=bo)
        lines = penalties_of(league.tournament)
        assert [(line.member and line.member.name, line.time) for line in lines] == [(None, 1), ("Bo", 1), ("Bo", 2)]
        entry = league.tournament.journal.get(sequence=league.revision())
        assert entry.facts["ids"] == {"name": bo.public_id, "team": oulu.public_id}

    def test_page_offers_teams_with_members_and_shows_the_member(self, league):
        client = signed_in(league.orla.user)
        page = client.get(PAGE).content.decode()
        bo = league.players["Oulu"].members.get(name="Bo")
        assert '<optgroup label="Oulu">' in page
        given = {"do": "give", "round": 1, "measure": "time", "reason": "Late"}
        page = client.post(PAGE, {**given, "player": bo.public_id}, follow=True).content.decode()
        assert "Bo, round 1: time penalty saved." in page.translate({0x2068: None, 0x2069: None})
        client.post(PAGE, {**given, "player": league.players["Turku"].public_id})
        page = client.get(PAGE).content.decode()
        assert '<bdi translate="no">Bo</bdi> ·' in page
        assert "whole team Turku" in page
        page = client.get(f"/t/cup/desk/players/{league.players['Oulu'].public_id}/").content.decode()
        assert '<bdi translate="no">Bo</bdi> ·' in page

    def test_penalty_of_a_removed_member_stays_with_the_team(self, league):
        oulu = league.players["Oulu"]
        bo = oulu.members.get(name="Bo")
        give_penalty(league.orla, league.tournament, oulu, 1, Measure.TIME, reason="Late", member=bo)
        members.set_members(league.orla, league.tournament, oulu, [{"name": "Ann"}, {"name": "Eve"}])
        (line,) = penalties_of(league.tournament)
        assert (line.player, line.member) == (oulu, None)
        with pytest.raises(Gone):
            give_penalty(league.orla, league.tournament, oulu, 1, Measure.TIME, reason="Late", member=bo)

    def test_tournament_file_keeps_member_penalties_under_new_ids(self, league):
        oulu = league.players["Oulu"]
        bo = oulu.members.get(name="Bo")
        give_penalty(league.orla, league.tournament, oulu, 1, Measure.TIME, reason="Late", member=bo)
        copy = moving.import_file(league.orla, files.write(league.tournament))
        (line,) = penalties_of(copy)
        assert line.member.name == "Bo"
        assert line.member.public_id != bo.public_id
