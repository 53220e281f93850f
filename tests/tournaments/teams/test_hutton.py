"""A jamboree of four teams of three: the team table on pages, in the spreadsheet, the API and files."""

import csv
import re

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import program, token_of  # noqa: F401 fixtures
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.hall import clock
from tournaments.models import Tournament
from tournaments.players import registration
from tournaments.report_files import writing
from tournaments.report_files.importing import propose
from tournaments.report_files.reading import incoming
from tournaments.self_service import badges
from tournaments.teams.matches import score_of

pytestmark = pytest.mark.django_db
TEAMS = ("Oslo", "Riga", "Lyon", "Köln")
#: A name for each player, by the team and the board.
NAMES = tuple(f"{team[0]}{board}" for team in TEAMS for board in (1, 2, 3))


@pytest.fixture
def jamboree(make):
    return make(system="hutton", options={"boards": 3, "teams": list(TEAMS)}).with_players(*NAMES)


def score(stage):
    return score_of(snapshot.current_stage(Tournament.objects.get(pk=stage.tournament.pk)))


def table_of_teams(stage):
    return [(team.rank, team.name, team.points, team.boards) for team in score(stage).table]


def test_table_of_teams_after_the_only_round(jamboree):
    assert score(jamboree).lines == ()
    jamboree.play("1-0", "½-½", "0-1", "1-0", "0-1", "1-0")  # O1-K1 R1-L1, K2-L2 O2-R2, R3-K3 L3-O3
    assert table_of_teams(jamboree) == [
        (1, "Lyon", 2.5, (0.5, 1, 1)),
        (2, "Oslo", 2, (1, 1, 0)),
        (3, "Köln", 1, (0, 0, 1)),
        (4, "Riga", 0.5, (0.5, 0, 0)),
    ]
    assert score(jamboree).missing == 0


def test_level_teams_are_separated_by_board_count_or_share_the_place(jamboree):
    jamboree.play("1-0", "½-½", "½-½", "½-½", "0-1", "½-½")
    assert [(team.rank, team.name, team.points, team.board_count) for team in score(jamboree).table] == [
        (1, "Oslo", 2, 3.5),
        (2, "Lyon", 1.5, 3),
        (3, "Köln", 1.5, 4),
        (4, "Riga", 1, 1.5),
    ]


def test_all_draws_share_first_place(jamboree, client):
    jamboree.play(*["½-½"] * 6)
    assert [team.rank for team in score(jamboree).table] == [1, 1, 1, 1]
    page = client.get("/t/cup/").content.decode()
    assert "lower board count" in page


def test_missing_player_must_be_entered_and_loses_by_forfeit(make):
    stage = make(system="hutton", options={"boards": 3, "teams": list(TEAMS)}).with_players(*NAMES[:11])
    with pytest.raises(Refused, match=r"4 teams of 3 need 12 players, but there are 11\. Add the missing players"):
        stage.pair()
    registration.add_players(stage.orla, stage.tournament, [{"name": "Nobody"}])
    stage.play("1-0", "½-½", "+--", "1-0", "0-1", "1-0")  # N-L2
    assert [(team.name, team.boards) for team in score(stage).teams] == [
        ("Oslo", (1, 1, 0)),
        ("Riga", (0.5, 0, 0)),
        ("Lyon", (0.5, 0, 1)),
        ("Köln", (0, 1, 1)),
    ]


def test_withdrawn_player_loses_remaining_games_by_forfeit(make):
    stage = make(system="hutton", options={"boards": 3, "games": 2}).with_players(*NAMES)
    stage.play(*["½-½"] * 6)
    registration.withdraw(stage.orla, stage.tournament, stage.players["R1"])
    stage.pair()
    row = stage.round.pairings.get(result__isnull=False)
    assert stage.players["R1"].pk in row.appearances.values_list("player", flat=True)
    assert row.result.decision == "forfeit"


def test_odd_number_of_teams_gives_a_pairing_allocated_bye(make):
    stage = make(system="hutton", options={"boards": 3}).with_players(*NAMES[:9])
    stage.play("1-0", "1-0", "1-0", "1-0")
    found = score(stage)
    assert [team.name for team in found.teams] == ["1", "2", "3"]
    assert sum(team.points for team in found.teams) == 5, "four games and a bye"


def test_page_spreadsheet_and_api_show_the_team_table(jamboree, client, program):  # noqa: F811
    assert client.get("/t/cup/teams.csv").status_code == 404
    jamboree.play("1-0", "½-½", "0-1", "1-0", "0-1", "1-0")
    shown = " ".join(client.get("/t/cup/").content.decode().split())
    assert shown.index("<bdi>Lyon</bdi>") < shown.index("<bdi>Oslo</bdi>") < shown.index("<bdi>Riga</bdi>")
    assert 'href="/t/cup/teams.csv"' in shown
    rows = list(csv.reader(client.get("/t/cup/teams.csv").content.decode("utf-8-sig").splitlines()))
    assert rows[:3] == [
        ["place", "team", "team points", "board count", "board", "name", "points"],
        ["1", "Lyon", "2.5", "5.5", "1", "L1", "0.5"],
        ["1", "Lyon", "2.5", "5.5", "2", "L2", "1"],
    ]
    assert len(rows) == 13
    found = program(jamboree, "read").get("/schedule").json()["team_score"]
    assert [(team["name"], team["rank"], team["points"]["shown"]) for team in found["teams"]] == [
        ("Oslo", 2, "2"),
        ("Riga", 4, "½"),
        ("Lyon", 1, "2½"),
        ("Köln", 3, "1"),
    ]
    assert [amount["exact"] for amount in found["teams"][2]["boards"]] == ["1/2", "1", "1"]
    assert [each["exact"] for each in found["rounds"][0]["total"]] == ["2", "1/2", "5/2", "1"]


