"""The pairing system proposed for an imported report file, and the choice of another one."""

import base64
import re
from datetime import date
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.test import Client

from pairings.files import trf
from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.rights import Who
from tournaments.models import Tournament
from tournaments.report_files import importing, writing
from tournaments.report_files.importing import propose
from tournaments.report_files.reading import BrokenReport, incoming
from tournaments.rounds import rounds

DATA = Path(__file__).parents[2] / "data"

pytestmark = pytest.mark.django_db
EDITIONS = [trf.Edition.TRF16, trf.Edition.TRF26]


def write_report(tournament, edition=trf.Edition.TRF26, *, named=True):
    data = writing.report(tournament.stages.get(), edition)
    return data if named else re.sub(rb"(?m)^(092|192) .*\n", b"", data)


def import_proposed(data, who=None, **more):
    found = incoming(data)
    values = {"name": "Again", "starts_on": date(2026, 5, 1), "time_zone": "UTC", "is_public": True}
    proposal = propose(found)
    more = {"system": proposal.system, "options": proposal.options, **more}
    return importing.import_tournament(who or Who.command("test"), found, **{**values, **more})


@pytest.fixture
def robin(make):
    """A round robin of six after two rounds."""
    cup = make(system="round-robin").with_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
    cup.play("1-0", "=", "0-1")
    cup.play("1-0", "=", "0-1")
    return cup


class TestProposal:
    @pytest.mark.parametrize("edition", EDITIONS)
    @pytest.mark.parametrize("system", [key for key in SYSTEMS if key not in {"manual", "pods", "partners"}])
    @pytest.mark.rotates(8)
    def test_exported_file_names_its_system(self, make, system, edition):
        cup = make(system=system, planned_rounds=3).with_players(*(f"Player {n}" for n in range(8)))
        if cup.tournament.of_teams:
            cup.play("4-0", "2½-1½", "2-2", "1-3")
        elif cup.tournament.best_of == 2:
            cup.play("2-0", "1-1", "½-1½", "2-0")
        else:
            cup.play("1-0", "1-0" if SYSTEMS[system].knocks_out else "=", "0-1", "1-0")
        proposal = propose(incoming(write_report(cup.tournament, edition)))
        assert proposal.system == system
        assert "The file gives it" in proposal.why

    def test_round_robin_schedule_is_recognised_from_its_rounds(self, robin):
        proposal = propose(incoming(write_report(robin.tournament, named=False)))
        assert (proposal.system, proposal.options["numbering"], proposal.options["cycles"]) == (
            "round-robin",
            "berger",
            1,
        )
        assert "its rounds match a round robin" in proposal.why

    def test_unknown_rounds_are_proposed_as_dutch_swiss(self, make):
        cup = make(system="dutch", planned_rounds=3).with_players(*(f"Player {n}" for n in range(8)))
        cup.play("1-0", "=", "0-1", "1-0")
        cup.play("1-0", "=", "0-1", "1-0")
        assert propose(incoming(write_report(cup.tournament, named=False))).system == "dutch"

    @pytest.mark.parametrize(
        ("record", "system", "options"),
        [
            ("192 FIDE_DUTCH_2025_BAKU", "dutch", {}),
            ("192 BERGER_ROUNDROBIN", "round-robin", {"cycles": 1, "swap_last_two": False}),
            ("192 FIDE_DOUBLEROUNDROBIN", "round-robin", {"cycles": 2, "swap_last_two": True}),
            ("192 BERGER_DOUBLEROUNDROBIN", "round-robin", {"cycles": 2, "swap_last_two": False}),
            ("092 Individual: Swiss-System", "dutch", {}),
            ("092 Round Robin", "round-robin", {"cycles": 1}),
            ("092 Individual: Circular plan", "circular", {}),
            ("192 FIDE_DUBOV", "dubov", {}),
            ("092 Individual: Dubov System", "dubov", {}),
            ("192 FIDE_LIM", "lim", {}),
            ("092 Individual: Lim System", "lim", {}),
            ("192 FIDE_BURSTEIN_BAKU", "burstein", {}),
            ("192 FIDE_TEAM", "dutch", {}),
        ],
    )
    @pytest.mark.rotates(6)
    def test_record_192_selects_system_and_options(self, make, record, system, options):
        cup = make(system="dutch", planned_rounds=3).with_players(*(f"Player {n}" for n in range(8)))
        cup.play("1-0", "=", "0-1", "1-0")
        data = write_report(cup.tournament, named=False) + f"{record}\n".encode()
        proposal = propose(incoming(data))
        assert proposal.system == system
        assert options.items() <= dict(proposal.options).items()


