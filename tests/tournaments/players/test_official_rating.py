"""The official rating beside the rating used by the tournament, and the source of the latter."""

from datetime import date

import pytest

from pairings.files import trf
from pairings.files.trf.ratings import METHODS, method_of
from standings.web.ratings.changes import candidates, people_of, rated_players
from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.rating_lists.test_rating_lists import COMBINED, load
from tests.tournaments.report_files.test_reports import export_report, import_report, replay
from tournaments import player_lists
from tournaments.core.rights import Right
from tournaments.models import Player
from tournaments.player_lists import columns
from tournaments.players import registration
from tournaments.rating_lists import search
from tournaments.report_files.reading import incoming
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

#: The ratings for pairing, the official ratings, and the ratings in a rating report.
FIELD = {"Ann": (2100, None, 2100), "Bo": (2000, 1900, 1900), "Cy": (1800, 0, None), "Di": (None, None, None)}


@pytest.fixture
def open_(make):
    """A Swiss of two rounds, of which one is played: Ann has beaten Cy, and Bo has beaten Di."""
    stage = make(system="dutch", planned_rounds=2, seating="rating", federation="FIN")
    rows = [{"name": name, "rating": own, "official_rating": text} for name, (own, text, _reported) in FIELD.items()]
    stage.players = {p.name: p for p in registration.add_players(stage.orla, stage.tournament, rows)}
    stage.play("1-0", "0-1")
    return stage


def column(data):
    return [record.rating for record in replay(data).document.records(trf.PlayerRecord)]


class TestUsedRating:
    def test_numbers_use_tournament_ratings_and_reports_use_official_ones(self, open_):
        order = open_.tournament.stages.get().seats.order_by("number").values_list("player__name", flat=True)
        assert [*order] == [*FIELD]
        assert {name: player.reported_rating for name, player in open_.players.items()} == {
            name: reported for name, (_own, _said, reported) in FIELD.items()
        }
        people = people_of(dict(enumerate(open_.players.values(), start=1)))
        assert [person.rating for person in people.values()] == [2100, 1900, None, None]

    def test_rating_changes_use_official_ratings(self, open_):
        found = {each.player.name: each for each in rated_players(open_.tournament)}
        assert [*found] == ["Ann", "Bo", "Cy", "Di"]
        assert {name: len(each.games) for name, each in found.items()} == {"Ann": 0, "Bo": 0, "Cy": 1, "Di": 1}
        assert (found["Cy"].change, found["Cy"].games[0].opponent) == (None, 2100)
        assert candidates(open_.tournament) == []

    def test_player_page_shows_both_ratings(self, open_, client):
        registration.change_player(open_.orla, open_.tournament, open_.players["Bo"], rating_source="FIN 2026-01-01")
        page = " ".join(
            client.get(at(open_, "player", player_id=open_.players["Bo"].public_id)).content.decode().split()
        )
        assert "FIN 2026-01-01" in page
        assert "Official rating 1900." in page
        page = client.get(at(open_, "player", player_id=open_.players["Cy"].public_id)).content.decode()
        assert "No official rating." in page
        assert (
            'id="rating"'
            not in client.get(at(open_, "player", player_id=open_.players["Ann"].public_id)).content.decode()
        )


class TestReports:
    def test_record_001_has_official_ratings_and_national_records_have_the_others(self, open_):
        out = export_report(open_.tournament)
        assert column(out) == [2100, 1900, None, None]
        document = replay(out).document
        assert (document.texts("072"), document.texts("172")) == (["2"], ["FIN OTHER"])
        national = [line.text for line in document.lines if line.code == "FIN"]
        assert [(text[4:8].strip(), text[14:16], text[48:52].strip()) for text in national] == [
            ("1", "An", "2100"), ("2", "Bo", "2000"), ("3", "Cy", "1800"), ("4", "Di", ""),
        ]  # fmt: skip
        assert [player.rating for player in replay(out).snapshot(1).players] == [2100, 2000, 1800, None]

    def test_both_ratings_survive_export_and_import(self, open_):
        out = export_report(open_.tournament)
        again = import_report(out)
        answer = again.players.order_by("pk").values_list("name", "rating", "official_rating")
        assert [*answer] == [(name, own, text) for name, (own, text, _reported) in FIELD.items()]
        assert export_report(again).split(b"FIN OTHER")[1] == out.split(b"FIN OTHER")[1]
        assert incoming(out).remarks == ()

    def test_report_without_federation_or_in_trf16_has_only_official_ratings(self, open_):
        assert column(export_report(open_.tournament, trf.Edition.TRF16)) == [2100, 1900, None, None]
        lifecycle.change_settings(open_.orla, open_.tournament, federation="")
        out = export_report(open_.tournament)
        assert column(out) == [2100, 1900, None, None]
        assert replay(out).document.texts("172") == []

    @pytest.mark.parametrize(
        ("method", "made"),
        [("FIDE", 1900), ("NRO", 2000), ("FIDON", 1900), ("NIDOF", 2000), ("HBFN", 2000), ("LBFN", 1900)],
    )
    def test_methods_of_record_172_combine_two_ratings(self, method, made):
        assert METHODS[method](1900, 2000) == made
        assert METHODS[method](None, None) is None
        assert method_of(method, {1: (1900, made)}) == method

    @pytest.mark.parametrize(("method", "ranked"), [("FIDE", 2000), ("FIDON", 2000), ("HBFN", 1800), ("", 1800)])
    def test_unknown_method_is_reported_as_other(self, method, ranked):
        assert method_of(method, {1: (1900, 1900), 2: (1900, ranked)}) == "OTHER"

    def test_malformed_national_records_are_ignored(self):
        data = exported_of("172 FIN NRO", "FIN    1      Ann                               20x0", "FIN  999 x")
        assert replay(data).ratings == {}
        assert replay(exported_of("172 FIN")).ratings == {}


