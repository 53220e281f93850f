"""Push notifications about rounds, calls and disputes: subscriptions, content, retries and deletion."""

import json
from base64 import urlsafe_b64decode
from datetime import timedelta
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
from django.test import Client
from django.utils import timezone

from tests.push_device import Telephone, claims, read
from tests.tournaments.self_service.test_badges import give, phone_of
from tests.tournaments.self_service.test_player_reports import Hall
from tournaments.core.rights import Who
from tournaments.drafts import editing
from tournaments.hall import calling, clock
from tournaments.models import Subscription
from tournaments.models.courts import CourtSettings
from tournaments.models.fields import typed_secret
from tournaments.models.self_service import badge_with
from tournaments.people import attempts
from tournaments.players import registration
from tournaments.rounds import publishing, rounds
from tournaments.self_service import badges
from tournaments.setup import lifecycle
from tournaments.webhooks import receivers, telephones
from tournaments.webhooks.attempts import AttemptResult

pytestmark = pytest.mark.django_db
PLACE = "https://push.example/of/ann"


def subscribe(stage, name="Ann", address=PLACE, badge=None, language="en"):
    text = Telephone(address)
    answer = receivers.Telephone(
        *(text.fields[each] for each in ("address", "key", "secret")), "https://kierros.example", language
    )
    found = badge_with(badge) if badge else None
    stage.tournament.refresh_from_db()
    text.row = receivers.subscribe(stage.tournament, stage.players[name], answer, found)
    return text


def due(now=None):
    """Return the due messages: (player's name, kind, text)."""
    batches = telephones.due(now or timezone.now())
    return [(batch.subscription.player.name, note.kind, note.text) for batch in batches for note in batch.notes]


def tell(answer=None):
    """Send the due notes to all phones; the push service gives this answer. Return the number of phones."""
    batches = telephones.due(timezone.now())
    outcomes = [telephones.PhoneOutcome(batch, answer) for batch in batches]
    telephones.store(outcomes, timezone.now(), Random(1))
    return len(batches)


def failed_answer(status=None, fault="unreachable"):
    return AttemptResult(status, "" if status else fault, "", 1)


def words(text):
    return text.replace("\u2068", "").replace("\u2069", "")


