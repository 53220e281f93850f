"""Pages and API of teams: members, matches at the desk, and hidden line-ups."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import escape

from standings.web.ratings.changes import rated_players
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import program, token_of  # noqa: F401 fixtures
from tests.tournaments.core.test_points import rows
from tests.tournaments.teams.test_teams import League
from tournaments.core.words import entrants
from tournaments.core.words.names import isolate
from tournaments.core.words.notation import parse
from tournaments.models import MatchSheet, Member, TeamMember
from tournaments.results import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(orla):
    return League(orla).start()


@pytest.fixture
def desk(orla):
    return signed_in(orla)


def address(league, table=1, what="boards"):
    return f"/t/cup/desk/tables/{league.match(table).public_id}/{what}/"


def text(answer):
    return answer.content.decode()


def test_member_is_moved_by_place_and_invalid_line_is_reported(desk, league):
    team = league.players["Oslo"]
    at = f"/t/cup/desk/players/{team.public_id}/members/"
    rows = list(team.members.all())
    sent = {}
    for number, row in enumerate(rows, start=1):
        sent |= {f"m{number}-id": row.public_id, f"m{number}-place": str(number), f"m{number}-name": row.name}
    answer = desk.post(at, {**sent, "m2-birth": "long ago", "m1-name": "Oslo the first"})
    assert answer.status_code == 422
    assert "Oslo the first" in text(answer)
    assert "Born: " in text(answer)
    desk.post(at, {**sent, "m1-place": "9"})
    assert [row.name for row in team.members.all()] == ["Oslo 2", "Oslo 3", "Oslo 4", "Oslo 1"]
    assert TeamMember.objects.get(name="Oslo 1").rating is None


def test_desk_links_to_all_boards_while_results_are_missing(desk, league):
    link = 'href="/t/cup/desk/rounds/1/results/?boards"'
    assert link in text(desk.get("/t/cup/desk/"))
    for table in (1, 2):
        league.both(table).enter("1-0", "1-0", "0-1", table=table)
    assert link not in text(desk.get("/t/cup/desk/"))


def test_a_match_to_correct_names_both_teams_without_the_colours_of_their_boards(desk, league):
    match = league.match(1)
    results.enter_result(league.orla, league.tournament, match, parse("2½-½", league.tournament.scoring))
    page = text(desk.get(address(league, what="correct")))
    head = page[page.index("<dl") : page.index("</dl>")]
    assert [name for name in ("Oslo", "White", "Black") if name in head] == ["Oslo"]
    assert re.sub(r"<[^>]+>|\s+", " ", head).split()[:4] == ["Round", "1", "·", "Table"]


@pytest.mark.rotates(2)
def test_desk_counts_line_ups_while_a_match_waits_for_one(desk, league, heli):
    def told(client=desk):
        found = re.search(
            r'<a\s+id="line-ups"\s+href="([^"]+)"\s*>(.*?)</a>', text(client.get("/t/cup/desk/")), re.DOTALL
        )
        return found and (found[1], " ".join(found[2].split()))

    at = "/t/cup/desk/rounds/1/results/?boards"
    assert told() == (at, "Line-ups: 0 of 4 in")
    league.line_up(1, 1, 2, 3, table=2)
    assert told() == (at, "Line-ups: 1 of 4 in")
    Member.objects.create(tournament=league.tournament, user=heli, role="helper", first_table=1, last_table=1)
    assert told(signed_in(heli)) == (at, "Line-ups: 0 of 2 in")
    league.both(1)
    assert told() == (at, "Line-ups: 3 of 4 in")
    results.enter_result(league.orla, league.tournament, league.match(2), parse("2-1", league.tournament.scoring))
    assert told() is None, "a match that has its result waits for none"


@pytest.mark.rotates(2)
def test_unusual_board_order_needs_confirmation_before_boards_are_entered(desk, league):
    one, other = league.teams_at()
    shown = text(desk.get(address(league)))
    assert shown.index(f'value="{one.public_id}"') < shown.index(f'value="{other.public_id}"')
    given = {"team": one.public_id, "board": league.ids(one, 4, 1, 2)}
    answer = desk.post(address(league, what="line-up"), given)
    assert answer.status_code == 422
    assert 'name="anyway"' in text(answer)
    desk.post(address(league, what="line-up"), {**given, "anyway": "1"})
    assert "Save boards" not in text(desk.get(address(league)))
    desk.post(address(league, what="line-up"), {"team": other.public_id, "board": [*league.ids(other, 1, 2), ""]})
    answer = desk.post(address(league), {"b1": "1-0", "b2": "½-½", "b3": "1-0"})
    assert answer.status_code == 422
    assert "has no player at board" in text(answer)
    version = league.match().version
    desk.post(address(league), {"b1": "1-0", "b2": "½-½", "b3": "+--", "version": version})
    assert "2½-½" in text(desk.get("/t/cup/rounds/1/"))
    answer = desk.post(address(league), {"b1": "0-1", "b2": "½-½", "b3": "+--", "version": version})
    assert answer.status_code == 409
    assert "Undo the boards of table 1" in text(desk.get("/t/cup/desk/rounds/1/results/"))


@pytest.mark.rotates(2)
def test_result_slips_and_corrections_show_the_boards(desk, league):
    for table in (1, 2):
        league.both(table).enter("1-0", "1-0", "0-1", table=table)
    assert "<ol" in text(desk.get("/t/cup/desk/rounds/1/slips/"))
    league.close()
    at = address(league, what="correct")
    assert desk.get(at)["Location"] == address(league)
    desk.post(address(league), {"b1": "0-1", "b2": "1-0", "b3": "0-1", "reason": "Card misread"})
    assert league.result().fact.games == (1, 2, 0)


def test_score_of_a_running_match_is_public(client, league):
    league.both().enter("1-0", "½-½", "")
    for at in ("/t/cup/", "/t/cup/rounds/1/", "/t/cup/screen/", "/embed/cup/pairings/"):
        assert "1½–½" in " ".join(client.get(at).text.split())


def test_matches_of_teams_are_not_called_games(client, league):
    for at in ("/t/cup/rounds/1/", "/t/cup/screen/", "/embed/cup/pairings/"):
        assert re.search(r"\d match(es)? running", client.get(at).text), at


@pytest.mark.rotates(2)
def test_line_up_is_hidden_until_both_are_in(client, league, program):  # noqa: F811
    league.line_up(1, 1, 2, 4)
    name = league.teams_at()[0].name
    at = f"/t/cup/rounds/1/tables/{league.match().public_id}/"
    stranger, staff = program(league, "players:write"), program(league, "read")
    path = f"/pairings/{league.match().public_id}/boards"
    assert f"{name} 4" not in text(client.get(at))
    assert "members" not in stranger.get(path).json()["line_ups"][0]
    assert len(staff.get(path).json()["line_ups"][0]["members"]) == 3
    league.line_up(2, 1, 2, 3)
    assert f"{name} 4" in text(client.get(at))
    assert stranger.get(path).json()["boards"][2]["first"]["name"] == f"{name} 4"
    assert MatchSheet.objects.get().is_known


def test_teams_can_play_a_round_robin(make):
    """A round robin of four teams with five boards, all of which are played."""
    stage = make(of_teams=True, best_of=5, rules="fide-teams").with_players(*"ABCD")
    stage.pair(1)
    stage.publish()
    stage.enter(1, "4½-½")
    assert stage.table(1).result.fact.games == (4, 0, 1)


def test_pages_say_teams_instead_of_players(desk, make, orla):
    make(of_teams=True, best_of=4)
    for path, there, gone in (
        ("/t/cup/players/", ("<h1>Teams</h1>", "There are no teams yet."), "Players"),
        ("/t/cup/desk/players/", ('<h1 class="hidden">Teams</h1>', "No teams yet."), "Players"),
        ("/t/cup/desk/", ("No teams yet.",), "No players yet"),
        ("/t/cup/desk/players/list/", ("List of teams",), "List of players"),
        ("/t/cup/", ("0 teams",), "0 players"),
    ):
        shown = text(desk.get(path))
        for each in there:
            assert each in shown, (path, each)
        assert gone not in shown, (path, gone)


def test_messages_use_the_words_for_players_or_teams():
    assert entrants.entrants_in_words("added", 2, entrants.Entrants.TEAMS) == "2 teams added."
    assert entrants.entrants_in_words("added", 1, entrants.Entrants.PLAYERS) == "1 player added."
    assert entrants.message_for_entrants("Players", entrants.Entrants.PLAYERS) == "Players"
    with pytest.raises(KeyError):
        entrants.message_for_entrants("Nobody", entrants.Entrants.TEAMS)


@pytest.fixture
def captains(orla):
    """A league whose captains report; both line-ups of table 1 are in, and `secrets` has the badges' codes."""
    league = League(orla, players_report=True).start().both()
    league.secrets = []
    for team in league.teams_at():
        league.captain(team)
        league.secrets.append(f"secretof{team.public_id}")
    return league


