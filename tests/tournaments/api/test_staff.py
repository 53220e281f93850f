"""The staff in the API: passes for one day, their tables, and rights that end with the token."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import in_days
from tests.tournaments.api.test_api import problem
from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Who
from tournaments.models import ApiToken, Invitation, Member
from tournaments.people import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(cup, program):
    return program(cup, "admin", expires_at=in_days(1))


def test_repeated_request_makes_one_working_pass(cup, desk):
    body = {"hours": 6, "tables": {"first": 1, "last": 2}}
    first, again = (desk.post("/staff/passes", body, key="k") for _time in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert Invitation.objects.count() == 1
    link = first.json()["link"].removeprefix("http://testserver")
    assert first.json()["link"] not in desk.get("/staff").content.decode()
    phone = Client()
    sheet = re.search(r'name="sheet" value="(\w+)"', phone.get(link).content.decode())[1]
    assert phone.post(link, {"name": "Hanna", "sheet": sheet}).status_code == 302
    answer = desk.get("/staff").json()
    helper = next(row for row in answer["members"] if row["role"] == "helper")
    assert (helper["name"], helper["tables"]) == ("Hanna", {"first": 1, "last": 2})
    assert helper["until"] is not None
    assert answer["links"] == []


def test_link_is_listed_and_revoked(cup, desk):
    made = desk.post("/staff/passes", {}).json()
    (listed,) = desk.get("/staff").json()["links"]
    assert listed == {name: made[name] for name in listed}
    assert [desk.post(f"/staff/links/{made['id']}/revoke").status_code for _time in range(2)] == [204, 204]
    assert desk.get("/staff").json()["links"] == []
    problem(desk.post(f"/staff/links/{made['id'][:5]}/revoke"), 404, "not-found")


def test_helper_gets_tables_and_is_removed(cup, desk, helper):
    key = Member.objects.get(user=helper.user).pk
    assert desk.post(f"/staff/{key}/tables", {"tables": {"first": 3, "last": 4}}).json()["tables"]["last"] == 4
    assert desk.post(f"/staff/{key}/tables", {"tables": None}).json()["tables"] is None
    wrong = problem(desk.post(f"/staff/{key}/tables", {"tables": {"first": 4, "last": 3}}), 422, "invalid")
    assert wrong["errors"][0]["pointer"] == "/tables/last"
    assert [desk.post(f"/staff/{key}/remove").status_code for _time in range(2)] == [204, 204]
    assert not Member.objects.filter(user=helper.user).exists()


def test_token_invites_nobody_beyond_its_own_end(cup, desk, orla, sam):
    problem(desk.post("/staff/passes", {"hours": 30}), 403, "not-allowed")
    who = Who.program(ApiToken.objects.get())
    for role in ("helper", "organiser"):
        with pytest.raises(NotAllowed):
            staff.invite(who, cup.tournament, role=role)
    other = Member.objects.create(tournament=cup.tournament, user=sam, role="organiser")
    problem(desk.post(f"/staff/{other.pk}/remove"), 403, "not-allowed")
    assert not Invitation.objects.exists()
    assert Member.objects.filter(role="organiser").count() == 2


def test_staff_is_for_organisers_of_this_tournament(cup, make, program, helper):
    other = make(name="Other")
    key = Member.objects.get(user=helper.user).pk
    refused = program(cup, "read", "players:write").get("/staff")
    assert problem(refused, 403, "not-allowed")["scopes"] == ["admin"]
    assert signed_in(helper.user).get("/api/v1/tournaments/cup/staff").status_code == 403
    stranger = program(other, "admin")
    problem(stranger.post(f"/staff/{key}/tables", {"tables": None}), 404, "not-found")
    assert stranger.post(f"/staff/{key}/remove").status_code == 204
    assert Member.objects.filter(pk=key).exists()
    assert stranger.post(f"/staff/{2**70}/remove").status_code == 404


def test_expired_pass_is_not_listed(cup, desk, helper):
    Member.objects.filter(user=helper.user).update(until=timezone.now() - timedelta(seconds=1))
    assert [row["role"] for row in desk.get("/staff").json()["members"]] == ["organiser"]
