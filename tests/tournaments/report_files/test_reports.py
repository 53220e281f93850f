"""Import and export of report files: complete or refused, at any moment, and without loss."""

import base64
import html
import re
from contextlib import suppress
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairings.__main__ import main
from pairings.files import trf
from pairings.numbers import scores
from pairings.snapshot import Decision, Outcome, Result
from tournaments.core.rights import Who
from tournaments.core.words import persons
from tournaments.models import ForbiddenPair, JournalEntry, Player, RequestedBye, Tournament
from tournaments.player_lists.cells import title_of
from tournaments.players import registration
from tournaments.report_files import importing, writing
from tournaments.report_files.reading import REMARKS, BrokenReport, incoming
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[2] / "data" / "trf"
SAMPLES = sorted([*DATA.glob("*.trf"), *(DATA / "paired").glob("*.trf")])
BROKEN = {
    "py4swiss__incompatible_color": "Line 2, column 137: expected the opposite colour of player 3, found “b”.",
    "py4swiss__missing_result": "Line 2, column 132: expected an opponent whose own line has player 2 in this round, "
    "found “3”.",
}
#: Files of a system for teams, which their record 192 names.
OF_TEAMS = ("gnutterts_chesspairing__trf2026-team",)
WHOLE = [path for path in SAMPLES if path.stem not in BROKEN]


def import_report(data, who=None, **more):
    values = {"name": "Open", "starts_on": date(2026, 5, 1), "time_zone": "Europe/Helsinki", "is_public": True, **more}
    return importing.import_tournament(who or Who.command("test"), incoming(data), **values)


def test_import_does_not_query_rounds_for_each_table():
    """Such queries made eight rounds of 500 players a second slower."""
    with CaptureQueriesContext(connection) as asked:
        import_report((DATA / "paired" / "d_100956.trf").read_bytes())

    read = [query["sql"] for query in asked if query["sql"].startswith("SELECT") and '"seats"' in query["sql"]]
    assert not [sql for sql in read if 'JOIN "tournaments_round"' in sql]


def export_report(tournament, edition=trf.Edition.TRF26, **more):
    return writing.report(tournament.stages.get(), edition, **more)


def replay(data):
    return trf.Replay(trf.read(data))


def facts_of_file(data):
    """Return the facts of a file: players by their places, games with colours and results, byes, points and
    settings.
    """
    found = replay(data)
    snapshot = found.snapshot(found.played + 1)
    place = {player.number: place for place, player in enumerate(snapshot.players, start=1)}
    last = snapshot.planned_rounds or 999
    points = {place[number]: points for number, points in scores.points(snapshot).items()}
    games, byes = {}, {}
    for played in found.rounds:
        for p in played.pairings:
            games[played.number, place[p.first], place[p.second]] = told_result(p.result)
            byes |= {(played.number, p.first): None, (played.number, p.second): None}
        byes |= {(played.number, bye.player): bye.kind for bye in played.byes}
        byes |= {(played.number, number): "zero" for number in place if (played.number, number) not in byes}
    return {
        "players": [(" ".join(p.name.split()), p.rating, title_of(p.title)) for p in snapshot.players],
        "games": games,
        "byes": {(number, place[player]): kind for (number, player), kind in byes.items() if kind},
        "points": points,
        "scoring": snapshot.scoring,
        "rounds": snapshot.planned_rounds,
        "virtual": {place[number]: row for number, row in snapshot.virtual_points.items()},
        "forbidden": {
            (place[a], place[b], rule.first_round, min(rule.last_round or last, last))
            for rule in snapshot.forbidden
            for a in rule.players
            for b in rule.players
            if a < b
        },
        "away": {(place[bye.player], bye.kind) for bye in snapshot.byes if found.played < last},
    }


def told_result(result):
    """Return both sides of a result, whether it was played, and whether a ruling has the sides of a game.

    A ruling with other sides needs no mark of its own. Return None for no result.
    """
    if result is None:
        return None
    ordinary = (result.first, result.second) in {("win", "loss"), ("loss", "win"), ("draw", "draw")}
    ruling = result.decision is Decision.RULING and ordinary
    return result.first, result.second, result.played, ruling


def verdict(data, tmp_path, capsys):
    """Return the status of `check`, the number of rounds that it counts, and the rounds that differ."""
    path = tmp_path / "file.trf"
    path.write_bytes(data)
    status = main(["check", str(path)])
    lines = capsys.readouterr().out.splitlines()
    return status, lines[-1].partition(";")[0], [line.rpartition(": ")[2] for line in lines if line.endswith("differs")]


