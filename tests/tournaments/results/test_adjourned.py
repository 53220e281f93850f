"""Adjourned games count as drawn until they are finished, and paired rounds do not change afterwards."""

import pytest
from django.core.management import call_command

from pairings.files import trf
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.report_files.test_reports import export_report, import_report
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.snapshot import reasons_from_json, take_view
from tournaments.core.words.notation import NotAResult, parse, write
from tournaments.drafts.reason_texts import Teller
from tournaments.history import undo
from tournaments.models import Result
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(make):
    """A Swiss of eight over three rounds in FIDE mode; round 1 is closed, and its table 1 is adjourned."""
    stage = make(system="dutch", planned_rounds=3, fide_mode=True).with_players(*"ABCDEFGH")
    stage.pair()
    stage.publish()
    for table in (2, 3, 4):
        stage.enter(table, "1-0")
    results.adjourn(stage.orla, stage.tournament, stage.table(1), note="Envelope with the arbiter; 40. … Kd5?")
    stage.open = stage.close().pairings.get(table=1)
    return stage


def points(stage):
    return {place.player.name: place.points for place in RULE_BOOKS[0].places(stage.tournament)}


def on(stage, texts):
    stage.pair()
    stage.publish()
    for table, text in enumerate(texts, start=1):
        stage.enter(table, text)
    return stage.close()


class TestAdjourned:
    def test_adjourned_game_counts_as_drawn_in_standings_and_pairing(self, swiss):
        sides = [each.player.name for each in swiss.open.appearances.all()]
        assert {points(swiss)[name] for name in sides} == {0.5}
        swiss.pair()
        (answer,) = [each for each in reasons_from_json(swiss.round.reasons) if each.code == "adjourned"]
        text = Teller.of_round(swiss.round).tell(answer)
        assert "in round 1 is adjourned and counts as drawn" in text
        assert all(name in text for name in sides)

    def test_standings_name_adjourned_games_until_they_are_finished(self, swiss, client):
        address = f"/t/{swiss.tournament.slug}/standings/"
        text = "Adjourned in round 1, counted as drawn until finished:"
        page = client.get(address).content.decode()
        assert page.count(text) == 1
        below = page.partition(text)[2].partition("</p>")[0]
        assert all(f"<bdi>{each.player.name}</bdi>" in below for each in swiss.open.appearances.all())
        results.correct_result(
            swiss.orla, swiss.tournament, swiss.open, parse("1-0", swiss.tournament.scoring), reason="Finished"
        )
        assert text not in client.get(address).content.decode()

    def test_pairing_is_the_same_as_after_a_draw(self, make, swiss):
        other = make(name="Other", system="dutch", planned_rounds=3).with_players(*"ABCDEFGH")
        stage = other.tournament.stages.get()
        stage.first_colour = swiss.tournament.stages.get().first_colour
        stage.seed = swiss.tournament.stages.get().seed
        stage.save()
        other.pair()
        other.publish()
        for table, text in enumerate(["½-½", "1-0", "1-0", "1-0"], start=1):
            other.enter(table, text)
        other.close()
        assert pairs(swiss.pair()) == pairs(other.pair())

    def test_tournament_cannot_finish_with_an_adjourned_game(self, swiss):
        on(swiss, ["1-0"] * 4)
        on(swiss, ["1-0"] * 4)
        with pytest.raises(Refused, match="table 1 of round 1 is adjourned") as refused:
            swiss.finish()
        assert refused.value.code == "adjourned-open"
        won = parse("1-0", swiss.tournament.scoring)
        results.correct_result(swiss.orla, swiss.tournament, swiss.open, won, reason="")
        assert swiss.finish().finished_at is not None

    def test_adjourned_game_counts_as_played(self, swiss):
        assert swiss.open.result.fact.decision.value == "adjourned"
        assert swiss.open.result.fact.played, "they have met"


def pairs(round_):
    tables = round_.pairings.all()
    return [[(each.player.name, each.side) for each in table.appearances.order_by("side")] for table in tables]