def as_captain(league, side):
    """Return a phone that has opened the badge of a team at table 1."""
    phone = Client()
    phone.post("/b/", {"code": league.secrets[side - 1]})
    return phone


@pytest.mark.rotates(2)
def test_captains_report_boards_without_losing_input(captains):
    one, other = (as_captain(captains, side) for side in (1, 2))
    assert "Report boards" in text(one.get("/t/cup/me/"))
    team = text(one.get("/t/cup/me/")).partition('id="team"')[2]
    found = [team.index(member.name) for member in captains.teams_at()[0].members.all()]
    assert found == sorted(found)
    given = {"round": "1", "b1": "1-0", "b2": "½-½"}
    answer = one.post("/t/cup/me/report/", given)
    assert answer.status_code == 422
    assert "Enter a result for every board" in text(answer)
    assert re.search(r'value="½-½"\s+required\s+checked', text(answer))
    one.post("/t/cup/me/report/", {**given, "b3": "0-1"})
    shown = text(other.get("/t/cup/me/"))
    assert "1-0 ½-½ 0-1" in shown
    other.post("/t/cup/me/report/", {"round": "1", "result": "1-0 ½-½ 0-1"})
    assert captains.result().fact.games == (1, 1, 1)


@pytest.mark.rotates(2)
def test_api_reports_boards_for_a_captain_and_the_desk_settles(captains, program):  # noqa: F811
    at = "/api/v1/tournaments/cup"

    def post(secret, path, body, key):
        headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": key}
        return Client().post(f"{at}{path}", body, "application/json", headers=headers)

    body = {"round": 1, "result": {"boards": ["1-0", "½-½", "0-1"]}}
    wrong = {"round": 1, "result": {"boards": ["1-0", "nonsense", "0-1"]}}
    answer = post(captains.secrets[0], "/me/report", wrong, "a")
    assert answer.status_code == 422
    assert "/boards/1" in answer.content.decode()
    answer = post(captains.secrets[0], "/me/report", body, "b")
    assert answer.status_code == 200, answer.content
    assert answer.json()["tables"][0]["reports"][0]["notation"] == "1-0 ½-½ 0-1"
    desk = program(captains, "results:write")
    settled = desk.post(f"/pairings/{captains.match().public_id}/settle", body["result"])
    assert settled.status_code == 200, settled.content
    assert MatchSheet.objects.get().boards == ["1-0", "½-½", "0-1"]


