"""Websites let people sign in with Kierros: RFC 6749 with a code, RFC 7636, and refused requests."""

from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.test_device import FORM, error
from tournaments.models import ApiToken, CodeGrant, Member

pytestmark = pytest.mark.django_db

VERIFIER = "a-text-that-only-this-website-knows-0123456789"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
BACK = "https://club.example/back?page=1"
ASKED = {
    "response_type": "code", "client_id": "Chess club", "redirect_uri": BACK, "scope": "read results:write",
    "code_challenge": CHALLENGE, "code_challenge_method": "S256", "state": "s t&",
}  # fmt: skip


def address(**more):
    return "/authorize/?" + urlencode({name: value for name, value in {**ASKED, **more}.items() if value is not None})


def decide(client, do="allow", *, tournament="all", days="7", **more):
    return client.post(address(**more), {"do": do, "tournament": tournament, "days": days})


def answer_to_website(answer):
    """Return the query parameters of the redirect to the website."""
    assert answer.status_code == 302, answer.content
    assert answer["Location"].startswith("https://club.example/back?page=1&")
    return {name: values[0] for name, values in parse_qs(urlsplit(answer["Location"]).query).items()}


def exchange(code, **more):
    form = {
        "grant_type": "authorization_code", "code": code, "client_id": "Chess club", "redirect_uri": BACK,
        "code_verifier": VERIFIER, **more,
    }  # fmt: skip
    form = {name: value for name, value in form.items() if value is not None}
    return Client(raise_request_exception=False).post("/api/v1/oauth/token", urlencode(form), content_type=FORM)


def test_allowed_website_gets_a_token(cup, orla):
    client = signed_in(orla)
    page = client.get(address())
    for text in ("club.example", "Chess club", "see the name of your account", "enter results", "all your tournaments"):
        assert text in page.content.decode(), text
    assert "form-action 'self' https://club.example" in page["Content-Security-Policy"]
    found = answer_to_website(decide(client))
    assert (found["state"], found["iss"], set(found)) == ("s t&", "http://testserver", {"page", "code", "state", "iss"})
    answer = exchange(found["code"])
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert (answer.json()["token_type"], answer.json()["scope"]) == ("Bearer", "read results:write")
    assert 6.9 < answer.json()["expires_in"] / 86_400 <= 7
    read = Client(headers={"Authorization": f"Bearer {answer.json()['access_token']}"}).get("/api/v1/tokens/current")
    assert read.json()["account"] == {"id": str(orla.pk), "name": orla.username}
    assert "Chess club" in client.get("/account/tokens/").content.decode()
    assert found["code"] not in str(CodeGrant.objects.values().get())


def test_profile_scope_gives_the_account_name_and_no_other_right(cup, orla):
    answer = exchange(answer_to_website(decide(signed_in(orla), scope="profile"))["code"]).json()
    assert answer["scope"] == "profile"
    site = Client(headers={"Authorization": f"Bearer {answer['access_token']}"})
    assert site.get("/api/v1/tokens/current").json()["account"]["name"] == orla.username
    assert site.get(f"/api/v1/tournaments/{cup.tournament.slug}/journal").status_code == 403
    assert ApiToken.objects.get().scopes == []


def test_grant_can_cover_one_tournament(cup, make, orla):
    make(name="Second")
    exchange(answer_to_website(decide(signed_in(orla), tournament=cup.tournament.pk))["code"])
    assert ApiToken.objects.get().tournament == cup.tournament


def test_refusal_redirects_with_access_denied_and_stores_nothing(orla):
    answer = answer_to_website(decide(signed_in(orla), "refuse"))
    assert (answer["error"], answer["state"]) == ("access_denied", "s t&")
    assert not CodeGrant.objects.exists()


