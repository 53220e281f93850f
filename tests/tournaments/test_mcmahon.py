"""A Go tournament by McMahon on the server: ranks, stones that are stored, the table, and what goes out."""

import pytest
from django.urls import reverse

from tournaments.models import Pairing
from tournaments.services import edits, registration

pytestmark = pytest.mark.django_db

RANKS = {"Ann": "2d", "Bo": "1k", "Cy": "5k", "Di": "9k", "Ed": "9k", "Flo": "12k"}


@pytest.fixture
def go(make):
    stage = make(game="go", rules="go", system="mcmahon", planned_rounds=3)
    rows = [{"name": name, "rank": rank, "federation": "FI", "club": "Oulu"} for name, rank in RANKS.items()]
    stage.players = {p.name: p for p in registration.add_players(stage.orla, stage.tournament, rows)}
    return stage


def games(stage):
    """(Black, White): stones, as they are stored."""
    return {
        tuple(place.player.name for place in pairing.appearances.order_by("side")): pairing.handicap
        for pairing in stage.round.pairings.all()
    }


def test_ranks_are_written_as_players_write_them(go):
    registration.change_player(go.orla, go.tournament, go.players["Ann"], rank=" 3 DAN ")
    go.players["Ann"].refresh_from_db()
    assert go.players["Ann"].rank == "3d"


def test_stones_are_stored_with_the_round(go):
    go.pair()
    assert set(games(go).values()) > {0}
    black, white = min(games(go), key=lambda pair: -games(go)[pair])
    assert RANKS[black][-1] == "k"
    assert games(go)[black, white] > 0
    assert all(stones is not None for stones in games(go).values())


def test_a_pair_by_hand_gets_its_stones_when_it_is_published(go):
    go.pair()
    flo, ann = go.players["Flo"], go.players["Ann"]
    left = [place.player.name for place in go.round.appearances.all() if place.player.name not in {"Ann", "Flo"}]
    edits.pair_by_hand(go.orla, go.tournament, go.round, flo, ann)
    assert games(go)["Flo", "Ann"] is None
    free = [name for name in left if not go.round.appearances.filter(player=go.players[name]).exists()]
    edits.pair_by_hand(go.orla, go.tournament, go.round, *(go.players[name] for name in free))
    go.publish()
    assert games(go)["Flo", "Ann"] == 9
    assert None not in games(go).values()


def test_a_corrected_rank_changes_no_stones_that_were_played(go):
    go.play("0-1", "0-1", "0-1")
    before = games(go)
    registration.change_player(go.orla, go.tournament, go.players["Flo"], rank="1k")
    assert games(go) == before


def test_pages_and_api_show_ranks_and_stones(go, client):
    go.pair()
    go.publish()
    slug = go.tournament.slug
    most = max(pairing.handicap for pairing in Pairing.objects.filter(round=go.round))
    said = f"{most} handicap stones"
    client.force_login(go.orla.user)
    for name, where in (("round", {"number": 1}), ("results", {"number": 1}), ("slips", {"number": 1})):
        page = client.get(reverse(f"tournaments:{name}", kwargs={"slug": slug, **where})).content.decode()
        assert said in page, name
        assert "12k" in page, name
    answer = client.get(f"/api/v1/tournaments/{slug}/rounds/1").json()
    assert max(table["handicap"] for table in answer["pairings"]) == most
    players = client.get(f"/api/v1/tournaments/{slug}/players").json()["players"]
    assert {player["name"]: player["rank"] for player in players} == RANKS


def test_the_table_begins_with_the_mcmahon_score(go, client):
    go.play("0-1", "0-1", "0-1")
    rows = client.get(f"/api/v1/tournaments/{go.tournament.slug}/standings").json()["rows"]
    assert list(rows[0]["values"]) == ["MMS", "SOSM", "SOSM/C1", "DC"][: len(rows[0]["values"])]
    scores = {row["player"]["name"]: row["values"]["MMS"]["exact"] for row in rows}
    assert scores["Ann"] in {"31", "32"}
    assert scores["Flo"] in {"18", "19"}
    assert "McMahon score" in client.get(f"/t/{go.tournament.slug}/standings/").content.decode()


def test_h9_goes_out_by_page_and_api(go, client):
    go.play("0-1", "0-1", "0-1")
    slug = go.tournament.slug
    assert f"/t/{slug}/standings.h9" in client.get(f"/t/{slug}/standings/").content.decode()
    text = client.get(f"/t/{slug}/standings.h9").content.decode()
    assert text == client.get(f"/api/v1/tournaments/{slug}/standings.h9").content.decode()
    lines = [line for line in text.splitlines() if not line.startswith(";")]
    assert text.startswith("; EV[Cup]\n; DT[2026-01-10,2026-01-10]\n; HA[h1]\n")
    assert lines[0].split()[:5] == ["1", "Ann", "2D", "FI", "Oulu"]
    assert len(lines) == 6
