"""PGN at the desk and in the API: download pairings for electronic boards, preview and import results."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import program, token_of  # noqa: F401 fixtures
from tests.tournaments.teams.test_teams import League
from tournaments.core.words import notation
from tournaments.history import undo
from tournaments.models import JournalEntry, MatchSheet, Result

pytestmark = pytest.mark.django_db

GAME = (
    '[Event "Cup"]\n[Round "1.{table}"]\n[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n'
    "{moves} {result}\n\n"
)


@pytest.fixture
def cup(make):
    stage = make(game="chess", system="dutch", planned_rounds=3)
    stage.with_players("Virtanen, Anna", "Müller, Jörg", "Żak, Łukasz", "Smith, Jane", "Smith, John")
    stage.players["Virtanen, Anna"].fide_id = "99900001"
    stage.players["Virtanen, Anna"].save()
    stage.pair()
    stage.publish()
    return stage


def game(cup, table, result, moves="1. e4 e5", **names):
    white, black = (place.player.name for place in cup.table(table).appearances.order_by("side"))
    return GAME.format(**{"table": table, "white": white, "black": black, **names}, result=result, moves=moves)


def address(cup, what="desk/rounds/1/pgn/"):
    return f"/t/{cup.tournament.slug}/{what}"


def preview(desk, cup, text):
    answer = desk.post(address(cup), {"file": SimpleUploadedFile("r1.pgn", text.encode())})
    assert answer.status_code == 200, answer.content
    page = answer.content.decode()
    hidden = dict(re.findall(r'name="(v-\w+|content)"\s+value="([^"]*)"', page))
    return page, hidden


class TestPairingsDownload:
    def test_public_pairings_contain_no_fide_ids_and_no_byes(self, cup, client):
        answer = client.get(address(cup, "rounds/1/pairings.pgn"))
        text = answer.content.decode()
        assert answer["Content-Type"].startswith("application/x-chess-pgn")
        assert text.count("[Event ") == 2
        assert '[Round "1.1"]' in text
        assert "FideId" not in text

    def test_signed_in_organiser_gets_fide_ids(self, cup):
        text = signed_in(cup.orla.user).get(address(cup, "rounds/1/pairings.pgn")).content.decode()
        assert 'FideId "99900001"]' in text

    def test_draft_round_has_no_pgn(self, make, client):
        stage = make(game="chess").with_players(*"ABCD")
        stage.pair()
        assert client.get(address(stage, "rounds/1/pairings.pgn")).status_code == 404

    def test_go_tournament_has_no_pgn(self, make, client):
        stage = make(game="go").with_players(*"ABCD")
        stage.pair()
        stage.publish()
        assert client.get(address(stage, "rounds/1/pairings.pgn")).status_code == 404


class TestResultsImport:
    def test_preview_stores_nothing_until_save(self, cup):
        desk = signed_in(cup.orla.user)
        page, hidden = preview(desk, cup, game(cup, 1, "1-0") + game(cup, 2, "*"))
        assert "1 game of the file has a new result." in page
        assert "still playing" in page
        assert not Result.objects.exists()
        desk.post(address(cup), {**hidden, "do": "save"})
        assert Result.objects.get().pairing.table == 1
        assert JournalEntry.objects.order_by("sequence").last().facts["by"] == "PGN"
        page, _hidden = preview(desk, cup, game(cup, 1, "1-0"))
        assert "already entered" in page

    def test_exported_pairings_import_without_conflict(self, cup):
        desk = signed_in(cup.orla.user)
        cup.enter(2, "1-0")
        text = desk.get(address(cup, "rounds/1/pairings.pgn")).content.decode()
        page, _hidden = preview(desk, cup, text)
        assert "still playing" in page
        assert "already entered" in page
        assert "conflict" not in page

    def test_doubtful_result_is_stored_only_if_selected(self, cup):
        desk = signed_in(cup.orla.user)
        page, hidden = preview(desk, cup, game(cup, 1, "0-1", moves=""))
        assert "was it played, or a forfeit?" in page
        desk.post(address(cup), {**hidden, "do": "save"})
        assert not Result.objects.exists()
        desk.post(address(cup), {**hidden, "do": "save", "chosen": cup.table(1).public_id})
        assert Result.objects.get().fact.second == "win"

    def test_result_entered_after_the_preview_is_not_overwritten(self, cup):
        desk = signed_in(cup.orla.user)
        _page, hidden = preview(desk, cup, game(cup, 1, "1-0"))
        cup.enter(1, "0-1")
        desk.post(address(cup), {**hidden, "do": "save"})
        assert Result.objects.get().fact.second == "win"
        answer = desk.post(address(cup), {**hidden, "do": "save", "chosen": cup.table(1).public_id}, follow=True)
        assert Result.objects.get().fact.second == "win"
        assert "has been entered here" in answer.content.decode()

    def test_two_players_with_the_same_name_match_no_game(self, cup):
        text = GAME.format(table=1, white="Smith, J", black="Smith, J", result="1-0", moves="1. e4")
        page, _hidden = preview(signed_in(cup.orla.user), cup, text)
        assert "0 games of the file have new results." in page

    @pytest.mark.parametrize("data", [b"\0\0", b""])
    def test_file_that_is_not_pgn_is_refused(self, cup, data):
        answer = signed_in(cup.orla.user).post(address(cup), {"file": SimpleUploadedFile("x.pgn", data)})
        assert answer.status_code == 422

    def test_closed_round_must_be_reopened_before_import(self, cup):
        cup.enter(1, "1-0")
        cup.enter(2, "1-0")
        cup.close()
        answer = signed_in(cup.orla.user).get(address(cup), follow=True)
        assert "Reopen it to import results." in answer.content.decode()


class TestApi:
    def test_api_sends_pairings_and_stores_results(self, cup, program):  # noqa: F811
        desk = program(cup, "results:write")
        out = desk.get("/rounds/1/pairings.pgn?plain=true")
        assert out["Content-Type"].startswith("application/x-chess-pgn")
        assert "Zak, Lukasz" in out.content.decode() or "Żak" not in out.content.decode()
        text = game(cup, 1, "1-0") + game(cup, 2, "0-1", moves="")

        def send(more=""):
            headers = {**desk.headers, "Idempotency-Key": f"key-{more}"}
            return desk.client.generic("POST", f"{desk.root}/rounds/1/pgn{more}", text, "text/plain", headers=headers)

        assert [row["status"] for row in send("?dry_run=true").json()["rows"]] == ["set", "ask"]
        assert not Result.objects.exists()
        assert send().json()["stored"] == 1
        assert Result.objects.get().pairing.table == 1
        assert send("?dry_run=false").json()["stored"] == 0


class TestTeams:
    """Matches of teams, board by board: the first team has White at odd boards."""

    @pytest.fixture
    def league(self, orla):
        return League(orla).start().both()

    def games(self, league, *texts, table=1, moves="1. e4 e5"):
        """Yield the boards of a match as a broadcast writes them, with results from White's side."""
        home, away = league.teams_at(table)
        for board, text in enumerate(texts, start=1):
            sides = [f"{home.name} {board}", f"{away.name} {board}"]
            white, black = sides if board % 2 else sides[::-1]
            yield GAME.format(table=board, white=white, black=black, result=text, moves=moves)

    def boards(self, league, table=1):
        return MatchSheet.objects.get(pairing=league.match(table)).boards

    def test_boards_are_stored_as_one_undoable_entry(self, league):
        desk, before = signed_in(league.orla.user), league.tournament.journal.count()
        league.both(2)
        before = league.tournament.journal.count()
        text = "".join([*self.games(league, "1-0", "1-0", "1/2-1/2"), *self.games(league, "1-0", "*", "*", table=2)])
        page, hidden = preview(desk, league, text)
        assert "4 games of the file have new results." in page
        assert self.boards(league) == []
        desk.post(address(league), {**hidden, "do": "save"})
        assert self.boards(league) == ["1-0", "0-1", "½-½"]
        assert self.boards(league, 2) == ["1-0", "", ""]
        assert notation.write(league.result().fact) == "1-1-1"
        assert league.result(2) is None
        entry = JournalEntry.objects.order_by("sequence").last()
        assert (league.tournament.journal.count(), entry.verb) == (before + 1, "put-results")
        assert (entry.facts["by"], entry.facts["count"]) == ("PGN", 2)
        answer = desk.get(f"/t/{league.tournament.slug}/desk/journal/").content.decode()
        assert "boards: 1-0 – –" in answer
        undo.undo(league.orla, league.tournament, entry)
        assert (self.boards(league), self.boards(league, 2)) == ([], [])
        assert league.result() is None

    def test_exported_boards_import_without_conflict(self, league):
        desk = signed_in(league.orla.user)
        league.enter("1-0", "1-0", "")
        text = desk.get(address(league, "rounds/1/pairings.pgn")).content.decode()
        assert '[Round "1.2"]' in text
        assert '[Board "2"]' in text
        assert '[WhiteTeam "' in text
        page, _hidden = preview(desk, league, text)
        assert page.count("already entered") == 2
        assert page.count("still playing") == 1
        assert "1 match has no line-ups yet" in page

    def test_second_file_adds_boards_and_changes_only_selected_ones(self, league):
        desk = signed_in(league.orla.user)
        league.enter("1-0", "", "")
        text = "".join(self.games(league, "0-1", "0-1", "*"))
        page, hidden = preview(desk, league, text)
        assert "Another result is entered." in page
        desk.post(address(league), {**hidden, "do": "save"})
        assert self.boards(league) == ["1-0", "1-0", ""]
        page, hidden = preview(desk, league, text)
        desk.post(address(league), {**hidden, "do": "save", "chosen": f"{league.match().public_id}-1"})
        assert self.boards(league) == ["0-1", "1-0", ""]

    def test_players_at_other_boards_than_in_the_line_up_are_reported(self, league):
        home, away = (team.name for team in league.teams_at())
        text = GAME.format(table=1, white=f"{home} 1", black=f"{away} 3", result="1-0", moves="1. e4")
        page, _hidden = preview(signed_in(league.orla.user), league, text)
        assert "These players sit at other boards in the line-ups." in page

    def test_board_without_player_names_matches_no_table(self, league):
        text = GAME.format(table=1, white="NN", black="?", result="1-0", moves="1. e4").replace(
            "[Round", '[Board "1"]\n[Round'
        )
        page, _hidden = preview(signed_in(league.orla.user), league, text)
        assert "no such table" in page

    def test_board_entered_after_the_preview_is_not_overwritten(self, league):
        desk = signed_in(league.orla.user)
        _page, hidden = preview(desk, league, "".join(self.games(league, "1-0", "*", "*")))
        league.enter("0-1", "", "")
        answer = desk.post(address(league), {**hidden, "do": "save"}, follow=True)
        assert self.boards(league) == ["0-1", "", ""]
        assert "no new results" in answer.content.decode()
        answer = desk.post(
            address(league), {**hidden, "do": "save", "chosen": f"{league.match().public_id}-1"}, follow=True
        )
        assert self.boards(league) == ["0-1", "", ""]
        assert "have been entered for this table" in answer.content.decode()

    def test_forfeit_is_credited_to_the_right_team(self, league):
        home, away = (team.name for team in league.teams_at())
        text = GAME.format(table=2, white=f"{away} 2", black=f"{home} 2", result="1-0", moves="")
        text = text.replace("[Round", '[Termination "unplayed"]\n[Round')
        _page, hidden = preview(signed_in(league.orla.user), league, text)
        signed_in(league.orla.user).post(address(league), {**hidden, "do": "save"})
        assert self.boards(league) == ["", "--+", ""]

    def test_api_stores_boards_once(self, league, program):  # noqa: F811
        desk, text = program(league, "results:write"), "".join(self.games(league, "1-0", "1-0", "1-0"))

        def send(more="", key="one"):
            headers = {**desk.headers, "Idempotency-Key": key}
            return desk.client.generic("POST", f"{desk.root}/rounds/1/pgn{more}", text, "text/plain", headers=headers)

        answer = send("?dry_run=true", "dry").json()["rows"]
        assert [(row["status"], row["board"]) for row in answer] == [("set", 1), ("set", 2), ("set", 3)]
        assert send().json()["stored"] == 3
        assert send(key="two").json()["stored"] == 0
        assert self.boards(league) == ["1-0", "0-1", "1-0"]

    @pytest.mark.parametrize("path", ["/rounds/1/pairings.pgn", "/rounds/1/pgn"])
    def test_api_refuses_pgn_for_other_games(self, make, program, path):  # noqa: F811
        go = make(game="go").with_players("Ann", "Bo")
        go.pair()
        go.publish()
        desk = program(go, "results:write")
        answer = desk.get(path) if path.endswith(".pgn") else desk.post(path, "", key="once")
        assert (answer.status_code, answer.json()["code"]) == (422, "no-pgn")
