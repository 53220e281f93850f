"""Webhooks of an account report every tournament that its creator helps to run, in order, and no others."""

import json
from collections import defaultdict
from datetime import timedelta

import psycopg
import pytest
from django.utils import timezone

from tests.serving import PATIENCE
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.test_api import problem
from tests.tournaments.conftest import Stage
from tests.tournaments.webhooks.test_webhooks import BROKEN, NOW, TAKEN, Receiver
from tournaments.core.direct_connection import session_parameters
from tournaments.core.rights import Who
from tournaments.models import ApiToken, Delivery, Member, Webhook
from tournaments.people import tokens
from tournaments.setup import copies
from tournaments.webhooks import deliveries

pytestmark = pytest.mark.django_db

NEW = {"address": "https://club.example/kierros"}


class Told(Receiver):
    """A receiver that keeps the accepted messages one by one."""

    def __init__(self):
        super().__init__()
        self.messages = []

    def turn(self, *answers, **more):
        outcomes = super().turn(*answers, **more)
        for outcome in outcomes:
            self.messages += outcome.batch.messages[: len(outcome.taken)]
        return outcomes

    @property
    def bodies(self):
        return [json.loads(each.body) for each in self.messages]

    def by_tournament(self):
        found = defaultdict(list)
        for body in self.bodies:
            found[body["tournament"]].append(body["data"].get("id", "created"))
        return dict(found)


@pytest.fixture
def receiver():
    return Told()


@pytest.fixture
def desk(account):
    def make(*scopes, **more):
        program = account(*scopes, **more)
        program.root = "/api/v1"
        return program

    return make


def make_webhook(desk, **more):
    answer = desk.post("/webhooks", {**NEW, **more})
    assert answer.status_code == 201, answer.content
    return answer.json()


def numbers(stage, after=0):
    """Return the ids of the public events of a tournament, in order."""
    private = {"pair-round", "create-token"}
    rows = stage.tournament.journal.filter(sequence__gt=after).exclude(verb__in=private).order_by("sequence")
    return [str(row.sequence) for row in rows]


