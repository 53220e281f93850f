"""The Python client against a live server, through a network that drops, repeats and truncates messages."""

import pytest

import kierros_client
from kierros_client import Follower, Refused, Server, Unreachable
from tests.faulty_proxy import FaultyProxy
from tests.serving import free_port
from tournaments.models import JournalEntry, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ann", "Bo", "Cy", "Di"]
NEW = {"name": "Cup", "starts_on": "2026-09-12", "game": "chess", "system": "dutch", "planned_rounds": 2}


@pytest.fixture
def secret(account):
    found = account("read", "results:write", "players:write", "pairings:write", "admin")
    return found.headers["Authorization"].removeprefix("Bearer ")


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch):
    monkeypatch.setattr(kierros_client, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(kierros_client, "LONGEST_PAUSE", 0.05)


@pytest.mark.rotates(4)
@pytest.mark.slow("half of all requests are lost, and sent again")
def test_tournament_over_a_faulty_network_does_everything_once(secret, live_server):
    with FaultyProxy(live_server.url) as proxy:
        server = Server(proxy.url, secret, tries=200)
        slug = server.post("/tournaments", NEW)["slug"]
        at = f"/tournaments/{slug}"
        server.post(f"{at}/players", {"players": [{"name": name} for name in NAMES]})
        server.post(f"{at}/rounds", {"number": 1})
        for table in server.post(f"{at}/rounds/1/publish")["pairings"]:
            server.put(f"{at}/pairings/{table['id']}/result", {"notation": "1-0"}, version=table["version"])
        server.post(f"{at}/rounds/1/close")
        follower = Follower(server)
        lines = list(follower.read())
        assert list(follower.read()) == []
    assert Tournament.objects.count() == 1
    verbs = list(JournalEntry.objects.order_by("sequence").values_list("verb", flat=True))
    assert [event["entry"]["verb"] for event in lines] == verbs
    assert sorted(verbs) == sorted(
        [
            "create-tournament",
            "add-players",
            "pair-round",
            "publish-round",
            "enter-result",
            "enter-result",
            "close-round",
        ]
    )
    assert {event["tournament"] for event in lines} == {slug}


def test_unchanged_answer_is_not_sent_again(secret, live_server):
    server = Server(live_server.url, secret)
    slug = server.post("/tournaments", NEW)["slug"]
    first = server.get(f"/tournaments/{slug}/players", withdrawn=False)
    assert server.get(f"/tournaments/{slug}/players", withdrawn=False) is first
    server.post(f"/tournaments/{slug}/players", {"players": [{"name": "Ann"}]})
    assert len(server.get(f"/tournaments/{slug}/players", withdrawn=False)["players"]) == 1


def test_old_answers_leave_the_cache(secret, live_server, monkeypatch):
    """A follower requests a new URL after each page, for as long as it runs."""
    monkeypatch.setattr(kierros_client, "KEPT", 2)
    server = Server(live_server.url, secret)
    first = server.get("/systems")
    for language in ("fi", "de"):
        server.get("/systems", lang=language)
    assert len(server._kept) == 2
    assert server.get("/systems") is not first


def test_refusal_carries_its_code_and_message(secret, live_server):
    server = Server(live_server.url, secret)
    with pytest.raises(Refused, match="A valid integer is required") as found:
        server.post("/tournaments", {**NEW, "planned_rounds": "x"})
    assert (found.value.status, found.value.code) == (422, "invalid")
    slug = server.post("/tournaments", NEW)["slug"]
    with pytest.raises(Refused) as found:
        server.patch(f"/tournaments/{slug}", {"name": "Other"}, version=99)
    assert (found.value.status, found.value.code) == (412, "stale")
    assert server.patch(f"/tournaments/{slug}", {"name": "Other"}, version="*")["name"] == "Other"


def test_gives_up_after_its_tries_without_a_server():
    pauses = []
    server = Server(f"http://127.0.0.1:{free_port()}", tries=4, pause=pauses.append)
    with pytest.raises(Unreachable):
        server.get("/systems")
    assert len(pauses) == 3
    assert all(0 < pause <= 0.05 for pause in pauses)
