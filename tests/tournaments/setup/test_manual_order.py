"""The manual order of tied players, and external values as a tie-break."""

import io
import json
import sys
from decimal import Decimal
from fractions import Fraction

import pytest

from standings.__main__ import main as standings
from standings.core.tiebreaks import tiebreak
from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.report_files.test_reports import export_report, import_report, replay
from tests.tournaments.stages.test_stages import on
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words.notation import parse
from tournaments.history import undo
from tournaments.officials.arbiter import deduct_points
from tournaments.report_files.reading import incoming
from tournaments.results import results
from tournaments.setup import rules
from tournaments.setup.rules import place_by_hand, set_outside
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db
WHY = "Play-off 2-0"


@pytest.fixture
def swiss(make):
    """Four players in FIDE mode, ranked only by points: after round 1, two have won and two have lost."""
    stage = make(system="dutch", planned_rounds=3, rules="fide-2026", rules_changes={"chain": ["PTS"]}, fide_mode=True)
    stage.with_players(*"ABCD").play("1-0", "0-1")
    return stage


def places(stage):
    return places_of(stage.tournament)


def places_of(tournament):
    return [(each.player.name, each.rank) for each in RULE_BOOKS[0].places(tournament)]


def level(stage):
    stage.tournament.refresh_from_db()
    return RULE_BOOKS[0].level(stage.tournament)


def turn_tie(stage, at_tie=0):
    """Reverse the order of the tied players; return their names."""
    players = level(stage)[at_tie].players[::-1]
    place_by_hand(stage.orla, stage.tournament, players, reason=WHY)
    return [player.name for player in players]


class TestManualOrder:
    def test_manual_order_applies_to_tied_players_and_moves_no_other(self, swiss):
        before = places(swiss)
        assert [rank for _name, rank in before] == [1, 1, 3, 3]
        order = turn_tie(swiss)
        assert places(swiss) == [(order[0], 1), (order[1], 2), *before[2:]]
        assert [tie.reason for tie in level(swiss)] == [WHY, ""]

    def test_manual_order_applies_in_a_later_stage(self, make):
        stage = make(system="dutch", planned_rounds=1, rules="fide-2026", rules_changes={"chain": ["PTS"]})
        stage.with_players(*"ABCD").play("1-0", "0-1")
        on(stage, 4, system="dutch", planned_rounds=2, decision="lot")
        stage.play("1-0", "0-1")
        before = places(stage)
        assert [rank for _name, rank in before] == [1, 1, 3, 3]
        order = turn_tie(stage)
        assert places(stage) == [(order[0], 1), (order[1], 2), *before[2:]]

    def test_next_round_ends_the_manual_order(self, swiss):
        turn_tie(swiss)
        swiss.play("½-½", "½-½")
        assert len({rank for _name, rank in places(swiss)}) == len(level(swiss))
        assert not any(tie.reason for tie in level(swiss))

    def test_manual_order_is_ignored_while_a_correction_changes_the_tie(self, swiss):
        turn_tie(swiss)
        table = swiss.table(1)
        drawn = parse("½-½", swiss.tournament.scoring)
        results.correct_result(swiss.orla, swiss.tournament, table, drawn, reason="misread")
        assert [rank for _name, rank in places(swiss)] == [1, 2, 2, 4]

    def test_manual_order_applies_again_when_the_correction_is_undone(self, swiss):
        order = turn_tie(swiss)
        drawn = parse("½-½", swiss.tournament.scoring)
        results.correct_result(swiss.orla, swiss.tournament, swiss.table(1), drawn, reason="misread")
        undo.undo(swiss.orla, swiss.tournament, swiss.tournament.journal.order_by("-sequence").first())
        assert [name for name, _rank in places(swiss)][:2] == order

    def test_manual_order_precedes_a_lot(self, make):
        changes = {"chain": ["PTS"], "last_resort": "lot", "lot": "1234"}
        stage = make(system="dutch", planned_rounds=3, rules="fide-2026", rules_changes=changes)
        stage.with_players(*"ABCD").play("1-0", "0-1")
        order = [name for name, _rank in places(stage)][:2][::-1]
        assert turn_tie(stage) == order
        assert [name for name, _rank in places(stage)][:2] == order

    def test_manual_order_must_name_exactly_the_tied_players(self, swiss):
        first, second = level(swiss)[0].players
        other = level(swiss)[1].players[0]
        for players in ([first], [first, first, second], [first, other], [first, second, other], []):
            with pytest.raises(Refused) as refused:
                place_by_hand(swiss.orla, swiss.tournament, players, reason=WHY)
            assert refused.value.code == "not-level"
        with pytest.raises(Refused) as refused:
            place_by_hand(swiss.orla, swiss.tournament, [first, second], reason="  ")
        assert refused.value.code == "reason-missing"

    def test_manual_order_is_journalled_reported_and_undone(self, swiss):
        before = places(swiss)
        order = turn_tie(swiss)
        entry = swiss.tournament.journal.get(verb="place-by-hand")
        assert entry.reason == WHY
        assert str(VERBS[entry.verb].sentence(entry.facts)).endswith(f": {order[0]}, {order[1]}.")
        found = replay(export_report(swiss.tournament))
        answer = found.document.texts("###")
        assert len(answer) == 1
        assert answer[0].startswith("Order by hand @ Round 1: ")
        assert answer[0].endswith(WHY)
        ranks = {entrant.record.name: entrant.record.rank for entrant in found.entrants}
        assert ranks == dict(places(swiss))
        undo.undo(swiss.orla, swiss.tournament, entry)
        assert places(swiss) == before