def test_standings_have_columns_of_match_points_and_game_points(league, client):
    columns = client.get("/t/cup/standings/?live=1").context["columns"]
    assert [each.head for each in columns if each.name in ("Match points", "Game points")] == [
        "Match points",
        "Game points",
    ]


class TestCrossTable:
    """Match points and, in brackets, game points, in the order of the standings."""

    def lines(self, client):
        page = client.get("/t/cup/crosstable/?live=1").content.decode()
        return rows(page, "cross")

    def test_swiss_shows_matches_by_round(self, league, client):
        league.both(1).both(2)
        league.enter("1-0", "½-½", "1-0")
        league.enter("0-1", "½-½", "½-½", table=2)
        (one, other), (third, winner) = ([row.name for row in league.teams_at(table)] for table in (1, 2))
        head, *lines = self.lines(client)
        assert head[-2:] == ["Match points", "Game points"]
        values = {line[1]: line[2:] for line in lines}
        assert [line[1] for line in lines] == [one, winner, third, other]
        assert values == {
            one: ["4W 2 (2½)", "2", "2½"],
            winner: ["3B 2 (2)", "2", "2"],
            third: ["2W 0 (1)", "0", "1"],
            other: ["1B 0 (½)", "0", "½"],
        }

    def test_forfeit_and_bye_give_all_boards_or_half_of_them(self, make, orla, client):
        stage = make(system="team-swiss", best_of=4, planned_rounds=2).with_players(*"ABC")
        stage.pair()
        stage.publish()
        stage.enter(1, "+--")
        winner = stage.table(1).appearances.get(side=1).player.name
        values = {line[1]: line[2:] for line in self.lines(client)[1:]}
        assert values[winner][-2:] == ["2", "4"]
        assert sorted(line[-1] for line in values.values()) == ["0", "2", "4"]

    def test_round_robin_shows_each_match_for_both_teams(self, make, orla, client):
        stage = make(system="round-robin", of_teams=True, best_of=4, rules="fide-teams").with_players(*"ABCD")
        stage.pair(1)
        stage.publish()
        stage.enter(1, "3½-½")
        names = [row.player.name for row in stage.table(1).appearances.select_related("player").order_by("side")]
        lines = self.lines(client)[1:]
        (at,) = (place for place, line in enumerate(lines) if names[1] in line[:3])
        assert names[0] in lines[0]
        assert lines[0][3 + at] == "1 (3½)"
        assert lines[at][3] == "0 (½)"
        assert (lines[0][-2:], lines[at][-2:]) == (["1", "3½"], ["0", "½"])

    def test_individual_players_have_only_points(self, make, orla, client):
        make().with_players(*"ABCD").play("1-0", "½-½")
        head, *lines = self.lines(client)
        assert head[-1] == "Points"
        assert not any("(" in cell for line in lines for cell in line)


