"""Series pages: settings by their organiser, identification of persons, and the public table."""

import csv
import re
from datetime import UTC, date, datetime, timedelta
from io import BytesIO, StringIO
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pypdf import PdfReader

from standings.web.series.forms import SeriesForm
from standings.web.series.tables import SeriesView
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.conftest import Stage
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse
from tournaments.history import undo
from tournaments.models import ClosedSeason, Member, Series, SeriesAnswer, SeriesEvent
from tournaments.results import results
from tournaments.series import series as verbs
from tournaments.setup import copies, lifecycle

pytestmark = pytest.mark.django_db
RULE = {
    "name": "Club Grand Prix", "by": "place", "table": "5 3 2 1", "ties": "shared", "left": "half", "best": "2",
    "win": "1", "draw": "1/2", "step_1": "best", "step_2": "wins",
}  # fmt: skip
ROUND = ("1-0", "1-0")


def evening(orla, number, *results, names=("Ann", "Bo", "Cy", "Di"), **more):
    """Return a finished round robin, of four players by default."""
    day = date(2026, 1, 10) + timedelta(weeks=number)
    stage = Stage(orla, name=f"Evening {number}", starts_on=day).with_players(*names, **more)
    for texts in results or (ROUND,) * 3:
        stage.play(*texts)
    stage.finish()
    return stage


def turn_around(stage):
    """Correct the winner of the game at table 1 in the last round."""
    pairing = stage.table(1)
    results.correct_result(
        stage.orla, stage.tournament, pairing, parse("0-1", stage.tournament.scoring), reason="Wrong slip"
    )


def change_rule(desk, series, **more):
    """Change the rule, and give the reason that the page asks for."""
    address = f"/series/{series.slug}/desk/rule/"
    shown = desk.post(address, {**RULE, **more})
    return desk.post(address, {**RULE, **more, "reason": "Voted by the club", "seen": shown.context["seen"]})


@pytest.fixture
def desk(orla):
    return signed_in(orla)


@pytest.fixture
def series(desk):
    answer = desk.post("/series/new/", RULE)
    assert answer.status_code == 302, answer.context["form"].errors
    return Series.objects.get()


def text(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def rows(address, client=None):
    answer = (client or Client()).get(address)
    return list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))


def test_table_combines_events_once_players_are_identified(desk, orla, series):
    stages = [evening(orla, number) for number in range(3)]
    page = text(desk, f"/series/{series.slug}/desk/")
    assert all(f"Evening {number}" in page for number in range(3))
    slugs = [each.tournament.slug for each in stages]
    desk.post(f"/series/{series.slug}/desk/add/", {"tournament": slugs})
    assert series.events.count() == 3
    assert len(rows(f"/series/{series.slug}/table.csv")) == 1 + 12, "names alone make nobody one"
    page = desk.get(f"/series/{series.slug}/desk/")
    pairs = [key for _question, key, _players in page.context["questions"]]
    assert len(pairs) == 4
    asked = {tuple(players) for _question, _key, players in page.context["questions"]}
    assert (("Ann", "Evening 0"), ("Ann", "Evening 1"), ("Ann", "Evening 2")) in asked
    desk.post(f"/series/{series.slug}/desk/who/", {"pair": pairs, "do": "same"})
    found = rows(f"/series/{series.slug}/table.csv")
    assert len(found) == 1 + 4
    first = found[1]
    assert first[0] == "1"
    assert [cell for cell in first if cell in {"yes", "no"}].count("no") == 1, "the best two count"
    page = text(Client(), f"/series/{series.slug}/")
    assert "<s title" in page
    assert not desk.get(f"/series/{series.slug}/desk/").context["questions"]


def test_players_page_explains_the_points_and_links_to_games(desk, orla, series):
    stage = evening(orla, 1)
    verbs.add_tournaments(Who.at_page(orla), series, [stage.tournament])
    ann = stage.players["Ann"].public_id
    page = text(Client(), f"/series/{series.slug}/players/{ann}/")
    assert "All results count" in page
    assert f"/t/{stage.tournament.slug}/players/{ann}/" in page
    assert Client().get(f"/series/{series.slug}/players/none/").status_code == 404


