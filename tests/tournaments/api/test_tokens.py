"""Personal tokens: valid for all tournaments of the account, without further rights, managed by page and by API."""

import re
from datetime import timedelta
from time import monotonic

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import in_days
from tests.tournaments.api.test_api import problem
from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Who
from tournaments.models import ApiToken, Member, User
from tournaments.models.fields import secret_hash
from tournaments.people import tokens
from tournaments.people.tokens import token_with
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


def asking(**more):
    return {"name": "Board", "scopes": ["read"], "expires_at": in_days(2).isoformat(), **more}


def test_token_is_read_with_the_stored_values(account, orla):
    """One raw SQL statement reads a token: each value is in its place, even after columns are added."""
    desk = account("read", "results:write")
    row = ApiToken.objects.get()
    with CaptureQueriesContext(connection) as asked:
        found = token_with(desk.headers["Authorization"].removeprefix("Bearer "))
        shown = {name: getattr(found, name) for name in ("pk", "name", "scopes", "expires_at", "tournament_id")}
        shown |= {
            "maker": (found.created_by.pk, found.created_by.called, found.created_by.is_guest),
            "open": found.is_open,
        }
    assert shown == {
        "pk": row.pk, "name": "Desk", "scopes": ["read", "results:write"], "expires_at": row.expires_at,
        "tournament_id": None, "maker": (orla.pk, "Orla", False), "open": True,
    }  # fmt: skip
    assert len(asked) == 1
    assert found.hint == row.hint, "what is not asked for beforehand is there too"
    assert token_with("kie_nobody's") is None


class TestReach:
    def test_covers_all_tournaments_of_its_maker_and_no_others(self, cup, make, sam, account):
        other = make(name="Second", is_public=False)
        foreign = lifecycle.create_tournament(
            Who.at_page(sam), name="Foreign", game="chess", starts_on="2026-01-10", time_zone="UTC", is_public=False
        )
        desk = account("read", "players:write")
        for stage in (cup, other):
            path = f"/tournaments/{stage.tournament.slug}/players"
            assert desk.post(path, {"players": [{"name": "Eve"}]}).status_code == 201
        problem(desk.get(f"/tournaments/{foreign.slug}"), 404, "not-found")
        assert {row["slug"] for row in desk.get("/tournaments").json()["tournaments"]} == {"cup", "second"}

    def test_gives_no_more_rights_than_its_maker_has_now(self, cup, orla, account):
        desk = account("read", "players:write", "admin")
        member = Member.objects.get(tournament=cup.tournament, user=orla)
        member.role = Member.Role.HELPER
        member.save()
        problem(desk.post("/tournaments/cup/players", {"players": [{"name": "Eve"}]}), 403, "not-allowed")
        orla.is_active = False
        orla.save()
        tokens.forget()  # as if a second had passed
        for path in ("/tournaments/cup", "/tokens/current", "/systems"):
            assert desk.get(path).status_code == 401, path

    def test_without_a_scope_sees_only_public_data(self, make, orla):
        make(name="Veiled", is_public=False)
        _token, value = tokens.create_account_token(Who.at_page(orla), name="None", scopes=[], expires_at=in_days(1))
        client = Client(headers={"Authorization": f"Bearer {value}"})
        assert client.get("/api/v1/tournaments").json()["tournaments"] == []
        assert client.get("/api/v1/tournaments/veiled").status_code == 404


class TestRevokedToken:
    def test_ends_at_once_in_its_process_and_soon_in_others(self, cup, account):
        desk = account("read")
        assert desk.get("/tokens/current").status_code == 200
        ApiToken.objects.update(revoked_at=timezone.now())  # as another process would do it
        tokens._token_cache.expire(monotonic() + tokens.MOMENT)
        assert desk.get("/tokens/current").status_code == 401
        ApiToken.objects.update(revoked_at=None)
        tokens.forget()
        assert desk.get("/tokens/current").status_code == 200
        tokens.revoke_account_token(Who.at_page(cup.orla.user), ApiToken.objects.get())
        assert desk.get("/tokens/current").status_code == 401