def exported_of(*lines):
    head = "012 Cup\r\n001    1      Ann                               1900 FIN\r\n"
    return "".join((head, *(f"{line}\r\n" for line in lines))).encode()


class TestSource:
    def test_rating_changed_without_a_source_loses_its_source(self, cup):
        bo = cup.players["Bo"]
        change = registration.change_player
        assert change(cup.orla, cup.tournament, bo, rating=1900, rating_source="FIN").rating_source == "FIN"
        assert change(cup.orla, cup.tournament, bo, rating=1900, club="Tower").rating_source == "FIN"
        assert change(cup.orla, cup.tournament, bo, rating=1950).rating_source == ""

    def test_form_clears_the_source_when_the_rating_changes(self, cup, orla):
        bo = registration.change_player(cup.orla, cup.tournament, cup.players["Bo"], rating=1900, rating_source="FIN")
        client, place = signed_in(orla), at(cup, "player-change", player_id=bo.public_id)
        form = {"name": "Bo", "rating": "1900", "rating_source": "FIN", "official_rating": "0", "may_have_bye": "on"}
        client.post(place, form)
        bo.refresh_from_db()
        assert (bo.rating_source, bo.official_rating) == ("FIN", 0)
        client.post(place, {**form, "rating": "1950"})
        bo.refresh_from_db()
        assert (bo.rating, bo.rating_source) == (1950, "")

    def test_national_list_sets_rating_and_source_and_keeps_the_former_as_official(self, make, orla):
        fide = load(COMBINED, listed_on=date(2026, 1, 1)).listed
        text = "Id;Name;Rating;FIDE ID\n11;Kovalenko Ivan;2390;500103\n"
        load(text, "list.csv", name="FIN", listed_on=date(2026, 1, 1))
        cup = make().with_players("Ivan Kovalenko", fide_id="500103", rating=2433)
        known = search.rating_list_matches(cup.tournament)
        assert (
            "official_rating"
            not in dict(search.changes_of(known, "standard", chess=True))[cup.players["Ivan Kovalenko"]]
        )
        ((_player, new),) = search.changes_of(search.rating_list_matches(cup.tournament, "FIN"), "standard", chess=True)
        assert (new["rating"], new["rating_source"], new["official_rating"]) == (
            2390, "FIN 2026-01-01 standard", 2433,
        )  # fmt: skip
        signed_in(orla).post(at(cup, "listed-add"), {"key": f"{fide.pk}:500101", "rate": "rapid"})
        aino = Player.objects.get(fide_id="500101")
        assert (aino.rating, aino.rating_source, aino.official_rating) == (2466, "FIDE 2026-01-01 rapid", None)


class TestPlayerLists:
    def test_player_list_exports_and_imports_both_ratings(self, open_):
        text = columns.write(open_.tournament.players.order_by("pk"), frozenset(Right))
        assert text.splitlines()[0] == "Name,Title,Rating,Official rating,Federation,Club,FIDE ID,Born,Sex"
        rows = player_lists.read(text, chess=True).rows
        assert [(row.name, row.values["rating"], row.values["official_rating"]) for row in rows] == [
            (name, own, answer) for name, (own, answer, _reported) in FIELD.items()
        ]

    def test_national_rating_alone_means_no_official_rating(self):
        text = "Name,Elo,National rating\nAnn,1900,2000\nBo,,1800\n"
        ann, bo = (row.values for row in player_lists.read(text, chess=True).rows)
        assert (ann["rating"], ann.get("official_rating")) == (1900, None)
        assert (bo["rating"], bo["official_rating"]) == (1800, 0)
        assert "official_rating" not in player_lists.read(text, chess=False).rows[1].values
