"""Expelled players: marked in every list, not paired again, with or without a place in the standings."""

import re

import pytest
from django.core.management import call_command

from standings.reading.table import check_standings
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.report_files.test_reports import export_report, import_report, replay
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Right
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.history import undo
from tournaments.models import Player
from tournaments.players import registration
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db

WHY = "A telephone, after a warning"


@pytest.fixture
def swiss(make):
    """A Swiss of six in FIDE mode; round 1 is closed, and round 2 is running."""
    stage = make(system="dutch", planned_rounds=3, fide_mode=True).with_players(*"ABCDEF")
    stage.play("1-0", "1-0", "1-0")
    stage.pair()
    stage.publish()
    return stage


@pytest.fixture
def robin(make):
    """A round robin of four whose first two rounds are closed, so that players who leave keep their results."""
    stage = make(system="round-robin").with_players(*"ABCD")
    stage.play("1-0", "1-0")
    stage.play("1-0", "1-0")
    return stage


def expel(stage, name="A", **more):
    return registration.expel(stage.orla, stage.tournament, stage.players[name], **{"reason": WHY, **more})


def names_by_place(stage):
    return [place.player.name for place in RULE_BOOKS[0].places(stage.tournament)]


def undo_last(stage):
    undo.undo(stage.orla, stage.tournament, stage.tournament.journal.first())


def end(stage):
    for table in stage.round.pairings.all():
        stage.enter(table.table, "1-0")
    stage.close()


class TestPairing:
    def test_running_game_stands_and_no_further_one_is_paired(self, swiss):
        assert expel(swiss).withdrawn_after == 2
        end(swiss)
        assert swiss.round.pairings.filter(appearances__player=swiss.players["A"]).exists()
        paired = swiss.pair().appearances.values_list("player__name", flat=True)
        assert sorted(paired) == ["B", "C", "D", "E", "F"]

    def test_open_games_of_a_schedule_are_forfeited(self, robin):
        robin.pair()
        robin.publish()
        expel(robin)
        row = next(p for p in robin.round.pairings.all() if p.appearances.filter(player__name="A").exists())
        assert row.result.decision == "forfeit"

    def test_expelled_player_cannot_return_even_by_undoing_an_earlier_withdrawal(self, swiss):
        registration.withdraw(swiss.orla, swiss.tournament, swiss.players["A"])
        left = swiss.tournament.journal.first()
        expel(swiss)
        with pytest.raises(Refused, match="A was expelled") as refused:
            registration.return_player(swiss.orla, swiss.tournament, swiss.players["A"])
        assert refused.value.code == "expelled"
        with pytest.raises(Refused) as refused:
            undo.undo(swiss.orla, swiss.tournament, left)
        assert refused.value.code == "built-on"

    @pytest.mark.rotates(2)
    def test_undo_restores_the_player_and_the_report(self, swiss):
        before = export_report(swiss.tournament)
        expel(swiss, left_out=True)
        undo_last(swiss)
        row = Player.objects.get(name="A")
        assert (row.is_in, row.is_expelled, row.left_out) == (True, False, False)
        assert export_report(swiss.tournament) == before

    def test_reason_is_required(self, swiss):
        for reason, code in (("  ", "expelled-why"), ("x" * 301, "reason")):
            with pytest.raises(Refused) as refused:
                expel(swiss, reason=reason)
            assert (refused.value.code, refused.value.field) == (code, "reason")

    def test_repeated_expulsion_changes_nothing_and_a_new_reason_is_journalled(self, swiss):
        expel(swiss)
        revision = swiss.revision()
        expel(swiss)
        assert swiss.revision() == revision
        expel(swiss, reason="It was a watch", left_out=True)
        undo_last(swiss)
        row = Player.objects.get(name="A")
        assert (row.expelled_for, row.left_out, row.withdrawn_after) == (WHY, False, 2)


