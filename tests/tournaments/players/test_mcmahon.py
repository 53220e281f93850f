"""A Go tournament with the McMahon system: ranks, stored handicaps, standings, and exported files."""

import base64
import html
import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from standings.web.table.current import standings_of
from tests.pairings.mcmahon.recorded import SAMPLE
from tournaments.core.rights import Who
from tournaments.drafts import editing
from tournaments.models import Pairing, Tournament
from tournaments.players import registration, start_order
from tournaments.report_files import importing
from tournaments.report_files.go_results import incoming_go
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

RANKS = {"Ann": "2d", "Bo": "1k", "Cy": "5k", "Di": "9k", "Ed": "9k", "Flo": "12k"}


@pytest.fixture
def go(make):
    stage = make(game="go", rules="go", system="mcmahon", planned_rounds=3)
    rows = [{"name": name, "rank": rank, "federation": "FI", "club": "Oulu"} for name, rank in RANKS.items()]
    stage.players = {p.name: p for p in registration.add_players(stage.orla, stage.tournament, rows)}
    return stage


def games(stage):
    """Return {(Black, White): handicap stones}, as stored."""
    return {
        tuple(place.player.name for place in pairing.appearances.order_by("side")): pairing.handicap
        for pairing in stage.round.pairings.all()
    }


def test_typed_rank_is_stored_in_short_form(go):
    registration.change_player(go.orla, go.tournament, go.players["Ann"], rank=" 3 DAN ")
    go.players["Ann"].refresh_from_db()
    assert go.players["Ann"].rank == "3d"


def test_handicap_stones_are_stored_with_the_round(go):
    go.pair()
    assert set(games(go).values()) > {0}
    black, white = min(games(go), key=lambda pair: -games(go)[pair])
    assert RANKS[black][-1] == "k"
    assert games(go)[black, white] > 0
    assert all(stones is not None for stones in games(go).values())


def test_manual_pair_gets_its_stones_when_published(go):
    go.pair()
    flo, ann = go.players["Flo"], go.players["Ann"]
    left = [place.player.name for place in go.round.appearances.all() if place.player.name not in {"Ann", "Flo"}]
    editing.pair_by_hand(go.orla, go.tournament, go.round, flo, ann)
    assert games(go)["Flo", "Ann"] is None
    free = [name for name in left if not go.round.appearances.filter(player=go.players[name]).exists()]
    editing.pair_by_hand(go.orla, go.tournament, go.round, *(go.players[name] for name in free))
    go.publish()
    assert games(go)["Flo", "Ann"] == 9
    assert None not in games(go).values()


def test_corrected_rank_does_not_change_played_handicaps(go):
    go.play("0-1", "0-1", "0-1")
    before = games(go)
    registration.change_player(go.orla, go.tournament, go.players["Flo"], rank="1k")
    assert games(go) == before


def test_pages_and_api_show_ranks_and_stones(go, client):
    go.pair()
    go.publish()
    slug = go.tournament.slug
    most = max(pairing.handicap for pairing in Pairing.objects.filter(round=go.round))
    text = f"{most} handicap stones"
    client.force_login(go.orla.user)
    for name, where in (("round", {"number": 1}), ("results", {"number": 1}), ("slips", {"number": 1})):
        page = client.get(reverse(f"tournaments:{name}", kwargs={"slug": slug, **where})).content.decode()
        assert text in page, name
        assert "12k" in page, name
    answer = client.get(f"/api/v1/tournaments/{slug}/rounds/1").json()
    assert max(table["handicap"] for table in answer["pairings"]) == most
    players = client.get(f"/api/v1/tournaments/{slug}/players").json()["players"]
    assert {player["name"]: player["rank"] for player in players} == RANKS


def test_standings_start_with_the_mcmahon_score(go, client):
    go.play("0-1", "0-1", "0-1")
    rows = client.get(f"/api/v1/tournaments/{go.tournament.slug}/standings").json()["rows"]
    assert list(rows[0]["values"]) == ["MMS", "SOSM", "SOSM/C1", "DC"][: len(rows[0]["values"])]
    scores = {row["player"]["name"]: row["values"]["MMS"]["exact"] for row in rows}
    assert scores["Ann"] in {"31", "32"}
    assert scores["Flo"] in {"18", "19"}
    assert "McMahon score" in client.get(f"/t/{go.tournament.slug}/standings/").content.decode()


def words(page):
    return " ".join(re.sub("<[^>]*>", "", page).split())