class TestExternalValues:
    @pytest.fixture
    def stage_with_values(self, make):
        changes = {"chain": ["PTS", "OUT"], "outside": "Blitz"}
        stage = make(system="dutch", planned_rounds=3, rules="fide-2026", rules_changes=changes, fide_mode=True)
        stage.with_players(*"ABCD").play("1-0", "0-1")
        return stage

    def test_value_breaks_ties_if_the_rules_include_it(self, stage_with_values):
        one, other = level(stage_with_values)[0].players
        set_outside(stage_with_values.orla, stage_with_values.tournament, {one: Decimal("1.5"), other: Decimal(2)})
        assert places(stage_with_values)[:2] == [(other.name, 1), (one.name, 2)]
        assert len(level(stage_with_values)) == 1

    def test_player_without_a_value_ranks_behind(self, stage_with_values):
        one, other = level(stage_with_values)[0].players
        set_outside(stage_with_values.orla, stage_with_values.tournament, {other: Decimal(-3)})
        assert [name for name, _rank in places(stage_with_values)][:2] == [other.name, one.name]

    def test_column_uses_the_name_set_in_the_rules(self, stage_with_values, client):
        one, _other = level(stage_with_values)[0].players
        set_outside(stage_with_values.orla, stage_with_values.tournament, {one: Decimal("1.5")})
        text = client.get(at(stage_with_values, "standings:table")).text
        assert "Blitz" in text
        assert "External value" not in text
        assert client.get(at(stage_with_values, "standings:table-csv")).text.splitlines()[0].strip().endswith("Blitz")
        assert replay(export_report(stage_with_values.tournament)).document.texts("212") == ["PTS,OTHER_OUT"]

    def test_value_with_too_many_digits_is_refused(self, stage_with_values):
        for value in ("1234567", "0.0001"):
            with pytest.raises(Refused) as refused:
                set_outside(
                    stage_with_values.orla,
                    stage_with_values.tournament,
                    {stage_with_values.players["A"]: Decimal(value)},
                )
            assert refused.value.code == "value"
        assert stage_with_values.tournament.players.filter(outside__isnull=False).count() == 0

    def test_value_is_undone_and_included_in_the_tournament_file(self, stage_with_values):
        player = stage_with_values.players["A"]
        set_outside(stage_with_values.orla, stage_with_values.tournament, {player: Decimal("2.5")})
        stage_with_values.tournament.refresh_from_db()
        assert [row["outside"] for row in files.as_json(stage_with_values.tournament)["players"]].count("2.500") == 1
        undo.undo(
            stage_with_values.orla,
            stage_with_values.tournament,
            stage_with_values.tournament.journal.get(verb="set-outside"),
        )
        player.refresh_from_db()
        assert player.outside is None

    def test_fide_mode_locks_the_rules_but_not_the_values(self, stage_with_values):
        with pytest.raises(Refused):
            rules.change_rules(
                stage_with_values.orla, stage_with_values.tournament, rules="fide-2026", changes={}, reason="no"
            )
        assert (
            set_outside(
                stage_with_values.orla, stage_with_values.tournament, {stage_with_values.players["A"]: Decimal(1)}
            )
            == 1
        )
        assert (
            set_outside(
                stage_with_values.orla, stage_with_values.tournament, {stage_with_values.players["A"]: Decimal(1)}
            )
            == 0
        )
        assert tiebreak("OUT/R").low_wins