def test_fide_id_identifies_players_and_an_answer_can_be_undone(desk, orla, series):
    one = evening(orla, 1)
    two = evening(orla, 2)
    for stage, name in ((one, "Ann"), (two, "Ann")):
        stage.players[name].fide_id = "503096"
        stage.players[name].save()
    verbs.add_tournaments(Who.at_page(orla), series, [one.tournament, two.tournament])
    assert len(rows(f"/series/{series.slug}/table.csv")) == 1 + 7
    questions = desk.get(f"/series/{series.slug}/desk/").context["questions"]
    desk.post(f"/series/{series.slug}/desk/who/", {"pair": questions[0][1], "do": "same"})
    assert len(rows(f"/series/{series.slug}/table.csv")) == 1 + 6
    given = SeriesAnswer.objects.get()
    desk.post(f"/series/{series.slug}/desk/who/", {"do": f"take-back {given.pk}"})
    assert len(rows(f"/series/{series.slug}/table.csv")) == 1 + 7
    bo, cy = one.players["Bo"].public_id, two.players["Cy"].public_id
    desk.post(f"/series/{series.slug}/desk/who/", {"do": "join", "one": bo, "other": cy})
    assert len(rows(f"/series/{series.slug}/table.csv")) == 1 + 6
    answer = desk.post(
        f"/series/{series.slug}/desk/who/", {"do": "join", "one": bo, "other": one.players["Cy"].public_id}, follow=True
    )
    assert "Both played in" in answer.content.decode()
    assert "(Bo)" in text(Client(), f"/series/{series.slug}/players/{bo}/"), "both names stay"


def test_running_tournament_counts_only_if_the_rule_allows(desk, orla, series, cup):
    cup.play(*ROUND)
    verbs.add_tournaments(Who.at_page(orla), series, [cup.tournament])
    assert "counts when it is finished" in text(Client(), f"/series/{series.slug}/")
    change_rule(desk, series, running="on")
    assert len(rows(f"/series/{series.slug}/table.csv")) == 1 + 4


def test_typed_results_count_and_invalid_ones_are_reported_at_the_field(desk, series):
    address = f"/series/{series.slug}/desk/typed/"
    for lines, wrong in (
        ("Ann", "Line 1 has no place"),
        ("1 Ann\n3 Bo", "Place 3 cannot be"),
        ("2 Ann", "Place 2 cannot be"),
        ("1 Ann\n1 Bo\n2 Cy", "Place 2 cannot be"),
    ):
        answer = desk.post(address, {"name": "Oulu", "held_on": "2026-02-01", "rows": lines})
        assert answer.status_code == 422
        assert wrong in answer.content.decode()
    lines = "1 Ann\n2 Bo\n2 Cy\n4. Di"
    for _twice in range(2):
        assert desk.post(address, {"name": "Oulu", "held_on": "2026-02-01", "rows": lines}).status_code == 302
    assert SeriesEvent.objects.count() == 1
    totals = {row[1]: row[-2] for row in rows(f"/series/{series.slug}/table.csv")[1:]}
    assert totals == {"Ann": "5", "Bo": "5/2", "Cy": "5/2", "Di": "1"}
    assert "2.50<" in text(Client(), f"/series/{series.slug}/")


def test_table_of_one_event_shows_its_date_once_and_speaks_of_one_event(desk, orla, series):
    desk.post(f"/series/{series.slug}/desk/add/", {"tournament": [evening(orla, 0).tournament.slug]})
    series.rule["counting"] |= {"best": 1, "least": 1}
    series.save()
    page = text(Client(), f"/series/{series.slug}/")
    assert "The best result counts. To be ranked, play at least one event." in page
    assert page.count("10 January 2026") == 2, "under the name, and in the list of events"


def test_events_stand_before_questions_and_questions_run_on_in_one_line(desk, orla, series):
    slugs = [evening(orla, number).tournament.slug for number in range(2)]
    desk.post(f"/series/{series.slug}/desk/add/", {"tournament": slugs})
    page = text(desk, f"/series/{series.slug}/desk/")
    assert page.index('id="events"') < page.index('id="questions"')
    assert 'href="#who"' in page
    label = re.search(r'<label class="check"><input\s+type="checkbox"\s+name="pair".*?</label>', page, re.DOTALL)
    assert label is not None
    assert label[0].count("<span") == 1, "each flex item would become a column"