def test_podium_shows_teams(jamboree, client):
    jamboree.play("1-0", "½-½", "0-1", "1-0", "0-1", "1-0")
    jamboree.finish()
    shown = client.get("/t/cup/").content.decode()
    (podium,) = shown.split('<ol class="podium">')[1:]
    assert podium.index("Lyon") < podium.index("Oslo") < podium.index("Köln")


def test_settings_show_team_names_by_line_and_refuse_duplicates(jamboree, orla):
    desk = signed_in(orla)
    page = desk.get("/t/cup/desk/settings/")
    assert "Oslo\nRiga\nLyon\nKöln" in page.content.decode()
    form = page.context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not None and value is not False}
    refused = desk.post("/t/cup/desk/settings/", {**sent, "option-teams": "Oslo\r\nOslo"})
    assert refused.status_code == 422
    assert "Oslo is listed twice" in refused.content.decode()
    assert desk.post("/t/cup/desk/settings/", {**sent, "option-teams": "A\r\nB\r\nC\r\nD"}).status_code == 302
    assert jamboree.tournament.stages.get().options["teams"] == ["A", "B", "C", "D"]


def test_seats_page_shows_the_team_of_each_player(jamboree, orla):
    page = " ".join(signed_in(orla).get("/t/cup/desk/seats/").content.decode().split())
    answer = re.findall(
        r"<td translate=\"no\"><bdi>(\w+)</bdi></td><th scope=\"row\" translate=\"no\"><bdi>(\w+)<", page
    )
    assert answer == [(team, f"{team[0]}{board}") for team in TEAMS for board in (1, 2, 3)]


def test_report_file_names_the_system(jamboree):
    jamboree.play("1-0", "½-½", "0-1", "1-0", "0-1", "1-0")
    data = writing.report(snapshot.current_stage(jamboree.tournament))
    assert b"192 CUSTOM_HUTTON_3X1" in data
    proposal = propose(incoming(data))
    assert (proposal.system, proposal.options["boards"], proposal.options["games"]) == ("hutton", 3, 1)


def words_of(client, path):
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(path).content.decode()).split())


class TestTeamOfAPlayer:
    """The team is shown beside names on a round's public pages, on the player's page and on the screen."""

    @pytest.fixture
    def running(self, jamboree):
        jamboree.pair()
        jamboree.publish()
        return jamboree

    def test_team_is_shown_on_pages_of_the_round(self, running, client):
        table = running.table(1).public_id
        for path in ("rounds/1/", "rounds/1/names/", f"rounds/1/tables/{table}/"):
            shown = words_of(client, f"/t/cup/{path}")
            assert re.search(r"\bO1 (0 )?Oslo\b", shown), path
            assert re.search(r"\bK1 (0 )?Köln\b", shown), path
        assert "O1 Oslo" in words_of(client, "/embed/cup/pairings/")

    def test_team_is_shown_once_on_own_pages(self, running, client):
        player = running.players["O1"]
        assert "K1 Köln" in words_of(client, f"/t/cup/players/{player.public_id}/card/")
        badges.make_badges(running.orla, running.tournament, {player: "secretofanybody"})
        client.post("/b/", {"code": "secretofanybody"})
        shown = words_of(client, "/t/cup/me/")
        assert shown.count("K1 Köln") == 1, "on the card, right above the report of the result"

    @pytest.mark.parametrize(
        ("part", "line"), [("pairings", "1 O1 (Oslo) – K1 (Köln)"), ("names", "1 O1 (Oslo) White")]
    )
    def test_team_is_shown_on_the_screen(self, running, client, part, line):
        clock.set_screen(running.orla, running.tournament, [part], message="", depth=10)
        shown = words_of(client, "/t/cup/screen/").replace("\u2068", "").replace("\u2069", "")
        assert line in shown

    def test_no_team_is_shown_in_other_systems(self, cup, client):
        cup.pair()
        cup.publish()
        clock.set_screen(cup.orla, cup.tournament, ["names"], message="", depth=10)
        assert "(" not in words_of(client, "/t/cup/screen/").partition("Ann")[2]


def test_molter_of_three_rounds_is_paired_and_exported(make):
    options = {"boards": 2, "games": 3, "sides": "molter", "teams": list(TEAMS)}
    stage = make(system="hutton", options=options, fide_mode=False)
    stage.with_players(*(f"{team[0]}{board}" for team in TEAMS for board in (1, 2)))
    for _round in range(3):
        stage.play("1-0", "1-0", "1-0", "1-0")
    assert sum(team.points for team in score(stage).table) == 12
    first_two = stage.tournament.rounds.filter(number__lte=2)
    sides = [(place.player.name, place.side) for r in first_two for place in r.appearances.select_related("player")]
    assert all(sides.count((name, side)) == 1 for name in stage.players for side in (1, 2))
    assert "CUSTOM_MOLTER_2X3" in str(writing.report(snapshot.current_stage(stage.tournament)))
    with pytest.raises(Refused, match="fewer than 4 rounds"):
        make(system="hutton", options={**options, "games": 4}).with_players(*stage.players).pair()
