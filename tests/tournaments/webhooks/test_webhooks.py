"""Webhooks: allowed addresses, signed messages, and events that are never lost, doubled or misdirected."""

import hmac
import json
import re
from base64 import b64decode, b64encode
from datetime import timedelta
from ipaddress import ip_address, ip_network
from random import Random

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from tests.tournaments.all_features.test_settings_walk import as_sent
from tournaments.core.journal.errors import Conflict, NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.models import Delivery, Member, Webhook, webhook
from tournaments.people import tokens
from tournaments.setup import lifecycle
from tournaments.webhooks import deliveries, posting, receivers
from tournaments.webhooks.attempts import LONGEST, AttemptResult

pytestmark = pytest.mark.django_db

ADDRESS = "https://club.example/kierros?key=abc"
TAKEN = AttemptResult(204, "", "", 5)
BROKEN = AttemptResult(500, "", "oh no", 5)
NOW = timezone.now()


def add_webhook(stage, **more):
    return receivers.create_webhook(stage.orla, stage.tournament, address=ADDRESS, **more)[0]


class Receiver:
    """A deliverer without a network: each step delivers every due event and gets the answer that is set."""

    def __init__(self):
        self.now = NOW
        self.got = []
        self.rng = Random(1)

    def turn(self, *answers, then=TAKEN):
        coming = list(answers)
        outcomes = []
        for batch in deliveries.due(self.now):
            outcome = deliveries.WebhookOutcome(batch)
            for message in batch.messages:
                answer = coming.pop(0) if coming else then
                self.got.append((message.sequence, answer.is_taken))
                deliveries.note_attempt(outcome, message, answer, self.now)
                if outcome.failed:
                    break
            outcomes.append(outcome)
        deliveries.store(outcomes, self.now, self.rng)
        return outcomes

    def accepted_entries(self):
        return [sequence for sequence, is_taken in self.got if is_taken]


@pytest.fixture
def receiver():
    return Receiver()


class TestAddresses:
    @pytest.mark.parametrize(
        "text",
        [
            "", "club.example", "http://club.example/", "ftp://club.example", "https://", "https://a b.example/",
            "https://club.example:0/", "https://club.example:99999/", "https://me:secret@club.example/",
            "https://club.example/#here", "https://[::1", "https://öl.example/", "https://club.example/\n",
            "https://127.0.0.1/", "https://10.1.2.3/", "https://192.168.1.1/", "https://169.254.169.254/latest",
            "https://[::1]/", "https://[fe80::1]/", "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/",
            "https://localhost/", "https://me.localhost./",
            "https://0.0.0.0/", "https://100.64.0.1/", "https://" + "a" * 500 + ".example/",
        ],
    )  # fmt: skip
    def test_invalid_or_private_address_is_refused(self, text):
        with pytest.raises(posting.NotAnAddress):
            posting.check(text)

    @pytest.mark.rotates(8)
    @pytest.mark.parametrize("text", [ADDRESS, "https://93.184.216.34:8443/x", "https://[2606:2800:220:1::1]/"])
    def test_public_https_address_is_accepted(self, text):
        assert posting.check(text) == text

    @pytest.mark.parametrize(
        ("number", "allowed"),
        [
            ("8.8.8.8", True), ("2001:4860:4860::8888", True), ("64:ff9b::808:808", True), ("::ffff:8.8.8.8", True),
            ("127.0.0.1", False), ("10.0.0.1", False), ("172.16.0.1", False), ("192.168.0.1", False),
            ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False), ("255.255.255.255", False),
            ("224.0.0.1", False), ("240.0.0.1", False), ("198.18.0.1", False), ("::", False), ("::1", False),
            ("fe80::1", False), ("fc00::1", False), ("fec0::1", False), ("ff02::1", False), ("::ffff:127.0.0.1", False),
            ("::127.0.0.1", False), ("64:ff9b::7f00:1", False), ("64:ff9b:1::1", False), ("2002:7f00:1::", False),
            ("2002:c0a8:101::1", False), ("2001:0:4136:e378:8000:63bf:80ff:fffe", False),
        ],
    )  # fmt: skip
    def test_only_public_ip_addresses_are_allowed(self, number, allowed):
        assert posting.is_allowed(ip_address(number)) is allowed

    def test_server_owner_can_allow_networks_and_http(self, settings):
        settings.WEBHOOK_NETWORKS = (ip_network("192.168.1.0/24"),)
        settings.WEBHOOK_HTTP = True
        assert posting.check("http://192.168.1.20:9000/kierros")
        with pytest.raises(posting.NotAnAddress):
            posting.check("http://192.168.2.20/")
        settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.0/8"),)
        assert posting.check("http://localhost:9000/kierros")