class TestSentEvents:
    def test_sends_events_of_a_tournament_created_later(self, cup, make, desk, receiver):
        hook, start = make_webhook(desk("admin")), cup.revision()
        assert receiver.turn() == []
        later = make(name="Later").with_players("Ann", "Bo")
        cup.with_players("Zed")
        receiver.turn()
        assert receiver.by_tournament() == {
            "later": ["created", *numbers(later)],
            "cup": numbers(cup, start),
        }
        (created,) = [body for body in receiver.bodies if body["type"] == "created"]
        assert (created["data"], created["tournament"]) == ({"tournament": "later"}, "later")
        ids = [message.id for message in receiver.messages]
        assert len(set(ids)) == len(ids)
        assert all(each.startswith(f"msg_{hook['id']}_") for each in ids)
        assert receiver.turn() == []

    def test_skips_tournaments_of_other_accounts(self, cup, sam, desk, receiver):
        make_webhook(desk("read", "admin"), whole=True)
        for is_public in (True, False):
            Stage(sam, name=f"Other {is_public}", is_public=is_public).with_players("Ann", "Bo")
        cup.with_players("Eve")
        receiver.turn()
        assert set(receiver.by_tournament()) == {"cup"}

    @pytest.mark.rotates(4)
    def test_sends_events_of_two_tournaments_in_the_order_of_each(self, make, desk, receiver):
        one, other = (make(name=name).with_players("Ann", "Bo", "Cy", "Di") for name in ("One", "Other"))
        starts = one.revision(), other.revision()
        make_webhook(desk("admin"))
        for stage in (one, other):
            stage.pair()
        one.publish()
        other.publish()
        for table, text in ((1, "1-0"), (2, "0-1")):
            one.enter(table, text)
            other.enter(table, text)
        receiver.turn(BROKEN)
        receiver.now += timedelta(minutes=1)
        while receiver.turn():
            pass
        assert receiver.by_tournament() == {"one": numbers(one, starts[0]), "other": numbers(other, starts[1])}

    def test_filters_by_topic_and_sends_private_events_to_organisers_only(self, cup, make, desk, receiver):
        results, everything = (
            make_webhook(desk("admin"), topics=["created"]),
            make_webhook(desk("read", "admin"), whole=True),
        )
        make(name="Later").with_players("Ann", "Bo")
        cup.pair()
        values = {row.batch.webhook.public_id: row.batch.messages for row in receiver.turn()}
        assert [json.loads(each.body)["type"] for each in values[results["id"]]] == ["created"]
        verbs = [json.loads(each.body)["data"].get("entry", {}).get("verb") for each in values[everything["id"]]]
        assert "pair-round" in verbs
        assert receiver.turn() == []

    def test_hides_drafts_of_tournaments_where_the_maker_is_a_helper(self, cup, sam, orla, desk, receiver):
        other = Stage(sam, name="Other").with_players("Ann", "Bo")
        Member.objects.create(tournament=other.tournament, user=orla, role="helper")
        make_webhook(desk("read", "results:write", "admin"), whole=True)
        cup.pair()
        other.pair()
        other.publish()
        receiver.turn()
        (answer,) = [each["data"] for each in receiver.bodies if each["tournament"] == "other"]
        assert (answer["topic"], answer["entry"]) == ("round", None)

    def test_failed_message_holds_back_later_ones_of_all_tournaments(self, cup, make, desk, receiver):
        make_webhook(desk("admin"))
        make(name="Later")
        cup.with_players("Eve")
        waits = []
        for _attempt in range(4):
            receiver.turn(BROKEN)
            waits.append((Webhook.objects.get().due_at - receiver.now).total_seconds())
            assert deliveries.due(receiver.now) == []
            receiver.now = Webhook.objects.get().due_at
        assert all(5 * 2**n * 0.75 <= wait <= 5 * 2**n * 1.25 for n, wait in enumerate(waits))
        assert receiver.messages == []
        receiver.turn()
        assert [line.attempt for line in Delivery.objects.order_by("pk")] == [1, 2, 3, 4, 5, 1, 1]
        assert Webhook.objects.get().failing_since is None

    @pytest.mark.rotates(2)
    def test_switches_off_after_three_days_and_resumes_where_it_stopped(self, cup, desk, receiver):
        program = desk("admin")
        hook = make_webhook(program)
        cup.with_players("Eve")
        while (row := Webhook.objects.get()).is_on:
            receiver.now = row.due_at or receiver.now
            receiver.turn(then=BROKEN)
        assert row.off_because == Webhook.Off.FAILING
        assert row.off_at - NOW >= deliveries.GIVE_UP_AFTER
        cup.with_players("Fay")
        assert receiver.turn() == []
        at = f"/webhooks/{hook['id']}"
        on = program.send("PATCH", at, {"is_on": True}, If_Match=program.get(at)["ETag"])
        assert on.json()["is_on"]
        receiver.turn()
        assert receiver.by_tournament() == {"cup": [str(cup.revision() - 1), str(cup.revision())]}

    def test_sends_a_long_backlog_in_parts(self, cup, make, desk, receiver, monkeypatch):
        monkeypatch.setattr(deliveries, "RUN", 2)
        monkeypatch.setattr(deliveries, "READ", 3)
        program = desk("admin")
        hook = make_webhook(program)
        make(name="Later").with_players("Ann", "Bo")
        program.post(f"/webhooks/{hook['id']}/replay", {"after": "0"})
        while receiver.turn():
            pass
        answer = receiver.by_tournament()
        assert {slug: len(set(ids)) for slug, ids in answer.items()} == {slug: len(ids) for slug, ids in answer.items()}
        assert answer["cup"] == ["created", *numbers(cup)]

    def test_looking_for_due_messages_costs_the_same_for_many_webhooks(self, cup, desk, django_assert_max_num_queries):
        program = desk("admin")
        for _each in range(15):
            make_webhook(program)
        with django_assert_max_num_queries(4):
            assert deliveries.due(NOW) == []