def test_factor_is_changed_and_event_removed(desk, orla, series):
    verbs.add_typed(
        Who.at_page(orla), series, name="Oulu", held_on=date(2026, 2, 1), rows=[(1, "A"), (2, "B"), (3, "C"), (4, "D")]
    )
    event = series.events.get()
    address = f"/series/{series.slug}/desk/events/{event.public_id}/"
    desk.post(address, {"type": "cup", "factor": "2"})
    assert rows(f"/series/{series.slug}/table.csv")[1][-2] == "10"
    desk.post(address, {"type": "cup", "factor": "nonsense"})
    event.refresh_from_db()
    assert (event.type, event.factor) == ("cup", 2)
    desk.post(address, {"do": "remove"})
    assert len(rows(f"/series/{series.slug}/table.csv")) == 1


@pytest.mark.parametrize(
    ("changed", "field", "wrong"),
    [
        ({"table": "5 3 4"}, "table", "Points for place 3 are higher than for place 2."),
        ({"table": "five"}, "table", "Enter numbers with spaces between them"),
        ({"table": ""}, "table", "Enter the points for each place"),
        ({"best": "7", "planned": "6"}, "best", "Only 6 events are planned"),
        ({"attendance": "lots"}, "attendance", "Enter a number"),
        ({"best": "3", "drop": "1"}, "drop", "Choose either"),
        ({"step_2": "best"}, "step_2", "only once"),
        ({"name": ""}, "name", "required"),
    ],
)
def test_invalid_rule_is_reported_at_its_field(desk, changed, field, wrong):
    answer = desk.post("/series/new/", {**RULE, **changed})
    assert answer.status_code == 422
    assert wrong in " ".join(answer.context["form"].errors[field])
    assert not Series.objects.exists()


def test_form_sent_twice_creates_one_series(desk):
    sheet = desk.get("/series/new/").context["form"]["sheet"].value()
    for _twice in range(2):
        assert desk.post("/series/new/", {**RULE, "sheet": sheet}).status_code == 302
    assert Series.objects.count() == 1


def test_categories_and_clubs_have_their_own_tables(desk, orla, series):
    stage = evening(orla, 1)
    for name, values in {"Ann": {"sex": "w", "club": "North"}, "Bo": {"birth": "2015", "club": "North"}}.items():
        stage.players[name].__dict__.update(values)
        stage.players[name].save()
    verbs.add_tournaments(Who.at_page(orla), series, [stage.tournament])
    more = {"women": "on", "born_from": "2010", "rating_below": "1500", "clubs": "2", "own_points": "on"}
    desk.post(f"/series/{series.slug}/desk/rule/", {**RULE, **more})
    table = f"/series/{series.slug}/table.csv"
    assert [(row[1], row[-2]) for row in rows(f"{table}?of=women")[1:]] == [("Ann", "5")]
    assert [row[1] for row in rows(f"{table}?of=youth")[1:]] == ["Bo"]
    assert len(rows(f"{table}?of=rating")) == 1 + 4
    assert [row[1] for row in rows(f"{table}?of=clubs")[1:]] == ["North"]
    assert Client().get(f"/series/{series.slug}/?of=men").status_code == 404
    page = text(Client(), f"/series/{series.slug}/?of=women")
    assert "Born in 2010 or later" in page
    form = desk.get(f"/series/{series.slug}/desk/rule/").context["form"]
    assert (form["women"].value(), form["born_from"].value(), form["clubs"].value()) == (True, 2010, 2)


def test_event_with_too_few_players_does_not_count(desk, orla, series):
    desk.post(f"/series/{series.slug}/desk/rule/", {**RULE, "least_players": "4"})
    few = [(1, "A"), (2, "B"), (3, "C")]
    verbs.add_typed(Who.at_page(orla), series, name="Oulu", held_on=date(2026, 2, 1), rows=few)
    assert "too few players, does not count" in text(Client(), f"/series/{series.slug}/")


def test_table_is_available_as_pdf(orla, series):
    verbs.add_typed(
        Who.at_page(orla), series, name="Oulu", held_on=date(2026, 2, 1), rows=[(1, "A"), (2, "B"), (3, "C"), (4, "D")]
    )
    answer = Client().get(f"/series/{series.slug}/table.pdf")
    text = PdfReader(BytesIO(answer.content)).pages[0].extract_text()
    assert "Club Grand Prix" in text
    assert "Oulu" in text
    assert re.search(r"Printed \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d", text)