class TestFinished:
    def finish(self, swiss, text="0-1", **more):
        found = parse(text, swiss.tournament.scoring)
        return results.correct_result(swiss.orla, swiss.tournament, swiss.open, found, reason="", **more)

    def test_result_entered_rounds_later_changes_no_pairing(self, swiss):
        on(swiss, ["1-0"] * 4)
        on(swiss, ["1-0"] * 4)
        before = [pairs(each) for each in swiss.tournament.rounds.order_by("number")]
        second = swiss.open.appearances.get(side=2).player.name
        had = points(swiss)[second]
        self.finish(swiss)
        assert points(swiss)[second] == had + 0.5
        assert [pairs(each) for each in swiss.tournament.rounds.order_by("number")] == before
        assert "### Result @ Round 3: round 1 table 1: 0-1, was ?" in export_report(swiss.tournament).decode()

    def test_undo_of_the_result_adjourns_the_game_again(self, swiss):
        on(swiss, ["1-0"] * 4)
        on(swiss, ["1-0"] * 4)
        self.finish(swiss)
        undo.undo(swiss.orla, swiss.tournament, swiss.tournament.journal.first())
        assert Result.objects.get(pairing=swiss.open).note.startswith("Envelope")
        assert [each.table for each in results.open_games(swiss.tournament)] == [1]

    def test_finished_game_needs_a_reason_for_a_correction(self, swiss):
        on(swiss, ["1-0"] * 4)
        on(swiss, ["1-0"] * 4)
        self.finish(swiss)
        with pytest.raises(Refused, match="Give a reason"):
            self.finish(swiss, "1-0")
        swiss.open.refresh_from_db()
        with pytest.raises(Refused) as refused:
            results.correct_result(
                swiss.orla, swiss.tournament, swiss.open, parse("1-0", swiss.tournament.scoring), reason="misread"
            )
        assert refused.value.code == "fide-mode"

    def test_game_of_a_closed_round_cannot_be_adjourned(self, swiss):
        table = swiss.round.pairings.get(table=2)
        with pytest.raises(Refused, match="Round 1 is closed"):
            results.adjourn(swiss.orla, swiss.tournament, table)
        with pytest.raises(Refused, match="while its round is running"):
            results.correct_result(
                swiss.orla, swiss.tournament, table, parse("?", swiss.tournament.scoring), reason="really"
            )


class TestNotationAndFiles:
    def test_question_mark_is_read_only_for_single_games_with_draws(self, swiss, make):
        assert write(parse(" ? ", swiss.tournament.scoring)) == "?"
        for settings in ({"best_of": 3}, {"draws_allowed": False}, {"game": "othello"}):
            scoring = make(name=str(settings), **settings).tournament.scoring
            with pytest.raises(NotAResult):
                parse("?", scoring)

    def test_journal_line_includes_the_note(self, swiss):
        entry = swiss.tournament.journal.filter(verb="adjourn-game").get()
        assert VERBS["adjourn-game"].sentence(entry.facts).startswith("Round 1, table 1: adjourned (")

    def test_note_can_be_changed_later(self, swiss):
        swiss.pair()
        results.adjourn(swiss.orla, swiss.tournament, swiss.open, note="Played on at 9:00")
        assert Result.objects.get(pairing=swiss.open).note == "Played on at 9:00"
        revision = swiss.revision()
        results.adjourn(swiss.orla, swiss.tournament, swiss.open, note="Played on at 9:00")
        assert swiss.revision() == revision
        with pytest.raises(Refused, match=r".") as refused:
            results.adjourn(swiss.orla, swiss.tournament, swiss.open, note="x" * 301)
        assert refused.value.field == "note"

    @pytest.mark.rotates(4)
    def test_report_file_exports_and_imports_adjourned_games(self, swiss):
        on(swiss, ["1-0"] * 4)
        answer = export_report(swiss.tournament)
        assert answer.count(b" ?") == 2
        back = import_report(answer)
        again = take_view(back.stages.get()).snapshot.rounds[0]
        assert [each.result.decision.value for each in again.pairings].count("adjourned") == 1
        assert export_report(back).count(b" ?") == 2
        old = export_report(swiss.tournament, trf.Edition.TRF16)
        assert b" ?" not in old
        assert old.count(b" =") == 2


@pytest.mark.rotates(4)
def test_desk_lists_adjourned_games_and_records_their_results(swiss, orla):
    client = signed_in(orla)
    assert "1 game is adjourned and counts as drawn (round/table): 1/1." in client.get("/t/cup/desk/").text
    page = client.get("/t/cup/desk/arbiter/")
    assert "Envelope with the arbiter" in page.text
    rounds.pair_next_round(swiss.orla, swiss.tournament)
    swiss.round = swiss.tournament.rounds.get(number=2)
    swiss.publish()
    answer = client.post(
        "/t/cup/desk/arbiter/", {"do": "adjourn", "round": "2", "table": "3", "note": "W"}, follow=True
    )
    assert "Table 3 of round 2 is adjourned" in answer.text
    wrong = client.post("/t/cup/desk/arbiter/", {"do": "adjourn", "round": "2", "table": "99"}, follow=True)
    assert "This pairing is not in this round." in wrong.text
    correct = f"/t/cup/desk/tables/{swiss.open.public_id}/correct/"
    assert "The game is adjourned and counts as drawn" in client.get(correct).text
    over = client.post(correct, {"typed": "1-0"}, follow=True)
    assert "Rounds already paired counted it as drawn, and they stay unchanged." in over.text


def test_command_adjourns_a_game_with_a_note(swiss):
    rounds.pair_next_round(swiss.orla, swiss.tournament)
    swiss.round = swiss.tournament.rounds.get(number=2)
    swiss.publish()
    call_command("arbiter", "cup", "adjourn", "2", "2", "--note", "Sealed")
    assert [each.result.note for each in results.open_games(swiss.tournament)][1] == "Sealed"
    with pytest.raises(Refused):
        lifecycle.finish(swiss.orla, swiss.tournament)
