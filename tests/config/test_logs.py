"""What the log contains, and what it must never contain."""

import io
import logging

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver, reverse

SECRET = "x7Kd-93_kLsecretQ"


@pytest.fixture
def log(monkeypatch):
    """The output of the log handler in the settings."""
    (handler,) = (found for found in logging.root.handlers if type(found.formatter).__module__ == "config.logs")
    out = io.StringIO()
    monkeypatch.setattr(handler, "stream", out)
    return out


def with_secrets(patterns):
    """Yield all URL patterns that contain a secret."""
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from with_secrets(pattern.url_patterns)
        elif "secret" in pattern.pattern.converters:
            yield pattern


def addresses():
    found = [
        reverse(f"tournaments:{pattern.name}", args=[SECRET]) for pattern in with_secrets(get_resolver().url_patterns)
    ]
    assert found
    return found


class TestSecrets:
    def test_secrets_of_an_address_are_in_no_line_or_traceback(self, log):
        for address in addresses():
            for text in (
                address,
                f"/account/sign-in/?next={address.replace('/', '%2F')}",
                f"http://a.example{address}?x",
            ):
                logging.getLogger("somebody").error("Failed: %s", text)
            try:
                raise ValueError(address)
            except ValueError:
                logging.getLogger("somebody").exception("Failed")
        assert "Failed" in log.getvalue()
        assert SECRET not in log.getvalue()

    def test_refused_form_at_a_secret_address_is_not_logged(self, log, db):
        for address in addresses():
            assert Client(enforce_csrf_checks=True).post(address).status_code == 403
        assert log.getvalue() == ""


class TestStrangers:
    def test_foreign_host_is_not_logged(self, log, db):
        assert Client().get("/", headers={"Host": "evil.example"}).status_code == 400
        assert log.getvalue() == ""

    def test_internal_errors_are_logged(self, log, db, settings):
        settings.ROOT_URLCONF = "tests.server.faulty_urls"
        client = Client(raise_request_exception=False)
        assert client.get("/fault/").status_code == 500
        assert "no such thing" in log.getvalue()


def test_settings_use_the_formatter():
    assert settings.LOGGING["handlers"]["stderr"]["formatter"] == "line"