def test_pdf_has_the_time_of_its_latest_tournament(orla, series, cup, monkeypatch):
    cup.tournament.time_zone = "Asia/Tokyo"
    cup.tournament.save()
    verbs.add_tournaments(Who.at_page(orla), series, [cup.tournament])
    at = datetime(2026, 11, 28, 16, 44, tzinfo=UTC)
    monkeypatch.setattr("standings.web.series.pages.timezone", Mock(now=lambda: at))
    answer = Client().get(f"/series/{series.slug}/table.pdf")
    assert "Printed 29 November 2026, 01:44" in PdfReader(BytesIO(answer.content)).pages[0].extract_text()


def test_only_its_organiser_edits_a_series_with_own_tournaments(desk, orla, sam, series, cup):
    stranger = signed_in(sam)
    for part in ("", "rule/"):
        assert stranger.get(f"/series/{series.slug}/desk/{part}").status_code == 403
        assert Client().get(f"/series/{series.slug}/desk/{part}").status_code == 302
    assert stranger.post(f"/series/{series.slug}/desk/add/", {"tournament": cup.tournament.slug}).status_code == 403
    with pytest.raises(NotAllowed):
        verbs.change_series(Who.at_page(sam), series, name="Mine", rule={})
    own = verbs.create_series(Who.at_page(sam), name="Mine", rule={})
    with pytest.raises(NotAllowed):
        verbs.add_tournaments(Who.at_page(sam), own, [cup.tournament])


def test_hidden_tournament_is_not_shown_in_a_series(orla, series):
    stage = evening(orla, 1)
    verbs.add_tournaments(Who.at_page(orla), series, [stage.tournament])
    lifecycle.change_settings(stage.orla, stage.tournament, is_public=False)
    assert "Evening 1" not in text(Client(), f"/series/{series.slug}/")
    assert len(rows(f"/series/{series.slug}/table.csv")) == 1
    hidden = Stage(orla, name="Veiled", is_public=False)
    with pytest.raises(Refused):
        verbs.add_tournaments(Who.at_page(orla), series, [hidden.tournament])


def test_tournament_of_a_series_cannot_be_deleted(desk, orla, series, cup):
    verbs.add_tournaments(Who.at_page(orla), series, [cup.tournament])
    with pytest.raises(Refused, match="counts in"):
        copies.delete_tournament(cup.orla, cup.tournament)
    desk.post(f"/series/{series.slug}/desk/delete/", {"name": "wrong"})
    assert Series.objects.exists()
    desk.post(f"/series/{series.slug}/desk/delete/", {"name": series.name})
    assert not Series.objects.exists()
    copies.delete_tournament(cup.orla, cup.tournament)


def test_home_page_and_list_link_to_series(desk, series):
    assert "/series/" in text(desk, "/")
    assert "/series/" in text(Client(), "/")
    assert f"/series/{series.slug}/" in text(Client(), "/series/")


def test_card_shows_public_events_and_their_dates(orla, series):
    assert "No events yet." in text(Client(), "/series/")
    first, second = evening(orla, 1), evening(orla, 2)
    verbs.add_tournaments(Who.at_page(orla), series, [first.tournament, second.tournament])
    card = text(Client(), "/series/")
    assert "2 events" in card
    assert card.index("17 Jan –") < card.index("24 January 2026")
    lifecycle.change_settings(second.orla, second.tournament, is_public=False)
    card = text(Client(), "/series/")
    assert "1 event" in card
    assert "24 January" not in card


def test_card_names_the_first_three_and_the_next_event(orla, series):
    first = evening(orla, 1)
    later = {"starts_on": timezone.localdate() + timedelta(weeks=1), "city": "Turku"}
    coming = Stage(orla, name="Next evening", **later).with_players("Ann", "Bo")
    verbs.add_tournaments(Who.at_page(orla), series, [first.tournament, coming.tournament])
    (card,) = Client().get("/series/").context["others"]
    view = SeriesView(series)
    best = view.table().lines[:3]
    assert [each.name for each in card.leaders.first] == [view.name(each.person) for each in best]
    assert [each.total for each in card.leaders.first] == [each.result.total for each in best]
    assert [each.rank for each in card.leaders.first] == [each.rank for each in best]
    page = text(Client(), "/series/")
    assert page.index("Next event:") < page.index("Turku")
    assert card.next_day == coming.tournament.starts_on
    lifecycle.change_settings(coming.orla, coming.tournament, is_public=False)
    assert "Next event:" not in text(Client(), "/series/")


