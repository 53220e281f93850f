"""The hall's own network: who can connect, at which addresses, and what the server prints about it."""

import os
import shutil
import socket
import ssl
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import pytest
import trustme
from django.db import connection
from django.http.request import validate_host

from server import lan
from tests.config.test_start import run_start
from tests.serving import RealServer, free_port, wait_until
from tournaments.people import accounts

#: The address of this computer in the network that a test creates.
HERE = "10.77.0.1"


@contextmanager
def network(name, there):
    """A second computer on its own cable, in a network namespace; None if that cannot be created here.

    Yield the command prefix that runs a command on that computer.
    """
    run = subprocess.run
    made = shutil.which("ip") and run(["ip", "netns", "add", name], capture_output=True, check=False).returncode == 0
    if not made:
        yield None
        return
    try:
        for line in (
            f"ip link add {name} type veth peer name eth0 netns {name}",
            f"ip addr add {HERE}/24 dev {name}",
            f"ip link set {name} up",
            f"ip -n {name} addr add {there}/24 dev eth0",
            f"ip -n {name} link set eth0 up",
        ):
            run(line.split(), check=True)
        yield ["ip", "netns", "exec", name]
    finally:
        run(["ip", "link", "del", name], capture_output=True, check=False)
        run(["ip", "netns", "del", name], check=True)


@pytest.fixture
def networks(monkeypatch):
    """A function that sets the addresses of the computer."""
    found = []
    monkeypatch.setattr(lan, "_usable_addresses", lambda: tuple(found))

    def become(*addresses):
        found[:] = addresses

    return become


class TestHosts:
    def test_follow_the_current_addresses(self, networks):
        hosts = lan.Hosts(["localhost"])
        networks("192.168.1.20")
        assert validate_host("192.168.1.20", hosts)
        networks("10.0.0.7")
        assert validate_host("10.0.0.7", hosts)
        assert not validate_host("192.168.1.20", hosts)
        assert validate_host("localhost", hosts)
        assert not validate_host("evil.example", hosts)


class TestAddresses:
    def test_exclude_loopback_and_link_local(self):
        assert not [each for each in lan.addresses() if each.startswith(("127.", "169.254."))]

    def test_private_address_of_the_default_route_comes_first(self, monkeypatch):
        class Address:
            def __init__(self, address):
                self.family, self.address = socket.AF_INET, address

        class Up:
            isup = True

        class Down:
            isup = False

        here = {
            "lo": "127.0.0.1",
            "vpn": "203.0.113.5",
            "docker": "172.17.0.1",
            "wifi": "192.168.1.20",
            "old": "10.0.0.1",
        }
        monkeypatch.setattr(lan.psutil, "net_if_addrs", lambda: {name: [Address(each)] for name, each in here.items()})
        monkeypatch.setattr(lan.psutil, "net_if_stats", lambda: {name: Down if name == "old" else Up for name in here})
        monkeypatch.setattr(lan, "_outgoing_address", lambda: "192.168.1.20")
        assert lan._usable_addresses.__wrapped__() == ("192.168.1.20", "172.17.0.1", "203.0.113.5")


class TestChoice:
    @pytest.fixture(autouse=True)
    def plain(self, monkeypatch):
        monkeypatch.delenv(lan.VARIABLE, raising=False)

    def test_question_is_asked_only_once(self, tmp_path):
        stored = tmp_path / "var" / "lan"
        assert lan.choose_network(None, stored, lambda: True)
        assert lan.choose_network(None, stored, None)

    def test_is_off_and_not_stored_without_a_terminal(self, tmp_path):
        stored = tmp_path / "lan"
        assert not lan.choose_network(None, stored, None)
        assert not stored.exists()

    def test_choice_of_the_command_line_is_stored(self, tmp_path):
        stored = tmp_path / "lan"
        assert lan.choose_network(True, stored, None)
        assert lan.choose_network(None, stored, None)
        assert not lan.choose_network(False, stored, None)
        assert not lan.choose_network(None, stored, None)

    def test_choice_of_the_environment_applies_to_this_start_only(self, tmp_path, monkeypatch):
        stored = tmp_path / "lan"
        lan.choose_network(False, stored, None)
        monkeypatch.setenv(lan.VARIABLE, "on")
        assert lan.choose_network(None, stored, None)
        monkeypatch.delenv(lan.VARIABLE)
        assert not lan.choose_network(None, stored, None)


