"""A new tournament with the settings of another one."""

import re
from datetime import date
from decimal import Decimal

import pytest
from django.test import Client

from standings.web.next_stage.qualification import go_on
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Who
from tournaments.core.words.names import isolate
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import Member, Tournament
from tournaments.players import registration
from tournaments.setup import copies, lifecycle

pytestmark = pytest.mark.django_db

NEXT = {"name": "Cup of May", "starts_on": date(2026, 5, 1)}
SAME = (
    *("game", "rules", "rules_changes", "time_zone", "is_public", "uses_check_in", "points_draw", "best_of"),
    *("score_kind", "half_byes_most", "first_label"),
)


@pytest.fixture
def cup(make):
    cup = make(system="papp", planned_rounds=4, game="othello")
    changes = {"points_draw": Decimal("0.25"), "uses_check_in": True, "half_byes_most": 2, "first_label": "Dark"}
    lifecycle.change_settings(cup.orla, cup.tournament, is_public=False, **changes)
    return cup.with_players("Gus", "Ann", "Bo", rating=1500, club="Zebra")


def test_copy_has_the_settings_but_no_players_or_rounds(cup):
    registration.check_in(cup.orla, cup.tournament, cup.players.values(), here=True)
    cup.play("40-24")
    copy = copies.copy_tournament(cup.orla, cup.tournament, **NEXT)
    cup.tournament.refresh_from_db()
    assert [getattr(copy, name) for name in SAME] == [getattr(cup.tournament, name) for name in SAME]
    assert (copy.name, copy.starts_on, copy.slug) == ("Cup of May", date(2026, 5, 1), "cup-of-may")
    stage, other = copy.stages.get(), cup.tournament.stages.get()
    assert (stage.system, stage.options, stage.seating) == (other.system, other.options, other.seating)
    assert (stage.planned_rounds, stage.started_at) == (4, None)
    assert stage.seed != other.seed, "its lots are its own"
    assert not copy.players.exists()
    assert not copy.rounds.exists()
    assert copy.finished_at is None


def test_copied_players_keep_their_order_but_not_their_status(cup):
    registration.withdraw(cup.orla, cup.tournament, cup.players["Ann"])
    registration.check_in(cup.orla, cup.tournament, [cup.players["Bo"]], here=True)
    copy = copies.copy_tournament(cup.orla, cup.tournament, with_players=True, **NEXT)
    found = copy.players.order_by("pk").values_list("name", "rating", "club", "withdrawn_after", "checked_in")
    assert list(found) == [(name, 1500, "Zebra", None, False) for name in ("Gus", "Ann", "Bo")]
    ids = {player.public_id for tournament in (copy, cup.tournament) for player in tournament.players.all()}
    assert len(ids) == 6
    assert [entry.verb for entry in copy.journal.order_by("sequence")] == ["create-tournament", "add-players"]
    undo.undo(cup.orla, copy, copy.journal.get(verb="add-players"))
    assert not copy.players.exists()


def test_copied_players_keep_permanently_forbidden_pairs(cup):
    ann, bo, gus = (cup.players[name] for name in ("Ann", "Bo", "Gus"))
    editing.forbid_pair(cup.orla, cup.tournament, ann, bo, first_round=2)
    editing.forbid_pair(cup.orla, cup.tournament, ann, gus, last_round=2)
    editing.fix_pair(cup.orla, cup.tournament, 1, ann, gus)
    copy = copies.copy_tournament(cup.orla, cup.tournament, with_players=True, **NEXT)
    pair = copy.forbidden_pairs.get()
    assert (pair.one.name, pair.other.name, pair.first_round, pair.last_round) == ("Ann", "Bo", 2, None)
    assert {pair.one.tournament, pair.other.tournament} == {copy}
    assert not copy.fixed_pairs.exists()
    undo.undo(cup.orla, copy, copy.journal.get(verb="add-players"))
    assert not copy.forbidden_pairs.exists()