class TestMaking:
    def test_repeated_request_shows_the_secret_of_one_token_again(self, cup, account):
        desk = account()
        body = asking(tournament="cup")
        first, again = (desk.post("/tokens", body, key="k") for _ in range(2))
        assert first.status_code == again.status_code == 201
        made = first.json()
        assert again.json()["token"] == made["token"]
        assert secret_hash(made["token"]).startswith(made["id"])
        assert made["tournament"] == "cup"
        board = Client(headers={"Authorization": f"Bearer {made['token']}"})
        assert board.get("/api/v1/tournaments/cup/journal").status_code == 200
        assert made["token"] not in desk.get("/tokens").content.decode()

    def test_account_token_is_made_once_for_a_key(self, account):
        desk = account()
        body = asking()
        first, again = (desk.post("/tokens", body, key="k").json() for _ in range(2))
        assert first == again
        problem(desk.post("/tokens", asking(name="Other"), key="k"), 422, "key-reused")
        assert ApiToken.objects.filter(made_with__isnull=False).count() == 1

    @pytest.mark.parametrize(
        "more",
        [{"scopes": ["read", "players:write"]}, {"expires_at": in_days(6).isoformat()}, {"scopes": ["pairings:write"]}],
    )
    @pytest.mark.parametrize("tournament", [None, "cup"])
    def test_new_token_has_no_more_scopes_and_no_later_end_than_its_maker(self, cup, account, more, tournament):
        problem(account().post("/tokens", asking(tournament=tournament, **more)), 403, "not-allowed")
        assert not ApiToken.objects.exclude(name="Desk").exists()

    def test_new_token_covers_no_more_tournaments_than_its_maker(self, cup, make, program):
        make(name="Second")
        desk = program(cup, "read", "admin")
        desk.root = "/api/v1"
        for tournament in (None, "second"):
            body = asking(tournament=tournament, expires_at=(timezone.now() + timedelta(hours=1)).isoformat())
            problem(desk.post("/tokens", body), 403, "not-allowed")

    def test_token_made_by_a_token_makes_no_others_and_ends_with_it(self, cup, account):
        desk = account()
        made = desk.post("/tokens", asking(scopes=["read", "admin"])).json()["token"]
        child = Client(headers={"Authorization": f"Bearer {made}", "Idempotency-Key": "x"})
        answer = child.post("/api/v1/tokens", asking(), content_type="application/json")
        problem(answer, 403, "not-allowed")
        assert child.get("/api/v1/tournaments/cup/journal").status_code == 200
        assert desk.send("DELETE", "/tokens/current").status_code == 204
        assert child.get("/api/v1/tournaments/cup/journal").status_code == 401

    def test_making_and_listing_tokens_need_the_admin_scope(self, cup, account):
        for answer in (account("read").get("/tokens"), account("players:write").post("/tokens", asking())):
            problem(answer, 403, "not-allowed")
            assert answer.json()["scopes"] == ["admin"]

    @pytest.mark.parametrize(
        ("wrong", "pointer"),
        [
            ({"expires_at": "2020-01-01T00:00:00Z"}, "/expires_at"),
            ({"expires_at": in_days(400).isoformat()}, "/expires_at"),
            ({"scopes": ["event"]}, "/scopes"),
            ({"scopes": ["root"]}, "/scopes/0"),
            ({"tournament": "nowhere"}, "/tournament"),
            ({"power": 9}, "/power"),
        ],
    )
    def test_invalid_request_is_refused_with_a_pointer(self, orla, wrong, pointer):
        answer = signed_in(orla).post(
            "/api/v1/tokens", asking(**wrong), content_type="application/json", headers={"Idempotency-Key": "x"}
        )
        assert problem(answer, 422, "invalid")["errors"][0]["pointer"] == pointer


