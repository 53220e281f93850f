"""Report files in and out: published ranks, their tie-breaks, and rounds that break rules."""

from datetime import date
from fractions import Fraction

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from pairings.__main__ import main
from pairings.files import trf
from tests.tournaments.report_files.test_reports import FOUR, HEAD, export_report, import_report, line, replay
from tournaments.core.rights import Who
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.snapshot import system_of
from tournaments.models import Tournament, User
from tournaments.report_files import importing
from tournaments.report_files.importing import before, broken_rounds, list_assumptions, marks, propose, rules_of
from tournaments.report_files.reading import incoming
from tournaments.setup import rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(make):
    return make(system="dutch", planned_rounds=3, options={"initial_colour": "white"}).with_players(
        *("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
    )


def ranks(data):
    return {entrant.record.name: entrant.record.rank for entrant in replay(data).entrants}


class TestPublishedRanks:
    @pytest.mark.rotates(2)
    def test_rank_column_equals_published_standings(self, swiss, tmp_path):
        swiss.play("1-0", "½-½", "0-1")
        swiss.play("½-½", "1-0", "½-½")
        swiss.play("0-1", "1-0", "½-½")
        out = export_report(swiss.tournament)
        published = {place.player.name: place.rank for place in RULE_BOOKS[0].places(swiss.tournament)}
        assert ranks(out) == published
        assert replay(out).document.texts("212") == ["PTS,DE,BH/C1,BH,SB"]
        path = tmp_path / "event.trf"
        path.write_bytes(out)
        assert main(["check", str(path)]) == 0

    def test_list_of_tie_breaks_follows_the_rules_of_the_tournament(self, swiss, tmp_path):
        swiss.play("1-0", "½-½", "0-1")
        swiss.play("½-½", "1-0", "½-½")
        given = {"rules": swiss.tournament.rules, "changes": {"chain": ["PTS", "SOS"]}}
        rules.change_rules(swiss.orla, swiss.tournament, reason="so it is", **given)
        out = export_report(swiss.tournament)
        assert replay(out).document.texts("212") == ["PTS,OTHER_SOS"]
        path = tmp_path / "event.trf"
        path.write_bytes(out)
        assert main(["check", str(path)]) == 0

    def test_running_round_does_not_change_ranks(self, swiss, tmp_path, capsys):
        swiss.play("1-0", "½-½", "0-1")
        after = ranks(export_report(swiss.tournament))
        swiss.pair()
        swiss.publish()
        out = export_report(swiss.tournament)
        assert ranks(out) == after
        path = tmp_path / "event.trf"
        path.write_bytes(out)
        assert main(["check", str(path)]) == 0
        assert "Results of round 2 are missing" in capsys.readouterr().out

    def test_older_edition_has_ranks_without_list_of_tie_breaks(self, swiss):
        swiss.play("1-0", "½-½", "0-1")
        old = export_report(swiss.tournament, trf.Edition.TRF16)
        assert ranks(old) == ranks(export_report(swiss.tournament))
        assert {"182", "192", "212"} & {each.code for each in replay(old).document.lines} == set()

    @pytest.mark.parametrize(
        ("options", "code"),
        [
            ({}, "BERGER_ROUNDROBIN"),
            ({"numbering": "circle"}, "CUSTOM_ROUNDROBIN"),
            ({"cycles": 2}, "BERGER_DOUBLEROUNDROBIN"),
            ({"cycles": 2, "swap_last_two": True}, "FIDE_DOUBLEROUNDROBIN"),
            ({"cycles": 3}, "BERGER_ROUNDROBIN_G3"),
        ],
    )
    def test_round_robin_is_exported_with_its_code(self, make, options, code, tmp_path):
        stage = make(system="round-robin", options=options).with_players("Ann", "Bo", "Cy", "Di")
        stage.play("1-0", "½-½")
        out = export_report(stage.tournament)
        assert replay(out).document.texts("192") == [code]
        path = tmp_path / "event.trf"
        path.write_bytes(out)
        assert main(["check", str(path)]) == 0


AGAIN = (
    HEAD
    + "142 3\n152 W\n192 FIDE_DUTCH_2026\n"
    + "".join(
        line(number, *cells)
        for number, cells in enumerate(
            (
                ("3 w 1", "3 b 1"),
                ("4 b =", "4 w ="),
                ("1 b 0", "1 w 0"),
                ("2 w =", "2 b ="),
            ),
            start=1,
        )
    )
)


class TestRoundsWithBrokenRules:
    def test_repeated_game_is_reported(self):
        found = incoming(AGAIN.encode())
        (broken,) = broken_rounds(found, propose(found))
        assert (broken.number, len(broken.texts)) == (2, 2)
        assert "have already met, in round 1" in broken.texts[0]

    def test_all_rounds_can_be_imported_with_marks(self):
        found = incoming(AGAIN.encode())
        values = {"name": "Open", "starts_on": date(2026, 5, 1), "time_zone": "UTC", "is_public": True}
        broken = broken_rounds(found, propose(found))
        tournament = importing.import_tournament(Who.command("test"), found, marked=marks(broken), **values)
        (comment,) = replay(export_report(tournament)).document.texts("###")
        assert comment.startswith("MPA @ Round 2: ")
        assert "have already met" in comment

    def test_rounds_before_the_broken_one_can_be_imported_alone(self):
        cut = before(incoming(AGAIN.encode()), 2)
        assert cut.replay.played == 1
        assert dict(cut.replay.points) == {1: 1, 2: Fraction(1, 2), 3: 0, 4: Fraction(1, 2)}
        assert [entrant.record.points for entrant in cut.replay.entrants] == list(cut.replay.points.values())
        assert broken_rounds(cut, propose(cut)) == ()

    def test_page_shows_broken_rounds_and_applies_the_choice(self, client, make):
        client.force_login(User.objects.create_user("orla"))
        shown = client.post("/import/", {"file": SimpleUploadedFile("open.trf", AGAIN.encode())})
        assert b'id="broken"' in shown.content
        form = shown.context["confirm"]
        values = {name: form[name].value() for name in form.fields} | {"go_on": "before", "name": "Cut"}
        values = {name: value for name, value in values.items() if value is not None and value is not False}
        client.post("/import/", values)
        assert Tournament.objects.get(name="Cut").rounds.count() == 1
        values |= {"go_on": "marked", "name": "Marked", "sheet": "00000000-0000-4000-8000-000000000001"}
        client.post("/import/", values)
        marked = Tournament.objects.get(name="Marked").rounds.order_by("number")
        assert [bool(round_.by_hand) for round_ in marked] == [False, True]

    def test_correct_file_has_no_broken_rounds(self):
        found = incoming((HEAD + FOUR).encode())
        assert broken_rounds(found, propose(found)) == ()


class TestAssumptions:
    def assumptions_of(self, text):
        found = incoming(text.encode())
        proposal = propose(found)
        return " ".join(list_assumptions(found, proposal, rules_of(found, proposal.system)))

    def test_assumptions_name_everything_missing_in_the_file(self):
        answer = self.assumptions_of(FOUR)
        for word in (
            "Pairing system:",
            "Edition of the Dutch",
            "Number of rounds",
            "Initial colour",
            "First day",
            "Tie-breaks: PTS, DE",
        ):
            assert word in answer

    def test_are_empty_for_a_complete_file(self):
        full = "042 2026/05/01\n142 3\n152 W\n192 FIDE_DUTCH_2026\n212 PTS,BH\n"
        assert self.assumptions_of(HEAD + full + FOUR) == ""

    def test_name_unsupported_tie_breaks(self):
        assert "PTS, DE only, because" in self.assumptions_of(HEAD + "202 DE,OTHER_LUCK\n" + FOUR)

    def test_imported_tournament_has_tie_breaks_and_edition_of_the_file(self):
        tournament = import_report((HEAD + "042 2025/05/01\n212 PTS,BWG,SB\n" + FOUR).encode())
        assert (tournament.rules, tournament.rules_changes) == ("fide-2024", {"chain": ["PTS", "BWG", "SB"]})
        assert replay(export_report(tournament)).document.texts("212") == ["PTS,BWG,SB"]

    @pytest.mark.parametrize(
        ("day", "rules", "edition"),
        [("2025/12/31", "fide-2024", "2017"), ("2026/02/01", "fide-2024", "2026"), ("2026/03/01", "fide-2026", "2026")],
    )
    def test_default_rules_are_those_in_force_on_the_first_day(self, day, rules, edition):
        """The Dutch system changed on 1 February 2026, and the tie-breaks on 1 March."""
        text = HEAD + f"042 {day}\n" + FOUR
        assert f"Edition of the Dutch system: {edition}." in self.assumptions_of(text)
        tournament = import_report(text.encode())
        assert tournament.rules == rules
        assert system_of(tournament.stages.get())[1].edition == edition