class TestPasting:
    def at(self, team):
        return f"/t/cup/desk/players/{team.public_id}/members/"

    def lines(self, answer):
        """Return the content of the lines: name, rating, title, FIDE ID and sex of those with a name."""
        shown = [line.texts for line in answer.context["lines"]]
        return [
            tuple(row[key] or "" for key in ("name", "rating", "title", "fide_id", "sex"))
            for row in shown
            if row["name"]
        ]

    def form_to_send(self, answer):
        """Return the fields of the form as a browser sends them without changes."""
        return {
            f"m{number}-{name}": value or ""
            for number, line in enumerate(answer.context["lines"], start=1)
            for name, value in {**line.texts, "place": line["place"].value()}.items()
        }

    @pytest.mark.rotates(2)
    def test_pasted_list_fills_the_form_and_is_saved_with_it(self, desk, league):
        team = league.players["Oslo"]
        keys = {row.name: row.public_id for row in team.members.all()}
        pasted = "Oslo\n1. GM Oslo 3 1800\n2. Anne Bø 1700\n3. Oslo 1 15xx"
        before = desk.get(self.at(team))
        answer = desk.post(self.at(team), {**self.form_to_send(before), "text": pasted, "do": "fill"})
        assert answer.status_code == 200
        assert self.lines(answer)[:2] == [("Oslo 3", 1800, "GM", "", ""), ("Anne Bø", 1700, "", "", "")]
        assert [row[0] for row in self.lines(answer)[2:]] == ["Oslo 1 15xx", "Oslo 1", "Oslo 2", "Oslo 4"]
        assert "Nothing has been saved yet" in text(answer)
        assert "15" in text(answer)
        assert [row.name for row in team.members.all()] == ["Oslo 1", "Oslo 2", "Oslo 3", "Oslo 4"]
        desk.post(self.at(team), {**self.form_to_send(answer), "m3-name": ""})
        rows = {row.name: row for row in team.members.all()}
        assert list(rows) == ["Oslo 3", "Anne Bø", "Oslo 1", "Oslo 2", "Oslo 4"]
        assert {name: rows[name].public_id for name in keys} == keys
        assert (rows["Oslo 3"].rating, rows["Oslo 3"].title) == (1800, "GM")

    def test_skipped_columns_are_named(self, desk, league):
        team = league.players["Oslo"]
        pasted = "Name\tRating\tShoe size\nAnne Bø\t1800\t37\tleft-handed\n"
        answer = desk.post(self.at(team), {**self.form_to_send(desk.get(self.at(team))), "text": pasted, "do": "fill"})
        assert f"Columns skipped: {escape(isolate('Shoe size'))}, {isolate('4')}." in text(answer)

    @pytest.mark.rotates(2)
    def test_pasted_spreadsheet_rows_are_added_to_typed_members(self, desk, league):
        team = league.players["Oslo"]
        pasted = (
            "Board\tName\tRating\tFIDE ID\tBorn\tSex\n1\tAnne Bø\t1800\t1503014\t1990-01-02\tw\n2\tOslo 2\t99999\t\t\t"
        )
        sent = {**self.form_to_send(desk.get(self.at(team))), "m6-name": "Typed", "m6-place": "1"}
        answer = desk.post(self.at(team), {**sent, "text": pasted, "do": "fill"})
        assert self.lines(answer)[0] == ("Anne Bø", 1800, "", "1503014", "w")
        assert sorted(row[0] for row in self.lines(answer)[2:]) == ["Oslo 1", "Oslo 3", "Oslo 4", "Typed"]
        assert "Board" in text(answer)
        assert "99999" in text(answer)
        # Under another spelling it is the same person by FIDE ID.
        desk.post(self.at(team), self.form_to_send(answer))
        key = team.members.get(fide_id="1503014").public_id
        again = desk.post(
            self.at(team),
            {**self.form_to_send(desk.get(self.at(team))), "text": "Name\tFIDE ID\nBø, Anne\t1503014", "do": "fill"},
        )
        assert next(line.texts["id"] for line in again.context["lines"]) == key
        assert len(self.lines(again)) == 6

    @pytest.mark.parametrize(
        ("pasted", "found"),
        [
            ("", "Paste a list first"),
            (" \n \n", "No names found"),
            ("Oslo\n1.\n2.", "No names found"),
            ("\n".join(f"Member {n}" for n in range(70)), "at most 60 members, but this would make 75"),
        ],
    )  # fmt: skip
    def test_invalid_list_is_reported_and_typed_input_kept(self, desk, league, pasted, found):
        team = league.players["Oslo"]
        sent = {**self.form_to_send(desk.get(self.at(team))), "m6-name": "Typed"}
        answer = desk.post(self.at(team), {**sent, "text": pasted, "do": "fill"})
        assert answer.status_code == 422
        assert found in text(answer)
        assert "Typed" in [row[0] for row in self.lines(answer)]
        assert pasted.strip()[:20] in text(answer)

    def test_save_and_go_to_the_next_team_keeps_typed_input(self, desk, league):
        names = sorted(league.players)
        first, last = (desk.get(self.at(league.players[names[at]])) for at in (0, -1))
        assert f"Save and go to {names[1]}" in text(first)
        assert last.context["following"] is None
        team = league.players[names[0]]
        sent = {
            **self.form_to_send(first),
            "m1-name": "Typed For It",
            "do": "next",
            "version": first.context["version"],
        }
        assert desk.post(self.at(team), sent).url == self.at(league.players[names[1]])
        assert team.members.filter(name="Typed For It").exists()

    def test_unprocessed_pasted_list_is_not_dropped(self, desk, league):
        team = league.players["Oslo"]
        shown = desk.get(self.at(team))
        answer = desk.post(self.at(team), {**self.form_to_send(shown), "text": "Late Comer 2000", "do": "next"})
        assert "Nothing has been saved yet" in text(answer)
        assert "Late Comer" in text(answer)

    def test_second_tab_does_not_overwrite_unseen_changes(self, desk, league):
        team = league.players["Oslo"]
        sent = {**self.form_to_send(desk.get(self.at(team))), "version": desk.get(self.at(team)).context["version"]}
        desk.post(self.at(team), {**sent, "m1-name": "From the first tab"})
        answer = desk.post(self.at(team), {**sent, "m1-name": "From the second tab"})
        assert answer.status_code == 422
        assert "You changed this in another window" in text(answer)
        assert "From the second tab" in text(answer)
        assert team.members.get(place=1).name == "From the first tab"
        filled = desk.post(self.at(team), {**sent, "text": "Anne", "do": "fill"})
        assert filled.context["version"] == str(sent["version"])