class TestImportedSystem:
    @pytest.mark.parametrize(("name", "system"), [("dubov/du_003", "dubov"), ("burstein/bu_004", "burstein")])
    def test_imported_swiss_pairs_the_next_round_by_its_own_rules(self, orla, name, system):
        path = DATA / f"{name}.trf"
        who = Who.at_page(orla)
        again = import_proposed(path.read_bytes(), who=who)
        draft = rounds.pair_next_round(who, again)
        seats = dict(again.stages.get().seats.values_list("player_id", "number"))
        pairs = {
            tuple(seats[place.player_id] for place in table.appearances.order_by("side"))
            for table in draft.pairings.prefetch_related("appearances")
        }
        byes = {(seats[bye.player_id], 0) for bye in draft.appearances.filter(bye="allocated")}
        lines = path.with_suffix(".next").read_text().splitlines()[1:]
        assert again.stages.get().system == system
        assert pairs | byes == {tuple(map(int, line.split())) for line in lines}

    def test_imported_round_robin_pairs_the_same_next_round(self, robin):
        again = import_proposed(write_report(robin.tournament))
        assert again.stages.get().system == "round-robin"
        here, there = (
            {
                frozenset(place.player.name for place in table.appearances.all())
                for table in rounds.pair_next_round(Who.command("test"), each).pairings.all()
            }
            for each in (robin.tournament, again)
        )
        assert here == there

    @pytest.mark.parametrize("edition", ["2012", "2017", "2026"])
    def test_imported_dutch_tournament_keeps_its_edition(self, make, edition):
        cup = make(system="dutch", planned_rounds=3, options={"edition": edition})
        cup = cup.with_players(*(f"Player {n}" for n in range(8)))
        cup.play("1-0", "=", "0-1", "1-0")
        data = write_report(cup.tournament)
        assert f"192 FIDE_DUTCH_{edition}".encode() in data
        stage = import_proposed(data).stages.get()
        assert snapshot.system_of(stage)[1].edition == edition
        articles = {
            reason["article"]
            for table in rounds.pair_next_round(Who.command("test"), stage.tournament).pairings.all()
            for reason in table.reasons
        }
        assert any("(2017)" in article for article in articles) == (edition == "2017")

    def test_unknown_edition_is_refused_by_name(self, make):
        cup = make(system="dutch", planned_rounds=3).with_players(*(f"Player {n}" for n in range(8)))
        cup.play("1-0", "=", "0-1", "1-0")
        data = write_report(cup.tournament).replace(b"FIDE_DUTCH_2026", b"FIDE_DUTCH_1998")
        with pytest.raises(BrokenReport, match="FIDE_DUTCH_1998") as refusal:
            incoming(data)
        (fault,) = refusal.value.faults
        assert "2026, 2017" in fault.text
        assert fault.content.startswith("192")

    @pytest.mark.parametrize("system", [key for key in SYSTEMS if key not in {"pods", "partners"}])
    @pytest.mark.rotates(8)
    def test_any_system_can_be_chosen_for_an_import(self, make, system):
        cup = make(system="dutch", planned_rounds=3).with_players(*(f"Player {n}" for n in range(8)))
        cup.pair()
        again = import_proposed(write_report(cup.tournament), system=system, options={})
        stage = again.stages.get()
        assert stage.system == system
        assert rounds.pair_next_round(Who.command("test"), again, by_hand=system == "manual").number == 1


class TestPage:
    def test_import_page_proposes_a_system_and_stores_the_chosen_one(self, robin, sam):
        client = Client()
        client.force_login(sam)
        data = write_report(robin.tournament, named=False)
        page = client.post("/import/", {"file": ContentFile(data, "cup.trf")})
        assert "match a round robin" in page.content.decode()
        assert '<option value="round-robin" selected>' in page.content.decode()
        fields = {
            "name": "Again", "starts_on": "2026-05-01", "time_zone": "UTC", "content": base64.b64encode(data).decode(),
        }  # fmt: skip
        for chosen, system in (("", "round-robin"), ("papp", "papp"), ("dutch", "dutch")):
            client.post("/import/", {**fields, "system": chosen})
            assert Tournament.objects.latest("pk").stages.get().system == system
        assert client.post("/import/", {**fields, "system": "dowsing"}).status_code == 422

    @pytest.mark.parametrize("has_id", [False, True])
    def test_import_page_asks_about_fide_mode_only_if_a_player_has_a_fide_id(self, make, sam, has_id):
        cup = make(system="dutch", planned_rounds=3).with_players("A", "B", "C", "D")
        if has_id:
            cup.tournament.players.filter(name="A").update(fide_id="4100018")
        cup.pair()
        client = Client()
        client.force_login(sam)
        page = client.post("/import/", {"file": ContentFile(write_report(cup.tournament), "cup.trf")}).text
        assert ('name="fide_rated"' in page) == has_id
        assert ("FIDE ID: none, so the tournament is not FIDE-rated." in page) != has_id
