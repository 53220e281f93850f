"""The calendar of all public tournaments: a page for each month and a feed."""

from datetime import date, timedelta

import pytest
from django.utils import timezone
from icalendar import Calendar

from tournaments.models import Tournament
from tournaments.public import month_pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def make_listed(make):
    """A function that makes a public tournament with a start date."""

    def make_public(name, day, **more):
        made = make(name=name, starts_on=day).tournament
        Tournament.objects.filter(pk=made.pk).update(is_public=True, **more)
        return made

    return make_public


def names(text, *asked):
    return [name for name in asked if f"<bdi>{name}</bdi>" in text]


def test_month_lists_its_tournaments_by_start_date(make_listed, client):
    make_listed("Later", date(2027, 2, 28))
    make_listed("Sooner", date(2027, 2, 1))
    make_listed("Same day", date(2027, 2, 28))
    make_listed("March", date(2027, 3, 1))
    make_listed("Hidden", date(2027, 2, 2), archived_at=timezone.now())

    text = client.get("/calendar/?month=2027-02").text
    assert text.count('<span class="day"') == text.count('class="dated"') == 2

    assert text.index("Sooner") < text.index("Later")
    assert names(text, "Sooner", "Later", "March", "Hidden") == ["Sooner", "Later"]
    assert "February 2027" in text
    assert '"?month=2027-01">January 2027' in text
    assert '"?month=2027-03">March 2027' in text


def test_hidden_tournament_is_not_in_calendar_and_feed(make, client):
    made = make(name="Secret", starts_on=timezone.localdate()).tournament
    Tournament.objects.filter(pk=made.pk).update(is_public=False)

    assert "Secret" not in client.get("/calendar/").text + client.get("/calendar.ics").text


@pytest.mark.parametrize("month", ["", "2027", "2027-13", "x", "0000-01", "99999-01", "2027-02-01"])
def test_invalid_month_shows_the_current_month(orla, client, month):
    text = client.get("/calendar/", {"month": month, "page": month}).text
    assert f"{timezone.localdate():%B %Y}" in text
    assert "No tournaments begin in this month." in text


@pytest.mark.parametrize(("month", "beside"), [("1900-01", "1900-02"), ("2199-12", "2199-11"), ("1500-01", "1900-02")])
def test_first_and_last_month_have_only_one_neighbour(orla, client, month, beside):
    text = client.get("/calendar/", {"month": month}).text
    assert text.count("?month=") == 1
    assert f"?month={beside}" in text


def test_long_month_is_split_into_pages(make_listed, client, monkeypatch):
    monkeypatch.setattr(month_pages, "A_PAGE", 2)
    for name in ("A1", "B1", "C1"):
        make_listed(name, date(2027, 2, 1))

    first, second = (client.get(f"/calendar/?month=2027-02&page={page}").text for page in (1, 2))

    assert (names(first, "A1", "B1", "C1"), names(second, "A1", "B1", "C1")) == (["A1", "B1"], ["C1"])
    assert 'page=2">Next page' in first
    assert 'page=1">Previous page' in second


def test_feed_has_dates_and_address(make_listed, client):
    today = timezone.localdate()
    made = make_listed("Open", today, ends_on=today + timedelta(days=2), city="Turku")
    make_listed("Over", today - timedelta(days=100))

    answer = client.get("/calendar.ics")
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")

    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert (event["summary"], event["location"]) == ("Open", "Turku")
    assert (event.decoded("dtstart"), event.decoded("dtend")) == (today, today + timedelta(days=3))
    assert event["url"] == f"http://testserver/t/{made.slug}/"


def test_home_page_links_to_the_calendar(orla, client):
    assert 'href="/calendar/"' in client.get("/").text
