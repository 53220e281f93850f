"""Report files in the API."""

import pytest

from pairings.files import trf
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_report_has_only_published_rounds(cup, anonymous, edition):
    cup.pair()
    reader = anonymous(cup)
    assert trf.Replay(trf.read(reader.get(f"/report.{edition}").content)).played == 0
    cup.publish()
    answer = reader.get(f"/report.{edition}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert trf.Replay(trf.read(answer.content)).played == 1


@pytest.mark.rotates(2)
def test_report_is_served_for_any_accept_header(cup, anonymous):
    for accept in ("text/plain", "*/*", "application/json"):
        assert anonymous(cup).get("/report.trf26", Accept=accept).content.startswith(b"012 Cup")


def test_unchanged_report_is_not_sent_again(cup, anonymous):
    tag = anonymous(cup).get("/report.trf26")["ETag"]
    assert anonymous(cup).get("/report.trf26", If_None_Match=tag).status_code == 304


def test_days_of_birth_need_the_read_scope(cup, anonymous, program):
    registration.change_player(cup.orla, cup.tournament, cup.players["Ann"], birth="2012/04/30")
    assert b"2012/00/00" in anonymous(cup).get("/report.trf26").content
    assert b"2012/04/30" in program(cup, "read").get("/report.trf26").content


def test_unknown_stage_is_refused_with_a_pointer(cup, anonymous):
    answer = anonymous(cup).get("/report.trf26?stage=7")
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json; charset=utf-8")
    assert answer.json()["errors"][0]["pointer"] == "/stage"


def test_points_too_wide_for_the_report_are_refused(cup, anonymous):
    lifecycle.change_settings(cup.orla, cup.tournament, points_win="0.333", points_draw="0.1")
    assert anonymous(cup).get("/report.trf26").json()["code"] == "too-wide"
