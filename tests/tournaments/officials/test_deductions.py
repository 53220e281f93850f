"""Points deducted with a reason: in standings, pairings, report files and on pages, until they are removed."""

from fractions import Fraction

import pytest
from django.core.management import CommandError, call_command

from pairings.snapshot import Deduction as Fact
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.report_files.test_reports import export_report, import_report
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.snapshot import take_view
from tournaments.core.words.names import isolate
from tournaments.core.words.values import NotPoints, ReasonedDeduction, parse_deduction
from tournaments.history import undo
from tournaments.officials.arbiter import deduct_points
from tournaments.rounds.tables import rows_of
from tournaments.setup import copies

pytestmark = pytest.mark.django_db
ARBITER = "/t/cup/desk/arbiter/"


@pytest.fixture
def swiss(make):
    """A Swiss of eight over four rounds in FIDE mode; in round 1, which is closed, A, B, C and D won."""
    stage = make(system="dutch", planned_rounds=4, fide_mode=True).with_players(*"ABCDEFGH")
    stage.pair()
    stage.publish()
    for pairing in rows_of(stage.round)[0]:
        stage.enter(pairing.pairing.table, "1-0" if pairing.first.name in "ABCD" else "0-1")
    stage.close()
    return stage


def points(stage):
    return {place.player.name: place.points for place in RULE_BOOKS[0].places(stage.tournament)}


def fine(stage, name, number=1, amount=Fraction(-1), reason="Late arrival twice"):
    return deduct_points(stage.orla, stage.tournament, stage.players[name], number, amount, reason=reason)


def opponents(stage):
    return {frozenset((row.first.name, row.second.name)) for row in rows_of(stage.round)[0]}


def on(stage):
    stage.pair()
    stage.publish()
    for row in rows_of(stage.round)[0]:
        stage.enter(row.pairing.table, "½-½")
    return stage.close()


class TestPoints:
    def test_standings_and_next_pairing_include_the_deduction(self, swiss):
        fine(swiss, "A")
        assert points(swiss) == {**dict.fromkeys("BCD", 1), **dict.fromkeys("AEFGH", 0)}
        swiss.pair()
        assert sum(pair <= set("BCD") for pair in opponents(swiss)) == 1
        view = take_view(swiss.round.stage)
        assert view.snapshot.rounds[0].deductions == (Fact(view.numbers[swiss.players["A"].pk], Fraction(-1)),)

    def test_deduction_in_a_later_round_counts_from_that_round(self, swiss):
        fine(swiss, "A", 2)
        assert points(swiss)["A"] == 1
        on(swiss)
        assert points(swiss)["A"] == Fraction(1, 2)

    def test_points_can_be_awarded(self, swiss):
        fine(swiss, "H", amount=Fraction(1, 2), reason="Wrong pairing of round 1")
        assert points(swiss)["H"] == Fraction(1, 2)

    def test_without_deductions_snapshot_and_report_contain_none(self, swiss):
        assert all(played.deductions == () for played in take_view(swiss.round.stage).snapshot.rounds)
        assert "299" not in {line[:3] for line in export_report(swiss.tournament).decode().splitlines()}


class TestDeduction:
    def test_repeating_a_deduction_changes_nothing_and_none_removes_it(self, swiss):
        fine(swiss, "A")
        before = swiss.tournament.journal.count()
        fine(swiss, "A")
        assert swiss.tournament.journal.count() == before
        fine(swiss, "A", amount=Fraction(-2), reason="Three times")
        assert swiss.players["A"].__class__.objects.get(name="A").deducted == (
            ReasonedDeduction(1, Fraction(-2), "Three times"),
        )
        fine(swiss, "A", amount=None)
        assert points(swiss)["A"] == 1

    def test_deduction_is_in_the_journal_and_can_be_undone(self, swiss):
        fine(swiss, "A", amount=Fraction(-1, 2))
        entry = swiss.tournament.journal.filter(verb="deduct-points").get()
        answer = VERBS["deduct-points"].sentence(entry.facts)
        assert answer.endswith(" in round 1: -½ (Late arrival twice).")
        undo.undo(swiss.orla, swiss.tournament, entry)
        assert points(swiss)["A"] == 1

    @pytest.mark.parametrize(
        ("number", "amount", "reason", "code", "field"),
        [
            (1, Fraction(0), "Late", "points", "points"),
            (1, Fraction(1, 3), "Late", "points", "points"),
            (1, Fraction(-100), "Late", "points", "points"),
            (1, Fraction(-21, 2), "Late", "points", "points"),
            (1, Fraction(-1), "  ", "reason-missing", "reason"),
            (1, Fraction(-1), "x" * 201, "reason", "reason"),
            (5, Fraction(-1), "Late", "no-such-round", "round"),
            (0, Fraction(-1), "Late", "already-paired", "round"),
        ],
    )
    def test_invalid_deductions_are_refused(self, swiss, number, amount, reason, code, field):
        with pytest.raises(Refused) as refused:
            fine(swiss, "A", number, amount, reason)
        assert (refused.value.code, refused.value.field) == (code, field)

    def test_last_planned_round_is_accepted(self, swiss):
        fine(swiss, "A", 4)
        assert [each.round for each in swiss.tournament.players.get(name="A").deducted] == [4]

    def test_round_that_later_rounds_were_paired_from_is_refused(self, swiss):
        on(swiss)
        with pytest.raises(Refused, match="Deduct the points in round 2 or later"):
            fine(swiss, "A", 1)

    def test_deduction_counts_while_the_next_round_is_a_draft(self, swiss):
        swiss.pair()
        fine(swiss, "A", 1)
        assert points(swiss)["A"] == 0

    @pytest.mark.rotates(8)
    def test_schedule_accepts_deductions_in_any_round(self, make):
        stage = make(system="round-robin").with_players(*"ABCD")
        stage.pair()
        stage.publish()
        fine(stage, "A", 3)
        fine(stage, "A", 1)
        assert [each.round for each in stage.tournament.players.get(name="A").deducted] == [1, 3]

    @pytest.mark.parametrize("system", ["knock-out", "keizer", "ladder", "arena", "mcmahon"])
    def test_systems_without_points_refuse_deductions(self, make, system):
        stage = make(system=system, planned_rounds=None if system == "knock-out" else 3).with_players(*"ABCD")
        with pytest.raises(Refused, match="has no points"):
            fine(stage, "A")


