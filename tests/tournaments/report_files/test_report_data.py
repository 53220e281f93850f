"""Place, dates and arbiters: set by page and API, written to report files and read from them."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError

from pairings.files import trf
from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.report_files.test_reports import FOUR, HEAD, export_report, import_report, replay
from tournaments.core.journal.errors import Refused
from tournaments.core.words import values
from tournaments.core.words.names import NotAName
from tournaments.models import Tournament
from tournaments.report_files.reading import incoming
from tournaments.setup import copies, lifecycle, rules
from tournaments.setup.api import ChangeIn
from tournaments.setup.forms.setting_forms import REPORT_FIELDS, report_fields
from tournaments.setup.serializers import TournamentOut

pytestmark = pytest.mark.django_db

SAID = {
    "city": "Turku",
    "federation": "FIN",
    "ends_on": date(2026, 5, 3),
    "round_dates": "2026-05-01, 2026-05-01, 2026-05-03",
    "chief_arbiter": "IA Orla Oak",
    "deputy_arbiters": "Ann Ash; Bo Birch",
    "rate_of_play": "90 minutes and 30 seconds a move",
    "time_control": "5400+30",
    "rank_method": "FIDON",
}


@pytest.fixture
def swiss(make):
    stage = make(system="dutch", planned_rounds=3, starts_on=date(2026, 5, 1))
    return stage.with_players("Ann", "Bo", "Cy", "Di")


def records(data):
    document = replay(data).document
    codes = ("022", "032", "042", "052", "102", "112", "122", "172", "222")
    dates = [line.text[91:].split() for line in document.lines if line.code == "132"]
    return {code: document.texts(code) for code in codes}, dates


def test_report_fields_survive_export_and_import(swiss):
    lifecycle.change_settings(swiss.orla, swiss.tournament, **SAID)
    swiss.play("1-0", "½-½")
    out = export_report(swiss.tournament)
    answer, dates = records(out)
    assert answer == {
        "022": ["Turku"],
        "032": ["FIN"],
        "042": ["2026/05/01"],
        "052": ["2026/05/03"],
        "102": ["IA Orla Oak"],
        "112": ["Ann Ash", "Bo Birch"],
        "122": ["90 minutes and 30 seconds a move"],
        "172": ["FIN FIDON"],
        "222": ["5400+30"],
    }
    assert dates == [["26/05/01", "26/05/01", "26/05/03"]]
    again = import_report(out)
    assert {name: getattr(again, name) for name in REPORT_FIELDS} == SAID
    assert incoming(out).remarks == ()


def test_unknown_fields_are_not_written(swiss):
    answer, dates = records(export_report(swiss.tournament))
    assert [code for code, texts in answer.items() if texts] == ["042"]
    assert dates == []


def test_round_without_date_gets_its_publication_date(swiss):
    swiss.play("1-0", "½-½")
    day = swiss.round.published_at.astimezone(swiss.tournament.zone)
    assert records(export_report(swiss.tournament))[1] == [[day.strftime("%y/%m/%d")]]


def test_imported_rounds_have_no_date():
    assert records(export_report(import_report((HEAD + FOUR).encode())))[1] == []


def test_encoded_time_control_is_missing_in_trf16(swiss):
    lifecycle.change_settings(swiss.orla, swiss.tournament, **SAID)
    assert records(export_report(swiss.tournament, trf.Edition.TRF16))[0]["222"] == []


def test_last_day_before_the_first_is_refused(swiss):
    with pytest.raises(Refused) as refused:
        lifecycle.change_settings(swiss.orla, swiss.tournament, ends_on=date(2026, 4, 30))
    assert (refused.value.code, refused.value.field) == ("days", "ends_on")
    lifecycle.change_settings(swiss.orla, swiss.tournament, ends_on=date(2026, 5, 1))
    with pytest.raises(Refused):
        lifecycle.change_settings(swiss.orla, swiss.tournament, starts_on=date(2026, 5, 2))


def test_copy_gets_its_own_dates(swiss):
    lifecycle.change_settings(swiss.orla, swiss.tournament, **SAID)
    copy = copies.copy_tournament(swiss.orla, swiss.tournament, name="Next", starts_on=date(2027, 5, 1))
    assert (copy.city, copy.ends_on, copy.round_dates) == ("Turku", None, "")


@pytest.mark.parametrize(
    ("name", "text", "stored"),
    [
        ("federation", "fin", "FIN"),
        ("time_control", "40/6000+30:900+30", "40/6000+30:900+30"),
        ("rank_method", "nro", "NRO"),
        ("time_control", "w300 - b240", "W300-B240"),
        ("round_dates", "2026-05-01;2026-05-02", "2026-05-01, 2026-05-02"),
        ("round_dates", "", ""),
        (
            "round_dates",
            "2026-05-01T9:30 2026-05-02 2026-05-03 19:00",
            "2026-05-01 09:30, 2026-05-02, 2026-05-03 19:00",
        ),
        ("moved_matches", "17/1 2026-05-09;3/12 2026-05-02 19:00", "3/12 2026-05-02 19:00, 17/1 2026-05-09"),
        ("moved_matches", " ", ""),
    ],
)
def test_valid_field_values_are_normalised(name, text, stored):
    assert report_fields()[name].clean(text) == stored
    assert getattr(values, name)(text) == stored


@pytest.mark.parametrize(
    ("name", "text"),
    [("federation", "XYZ"), ("time_control", "90 min"), ("rank_method", "ELO"), ("round_dates", "1.5.2026")]
    + [("round_dates", each) for each in ("15:30", "2026-05-01 25:00", "2026-05-01 15:30 16:00", "2026-05-01 1530:0")]
    + [("moved_matches", each) for each in ("3/2", "2026-05-01", "3/0 2026-05-01", "3/2 2026-05-01, 3/2 2026-05-02")],
)
def test_invalid_field_values_are_refused(name, text):
    with pytest.raises(ValidationError):
        report_fields()[name].clean(text)
    with pytest.raises(NotAName):
        getattr(values, name)(text)


def test_settings_page_stores_report_fields(swiss, client):
    client.force_login(swiss.orla.user)
    address = f"/t/{swiss.tournament.slug}/desk/settings/"
    form = client.get(address).context["form"]
    values = {name: form[name].value() for name in form.fields}
    values = {name: value for name, value in values.items() if value is not None and value is not False}
    done = client.post(address, {**values, **SAID})
    assert done.status_code == 302, done.context["form"].errors
    stored = Tournament.objects.get(pk=swiss.tournament.pk)
    assert {name: getattr(stored, name) for name in REPORT_FIELDS} == SAID


def test_api_sets_and_reads_report_fields(swiss):
    given = ChangeIn(data={**SAID, "ends_on": "2026-05-03"})
    assert given.is_valid(), given.errors
    lifecycle.change_settings(swiss.orla, swiss.tournament, **given.validated_data)
    answer = TournamentOut(swiss.tournament).data
    assert {name: answer[name] for name in REPORT_FIELDS} == {**SAID, "ends_on": "2026-05-03"}
    wrong = ChangeIn(data={"federation": "XYZ", "time_control": "soon", "round_dates": "later"})
    assert not wrong.is_valid()
    assert set(wrong.errors) == {"federation", "time_control", "round_dates"}


@pytest.mark.parametrize(("last", "is_long"), [(None, False), (date(2026, 5, 31), False), (date(2026, 6, 1), True)])
def test_over_30_days_are_reported_and_tiebreaks_by_rating_discouraged(make, orla, last, is_long):
    stage = make(system="dutch", starts_on=date(2026, 5, 1))
    if last is not None:
        lifecycle.change_settings(stage.orla, stage.tournament, ends_on=last)
    page, where = signed_in(orla), at(stage, "standings:rules")
    text = page.get(where).content.decode()
    assert ("lasts more than 30 days" in text) is is_long
    assert "Avoid tie-breaks by rating" not in text
    rules.change_rules(stage.orla, stage.tournament, rules="fide-2026", changes={"chain": ["PTS", "BH", "TPR"]})
    assert ("Avoid tie-breaks by rating" in page.get(where).content.decode()) is is_long


@pytest.mark.parametrize(
    ("control", "in_words", "fast"),
    [
        ("180+2", "", True), ("900+10", "", True), ("3000+10", "", False), ("5400+30", "", False),
        ("40/6000+30:900+30", "", False), ("W300-B240", "", True), ("W5400-B300", "", True), ("W5400-B5400", "", False),
        ("", "Blitz, 3 minutes", True), ("", "90 minutes", False), ("", "", False),
    ],
)  # fmt: skip
def test_rapid_and_blitz_are_recognised_by_time_control(control, in_words, fast):
    assert values.is_fast(control, in_words) is fast