def test_card_follows_a_corrected_result(orla, series):
    stage = evening(orla, 1)
    verbs.add_tournaments(Who.at_page(orla), series, [stage.tournament])
    before = Client().get("/series/").context["others"][0].leaders
    turn_around(stage)
    assert Client().get("/series/").context["others"][0].leaders != before


def test_list_of_known_series_has_a_fixed_number_of_queries(orla, series, django_assert_max_num_queries):
    verbs.add_tournaments(Who.at_page(orla), series, [evening(orla, 1).tournament])
    text(Client(), "/series/")
    with CaptureQueriesContext(connection) as one:
        text(Client(), "/series/")
    usual = len(one)
    for number in range(2, 5):
        other = verbs.create_series(Who.at_page(orla), name=f"Series {number}", rule=series.rule)
        verbs.add_tournaments(Who.at_page(orla), other, [evening(orla, number).tournament])
    assert text(Client(), "/series/").count("rank p3") == 4
    with django_assert_max_num_queries(usual):
        assert text(Client(), "/series/").count("rank p3") == 4


def test_closed_season_cannot_change_until_reopened(desk, orla, series, cup):
    verbs.add_tournaments(Who.at_page(orla), series, [evening(orla, 1).tournament])
    address, before = f"/series/{series.slug}/", rows(f"/series/{series.slug}/table.csv")
    desk.post(f"{address}desk/close/")
    series.refresh_from_db()
    assert series.closed_at is not None
    for page in (address, f"{address}desk/"):
        assert "The season was closed on" in text(desk, page)
    assert "Add the selected tournaments" not in text(desk, f"{address}desk/")
    assert rows(f"{address}table.csv") == before
    event = series.events.get()
    for path, data in (
        ("add/", {"tournament": cup.tournament.slug}),
        (f"events/{event.public_id}/", {"do": "remove"}),
        (f"events/{event.public_id}/", {"type": "cup", "factor": "2"}),
    ):
        assert "Reopen it first" in desk.post(f"{address}desk/{path}", data, follow=True).content.decode()
    assert "Reopen it first" in desk.post(f"{address}desk/rule/", {**RULE, "name": "Other"}).content.decode()
    typed = {"name": "Cup", "held_on": "2026-02-01", "results": "1 Ann"}
    assert desk.post(f"{address}desk/typed/", typed).status_code == 422
    assert [each.public_id for each in series.events.all()] == [event.public_id]
    desk.post(f"{address}desk/close/", {"do": "reopen"})
    desk.post(f"{address}desk/add/", {"tournament": cup.tournament.slug})
    assert series.events.count() == 2


def test_only_its_organiser_closes_a_season(sam, series):
    assert signed_in(sam).post(f"/series/{series.slug}/desk/close/").status_code == 403
    series.refresh_from_db()
    assert series.closed_at is None


def test_table_of_a_closed_season_is_frozen(desk, orla, series):
    stage = evening(orla, 1)
    verbs.add_tournaments(Who.at_page(orla), series, [stage.tournament])
    address = f"/series/{series.slug}/"
    table, leader = f"{address}table.csv", rows(f"{address}table.csv")[1][1]
    person = stage.players[leader].public_id
    desk.post(f"{address}desk/close/")
    before, why = rows(table), text(Client(), f"{address}players/{person}/")
    assert 'id="corrections"' not in text(desk, f"{address}desk/")
    turn_around(stage)
    assert rows(table) == before
    assert text(Client(), f"{address}players/{person}/") == why
    page = text(desk, f"{address}desk/")
    assert "have changed since the season was closed" in page
    assert "→ place" in page
    lifecycle.change_settings(stage.orla, stage.tournament, is_public=False)
    assert rows(table) == before
    assert stage.tournament.slug not in text(Client(), address), "no link to what is hidden"
    lifecycle.change_settings(stage.orla, stage.tournament, is_public=True)
    Series.objects.update(rule={"points": {"table": ["99", "1"]}})  # as a release that counts differently would
    assert [(row[0], row[1], row[-2]) for row in rows(table)] == [(row[0], row[1], row[-2]) for row in before]