def test_podium_shows_the_mcmahon_score(go, client):
    go.play("0-1", "0-1", "0-1")
    lifecycle.finish(go.orla, go.tournament, rounds_missing=2)
    page = client.get(f"/t/{go.tournament.slug}/")
    first = page.context["podium"][0]
    rows = client.get(f"/api/v1/tournaments/{go.tournament.slug}/standings").json()["rows"]
    assert (first.player.name, first.mcmahon) == (rows[0]["player"]["name"], rows[0]["values"]["MMS"]["shown"])
    assert f"McMahon score {first.mcmahon}, 1 point" in page.content.decode()


def test_standings_draw_starting_ranks_with_bar_and_floor(go, client):
    go.play("0-1", "0-1", "0-1")
    drawn = client.get(f"/t/{go.tournament.slug}/standings/").context["started"]
    starts = [("2d", "1"), ("1k", "1"), ("5k", "1"), ("9k", "2"), ("12k", "1")]
    assert drawn.rows == [*starts, ("Bar", "3d"), ("Floor", "30k")]


def test_bar_page_shows_who_starts_where_and_saves_the_bar(go, client):
    slug = go.tournament.slug
    address = f"/t/{slug}/desk/bar/"
    client.force_login(go.orla.user)
    assert address in client.get(f"/t/{slug}/desk/").text
    whole = words(client.get(address).text)
    assert "0 players start at the bar (3d) and can win." in whole
    assert "For this number of rounds, 4 to 8 players at the bar are usual." in whole
    part = client.get(f"{address}?bar=5k&floor=9k", headers={"HX-Request": "true"}).text
    assert part.lstrip().startswith('<section id="groups"')
    part = words(part)
    assert "3 players start at the bar (5k) and can win." in part
    assert "A bar at 9k comes closest." in part
    assert "Not saved yet." in part
    wrong = client.get(f"{address}?bar=9k&floor=5k", headers={"HX-Request": "true"}).text
    assert "The floor is above the bar. Enter the same rank or a lower one." in wrong
    assert client.post(address, {"bar": "9k", "floor": "5k"}).status_code == 422
    assert client.post(address, {"bar": "5k", "floor": "9k"}).status_code == 302
    assert client.get(f"/api/v1/tournaments/{slug}/system").json()["options"]["bar"] == "5k"
    go.pair()
    begun = client.get(address).text
    assert "The first round has been paired, so the bar is fixed." in begun
    assert 'name="bar"' not in begun
    assert "at the bar are usual" not in begun, "no advice that can no longer be followed"
    late = client.post(address, {"bar": "9k", "floor": "9k"})
    assert (late.status_code, "the pairing system can no longer change" in late.text) == (422, True)


def test_api_shows_who_starts_where(go, client):
    client.force_login(go.orla.user)
    found = client.get(f"/api/v1/tournaments/{go.tournament.slug}/bar?bar=5k&floor=9k").json()
    lines = [(group["score"], group["at_bar"], [p["name"] for p in group["players"]]) for group in found["groups"]]
    assert lines == [(25, True, ["Ann", "Bo", "Cy"]), (21, False, ["Di", "Ed", "Flo"])]
    assert (found["at_bar"], found["usual_from"], found["usual_to"], found["proposed"]) == (3, 4, 8, "9k")
    assert client.get(f"/api/v1/tournaments/{go.tournament.slug}/bar?bar=10d").status_code == 422


def test_h9_file_is_the_same_from_page_and_api(go, client):
    go.play("0-1", "0-1", "0-1")
    slug = go.tournament.slug
    assert f"/t/{slug}/standings.h9" in client.get(f"/t/{slug}/standings/").content.decode()
    text = client.get(f"/t/{slug}/standings.h9").content.decode()
    assert text == client.get(f"/api/v1/tournaments/{slug}/standings.h9").content.decode()
    lines = [line for line in text.splitlines() if not line.startswith(";")]
    assert text.startswith("; EV[Cup]\n; DT[2026-01-10,2026-01-10]\n; HA[h1]\n")
    assert lines[0].split()[:5] == ["1", "Ann", "2D", "FI", "Oulu"]
    assert len(lines) == 6


H9 = (SAMPLE / "mm-12-absent.h9").read_bytes()


def lines_of(text):
    return [line.split() for line in text.splitlines() if not line.startswith(";")]


def taken_in(client, data, **more):
    """Return the answer of the import page to a file."""
    return client.post("/import/", {"content": base64.b64encode(data).decode(), "time_zone": "UTC", **more})