class TestRealFiles:
    @pytest.mark.parametrize("path", [path for path in WHOLE if path.stem not in OF_TEAMS], ids=lambda path: path.stem)
    @pytest.mark.rotates(6)
    def test_export_of_an_import_has_the_same_facts(self, path):
        data = path.read_bytes()
        out = export_report(import_report(data))
        assert trf.faults(out) == ()
        assert facts_of_file(out) == facts_of_file(data)

    @pytest.mark.parametrize("path", [path for path in WHOLE if path.stem not in OF_TEAMS], ids=lambda path: path.stem)
    @pytest.mark.rotates(6)
    def test_export_of_an_import_gets_the_same_verdict(self, path, tmp_path, capsys):
        data = path.read_bytes()
        assert verdict(export_report(import_report(data)), tmp_path, capsys)[1:] == verdict(data, tmp_path, capsys)[1:]

    @pytest.mark.parametrize("name", OF_TEAMS)
    def test_unsupported_system_is_refused_by_name(self, name, capsys):
        assert main(["check", str(DATA / f"{name}.trf")]) == 2
        assert "FIDE_TEAM_BAKU: this pairing system is not here" in capsys.readouterr().err

    @pytest.mark.parametrize("name", BROKEN)
    def test_broken_file_is_refused_with_the_place_of_the_fault(self, name):
        with pytest.raises(BrokenReport) as refused:
            import_report((DATA / f"{name}.trf").read_bytes())
        fault = refused.value.faults[0]
        assert fault.text == BROKEN[name]
        before, letter, after = fault.parts
        assert fault.content[fault.column - 1] == letter
        assert before.removeprefix("…") + letter + after in fault.content
        assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)


FIELDS = (
    ("2", "--players 14 --rounds 5 --half-byes 10 --zero-byes 8 --full-byes 5 --forfeits 10 --double-forfeits 30"),
    ("3", "--players 17 --rounds 6 --late 25 --withdrawals 8 --half-byes 6"),
    ("4", "--players 21 --rounds 7 --acceleration baku --half-byes 8 --forfeits 8"),
    ("5", "--players 22 --rounds 6 --acceleration baku --late 20 --withdrawals 5"),
    ("6", "--players 15 --rounds 5 --points 3,1,0 --bye-points 1 --forfeits 10 --half-byes 10"),
    ("7", "--players 18 --rounds 5 --points 2,1,0 --zero-byes 10 --withdrawals 6 --colour black"),
    ("8", "--players 30 --rounds 9 --short-games 20 --forfeits 5 --late 10 --colour white"),
    ("9", "--players 9 --rounds 4 --half-byes 20 --full-byes 10"),
    ("10", "--players 26 --rounds 7 --draws 80 --late 15 --withdrawals 10 --zero-byes 5"),
    ("11", "--players 40 --rounds 9 --forfeits 6 --double-forfeits 20 --half-byes 5 --withdrawals 2 --late 5"),
    ("12", "--players 12 --rounds 5 --ratings 1500-1500 --acceleration baku --points 2,1,0"),
    ("13", "--players 33 --rounds 8 --bye-points 0.5 --half-byes 8 --full-byes 3 --late 10"),
)


class TestGeneratedTournaments:
    @pytest.mark.parametrize("edition", [trf.Edition.TRF26, trf.Edition.TRF16], ids=str)
    @pytest.mark.parametrize(("seed", "arguments"), FIELDS, ids=[seed for seed, _ in FIELDS])
    @pytest.mark.rotates(8)
    def test_engine_agrees_with_every_round_after_a_round_trip(self, seed, arguments, edition, tmp_path, capsys):
        path = tmp_path / "made.trf"
        assert main(["generate", "--seed", seed, "--output", str(path), *arguments.split()]) == 0
        data = path.read_bytes()
        out = export_report(import_report(data), edition)
        assert facts_of_file(out) == facts_of_file(data)
        count = replay(data).played
        assert verdict(out, tmp_path, capsys) == (0, f"{count} rounds checked, 0 differ", [])


def rows_with_ratings(*ratings):
    return [{"name": f"Player {rating}", "rating": rating} for rating in ratings]


@pytest.fixture
def swiss(make):
    """Six players by rating under the Dutch system, added out of order."""
    stage = make(system="dutch", planned_rounds=4)
    rows = rows_with_ratings(1500, 1900, 1700, 1400, 1800, 1600)
    stage.players = {p.rating: p for p in registration.add_players(stage.orla, stage.tournament, rows)}
    return stage