class TestList:
    def test_lists_own_tokens_with_their_last_use(self, cup, sam, account, token_of):
        token_of(cup, name="Of the cup")
        tokens.create_account_token(Who.at_page(sam), name="Sam's", scopes=["read"], expires_at=in_days(1))
        found = account().get("/tokens").json()["tokens"]
        assert [(row["name"], row["tournament"]) for row in found] == [("Desk", None), ("Of the cup", "cup")]
        assert [row["last_used_at"] is None for row in found] == [False, True]

    def test_tournament_token_lists_only_tokens_of_its_tournament(self, cup, account, program):
        account()
        desk = program(cup, "admin")
        desk.root = "/api/v1"
        assert [row["tournament"] for row in desk.get("/tokens").json()["tokens"]] == ["cup"]
        problem(desk.get(f"/tokens/{ApiToken.objects.get(tournament=None).public_id}"), 404, "not-found")

    def test_token_reads_itself_but_no_other(self, account):
        desk = account("results:write")
        assert desk.get("/tokens/current").json()["scopes"] == ["results:write"]
        other = ApiToken.objects.get(
            pk=tokens.create_account_token(
                Who.at_page(ApiToken.objects.get().created_by), name="Other", scopes=[], expires_at=in_days(1)
            )[0].pk
        )
        problem(desk.get(f"/tokens/{other.public_id}"), 403, "not-allowed")
        problem(desk.send("DELETE", f"/tokens/{other.public_id}"), 403, "not-allowed")

    def test_hides_tokens_of_others(self, sam, account):
        account()
        other = ApiToken.objects.get()
        stranger = signed_in(sam)
        assert stranger.get("/api/v1/tokens").json()["tokens"] == []
        assert stranger.get(f"/api/v1/tokens/{other.public_id}").status_code == 404
        assert Client().get("/api/v1/tokens").status_code == 401

    def test_last_use_is_stored_at_most_once_a_minute(self, account):
        desk = account()
        desk.get("/systems")
        with CaptureQueriesContext(connection) as asked:
            desk.get("/systems")
        assert [each["sql"] for each in asked if each["sql"].startswith("UPDATE")] == []
        assert len(asked) <= 2
        ApiToken.objects.update(last_used_at=timezone.now() - timedelta(seconds=61))
        tokens.forget()
        desk.get("/systems")
        assert ApiToken.objects.get().last_used_at > timezone.now() - timedelta(seconds=5)


class TestAuthorization:
    """A person with an account, and nobody else, approves a program's request."""

    @pytest.fixture
    def grant(self):
        codes = {"device_code": "what-a-program-has", "user_code": "BCDFGHJK"}
        return tokens.ask_for_token(program="Desk", scopes=["read"], seconds=900, **codes)

    @pytest.mark.parametrize("somebody", ["nobody", "helper with a pass", "program"])
    def test_is_refused_to_guests_and_programs(self, grant, orla, account, somebody):
        account("read")
        helper = User.objects.create_user("pass-of-heli", is_guest=True)
        who = {
            "nobody": Who(),
            "helper with a pass": Who.at_page(helper),
            "program": Who.program(ApiToken.objects.get()),
        }[somebody]
        with pytest.raises(NotAllowed, match="Sign in with an account"):
            tokens.decide_grant(who, grant, allowed=True, until=in_days(2), tournament=None)
        grant.refresh_from_db()
        assert grant.allowed is None

    def test_is_for_people_with_an_account(self, grant, orla):
        tokens.decide_grant(Who.at_page(orla), grant, allowed=True, until=in_days(2), tournament=None)
        grant.refresh_from_db()
        assert (grant.allowed, grant.user) == (True, orla)


class TestPage:
    def make(self, client, **more):
        page = client.get("/account/tokens/").content.decode()
        sheet = re.search(r'name="sheet" value="([^"]+)"', page)[1]
        data = {"sheet": sheet, "t-name": "Phone", "t-scopes": ["read"], "t-days": "7", **more}
        return client.post("/account/tokens/", data), client.post("/account/tokens/", data)

    def test_makes_one_token_and_shows_it_once(self, orla, cup):
        client = signed_in(orla)
        first, again = self.make(client)
        secrets = [re.search(r'id="secret"\s*>([^<]+)<', each.content.decode())[1] for each in (first, again)]
        assert secrets[0] == secrets[1]
        assert secret_hash(secrets[0]) == ApiToken.objects.get().secret_hash
        page = client.get("/account/tokens/").content.decode()
        assert secrets[0] not in page
        assert "all your tournaments" in page
        assert "never used" in page

    def test_revokes_own_token_but_none_of_others(self, orla, sam):
        client = signed_in(orla)
        self.make(client)
        token = ApiToken.objects.get()
        address = f"/account/tokens/{token.public_id}/revoke/"
        assert signed_in(sam).post(address).status_code == 404
        assert client.post(f"/account/tokens/{token.public_id[:3]}/revoke/").status_code == 404
        token.refresh_from_db()
        assert token.is_open
        assert "The token has been revoked." in client.post(address, follow=True).content.decode()
        client.post(address)
        token.refresh_from_db()
        assert not token.is_open

    def test_rejects_missing_values(self, orla):
        answer = signed_in(orla).post("/account/tokens/", {"t-name": "", "t-days": "7"})
        assert answer.status_code == 422
        assert not ApiToken.objects.exists()