class TestFiles:
    def test_record_299_survives_export_and_import(self, swiss):
        fine(swiss, "A")
        fine(swiss, "H", amount=Fraction(1, 2), reason="Given")
        data = export_report(swiss.tournament)
        texts = data.decode().splitlines()
        number = take_view(swiss.round.stage).numbers[swiss.players["A"].pk]
        assert f"299          -1.0    1 {number:>4}" in texts
        assert f"### Points @ Round 1: -1 for {number}: Late arrival twice" in texts
        again = import_report(data)
        found = {row.name: row.deducted[0] for row in again.players.exclude(deductions=[])}
        assert {name: (each.points, each.reason) for name, each in found.items()} == {
            "A": (-1, "Late arrival twice"), "H": (Fraction(1, 2), "Given"),
        }  # fmt: skip
        without = import_report(b"\r\n".join(line for line in data.split(b"\r\n") if not line.startswith(b"###")))
        assert {row.deducted[0].reason for row in without.players.exclude(deductions=[])} == {
            "Record 299 of the report file"
        }
        places = RULE_BOOKS[0].places(again)
        assert {place.player.name: place.points for place in places} == points(swiss)

    def test_copy_has_no_deductions(self, swiss):
        fine(swiss, "A")
        copy = copies.copy_tournament(swiss.orla, swiss.tournament, name="Copy", starts_on=swiss.tournament.starts_on)
        assert not copy.players.exclude(deductions=[]).exists()


class TestPages:
    @pytest.mark.rotates(2)
    def test_arbiter_page_deducts_and_removes_deductions(self, swiss, orla):
        client = signed_in(orla)
        key = swiss.players["A"].public_id
        assert "No deductions." in client.get(ARBITER).text
        sent = {"do": "deduct", "player": key, "round": "1", "points": "\N{MINUS SIGN}1", "reason": "Late twice"}
        text = client.post(ARBITER, sent, follow=True).text
        assert " in round 1: \N{MINUS SIGN}1." in text
        for address in (ARBITER, f"/t/cup/players/{key}/", "/t/cup/standings/", "/t/cup/crosstable/"):
            shown = client.get(address).text
            assert '"deduction" translate="no">\N{MINUS SIGN}1</strong>' in shown, address
            assert "Late twice" in shown
        back = client.post(ARBITER, {"do": "give-back", "player": key, "round": "1"}, follow=True)
        assert f"The deduction for {isolate('A')} in round 1 was removed." in back.text
        assert "Late twice" not in client.get("/t/cup/standings/").text

    def test_errors_are_shown_beside_the_field_and_input_is_kept(self, swiss, orla):
        client = signed_in(orla)
        sent = {"do": "deduct", "player": swiss.players["A"].public_id, "round": "9", "points": "much", "reason": "Why"}
        answer = client.post(ARBITER, sent)
        assert answer.status_code == 422
        assert "-1 deducts a point" in answer.text
        answer = client.post(ARBITER, {**sent, "points": "-1"})
        assert "Round 9 does not exist" in answer.text
        assert 'value="Why"' in answer.text
        old = client.post(ARBITER, {"do": "give-back", "player": "nobody"}, follow=True)
        assert "This page is out of date" in old.text

    def test_command_deducts_and_removes_deductions(self, swiss):
        key = swiss.players["A"].public_id
        call_command("arbiter", "cup", "deduct", key, "1", "-1", "--reason", "Late twice")
        assert points(swiss)["A"] == 0
        call_command("arbiter", "cup", "deduct", key, "1", "none")
        assert points(swiss)["A"] == 1
        with pytest.raises(CommandError, match="There are no"):
            call_command("arbiter", "cup", "deduct", key, "1", "many")


@pytest.mark.parametrize(
    ("text", "amount"),
    [("-1", -1), ("\N{MINUS SIGN}½", -0.5), ("1½", 1.5), ("-0,5", -0.5), ("+2", 2), ("-1/2", -0.5), (" - 15 ", -15)],
)
def test_common_notations_of_points_are_read(text, amount):
    assert parse_deduction(text) == amount


@pytest.mark.parametrize("text", ["", "-", "0", "one", "1.25", "100", "-10.5", "--1", "½½", "1e3"])
def test_invalid_points_are_refused(text):
    with pytest.raises(NotPoints):
        parse_deduction(text)