def test_copy_starts_with_the_first_stage(make, orla):
    cup = make(system="dutch", planned_rounds=1, rules="fide-2026").with_players("Ann", "Bo", "Cy", "Di")
    cup.play("1-0", "1-0")
    how = {"planned_rounds": None, "decision": "lot", "by_hand": {}, "reason": ""}
    go_on(cup.orla, cup.tournament, places=2, system="round-robin", **how)
    lifecycle.change_settings(
        cup.orla, cup.tournament, rules="mtr", points_win=Decimal(3), points_draw=Decimal(1), reason="Play-off"
    )
    copy = copies.copy_tournament(cup.orla, cup.tournament, **NEXT)
    assert (copy.rules, copy.points_win, copy.points_draw) == ("fide-2026", 1, Decimal("0.5"))
    assert copy.stages.get().system == "dutch"


def test_only_organisers_can_copy(cup, heli, sam):
    Member.objects.create(tournament=cup.tournament, user=heli, role="helper")
    for user in (heli, sam):
        with pytest.raises(NotAllowed):
            copies.copy_tournament(Who.at_page(user), cup.tournament, **NEXT)
        assert signed_in(user).get("/t/cup/desk/copy/").status_code in (403, 404)
    assert Client().get("/t/cup/desk/copy/").status_code in (302, 404)


class TestPage:
    def form_to_send(self, client, **more):
        page = client.get("/t/cup/desk/copy/").text
        sheet = re.search(r'name="sheet"[^>]*value="([^"]+)"', page)[1]
        return {"name": "Cup", "starts_on": "2026-05-01", "with_players": "on", "sheet": sheet, **more}

    @pytest.mark.rotates(4)
    def test_desk_links_to_the_copy_form_and_a_double_click_makes_one_copy(self, cup, orla):
        client = signed_in(orla)
        assert 'href="/t/cup/desk/copy/"' in client.get("/t/cup/desk/").text
        form = self.form_to_send(client)
        first = client.post("/t/cup/desk/copy/", form)
        assert client.post("/t/cup/desk/copy/", form)["Location"] == first["Location"]
        copy = Tournament.objects.exclude(pk=cup.tournament.pk).get()
        assert first["Location"] == f"/t/{copy.slug}/desk/"
        assert f"{isolate('Cup')} created." in client.get(first["Location"]).text
        assert copy.name == "Cup"
        assert copy.players.count() == 3
        assert [member.user for member in copy.members.all()] == [orla]

    @pytest.mark.rotates(4)
    def test_proposed_name_is_unused_among_own_tournaments(self, cup, orla):
        client = signed_in(orla)
        for name in ("Cup (2)", "Cup (3)"):
            assert f'name="name" value="{name}"' in client.get("/t/cup/desk/copy/").text
            client.post("/t/cup/desk/copy/", self.form_to_send(client, name=name))
        cup.tournament.name = "x" * 120
        assert copies.name_of_copy(cup.orla, cup.tournament) == "x" * 116 + " (2)"

    @pytest.mark.parametrize("length", [120, 121])
    def test_name_longer_than_the_column_is_refused(self, cup, orla, length):
        client = signed_in(orla)
        answer = client.post("/t/cup/desk/copy/", self.form_to_send(client, name="x" * length))
        assert answer.status_code == (302 if length == 120 else 422)
        assert Tournament.objects.filter(name="x" * length).exists() == (length == 120)

    def test_invalid_date_is_refused_and_input_is_kept(self, cup, orla):
        client = signed_in(orla)
        answer = client.post("/t/cup/desk/copy/", self.form_to_send(client, name=" ", starts_on="0026-05-01"))
        assert answer.status_code == 422
        assert "Choose a date between 1900 and 2200." in answer.text
        assert Tournament.objects.count() == 1

    def test_form_without_players_does_not_offer_to_copy_them(self, make, orla):
        make()
        assert "Copy players" not in signed_in(orla).get("/t/cup/desk/copy/").text