def test_signed_out_person_signs_in_first_and_comes_back(orla):
    answer = Client().get(address())
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/account/sign-in/")
    assert "code_challenge" in answer["Location"]


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"client_id": None}, "client_id"),
        ({"client_id": "x" * 61}, "client_id"),
        ({"client_id": "Club\u202e"}, "client_id"),
        ({"redirect_uri": None}, "redirect_uri"),
        ({"redirect_uri": "http://club.example/"}, "redirect_uri"),
        ({"redirect_uri": "https://kierros.example@club.example/"}, "redirect_uri"),
        ({"redirect_uri": "https://club.example/#part"}, "redirect_uri"),
        ({"redirect_uri": "https://club.example;script-src/"}, "redirect_uri"),
        ({"redirect_uri": "javascript:alert(1)"}, "redirect_uri"),
        ({"redirect_uri": "/path"}, "redirect_uri"),
        ({"redirect_uri": "https://club.example/".ljust(501, "x")}, "redirect_uri"),
        ({"redirect_uri": "https://club.example:port/"}, "redirect_uri"),
        ({"response_type": "token"}, "response_type"),
        ({"scope": "read root"}, "scope"),
        ({"scope": "event"}, "scope"),
        ({"code_challenge": None}, "code_challenge"),
        ({"code_challenge": "short"}, "code_challenge"),
        ({"code_challenge_method": None}, "code_challenge_method"),
        ({"code_challenge_method": "plain"}, "code_challenge_method"),
        ({"state": "x" * 501}, "state"),
    ],
)
def test_invalid_request_shows_an_error_page_without_redirect(orla, wrong, name):
    client = signed_in(orla)
    for answer in (client.get(address(**wrong)), decide(client, **wrong), decide(client, "refuse", **wrong)):
        assert (answer.status_code, answer.get("Location")) == (400, None)
        assert f'<code translate="no">{name}</code>' in answer.content.decode()
    assert not CodeGrant.objects.exists()


def test_redirect_address_of_500_letters_is_accepted(orla):
    longest = "https://club.example/".ljust(500, "x")
    assert decide(signed_in(orla), redirect_uri=longest)["Location"].startswith(f"{longest}?")


@pytest.mark.parametrize("address_", ["http://localhost:8000/back", "http://127.0.0.1/back", "http://[::1]:99/back"])
def test_redirect_to_the_own_computer_needs_no_tls(orla, address_):
    answer = decide(signed_in(orla), redirect_uri=address_)
    assert answer["Location"].startswith(f"{address_}?")


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"code_verifier": None}, "invalid_request"),
        ({"code_verifier": "b" * 43}, "invalid_grant"),
        ({"code_verifier": CHALLENGE}, "invalid_grant"),
        ({"redirect_uri": "https://club.example/back"}, "invalid_grant"),
        ({"redirect_uri": None}, "invalid_grant"),
        ({"client_id": "Another"}, "invalid_grant"),
        ({"code": "guessed"}, "invalid_grant"),
        ({"code": None}, "invalid_request"),
        ({"client_secret": "s"}, "invalid_client"),
    ],
)
def test_wrong_exchange_gives_no_token_and_leaves_the_code_valid(cup, orla, wrong, text):
    code = answer_to_website(decide(signed_in(orla)))["code"]
    assert error(exchange(**{"code": code, **wrong})) == text
    assert not ApiToken.objects.exists()
    assert exchange(code).status_code == 200


def test_code_is_exchanged_once_and_expires_soon(cup, orla):
    client = signed_in(orla)
    code = answer_to_website(decide(client))["code"]
    assert exchange(code).status_code == 200
    assert error(exchange(code)) == "invalid_grant"
    code = answer_to_website(decide(client))["code"]
    CodeGrant.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert error(exchange(code)) == "invalid_grant"
    assert ApiToken.objects.count() == 1


def test_token_is_refused_when_the_granter_has_lost_the_right(cup, orla):
    code = answer_to_website(decide(signed_in(orla), tournament=cup.tournament.pk))["code"]
    Member.objects.filter(user=orla).update(role="helper")
    assert error(exchange(code)) == "access_denied"


def test_granting_a_tournament_run_by_someone_else_is_refused(cup, sam):
    answer = decide(signed_in(sam), tournament=cup.tournament.pk)
    assert answer.status_code == 422
    assert not CodeGrant.objects.exists()


def test_metadata_lists_the_addresses_for_websites():
    answer = Client().get("/.well-known/oauth-authorization-server").json()
    assert answer["authorization_endpoint"] == "http://testserver/authorize/"
    assert answer["code_challenge_methods_supported"] == ["S256"]
    assert "authorization_code" in answer["grant_types_supported"]
