"""Results corrected for rating only: reports, ratings and norms use them, standings and pairings do not."""

from copy import deepcopy

import pytest

from pairings.__main__ import main
from pairings.files import trf
from pairings.files.trf.rated import EVENT
from standings.web.ratings.changes import rated_players
from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.conftest import Stage, fresh
from tests.tournaments.report_files.test_reports import export_report, import_report
from tournaments.core import snapshot
from tournaments.core.journal.errors import Conflict, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words.notation import FORFEITS, parse
from tournaments.history import undo
from tournaments.models import Pairing, Result
from tournaments.officials.corrections import correct_for_rating, rated_view
from tournaments.results import results

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_swiss(module_orla):
    """A Swiss of eight in FIDE mode; in three closed rounds, all games but that of table 1 in round 1 were drawn."""
    stage = Stage(module_orla, system="dutch", planned_rounds=4, fide_mode=True, options={"initial_colour": "white"})
    for number, name in enumerate("ABCDEFGH"):
        stage.with_players(name)
        stage.players[name].rating = 2000 - number
        stage.players[name].save()
    for _round in range(3):
        stage.pair()
        stage.publish()
        for row in stage.round.pairings.all():
            stage.enter(row.table, "1-0" if (stage.round.number, row.table) == (1, 1) else "½-½")
        stage.close()
    return stage


@pytest.fixture
def orla(module_orla, db):
    return deepcopy(module_orla)


@pytest.fixture
def swiss(module_swiss, db):
    return fresh(module_swiss)


def table(stage, number=1, at_table=1):
    return Pairing.objects.get(round__tournament=stage.tournament, round__number=number, table=at_table)


def rate(stage, text="0-1", reason="The slip was read wrong", **more):
    fact = parse(text, stage.tournament.scoring)
    return correct_for_rating(stage.orla, stage.tournament, table(stage), fact, reason=reason, **more)


def places(stage):
    return [(each.player.name, each.rank, each.points) for each in RULE_BOOKS[0].places(stage.tournament)]


def changes(stage):
    return {each.player.name: (each.points, each.change.exact) for each in rated_players(stage.tournament)}


class TestEffects:
    def test_places_and_pairings_stay_but_ratings_change(self, swiss):
        before, rated_before = places(swiss), changes(swiss)
        drawn = snapshot.take_view(swiss.round.stage).snapshot
        rate(swiss)
        assert places(swiss) == before
        assert snapshot.take_view(swiss.round.stage).snapshot == drawn
        first, second = (each.player.name for each in table(swiss).appearances.order_by("side"))
        after = changes(swiss)
        assert {name for name in after if after[name] != rated_before[name]} == {first, second}
        assert after[first][0] == rated_before[first][0] - 1
        assert after[second][0] == rated_before[second][0] + 1

    def test_norms_use_the_rated_result(self, swiss):
        rate(swiss)
        pairing = rated_view(snapshot.take_view(swiss.round.stage)).snapshot.rounds[0].pairings[0]
        assert (pairing.result.first, pairing.result.second) == ("loss", "win")

    def test_rated_result_of_an_old_round_can_be_corrected_when_its_result_is_locked(self, swiss):
        fact = parse("0-1", swiss.tournament.scoring)
        with pytest.raises(Refused) as locked:
            results.correct_result(swiss.orla, swiss.tournament, table(swiss), fact, reason="misread")
        assert locked.value.code == "fide-mode"
        assert rate(swiss).result.rated["reason"] == "The slip was read wrong"

    def test_game_corrected_to_a_forfeit_is_not_rated(self, swiss):
        correct_for_rating(swiss.orla, swiss.tournament, table(swiss), FORFEITS["+--"], reason="He was not there")
        assert min(len(each.games) for each in rated_players(swiss.tournament)) == 2