class TestMessages:
    def test_receiver_verifies_the_signature_and_the_secret_is_not_stored(self, cup, receiver):
        hook, secret = receivers.create_webhook(cup.orla, cup.tournament, address=ADDRESS)
        cup.with_players("Eve")
        (batch,) = deliveries.due(NOW)
        (message,) = batch.messages
        sent = deliveries.message_headers(hook, message, timezone.now())
        answer = Verifier(secret).verify(message.body, sent)
        assert (answer["type"], answer["tournament"], answer["data"]["id"]) == ("players", "cup", str(message.sequence))
        assert answer["timestamp"] == answer["data"]["at"]
        assert sent["webhook-id"] == f"msg_{hook.public_id}_{message.sequence}"
        # Calculated manually, as the text of the convention describes it.
        signed = f"{sent['webhook-id']}.{sent['webhook-timestamp']}.{message.body}".encode()
        own = hmac.digest(b64decode(secret.removeprefix("whsec_")), signed, "sha256")
        assert sent["webhook-signature"] == "v1," + b64encode(own).decode()
        assert len(b64decode(secret.removeprefix("whsec_"))) == 32
        assert hook.salt not in secret
        assert secret not in str(cup.tournament.journal.values())

    def test_two_secrets_sign_during_a_rotation(self, cup):
        hook, old = receivers.create_webhook(cup.orla, cup.tournament, address=ADDRESS)
        hook, new = receivers.rotate_secret(cup.orla, cup.tournament, hook, hours=2)
        message = deliveries.Message(1, "msg_1", "{}")
        at = timezone.now()
        both = deliveries.message_headers(hook, message, at)
        for secret in (old, new):
            Verifier(secret).verify("{}", both)
        later = deliveries.message_headers(hook, message, at + timedelta(hours=3))
        assert len(both["webhook-signature"].split(" ")) == 2
        assert later["webhook-signature"].split(" ") == [Verifier(new).sign("msg_1", at + timedelta(hours=3), "{}")]
        hook, _newest = receivers.rotate_secret(cup.orla, cup.tournament, hook, hours=0)
        assert " " not in deliveries.message_headers(hook, message, timezone.now())["webhook-signature"]