class TestMatchResultsInGamePoints:
    """2½-1½ is never written as two won, one lost and one drawn."""

    BOARDS = ("1-0", "½-½", "½-½", "½-½")

    def wrong(self, league):
        """Return the match as the journal stores it; no reader may see it in this form."""
        return "1-0-3" if league.result().fact.games == (1, 0, 3) else pytest.fail("another match was entered")

    @pytest.fixture
    def drawish(self, orla):
        league = League(orla, best_of=4).start()
        for side in (1, 2):
            league.line_up(side, 1, 2, 3, 4)
        league.enter(*self.BOARDS)
        return league

    @pytest.mark.parametrize(
        "path",
        [
            "rounds/1/",
            "screen/",
            "desk/rounds/1/results/",
            "desk/rounds/1/again/",
            "desk/journal/",
        ],
    )
    def test_no_page_shows_wins_draws_and_losses(self, drawish, desk, path):
        shown = text(desk.get(f"/t/cup/{path}"))
        assert self.wrong(drawish) not in shown

    def test_screen_spreadsheet_and_journal_show_game_points(self, drawish, desk):
        assert "2½-1½" in text(desk.get("/t/cup/screen/"))
        assert "2½-1½" in text(desk.get("/api/v1/tournaments/cup/rounds/1/pairings.csv"))
        assert "→ 2½-1½" in text(desk.get("/t/cup/desk/journal/"))

    def test_standings_show_game_points(self, drawish, desk):
        shown = text(desk.get("/t/cup/standings/?live=1"))
        assert "2½-1½" in shown
        assert "+1<" in shown

    def test_undo_button_shows_game_points(self, orla, desk):
        league = League(orla, best_of=4).start()
        desk.post(f"/t/cup/desk/tables/{league.match().public_id}/result/", {"result": "2½-1½"})
        assert "Undo table 1: 2½-1½" in text(desk.get("/t/cup/desk/rounds/1/results/"))

    def test_common_results_have_a_button(self, orla, desk):
        league = League(orla, best_of=4).start()
        shown = text(desk.get("/t/cup/desk/rounds/1/results/"))
        for result in ("4-0", "3½-½", "3-1", "2½-1½", "2-2", "1½-2½", "½-3½", "0-4"):
            assert f'value="{result}"' in shown
        desk.post(f"/t/cup/desk/tables/{league.match().public_id}/result/", {"result": "3½-½"})
        assert league.result().fact.games == (3, 0, 1)