class TestEncryption:
    def test_rfc_8291_example_is_encrypted_as_published(self):
        """RFC 8291, appendix A."""
        own = derive_private_key(
            int.from_bytes(read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), SECP256R1()
        )
        key = read("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        found = telephones._seal_with_key(
            b"When I grow up, I want to be a watermelon",
            key,
            read("BTBZMqHH6r4Tts7J_aSIgg"),
            own,
            read("DGv6ra1nlYgDCS1FRnbzlw"),
        )
        assert telephones.base64url(found) == (
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
            "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )

    def test_phone_decrypts_the_message_and_each_encryption_differs(self):
        answer = Telephone(PLACE)
        bodies = [telephones.seal_message("Pöytä 14".encode(), answer.key, answer.secret) for _ in range(2)]
        assert [answer.decrypt(body).decode() for body in bodies] == ["Pöytä 14"] * 2
        assert bodies[0] != bodies[1]

    def test_signature_is_for_one_service_and_at_most_a_day(self):
        now = timezone.now()
        found = claims(telephones.signature("https://push.example:8443/of/ann?x", "https://kierros.example", now))
        assert (found["aud"], found["sub"]) == ("https://push.example:8443", "https://kierros.example")
        assert timedelta(0) < timedelta(seconds=found["exp"] - now.timestamp()) < timedelta(days=1)

    def test_public_key_is_derived_from_the_servers_secret(self, settings):
        before = telephones.public_key()
        assert len(urlsafe_b64decode(before + "=")) == telephones.POINT
        assert telephones.public_key() == before
        settings.SECRET_KEY = "another server's" * 4
        assert telephones.public_key() != before


class TestSubscribing:
    def ask(self, stage, client=None, site="same-origin", **fields):
        stage.tournament.refresh_from_db()
        given = {**Telephone(PLACE).fields, "player": stage.players["Ann"].public_id, **fields}
        path = f"/t/{stage.tournament.slug}/me/told/"
        return (client or Client()).post(path, given, headers={"Sec-Fetch-Site": site} if site else {})

    def test_subscription_without_badge_is_stored_for_the_player(self, cup):
        assert self.ask(cup).json() == {"others": 0}
        row = Subscription.objects.get()
        assert (row.player.name, row.badge, row.address, row.language) == ("Ann", None, PLACE, "en")
        assert (row.origin, row.cursor) == ("http://testserver", cup.revision())

    def test_language_of_the_phone_is_stored(self, cup, settings):
        settings.LANGUAGES = [("en", "English"), ("fi", "Suomi")]
        self.ask(cup, Client(headers={"accept-language": "fi"}))
        assert Subscription.objects.get().language == "fi"

    def test_badge_is_stored_for_its_own_player_only(self, cup):
        phone = phone_of(give(cup, "Ann"))
        self.ask(cup, phone)
        assert Subscription.objects.get().badge.player.name == "Ann"
        self.ask(cup, phone, player=cup.players["Bo"].public_id)
        assert [(row.player.name, row.badge) for row in Subscription.objects.all()] == [("Bo", None)]

    def test_unsubscribing_returns_the_remaining_subscriptions(self, cup, make):
        other = make(name="Other").with_players("Ann")
        self.ask(cup)
        self.ask(other)
        assert self.ask(cup, stop="1").json() == {"others": 1}
        assert self.ask(other, stop="1").json() == {"others": 0}
        assert self.ask(other, stop="1").json() == {"others": 0}

    @pytest.mark.parametrize("site", ["cross-site", "same-site", "none", ""])
    def test_only_pages_of_this_server_can_subscribe(self, cup, site):
        answer = self.ask(cup, site=site)
        assert (answer.status_code, Subscription.objects.count()) == (403, 0)
        assert answer.json()["problem"] == "Only pages of this server can request this."

    @pytest.mark.parametrize(
        "fields",
        [
            {"address": "http://push.example/of/ann"},
            {"address": "https://192.168.1.1/"},
            {"address": "https://[::1]/"},
            {"address": "https://push.example/" + "x" * receivers.LONGEST},
            {"address": ""},
            {"key": ""},
            {"key": "ä"},
            {"key": telephones.base64url(b"\x04" + bytes(64))},
            {"key": telephones.base64url(b"\x02" + bytes(32))},
            {"secret": telephones.base64url(b"short")},
            {"secret": "\0"},
        ],
    )
    def test_invalid_push_address_is_refused(self, cup, fields):
        answer = self.ask(cup, **fields)
        assert (answer.status_code, Subscription.objects.count()) == (422, 0)
        assert (
            answer.json()["problem"] == "This browser did not give an address for notifications. Try another browser."
        )

    def test_unknown_player_and_hidden_or_finished_tournament_are_refused(self, cup):
        assert self.ask(cup, player="nobody").status_code == 404
        lifecycle.change_settings(cup.orla, cup.tournament, is_public=False)
        assert self.ask(cup).status_code == 404
        lifecycle.change_settings(cup.orla, cup.tournament, is_public=True)
        cup.tournament.finished_at = timezone.now()
        cup.tournament.save()
        assert self.ask(cup).status_code == 422

    def test_oldest_subscription_of_a_player_is_dropped(self, cup):
        for number in range(receivers.MOST_SUBSCRIPTIONS + 2):
            subscribe(cup, address=f"{PLACE}/{number}")
        stored = Subscription.objects.order_by("pk").values_list("address", flat=True)
        assert list(stored) == [f"{PLACE}/{number}" for number in range(2, receivers.MOST_SUBSCRIPTIONS + 2)]

    def test_subscriptions_without_badge_do_not_displace_one_with_a_badge(self, cup):
        hall = Hall(cup, players_report=True)
        name = hall.first.name
        own = subscribe(hall.stage, name, f"{PLACE}/own", hall.secrets[name]).row
        for number in range(receivers.MOST_SUBSCRIPTIONS + 1):
            subscribe(hall.stage, name, f"{PLACE}/{number}")
        assert Subscription.objects.filter(pk=own.pk).exists()
        assert Subscription.objects.filter(badge=None).count() == receivers.MOST_SUBSCRIPTIONS

    def test_number_of_subscriptions_without_badge_is_limited(self, cup, monkeypatch):
        monkeypatch.setattr(receivers, "AT_LEAST", 2)
        monkeypatch.setattr(receivers, "FOR_EACH_PLAYER", 0)
        assert [self.ask(cup, address=f"{PLACE}/{number}").status_code for number in range(3)] == [200, 200, 422]
        assert self.ask(cup, address=f"{PLACE}/1").status_code == 200
        assert self.ask(cup, phone_of(give(cup, "Ann")), address=f"{PLACE}/own").status_code == 200
        assert Subscription.objects.filter(badge=None).count() == 2

    def test_rate_per_address_is_limited_without_a_badge(self, cup, monkeypatch):
        monkeypatch.setattr(attempts, "FOR_PHONES", attempts.FOR_PHONES._replace(free=2))
        asked = [self.ask(cup, address=f"{PLACE}/{number}") for number in range(3)]
        assert [answer.status_code for answer in asked] == [200, 200, 429]
        assert asked[-1].json()["problem"] == "Too many phone requests from this network. Try again in 1 minute."
        assert self.ask(cup, address=f"{PLACE}/1").status_code == 200
        assert self.ask(cup, phone_of(give(cup, "Ann")), address=f"{PLACE}/own").status_code == 200
        elsewhere = Client(REMOTE_ADDR="192.0.2.1")
        assert self.ask(cup, elsewhere, address=f"{PLACE}/2").status_code == 200


class TestRounds:
    def test_publication_notifies_each_player_once_with_the_seat(self, make):
        open_ = make(system="manual").with_players("Ann", "Bo", "Cy", "Di")
        for name in ("Ann", "Bo", "Cy"):
            subscribe(open_, name, address=f"{PLACE}/{name}")
        assert due() == []
        open_.pair()
        assert due() == []
        editing.pair_by_hand(open_.orla, open_.tournament, open_.round, open_.players["Ann"], open_.players["Bo"])
        editing.give_bye(open_.orla, open_.tournament, open_.round, open_.players["Cy"], "half")
        open_.publish("Di")
        assert [(name, words(text)) for name, _kind, text in due()] == [
            ("Ann", "Round 1 is published. Your table: 1, White against Bo."),
            ("Bo", "Round 1 is published. Your table: 1, Black against Ann."),
            ("Cy", "Round 1 is published: you do not play."),
        ]
        assert tell() == 3
        assert due() == []
        open_.enter(1, "1-0")
        assert due() == []

    def test_unpaired_player_is_notified_but_not_a_withdrawn_one(self, make):
        open_ = make(system="dutch", planned_rounds=3).with_players(*"ABCDE")
        for name in "DE":
            subscribe(open_, name, address=f"{PLACE}/{name}")
        registration.withdraw(open_.orla, open_.tournament, open_.players["E"])
        registration.request_bye(open_.orla, open_.tournament, open_.players["D"], 1, "zero")
        open_.pair()
        open_.publish()
        found = {name: text for name, _kind, text in due()}
        assert found == {"D": "Round 1 is published: you do not play."}

    def test_published_schedule_notifies_of_round_1(self, cup):
        subscribe(cup)
        rounds.publish_schedule(cup.orla, cup.tournament)
        ((_name, _kind, text),) = due()
        assert text.startswith("Round 1 is published")

    def test_only_the_latest_round_is_notified_and_never_late_or_unpublished(self, cup):
        answer = subscribe(cup)
        cup.play("1-0", "1-0")
        cup.pair()
        cup.publish()
        ((_name, _kind, text),) = due()
        assert text.startswith("Round 2 is published")
        late = timezone.now() + telephones.GIVE_UP_AFTER + timedelta(seconds=1)
        assert due(late) == []
        answer.row.refresh_from_db()
        assert answer.row.cursor > 0
        cup.pair()
        cup.publish()
        publishing.unpublish_round(cup.orla, cup.tournament, cup.round)
        assert due() == []

    def test_phone_with_an_unknown_language_is_still_notified(self, cup):
        subscribe(cup, language="fi-nobody")
        cup.pair()
        cup.publish()
        assert len(due()) == 1

    def test_notification_has_title_text_and_push_headers(self, cup):
        answer = subscribe(cup)
        cup.pair()
        cup.publish()
        (batch,) = telephones.due(timezone.now())
        headers, body = telephones.headers_and_body(batch, batch.notes[0], timezone.now())
        shown = json.loads(answer.decrypt(body))
        assert shown == {
            "title": "Cup",
            "body": batch.notes[0].text,
            "lang": "en",
            "tag": "cup round",
            "page": "/t/cup/",
        }
        assert claims(headers["authorization"])["aud"] == "https://push.example"
        assert (headers["content-encoding"], headers["topic"], headers["ttl"]) == ("aes128gcm", "round", "3600")


class TestAnnouncements:
    def test_screen_message_for_players_is_sent_once(self, cup):
        subscribe(cup)
        clock.set_screen(cup.orla, cup.tournament, [], message="Lunch until 14:00", depth=10)
        assert due() == []
        clock.set_screen(cup.orla, cup.tournament, [], message="Lunch until 14:00", depth=10, to_players=True)
        assert [(name, kind, words(text)) for name, kind, text in due()] == [("Ann", "message", "Lunch until 14:00")]
        tell()
        clock.set_screen(cup.orla, cup.tournament, ["names"], message="Lunch until 14:00", depth=10)
        assert due() == []
        clock.set_screen(cup.orla, cup.tournament, [], message="", depth=10)
        assert due() == []

    def test_court_call_notifies_while_the_match_is_on_the_court(self, cup):
        cup.pair()
        cup.publish()
        calling.set_courts(cup.orla, cup.tournament, CourtSettings(2))
        subscribe(cup)
        tell()
        table = next(row for row in cup.round.pairings.all() if row.appearances.filter(player=cup.players["Ann"]))
        other = table.appearances.exclude(player=cup.players["Ann"]).get().player.name
        for row in cup.round.pairings.exclude(pk=table.pk):
            calling.call_match(cup.orla, cup.tournament, row, 1)
        assert due() == []
        calling.call_match(cup.orla, cup.tournament, table, 2)
        ((_name, kind, text),) = due()
        assert (kind, words(text)) == ("court", f"Table 2: please come to play now, with {other}.")
        tell()
        calling.call_again(cup.orla, cup.tournament, table)
        assert words(due()[0][2]) == f"Table 2: second call. Please come to play now, with {other}."
        calling.return_to_queue(cup.orla, cup.tournament, table)
        assert due() == []

    def test_players_pages_show_the_message_while_the_screen_does(self, cup, client):
        clock.set_screen(cup.orla, cup.tournament, [], message="Lunch <2>", depth=10, to_players=True)
        secret = give(cup, "Ann")
        pages = [client.get("/t/cup/").content.decode(), phone_of(secret).get("/t/cup/me/").content.decode()]
        assert ["Lunch &lt;2&gt;" in page for page in pages] == [True, True]
        clock.set_screen(cup.orla, cup.tournament, [], message="Lunch <2>", depth=10, to_players=False)
        assert "Lunch" not in client.get("/t/cup/").content.decode()


class TestCallsAndReports:
    @pytest.fixture
    def hall(self, cup):
        return Hall(cup, players_report=True)

    def test_answered_call_notifies_the_player(self, hall):
        name = hall.first.name
        for number, badge in enumerate((hall.secrets[name], None)):
            subscribe(hall.stage, name, f"{PLACE}/{number}", badge)
        badges.call_organiser(hall.who(hall.first), hall.tournament)
        assert due() == []
        badges.answer_call(hall.orla, hall.tournament, hall.first)
        assert due() == [(name, "call", "An organiser is on the way to you.")]
        badges.end_call(hall.orla, hall.tournament, hall.first)
        assert due() == []

    @pytest.mark.parametrize("how", ["disputes", "says"])
    def test_disputed_report_notifies_the_reporter(self, hall, how):
        for player in (hall.first, hall.second):
            subscribe(hall.stage, player.name, f"{PLACE}/{player.name}", hall.secrets[player.name])
        hall.says(hall.first, "1-0")
        assert due() == []
        hall.disputes(hall.second) if how == "disputes" else hall.says(hall.second, "0-1")
        text = "Table 1: your opponent disputes the result that you reported."
        assert due() == [(hall.first.name, "report", text)]
        assert tell() == 1
        assert due() == []

    def test_new_badge_ends_notifications_of_the_old_one(self, hall):
        name = hall.first.name
        subscribe(hall.stage, name, badge=hall.secrets[name])
        give(hall.stage, name, seed="another")
        badges.call_organiser(Who.player(badge_with(_secret(hall, name, "another"))), hall.tournament)
        badges.answer_call(hall.orla, hall.tournament, hall.first)
        assert due() == []

    def test_revoking_a_badge_deletes_its_subscription(self, hall):
        subscribe(hall.stage, hall.first.name, badge=hall.secrets[hall.first.name])
        badges.revoke_badges(hall.orla, hall.tournament, [hall.first])
        assert not Subscription.objects.exists()


def _secret(hall, name, seed):
    return typed_secret(seed, hall.stage.players[name].public_id)


class TestFailures:
    @pytest.fixture
    def subscribed_cup(self, cup):
        found = subscribe(cup)
        cup.pair()
        cup.publish()
        return found

    @pytest.mark.parametrize(
        "answer", [failed_answer(status) for status in (400, 403, 404, 410)] + [failed_answer(fault="not-public")]
    )
    def test_subscription_is_deleted_after_a_permanent_failure(self, subscribed_cup, answer):
        assert tell(answer) == 1
        assert not Subscription.objects.exists()

    @pytest.mark.parametrize(
        "answer", [failed_answer(), failed_answer(fault="timeout"), *map(failed_answer, (408, 429, 500, 503))]
    )
    def test_temporary_failure_is_retried_later(self, subscribed_cup, answer):
        assert tell(answer) == 1
        row = Subscription.objects.get()
        assert (row.attempts, due()) == (1, [])
        assert telephones.next_due(timezone.now()) == row.due_at
        assert len(due(row.due_at)) == 1
        Subscription.objects.update(due_at=timezone.now())
        assert tell() == 1
        row.refresh_from_db()
        assert (row.attempts, row.failing_since, row.due_at, due()) == (0, None, None, [])

    def test_notification_is_dropped_after_an_hour(self, subscribed_cup):
        tell(failed_answer(503))
        Subscription.objects.update(due_at=timezone.now(), failing_since=timezone.now() - telephones.GIVE_UP_AFTER)
        assert tell(failed_answer(503)) == 1
        row = Subscription.objects.get()
        assert (row.attempts, due()) == (0, [])

    def test_there_is_work_until_the_tournament_is_finished(self, cup, subscribed_cup):
        assert telephones.any_at_work()
        cup.tournament.finished_at = timezone.now()
        cup.tournament.save()
        assert not telephones.any_at_work()
        assert due() == []