class TestEndOfTheWebhook:
    def test_revoked_token_ends_the_webhook(self, cup, desk, receiver):
        make_webhook(desk("admin"))
        tokens.forget()
        ApiToken.objects.update(revoked_at=timezone.now())
        cup.with_players("Eve")
        assert receiver.turn() == []
        assert Webhook.objects.get().off_because == Webhook.Off.NOT_ALLOWED

    def test_expired_token_or_closed_account_ends_the_webhook(self, cup, sam, orla, desk, receiver):
        Member.objects.create(tournament=cup.tournament, user=sam, role="organiser")
        cup.orla = Who.at_page(sam)
        make_webhook(desk("admin"))
        make_webhook(desk("admin"))
        first = Webhook.objects.earliest("pk")
        ApiToken.objects.filter(pk=first.token_id).update(expires_at=timezone.now())
        cup.with_players("Eve")
        assert len(receiver.turn()) == 1
        type(orla).objects.filter(pk=orla.pk).update(is_active=False)
        cup.with_players("Fay")
        assert receiver.turn() == []
        assert set(Webhook.objects.values_list("off_because", flat=True)) == {"not-allowed"}

    def test_leaving_the_staff_ends_events_of_that_tournament(self, cup, make, sam, orla, desk, receiver):
        Member.objects.create(tournament=cup.tournament, user=sam, role="organiser")
        cup.orla = Who.at_page(sam)
        other = make(name="Other")
        make_webhook(desk("read", "admin"), whole=True)
        Member.objects.filter(tournament=cup.tournament, user=orla).delete()
        cup.with_players("Eve")
        other.with_players("Eve")
        receiver.turn()
        assert set(receiver.by_tournament()) == {"other"}
        assert Webhook.objects.get().is_on

    def test_deleting_a_tournament_deletes_its_delivery_log(self, cup, make, desk, receiver):
        program = desk("admin")
        hook = make_webhook(program)
        gone = make(name="Gone")
        cup.with_players("Eve")
        receiver.turn()
        copies.erase(gone.tournament)
        lines = program.get(f"/webhooks/{hook['id']}/deliveries").json()["deliveries"]
        assert [line["tournament"] for line in lines] == ["cup"]
        cup.with_players("Fay")
        assert len(receiver.turn()) == 1

    def test_tournament_deleted_during_delivery_blocks_nothing(self, cup, make, desk, receiver):
        make_webhook(desk("admin"))
        gone = make(name="Gone")
        cup.with_players("Eve")
        (batch,) = deliveries.due(NOW)
        outcome = deliveries.WebhookOutcome(batch)
        for message in batch.messages:
            deliveries.note_attempt(outcome, message, TAKEN, NOW)
        copies.erase(gone.tournament)
        deliveries.store([outcome], NOW, receiver.rng)
        assert {line.tournament_id for line in Delivery.objects.all()} == {cup.tournament.pk}
        assert receiver.turn() == []

    def test_replay_from_the_current_place_during_delivery_sends_again(self, cup, desk, receiver):
        program = desk("admin")
        hook = make_webhook(program, topics=["players"])
        cup.with_players("Eve")
        before = cup.revision()
        (batch,) = deliveries.due(NOW)
        outcome = deliveries.WebhookOutcome(batch)
        for message in batch.messages:
            deliveries.note_attempt(outcome, message, TAKEN, NOW)
        program.post(f"/webhooks/{hook['id']}/replay", {"after": hook["cursor"]})
        deliveries.store([outcome], NOW, receiver.rng)
        receiver.turn()
        assert receiver.by_tournament() == {"cup": [str(before)]}