def test_reopened_season_follows_its_tournaments_and_reopening_is_undone(desk, orla, series):
    stage = evening(orla, 1)
    verbs.add_tournaments(Who.at_page(orla), series, [stage.tournament])
    address = f"/series/{series.slug}/"
    desk.post(f"{address}desk/close/")
    before = rows(f"{address}table.csv")
    turn_around(stage)
    desk.post(f"{address}desk/close/", {"do": "reopen"})
    assert rows(f"{address}table.csv") != before
    assert "Undo reopening" in text(desk, f"{address}desk/")
    for _twice in range(2):
        desk.post(f"{address}desk/close/", {"do": "undo"})
        assert rows(f"{address}table.csv") == before
    desk.post(f"{address}desk/close/", {"do": "reopen"})
    event = series.events.get()
    desk.post(f"{address}desk/events/{event.public_id}/", {"type": "", "factor": "2"})
    assert "Undo reopening" not in text(desk, f"{address}desk/")
    assert not ClosedSeason.objects.exists()


def test_season_closed_without_a_stored_table_follows_its_tournaments(desk, orla, series):
    stage = evening(orla, 1)
    verbs.add_tournaments(Who.at_page(orla), series, [stage.tournament])
    desk.post(f"/series/{series.slug}/desk/close/")
    ClosedSeason.objects.all().delete()
    before = rows(f"/series/{series.slug}/table.csv")
    turn_around(stage)
    assert rows(f"/series/{series.slug}/table.csv") != before
    assert "was not saved" in text(desk, f"/series/{series.slug}/desk/")


def add_typed(orla, series, *names, name="Oulu"):
    return verbs.add_typed(
        Who.at_page(orla), series, name=name, held_on=date(2026, 2, 1), rows=list(enumerate(names, start=1))
    )


def test_rule_change_is_previewed_and_needs_a_public_reason(desk, orla, series):
    add_typed(orla, series, "Ann", "Bo", "Cy", "Di")
    address, other = f"/series/{series.slug}/desk/rule/", {**RULE, "table": "9 3 2 1"}
    shown = desk.post(address, other)
    assert [each.text for each in shown.context["moves"]] == ["Ann: place 1, 5 points → place 1, 9 points"]
    assert rows(f"/series/{series.slug}/table.csv")[1][-2] == "5", "nothing is changed yet"
    seen = shown.context["seen"]
    missing = desk.post(address, {**other, "seen": seen, "reason": " "})
    assert missing.status_code == 422
    assert "Give a reason for the change." in missing.content.decode()
    wrong = desk.post(address, {**other, "table": "nine", "seen": seen, "reason": "Voted by all"})
    assert wrong.status_code == 422
    assert 'name="reason" value="Voted by all"' in wrong.text, "a reason that was typed is kept"
    unseen = desk.post(address, {**RULE, "table": "8 3 2 1", "seen": seen, "reason": "Voted"})
    assert unseen.context["moves"], "another rule than the one that was shown"
    assert desk.post(address, {**other, "seen": seen, "reason": "Voted by the club"}).status_code == 302
    assert rows(f"/series/{series.slug}/table.csv")[1][-2] == "9"
    page = text(Client(), f"/series/{series.slug}/")
    assert "Voted by the club" in page
    assert "place 1, 5 points → place 1, 9 points" in page
    assert desk.post(address, {**other, "name": "Cup"}).status_code == 302, "a name alone needs no reason"


def test_correction_during_a_season_is_announced_once(desk, orla, series, django_capture_on_commit_callbacks):
    stage = evening(orla, 1)
    with django_capture_on_commit_callbacks(execute=True):
        verbs.add_tournaments(Who.at_page(orla), series, [stage.tournament])
    assert series.events.get().known
    assert 'id="changes"' not in text(Client(), f"/series/{series.slug}/")
    with django_capture_on_commit_callbacks(execute=True):
        turn_around(stage)
    page = text(Client(), f"/series/{series.slug}/")
    assert "results corrected" in page
    assert "→ place" in page
    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.change_settings(stage.orla, stage.tournament, city="Oulu")
    assert series.notices.count() == 1
    desk.post(f"/series/{series.slug}/desk/close/")
    with django_capture_on_commit_callbacks(execute=True):
        undo.undo(stage.orla, stage.tournament, stage.tournament.journal.order_by("-sequence")[1])
    assert series.notices.count() == 1, "a closed season has no news"


