"""The scope of an operation is defined in one place, which the check, the answer and the document use."""

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.tournaments.all_features.url_patterns import routes
from tests.tournaments.api.test_api import problem
from tournaments.core.rights import Right, scopes_for
from tournaments.models import ApiToken, JournalEntry
from tournaments.web.api.base import required_rights

pytestmark = pytest.mark.django_db

WRITES = ("post", "put", "patch", "delete")
#: What needs no right over a tournament, or one that depends on what is asked for: an organiser takes back anything,
#: others the results that they entered themselves. Each operation of a desk is one of its own.
OTHERWISE = {
    "post api/v1/tournaments/<slug:slug>/ops",
    "post api/v1/tournaments/<slug:slug>/journal/<int:sequence>/undo",
    "post api/v1/oauth/device",
    "post api/v1/oauth/token",
    "delete api/v1/tokens/<slug:token>",  # any token can revoke itself
    "post api/v1/tournaments/<slug:slug>/sign-ups",  # prospective players without a token
    "post api/v1/tournaments/<slug:slug>/sign-ups/mine/withdraw",  # with the link of the sign-up
    "post api/v1/tournaments/<slug:slug>/sign-ups/mine/return",  # with the link of the sign-up
}


@pytest.fixture
def operations():
    """The view and method of every operation that writes, by method and URL pattern."""
    found = {}
    for route in routes():
        view = getattr(route.view, "cls", None)
        if view is not None and route.pattern.startswith("api/"):
            found |= {f"{method} {route.pattern}": (view, method) for method in WRITES if hasattr(view, method)}
    return found


def test_every_writing_operation_declares_its_rights(operations):
    assert {name for name, (view, method) in operations.items() if not required_rights(view, method)} == OTHERWISE


@pytest.mark.rotates(4)
def test_document_names_the_scopes(operations):
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    close = paths["/api/v1/tournaments/{slug}/pairings/{pairing_id}/corrections"]["post"]
    assert close["security"] == [{"token": ["admin"]}, {"cookieAuth": []}]
    assert close["description"].endswith("A token needs the scope `admin`.")
    secured = {
        f"{name} {path}": each["security"]
        for path, methods in paths.items()
        for name, each in methods.items()
        if name in WRITES and "/oauth/" not in path
    }
    assert len(secured) >= len(operations) - 2
    assert {name for name, security in secured.items() if not security or {} in security} == set()


def test_every_right_but_that_of_a_player_is_in_a_scope():
    assert {right for right in Right if not scopes_for([right])} == {Right.PLAY}


def test_refusal_names_the_missing_scope(cup, program):
    answer = program(cup, "read").post("/players", {"players": [{"name": "Eve"}]})
    problem(answer, 403, "not-allowed")
    assert answer.json()["scopes"] == ["players:write"]
    assert answer.json()["detail"] == "This token needs another scope: players:write."
    assert answer["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="players:write"'


def test_refusal_without_a_token_asks_for_a_bearer_token(cup, anonymous):
    answer = anonymous(cup).get("/journal")
    problem(answer, 401, "token-missing")
    assert answer["WWW-Authenticate"] == "Bearer"


class TestAdmin:
    """Actions for organisers only, and the scope that they need."""

    @pytest.fixture
    def desk(self, cup, program):
        return program(cup, ApiToken.Scope.ADMIN.value)

    def test_corrects_a_closed_round_and_undoes_it(self, cup, desk):
        cup.play("1-0", "1-0")
        table = cup.table(1).public_id
        body = {"result": {"notation": "0-1"}, "reason": "Read from the slip"}
        answer = desk.post(f"/pairings/{table}/corrections", body)
        assert (answer.status_code, answer.json()["result"]["notation"]) == (200, "0-1")
        entry = JournalEntry.objects.get(verb="correct-result")
        assert desk.post(f"/journal/{entry.sequence}/undo").json()["undone"]
        assert desk.get(f"/pairings/{table}").json()["result"]["notation"] == "1-0"

    def test_changes_the_system_and_starts_a_second_stage(self, cup, desk):
        cup.play("1-0", "1-0")
        cup.play("1-0", "1-0")
        cup.play("1-0", "1-0")
        answer = desk.post("/stages", {"places": 2, "system": "round-robin", "ties": "lot"})
        assert answer.status_code == 201, answer.content
        assert [stage["number"] for stage in answer.json()["stages"]] == [1, 2]