class TestDeliveries:
    def test_events_are_sent_in_order_and_once(self, cup, receiver):
        hook = add_webhook(cup)
        assert receiver.turn() == []  # not created by it
        cup.play("1-0", "0-1")
        receiver.turn()
        drafts = {entry.sequence for entry in cup.tournament.journal.filter(verb__in=["pair-round", "create-webhook"])}
        assert receiver.accepted_entries() == [n for n in range(hook.cursor + 1, cup.revision() + 1) if n not in drafts]
        assert receiver.turn() == []
        hook.refresh_from_db()
        assert hook.cursor == cup.revision()

    def test_failed_event_is_retried_with_growing_delay_and_not_overtaken(self, cup, receiver):
        hook = add_webhook(cup)
        cup.with_players("Eve")
        cup.with_players("Fay")
        waits = []
        for attempt in range(1, 8):
            receiver.turn(BROKEN)
            hook.refresh_from_db()
            assert (hook.attempts, hook.failing_since) == (attempt, NOW)
            waits.append((hook.due_at - receiver.now).total_seconds())
            assert deliveries.due(receiver.now) == []
            assert deliveries.next_due(receiver.now) == hook.due_at
            receiver.now = hook.due_at
        assert all(5 * 2**n * 0.75 <= wait <= 5 * 2**n * 1.25 for n, wait in enumerate(waits))
        assert len({round(wait / 2**n, 3) for n, wait in enumerate(waits)}) > 3
        first = hook.cursor + 1
        assert {sequence for sequence, _taken in receiver.got} == {first}
        receiver.turn()
        hook.refresh_from_db()
        assert receiver.accepted_entries() == [first, first + 1]
        assert (hook.attempts, hook.failing_since, hook.due_at) == (0, None, None)
        assert [line.attempt for line in hook.deliveries.all()] == [1, 8, 7, 6, 5, 4, 3, 2, 1]

    def test_failure_after_a_success_restarts_the_delay(self, cup, receiver):
        hook = add_webhook(cup)
        cup.with_players("Eve")
        cup.with_players("Fay")
        receiver.turn(BROKEN)
        receiver.now += timedelta(hours=1)
        receiver.turn(TAKEN, BROKEN)
        hook.refresh_from_db()
        assert (hook.attempts, hook.failing_since, hook.cursor) == (1, receiver.now, cup.revision() - 1)

    @pytest.mark.rotates(2)
    def test_webhook_is_disabled_after_three_days_and_resumes_where_it_stopped(self, cup, receiver):
        hook = add_webhook(cup)
        cup.with_players("Eve")
        while hook.is_on:
            receiver.turn(then=BROKEN)
            hook.refresh_from_db()
            receiver.now = hook.due_at or receiver.now
        assert hook.off_because == Webhook.Off.FAILING
        assert deliveries.GIVE_UP_AFTER <= hook.off_at - NOW <= deliveries.GIVE_UP_AFTER + LONGEST * 1.25
        assert 15 < hook.attempts < 40
        cup.with_players("Fay")
        receiver.now += timedelta(days=9)
        assert receiver.turn() == []
        receivers.change_webhook(cup.orla, cup.tournament, hook, is_on=True)
        receiver.turn()
        assert receiver.accepted_entries() == [hook.cursor + 1, hook.cursor + 2]

    def test_status_410_disables_at_once(self, cup, receiver):
        hook = add_webhook(cup)
        cup.with_players("Eve")
        receiver.turn(AttemptResult(410, "", "", 1))
        hook.refresh_from_db()
        assert (hook.is_on, hook.off_because, hook.due_at) == (False, "gone", None)

    def test_topics_filter_events_and_private_parts_need_rights(self, cup, receiver):
        results, everything = add_webhook(cup, topics=["results"]), add_webhook(cup, whole=True)
        cup.play("1-0", "0-1")
        values = {row.batch.webhook.pk: row.batch for row in receiver.turn()}
        assert {json.loads(each.body)["type"] for each in values[results.pk].messages} == {"results"}
        bodies = [json.loads(each.body)["data"] for each in values[everything.pk].messages]
        assert [each["entry"]["verb"] for each in bodies][:2] == ["pair-round", "publish-round"]
        assert all(json.loads(each.body)["data"]["entry"] is None for each in values[results.pk].messages)
        assert "Ann" not in "".join(each.body for each in values[results.pk].messages)
        results.refresh_from_db()
        assert results.cursor == cup.revision()

    def test_backlog_is_sent_in_batches(self, cup, receiver, monkeypatch):
        monkeypatch.setattr(deliveries, "RUN", 2)
        monkeypatch.setattr(deliveries, "READ", 3)
        near, far = add_webhook(cup), add_webhook(cup)
        receivers.replay_webhook(cup.orla, cup.tournament, far, after=0)
        for name in "EFGH":
            cup.with_players(name)
        while receiver.turn():
            pass
        rows = Delivery.objects.order_by("pk")
        opened = [e.sequence for e in cup.tournament.journal.order_by("sequence") if not e.verb.endswith("webhook")]
        assert [row.sequence for row in rows if row.webhook_id == far.pk] == opened
        assert [row.sequence for row in rows if row.webhook_id == near.pk] == opened[-4:]

    def test_one_event_or_all_later_ones_can_be_replayed(self, cup, receiver):
        hook = add_webhook(cup)
        for name in ("Eve", "Fay", "Gus"):
            cup.with_players(name)
        receiver.turn()
        first = receiver.accepted_entries()[0]
        receivers.replay_webhook(cup.orla, cup.tournament, hook, event=first + 1)
        cup.with_players("Hal")
        receiver.turn(BROKEN)
        receiver.now += timedelta(minutes=1)
        receiver.turn()
        assert receiver.accepted_entries()[3:] == [first + 1, cup.revision()]
        receivers.replay_webhook(cup.orla, cup.tournament, hook, after=first)
        receiver.turn()
        assert receiver.accepted_entries()[5:] == [first + 1, first + 2, cup.revision() - 1]
        ids = {deliveries.message_id(hook, n) for n in receiver.accepted_entries()}
        assert len(ids) == 4
        with pytest.raises(Refused):
            receivers.replay_webhook(cup.orla, cup.tournament, hook, after=10**6)
        with pytest.raises(Refused):
            receivers.replay_webhook(cup.orla, cup.tournament, hook, event=10**6)

    def test_concurrent_change_wins_over_the_delivery_result(self, cup, receiver):
        hook = add_webhook(cup)
        start = hook.cursor
        cup.with_players("Eve")
        (batch,) = deliveries.due(NOW)
        receivers.replay_webhook(cup.orla, cup.tournament, hook, after=0)
        outcome = deliveries.WebhookOutcome(batch)
        deliveries.note_attempt(outcome, batch.messages[0], TAKEN, NOW)
        deliveries.store([outcome], NOW, receiver.rng)
        hook.refresh_from_db()
        assert (hook.cursor, start > 0) == (0, True)
        receivers.remove_webhook(cup.orla, cup.tournament, hook)
        deliveries.store([outcome], NOW, receiver.rng)
        assert not Delivery.objects.exists()

    def test_webhook_of_a_creator_without_rights_is_disabled(self, cup, receiver, heli):
        Member.objects.create(tournament=cup.tournament, user=heli, role="organiser")
        maker = Who.at_page(heli)
        row, _secret = receivers.create_webhook(maker, cup.tournament, address=ADDRESS, whole=True)
        public, _secret = receivers.create_webhook(maker, cup.tournament, address=ADDRESS)
        ends = timezone.now() + timedelta(days=1)
        token, _value = tokens.create_token(
            cup.orla, cup.tournament, name="Desk", scopes=["read", "admin"], expires_at=ends
        )
        by_token, _secret = receivers.create_webhook(Who.program(token), cup.tournament, address=ADDRESS, whole=True)
        Member.objects.filter(user=heli).delete()
        tokens.revoke_token(cup.orla, cup.tournament, token)
        cup.with_players("Eve")
        found = {outcome.batch.webhook.pk for outcome in receiver.turn()}
        assert found == {public.pk}
        for each in (row, by_token):
            each.refresh_from_db()
            assert each.off_because == Webhook.Off.NOT_ALLOWED
        lifecycle.change_settings(cup.orla, cup.tournament, is_public=False)
        assert receiver.turn() == []

    def test_log_keeps_the_latest_deliveries(self, cup, receiver, monkeypatch):
        monkeypatch.setattr(deliveries, "MOST_DELIVERIES", 3)
        hook = add_webhook(cup)
        for name in "EFGHI":
            cup.with_players(name)
        receiver.turn()
        assert [line.sequence for line in deliveries.latest(hook)] == receiver.accepted_entries()[:1:-1]

    def test_there_is_work_only_with_an_active_webhook(self, cup):
        assert not deliveries.any_at_work()
        hook = add_webhook(cup)
        assert deliveries.any_at_work()
        receivers.change_webhook(cup.orla, cup.tournament, hook, is_on=False)
        assert not deliveries.any_at_work()

    def test_number_of_queries_does_not_grow_with_webhooks(self, cup, django_assert_max_num_queries):
        for _each in range(30):
            add_webhook(cup)
        cup.with_players("Eve")
        with django_assert_max_num_queries(6):
            assert len(deliveries.due(NOW)) == 30