class TestPage:
    def test_order_and_reason_are_saved_and_public(self, swiss, client):
        organiser = signed_in(swiss.orla.user)
        page = at(swiss, "standings:by-hand")
        assert page in organiser.get(at(swiss, "standings:table")).text
        assert "Add “External value” to the list" in organiser.get(page).text
        one, other = level(swiss)[0].players
        fields = {f"place-{one.pk}": "1", f"place-{other.pk}": "1", "reason": WHY, "do": "order-0"}
        answer = organiser.post(page, fields)
        assert (answer.status_code, "a different place, from 1 to 2" in answer.text) == (422, True)
        assert organiser.post(page, {**fields, f"place-{one.pk}": "2"}).status_code == 302
        assert places(swiss)[0] == (other.name, 1)
        public = client.get(at(swiss, "standings:table")).text
        assert WHY in public
        assert "In this manual order" in public
        assert organiser.post(page, {**fields, "do": "order-9"}).status_code == 422

    def test_stale_form_does_not_overwrite_an_order(self, swiss):
        organiser, page = signed_in(swiss.orla.user), at(swiss, "standings:by-hand")
        one, other = level(swiss)[0].players
        seen = {"seen": f"{one.pk},{other.pk}", "do": "order-0", f"place-{one.pk}": "2", f"place-{other.pk}": "1"}
        assert seen["seen"] in organiser.get(page).text
        assert organiser.post(page, {**seen, "reason": WHY}).status_code == 302
        stale = organiser.post(page, {**seen, f"place-{one.pk}": "1", f"place-{other.pk}": "2", "reason": "Lot"})
        assert stale.status_code == 422
        assert "You changed this in another window" in stale.text
        assert 'value="Lot"' in stale.text
        assert places(swiss)[0] == (other.name, 1)

    def test_page_saves_and_clears_values(self, make):
        stage = make(system="dutch", planned_rounds=3, rules="fide-2026", rules_changes={"chain": ["PTS", "OUT"]})
        stage.with_players(*"AB")
        organiser, page = signed_in(stage.orla.user), at(stage, "standings:by-hand")
        first, second = stage.players["A"], stage.players["B"]
        answer = organiser.post(page, {"do": "values", f"value-{first.pk}": "2½", f"value-{second.pk}": "many"})
        assert answer.status_code == 422
        assert "many" in answer.text
        organiser.post(page, {"do": "values", f"value-{first.pk}": "2½", f"value-{second.pk}": ""})
        first.refresh_from_db()
        assert first.outside == Decimal("2.5")

    def test_stale_form_does_not_overwrite_a_value(self, make):
        stage = make(system="dutch", planned_rounds=3, rules="fide-2026", rules_changes={"chain": ["PTS", "OUT"]})
        stage.with_players(*"AB")
        organiser, page = signed_in(stage.orla.user), at(stage, "standings:by-hand")
        first, second = stage.players["A"].pk, stage.players["B"].pk
        empty = {"do": "values", f"seen-{first}": "", f"seen-{second}": "", f"value-{first}": "", f"value-{second}": ""}
        assert organiser.post(page, {**empty, f"value-{first}": "1.5"}).status_code == 302
        assert organiser.post(page, {**empty, f"value-{second}": "3"}).status_code == 302
        refused = organiser.post(page, {**empty, f"value-{first}": "7"})
        assert (refused.status_code, "to 1.5" in refused.text) == (422, True)
        found = dict(stage.tournament.players.values_list("name", "outside"))
        assert found == {"A": Decimal("1.5"), "B": Decimal(3)}


