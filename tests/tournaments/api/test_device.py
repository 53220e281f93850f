"""A desk program gets its token by a code that a person types: RFC 8628, section by section."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.models import ApiToken, DeviceGrant, Member
from tournaments.people import tokens
from tournaments.people.oauth_api import AskingThrottle
from tournaments.web.api import authentication

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class Desk:
    """A program without a browser."""

    def __init__(self, name="Desk of the hall"):
        self.name, self.client = name, Client(raise_request_exception=False)

    def send(self, path, **form):
        return self.client.post(f"/api/v1/oauth/{path}", urlencode(form), content_type=FORM)

    def ask(self, scope="read results:write", **more):
        answer = self.send("device", client_id=self.name, scope=scope, **more)
        self.code = answer.json().get("device_code")
        return answer

    def poll(self, **more):
        return self.send("token", **{"grant_type": GRANT, "device_code": self.code, "client_id": self.name, **more})


def error(answer, status=400):
    assert answer.status_code == status, answer.content
    assert answer["Cache-Control"] == "no-store"
    return answer.json()["error"]


def later(seconds):
    """Pretend that this many seconds have passed since the program's last request."""
    DeviceGrant.objects.update(asked_at=timezone.now() - timedelta(seconds=seconds))


@pytest.fixture
def desk():
    authentication._shares.clear()
    return Desk()


def decide(client, code, do, **more):
    return client.post("/device/", {"user_code": code, "do": do, "days": "7", "tournament": "all", **more}, follow=True)


class TestDeviceAuthorization:
    def test_returns_both_codes_and_the_address_to_type_one(self, desk):
        answer = desk.ask()
        text = answer.json()
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
        assert re.fullmatch("[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}", text["user_code"])
        assert text["verification_uri"] == "http://testserver/device/"
        assert text["verification_uri_complete"] == f"http://testserver/device/?user_code={text['user_code']}"
        assert (text["expires_in"], text["interval"]) == (900, 5)
        row = DeviceGrant.objects.get()
        assert text["device_code"] not in str(row.__dict__)
        assert (row.program, row.scopes) == ("Desk of the hall", ["read", "results:write"])

    def test_both_workers_share_the_rate_limit(self, desk, monkeypatch):
        """Requests to one process count against the limit in the other process too."""
        limit = AskingThrottle().num_requests
        workers = {}, {}
        answers = []
        for number in range(limit + 2):
            monkeypatch.setattr(authentication, "_shares", workers[number % 2])
            answers.append(desk.ask().status_code)
        assert answers == [200] * limit + [429] * 2

    def test_without_scope_asks_for_read(self, desk):
        desk.send("device", client_id="Desk")
        assert DeviceGrant.objects.get().scopes == ["read"]

    @pytest.mark.parametrize(
        ("form", "status", "wrong"),
        [
            ({"scope": "read root"}, 400, "invalid_scope"),
            ({"scope": "event"}, 400, "invalid_scope"),
            ({"client_id": ""}, 400, "invalid_client"),
            ({"client_id": "x" * 61}, 400, "invalid_client"),
            ({"client_id": "Desk\u202e"}, 400, "invalid_client"),
            ({"client_id": "Desk\u200b"}, 400, "invalid_client"),
            ({"client_id": "De\u00adsk"}, 400, "invalid_client"),
            ({"client_id": "Desk", "client_secret": "s"}, 400, "invalid_client"),
        ],
    )
    def test_invalid_request_answers_with_an_oauth_error(self, desk, form, status, wrong):
        assert error(desk.send("device", **{"client_id": "Desk", **form}), status) == wrong
        assert not DeviceGrant.objects.exists()

    def test_asking_too_often_is_refused(self, desk):
        statuses = [desk.ask().status_code for _time in range(31)]
        assert (statuses[29], statuses[30]) == (200, 429)

    def test_deletes_grants_that_expired_long_ago(self, desk):
        desk.ask()
        DeviceGrant.objects.update(expires_at=timezone.now() - timedelta(hours=2))
        desk.ask()
        assert DeviceGrant.objects.count() == 1


def test_metadata_lists_the_addresses_for_devices(desk):
    answer = Client().get("/.well-known/oauth-authorization-server").json()
    assert answer["issuer"] == "http://testserver"
    assert answer["device_authorization_endpoint"] == "http://testserver/api/v1/oauth/device"
    assert answer["token_endpoint"] == "http://testserver/api/v1/oauth/token"
    assert (answer["grant_types_supported"][0], answer["token_endpoint_auth_methods_supported"]) == (GRANT, ["none"])
    assert answer["scopes_supported"][:2] == ["profile", "read"]