def test_imported_player_keeps_a_different_starting_score(db):
    """The imported tournament has the starting scores of the file.

    This includes a player who started higher than the rank gives.
    """
    rows = (("4d", 34, "2+/w0"), ("4d", 33, "1-/b0"), ("1d", 31, "4+/w0"), ("1d", 29, "3-/b0"))
    lines = [
        f"{at} P{at} Example {rank} FI Hel {score} 0 {game}" for at, (rank, score, game) in enumerate(rows, start=1)
    ]
    head = "; Pl Name                            Rk Co Club  MMS  SOS"
    found = incoming_go("\n".join([head, *lines]).encode())
    values = {"name": "Go", "starts_on": date(2026, 5, 1), "time_zone": "UTC", "is_public": True}
    made = importing.import_tournament(Who.command("test"), found, **values)
    table = standings_of(made, stage=made.stages.get(), live=False)
    assert [int(row.values["MMS"]) for row in table.table.rows] == [34, 33, 31, 29]
    assert any("keeps it" in text for _line, text in found.remarks)
    started = start_order.start_of(made.stages.get()).groups
    assert [(group.score, len(group.players)) for group in started] == [(33, 2), (30, 1), (29, 1)]
    assert rounds.pair_next_round(Who.command("test"), made, 2).pairings.count() == 2


def test_imported_h9_file_exports_the_same(client, orla):
    client.force_login(orla)
    upload = SimpleUploadedFile("a.h9", H9)
    page = client.post("/import/", {"file": upload}).text
    assert "The scores in the file match a bar at 2d and a floor at 30k." in page
    assert "McMahon" in page
    stored = taken_in(client, H9, name="Cup", starts_on="2026-01-10", bar="2d", floor="30k", is_public="on")
    assert stored.status_code == 302
    tournament = Tournament.objects.get(name="Cup")
    assert (tournament.game, tournament.rounds.count()) == ("go", 4)
    text = client.get(f"/t/{tournament.slug}/standings.h9").text
    players = [{line[1]: line[2:10] for line in lines_of(sheet)} for sheet in (text, H9.decode("iso-8859-15"))]
    assert players[0] == players[1]
    journal = client.get(f"/t/{tournament.slug}/desk/journal/")
    assert "Cup" in journal.text


def test_invalid_h9_entry_or_bar_is_refused_with_reason(client, orla):
    client.force_login(orla)
    broken = H9.replace(b"2+/w0", b"9+/w0", 1)
    page = client.post("/import/", {"file": SimpleUploadedFile("a.h9", broken)})
    assert page.status_code == 422
    assert "Round 1: P03 X has 9+/w0, but place 9 has a different entry." in html.unescape(page.text)
    asked = {"name": "Cup", "starts_on": "2026-01-10", "bar": "9k", "floor": "3d"}
    page = taken_in(client, H9, **asked)
    assert page.status_code == 422
    assert "The floor is above the bar" in page.text
    assert not Tournament.objects.exists()


def test_api_and_command_import_go_files(client, orla, tmp_path):
    def post(query, data):
        headers = {"Idempotency-Key": query}
        return client.post(f"/api/v1/tournaments/import{query}", data, content_type="text/plain", headers=headers)

    client.force_login(orla)
    dry = post("?dry_run=true", H9).json()
    assert (dry["system"], dry["players"], dry["rounds"], dry["tournament"]) == ("mcmahon", 12, 4, None)
    assert post("?system=dutch", H9).status_code == 422
    assert post("?bar=10d", H9).status_code == 422
    made = post("?name=Open&bar=5k", H9).json()["tournament"]
    assert client.get(f"/api/v1/tournaments/{made['slug']}/system").json()["options"]["bar"] == "5k"
    aga = client.get(f"/t/{made['slug']}/standings.aga").text
    assert aga == client.get(f"/api/v1/tournaments/{made['slug']}/standings.aga").text
    file = tmp_path / "games.txt"
    file.write_text(aga)
    call_command("import_tournament", file)
    again = Tournament.objects.exclude(slug=made["slug"]).get()
    assert again.name == "Open"
    games = [[line[2:] for line in lines_of(text)] for text in (aga, client.get(f"/t/{again.slug}/standings.aga").text)]
    assert sorted(games[0]) == sorted(games[1])
    file.write_text(aga.replace("GAMES 2", "GAMES 9"))
    with pytest.raises(CommandError, match="rounds must be in order"):
        call_command("import_tournament", file)


