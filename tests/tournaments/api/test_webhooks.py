"""Webhooks in the API: created, changed, listed and deleted."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.api.test_api import problem
from tournaments.models import Webhook
from tournaments.webhooks import deliveries

pytestmark = pytest.mark.django_db

NEW = {"address": "https://club.example/kierros", "topics": ["results", "round"]}


def make_webhook(desk, **more):
    return desk.post("/webhooks", {**NEW, **more}).json()


def test_retried_creation_makes_one_webhook_and_shows_the_secret_once(cup, program):
    desk = program(cup, "admin")
    first = desk.post("/webhooks", NEW, key="one")
    again = desk.post("/webhooks", NEW, key="one")
    assert (first.status_code, first.json()) == (201, again.json())
    hook = first.json()
    assert hook["secret"].startswith("whsec_")
    assert (hook["topics"], hook["is_on"], hook["cursor"]) == (["results", "round"], True, str(cup.revision()))
    (listed,) = desk.get("/webhooks").json()["webhooks"]
    assert {**listed, "secret": hook["secret"]} == hook
    assert desk.get(f"/webhooks/{hook['id']}").json() == listed
    problem(desk.post("/webhooks", {"address": "https://other.example/"}, key="one"), 422, "key-reused")


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"address": "https://127.0.0.1/"}, "not-public", "/address"),
        ({"address": "http://club.example/"}, "not-public", "/address"),
        ({**NEW, "topics": ["staff"]}, "topic-private", "/topics"),
        ({**NEW, "topics": ["weather"]}, "invalid", "/topics/0"),
        ({**NEW, "secret": "whsec_x"}, "invalid", "/secret"),
    ],
)
def test_invalid_webhook_is_refused_with_a_pointer(cup, program, body, code, pointer):
    answer = problem(program(cup, "read", "admin").post("/webhooks", body), 422, code)
    assert answer["errors"][0]["pointer"] == pointer


def test_webhooks_need_the_admin_scope_and_read_for_private_events(cup, program, anonymous):
    problem(program(cup, "read").get("/webhooks"), 403, "not-allowed")
    problem(anonymous(cup).get("/webhooks"), 401, "token-missing")
    desk = program(cup, "admin")
    problem(desk.post("/webhooks", {**NEW, "whole": True}), 403, "not-allowed")
    whole = make_webhook(program(cup, "read", "admin"), whole=True)
    at = f"/webhooks/{whole['id']}"
    elsewhere = desk.send("PATCH", at, {"address": "https://e.example/"}, If_Match=f'"{whole["version"]}"')
    problem(elsewhere, 403, "not-allowed")
    problem(desk.post(f"{at}/secret", {"hours": 0}), 403, "not-allowed")


def test_webhook_is_changed_switched_and_removed_by_its_version(cup, program):
    desk = program(cup, "admin")
    hook = make_webhook(desk)
    at, version = f"/webhooks/{hook['id']}", f'"{hook["version"]}"'
    problem(desk.send("PATCH", at, {"is_on": False}), 428, "if-match")
    off = desk.send("PATCH", at, {"is_on": False, "topics": []}, If_Match=version)
    assert (off.json()["off_because"], off.json()["topics"]) == ("by-hand", [])
    assert off["ETag"] == f'"{off.json()["version"]}"'
    assert desk.send("PATCH", at, {"is_on": False, "topics": []}, If_Match=version).json() == off.json()
    answer = problem(desk.send("PATCH", at, {"is_on": True}, If_Match=version), 412, "stale")
    assert answer["current"] == off.json()
    assert desk.send("PATCH", at, {"is_on": True}, If_Match=off["ETag"]).json()["is_on"]
    problem(desk.send("DELETE", at, If_Match=off["ETag"]), 412, "stale")
    last = desk.get(at)["ETag"]
    now = f'"{desk.get(at).json()["version"]}"'
    for _time in range(2):
        assert desk.send("DELETE", at, If_Match=now).status_code == 204
    assert last
    problem(desk.get(at), 404, "not-found")


def test_secret_is_replaced_once_and_the_log_is_read(cup, program):
    desk = program(cup, "admin")
    hook = make_webhook(desk)
    at = f"/webhooks/{hook['id']}"
    other = desk.post(f"{at}/secret", {"hours": 5}, key="new").json()
    assert other == desk.post(f"{at}/secret", {"hours": 5}, key="new").json()
    assert other["secret"] != hook["secret"]
    assert other["both_secrets_until"] is not None
    assert desk.post(f"{at}/secret", {"hours": 0}).json()["both_secrets_until"] is None

    row = Webhook.objects.get()
    row.deliveries.create(sequence=3, attempt=2, at=timezone.now(), took=7, status=500, said="oh no")
    (line,) = desk.get(f"{at}/deliveries").json()["deliveries"]
    assert (line["event"], line["status"], line["fault"], line["said"]) == ("3", 500, None, "oh no")
    assert line["message"] == f"msg_{hook['id']}_3"
    Webhook.objects.update(attempts=2, failing_since=timezone.now(), due_at=timezone.now())
    assert desk.get(at).json()["attempts"] == 2


def test_replay_starts_after_a_cursor_or_repeats_one_event(cup, program):
    desk = program(cup, "admin")
    hook = make_webhook(desk, topics=[])
    cup.with_players("Eve")
    at = f"/webhooks/{hook['id']}"
    assert desk.post(f"{at}/replay", {"after": "1"}, key="a").json()["cursor"] == "1"
    deliveries.store([], timezone.now(), None)
    assert desk.post(f"{at}/replay", {"event": "1"}).json()["cursor"] == "1"
    assert Webhook.objects.get().again == [1]
    for body, code in (
        ({}, "invalid"),
        ({"after": "1", "event": "1"}, "invalid"),
        ({"after": "x"}, "invalid"),
        ({"after": "99999"}, "no-such-event"),
    ):
        problem(desk.post(f"{at}/replay", body), 422, code)


def test_signature_check_of_the_guide_works(cup, program):
    text = re.search(r'id="check"><code>(.*?)</code>', Client().get("/api/v1/guide").text, re.DOTALL)[1]
    known = {}
    exec(unescape(text), known)
    desk = program(cup, "admin")
    secret = make_webhook(desk, topics=[])["secret"]
    cup.with_players("Äiti")
    (batch,) = deliveries.due(timezone.now())
    (message,) = batch.messages
    headers, body = deliveries.message_headers(batch.webhook, message, timezone.now()), message.body.encode()
    is_from_kierros = known["is_from_kierros"]
    assert is_from_kierros(secret, headers, body)
    assert not is_from_kierros(secret, headers, body + b" ")
    assert not is_from_kierros(secret, {**headers, "webhook-id": "msg_other"}, body)
    assert not is_from_kierros("whsec_" + "A" * 44, headers, body)
    late = deliveries.message_headers(batch.webhook, message, timezone.now() - timedelta(minutes=6))
    assert not is_from_kierros(secret, late, body)