class TestReportFile:
    def test_report_cells_show_the_rated_result_and_points_the_counted_one(self, swiss):
        points = [
            line[80:89] for line in export_report(swiss.tournament).decode().splitlines() if line.startswith("001")
        ]
        rate(swiss)
        data = export_report(swiss.tournament)
        lines = [line for line in data.decode().splitlines() if line.startswith("001")]
        assert [line[80:89] for line in lines] == points
        first = next(line for line in lines if line[4:8].strip() == "1")
        assert first[91:99].split() == ["5", "w", "0"]
        answer = [line for line in data.decode().splitlines() if EVENT in line]
        assert len(answer) == 1
        assert answer[0].startswith("### Rating only @ Round 1: ")
        assert answer[0].endswith("0-1 for the rating, 1-0 in the tournament: The slip was read wrong")

    def test_checker_compares_the_counted_result(self, swiss, tmp_path, capsys):
        rate(swiss)
        path = tmp_path / "event.trf"
        path.write_bytes(export_report(swiss.tournament))
        assert main(["check", str(path)]) == 0, capsys.readouterr().out
        text = path.read_text()
        path.write_text("\n".join(line for line in text.splitlines() if EVENT not in line))
        assert main(["check", str(path)]) == 1

    def test_rated_result_survives_export_and_import(self, swiss):
        rate(swiss)
        again = import_report(export_report(swiss.tournament))
        rows = Result.objects.filter(pairing__round__tournament=again, rated__isnull=False)
        assert [row.rated["reason"] for row in rows] == ["The slip was read wrong"]
        assert [(row.first, row.rated["first"]) for row in rows] == [("win", "loss")]

    def test_trf16_report_shows_the_counted_result(self, swiss):
        before = export_report(swiss.tournament, trf.Edition.TRF16)
        rate(swiss)
        assert export_report(swiss.tournament, trf.Edition.TRF16) == before
        converted = trf.write(trf.convert(trf.read(export_report(swiss.tournament)), trf.Edition.TRF16))
        cells = [line[91:] for line in converted.decode().splitlines() if line.startswith("001")]
        assert cells == [line[91:] for line in before.decode().splitlines() if line.startswith("001")]

    @pytest.mark.parametrize(
        "comment",
        [
            "Rating only @ Round 1: 1-2 0-1 for the rating, 1-0 in the tournament",
            "Rating only @ Round 9: 1-5 0-1 for the rating, 1-0 in the tournament",
            "Rating only @ Round 1: 1-99 0-1 for the rating, 1-0 in the tournament",
            "Rating only @ Round 1: 1-5 x-1 for the rating, 1-0 in the tournament",
            "Rating only @ Round 1: he won",
        ],
    )
    def test_comment_on_an_unknown_game_is_ignored(self, swiss, comment):
        data = export_report(swiss.tournament)
        with_comment = trf.Replay(trf.read(data + f"### {comment}\r\n".encode()))
        assert with_comment.rounds == trf.Replay(trf.read(data)).rounds


class TestCorrection:
    def test_correction_is_journalled_with_its_reason_and_undone(self, swiss):
        rate(swiss)
        entry = swiss.tournament.journal.get(verb="correct-rated-result")
        assert (entry.reason, entry.facts["was"], entry.facts["now"]) == ("The slip was read wrong", "1-0", "0-1")
        assert str(VERBS[entry.verb].sentence(entry.facts)).endswith("for rating only: 1-0 → 0-1.")
        undo.undo(swiss.orla, swiss.tournament, entry)
        assert table(swiss).result.rated is None

    def test_correcting_back_to_the_counted_result_removes_the_rated_result(self, swiss):
        rate(swiss)
        rate(swiss, "1-0", reason="")
        assert table(swiss).result.rated is None
        answer = swiss.tournament.journal.order_by("-sequence").first()
        assert "rated again instead of 0-1" in str(VERBS[answer.verb].sentence(answer.facts))
        before = swiss.tournament.journal.count()
        rate(swiss, "1-0", reason="")
        assert swiss.tournament.journal.count() == before

    @pytest.mark.rotates(4)
    def test_correcting_the_result_to_the_same_value_removes_the_rated_result(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        stage.pair()
        stage.publish()
        stage.enter(1, "1-0")
        stage.enter(2, "1-0")
        stage.close()
        rate(stage)
        results.correct_result(
            stage.orla, stage.tournament, table(stage), parse("0-1", stage.tournament.scoring), reason="misread"
        )
        assert table(stage).result.rated is None

    def test_invalid_or_stale_correction_and_running_round_are_refused(self, swiss, make):
        for given, code in (({"reason": " "}, "reason-missing"), ({"text": "?"}, "impossible-result")):
            with pytest.raises(Refused) as refused:
                rate(swiss, **given)
            assert refused.value.code == code
        with pytest.raises(Conflict):
            rate(swiss, version=0)
        swiss.pair()
        swiss.publish()
        with pytest.raises(Refused) as refused:
            correct_for_rating(
                swiss.orla, swiss.tournament, table(swiss, 4), parse("1-0", swiss.tournament.scoring), reason="x"
            )
        assert refused.value.code == "round-runs"

    def test_only_single_chess_games_have_a_rated_result(self, make):
        stage = make(game="go", system="dutch", planned_rounds=3).with_players(*"ABCD")
        stage.pair()
        stage.publish()
        with pytest.raises(Refused) as refused:
            rate(stage, "1-0")
        assert refused.value.code == "not-rated"


class TestCorrectionPage:
    @pytest.mark.rotates(4)
    def test_correction_page_links_to_the_form_which_requires_a_reason(self, swiss):
        client = signed_in(swiss.orla.user)
        page = at(swiss, "rated", pairing_id=table(swiss).public_id)
        assert page in client.get(at(swiss, "correct", pairing_id=table(swiss).public_id)).text
        answer = client.post(page, {"typed": "0-1", "reason": " "})
        assert answer.status_code == 422
        assert "Give a reason" in answer.text
        answer = client.post(page, {"typed": "0-1", "reason": "misread"}, follow=True)
        assert "rated 0-1" in " ".join(answer.text.split())
        assert "misread" in client.get(page).text

    def test_running_round_has_no_form(self, swiss):
        swiss.pair()
        swiss.publish()
        client = signed_in(swiss.orla.user)
        assert client.get(at(swiss, "rated", pairing_id=table(swiss, 4).public_id)).status_code == 404