class TestChanges:
    def test_webhook_needs_rights_for_its_topics(self, cup, heli):
        Member.objects.create(tournament=cup.tournament, user=heli, role="helper")
        with pytest.raises(NotAllowed):
            receivers.create_webhook(Who.at_page(heli), cup.tournament, address=ADDRESS)
        ends = timezone.now() + timedelta(days=1)
        token, _value = tokens.create_token(cup.orla, cup.tournament, name="A", scopes=["admin"], expires_at=ends)
        program = Who.program(token)
        with pytest.raises(NotAllowed):
            receivers.create_webhook(program, cup.tournament, address=ADDRESS, whole=True)
        whole = add_webhook(cup, whole=True)
        with pytest.raises(NotAllowed):  # it would send the message elsewhere
            receivers.change_webhook(program, cup.tournament, whole, address="https://evil.example/")
        with pytest.raises(Refused) as refused:
            add_webhook(cup, topics=["plans"])
        assert refused.value.code == "topic-private"

    def test_number_of_webhooks_is_limited(self, cup, monkeypatch):
        monkeypatch.setattr(receivers, "MOST", 1)
        add_webhook(cup)
        with pytest.raises(Refused) as refused:
            add_webhook(cup)
        assert refused.value.code == "too-many-webhooks"

    def test_private_address_is_refused_and_journal_contains_only_the_host(self, cup):
        with pytest.raises(Refused) as refused:
            receivers.create_webhook(cup.orla, cup.tournament, address="https://10.0.0.1/")
        assert (refused.value.code, refused.value.field) == ("not-public", "address")
        add_webhook(cup)
        entry = cup.tournament.journal.first()
        assert (entry.verb, entry.facts) == ("create-webhook", {"host": "club.example"})

    def test_outdated_version_is_a_conflict(self, cup):
        hook = add_webhook(cup)
        receivers.change_webhook(cup.orla, cup.tournament, hook, topics=["round"], version=hook.version)
        with pytest.raises(Conflict, match="You changed this in another window"):
            receivers.change_webhook(cup.orla, cup.tournament, hook, topics=[], version=hook.version)
        with pytest.raises(Conflict):
            receivers.remove_webhook(cup.orla, cup.tournament, hook, version=hook.version)

    def test_new_address_is_tried_at_once(self, cup, receiver):
        hook = add_webhook(cup)
        cup.with_players("Eve")
        receiver.turn(BROKEN)
        receivers.change_webhook(cup.orla, cup.tournament, hook, address="https://other.example/")
        receiver.turn()
        assert len(receiver.accepted_entries()) == 1