def test_manual_points_are_in_the_total_and_explained(desk, orla, series):
    add_typed(orla, series, "Ann", "Bo", "Cy", "Di")
    address = f"/series/{series.slug}/"
    bo = SeriesView(series).find(series.events.get().typed[1]["id"])
    for wrong, field in (
        ({"person": bo, "points": "0", "reason": "None"}, "points"),
        ({"person": bo, "points": "2", "reason": ""}, "reason"),
        ({"person": "nobody", "points": "2", "reason": "Clocks"}, "person"),
    ):
        answer = desk.post(f"{address}desk/points/", wrong)
        assert (answer.status_code, list(answer.context["points"].errors)) == (422, [field])
    for _twice in range(2):
        desk.post(f"{address}desk/points/", {"person": bo, "points": "2.5", "reason": "Nordic Cup"})
    desk.post(f"{address}desk/points/", {"person": bo, "points": "-1", "reason": "Late"})
    assert [(row[1], row[-2]) for row in rows(f"{address}table.csv")[1:3]] == [("Ann", "5"), ("Bo", "9/2")]
    heads, *lines = rows(f"{address}table.csv")
    assert [line[heads.index("manual points")] for line in lines[:2]] == ["", "1.5"]
    page = text(Client(), f"{address}players/{bo}/")
    assert [page.count(each) for each in ("Nordic Cup</bdi>", "Manual points")] == [1, 2]
    table = text(Client(), address)
    assert '<th class="number">Manual points</th>' in table
    assert '<td class="number">1.50</td>' in table
    printed = PdfReader(BytesIO(Client().get(f"{address}table.pdf").content)).pages[0].extract_text()
    assert "Manual points" in printed
    assert "All results count: 3 = 3. Bonus 2.50: Nordic Cup. Penalty -1: Late. Total: 4.50." in page
    desk.post(f"{address}desk/close/")
    given = series.by_hand.first()
    assert "Reopen it first" in desk.post(f"{address}desk/points/{given.public_id}/", follow=True).content.decode()
    desk.post(f"{address}desk/close/", {"do": "reopen"})
    desk.post(f"{address}desk/points/{given.public_id}/")
    assert rows(f"{address}table.csv")[2][-2] == "2"


def test_second_organiser_runs_the_series_but_cannot_delete_it(desk, orla, sam, series, cup):
    address = f"/series/{series.slug}/"
    second = signed_in(sam)
    refused = desk.post(f"{address}desk/organisers/", {"username": sam.username}, follow=True)
    assert "Choose an organiser of one of your tournaments" in refused.content.decode()
    Member.objects.update_or_create(tournament=cup.tournament, user=sam, defaults={"role": Member.Role.ORGANISER})
    for _twice in range(2):
        desk.post(f"{address}desk/organisers/", {"username": sam.username})
    assert second.get(f"{address}desk/").status_code == 200
    assert f"{address}desk/" in text(second, "/series/")
    second.post(f"{address}desk/close/")
    series.refresh_from_db()
    assert series.closed_at
    second.post(f"{address}desk/organisers/", {"do": "remove", "username": sam.username})
    assert second.post(f"{address}desk/delete/", {"name": series.name}).status_code == 403
    assert second.get(f"{address}desk/").status_code == 200
    desk.post(f"{address}desk/organisers/", {"do": "remove", "username": sam.username})
    assert second.get(f"{address}desk/").status_code == 403


def test_preset_fills_in_the_points_and_names_its_source(desk, series):
    page = desk.get("/series/new/?preset=pokemon-league-challenge")
    assert '<bdi translate="no">psychoturtlegames.com, 2025</bdi>' in page.content.decode()
    form = page.context["form"]
    assert (form["table"].value()[:14], form["kickers"].value()[:7]) == ("15 12 10 10 8 ", "0 4 8 8")
    filled = {name: form[name].value() for name in form.fields if form[name].value() not in {None, False}}
    assert desk.post("/series/new/", {**filled, "name": "Challenge"}).status_code == 302
    made = Series.objects.get(name="Challenge").rule["points"]
    assert (made["kickers"][:5], made["table"][:3], made["least_players"]) == ([0, 4, 8, 8, 17], ["15", "12", "10"], 0)
    page = desk.get(f"/series/{series.slug}/desk/rule/?preset=formula-1")
    form = page.context["form"]
    assert (form["name"].value(), form["best"].value(), form["step_1"].value()) == ("Club Grand Prix", 2, "countback")
    assert Series.objects.get(pk=series.pk).rule["points"]["table"] == ["5", "3", "2", "1"], "nothing is saved yet"
    wrong = desk.post("/series/new/", {**RULE, "kickers": "4 many"})
    assert "Enter whole numbers" in wrong.content.decode()


