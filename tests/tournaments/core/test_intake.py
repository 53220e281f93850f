"""Invalid input is refused with a status and a message that explain what is wrong."""

import json
import unicodedata
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from config.logs import WithoutClientErrors
from tests.tournaments.api.conftest import Program
from tournaments import player_lists
from tournaments.core.words import names
from tournaments.people import tokens
from tournaments.web.api.reading import DEEPEST, LARGEST

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor():
    return Client(raise_request_exception=False)


@pytest.fixture
def organiser(cup, orla):
    cup.pair()
    cup.publish()
    client = Client(raise_request_exception=False)
    client.force_login(orla)
    return client


class TestInvisibleCharacters:
    @pytest.mark.parametrize(
        "path", ["players/%00/", "rounds/1/tables/%00/", "standings/%00/", "standings/a/%00/", "%00"]
    )
    def test_path_with_a_null_character_is_not_found(self, visitor, cup, path):
        response = visitor.get(f"/t/{cup.tournament.slug}/{path}")
        assert response.status_code == 404
        assert "Page not found" in response.text

    def test_static_path_with_a_null_character_is_not_found(self, visitor):
        assert visitor.get("/static/%00.css").status_code == 404

    @pytest.mark.parametrize("headers", [{}, {"Cookie": 'sessionid="' + "\\000" * 9 + '"'}])
    def test_query_or_cookie_with_a_null_character_is_refused(self, visitor, cup, headers):
        query = {} if headers else {"q": "\0"}
        response = visitor.get(f"/t/{cup.tournament.slug}/players/", query, headers=headers)
        assert response.status_code == 400
        assert "invisible characters" in response.text

    def test_form_with_a_null_character_is_refused(self, organiser, cup):
        response = organiser.post(f"/t/{cup.tournament.slug}/desk/players/add/", {"name": "A\0nn"})
        assert response.status_code == 400
        assert "Type the text" in response.text


@pytest.mark.parametrize("length", ["x", "-1", "9" * 5000, "²"])
def test_invalid_content_length_is_refused(visitor, cup, length):
    response = visitor.get(f"/api/v1/tournaments/{cup.tournament.slug}", headers={"Content-Length": length})
    assert response.status_code == 400
    assert "Content-Length" in response.json()["detail"]


class TestNumbers:
    def test_invalid_version_is_a_conflict(self, organiser, cup):
        url = f"/t/{cup.tournament.slug}/desk/tables/{cup.table(1).public_id}/result/"
        for version in ("9" * 5000, "x", "-1", "٣"):
            response = organiser.post(url, {"result": "1-0", "version": version}, headers={"HX-Request": "true"})
            assert response.status_code == 409

    @pytest.mark.parametrize("number", ["9" * 5000, "9" * 19, "-1", "x", ""])
    def test_invalid_entry_number_has_nothing_to_undo(self, organiser, cup, number):
        url = f"/t/{cup.tournament.slug}/desk/rounds/1/results/undo/"
        assert "nothing to undo" in organiser.post(url, {"entry": number}, follow=True).text

    @pytest.mark.parametrize("number", ["9" * 5000, "0", "x"])
    def test_invalid_round_number_is_not_paired(self, organiser, cup, number):
        response = organiser.post(f"/t/{cup.tournament.slug}/desk/rounds/pair/", {"number": number}, follow=True)
        assert "Round 0 does not exist" in response.text

    def test_whole_number_accepts_only_ascii_digits_up_to_a_limit(self):
        assert names.whole_number("007") == 7
        assert [names.whole_number(text) for text in ("", "-1", "1.0", "²", "٣", "9" * 10, " 1")] == [None] * 7


class TestJson:
    def send(self, program, body):
        headers = {**program.headers, "Idempotency-Key": "k"}
        return program.client.generic("POST", program.root + "/players", body, "application/json", headers=headers)

    def status(self, program, body):
        response = self.send(program, body)
        assert response["Content-Type"] == "application/problem+json; charset=utf-8"
        assert response.json()["detail"]
        return response.status_code

    @pytest.fixture
    def program(self, cup):
        expires = timezone.now() + timedelta(days=1)
        token = tokens.create_token(cup.orla, cup.tournament, name="x", scopes=["players:write"], expires_at=expires)[1]
        return Program(cup.tournament, token)

    @pytest.mark.parametrize(
        "body",
        [
            b"[" * 100_000, b'{"a":' * 3000, b"[" * (DEEPEST + 2) + b"]" * (DEEPEST + 2), b"9" * 5000, b"NaN", b"1e999",
            str(LARGEST + 1).encode(), b"\xff",
        ],
    )  # fmt: skip
    def test_too_deep_too_large_or_malformed_json_is_a_bad_request(self, program, body):
        assert self.status(program, body) == 400

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            (b'{"players": [{"name": "\\u0000"}]}', "/players/0/name"),
            (b'{"\\ud800": 1}', ""),
            (b'{"a/b": "\\ud800"}', "/a~1b"),
        ],
    )
    def test_error_points_at_text_with_invalid_characters(self, program, body, pointer):
        answer = self.send(program, body)
        assert answer.status_code == 422
        assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]

    def test_json_at_the_limits_of_depth_and_size_is_parsed(self, program):
        assert self.status(program, b"[" * DEEPEST + str(LARGEST).encode() + b"]" * DEEPEST) == 422

    def test_oversized_body_is_refused(self, program, settings):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
        assert self.status(program, json.dumps(["x" * 200]).encode()) in {400, 413}

    def test_form_data_sent_to_the_api_is_unsupported_media_type(self, program, organiser):
        response = organiser.post(program.root + "/players", {"name": "Eve"}, headers={"Idempotency-Key": "k"})
        assert response.status_code == 415


class TestLongTexts:
    def test_overlong_name_is_refused_before_it_is_normalised(self, monkeypatch):
        def normalise(form, text):
            assert len(text) <= names.MARKS * names.NAME_LENGTH
            return unicodedata.normalize(form, text)

        monkeypatch.setattr(names, "unicodedata", type("Recorder", (), {"normalize": staticmethod(normalise)}))
        with pytest.raises(names.NotAName, match="characters"):
            names.clean_text("a" + "\u0316\u0301" * 5000)

    def test_list_with_too_many_rows_is_refused(self):
        with pytest.raises(player_lists.NotAList, match="more than 20000 rows"):
            player_lists.read("Some Name\n" * 10 * player_lists.MOST_ROWS)


def test_refused_requests_are_logged_without_traceback(visitor, cup, caplog):
    visitor.post("/account/sign-in/", "&".join("x" * 2000), "application/x-www-form-urlencoded")
    visitor.get("/", headers={"Host": "elsewhere.example"})
    assert caplog.records
    assert not any(record.exc_info for record in caplog.records if WithoutClientErrors().filter(record))