FESA = """Cup : 2026-01-10
Nr Name           Nat  Grade  ELO    1       2   Pts   +/-
 1 van der Berg Lex NL   2 Dan 1929   2+(-r)  3+    2
 2 Ann            Bo FR   1 Kyu 1611   1-(+r)  4+    1
 3 Cy             Di DE         700*   4+      1-    1
 4 Ed             Flo SE  5 Kyu 1250   3-      2-    0
"""


@pytest.mark.rotates(2)
def test_shogi_grid_is_imported_and_exported(client, orla, tmp_path):
    client.force_login(orla)
    data = FESA.encode("iso-8859-1")
    page = client.post("/import/", {"file": SimpleUploadedFile("a.txt", data)}).text
    assert "1 game was played at a piece handicap. Only its result is imported." in page
    assert "The file does not say who was Sente. The lower-ranked player is set as Sente." in page
    assert taken_in(client, data, name="Cup", starts_on="2026-01-10", is_public="on").status_code == 302
    cup = Tournament.objects.get()
    assert (cup.game, cup.first_label, cup.rounds.count()) == ("shogi", "Sente", 2)
    assert f"/t/{cup.slug}/standings.fesa" in client.get(f"/t/{cup.slug}/standings/").text
    written = client.get(f"/t/{cup.slug}/standings.fesa")
    assert written.content == client.get(f"/api/v1/tournaments/{cup.slug}/standings.fesa").content
    rows = [row.split() for row in written.content.decode("iso-8859-1").splitlines()]
    assert rows[0] == ["Cup,", "2026-01-10"]
    assert rows[2] == ["1", "van", "der", "Berg", "Lex", "NL", "2", "Dan", "1929", "2+", "3+", "2"]
    assert ["3", "Cy", "Di", "DE", "1*", "4+", "1-", "1"] in rows
    file = tmp_path / "grid.txt"
    file.write_bytes(written.content)
    call_command("import_tournament", file)
    again = Tournament.objects.exclude(pk=cup.pk).get()
    assert client.get(f"/t/{again.slug}/standings.fesa").content == written.content
    cup.game = "go"
    cup.save()
    assert "standings.fesa" not in client.get(f"/t/{cup.slug}/standings/").text


TIED = """; EV[Order cup]
; Pl Name                            Rk Co Club  MMS  SOSSOSOS
   1 Alfa Aino                       1D FI Oulu   31   88  266    4+/w0    3+/b0    2-/w0
   2 Beta Bo                         1D FI Oulu   31   88  266    3-/w0    4+/b0    1+/b0
   3 Gamma Cay                       1D FI Oulu   30   90  264    2+/b0    1-/w0    4-/w0
   4 Delta Dag                       1D FI Oulu   30   90  264    1-/b0    2-/w0    3+/b0
"""


def test_tie_breaks_follow_the_order_of_the_imported_sheet(client, orla):
    client.force_login(orla)
    taken_in(client, TIED.encode(), name="Cup", starts_on="2026-01-10", bar="3d", floor="30k", is_public="on")
    tournament = Tournament.objects.get(name="Cup")
    assert tournament.rules_changes == {"chain": ["MMS", "SOSM", "SOSOSM"]}


def test_form_for_a_go_player_asks_for_the_rank(go, client, orla):
    client.force_login(orla)
    roll = f"/t/{go.tournament.slug}/desk/players/"
    assert 'name="rank"' in client.get(roll).text
    assert client.post(f"{roll}add/", {"name": "Lee", "rank": "4 dan"}).status_code == 302
    assert go.tournament.players.get(name="Lee").rank == "4d"
    assert client.post(f"{roll}add/", {"name": "Kim", "rank": "40k"}).status_code == 422


def test_standings_mark_players_who_started_at_bar_or_floor(go, client):
    go.tournament.stages.update(options={"bar": "1k", "floor": "9k"})
    page = client.get(reverse("standings:table", args=[go.tournament.slug])).content.decode()
    assert "The bar is at 1k, the floor at 9k." in re.sub("</?bdi[^>]*>", "", page)
    found = re.findall(r"at-(bar|floor)(?:(?!</th>).)*?<bdi>(\w+)</bdi>", page)
    assert sorted(found) == [("bar", "Ann"), ("bar", "Bo"), ("floor", "Di"), ("floor", "Ed"), ("floor", "Flo")]


def test_standings_without_a_bar_do_not_mention_it(go, client):
    go.tournament.stages.update(options={"start": "level"})
    page = client.get(reverse("standings:table", args=[go.tournament.slug])).content.decode()
    assert "The bar is at" not in page
    assert "at-bar" not in page