class TestTeamsAndMembers:
    def test_team_page_hides_personal_fields_and_keeps_their_values(self, league, desk):
        team = league.players["Oslo"]
        team.fide_id, team.title = "123456", "GM"
        team.save()
        at = f"/t/cup/desk/players/{team.public_id}/"
        shown = text(desk.get(at))
        for gone in ("FIDE ID", "Born", "Title", "Rank", "Sex", "wheelchair", "Official rating"):
            assert gone not in shown
        sent = {"name": "Oslo Chess", "may_have_bye": "on", "may_take_half_bye": "on"}
        assert desk.post(at, sent).status_code == 302
        team.refresh_from_db()
        assert (team.name, team.fide_id, team.title) == ("Oslo Chess", "123456", "GM")

    @pytest.mark.rotates(2)
    def test_members_are_rated_but_get_no_norms(self, league, desk):
        league.both()
        league.enter("1-0", "½-½", "+--")
        home, away = league.teams_at()
        shown = text(desk.get("/t/cup/ratings/"))
        assert f"<bdi>{home.name} 1</bdi>" in shown
        assert f"<bdi>{home.name}</bdi>" not in shown
        assert "Norms" not in shown
        found = {each.player.name: each for each in rated_players(league.tournament)}
        assert [len(found[f"{home.name} {place}"].games) for place in (1, 2, 3, 4)] == [1, 1, 0, 0]
        assert found[f"{away.name} 1"].change.exact < 0
        assert desk.get("/t/cup/norms/").status_code == desk.get("/t/cup/desk/norms/").status_code == 404
        own = text(desk.get(f"/t/cup/players/{home.public_id}/"))
        assert "FIDE rating" not in own
        assert "All ratings" in own

    @pytest.mark.rotates(2)
    def test_boards_show_their_colours(self, league, desk):
        league.both()
        league.enter("1-0", "½-½", "0-1")
        at = f"/t/cup/rounds/1/tables/{league.match().public_id}/"
        for page in (at, "/t/cup/desk/rounds/1/slips/", address(league)):
            shown = text(desk.get(page))
            colours = re.findall(r'class="colour"><i class="side (\w+)"></i><bdi>(\w+)<', shown)
            light, dark = ("light", "White"), ("dark", "Black")
            assert colours[:6] == [light, dark, dark, light, light, dark], page