def names(data):
    return [player.name for player in replay(data).snapshot(1).players]


class TestExport:
    def test_before_round_1_players_are_in_initial_ranking_order(self, swiss):
        found = replay(export_report(swiss.tournament))
        assert [player.rating for player in found.snapshot(1).players] == [1900, 1800, 1700, 1600, 1500, 1400]
        assert (found.played, found.settings.planned_rounds) == (0, 4)

    def test_first_draft_and_its_lot_are_not_exported(self, swiss):
        before = export_report(swiss.tournament)
        swiss.pair()
        swiss.tournament.stages.get().refresh_from_db()
        assert swiss.tournament.stages.get().first_colour != ""
        assert export_report(swiss.tournament) == before
        swiss.publish()
        assert replay(export_report(swiss.tournament)).settings.first_colour in ("w", "b")

    def test_lot_drawn_for_a_draft_does_not_change_player_numbers(self, make):
        stage = make(system="papp", seating="lot").with_players(*"ABCDEFGH")
        before = export_report(stage.tournament)
        stage.pair()
        assert export_report(stage.tournament) == before
        assert names(before) == list("ABCDEFGH")

    @pytest.mark.rotates(4)
    def test_later_draft_is_not_exported(self, swiss):
        swiss.play("1-0", "½-½", "+--")
        before = export_report(swiss.tournament)
        swiss.pair()
        assert export_report(swiss.tournament) == before

    @pytest.mark.rotates(4)
    def test_open_results_stay_open_after_import(self, swiss):
        swiss.pair()
        swiss.publish()
        swiss.enter(2, "0-1")
        out = export_report(swiss.tournament)
        found = replay(out)
        assert [p.result is None for p in found.rounds[0].pairings].count(True) == 2
        again = import_report(out)
        assert again.rounds.get().is_running
        assert export_report(again) == out.replace(b"012 Cup", b"012 Open").replace(b"2026/01/10", b"2026/05/01")

    @pytest.mark.parametrize("edition", list(trf.Edition))
    @pytest.mark.rotates(4)
    def test_ranks_follow_the_written_points_during_a_round(self, swiss, edition, tmp_path, capsys):
        swiss.play("1-0", "1-0", "1-0")
        swiss.pair()
        swiss.publish()
        tables = swiss.round.pairings.count()
        for table in range(1, tables):  # one game is still in progress
            swiss.enter(table, "0-1")
        data = export_report(swiss.tournament, edition)
        lines = [line for line in data.decode().splitlines() if line.startswith("001")]
        points = [float(line[80:84]) for line in sorted(lines, key=lambda line: int(line[85:89]))]
        assert points == sorted(points, reverse=True)
        assert verdict(data, tmp_path, capsys)[2] == []

    def test_withdrawals_and_requested_byes_are_marked_for_the_next_round(self, swiss):
        swiss.play("1-0", "1-0", "1-0")
        registration.withdraw(swiss.orla, swiss.tournament, swiss.players[1900])
        registration.request_bye(swiss.orla, swiss.tournament, swiss.players[1700], 2, "half")
        registration.request_bye(swiss.orla, swiss.tournament, swiss.players[1600], 3, "zero")
        out = export_report(swiss.tournament)
        assert {(bye.player, bye.kind) for bye in replay(out).snapshot(2).byes} == {(1, "zero"), (3, "half")}
        assert b"240 Z   3    4\r\n" in out
        again = import_report(out)
        asked = set(RequestedBye.objects.filter(player__tournament=again).values_list("player__rating", "round_number"))
        assert asked == {(1900, 2), (1700, 2), (1600, 3)}

    def test_withdrawn_player_has_no_bye_after_the_last_round(self, swiss):
        lifecycle.change_settings(swiss.orla, swiss.tournament, planned_rounds=1)
        swiss.play("1-0", "0-1", "½-½")
        registration.withdraw(swiss.orla, swiss.tournament, swiss.players[1900])
        assert replay(export_report(swiss.tournament)).snapshot(2).byes == ()

    def test_late_entry_has_no_game_before_entering(self, swiss):
        swiss.play("1-0", "1-0", "1-0")
        registration.add_player(swiss.orla, swiss.tournament, name="Late", rating=1750)
        out = export_report(swiss.tournament)
        assert names(out)[2] == "Late"
        assert Player.objects.get(tournament=import_report(out), name="Late").entered == 2

    def test_acceleration_is_exported_as_virtual_points_and_imported(self, swiss):
        lifecycle.change_settings(swiss.orla, swiss.tournament, options={"acceleration": "baku"})
        swiss.play("1-0", "1-0", "1-0")
        out = export_report(swiss.tournament)
        assert b"192 FIDE_DUTCH_2026_BAKU\r\n" in out
        assert replay(out).virtual_points == dict.fromkeys(range(1, 5), (1, Fraction(1, 2)))
        again = import_report(out).stages.get()
        assert (again.options["acceleration"], again.virtual_points) == ("baku", {})

    def test_double_loss_by_ruling_survives_export_and_import(self, swiss):
        swiss.pair()
        swiss.publish()
        both_lost = Result(Outcome.LOSS, Outcome.LOSS, Decision.RULING)
        rounds_result(swiss, 1, both_lost)
        out = export_report(swiss.tournament)
        assert b" w 0" in out
        assert b" b 0" in out
        fact = import_report(out).rounds.get().pairings.get(table=1).result.fact
        assert (fact.first, fact.second, fact.decision) == ("loss", "loss", "ruling")

    def test_public_file_shows_birth_year_and_organisers_get_the_full_date(self, swiss, client, orla):
        registration.change_player(swiss.orla, swiss.tournament, swiss.players[1900], birth="2012/04/30", sex="w")
        address = f"/t/{swiss.tournament.slug}/report.trf26"
        assert b"2012/00/00" in client.get(address).content
        client.force_login(orla)
        assert b"2012/04/30" in client.get(address).content

    def test_value_too_wide_for_its_columns_is_refused_not_truncated(self, swiss, client):
        lifecycle.change_settings(swiss.orla, swiss.tournament, points_win="0.333", points_draw="0.1")
        answer = client.get(f"/t/{swiss.tournament.slug}/report.trf26")
        assert (answer.status_code, answer["Content-Type"]) == (422, "text/plain; charset=utf-8")
        assert "does not fit a report file" in answer.content.decode()

    @pytest.mark.parametrize("edition", ["trf16", "trf26"])
    @pytest.mark.rotates(4)
    def test_more_rounds_than_a_file_allows_are_refused(self, make, client, edition):
        """A round robin of 1,001 players has 1,001 rounds."""
        stage = make(system="round-robin")
        rows = [{"name": f"P{number}"} for number in range(1_001)]
        registration.add_players(stage.orla, stage.tournament, rows)
        answer = client.get(f"/t/{stage.tournament.slug}/report.{edition}")
        assert (answer.status_code, answer["Content-Type"]) == (422, "text/plain; charset=utf-8")
        assert "1001 rounds, but a report file allows at most 999" in answer.content.decode()

    def test_hidden_tournament_has_no_public_file(self, make, client):
        stage = make(is_public=False).with_players("Ann", "Bo")
        assert client.get(f"/t/{stage.tournament.slug}/report.trf26").status_code == 404

    @pytest.mark.parametrize("game", ["go", "football", "othello"])
    def test_other_games_and_systems_are_exported(self, make, game):
        stage = make(game=game).with_players(*"ABCDE")
        stage.pair()
        stage.publish()
        assert len(replay(export_report(stage.tournament)).rounds[0].pairings) == 2