class TestDeciding:
    @pytest.mark.rotates(2)
    def test_page_shows_program_and_scopes_and_allowing_gives_a_token(self, cup, desk, orla):
        code = desk.ask().json()["user_code"]
        client = signed_in(orla)
        typed = f" {code.lower().replace('-', ' ')} "
        page = client.post("/device/", {"user_code": typed}).content.decode()
        for text in ("Desk of the hall", code, "enter results", "read everything", "all your tournaments", "Cup"):
            assert text in page, text
        done = decide(client, code, "allow").content.decode()
        assert "now has access" in done
        found = desk.poll().json()
        assert (found["token_type"], found["scope"]) == ("Bearer", "read results:write")
        assert 6.9 < found["expires_in"] / 86_400 <= 7
        read = Client(headers={"Authorization": f"Bearer {found['access_token']}"}).get("/api/v1/tokens/current")
        assert (read.json()["name"], read.json()["tournament"]) == ("Desk of the hall", None)
        assert "Desk of the hall" in client.get("/account/tokens/").content.decode()
        client.post("/account/tokens/revoke/")
        answer = Client(headers={"Authorization": f"Bearer {found['access_token']}"}).get("/api/v1/tokens/current")
        assert answer.status_code == 401

    def test_grant_can_cover_one_tournament(self, cup, make, desk, orla):
        make(name="Second")
        code = desk.ask().json()["user_code"]
        decide(signed_in(orla), code, "allow", tournament=cup.tournament.pk)
        desk.poll()
        assert ApiToken.objects.get().tournament == cup.tournament
        assert cup.tournament.journal.first().verb == "create-token"

    def test_granting_a_tournament_run_by_someone_else_is_refused(self, cup, desk, sam, helper):
        code = desk.ask().json()["user_code"]
        for user in (sam, helper.user):
            assert decide(signed_in(user), code, "allow", tournament=cup.tournament.pk).status_code == 422
        assert error(desk.poll()) == "authorization_pending"

    def test_link_fills_in_the_code_without_allowing(self, cup, desk, orla):
        link = desk.ask().json()["verification_uri_complete"]
        page = signed_in(orla).get(link.removeprefix("http://testserver"))
        assert b"Allow this only if you have just started the program yourself" in page.content
        assert error(desk.poll()) == "authorization_pending"

    def test_signed_out_person_signs_in_and_keeps_the_code(self, desk, orla):
        link = desk.ask().json()["verification_uri_complete"].removeprefix("http://testserver")
        answer = Client().get(link)
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/account/sign-in/")
        assert "user_code" in answer["Location"]

    @pytest.mark.rotates(2)
    def test_guessing_codes_is_rate_limited(self, desk, orla):
        code = desk.ask().json()["user_code"]
        client = signed_in(orla)
        tried = [client.post("/device/", {"user_code": "BBBB-BBBB"}).status_code for _time in range(11)]
        assert (tried[0], tried[-1]) == (422, 429)
        assert client.post("/device/", {"user_code": code}).status_code == 429

    def test_second_decision_by_another_person_changes_nothing(self, cup, desk, orla, sam):
        code = desk.ask().json()["user_code"]
        assert "was denied access" in decide(signed_in(sam), code, "refuse").content.decode()
        assert decide(signed_in(orla), code, "allow").status_code == 422
        assert error(desk.poll()) == "access_denied"
        assert not ApiToken.objects.exists()


class TestPolling:
    def test_answers_pending_and_slows_down_fast_polling(self, desk):
        desk.ask()
        assert error(desk.poll()) == "authorization_pending"
        assert error(desk.poll()) == "slow_down"
        later(7)
        assert error(desk.poll()) == "slow_down", "ten seconds from now on"
        later(16)
        assert error(desk.poll()) == "authorization_pending"

    def test_expired_code_gives_no_token(self, desk, orla):
        code = desk.ask().json()["user_code"]
        DeviceGrant.objects.update(expires_at=timezone.now())
        assert error(desk.poll()) == "expired_token"
        assert decide(signed_in(orla), code, "allow").status_code == 422

    def test_code_is_used_once(self, cup, desk, orla):
        decide(signed_in(orla), desk.ask().json()["user_code"], "allow")
        assert desk.poll().status_code == 200
        assert error(desk.poll()) == "invalid_grant"
        assert ApiToken.objects.count() == 1

    def test_code_belongs_to_one_program(self, cup, desk, orla):
        decide(signed_in(orla), desk.ask().json()["user_code"], "allow")
        assert error(desk.poll(client_id="Another")) == "unauthorized_client"
        assert error(desk.poll(device_code="guessed")) == "invalid_grant"
        assert error(desk.poll(device_code="")) == "invalid_request"
        assert error(desk.poll(grant_type="password")) == "unsupported_grant_type"
        assert desk.poll().status_code == 200

    def test_token_is_refused_when_the_granter_has_lost_the_right(self, cup, desk, orla):
        code = desk.ask().json()["user_code"]
        decide(signed_in(orla), code, "allow", tournament=cup.tournament.pk)
        Member.objects.filter(user=orla).update(role="helper")
        assert error(desk.poll()) == "access_denied"
        assert not ApiToken.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_simultaneous_polls_get_one_token(cup, orla):
    desk = Desk()
    decide(signed_in(orla), desk.ask().json()["user_code"], "allow")

    def poll(_number):
        try:
            return desk.poll().status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as hall:
        statuses = sorted(hall.map(poll, range(4)))
    assert statuses == [200, 400, 400, 400]
    assert ApiToken.objects.count() == 1
    assert DeviceGrant.objects.get().used_at is not None
    assert tokens.waiting_grant(DeviceGrant.objects.get().user_code) is None
