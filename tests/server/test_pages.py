from threading import Event
from unittest.mock import Mock

import pytest
from django.db import OperationalError, connection
from django.test import Client
from playwright.sync_api import expect

from server.middleware import error_pages
from tests.server.test_static_files import own_scripts


@pytest.fixture
def faulty(client, settings):
    """A client of a server on which two URLs fail."""
    settings.ROOT_URLCONF = "tests.server.faulty_urls"
    client.raise_request_exception = False
    return client


class TestErrorPages:
    """For every error, people get a page that says what to do, and programs get a problem document."""

    def test_unknown_address_gets_a_clear_404(self, client, db):
        response = client.get("/nowhere/")
        assert response.status_code == 404
        assert "Page not found" in response.text
        assert 'action="/" role="search"' in response.text
        assert 'action="/language/"' in response.text
        assert 'href="/manual/"' in response.text

    def test_api_gets_a_problem_document_never_html(self, client, db):
        response = client.get("/api/nowhere")
        assert response["Content-Type"] == "application/problem+json; charset=utf-8"
        assert response.json()["status"] == 404

    def test_full_disk_gives_503_and_nothing_was_saved(self, faulty, db):
        response = faulty.get("/full/")
        assert response.status_code == 503
        assert "nothing was saved" in response.text
        assert response["Retry-After"] == "5"

    def test_full_disk_gives_503_in_the_api(self, faulty, db):
        response = faulty.get("/api/full")
        assert response.json()["status"] == response.status_code == 503

    def test_internal_error_gives_500_and_a_log_entry(self, faulty, db, caplog):
        response = faulty.get("/fault/")
        assert response.status_code == 500
        assert "was logged" in response.text
        assert "no such thing" in caplog.text

    def test_refused_page_links_to_signing_in_and_back(self, faulty, db):
        response = faulty.get("/refusal/?round=2")
        assert response.status_code == 403
        assert 'href="/account/sign-in/?next=%2Frefusal%2F%3Fround%3D2"' in response.text

    def test_refused_account_is_not_told_to_sign_in(self, faulty, admin_user):
        faulty.force_login(admin_user)
        response = faulty.get("/refusal/")
        assert response.status_code == 403
        assert "Ask an organiser to add you" in response.text
        assert "/account/sign-in/" not in response.text

    def test_refused_form_links_to_signing_in_only(self, faulty, db):
        response = faulty.post("/refusal/")
        assert response.status_code == 403
        assert 'href="/account/sign-in/"' in response.text

    def test_untranslated_language_gets_english(self, client, db):
        response = client.get("/nowhere/", headers={"Accept-Language": "sv"})
        assert '<html lang="en">' in response.text


class TestRefusedForms:
    @pytest.fixture
    def strict(self, db, monkeypatch):
        monkeypatch.setattr(error_pages, "_explanation_logged", Event())
        return Client(enforce_csrf_checks=True)

    def test_log_explains_a_proxy_that_drops_the_host(self, strict, caplog):
        for _time in range(2):
            response = strict.post("/account/sign-in/", headers={"Origin": "https://cup.example"})
        assert response.status_code == 403
        assert "tell the server&#x27;s owner" in response.text
        (record,) = (each for each in caplog.records if each.name == "server.middleware.error_pages")
        assert "'https://cup.example' was refused, because its request names the host 'testserver'" in record.message
        assert "proxy_set_header Host" in record.message

    def test_page_explains_a_missing_cookie(self, strict, caplog):
        response = strict.post("/account/sign-in/")
        assert response.status_code == 403
        assert "Reload the page" in response.text
        assert not [each for each in caplog.records if each.name == "server.middleware.error_pages"]


class TestHealthChecks:
    """Load balancers and monitoring send requests without TLS and without an account."""

    @pytest.fixture(autouse=True)
    def behind_tls(self, settings):
        settings.SECURE_SSL_REDIRECT = True

    @pytest.mark.parametrize("path", ["/up/", "/health/live", "/health/ready"])
    def test_healthy_server_answers_204(self, client, db, path):
        response = client.get(path)
        assert response.status_code == 204
        assert "no-store" in response["Cache-Control"]

    def test_without_database_it_is_live_but_not_ready(self, client, db, monkeypatch):
        client.raise_request_exception = False
        with monkeypatch.context() as gone:
            gone.setattr(connection, "cursor", Mock(side_effect=OperationalError("gone")))
            assert client.get("/health/live").status_code == 204
            assert client.get("/health/ready").status_code == 503


class TestContentPolicy:
    def test_policy_forbids_foreign_and_inline_scripts(self, client, db):
        policy = client.get("/nowhere/")["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy

    @pytest.mark.rotates(8)
    def test_error_page_loads_without_blocked_content(self, page, phone, live_server):
        for somebody in (page, phone):
            complaints = []
            somebody.on("console", lambda message, seen=complaints: seen.append(message.text))
            somebody.goto(f"{live_server.url}/nowhere/")
            expect(somebody.get_by_role("heading")).to_have_text("Page not found")
            assert [text for text in complaints if "404" not in text] == []


class TestRealServer:
    @pytest.mark.rotates(8)
    def test_serves_pages_and_static_files(self, real_server, page):
        answer = page.goto(f"{real_server.url}/static/site.css")
        assert answer.status == 200
        self._the_reference_of_the_api_shows_operations(real_server, page)
        self._every_script_of_ours_parses(real_server, page)

    def _the_reference_of_the_api_shows_operations(self, server, page):
        """Check the reference with scripts compressed by `start`, unlike on the test server."""
        complaints = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"{server.url}/api/v1/docs")
        expect(page.locator(".opblock").first).to_be_visible()
        assert complaints == []

    def _every_script_of_ours_parses(self, server, page):
        texts = {path.name: page.request.get(f"{server.url}/static/{path.name}").text() for path in own_scripts()}
        page.goto("about:blank")
        assert page.evaluate(FAULTS, texts) == {}


#: The scripts that a browser cannot parse, with the error.
FAULTS = """(texts) => {
  const faults = {};
  for (const [name, text] of Object.entries(texts)) {
    try { new Function(text); } catch (error) { faults[name] = String(error); }
  }
  return faults;
}"""