class TestDatabase:
    @pytest.mark.parametrize(
        "values",
        [
            {"off_because": "gone"},
            {"off_at": NOW},
            {"off_at": NOW, "off_because": "tired"},
            {"attempts": 1},
            {"failing_since": NOW},
            {"due_at": NOW},
        ],
    )
    def test_inconsistent_states_are_refused(self, cup, values):
        hook = add_webhook(cup)
        with pytest.raises(IntegrityError), transaction.atomic():
            Webhook.objects.filter(pk=hook.pk).update(**values)

    @pytest.mark.parametrize("values", [{"status": None}, {"fault": "timeout"}, {"status": None, "fault": "x"}])
    def test_delivery_has_either_a_status_or_a_fault(self, cup, receiver, values):
        add_webhook(cup)
        cup.with_players("Eve")
        receiver.turn()
        with pytest.raises(IntegrityError), transaction.atomic():
            Delivery.objects.update(**values)


class TestPages:
    @pytest.fixture
    def desk(self, cup, client, orla):
        client.force_login(orla)
        return client, f"/t/{cup.tournament.slug}/desk/webhooks/"

    @pytest.mark.rotates(2)
    def test_page_creates_shows_and_removes_a_webhook(self, cup, desk, receiver):
        client, root = desk
        sent = {"sheet": "a" * 32, "w-address": ADDRESS, "w-topics": ["players"]}
        made = client.post(root, sent)
        secret = re.search("whsec_[^<]+", made.content.decode())[0]
        again = client.post(root, sent).content.decode()
        hook = cup.tournament.webhooks.get()
        assert secret in again
        assert secret == deliveries.secret(hook.salt)
        assert secret not in client.get(root).content.decode()
        cup.with_players("Eve")
        receiver.turn(BROKEN)
        where = f"{root}{hook.public_id}/"
        page = client.get(where).content.decode()
        assert "oh no" in page
        assert "failing since" in page
        client.post(f"{where}switch/", {"do": "off"})
        assert "turned off manually" in client.get(where).content.decode()
        client.post(f"{where}switch/", {"do": "on"})
        receiver.turn()
        assert "all events sent" in client.get(where).content.decode()
        client.post(f"{where}replay/", {"sheet": "b" * 32, "event": hook.cursor + 1})
        receiver.turn()
        client.post(f"{where}replay/", {"sheet": "c" * 32, "r-after": 0})
        receiver.turn()
        assert len(receiver.accepted_entries()) == 4
        changed = client.post(f"{where}secret/", {"sheet": "d" * 32, "s-hours": "24"}).content.decode()
        hook.refresh_from_db()
        assert deliveries.secret(hook.salt) in changed
        assert "The old secret is valid until" in changed
        old = {**as_sent(client.get(where).context["form"]), "sheet": "f" * 32, "w-topics": "round"}
        stored = {"sheet": "e" * 32, "w-address": "https://b.example/"}
        assert client.post(where, stored).status_code == 302
        assert client.post(where, old).status_code == 422
        client.post(f"{where}remove/")
        client.post(f"{where}remove/")
        assert not cup.tournament.webhooks.exists()
        assert "No webhooks yet" in client.get(root).content.decode()

    @pytest.mark.parametrize(("after", "late"), [(webhook.LATE, False), (timedelta(0), True)])
    def test_desk_reports_a_webhook_that_is_behind(self, cup, desk, monkeypatch, after, late):
        client, root = desk
        hook = add_webhook(cup)
        cup.with_players("Eve")
        monkeypatch.setattr(webhook, "LATE", after)
        assert ("1 webhook is not delivering" in client.get(root.removesuffix("webhooks/")).content.decode()) == late
        for page in (root, f"{root}{hook.public_id}/"):
            assert ("behind since" in client.get(page).content.decode()) == late
        assert "No deliveries yet" in client.get(f"{root}{hook.public_id}/").content.decode()
        receivers.change_webhook(cup.orla, cup.tournament, hook, is_on=False)
        assert "webhook is not delivering" not in client.get(root.removesuffix("webhooks/")).content.decode()

    @pytest.mark.parametrize(
        ("field", "value", "text"),
        [
            ("w-address", "https://192.168.1.7/", "private network"),
            ("w-topics", "plans", "Select this too"),
            ("w-address", "", "required"),
        ],
    )
    def test_invalid_values_are_reported_at_the_field(self, desk, field, value, text):
        client, root = desk
        answer = client.post(root, {"w-address": ADDRESS, field: value})
        assert (answer.status_code, text in answer.content.decode()) == (422, True)
        assert not Webhook.objects.exists()