def rounds_result(stage, table, result):
    return results.enter_result(stage.orla, stage.tournament, stage.table(table), result)


HEAD = "012 Open\n142 5\n"


def line(number, *cells, name=None, rest=""):
    """Return record 001 with cells such as "2 w 1"."""
    blocks = "".join(f"  {cell:>8}" for cell in cells)
    return f"001 {number:>4}      {name or f'Player {number}':33} {1900 - number:>4}".ljust(89) + blocks + rest + "\n"


FOUR = line(1, "3 w 1") + line(2, "4 b 1") + line(3, "1 b 0") + line(4, "2 w 0")


class TestImport:
    def test_forbidden_pairs_with_round_ranges_survive_import_and_export(self):
        data = (HEAD + "260   2   3    1    2    4\nXXP 1 3\n" + FOUR).encode()
        tournament = import_report(data)
        pairs = ForbiddenPair.objects.filter(tournament=tournament)
        found = {(p.one.rating, p.other.rating, p.first_round, p.last_round) for p in pairs}
        assert found == {(1899, 1898, 2, 3), (1899, 1896, 2, 3), (1898, 1896, 2, 3), (1899, 1897, 1, None)}
        assert facts_of_file(export_report(tournament)) == facts_of_file(data)

    def test_imported_forbidden_pair_is_not_paired_in_the_next_round(self):
        tournament = import_report((HEAD + "152 W\nXXP 1 2\n" + FOUR).encode())
        command = Who.command("test")
        drawn = rounds.pair_next_round(command, tournament)
        tables = [{a.player.rating for a in table.appearances.all()} for table in drawn.pairings.all()]
        assert {1899, 1896} in tables

    def test_requested_byes_of_future_rounds_are_imported(self):
        tournament = import_report((HEAD + "240 H   2    3\n240 Z   4    1    2\n" + FOUR).encode())
        asked = RequestedBye.objects.filter(player__tournament=tournament)
        assert {(bye.player.rating, bye.round_number, bye.kind) for bye in asked} == {
            (1897, 2, "half"), (1899, 4, "zero"), (1898, 4, "zero"),
        }  # fmt: skip

    def test_initial_colour_of_the_file_survives_a_discarded_draft(self):
        players = "".join(line(number) for number in range(1, 5))
        tournament = import_report((HEAD + "152 B\n" + players).encode())
        command = Who.command("test")
        rounds.discard_round(command, tournament, rounds.pair_next_round(command, tournament))
        drawn = rounds.pair_next_round(command, tournament)
        white = drawn.pairings.get(table=1).appearances.get(side=1)
        assert white.player.rating == 1897

    def test_points_of_every_kind_survive_import_and_export(self):
        data = (HEAD + "XXS W=3 D=1 HPB=0.5 FPB=2 FW=2.5 FL=0.5 PAB=2 ZPB=0.25\n" + FOUR).encode()
        for edition in (trf.Edition.TRF16, trf.Edition.TRF26):
            assert facts_of_file(export_report(import_report(data), edition)) == facts_of_file(data)

    def test_manually_paired_rounds_stay_marked(self, client):
        data = (HEAD + "### MPA @ Round 1: top board on the stage\n### Arbiter's note\n" + FOUR).encode()
        tournament = import_report(data)
        assert b"### MPA @ Round 1: top board on the stage\r\n" in export_report(tournament)
        page = client.get(f"/t/{tournament.slug}/rounds/1/").content.decode()
        assert "top board on the stage" in page
        assert "What the program would have paired" not in page
        assert incoming(data).remarks == ((0, "Not imported, because Kierros does not support them: ### (comments)."),)

    def test_custom_ranking_order_is_kept_after_a_late_entry(self):
        weakest_first = line(1, "2 w 1") + line(2, "1 b 0").replace("1898", "1999")
        tournament = import_report((HEAD + weakest_first).encode())
        registration.add_player(Who.command("test"), tournament, name="Late", rating=2500)
        assert names(export_report(tournament)) == ["Player 1", "Player 2", "Late"]

    def test_forfeits_without_colour_get_the_due_colours(self, tmp_path, capsys):
        data = HEAD + "152 B\n" + line(1, "3 - +") + line(2, "4 - -") + line(3, "1 - -") + line(4, "2 - +")
        out = export_report(import_report(data.encode()))
        assert [cell.colour for cell in (e.record.cells[0] for e in replay(out).entrants)] == ["b", "w", "w", "b"]
        assert facts_of_file(out)["points"] == facts_of_file(data.encode())["points"]
        assert verdict(out, tmp_path, capsys) == (0, "1 rounds checked, 0 differ", [])

    def test_old_titles_rank_like_their_modern_forms(self):
        def line_with_title(number, title):
            return line(number)[:10] + f"{title:>3}" + line(number)[13:]

        data = HEAD + "".join(
            line_with_title(number, title) for number, title in enumerate(("g", "wg", "m", "CM"), start=1)
        )
        found = incoming(data.encode())
        assert [player["title"] for player in found.players.values()] == ["GM", "WGM", "IM", "CM"]
        same = data.replace("1899", "2000").replace("1898", "2000").replace("1897", "2000").replace("1896", "2000")
        assert [found.is_by_rating, incoming(same.encode()).is_by_rating] == [True, False]

    def test_empty_records_cause_no_remark(self):
        assert incoming((HEAD + "082 0\n102\n" + FOUR).encode()).remarks == ()

    def test_import_is_one_journal_entry(self):
        tournament = import_report((HEAD + FOUR).encode())
        entry = JournalEntry.objects.get(tournament=tournament)
        assert (entry.sequence, entry.verb, tournament.revision) == (1, "import-tournament", 1)

    @pytest.mark.parametrize(
        ("record", "remark"),
        [
            ("192 SCHILLER_2030", "SCHILLER_2030. Choose how to pair the remaining rounds."),
            ("299           -1  001    2", "stored as deducted, or given, by the arbiter"),
            ("299          1.0  000    2", "the standings do not know them"),
            ("299          0.3  001    2", "halves or whole points here"),
            ("013 A team   1   2", "Not imported, because Kierros does not support them: 013 (teams)."),
            ("172 FIN ELO", "172 (ranking method)"),
        ],
    )
    def test_unsupported_records_are_listed_as_remarks(self, record, remark):
        remarks = incoming((HEAD + record + "\n" + FOUR).encode()).remarks
        assert any(remark in text for _, text in remarks), remarks

    def test_player_absent_for_two_rounds_causes_a_remark(self):
        gone = "0000 - Z"
        data = line(1, "3 w 1", "2 w 1", "3 b 1") + line(2, "4 b 1", "1 b 0", gone)
        data += line(3, "1 b 0", gone, "1 w 0") + line(4, "2 w 0", gone, gone)
        remarks = [text for _, text in incoming((HEAD + data).encode()).remarks]
        assert remarks == [
            ("Player 4 missed the last two rounds but will be paired in the next. Withdraw players who have left.")
        ]

    def test_invisible_characters_are_removed(self):
        data = (HEAD + FOUR).replace("Player 1 ", "Pla\0er\u202e1 ").encode()
        assert import_report(data).players.filter(name="Pla er 1").exists()