class TestPlaceInStandings:
    def test_expelled_player_keeps_the_place(self, swiss):
        end(swiss)
        before = names_by_place(swiss)
        expel(swiss)
        assert names_by_place(swiss) == before

    def test_excluded_player_has_no_place_and_others_keep_order_and_points(self, swiss):
        end(swiss)
        before = [(p.player.name, p.points) for p in RULE_BOOKS[0].places(swiss.tournament)]
        expel(swiss, left_out=True)
        now = RULE_BOOKS[0].places(swiss.tournament)
        assert [(p.player.name, p.points) for p in now] == [each for each in before if each[0] != "A"]
        assert now[0].rank == 1

    @pytest.mark.parametrize("code", ["PTS", "DE", "BH", "SB"])
    def test_excluded_player_has_no_derivation(self, swiss, client, code):
        expel(swiss, left_out=True)
        key = swiss.players["A"].public_id
        for address in (f"/t/cup/standings/{key}/{code}/", f"/api/v1/tournaments/cup/standings/{key}/{code}"):
            assert client.get(address).status_code == 404

    @pytest.mark.parametrize("name", ["h9", "aga", "fesa"])
    def test_excluded_player_is_last_in_result_files(self, swiss, client, name):
        end(swiss)
        expel(swiss, left_out=True)
        answer = client.get(f"/api/v1/tournaments/cup/standings.{name}")
        assert answer.status_code == 200
        places = [re.search(rf"\s{letter}\s", answer.text).start() for letter in "BCDEFA"]
        assert places[-1] == max(places)

    def test_other_pages_of_an_excluded_player_are_available(self, swiss, client):
        expel(swiss, left_out=True)
        key = swiss.players["A"].public_id
        for path in (f"players/{key}/", f"players/{key}/card/", f"standings/course/{key}/"):
            assert client.get(f"/t/cup/{path}").status_code == 200

    def test_crosstable_of_a_round_robin_keeps_the_games_of_an_excluded_player(self, robin, client):
        expel(robin, left_out=True)
        page = client.get("/t/cup/crosstable/").text
        assert page.count('<td class="self"') == 4
        assert page.count('<small class="gone" translate="yes">expelled</small>') == 1
        assert page.index("expelled</small>") > page.index(">D<") > 0
        assert "<td>–</td>" in page

    def test_excluded_player_with_struck_games_is_in_no_row(self, make, client):
        stage = make(system="round-robin").with_players(*"ABCDEF")
        stage.play("1-0", "1-0", "1-0")
        expel(stage, left_out=True)
        assert len(names_by_place(stage)) == 5
        page = client.get("/t/cup/standings/").text
        assert 'class="struck"' not in page
        assert 'id="left-out"' in page
        assert client.get("/t/cup/crosstable/").text.count('<td class="self"') == 6

    def test_excluded_player_is_missing_from_group_standings(self, make, client):
        stage = make(system="groups", options={"size": 4}).with_players(*"ABCDEFGH")
        stage.pair()
        stage.publish()
        end(stage)
        expel(stage, left_out=True)
        assert len(names_by_place(stage)) == 7
        assert client.get("/t/cup/standings/").status_code == 200