class TestOperations:
    def test_retried_creation_makes_one_webhook_and_shows_the_secret_once(self, cup, desk):
        program = desk("admin")
        first = program.post("/webhooks", NEW, key="one")
        again = program.post("/webhooks", NEW, key="one")
        assert (first.status_code, first.json()) == (201, again.json())
        hook = first.json()
        assert hook["cursor"] == program.get("/events?after=0").json()["cursor"]
        (listed,) = program.get("/webhooks").json()["webhooks"]
        assert {**listed, "secret": hook["secret"]} == hook
        assert program.get(f"/webhooks/{hook['id']}").json() == listed
        problem(program.post("/webhooks", {"address": "https://other.example/"}, key="one"), 422, "key-reused")
        assert cup.tournament.webhooks.count() == 0

    def test_each_account_sees_only_its_own_webhooks(self, cup, sam, desk):
        hook = make_webhook(desk("admin"))
        other = desk("admin", user=sam)
        assert other.get("/webhooks").json() == {"webhooks": []}
        problem(other.get(f"/webhooks/{hook['id']}"), 404, "not-found")

    def test_webhooks_need_an_account_token_with_the_needed_scopes(self, cup, program, desk):
        of_one = program(cup, "read", "admin")
        of_one.root = "/api/v1"
        problem(of_one.get("/webhooks"), 403, "not-allowed")
        problem(of_one.post("/webhooks", NEW), 403, "not-allowed")
        problem(desk("read").get("/webhooks"), 403, "not-allowed")
        narrow = desk("admin")
        problem(narrow.post("/webhooks", {**NEW, "whole": True}), 403, "not-allowed")
        at = f"/webhooks/{make_webhook(desk('read', 'admin'), whole=True)['id']}"
        elsewhere = {"address": "https://e.example/"}
        problem(narrow.send("PATCH", at, elsewhere, If_Match='"1"'), 403, "not-allowed")
        problem(narrow.post(f"{at}/secret", {"hours": 0}), 403, "not-allowed")

    @pytest.mark.parametrize(
        ("body", "code", "pointer"),
        [
            ({"address": "https://127.0.0.1/"}, "not-public", "/address"),
            ({**NEW, "topics": ["staff"]}, "topic-private", "/topics"),
            ({**NEW, "topics": ["weather"]}, "invalid", "/topics/0"),
            ({**NEW, "secret": "whsec_x"}, "invalid", "/secret"),
        ],
    )
    def test_invalid_webhook_is_refused_with_a_pointer(self, desk, body, code, pointer):
        answer = problem(desk("read", "admin").post("/webhooks", body), 422, code)
        assert answer["errors"][0]["pointer"] == pointer

    def test_number_of_webhooks_is_limited(self, desk, monkeypatch):
        monkeypatch.setattr("tournaments.webhooks.accounts.MOST", 1)
        program = desk("admin")
        make_webhook(program)
        problem(program.post("/webhooks", NEW), 422, "too-many-webhooks")

    def test_webhook_is_changed_switched_and_removed_by_its_version(self, cup, desk, receiver):
        program = desk("admin")
        hook = make_webhook(program)
        at = f"/webhooks/{hook['id']}"
        version = program.get(at)["ETag"]
        problem(program.send("PATCH", at, {"is_on": False}), 428, "if-match")
        off = program.send("PATCH", at, {"is_on": False, "topics": ["created"]}, If_Match=version)
        assert (off.json()["off_because"], off.json()["topics"]) == ("by-hand", ["created"])
        again = program.send("PATCH", at, {"is_on": False, "topics": ["created"]}, If_Match=version)
        assert again.json() == off.json()
        answer = problem(program.send("PATCH", at, {"is_on": True}, If_Match=version), 412, "stale")
        assert answer["current"] == off.json()
        cup.with_players("Eve")
        assert receiver.turn() == []
        assert program.send("PATCH", at, {"is_on": True}, If_Match=off["ETag"]).json()["is_on"]
        problem(program.send("DELETE", at, If_Match=off["ETag"]), 412, "stale")
        assert program.send("DELETE", at, If_Match=program.get(at)["ETag"]).status_code == 204
        problem(program.get(at), 404, "not-found")

    def test_etag_changes_with_new_events(self, cup, desk, receiver):
        program = desk("admin")
        at = f"/webhooks/{make_webhook(program)['id']}"
        tag = program.get(at)["ETag"]
        assert program.get(at, If_None_Match=tag).status_code == 304
        cup.with_players("Eve")
        receiver.turn()
        assert program.get(at, If_None_Match=tag).status_code == 200

    def test_secret_is_replaced_once_for_each_idempotency_key(self, cup, desk):
        program = desk("admin")
        hook = make_webhook(program)
        at = f"/webhooks/{hook['id']}/secret"
        other = program.post(at, {"hours": 5}, key="new").json()
        assert other == program.post(at, {"hours": 5}, key="new").json()
        assert other["secret"] != hook["secret"]
        assert other["both_secrets_until"] is not None
        assert program.post(at, {"hours": 0}).json()["both_secrets_until"] is None

    def test_replay_starts_after_a_cursor_or_in_one_tournament(self, cup, make, desk, receiver):
        program = desk("admin")
        make(name="Other")
        hook = make_webhook(program, topics=["players"])
        cup.with_players("Eve")
        receiver.turn()
        at = f"/webhooks/{hook['id']}/replay"
        program.post(at, {"after": str(cup.revision() - 1), "tournament": "cup"})
        receiver.turn()
        assert receiver.by_tournament() == {"cup": [str(cup.revision())] * 2}
        assert len({message.id for message in receiver.messages}) == 1
        assert program.post(at, {"after": hook["cursor"]}, key="a").json()["cursor"] == hook["cursor"]
        receiver.turn()
        program.post(at, {"after": hook["cursor"]}, key="a")
        assert receiver.turn() == []
        assert len(receiver.messages) == 3
        for body, code in (
            ({}, "invalid"),
            ({"after": "x"}, "invalid"),
            ({"after": "1", "tournament": "nowhere"}, "not-found"),
            ({"after": "999", "tournament": "cup"}, "no-such-event"),
            ({"after": "x", "tournament": "cup"}, "invalid"),
            ({"after": f"{cup.tournament.pk:x}.fff"}, "no-such-event"),
        ):
            problem(program.post(at, body), 422, code)

    def test_token_page_lists_webhook_and_can_remove_it(self, cup, orla, sam, desk, receiver):
        hook = make_webhook(desk("admin"))
        page = signed_in(orla).get("/account/tokens/").content.decode()
        assert NEW["address"] in page
        assert "off, because" not in page
        tokens.forget()
        ApiToken.objects.update(revoked_at=timezone.now())
        assert "off, because its token has ended" in signed_in(orla).get("/account/tokens/").content.decode()
        at = f"/account/webhooks/{hook['id']}/remove/"
        signed_in(sam).post(at)
        assert Webhook.objects.exists()
        assert NEW["address"] not in signed_in(sam).get("/account/tokens/").content.decode()
        for text in ("Webhook removed.", "This webhook no longer exists."):
            assert text in signed_in(orla).post(at, follow=True).content.decode()
        assert not Webhook.objects.exists()

    def test_delivery_log_names_the_tournament(self, cup, make, desk, receiver):
        program = desk("admin")
        hook = make_webhook(program)
        make(name="Later")
        receiver.turn(BROKEN)
        (line,) = program.get(f"/webhooks/{hook['id']}/deliveries").json()["deliveries"]
        assert (line["tournament"], line["event"], line["status"], line["said"]) == ("later", None, 500, "oh no")


@pytest.mark.django_db(transaction=True)
def test_sending_process_is_notified_of_a_replay(cup, desk):
    program = desk("read", "admin")
    hook = make_webhook(program)
    with psycopg.connect(**session_parameters(), autocommit=True) as listening:
        listening.execute(f"LISTEN {deliveries.CHANNEL}")
        program.post(f"/webhooks/{hook['id']}/replay", {"after": "0"})
        (heard,) = listening.notifies(timeout=PATIENCE, stop_after=1)
    assert heard.channel == deliveries.CHANNEL