class TestCommandsAndReports:
    @pytest.fixture
    def stage_with_decisions(self, make):
        """Six players with ties: two have external values, and tied players have a manual order."""
        changes = {"chain": ["PTS", "OUT"]}
        stage = make(system="dutch", planned_rounds=3, rules="fide-2026", rules_changes=changes, fide_mode=True)
        stage.with_players(*"ABCDEF").play("1-0", "0-1", "½-½")
        first = level(stage)[0].players[-1]
        set_outside(stage.orla, stage.tournament, {first: Decimal("12.5"), stage.players["A"]: Decimal(-2)})
        for tie in level(stage):
            place_by_hand(stage.orla, stage.tournament, tie.players[::-1], reason=f"{WHY}, by {len(tie.players)}")
        assert len({rank for _name, rank in places(stage)}) == 6
        return stage

    def test_command_ranks_a_snapshot_like_the_server(self, stage_with_decisions, client, monkeypatch, capsys):
        last = RULE_BOOKS[0].places(stage_with_decisions.tournament)[-1].player
        deduct_points(
            stage_with_decisions.orla, stage_with_decisions.tournament, last, 1, Fraction(-1), reason="A telephone"
        )
        public = client.get(f"/api/v1/tournaments/{stage_with_decisions.tournament.slug}/snapshot").content
        for document in (public, files.write(stage_with_decisions.tournament)):
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(document)))
            assert standings(["rank", "-", "--rules", "fide-2026", "--change", "chain=PTS OUT", "--json"]) == 0
            rows = json.loads(capsys.readouterr().out)
            assert [(row["player"]["name"], row["rank"]) for row in rows] == places(stage_with_decisions)

    def test_report_file_keeps_order_and_values(self, stage_with_decisions, tmp_path, capsys):
        report = export_report(stage_with_decisions.tournament)
        again = import_report(report)
        assert all("###" not in text for _line, text in incoming(report).remarks)
        assert places_of(again) == places(stage_with_decisions)
        assert {row.name: row.outside for row in again.players.all()} == {
            row.name: row.outside for row in stage_with_decisions.tournament.players.all()
        }
        assert [tie.reason for tie in RULE_BOOKS[0].level(again)] == [tie.reason for tie in level(stage_with_decisions)]
        assert replay(export_report(again)).document.texts("###") == replay(report).document.texts("###")
        path = tmp_path / "cup.trf"
        path.write_bytes(report)
        assert standings(["rank", str(path), "--rules", "fide-2026", "--change", "chain=PTS OUT", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert [(row["player"]["name"], row["rank"]) for row in rows] == places(stage_with_decisions)

    @pytest.mark.parametrize(
        "comment",
        [
            "Order by hand @ Round 1: 1, 1: twice",
            "Order by hand @ Round 1: 1, 9: nobody",
            "Order by hand @ Round 0: 1, 2: before",
            "Order by hand @ Round 1: 1: alone",
            "External value @ Round 1: 1.2345 for 1",
            "External value @ Round 1: 1.5 for 9",
        ],
    )
    def test_invalid_comments_in_a_report_are_ignored(self, make, comment):
        stage = make(system="dutch", planned_rounds=3, rules="fide-2026").with_players(*"ABCD")
        stage.play("1-0", "0-1")
        again = import_report(f"### {comment}\r\n".encode() + export_report(stage.tournament))
        assert not again.players.exclude(placed=None, outside=None).exists()