class TestReportFile:
    def test_report_comment_includes_the_reason_only_for_readers_of_the_journal(self, swiss):
        expel(swiss, left_out=True)
        number = next(n for n, name in enumerate(names(swiss), start=1) if name == "A")
        answer = replay(export_report(swiss.tournament)).document.texts("###")
        assert answer == [f"Expelled @ Round 2: {number}, left out of the table: {WHY}"]
        public = replay(export_report(swiss.tournament, granted=frozenset({Right.SEE}))).document.texts("###")
        assert public == [f"Expelled @ Round 2: {number}, left out of the table"]

    @pytest.mark.parametrize("left_out", [True, False])
    def test_report_check_accepts_the_ranks(self, swiss, left_out):
        expel(swiss, left_out=not left_out)
        expel(swiss, left_out=left_out)
        end(swiss)
        found = replay(export_report(swiss.tournament))
        assert check_standings(found, round_robin=False).wrong == ()
        ranks = {entrant.record.name: entrant.record.rank for entrant in found.entrants}
        assert (ranks["A"] == 6) if left_out else (ranks["A"] < 6)

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize("left_out", [True, False])
    def test_import_restores_expulsion_and_reason(self, swiss, left_out):
        expel(swiss, left_out=left_out)
        end(swiss)
        again = import_report(export_report(swiss.tournament)).players.get(name="A")
        assert (again.expelled_for, again.left_out, again.withdrawn_after) == (WHY, left_out, 2)
        public = import_report(export_report(swiss.tournament, granted=frozenset({Right.SEE}))).players.get(name="A")
        assert public.expelled_for == "Read from the report file."

    @pytest.mark.rotates(2)
    def test_comment_is_ignored_if_the_player_plays_later_rounds(self, swiss):
        end(swiss)
        comment = f"### Expelled @ Round 1: {names(swiss).index('A') + 1}\r\n"
        assert (
            not import_report(export_report(swiss.tournament) + comment.encode())
            .players.exclude(expelled_for="")
            .exists()
        )

    def test_expulsion_before_the_first_round_is_reported_as_round_0(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        stage.pair()
        expel(stage)
        rounds.publish_round(stage.orla, stage.tournament, stage.round, reason="His opponent has the point")
        answer = replay(export_report(stage.tournament)).document.texts("###")
        assert [each.partition(":")[0] for each in answer] == ["Expelled @ Round 0", "MPA @ Round 1"]

    def test_journal_line_names_round_and_exclusion(self, swiss):
        expel(swiss)
        expel(swiss, left_out=True)
        sentences = [VERBS["expel"].sentence(entry.facts) for entry in swiss.tournament.journal.all()[:2]]
        assert sentences == [
            "Expelled A after round 2, and removed from the standings.",
            "Expelled A after round 2.",
        ]
        assert swiss.tournament.journal.first().reason == WHY


def names(stage):
    return [entrant.record.name for entrant in replay(export_report(stage.tournament)).entrants]


class TestPages:
    def test_every_list_marks_the_player_but_shows_no_reason(self, swiss, client):
        expel(swiss, left_out=True)
        key = swiss.players["A"].public_id
        for path in ("players/", f"players/{key}/", "standings/", "crosstable/", "rounds/1/", "rounds/2/", ""):
            page = client.get(f"/t/cup/{path}")
            assert page.status_code == 200
            assert WHY not in page.text
            assert "expelled" in page.text.lower(), path

    def test_arbiter_page_expels_the_player(self, swiss, orla):
        client, path, player = signed_in(orla), "/t/cup/desk/arbiter/", swiss.players["A"]
        change = f"/t/cup/desk/players/{player.public_id}/"
        assert f'href="{path}?player={player.public_id}#reason"' in client.get(change).text
        assert f'value="{player.public_id}" selected' in client.get(f"{path}?player={player.public_id}").text
        given = {"do": "expel", "player": player.public_id, "reason": "x" * 301, "left_out": "on"}
        refused = client.post(path, given)
        assert refused.status_code == 422
        assert given["reason"] in refused.text
        done = client.post(path, {**given, "reason": WHY}, follow=True)
        assert "is expelled and removed from the standings." in done.text
        assert f'value="{WHY}"' in done.text
        shown = client.get(change).text
        assert "Expelled after round 2." in shown
        assert 'value="return"' not in shown
        gone = client.post(path, {**given, "player": "nobody"})
        assert "Choose a player." in gone.text

    def test_command_expels_a_player(self, swiss):
        call_command("arbiter", "cup", "expel", swiss.players["A"].public_id, WHY, "--left-out")
        assert Player.objects.get(name="A").left_out


def line_below_name(client, player):
    page = client.get(f"/t/cup/players/{player.public_id}/").text
    line = page.partition('class="hero"')[2].partition('<p class="quiet">')[2].partition("</p>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", line).split())


def test_line_below_a_name_never_starts_with_a_separator(make, client):
    stage = make(system="knock-out").with_players("Ann", "Bo")
    ann = stage.players["Ann"]
    registration.withdraw(stage.orla, stage.tournament, ann)
    assert line_below_name(client, ann) == "withdrawn"
    registration.change_player(stage.orla, stage.tournament, ann, rating=1900)
    assert line_below_name(client, ann) == "1900 · withdrawn"