class TestInvalidFiles:
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("", "Line 1, column 1: expected a report file with at least one player (record 001)."),
            ("Hello", "expected a report file with at least one player (record 001), found “Hel”."),
            (HEAD + "BBW 1000\n" + FOUR, "Line 3: points must be from -99 to 999."),
            (HEAD + "260   4   2    1    2\n" + FOUR, "Line 3: the last round is before the first."),
            (HEAD + "XXP " + " ".join(map(str, range(1, 150))) + "\n" + FOUR, "more than 5000 forbidden pairs."),
            (HEAD + line(1, "2 w +") + line(2, "1 b +"), "A forfeit is a win for one side or a loss for both."),
            (HEAD + line(1, "2 w x") + line(2, "1 b 0"), "expected a result: 1 = 0 W D L + - H F U Z ? or a blank"),
        ],
    )
    def test_invalid_file_is_refused_with_a_message_and_nothing_is_stored(self, text, sentence):
        with pytest.raises(BrokenReport) as refused:
            import_report(text.encode())
        assert sentence in refused.value.faults[0].text
        assert Tournament.objects.count() == 0

    def test_all_faults_are_reported_at_once(self):
        text = HEAD + line(1, "2 w x") + line(2, "1 q 0") + "142 many\n"
        with pytest.raises(BrokenReport) as refused:
            incoming(text.encode())
        assert [fault.line for fault in refused.value.faults] == [3, 4, 5]

    @pytest.mark.rotates(4)
    def test_first_fifty_faults_are_shown_and_the_rest_counted(self, client, orla):
        client.force_login(orla)
        broken = SimpleUploadedFile("broken.trf", b"001 xxxx\n" * 15_000 + b"012 " + b"x" * 800_000)
        response = client.post("/import/", {"file": broken})
        assert response.status_code == 422
        assert response.text.count("<pre") == 50
        assert "and 14950 more" in response.text
        assert "Correct the file on your computer" in response.text
        assert len(response.content) < 50_000

    def test_too_large_file_is_refused_before_parsing(self):
        with pytest.raises(BrokenReport, match="too large"):
            incoming(b"001" * 2_000_000)

    @given(st.data())
    @settings(
        max_examples=50,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @pytest.mark.rotates(6)
    def test_randomly_damaged_file_is_stored_or_refused(self, data):
        """A file that can be previewed can also be stored."""
        whole = WHOLE[data.draw(st.integers(0, len(WHOLE) - 1))].read_bytes()[:3000]
        place = data.draw(st.integers(0, len(whole)))
        scribble = data.draw(
            st.binary(max_size=6) | st.sampled_from([b"260   3   9", b"BBW 99", b"0000", b" w 1", b"\0"])
        )
        changed = whole[:place] + scribble + whole[place + len(scribble) :]
        try:
            found = incoming(changed)
        except BrokenReport:
            return
        assert len(found.remarks) >= 0
        stored = import_report(changed)
        with suppress(trf.TooWide):  # more points than fit into four columns
            assert facts_of_file(export_report(stored))["points"] == facts_of_file(changed)["points"]


def upload(client, data, **fields):
    return client.post("/import/", {"file": ContentFile(data, name="open.trf"), **fields})


def hidden_content(answer):
    """Return the file as the page sends it back."""
    return re.search(r'name="content" value="([^"]*)"', answer.content.decode())[1]


class TestImportPage:
    @pytest.fixture(autouse=True)
    def signed_in(self, client, orla):
        client.force_login(orla)

    def test_import_page_is_linked_from_the_home_page(self, client):
        assert b'href="/import/"' in client.get("/").content
        assert client.get("/import/").status_code == 200

    def test_import_requires_sign_in(self, client):
        client.logout()
        assert client.get("/import/")["Location"].startswith("/account/sign-in/")

    def test_preview_lists_facts_and_stores_nothing(self, client):
        data = HEAD + "152 B\n162  W 3.0    D 1.0    L 0.0\n260   1   5    1    2\n240 H   2    3\n" + FOUR
        text = upload(client, data.encode()).content.decode()
        facts = " ".join(re.sub(r"<[^>]*>", " ", text[text.index("understood") :]).split())
        for fact in ("Players 4", "Rounds 1 of 5 planned", "Initial colour Black", "win 3, draw 1, loss 0",
                     "Byes in future rounds 1", "Forbidden pairs 1"):  # fmt: skip
            assert fact in facts
        assert Tournament.objects.count() == 0

    def test_first_remarks_are_listed_and_the_rest_counted(self, client):
        players = (line(n, f"{n + 1:4d} w 1" if n % 2 else f"{n - 1:4d} b 1") for n in range(1, 1001))
        text = upload(client, (HEAD + "".join(players)).encode()).content.decode()
        assert text.count("do not add up to one game") == REMARKS
        assert f"and {500 - REMARKS} more" in text

    def test_confirmed_import_is_stored_and_opens_its_desk(self, client, orla):
        content = hidden_content(upload(client, (HEAD + FOUR).encode()))
        fields = {"name": "Turku Open", "starts_on": "2026-05-01", "time_zone": "Europe/Helsinki", "content": content}
        assert client.post("/import/", fields)["Location"] == "/t/turku-open/desk/"
        tournament = Tournament.objects.get()
        assert (tournament.players.count(), tournament.rounds.count(), tournament.is_public) == (4, 1, False)
        assert tournament.members.get().user == orla
        assert client.get("/t/turku-open/desk/").status_code == 200

    def test_empty_field_keeps_the_uploaded_file(self, client):
        content = hidden_content(upload(client, (HEAD + FOUR).encode()))
        fields = {"name": "", "starts_on": "2026-05-01", "time_zone": "Europe/Helsinki", "content": content}
        answer = client.post("/import/", fields)
        assert answer.status_code == 422
        assert hidden_content(answer) == content
        assert b'value="2026-05-01"' in answer.content

    def test_faults_are_shown_in_their_lines_and_can_be_corrected_there(self, client):
        answer = upload(client, (HEAD + FOUR).replace("1 b 0", "1 b q").encode())
        assert answer.status_code == 422
        text = answer.content.decode()
        assert "Line 5, column 99: expected a result" in text
        assert "1 b <mark>q</mark>" in text
        corrected = html.unescape(re.search(r"<textarea[^>]*>\n?([^<]*)</textarea>", text)[1]).replace("1 b q", "1 b 0")
        answer = client.post("/import/", {"text": corrected})
        assert answer.status_code == 200
        assert incoming(base64.b64decode(hidden_content(answer))).players[1]["name"] == "Player 1"

    @pytest.mark.parametrize("data", [b"\x00\xff" * 50, b"", b"PK\x03\x04 no report", b"001" * 1_400_000])
    def test_upload_that_is_no_report_file_is_refused(self, client, data):
        answer = upload(client, data)
        assert answer.status_code == 422
        assert Tournament.objects.count() == 0

    @pytest.mark.parametrize("content", ["", "%%%", "AAAA", "ÄÄ"])
    def test_lost_file_content_leads_back_to_the_upload(self, client, content):
        fields = {"name": "A", "starts_on": "2026-05-01", "time_zone": "UTC", "content": content}
        assert client.post("/import/", fields)["Location"] == "/import/"

    @pytest.mark.rotates(4)
    def test_report_files_are_linked_from_desk_and_public_page(self, client, cup):
        for page in ("", "desk/"):
            for edition in ("trf16", "trf26"):
                link = f"/t/{cup.tournament.slug}/report.{edition}?stage=1"
                assert link in client.get(f"/t/{cup.tournament.slug}/{page}").content.decode()
                answer = client.get(link)
                assert answer["Content-Disposition"] == 'attachment; filename="cup.trf"'
                assert trf.faults(answer.content) == ()


@pytest.mark.django_db(transaction=True)
class TestTransactions:
    """Imports in real transactions."""

    def test_import_works_in_a_real_transaction(self, orla):
        assert import_report((HEAD + FOUR).encode(), Who.at_page(orla)).rounds.count() == 1

    def test_failed_import_stores_nothing(self, orla, monkeypatch):
        def fails(*_arguments):
            raise DatabaseError

        monkeypatch.setattr("tournaments.report_files.importing._wishes", fails)
        with pytest.raises(DatabaseError):
            import_report((HEAD + FOUR).encode(), Who.at_page(orla))
        assert (Tournament.objects.count(), Player.objects.count(), JournalEntry.objects.count()) == (0, 0, 0)


class TestFilesOfOtherPrograms:
    """Dates, births, FIDE IDs and letters as real files of other programs write them."""

    def file(self, *, day="2025/01/10", births=("1958.05.31", "1960/00/00"), ids=("0", "12345678")):
        text = f"012 Other\n042 {day}\n052 {day}\n062 2\nXXR 3\n"
        for number, name, cell in ((1, "Müller, Jörg", "2 w 1"), (2, "Beta, Bo", "1 b 0")):
            own = f"{ids[number - 1]:>11} {births[number - 1]:10}  {2 - number}.0 {number:4d}"
            text += f"001 {number:4d} m    {name:33} {2200 - number} fin {own}     {cell}\n"
        return text

    @pytest.mark.parametrize("day", ["2005/07/28", "28.07.2005", "05/07/28", "2005.07.28", "28/07/2005"])
    def test_date_formats_select_the_same_edition(self, day, db):
        found = incoming(self.file(day=day).encode())
        assert found.first_day == date(2005, 7, 28)
        assert found.edition == "2012"
        tournament = import_report(self.file(day=day).encode(), starts_on=found.first_day)
        assert tournament.ends_on == date(2005, 7, 28)
        assert not any("052" in text for _line, text in found.remarks)

    def test_births_and_ids_are_stored_in_the_form_that_pages_accept(self, db, orla):
        tournament = import_report(self.file().encode(), Who.command("test"))
        one, two = tournament.players.order_by("pk")
        assert (one.birth, two.birth) == ("1958/05/31", "1960")
        assert (one.fide_id, two.fide_id, one.federation) == ("", "12345678", "FIN")
        for player in (one, two):
            sent = {"birth": persons.iso(player.birth), "fide_id": player.fide_id, "federation": player.federation}
            changed = registration.change_player(Who.command("test"), tournament, player, club="New club", **sent)
            assert changed.club == "New club"

    def test_player_with_an_old_invalid_birth_can_be_edited(self, db, orla):
        tournament = import_report(self.file().encode(), Who.command("test"))
        player = tournament.players.first()
        player.birth = "1960/00/00"
        player.save()
        registration.change_player(Who.command("test"), tournament, player, club="New", birth=persons.iso(player.birth))
        player.refresh_from_db()
        assert (player.club, player.birth) == ("New", "1960/00/00")

    def test_ignored_births_and_ids_are_listed_as_remarks(self):
        remarks = [
            text for _line, text in incoming(self.file(births=("long ago", "1066"), ids=("abc", "")).encode()).remarks
        ]
        assert "Line 6: “long ago” is not a date of birth and was ignored. Enter it on the player's page." in remarks
        assert "Line 6: “abc” is not a FIDE ID and was ignored." in remarks
        assert any("1066" in text for text in remarks)

    @pytest.mark.parametrize(("encoding", "answer"), [("cp850", "DOS"), ("cp1252", "Windows-1252"), ("utf-16", "")])
    def test_text_encoding_is_detected_and_reported(self, encoding, answer):
        found = incoming(self.file().encode(encoding))
        assert found.players[1]["name"] == "Müller, Jörg"
        lines = [text for _line, text in found.remarks if "text encoding" in text]
        assert len(lines) == bool(answer)
        assert all(answer in text for text in lines)

    def test_round_without_games_is_not_counted(self):
        text = self.file().replace("     2 w 1", "  0000 w  ").replace("     1 b 0", "  0000 -  ")
        assert incoming(text.replace("1.0 ", "0.0 ").encode()).replay.played == 0
