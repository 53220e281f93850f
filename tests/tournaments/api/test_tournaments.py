"""Tournaments in the API: created as on the page, changed, copied, finished, archived and found again."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.test_api import problem
from tournaments.core.games import GAMES
from tournaments.history import undo
from tournaments.models import Member, Stage, Tournament
from tournaments.people import tokens
from tournaments.setup.api import ChangeIn
from tournaments.setup.forms.creation_forms import SettingsForm

pytestmark = pytest.mark.django_db

NEW = {"name": "Spring Open", "starts_on": "2026-05-01", "game": "chess"}


def what_is_set(tournament):
    own = {name: getattr(tournament, name) for name in SettingsForm.Meta.fields}
    stage = Stage.objects.get(tournament=tournament)
    return own, {name: getattr(stage, name) for name in ("system", "options", "seating", "planned_rounds")}


class TestCreating:
    @pytest.mark.parametrize("game", list(GAMES))
    def test_gives_the_same_tournament_as_the_page(self, account, orla, game):
        body = {**NEW, "game": game, "players": 30, "hours": 6}
        answer = account().post("/tournaments", body)
        assert answer.status_code == 201, answer.content
        assert answer["Location"] == "/api/v1/tournaments/spring-open"
        page = {**body, "name": "Spring Open", "time_zone": "UTC", "is_public": "on"}
        signed_in(orla).post("/new/", page)
        by_program, by_page = Tournament.objects.order_by("pk")
        assert what_is_set(by_program) == what_is_set(by_page)
        assert Member.objects.get(tournament=by_program).user == orla

    def test_accepts_every_setting(self, account):
        more = {
            "time_zone": "Europe/Helsinki", "is_public": False, "uses_check_in": True,
            "points": {"win": "3", "draw": "1"},
            "half_byes_most": 2, "half_byes_not_in_last": 1, "system": "dutch", "preset": "fide",
            "planned_rounds": 7, "seating": "entry", "rules": "fide-2024", "first_label": "Home", "best_of": 3,
        }  # fmt: skip
        made = account().post("/tournaments", {**NEW, **more}).json()
        values = {name: made[name] for name in more if name not in ("preset", "points")}
        assert values == {name: value for name, value in more.items() if name in values}
        tournament = Tournament.objects.get()
        assert (tournament.points_win, tournament.points_draw) == (3, 1)

    def test_repeated_request_makes_one_tournament_usable_by_the_token(self, account):
        desk = account("read", "admin", "players:write")
        slugs = {desk.post("/tournaments", NEW, key="k").json()["slug"] for _time in range(3)}
        assert slugs == {"spring-open"}
        problem(desk.post("/tournaments", {**NEW, "name": "Other"}, key="k"), 422, "key-reused")
        assert desk.post("/tournaments/spring-open/players", {"players": [{"name": "Eve"}]}).status_code == 201
        assert Tournament.objects.count() == 1

    @pytest.mark.parametrize(
        ("wrong", "pointer"),
        [
            ({"name": "\u202e"}, "/name"),
            ({"game": "curling"}, "/game"),
            ({"starts_on": "31.12.2026"}, "/starts_on"),
            ({"starts_on": "1000-01-01"}, "/starts_on"),
            ({"time_zone": "Mars/Olympus"}, "/time_zone"),
            ({"language": "xx"}, "/language"),
            ({"rules": "nobody's"}, "/rules"),
            ({"system": "round-robin", "planned_rounds": 4}, "/planned_rounds"),
            ({"system": "dutch", "preset": "papp"}, "/preset"),
            ({"preset": "fide"}, "/preset"),
            ({"score_total": 70}, "/score_total"),
            ({"system": "dutch", "seating": "varma"}, "/seating"),
            ({"points": {"win": "1e5"}}, "/points/win"),
            ({"color": "red"}, "/color"),
        ],
    )
    def test_invalid_value_is_refused_with_a_pointer(self, account, wrong, pointer):
        answer = account().post("/tournaments", {**NEW, **wrong})
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["pointer"] == pointer, answer.json()
        assert not Tournament.objects.exists()

    def test_needs_an_account_token_with_the_admin_scope(self, cup, account, program):
        one = program(cup, "admin")
        one.root = "/api/v1"
        problem(one.post("/tournaments", NEW), 403, "not-allowed")
        problem(one.post("/tournaments/cup/copy", {"name": "C", "starts_on": "2026-05-01"}), 403, "not-allowed")
        refused = account("read", "players:write").post("/tournaments", NEW)
        assert problem(refused, 403, "not-allowed")["scopes"] == ["admin"]
        assert Tournament.objects.count() == 1


class TestSetting:
    def test_covers_every_setting_of_the_page(self, cup, program):
        """The exceptions are the system and its options, which have their own URL."""
        named = {"points" if name.startswith("points_") else name for name in SettingsForm.Meta.fields}
        of_page = {*named, "seating", "planned_rounds", "reason"}
        assert set(ChangeIn().fields) == of_page | {"section", "external_id"}
        assert set(program(cup, "admin").get("").json()) >= of_page - {"reason"}

    def test_uses_the_revision_that_was_read(self, cup, program):
        desk = program(cup, "admin")
        read = desk.get("")
        body = {"name": "Cup of May", "uses_check_in": True, "half_byes_most": 1, "is_public": False}
        answer = desk.send("PATCH", "", body, If_Match=read["ETag"])
        assert answer.status_code == 200, answer.content
        assert {name: answer.json()[name] for name in body} == body
        again = desk.send("PATCH", "", body, If_Match=read["ETag"])
        assert (again.status_code, again.json()) == (200, answer.json())
        stale = problem(desk.send("PATCH", "", {"name": "Other"}, If_Match=read["ETag"]), 412, "stale")
        assert stale["current"]["name"] == "Cup of May"
        problem(desk.send("PATCH", "", {"name": "Other"}), 428, "if-match")

    def test_follows_the_rules_of_the_page(self, cup, program):
        desk = program(cup, "admin")

        def change(body):
            return desk.send("PATCH", "", body, If_Match=desk.get("")["ETag"])

        assert problem(change({"score_total": 70}), 422, "no-scores")["errors"][0]["pointer"] == "/score_total"
        assert problem(change({"section": "B"}), 422, "invalid")["errors"][0]["pointer"] == "/section"
        assert problem(change({"seating": "snake"}), 422, "invalid")["errors"][0]["pointer"] == "/seating"
        cup.play("1-0", "1-0")
        problem(change({"best_of": 3}), 422, "too-late")
        problem(change({"points": {"win": "3"}}), 422, "reason-missing")
        assert change({"points": {"win": "3"}, "reason": "As announced"}).status_code == 200

    def test_needs_the_admin_scope(self, cup, program):
        refused = program(cup, "read", "rules:write", "pairings:write").send("PATCH", "", {}, If_Match='"1"')
        assert problem(refused, 403, "not-allowed")["scopes"] == ["admin"]


class TestLife:
    @pytest.mark.rotates(2)
    def test_tournament_is_finished_reopened_and_archived(self, cup, program):
        desk = program(cup, "read", "admin")
        cup.pair()
        problem(desk.post("/finish"), 422, "round-running")
        cup.publish()
        cup.enter(1, "1-0")
        cup.enter(2, "1-0")
        cup.close()
        assert [
            desk.post("/finish", {"rounds_missing": 2}, key="f").json()["finished_at"] is None for _time in range(2)
        ] == [False] * 2
        assert [desk.post("/reopen").json()["finished_at"] for _time in range(2)] == [None] * 2
        assert [desk.post("/archive").json()["archived_at"] is None for _time in range(2)] == [False] * 2
        assert [desk.post("/unarchive").json()["archived_at"] for _time in range(2)] == [None] * 2
        answer = [entry["verb"] for entry in desk.get("/journal?after=6").json()["entries"]]
        assert answer[-4:] == ["finish", "undo", "archive", "unarchive"]

    def test_early_finish_must_name_the_number_of_missing_rounds(self, cup, program):
        desk = program(cup, "read", "admin")
        cup.play("1-0", "1-0")
        assert problem(desk.post("/finish"), 422, "rounds-missing")["rounds_missing"] == 2
        assert problem(desk.post("/finish", {"rounds_missing": 1}), 422, "rounds-missing")["rounds_missing"] == 2
        assert desk.post("/finish", {"rounds_missing": 2}).json()["finished_at"] is not None

    @pytest.mark.rotates(2)
    def test_archived_tournament_leaves_the_lists_and_its_pages_stay(self, cup, orla, account):
        client = signed_in(orla)
        for _time in range(2):
            client.post("/t/cup/desk/archive/", {"do": "archive"})
        assert b"/t/cup/" not in client.get("/").content
        assert b"Archived tournaments" in client.get("/").content
        assert b"/t/cup/" in client.get("/?archive").content
        assert client.get("/t/cup/").status_code == 200
        desk = account()
        assert desk.get("/tournaments").json()["tournaments"] == []
        assert len(desk.get("/tournaments?status=archived").json()["tournaments"]) == 1
        client.post("/t/cup/desk/archive/", {"do": "unarchive"})
        assert b"/t/cup/" in client.get("/").content
        undo.undo(cup.orla, cup.tournament, cup.tournament.journal.first())
        assert b"/t/cup/" not in client.get("/").content

    def test_tournament_is_copied_with_its_players(self, cup, account):
        desk = account("admin", "players:write", "read")
        body = {"name": "Cup of June", "starts_on": "2026-06-01", "with_players": True}
        made = [desk.post("/tournaments/cup/copy", body, key="c") for _time in range(2)]
        assert [answer.status_code for answer in made] == [201, 201]
        (slug,) = {answer.json()["slug"] for answer in made}
        assert len(desk.get(f"/tournaments/{slug}/players").json()["players"]) == 4
        assert account("admin").post("/tournaments/cup/copy", body).status_code == 403


class TestFinding:
    @pytest.mark.rotates(2)
    def test_lists_450_tournaments_once_in_pages_latest_first(self, orla, make, account):
        first = make(name="T").tournament
        days = [date(2026, 1, 1) + timedelta(days=n % 90) for n in range(449)]
        rows = [Tournament(slug=f"t-{n}", name=f"T {n % 7}", starts_on=days[n], time_zone="UTC", game="chess",
                           rules="fide-2026") for n in range(449)]  # fmt: skip
        made = Tournament.objects.bulk_create(rows)
        Stage.objects.bulk_create(Stage(tournament=row, number=1, system="dutch", seed="s") for row in made)
        desk, cursor, found, asked = account(), "", [], []
        desk.get("/systems")  # a token's first request records its use and reserves further requests
        while cursor is not None:
            tokens.forget()  # each request looks up the owner of the token
            with CaptureQueriesContext(connection) as queries:
                page = desk.get(f"/tournaments?limit=200{cursor and f'&cursor={cursor}'}").json()
            found += page["tournaments"]
            asked.append(len(queries))
            cursor = page["next"]
        assert len(found) == 450 == len({row["slug"] for row in found})
        assert [row["starts_on"] for row in found] == sorted((row["starts_on"] for row in found), reverse=True)
        assert first.slug in {row["slug"] for row in found}
        assert asked == [4, 4, 4]

    @pytest.mark.rotates(2)
    def test_filters_tournaments_by_the_query(self, cup, make, sam, account):
        go = make(name="Go Cup", game="go", starts_on=date(2026, 3, 1)).with_players("Virtanen, Anna").tournament
        done = make(name="Done", city="Turku", starts_on=date(2026, 2, 1)).tournament
        Tournament.objects.filter(pk=done.pk).update(finished_at="2026-02-02T00:00Z")
        cup.pair()
        cup.publish()
        desk, guest = account(), account(user=sam)
        for query, slugs in {
            "": [go.slug, done.slug, "cup"],
            "status=planned": [go.slug],
            "status=running": ["cup"],
            "status=finished": [done.slug],
            "game=go": [go.slug],
            "q=cup": [go.slug, "cup"],
            "city=lodz": [],
            "city=turk": [done.slug],
            "player=vir+anna": [go.slug],
            "player=ann+ve": [],
            "date_from=2026-02-01&date_to=2026-02-28": [done.slug],
            "mine=true": [go.slug, done.slug, "cup"],
        }.items():
            assert [row["slug"] for row in desk.get(f"/tournaments?{query}").json()["tournaments"]] == slugs, query
        assert guest.get("/tournaments?mine=true").json()["tournaments"] == []

    @pytest.mark.parametrize("wrong", ["foo=1", "status=over", "limit=0", "limit=x", "date_from=1.1.26", "cursor=x"])
    def test_invalid_query_is_refused_with_a_pointer(self, account, wrong):
        answer = account().get(f"/tournaments?{wrong}")
        assert problem(answer, 422, "query")["errors"][0]["pointer"] == f"/{wrong.partition('=')[0]}"