def test_filling_in_a_preset_keeps_typed_values(desk, series):
    typed = {**RULE, "name": "Evenings", "planned": "six", "up": "2", "women": "on", "win": "7", "least_players": "6"}
    answer = desk.post("/series/new/", {**typed, "preset": "formula-1", "do": "fill"})
    assert answer.status_code == 200
    form = answer.context["form"]
    found = {name: form[name].value() for name in ("name", "best", "planned", "up", "women", "left", "least_players")}
    assert found == {
        "name": "Evenings", "best": "2", "planned": "six", "up": "2", "women": "on", "left": "half",
        "least_players": "6",
    }  # fmt: skip
    assert (form["table"].value()[:8], form["win"].value()) == ("25 18 15", "1")
    assert [form[f"step_{n}"].value() for n in (1, 2)] == ["countback", None], "Formula 1 has its own steps"
    assert "markingthespot.com" in answer.content.decode()
    assert Series.objects.get() == series, "nothing is saved yet"
    address = f"/series/{series.slug}/desk/rule/"
    form = desk.post(address, {**typed, "preset": "linear", "do": "fill"}).context["form"]
    assert (form["name"].value(), form["step_1"].value()) == ("Evenings", "best")
    challenge = desk.post(address, {**typed, "preset": "pokemon-league-challenge", "do": "fill"}).context["form"]
    assert challenge["least_players"].value() is None
    assert (
        desk.post(address, {**typed, "preset": "nonsense", "do": "fill"}).context["form"]["table"].value() == "5 3 2 1"
    )


def test_promotion_and_relegation_are_marked_in_table_csv_and_pdf(desk, series):
    rows_ = "1 Ann\n2 Bo\n3 Cy\n4 Di"
    desk.post(f"/series/{series.slug}/desk/typed/", {"name": "Turku", "held_on": "2026-03-01", "rows": rows_})
    csv_file, pdf = (f"/series/{series.slug}/table.{kind}" for kind in ("csv", "pdf"))
    assert "promotion" not in rows(csv_file)[0]
    desk.post(f"/series/{series.slug}/desk/rule/", {**RULE, "up": "1", "down": "2"})
    page = text(Client(), f"/series/{series.slug}/")
    assert [page.count(each) for each in ("Promotion place", "Relegation place", 'class="cut"')] == [1, 2, 2]
    assert "Promoted: 1. Relegated: 2." in page
    assert [row[-1] for row in rows(csv_file)] == ["promotion", "up", "", "down", "down"]
    printed = PdfReader(BytesIO(Client().get(pdf).content)).pages[0].extract_text()
    assert printed.count("Relegation place") == 2
    person = SeriesView(series).table().lines[0].person
    assert "Promotion place." in text(Client(), f"/series/{series.slug}/players/{person}/")
    desk.post(f"/series/{series.slug}/desk/close/", {"do": "close"})
    assert [row[-1] for row in rows(csv_file)][1:] == ["up", "", "down", "down"]


def test_every_setting_is_in_one_group_of_the_form():
    form = SeriesForm()
    grouped = [field.name for _heading, fields in form.folded_groups for field in fields]
    assert sorted(grouped) == sorted(field.name for field in form.folded_fields)


def test_points_fields_disable_autocomplete():
    assert SeriesForm().fields["win"].widget.attrs["autocomplete"] == "off"


def test_events_of_one_day_are_shown_with_a_single_date(orla, series):
    verbs.add_tournaments(Who.at_page(orla), series, [evening(orla, 1).tournament])
    assert text(Client(), f"/series/{series.slug}/").count("17 January 2026 –") == 0
    verbs.add_tournaments(Who.at_page(orla), series, [evening(orla, 2).tournament])
    shown = " ".join(text(Client(), f"/series/{series.slug}/").split())
    assert "17 January 2026 – 24 January 2026" in shown