class TestAnnouncement:
    def test_prints_only_new_addresses(self, networks):
        lines = []
        announcement = lan.Announcement(lines.append, lan.addresses, 8000, "http")
        networks("192.168.1.20")
        announcement.look()
        announcement.look()
        assert len(lines) == 1
        assert lines[0].startswith("In the hall's network: http://192.168.1.20:8000/\n")
        networks("192.168.1.20", "10.0.0.7")
        announcement.look()
        assert lines[1] == "In the hall's network: http://192.168.1.20:8000/ (or http://10.0.0.7:8000/)"
        networks("10.0.0.7")
        announcement.look()
        assert lines[2].startswith("The network has changed. Posters")
        networks()
        announcement.look()
        assert "not connected to a network" in lines[3]

    def test_prints_a_qr_code(self, networks):
        lines = []
        networks("192.168.1.20")
        lan.Announcement(lines.append, lan.addresses, 8000, "http").look()
        rows = lines[0].splitlines()[1:]
        assert len({len(row) for row in rows}) == 1
        assert len(rows) > 10

    def test_prints_a_host_name_unchanged(self):
        lines = []
        lan.Announcement(lines.append, lan.phone_addresses(["cup.example"]), 8443, "https").look()
        assert lines[0].startswith("In the hall's network: https://cup.example:8443/\n")


#: Requests the page for the first account, with a Host header if given, and prints the response status.
ASK = """
import sys, urllib.error, urllib.request
request = urllib.request.Request(sys.argv[1], headers={"Host": sys.argv[2]} if sys.argv[2:] else {})
try:
    print(urllib.request.urlopen(request, timeout=60).status)
except urllib.error.HTTPError as error:
    print(error.code)
"""


class TestServer:
    @pytest.fixture
    def server(self, transactional_db):
        server = RealServer(connection.settings_dict["NAME"])
        yield server
        server.stop()

    @pytest.mark.rotates(8)
    def test_answers_phones_in_the_network_but_no_foreign_host(self, server):
        server.more = {"LAN": "on"}
        server.start()
        with network(f"hall{os.getpid()}", "10.77.0.2") as over_there:
            here = HERE if over_there else next(iter(lan.addresses()), "127.0.0.1")

            def status(*name):
                command = [
                    *(over_there or ()),
                    sys.executable,
                    "-c",
                    ASK,
                    f"http://{here}:{server.port}/account/first/",
                ]
                return subprocess.run([*command, *name], capture_output=True, text=True, check=True).stdout.strip()

            wait_until(lambda: status() == "200")  # a new network is noticed after two seconds
            assert status("evil.example") == "400"
        server.stop()
        assert accounts.first_account_code() in server.output[2]
        assert any(line.startswith("In the hall's network: http://") for line in server.output) or not lan.addresses()
        assert any(line.startswith("Without HTTPS, phones cannot keep pages") for line in server.output)

    @pytest.mark.rotates(8)
    def test_invalid_certificate_is_reported(self, tmp_path):
        (tmp_path / "one.pem").write_text("no certificate")
        files = {"HTTPS_CERTIFICATE": str(tmp_path / "one.pem"), "HTTPS_KEY": str(tmp_path / "two.pem")}
        for environment, sentence in (
            ({**files}, "Set all three"),
            ({**files, "HTTPS": "on"}, "The certificate cannot be used"),
        ):
            answer = run_start("--port", str(free_port()), **environment).stderr
            assert sentence in answer
            assert "Traceback" not in answer

    @pytest.mark.rotates(8)
    def test_speaks_https_with_a_certificate(self, server, tmp_path):
        authority = trustme.CA()
        issued = authority.issue_cert("localhost")
        issued.private_key_pem.write_to_path(tmp_path / "key.pem")
        for part in issued.cert_chain_pems:
            part.write_to_path(tmp_path / "certificate.pem", append=True)
        files = {"HTTPS_CERTIFICATE": str(tmp_path / "certificate.pem"), "HTTPS_KEY": str(tmp_path / "key.pem")}
        server.more = {"HTTPS": "on", "LAN": "on", "ALLOWED_HOSTS": "cup.example", **files}
        trusting = ssl.create_default_context(cadata=authority.cert_pem.bytes().decode())
        server.start(context=trusting)
        with urllib.request.urlopen(f"{server.url}/account/first/", timeout=60, context=trusting) as page:
            assert "Strict-Transport-Security" in page.headers
            assert "Secure" in page.headers["Set-Cookie"]
        server.stop()
        assert f"In the hall's network: https://cup.example:{server.port}/" in server.output
        assert not any("Without HTTPS" in line for line in server.output)
