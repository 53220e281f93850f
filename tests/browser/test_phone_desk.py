"""On a phone, the desk shows which page is open, and names have enough width."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import measure, width_of
from tests.conftest import PHONE
from tests.tournaments.conftest import Stage
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse
from tournaments.hall import clock
from tournaments.models import Tournament, User
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.self_service import sign_ups

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Maximiliana-Alexandrina Hohenlohe-Waldenburg-Schillingsfürst",
    "Krishnamoorthirajagopalan Venkatasubramaniam",
    "Ann",
    "Bo",
)
BOX = "document.querySelector('#pairings tbody tr > :nth-child({place})').getBoundingClientRect()"


@pytest.fixture
def desk(phone, live_server, client):
    """The phone of an organiser with a draft."""
    orla = User.objects.create_user("Orla", password="a long enough password")
    stage = Stage(orla, system="papp", planned_rounds=5).with_players(*NAMES)
    stage.pair()
    client.force_login(orla)
    key = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    phone.context.add_cookies([key])
    return phone


@pytest.mark.rotates(2)
@pytest.mark.parametrize("place", ["", "wishes/", "settings/", "journal/"])
def test_current_tab_is_visible_and_the_name_leads_to_the_public_pages(desk, live_server, place):
    desk.goto(f"{live_server.url}/t/cup/desk/{place}")
    here = desk.locator(".sub [aria-current]")
    for place_of in range(measure(desk, "document.querySelectorAll('.sub [aria-current]').length")):
        expect(here.nth(place_of)).to_be_in_viewport(ratio=0.98)
    tops = [measure(desk, f"document.querySelector('{each}').getBoundingClientRect().top") for each in (".tabs", "h1")]
    assert tops[0] > tops[1], "the tabs of the public pages are at the foot"
    assert width_of(desk) <= PHONE["width"]
    desk.locator(".top .here").click()
    expect(desk.locator(".tabs [aria-current], .tabs .staff").first).to_be_visible()


@pytest.mark.rotates(2)
def test_sides_of_a_draft_are_stacked(desk, live_server):
    desk.goto(f"{live_server.url}/t/cup/desk/rounds/1/")
    expect(desk.locator("#pairings tbody tr")).to_have_count(2)
    first, second = (measure(desk, f"(({{x, y, width}}) => [x, y, width])({BOX.format(place=n)})") for n in (2, 3))
    assert first[0] == second[0]
    assert first[1] < second[1]
    assert first[2] == second[2] > PHONE["width"] / 2
    assert width_of(desk) <= PHONE["width"]


@pytest.mark.rotates(2)
def test_choices_of_all_columns_of_a_pasted_list_are_below_each_other(desk, live_server):
    desk.goto(f"{live_server.url}/t/cup/desk/players/list/")
    desk.get_by_label("Paste a list").fill("Name\tRating\tClub\tRemark\nVirtanen, Aino\t1850\tOulu SK\tlate\nIto\t\t\t")
    desk.get_by_role("button", name="Check list").click()
    choices = desk.locator("#grid select")
    expect(choices).to_have_count(4)
    for place in range(4):
        expect(choices.nth(place)).to_be_in_viewport(ratio=1)
    lefts = measure(desk, "[...document.querySelectorAll('#grid select')].map((each) => each.offsetParent.offsetLeft)")
    assert len(set(lefts)) == 1
    expect(desk.get_by_role("cell", name="Oulu SK")).to_be_in_viewport(ratio=1)
    assert width_of(desk) <= PHONE["width"]


@pytest.mark.rotates(2)
def test_clock_of_hours_fits_on_a_phone(desk, live_server):
    stage = Tournament.objects.get()
    who = Who.at_page(User.objects.get())
    round_ = rounds.publish_round(who, stage, stage.rounds.get())
    clock.set_clock(who, stage, round_, 95)
    desk.goto(f"{live_server.url}/t/cup/desk/rounds/1/clock/")
    expect(desk.get_by_role("timer")).to_have_text(re.compile(r"^1:3\d:\d\d$"))
    assert width_of(desk) <= PHONE["width"]


@pytest.mark.rotates(2)
def test_sides_of_a_closed_round_are_stacked_and_no_name_breaks(desk, live_server):
    tournament, who = Tournament.objects.get(), Who.at_page(User.objects.get())
    round_ = rounds.publish_round(who, tournament, tournament.rounds.get())
    for pairing in round_.pairings.order_by("table"):
        results.enter_result(who, tournament, pairing, parse("1-0", tournament.scoring_of(1)))
    rounds.close_round(who, tournament, round_)
    desk.goto(f"{live_server.url}/t/cup/desk/rounds/1/results/")
    first, second = (measure(desk, f"(({{x, y, width}}) => [x, y, width])({BOX.format(place=n)})") for n in (2, 4))
    assert first[0] == second[0]
    assert first[1] < second[1]
    assert first[2] > PHONE["width"] / 2
    assert width_of(desk) <= PHONE["width"]


@pytest.mark.rotates(2)
def test_sign_ups_are_cards_whose_buttons_have_one_line(phone, live_server):
    stage = Stage(User.objects.create_user("Orla", password="a long enough password"), system="dutch")
    sign_ups.set_enrolment(stage.orla, stage.tournament, is_open=True, places=1, asks=["club"])
    for name in NAMES:
        sign_ups.sign_up(Who(), stage.tournament, name, {"name": name, "club": "Schachfreunde Neuhausen"})
    sign_in_by_cookie(phone, live_server.url)
    phone.goto(f"{live_server.url}/t/cup/desk/players/sign-ups/")
    buttons = phone.get_by_role("button", name="Confirm", exact=False)
    expect(buttons).to_have_count(len(NAMES) + 1)
    heights = measure(phone, "[...document.querySelectorAll('.asks button')].map((each) => each.clientHeight)")
    assert max(heights) < 50
    assert measure(phone, "document.querySelector('.asks').getBoundingClientRect().top") < 260
    assert width_of(phone) <= PHONE["width"]


@pytest.mark.rotates(2)
def test_numbers_of_missing_results_do_not_overlap(desk, live_server):
    tournament, who = Tournament.objects.get(), Who.at_page(User.objects.get())
    registration.add_players(who, tournament, [{"name": f"Player {at}"} for at in range(30)])
    rounds.discard_round(who, tournament, tournament.rounds.get())
    rounds.publish_round(who, tournament, rounds.pair_next_round(who, tournament))
    desk.goto(f"{live_server.url}/t/cup/desk/")
    boxes = "[...document.querySelectorAll('.missing a')].map(each => each.getBoundingClientRect())"
    tops = sorted(
        {(box["y"], box["height"]) for box in measure(desk, f"{boxes}.map(({{y, height}}) => ({{y, height}}))")}
    )
    assert len(tops) > 1
    assert all(y + height <= below for (y, height), (below, _height) in itertools.pairwise(tops)), tops
