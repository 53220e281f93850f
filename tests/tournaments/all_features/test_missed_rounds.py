"""Late entries: points for missed rounds, and byes for them if the rules allow some."""

import re
from decimal import Decimal

import pytest
from django.test import Client

from pairings.files import trf
from pairings.numbers import scores
from pairings.systems import SYSTEMS
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core import snapshot
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.drafts import byes
from tournaments.history import undo
from tournaments.models import Member, Round
from tournaments.players import registration
from tournaments.report_files import writing
from tournaments.rounds import rounds
from tournaments.setup import lifecycle
from tournaments.setup.samples import pair_neighbours

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


@pytest.fixture
def cup(make):
    """A Swiss of which two rounds are closed when Zoe enters."""
    cup = make(system="dutch", planned_rounds=5).with_players(*NAMES, rating=1800)
    cup.play("1-0", "1-0", "1-0")
    cup.play("1-0", "½-½", "0-1")
    cup.zoe = registration.add_player(cup.orla, cup.tournament, name="Zoe", rating=1700)
    return cup


def points(cup):
    view = snapshot.take_view(snapshot.current_stage(cup.tournament))
    return scores.points(view.snapshot)[view.numbers[cup.zoe.pk]]


@pytest.mark.rotates(2)
def test_missed_rounds_score_only_while_they_have_byes(cup):
    assert byes.missed_rounds(cup.zoe) == {1: "", 2: ""}
    assert points(cup) == 0
    byes.count_missed(cup.orla, cup.tournament, cup.zoe, "half")
    assert byes.missed_rounds(cup.zoe) == {1: "half", 2: "half"}
    assert points(cup) == 1
    byes.count_missed(cup.orla, cup.tournament, cup.zoe, "full")
    assert points(cup) == 2
    byes.count_missed(cup.orla, cup.tournament, cup.zoe, None)
    assert points(cup) == 0
    assert not cup.zoe.appearances.exists()


@pytest.mark.rotates(2)
def test_second_call_changes_nothing_and_undo_removes_the_byes(cup):
    for _ in range(2):
        byes.count_missed(cup.orla, cup.tournament, cup.zoe, "half")
    entry = cup.tournament.journal.filter(verb="count-missed").first()
    assert cup.tournament.journal.filter(verb="count-missed").count() == 1
    undo.undo(cup.orla, cup.tournament, entry)
    assert points(cup) == 0


@pytest.mark.rotates(2)
def test_journal_names_added_and_removed_byes(cup, orla):
    byes.count_missed(cup.orla, cup.tournament, cup.zoe, "half")
    byes.count_missed(cup.orla, cup.tournament, cup.zoe, None)
    text = signed_in(orla).get("/t/cup/desk/journal/").text
    assert "Zoe (late entry): half-point bye in round 1, 2." in text
    assert "Zoe (late entry): removed the bye in round 1, 2." in text


@pytest.mark.rotates(2)
def test_round_counts_as_missed_only_after_publication(cup):
    cup.pair()
    late = registration.add_player(cup.orla, cup.tournament, name="Later")
    assert (late.entered, byes.missed_rounds(late)) == (4, {1: "", 2: ""})
    cup.publish()
    assert byes.missed_rounds(late) == {1: "", 2: "", 3: ""}


def test_next_round_is_paired_with_points_of_the_byes(cup):
    byes.count_missed(cup.orla, cup.tournament, cup.zoe, "full")
    draft = cup.pair(3)
    view = snapshot.take_view(snapshot.current_stage(cup.tournament))
    table = draft.pairings.get(appearances__player=cup.zoe)
    other = table.appearances.exclude(player=cup.zoe).get().player
    assert scores.points(view.snapshot)[view.numbers[other.pk]] >= Decimal("1.5"), "in her scoregroup or next to it"


@pytest.mark.rotates(2)
def test_older_draft_warns_that_points_have_changed(cup, orla):
    cup.pair(3)
    client = signed_in(orla)
    assert "late entry" not in client.get("/t/cup/desk/").text
    byes.count_missed(cup.orla, cup.tournament, cup.zoe, "half")
    assert "Zoe (late entry): half-point bye in round 1, 2." in client.get("/t/cup/desk/").text