class TestMissingLineUps:
    @pytest.mark.rotates(2)
    def test_one_button_saves_all_missing_line_ups_and_keeps_the_others(self, league, desk):
        league.line_up(1, 2, 3, 4)
        first = MatchSheet.objects.get(pairing=league.match()).of_side(1)
        at = f"/t/cup/desk/rounds/{league.round.number}/"
        assert "Save 3 missing line-ups as listed" in text(desk.get(f"{at}results/"))
        assert "3 line-ups saved as listed." in text(desk.post(f"{at}line-ups/", follow=True))
        sheets = MatchSheet.objects.filter(pairing__round=league.round)
        assert [sheet.is_known for sheet in sheets] == [True, True]
        assert MatchSheet.objects.get(pairing=league.match()).of_side(1) == first
        team = league.teams_at(2)[0]
        assert MatchSheet.objects.get(pairing=league.match(2)).of_side(1) == league.ids(team, 1, 2, 3)
        assert "as listed" not in text(desk.get(f"{at}results/"))

    def test_finished_round_has_no_such_button(self, league, desk):
        assert "0 line-ups" not in text(desk.get("/t/cup/desk/rounds/1/results/"))


class TestTeamList:
    BLOCKS = "Oslo\nNora 2210\nGM Olav 2550\n\nRiga:\nRita 1900\n"
    TABLE = "Team\tName\tRating\nOslo\tNora\t2210\n\tOlav\t2550\nRiga\tRita\t1900\n"

    def members(self):
        rows = TeamMember.objects.order_by("team__name", "place").values_list("team__name", "name", "rating")
        return [tuple(row) for row in rows]

    @pytest.mark.parametrize("given", [BLOCKS, TABLE, TABLE.replace("\t", ";")], ids=["blocks", "table", "csv"])
    def test_teams_with_members_are_imported_after_a_preview(self, make, desk, given):
        make(system="team-swiss", planned_rounds=3)
        at = "/t/cup/desk/teams/list/"
        looked = text(desk.post(at, {"text": given, "do": "check"}))
        assert "Save 2 teams with 3 members" in looked
        assert not self.members()
        assert desk.post(at, {"text": given, "do": "save"}).status_code == 302
        assert self.members() == [("Oslo", "Nora", 2210), ("Oslo", "Olav", 2550), ("Riga", "Rita", 1900)]

    def test_second_import_reorders_and_keeps_all_members(self, league, desk):
        before = set(TeamMember.objects.values_list("public_id", flat=True))
        given = "Oslo\nOslo 2 2450\nNew Hand 2000\n"
        shown = text(desk.post("/t/cup/desk/teams/list/", {"text": given, "do": "check"}))
        assert "on the list already" in shown
        desk.post("/t/cup/desk/teams/list/", {"text": given, "do": "save"})
        names = TeamMember.objects.filter(team__name="Oslo").order_by("place").values_list("name", flat=True)
        assert list(names) == ["Oslo 2", "New Hand", "Oslo 1", "Oslo 3", "Oslo 4"]
        assert before < set(TeamMember.objects.values_list("public_id", flat=True))

    def test_file_is_imported_and_empty_list_refused(self, make, desk):
        make(system="team-swiss", planned_rounds=3)
        at = "/t/cup/desk/teams/list/"
        file = SimpleUploadedFile("teams.csv", self.TABLE.replace("\t", ",").encode())
        assert "Save 2 teams with 3 members" in text(desk.post(at, {"file": file, "do": "check"}))
        refused = desk.post(at, {"text": " ", "do": "check"})
        assert refused.status_code == 422
        assert "No teams found." in text(refused)
