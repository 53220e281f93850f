"""Guessing passwords is slowed down without locking out others."""

import os
import signal
import subprocess
import threading
import time
from itertools import count
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.db import connection
from django.test import Client

from server.processes import supervisor
from server.proxies import networks, visitor
from tests.config.test_start import workers
from tests.serving import PATIENCE, RealServer
from tournaments.models import Tally, User
from tournaments.people import attempts

PASSWORD = "a long enough password"


@pytest.fixture
def orla(transactional_db):
    return User.objects.create_user("Orla", password=PASSWORD)


def waiting():
    """Return the number of connections that wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0]


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def state_of(process):
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=True)
    return shown.stdout.strip()


def sign_in(name="Orla", password=PASSWORD, client=None, **extra):
    client = client or Client()
    return client.post("/account/sign-in/", {"username": name, "password": password}, **extra).status_code


class TestWaits:
    @pytest.mark.rotates(2)
    def test_concurrent_guesses_are_all_counted(self, orla, monkeypatch):
        looked_at = []
        monkeypatch.setattr(User, "check_password", lambda *_: looked_at.append(1) or False)
        together = threading.Barrier(40)
        statuses = []

        def guess():
            together.wait()
            statuses.append(sign_in(password="wrong"))
            connection.close()

        threads = [threading.Thread(target=guess) for _guess in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(looked_at) == attempts.FOR_NAME_AND_ADDRESS.free
        assert sorted(set(statuses)) == [200, 429]

    def test_concurrent_correct_sign_ins_all_succeed(self, orla, monkeypatch):
        """All visitors wait for each other, so that they try to sign in at the same moment.

        A visitor who has passed the check continues when each other one is finished, refused, checked or waiting for a
        lock.
        """
        statuses, entered, found = [], [], attempts.FOR_NAME_AND_ADDRESS.free + 3

        def check(*_):
            entered.append(1)
            wait_until(lambda: len(entered) + statuses.count(429) + waiting() >= found)
            return True

        def enter():
            statuses.append(sign_in())
            connection.close()

        threads = [threading.Thread(target=enter) for _person in range(found)]
        monkeypatch.setattr(User, "check_password", check)
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert statuses == [302] * found
        assert set(Tally.objects.values_list("count", flat=True)) == {0}

    def test_correct_sign_in_clears_only_its_own_failures(self, orla):
        sign_in(password="wrong")
        sign_in(password="wrong", REMOTE_ADDR="192.0.2.1")
        assert sign_in() == 302
        # By name and by each address; of the two by name and address, that of the successful sign-in is deleted.
        assert sorted(Tally.objects.values_list("count", flat=True)) == [0, 1, 1, 1, 2]

    @pytest.mark.rotates(2)
    def test_waits_grow_with_each_failure(self, orla):
        for number in range(attempts.FOR_NAME.free):
            assert sign_in(password="wrong", REMOTE_ADDR=f"192.0.2.{number}") == 200
        row = Tally.objects.get(count=attempts.FOR_NAME.free)
        waits = []
        for number in range(5):
            waits.append(row.until - row.forgotten_at + attempts.FOR_NAME.memory)
            Tally.objects.update(until=row.forgotten_at - attempts.FOR_NAME.memory)
            assert sign_in(password="wrong", REMOTE_ADDR=f"198.51.100.{number}") == 200
            row.refresh_from_db()
        assert [wait / attempts.MINUTE for wait in waits] == [1, 2, 4, 8, 15]

    def test_variants_of_a_name_count_as_one(self, orla):
        for name in ("Orla", " Orla", "ORLA", "Ｏrla", "orla "):
            sign_in(name, "wrong")
        assert sign_in() == 429

    def test_addresses_of_one_ipv6_network_count_as_one(self, orla):
        for number in range(5):
            sign_in(password="wrong", REMOTE_ADDR=f"2001:db8::{number + 1}")
        assert sign_in(REMOTE_ADDR="2001:db8::ffff") == 429
        assert sign_in(REMOTE_ADDR="2001:db8:0:1::1") == 302


class TestKnownDevice:
    @pytest.fixture
    def laptop(self, orla):
        laptop = Client()
        assert sign_in(client=laptop) == 302
        laptop.post("/account/sign-out/")
        return laptop

    @pytest.mark.rotates(8)
    def test_signs_in_despite_attacks_on_its_name_and_address(self, laptop):
        for number in range(100):
            sign_in("Orla", "wrong", REMOTE_ADDR=f"192.0.2.{number}")
            sign_in(f"Eve{number}", "wrong")
        assert sign_in() == 429
        assert sign_in(client=laptop) == 302

    def test_gets_no_more_guesses_than_others(self, laptop):
        for _guess in range(attempts.FOR_DEVICE.free):
            assert sign_in(password="wrong", client=laptop) == 200
        assert sign_in(client=laptop) == 429

    def test_is_known_only_for_users_who_signed_in_on_it(self, laptop, transactional_db):
        User.objects.create_user("Heli", password=PASSWORD)
        for _guess in range(5):
            sign_in("Heli", "wrong", client=laptop)
        assert sign_in("Heli", client=laptop) == 429

    def test_cookie_is_limited_to_account_pages_and_hidden_from_scripts(self, laptop):
        cookie = laptop.cookies["device"]
        assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/account/")
        assert cookie["max-age"] == 365 * 24 * 60 * 60

    def test_forged_cookie_is_ignored(self, orla):
        stranger = Client()
        stranger.cookies["device"] = "abc/" + attempts._plain("Orla") + ":made:up"
        for _guess in range(5):
            sign_in(password="wrong", client=stranger)
        assert sign_in() == 429


TRUSTED = networks(["10.0.0.0/8", "::1"])


class TestProxies:
    @pytest.mark.parametrize(
        ("peer", "forwarded", "found"),
        [
            ("192.0.2.1", "", "192.0.2.1"),
            ("192.0.2.1", "198.51.100.7", "192.0.2.1"),  # a client that is not a proxy of ours may claim any address
            ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "6.6.6.6, 198.51.100.7", "198.51.100.7"),  # addresses further left cannot be trusted
            ("10.0.0.1", "6.6.6.6, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
            ("::1", "2001:db8::1", "2001:db8::1"),
            ("::1", "[2001:db8::1]:4711", "2001:db8::1"),
            ("10.0.0.1", "198.51.100.7:4711", "198.51.100.7"),
            ("10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "unknown", "10.0.0.1"),
            ("10.0.0.1", "", "10.0.0.1"),
            ("", "198.51.100.7", ""),
        ],
    )
    def test_visitor_is_the_first_address_that_is_no_trusted_proxy(self, peer, forwarded, found):
        assert visitor(peer, forwarded, TRUSTED) == found

    @pytest.mark.rotates(8)
    def test_visitors_behind_a_trusted_proxy_are_counted_separately(self, orla, settings):
        settings.TRUSTED_PROXIES = networks(["127.0.0.1"])
        for number in range(80):
            sign_in(f"Eve{number}", "wrong", headers={"X-Forwarded-For": "6.6.6.6"})
        assert sign_in(headers={"X-Forwarded-For": "6.6.6.6"}) == 429
        assert sign_in(headers={"X-Forwarded-For": "198.51.100.7"}) == 302

    def test_https_header_is_trusted_only_from_own_proxies(self, client, settings, db):
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
        settings.SECURE_SSL_REDIRECT = True
        asked = {"headers": {"X-Forwarded-Proto": "https"}}
        assert client.get("/account/sign-in/", **asked).status_code == 301
        settings.TRUSTED_PROXIES = networks(["127.0.0.1"])
        assert client.get("/account/sign-in/", **asked).status_code == 200


class TestApiLimits:
    @pytest.fixture
    def lower_limit(self, monkeypatch, db):
        from tournaments.web.api import authentication as attempts

        monkeypatch.setattr(attempts.ProgramThrottle, "THROTTLE_RATES", {"program": "250/hour"})
        attempts._shares.clear()
        return attempts._shares

    def calls(self, times, **headers):
        return [Client().get("/api/v1/tournaments", headers=headers).status_code for _call in range(times)]

    @pytest.mark.rotates(8)
    def test_calls_above_the_limit_are_refused(self, lower_limit):
        statuses = self.calls(260)
        assert statuses == [200] * 250 + [429] * 10

    @pytest.mark.rotates(6)
    def test_forged_addresses_do_not_raise_the_limit(self, lower_limit):
        self.calls(250)
        assert self.calls(1, **{"X-Forwarded-For": "192.0.2.1"}) == [429]

    @pytest.mark.rotates(6)
    def test_processes_share_the_limit(self, lower_limit):
        self.calls(200)
        lower_limit.clear()  # as another process, which does not know this one's calls
        assert self.calls(60) == [200] * 50 + [429] * 10

    @pytest.mark.rotates(6)
    def test_refused_call_gets_a_retry_after_header(self, lower_limit):
        self.calls(250)
        assert 1 <= int(Client().get("/api/v1/tournaments")["Retry-After"]) <= 3600

    @pytest.mark.rotates(6)
    def test_clock_set_back_does_not_extend_the_wait(self, lower_limit, monkeypatch):
        self.calls(250)
        monkeypatch.setattr("tournaments.web.api.authentication.time.time", lambda now=time.time: now() - 86_400)
        assert Client().get("/api/v1/tournaments")["Retry-After"] == "3600"

    @pytest.mark.rotates(6)
    def test_two_processes_do_not_double_the_limit_for_forged_addresses(self, transactional_db):
        server = RealServer(connection.settings_dict["NAME"], more={"TESTS_API_RATE": "20/hour"})
        numbers = count()

        def ask(times, other):
            """Return the results of `times` calls while the other process is stopped."""
            os.kill(other, signal.SIGSTOP)
            wait_until(lambda: state_of(other).startswith("T"))
            try:
                return [self.status_of(server, f"192.0.2.{next(numbers)}") for _call in range(times)]
            finally:
                os.kill(other, signal.SIGCONT)

        try:
            server.start()
            wait_until(lambda: len(workers(server)) == supervisor.WORKERS)
            one, other = workers(server)
            assert ask(15, other) == [200] * 15
            assert ask(10, one) == [200] * 4 + [429] * 6  # a share of two at a time: the first has one of its own left
            assert ask(7, other) == [200] + [429] * 6
        finally:
            server.stop()

    def status_of(self, server, invented):
        asked = Request(f"{server.url}/api/v1/systems", headers={"X-Forwarded-For": invented})
        try:
            with urlopen(asked, timeout=PATIENCE) as answer:
                return answer.status
        except HTTPError as refused:
            refused.close()
            return refused.code