@pytest.mark.rotates(5)
@pytest.mark.parametrize("system", [key for key, system in SYSTEMS.items() if not system.fixes_rounds])
def test_pages_reports_and_checks_work_with_missed_rounds_in_every_system(make, system, orla):
    cup = make(system=system, planned_rounds=5).with_players(*NAMES, rating=1800)
    for number in (1, 2):
        cup.pair(number)
        if SYSTEMS[system].by_hand:
            pair_neighbours(cup.orla, cup.tournament, cup.round, number)
        cup.publish()
        for table in (1, 2, 3):
            if cup.round.pairings.filter(table=table).exists():
                cup.enter(table, "1" if cup.tournament.of_pods else "15-9" if cup.tournament.by_score else "1-0")
        cup.close()
    cup.zoe = registration.add_player(cup.orla, cup.tournament, name="Zoe", rating=1700)
    byes.count_missed(cup.orla, cup.tournament, cup.zoe, "half")
    client, stranger = signed_in(orla), Client()
    for path in ("rounds/1/", "rounds/2/", "standings/", "crosstable/", f"players/{cup.zoe.public_id}/"):
        answer = stranger.get(f"/t/cup/{path}")
        assert answer.status_code == 200, path
        assert "Zoe" in answer.text, path
    for path in ("", "journal/", "rounds/1/results/"):
        assert client.get(f"/t/cup/desk/{path}").status_code == 200, path
    if system == "dutch":
        report = writing.report(snapshot.current_stage(cup.tournament))
        replay = trf.Replay(trf.read(report))
        assert replay.played == 2
    cup.pair(3)
    if not SYSTEMS[system].by_hand:
        cup.publish()
        undo.undo(cup.orla, cup.tournament, cup.tournament.journal.filter(verb="publish-round", facts__round=3).get())
        assert cup.tournament.rounds.get(number=3).status == Round.Status.DRAFT


def test_bye_stays_in_the_draft_of_an_unpublished_round(make):
    cup = make(system="dutch", planned_rounds=5).with_players(*NAMES, rating=1800)
    cup.pair()
    cup.publish()
    zoe = registration.add_player(cup.orla, cup.tournament, name="Zoe", rating=1700)
    byes.count_missed(cup.orla, cup.tournament, zoe, "half")
    undo.undo(cup.orla, cup.tournament, cup.tournament.journal.get(verb="publish-round"))
    draft = cup.tournament.rounds.get()
    assert (draft.status, zoe.appearances.get().bye) == (Round.Status.DRAFT, "half")
    assert byes.missed_rounds(zoe) == {}
    rounds.discard_round(cup.orla, cup.tournament, draft)
    assert not zoe.appearances.exists()


def test_byes_are_refused_for_a_player_without_missed_rounds(cup):
    with pytest.raises(Refused, match="This player has not missed any rounds"):
        byes.count_missed(cup.orla, cup.tournament, cup.players["Ann"], "half")


def test_schedules_have_no_missed_rounds(make):
    cup = make(system="round-robin").with_players("Ann", "Bo", "Cy")
    cup.play("1-0")
    zoe = registration.add_player(cup.orla, cup.tournament, name="Zoe")
    assert byes.missed_rounds(zoe) == {}


def test_half_point_byes_above_the_limit_are_refused(cup):
    lifecycle.change_settings(cup.orla, cup.tournament, half_byes_most=1)
    with pytest.raises(Refused, match=r"^Zoe missed 2 rounds: more than the half-point byes"):
        byes.count_missed(cup.orla, cup.tournament, cup.zoe, "half")
    lifecycle.change_settings(cup.orla, cup.tournament, half_byes_most=2)
    byes.count_missed(cup.orla, cup.tournament, cup.zoe, "half")
    byes.count_missed(cup.orla, cup.tournament, cup.zoe, "half")
    with pytest.raises(Refused, match="Zoe has already used the 2 half-point byes allowed"):
        registration.request_bye(cup.orla, cup.tournament, cup.zoe, 4, "half")


def test_helpers_cannot_give_byes(cup, heli):
    Member.objects.create(tournament=cup.tournament, user=heli, role="helper")
    with pytest.raises(NotAllowed):
        byes.count_missed(Who.at_page(heli), cup.tournament, cup.zoe, "half")


class TestPage:
    def test_message_about_late_entry_gives_points_and_links_to_byes(self, cup, orla):
        client = signed_in(orla)
        answer = client.post("/t/cup/desk/players/add/", {"name": "Yan"}, headers={"HX-Request": "true"})
        assert "Yan added, playing from round 3. The 2 missed rounds count 0 each." in answer.text.replace(
            "\u2068", ""
        ).replace("\u2069", "")
        yan = cup.tournament.players.get(name="Yan")
        place = f"/t/cup/desk/players/{yan.public_id}/"
        assert f'href="{place}#missed"' in answer.text
        page = client.get(place).text
        assert "Rounds 1, 2 were paired before this late entry." in page
        assert "half-point byes: ½ each" in page
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), "a label belongs to one field"
        answer = client.post(f"{place}act/", {"do": "missed", "kind": "half"}, follow=True)
        assert "Score for missed rounds saved." in answer.text
        assert '<option value="half" selected>' in answer.text

    def test_unknown_kind_of_bye_is_refused(self, cup, orla):
        place = f"/t/cup/desk/players/{cup.zoe.public_id}/"
        answer = signed_in(orla).post(f"{place}act/", {"do": "missed", "kind": "x"}, follow=True)
        assert "Choose what the missed rounds count as." in answer.text

    def test_choice_is_hidden_for_a_player_without_missed_rounds(self, cup, orla):
        place = f"/t/cup/desk/players/{cup.players['Ann'].public_id}/"
        assert 'id="missed"' not in signed_in(orla).get(place).text
